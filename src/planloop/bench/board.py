"""Board: puts a loop's subjects to review under an approval policy, and waits for people where one must decide."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planloop.contract.artefact import Artefact
from planloop.contract.review import Decision
from planloop.contract.version import Release
from planloop.evolution.ports import Measured, Ruling, Voice
from planloop.governance import approval, release
from planloop.governance.approval import ApprovalPolicy, apply_policy
from planloop.governance.review import decision_on, request_review
from planloop.store.store import Store

POLL_SECONDS = 1.0


class Paused(Exception):
    """A person has to decide, and this process does not wait: run again after the decision. `subject` is its id."""

    def __init__(self, subject: str) -> None:
        super().__init__(f"waiting for approval of {subject}")
        self.subject = subject


@dataclass
class StoreBoard:
    """Decides by `policy` what its rules allow; the rest is a person's.

    `people` says that somebody will decide: then the board waits (`live`), or raises `Paused`. Without people a
    deferred subject stays in the queue and the loop goes on without it.
    """

    store: Store
    policy: ApprovalPolicy
    voice: Voice
    people: bool = False
    live: bool = True
    sleep: Callable[[float], None] = time.sleep

    def review(self, subject: Artefact, *, requester: str, measured: Measured) -> Ruling:
        """Ask, apply the policy, wait for a person where one decides. Repeating it gives the same ruling."""
        request_review(self.store, subject, requester=requester)
        if decision_on(self.store, subject.id) is None:
            apply_policy(self.store, self.policy, subject.id, approval.Measured.model_validate(dict(measured)))
        if decision_on(self.store, subject.id) is None and self.people:
            self._wait(subject.id)
        decided = decision_on(self.store, subject.id)
        if decided is None:
            return Ruling.WAITING
        return Ruling.APPROVED if decided.decision is Decision.APPROVE else Ruling.REFUSED

    def release(
        self,
        checkpoint: str,
        harness: str,
        *,
        proposer: str,
        changes: Sequence[str],
        measurements: Sequence[str],
        measured: Measured,
        note: str,
    ) -> tuple[Ruling, Release | None]:
        """Propose, review, promote. A pair that serves already is not proposed again: a killed step repeats safely."""
        current = self.current()
        if current is not None and (current.checkpoint, current.harness) == (checkpoint, harness):
            return Ruling.APPROVED, current
        candidate = release.propose_release(
            self.store, checkpoint, harness, proposer=proposer, changes=changes, measurements=measurements, note=note
        )
        ruling = self.review(candidate, requester=proposer, measured=measured)
        if ruling is not Ruling.APPROVED:
            return ruling, None
        return ruling, release.promote(self.store, candidate.id, author=proposer)

    def current(self) -> Release | None:
        """What serves."""
        return release.current_release(self.store)

    def _wait(self, subject: str) -> None:
        if not self.live:
            raise Paused(subject)
        self.voice.stage(f"waiting for a person: planloop review show {subject} --store {self.store.root}")
        while decision_on(self.store, subject) is None:
            self.sleep(POLL_SECONDS)

"""The review queue: ask for a decision, decide, and act on it (design rules 6 and 11).

A reviewer may work in another process while a run holds the writer lock: open the store with `Store.open_review`
(see `planloop.store.decisions` for how one decision stays one decision).
"""

from __future__ import annotations

import getpass

from planloop.contract.artefact import Artefact
from planloop.contract.review import Decision, Review, ReviewerKind
from planloop.store.database import now
from planloop.store.decisions import ReviewRequest
from planloop.store.errors import DecisionError
from planloop.store.store import Store


def request_review(store: Store, subject: Artefact, *, requester: str | None = None) -> ReviewRequest:
    """Append `subject` where it is new and put it into the queue; asking twice changes nothing.

    `requester` counts as the proposer of subjects that name none (data releases). Default: the account that runs this.
    """
    with store.transaction():
        store.add(subject)
        return store.decisions.request(subject.id, requester=requester or getpass.getuser())


def pending(store: Store) -> list[ReviewRequest]:
    """What waits for a decision, oldest first; the same from every process."""
    return store.decisions.pending()


def decide(
    store: Store,
    subject: str,
    decision: Decision,
    *,
    reviewer: str,
    reason: str,
    kind: ReviewerKind = ReviewerKind.PERSON,
    seen_hash: str | None = None,
    rules_version: str = "",
) -> Review:
    """Record a decision on a waiting subject.

    `seen_hash` is the `subject_hash` that was shown to the reviewer (default: what waits now). Raises `DecisionError`
    for a second decision, a subject that has changed since, nothing waiting, or a reviewer who proposed it.
    """
    first = store.decisions.decision(subject)
    if first is None and not any(r.subject == subject for r in pending(store)):
        raise DecisionError(f"no review of {subject} is waiting: `planloop review` lists what does")
    review = Review(
        subject=subject,
        subject_hash=seen_hash or store.decisions.subject_hash(subject),
        decision=decision,
        kind=kind,
        reviewer=reviewer,
        reason=reason,
        time=now(),
        rules_version=rules_version,
    )
    store.decisions.decide(review)
    return review


def decision_on(store: Store, subject: str) -> Review | None:
    """The decision on a subject, or None while it waits (poll this across restarts)."""
    return store.decisions.decision(subject)


def use_decision(store: Store, subject: str, *, consumer: str) -> Review:
    """Take the decision to act on it: once, by one `consumer` (a step's key), who may repeat it after a restart."""
    return store.decisions.consume(subject, consumer=consumer)


def require_approved(store: Store, subject: str) -> Review:
    """The approving review of a subject. Raises `DecisionError` if it waits or was not approved."""
    review = store.decisions.decision(subject)
    if review is None:
        raise DecisionError(f"{subject} is not approved yet: decide it with `planloop review`")
    if review.decision is not Decision.APPROVE:
        raise DecisionError(
            f"{subject} was not approved: {review.decision} by {review.kind} {review.reviewer} ({review.reason}); "
            "propose another change"
        )
    return review

"""Approval policies: written rules under which something other than a person may decide (design rule 6)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from typing import Literal

from pydantic import Field, ValidationError

from planloop.contract import strict_yaml
from planloop.contract.artefact import Artefact
from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.eta_edit import EtaEdit
from planloop.contract.record import Record
from planloop.contract.review import Decision, Review, ReviewerKind
from planloop.contract.version import DataRelease, ReleaseCandidate
from planloop.governance.review import decide
from planloop.store.errors import DecisionError
from planloop.store.store import Store


class SubjectKind(StrEnum):
    """What can be put to review."""

    DATA = "data"
    TRAINING = "training"
    HARNESS = "harness"
    RELEASE = "release"


class Measured(Record):
    """What was measured about a subject; None means that it was not, and then no rule that needs it applies.

    `difference_low` is the lower 95 % bound (one-sided) of the paired difference to the version that it replaces, in
    points (0-100), over `episodes` valid pairs. `fixes_seen` is the share of predicted fixes that appeared, in [0, 1].
    """

    difference_low: float | None = None
    episodes: int | None = None
    fixes_seen: float | None = None
    removed_tasks: int | None = None
    added_tasks: int | None = None
    rule_checks_passed: bool | None = None


class Verdict(StrEnum):
    """What a policy says. DEFER leaves the subject to a person."""

    APPROVE = "approve"
    REFUSE = "refuse"
    DEFER = "defer"


class Rule(Record):
    """One written rule. It approves if every stated bound is met; what happens otherwise is `otherwise`.

    `first_release` lets a release rule approve a candidate that replaces nothing, without a comparison.
    """

    name: str
    kinds: tuple[SubjectKind, ...]
    min_difference_low: float | None = None
    min_episodes: int | None = None
    min_fixes_seen: float | None = None
    max_removed_tasks: int | None = None
    max_added_tasks: int | None = None
    need_rule_checks: bool = True
    first_release: bool = False
    otherwise: Literal[Verdict.DEFER, Verdict.REFUSE] = Verdict.DEFER


class Judgement(Record):
    """A policy's answer and the rule that decided."""

    verdict: Verdict
    rule: str
    reason: str


class ApprovalPolicy(Record):
    """Rules in order; the first that speaks of the subject's kind decides. With no rules, everything is a person's.

    Whatever a rule says, a change that is safety-sensitive, or whose target or any edit's place (file and key) matches
    one of `person_only` (shell patterns; case does not matter), is deferred.
    """

    schema_version: Literal[1] = 1
    name: str = Field(min_length=1)
    description: str = ""
    person_only: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()

    def evaluate(self, subject: Artefact, measured: Measured) -> Judgement:
        """Judge a subject; changes nothing. Raises `DecisionError` if the policy itself proposed the subject."""
        kind = subject_kind(subject)
        proposer = getattr(subject, "proposer", "")
        if proposer.strip().casefold() == self.name.strip().casefold():
            raise DecisionError(f"policy {self.name} proposed {subject.id} and cannot approve it: ask a person")
        if isinstance(subject, ChangeRequest):
            if subject.safety_sensitive:
                return Judgement(verdict=Verdict.DEFER, rule="person_only", reason="the change is safety-sensitive")
            for pattern in self.person_only:
                found = next(
                    (place for place in _touched(subject) if fnmatchcase(place.lower(), pattern.lower())), None
                )
                if found is not None:
                    reason = f"{found} matches {pattern}"
                    return Judgement(verdict=Verdict.DEFER, rule="person_only", reason=reason)
        for rule in self.rules:
            if kind in rule.kinds:
                return _apply(rule, subject, measured)
        return Judgement(verdict=Verdict.DEFER, rule="default", reason=f"no rule speaks of {kind}: a person decides")

    @classmethod
    def load(cls, path: Path) -> ApprovalPolicy:
        """Read a policy from YAML. Raises `ValueError` naming the file and what is wrong in it."""
        return cls._parse(path.read_text(encoding="utf-8"), str(path))

    @classmethod
    def named(cls, name: str) -> ApprovalPolicy:
        """A policy that comes with planloop: `person` or `demo`. Raises `ValueError` for another name."""
        source = resources.files("planloop.governance") / "policies" / f"{name}.yaml"
        if not source.is_file():
            raise ValueError(f"there is no policy {name!r}: use person or demo, or give the path of a YAML file")
        return cls._parse(source.read_text(encoding="utf-8"), f"policy {name}")

    @classmethod
    def _parse(cls, text: str, place: str) -> ApprovalPolicy:
        try:
            return cls.model_validate(strict_yaml.loads(text))
        except (strict_yaml.YamlProblem, ValidationError) as error:
            raise ValueError(f"{place} is not a valid approval policy: {error}") from error


def apply_policy(store: Store, policy: ApprovalPolicy, subject: str, measured: Measured) -> Judgement:
    """Let a policy judge a waiting subject, and record its decision as the policy's own (kind, name, rules hash).

    A deferred subject stays in the queue for a person. Raises `DecisionError` as `review.decide` does.
    """
    judgement = policy.evaluate(store.artefacts.get(subject), measured)
    if judgement.verdict is Verdict.DEFER:
        return judgement
    decide(
        store,
        subject,
        Decision.APPROVE if judgement.verdict is Verdict.APPROVE else Decision.REFUSE,
        reviewer=policy.name,
        reason=f"rule {judgement.rule}: {judgement.reason}",
        kind=ReviewerKind.POLICY,
        rules_version=policy.content_hash(),
    )
    return judgement


def by_person(review: Review) -> bool:
    """Whether a person reviewed it: the only reviews that may be called human."""
    return review.kind is ReviewerKind.PERSON


def subject_kind(subject: Artefact) -> SubjectKind:
    """Which rules apply to a subject. Raises `DecisionError` for records that are not put to review."""
    if isinstance(subject, ReleaseCandidate):
        return SubjectKind.RELEASE
    if isinstance(subject, DataRelease):
        return SubjectKind.DATA
    if isinstance(subject, ChangeRequest):
        return {
            ChangeKind.DATA: SubjectKind.DATA,
            ChangeKind.TRAINING: SubjectKind.TRAINING,
            ChangeKind.HARNESS: SubjectKind.HARNESS,
        }[subject.kind]
    raise DecisionError(f"{subject.id} is a {subject.PREFIX}: review change requests, data releases and candidates")


def _touched(change: ChangeRequest) -> Iterator[str]:
    """What a change is about: its target, and the places of its edits - all of an edit that cannot be read."""
    yield change.target
    edits = change.proposal.get("edits")
    for edit in edits if isinstance(edits, list) else []:
        try:
            yield EtaEdit.model_validate(edit).place
        except ValidationError:
            yield str(edit)


def _apply(rule: Rule, subject: Artefact, measured: Measured) -> Judgement:
    first = isinstance(subject, ReleaseCandidate) and subject.parent is None
    if first and rule.first_release:
        return Judgement(verdict=Verdict.APPROVE, rule=rule.name, reason="the first release replaces nothing")
    removed = len(subject.removed_tasks) if isinstance(subject, ChangeRequest) else measured.removed_tasks
    bounds = (
        ("lower bound of the difference", measured.difference_low, rule.min_difference_low, 1),
        ("valid episodes", measured.episodes, rule.min_episodes, 1),
        ("share of predicted fixes seen", measured.fixes_seen, rule.min_fixes_seen, 1),
        ("removed tasks", removed, rule.max_removed_tasks, -1),
        ("added tasks", measured.added_tasks, rule.max_added_tasks, -1),
    )
    met: list[str] = []
    for what, value, bound, sign in bounds:
        if bound is None:
            continue
        if value is None:
            return Judgement(verdict=Verdict.DEFER, rule=rule.name, reason=f"{what} was not measured")
        if sign * value < sign * bound:
            side = "below" if sign > 0 else "above"
            return Judgement(verdict=rule.otherwise, rule=rule.name, reason=f"{what} {value:g} is {side} {bound:g}")
        met.append(f"{what} {value:g}")
    if rule.need_rule_checks and measured.rule_checks_passed is None:
        return Judgement(verdict=Verdict.DEFER, rule=rule.name, reason="the rule checks were not run")
    if rule.need_rule_checks and not measured.rule_checks_passed:
        return Judgement(verdict=Verdict.REFUSE, rule=rule.name, reason="a rule check failed")
    met += ["the rule checks passed"] if rule.need_rule_checks else []
    return Judgement(verdict=Verdict.APPROVE, rule=rule.name, reason="; ".join(met) or "the rule sets no bounds")

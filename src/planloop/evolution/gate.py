"""The gate: rule checks, a paired comparison on `dev.gate`, and predictions that are scored afterwards (rule 8)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from enum import StrEnum

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.errors import PlanloopError
from planloop.contract.prediction import PredictionScore
from planloop.contract.record import Record
from planloop.contract.split import Split, Stage, require_readable
from planloop.contract.trajectory import Trajectory
from planloop.evolution.edit import edited
from planloop.evolution.leaks import LeakCheck
from planloop.evolution.propose import Accept, edits_of
from planloop.training.evaluate import Z95, at_least

MARGIN = -2.0
"""Points: the lower 95 % bound of the difference (one-sided) must be above it (design section 10)."""
MAX_EDITS = 12


class Outcome(Record):
    """The result of one task under one version; invalid episodes never count."""

    task_key: str
    split: Split
    success: bool
    valid: bool = True

    @classmethod
    def of(cls, trajectory: Trajectory) -> Outcome:
        """What a recorded episode counts as."""
        return cls(
            task_key=trajectory.task_key,
            split=trajectory.split,
            success=trajectory.success,
            valid=trajectory.valid,
        )


class Difference(Record):
    """After minus before, in points, with its 95 % interval over `n` valid pairs."""

    points: float
    low: float
    high: float
    n: int
    gained: int
    lost: int

    @property
    def at_least(self) -> float:
        """The lower 95 % bound, one-sided: no worse than this."""
        return at_least(self.points, self.low)


class GateDecision(StrEnum):
    """What the gate says. PERSON: a person decides."""

    ACCEPT = "accept"
    PERSON = "person"
    REFUSE = "refuse"


class GateResult(Record):
    """The decision, its reason and what was measured. `fixes_seen` is the share of predicted fixes that appeared."""

    decision: GateDecision
    reason: str
    difference: Difference
    fixes_seen: float | None
    problems: tuple[str, ...] = ()


def rule_checks(
    change: ChangeRequest, eta: Mapping[str, str], leaks: LeakCheck, accept: Accept = lambda files: None
) -> tuple[str, ...]:
    """What forbids a harness change outright: edits that do not apply, are refused by the harness, or leak."""
    if change.kind is not ChangeKind.HARNESS:
        return (f"a change of kind {change.kind} is not for this gate",)
    edits = edits_of(change)
    problems = [p for e in edits for p in leaks.problems(e)]
    if len(edits) > MAX_EDITS:
        problems.append(f"{len(edits)} edits in one change; at most {MAX_EDITS} can be judged together")
    try:
        accept(edited(eta, edits))
    except PlanloopError as error:
        problems.append(str(error))
    return tuple(problems)


def gate(
    change: ChangeRequest,
    before: Sequence[Outcome],
    after: Sequence[Outcome],
    evolve_before: Sequence[Outcome],
    evolve_after: Sequence[Outcome],
    problems: Sequence[str] = (),
) -> GateResult:
    """Decide from outcomes on `dev.gate` and a re-run of `dev.evolve`.

    Accepted if no rule check failed, the lower 95 % bound of the paired difference is above `MARGIN`, and at least one
    predicted fix appeared; anything else goes to a person. This recommends: the approval policy decides, and knows what
    is a person's whatever was measured. Raises `WrongSplitError` for outcomes of other splits.
    """
    for outcome in (*before, *after):
        require_readable(Stage.GATE, outcome.split, f"outcome of {outcome.task_key}")
    for outcome in (*evolve_before, *evolve_after):
        require_readable(Stage.DIAGNOSIS, outcome.split, f"outcome of {outcome.task_key}")
    difference = paired(before, after)
    fixed = _changed(evolve_before, evolve_after, to=True)
    predicted = set(change.predicted_fixes)
    seen = len(predicted & fixed) / len(predicted) if predicted else None
    decision, reason = GateDecision.PERSON, ""
    if problems:
        decision, reason = GateDecision.REFUSE, problems[0]
    elif not difference.n:
        reason = "nothing valid was measured on dev.gate"
    elif difference.at_least <= MARGIN:
        reason = f"the difference may be as low as {difference.at_least:.1f} points"
    elif not seen:
        reason = "none of the predicted fixes appeared" if predicted else "the change predicts no fix"
    else:
        decision = GateDecision.ACCEPT
        reason = f"no worse than {difference.at_least:.1f} points, {seen:.0%} of the predicted fixes appeared"
    return GateResult(
        decision=decision, reason=reason, difference=difference, fixes_seen=seen, problems=tuple(problems)
    )


def paired(before: Sequence[Outcome], after: Sequence[Outcome]) -> Difference:
    """The paired difference of success over tasks that are valid in both.

    Several valid attempts of a task are paired in their order, whatever seeds they needed.

    Interval by Agresti and Min: half a pair is added to each cell of the two-by-two table, so that a few pairs without
    any change do not look certain.
    """
    old, new = _attempts(before), _attempts(after)
    pairs = [(old[key], success) for key, success in new.items() if key in old]
    n = len(pairs)
    gained = sum(b and not a for a, b in pairs)
    lost = sum(a and not b for a, b in pairs)
    points = 100.0 * (gained - lost) / n if n else 0.0
    up, down = (gained + 0.5) / (n + 2), (lost + 0.5) / (n + 2)
    half = Z95 * math.sqrt((up + down - (up - down) ** 2) / (n + 2))
    low, high = 100.0 * (up - down - half), 100.0 * (up - down + half)
    return Difference(points=points, low=min(low, points), high=max(high, points), n=n, gained=gained, lost=lost)


def _attempts(outcomes: Sequence[Outcome]) -> dict[tuple[str, int], bool]:
    """Success of the valid attempts, by task and number."""
    counts: Counter[str] = Counter()
    out = {}
    for outcome in outcomes:
        if outcome.valid:
            out[outcome.task_key, counts[outcome.task_key]] = outcome.success
            counts[outcome.task_key] += 1
    return out


def score_predictions(
    change: ChangeRequest, evolve_before: Sequence[Outcome], evolve_after: Sequence[Outcome]
) -> PredictionScore:
    """How the change's predicted fixes, regressions and effect turned out on `dev.evolve`.

    Tasks that were not played again count as unchanged in the effect.
    """
    difference = paired(evolve_before, evolve_after)
    tasks = sum(o.valid for o in evolve_before)
    fixed = _changed(evolve_before, evolve_after, to=True)
    broken = _changed(evolve_before, evolve_after, to=False)
    fixes, risks = set(change.predicted_fixes), set(change.predicted_regressions)
    return PredictionScore(
        change=change.id,
        fixed=tuple(sorted(fixed)),
        broken=tuple(sorted(broken)),
        fix_precision=_share(fixes & fixed, fixes),
        fix_recall=_share(fixes & fixed, fixed),
        regression_precision=_share(risks & broken, risks),
        regression_recall=_share(risks & broken, broken),
        predicted_effect=change.predicted_effect,
        seen_effect=difference.points * difference.n / max(1, tasks),
    )


def _changed(before: Sequence[Outcome], after: Sequence[Outcome], *, to: bool) -> set[str]:
    """Tasks whose majority outcome over seeds became `to`."""
    old, new = _majority(before), _majority(after)
    return {k for k in old.keys() & new.keys() if old[k] is not to and new[k] is to}


def _majority(outcomes: Sequence[Outcome]) -> dict[str, bool]:
    runs: dict[str, list[bool]] = {}
    for outcome in outcomes:
        if outcome.valid:
            runs.setdefault(outcome.task_key, []).append(outcome.success)
    return {key: 2 * sum(results) > len(results) for key, results in runs.items()}


def _share(part: set[str], whole: set[str]) -> float | None:
    return len(part) / len(whole) if whole else None

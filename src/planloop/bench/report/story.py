"""Story: the three sentences that say what happened in a run, made from its numbers alone."""

from __future__ import annotations

from collections import Counter

from planloop.bench.report.words import between, label, listed, number, plural, signed
from planloop.contract.diagnosis import Cause, Side
from planloop.contract.review import Decision, Review, ReviewerKind
from planloop.contract.summary import RunSummary

_KINDS = {ReviewerKind.PERSON: "person", ReviewerKind.POLICY: "policy", ReviewerKind.MODEL: "model"}


def story(summary: RunSummary) -> tuple[str, str, str]:
    """What was measured, what the loop did, and what it cost and came from."""
    return _measured(summary), _done(summary), _cost(summary)


def verdict_words(low: float, high: float) -> str:
    """What an interval of a difference allows to be said."""
    if low > 0:
        return "better"
    return "worse" if high < 0 else "not distinguishable from no change"


def _measured(summary: RunSummary) -> str:
    gain, before, after = summary.gain, summary.before.overall, summary.after.overall
    return (
        f"On {plural(after.n, 'held-out test task')} Overall went from {number(before.value)} to {number(after.value)} "
        f"points (paired difference {signed(gain.estimate.value)}, 95 % interval {between(gain.estimate, sign=True)}: "
        f"{verdict_words(gain.estimate.low, gain.estimate.high)}); {plural(gain.gained, 'task')} that had failed now "
        f"{'succeeds' if gain.gained == 1 else 'succeed'} and {plural(gain.lost, 'task')} that had succeeded now "
        f"{'fails' if gain.lost == 1 else 'fail'}."
    )


def _done(summary: RunSummary) -> str:
    counts: Counter[Cause] = Counter()
    for turn in summary.rounds:
        for entry in turn.diagnoses:
            counts[entry.cause] += entry.count
    found = [_side(counts, side) for side in Side if any(counts[c] for c in Cause if c.side is side)]
    diagnosed = f"diagnosis attributed {listed(found)}" if found else "nothing was diagnosed"
    releases = [turn.data for turn in summary.rounds if turn.data is not None]
    changes = [entry for turn in summary.rounds for entry in turn.changes]
    applied = sum(entry.applied for entry in changes)
    used = sum(release.trajectories for release in releases)
    return (
        f"In {plural(len(summary.rounds), 'round')} {diagnosed}; there followed "
        f"{plural(len(releases), 'data release')} with {plural(used, 'trajectory', 'trajectories')} and "
        f"{plural(len(changes), 'harness change request')}, of which {applied} {'was' if applied == 1 else 'were'} "
        f"applied{_approvers(summary)}."
    )


def _side(counts: Counter[Cause], side: Side) -> str:
    causes = [cause for cause in Cause if cause.side is side and counts[cause]]
    total = sum(counts[cause] for cause in causes)
    most = max(causes, key=lambda cause: counts[cause])
    chief = f" (chiefly {label(most).lower()})" if len(causes) > 1 else f" ({label(most).lower()})"
    return f"{plural(total, 'failure')} to the {side.value}{chief}"


def reviews(summary: RunSummary) -> list[Review]:
    """Every review of the run, in order."""
    found: list[Review | None] = [summary.start.data_review, summary.start.review] if summary.start else []
    for turn in summary.rounds:
        found.append(turn.data.review if turn.data else None)
        found.extend(entry.review for entry in turn.changes)
        found.append(turn.review)
    return [review for review in found if review is not None]


def _approvers(summary: RunSummary) -> str:
    kinds = Counter(r.kind for r in reviews(summary) if r.decision is Decision.APPROVE)
    if not kinds:
        return "; nothing was approved"
    parts = [f"{count} by a {_KINDS[kind]}" for kind, count in kinds.items()]
    return f"; {plural(sum(kinds.values()), 'approval')}, {listed(parts)}"


def _cost(summary: RunSummary) -> str:
    before, after = summary.before, summary.after
    cost = (
        f"A task now takes {number(after.output_tokens, 0)} output tokens and {number(after.tool_calls)} tool calls on "
        f"average, where it took {number(before.output_tokens, 0)} and {number(before.tool_calls)}"
    )
    if summary.contributions is None:
        return cost + "."
    data, eta = summary.contributions.data_training.estimate, summary.contributions.harness.estimate
    return (
        f"{cost}; data and training contributed {signed(data.value)} points ({between(data, sign=True)}) "
        f"and the harness {signed(eta.value)} ({between(eta, sign=True)})."
    )

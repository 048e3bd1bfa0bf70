"""Edit: eta under fixed theta. Proposals are applied, gated, put to review, and their predictions scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from planloop.contract.change import ChangeRequest
from planloop.contract.prediction import PredictionScore
from planloop.contract.split import Split, Stage
from planloop.contract.trajectory import Trajectory
from planloop.contract.version import HarnessVersion
from planloop.evolution.edit import edited, read_eta
from planloop.evolution.gate import MARGIN, GateDecision, Outcome, gate, rule_checks, score_predictions
from planloop.evolution.gate import paired as compared
from planloop.evolution.leaks import LeakCheck
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.ports import Ruling
from planloop.evolution.propose import Evolve, edits_of
from planloop.evolution.steps.collect import Order, collect
from planloop.evolution.steps.measure import Measured, measure
from planloop.evolution.steps.survey import Survey
from planloop.harness.eta import Eta


def edit_eta(
    loop: Loop,
    key: str,
    pair: Pair,
    looked: Measured,
    found: Survey,
    round: int,  # noqa: A002
) -> tuple[Pair, list[dict[str, Any]]]:
    """Try the proposals for a survey one after the other, each against the harness that the last one left.

    `looked` is the measurement behind the survey. Returns the pair with the harness reached, and what became of each.
    """
    leaks = _leaks(loop, pair)
    evolve = Evolve(tasks=len(looked.tasks), solved=_solved(looked))
    files = read_eta(loop.folder(pair.harness))
    specs = {s.name: s for s in loop.harness(pair.harness).specs(loop.sandbox())}
    proposals = loop.roles.propose(found.diagnosed, files, specs, leaks, evolve)
    chosen = loop.object(f"{key}/chosen", lambda: {"changes": _untried(loop, proposals)})["changes"]
    outcomes: list[dict[str, Any]] = []
    for number, change in enumerate(c for c in proposals if c.id in chosen):
        loop.voice.note(f"trying a harness change: {change.title}")
        pair, outcome = _try(loop, f"{key}/{number}", pair, change, leaks, round)
        outcomes.append(outcome)
    return pair, outcomes


def _untried(loop: Loop, proposals: Sequence[ChangeRequest]) -> list[str]:
    """The most promising proposals, without those that an earlier round has tried on the very same evidence."""
    held = loop.store.artefacts.kinds(c.id for c in proposals)
    return [c.id for c in proposals if c.id not in held][: loop.config.evolution.edits]


def _try(
    loop: Loop,
    key: str,
    pair: Pair,
    change: ChangeRequest,
    leaks: LeakCheck,
    round: int,  # noqa: A002
) -> tuple[Pair, dict[str, Any]]:
    problems = rule_checks(change, read_eta(loop.folder(pair.harness)), leaks, Eta.parse)
    made = loop.object(f"{key}/apply", partial(_apply, loop, pair, change, problems))
    if "harness" not in made:
        return pair, {"change": change.id, "title": change.title, "ruling": "not applied", "reason": made["reason"]}
    candidate = Pair(checkpoint=pair.checkpoint, harness=str(made["harness"]))
    tried = _first_try(loop, f"{key}/first-try", candidate, change, round)
    seen = [measure(loop, pair, Split.DEV_EVOLVE, round).trajectories, tried]
    first = score_predictions(change, *map(_outcomes, seen))
    if not _promising(change, first, len(seen[0])):
        outcome = loop.object(f"{key}/review", lambda: _shelve(loop, change, problems, first))
        return _ruled(pair, candidate, outcome), {**outcome, "harness": candidate.harness, "title": change.title}
    gated = [measure(loop, p, Split.DEV_GATE, round) for p in (pair, candidate)]
    if compared(*map(_outcomes, (m.trajectories for m in gated))).at_least > MARGIN:  # else no rule accepts it
        seen[1] = measure(loop, candidate, Split.DEV_EVOLVE, round).trajectories
    outcome = loop.object(f"{key}/review", lambda: _judge(loop, change, problems, gated, seen))
    return _ruled(pair, candidate, outcome), {**outcome, "harness": candidate.harness, "title": change.title}


def _ruled(pair: Pair, candidate: Pair, outcome: Mapping[str, Any]) -> Pair:
    """The candidate where its change was approved, on whatever was measured: a person may approve anything."""
    return candidate if outcome["ruling"] == Ruling.APPROVED else pair


def _apply(loop: Loop, pair: Pair, change: ChangeRequest, problems: Sequence[str]) -> dict[str, Any]:
    """The edited eta as a version; where a rule check fails (a later proposal may no longer fit), the reason."""
    loop.store.add(change)
    if problems:
        return {"reason": problems[0]}
    files = read_eta(loop.folder(pair.harness))
    new = edited(files, edits_of(change))
    if new == files:
        return {"reason": "an earlier change has made these edits already"}
    tree = loop.store.put_tree({name: text.encode() for name, text in new.items()})
    version = HarnessVersion(tree=tree, parent=pair.harness, changes=(change.id,), note=change.title)
    return {"harness": loop.store.add(version)}


def _first_try(loop: Loop, key: str, candidate: Pair, change: ChangeRequest, round: int) -> list[Trajectory]:  # noqa: A002
    """Play only the tasks that the change is to fix or may break."""
    named = {*change.predicted_fixes, *change.predicted_regressions}
    tasks = [t for t in loop.tasks(Split.DEV_EVOLVE, Stage.DIAGNOSIS) if t.key in named]
    return collect(loop, Order(key, tasks, candidate, Stage.DIAGNOSIS, round))


def _promising(change: ChangeRequest, first: PredictionScore, tasks: int) -> bool:
    """Whether the first try kept what the change predicts: as many tasks fixed as its effect comes to, one at least,
    beyond those that broke. Batches of other sizes round otherwise, so that a task or so flips by itself, and a
    comparison on `dev.gate` costs as much as half of a refresh."""
    fixed = {*first.fixed} & {*change.predicted_fixes}
    return len(fixed) - len(first.broken) >= max(1.0, change.predicted_effect / 100.0 * tasks)


def _shelve(loop: Loop, change: ChangeRequest, problems: Sequence[str], score: PredictionScore) -> dict[str, Any]:
    """Put a change that did not fix what it promised to review as it is: it is not worth a look at `dev.gate`. What it
    predicted is scored on the tasks that were played."""
    loop.store.add(score)
    fixed = len({*score.fixed} & {*change.predicted_fixes})
    measured = {"fixes_seen": score.fix_precision or 0.0, "rule_checks_passed": not problems}
    ruling = loop.board.review(change, requester=change.proposer, measured=measured)
    hoped = len(change.predicted_fixes)
    found = f"{fixed} of its {hoped} predicted fixes appeared on dev.evolve, {len(score.broken)} of the others broke"
    reason = found if hoped else "it predicts no fix"
    return {
        "change": change.id,
        "ruling": ruling.value,
        "gate": GateDecision.PERSON.value,
        "reason": reason,
        "edits": [e.place for e in edits_of(change)],
        "predicted_effect": change.predicted_effect,
        "seen_effect": score.seen_effect,
        "fixes_seen": score.fix_precision or 0.0,
    }


def _judge(
    loop: Loop,
    change: ChangeRequest,
    problems: Sequence[str],
    gated: list[Measured],
    seen: list[Sequence[Trajectory]],
) -> dict[str, Any]:
    """Paired on `dev.gate` under one theta, predictions checked on what was played of `dev.evolve`; only a review
    accepts."""
    before, after = (_outcomes(m.trajectories) for m in gated)
    evolve_before, evolve_after = map(_outcomes, seen)
    result = gate(change, before, after, evolve_before, evolve_after, problems)
    score = score_predictions(change, evolve_before, evolve_after)
    loop.store.add(score)
    ruling = loop.board.review(
        change,
        requester=change.proposer,
        measured={
            "difference_low": result.difference.at_least,
            "episodes": result.difference.n,
            "fixes_seen": result.fixes_seen,
            "rule_checks_passed": not result.problems,
        },
    )
    return {
        "change": change.id,
        "ruling": ruling.value,
        "gate": result.decision.value,
        "reason": result.reason,
        "edits": [e.place for e in edits_of(change)],
        "predicted_effect": change.predicted_effect,
        "seen_effect": score.seen_effect,
        "gate_difference": result.difference.points,
        "gate_difference_lo": result.difference.low,
        "gate_difference_hi": result.difference.high,
        "gate_n": result.difference.n,
        "gate_difference_gained": result.difference.gained,
        "gate_difference_lost": result.difference.lost,
        "fixes_seen": result.fixes_seen,
        "fixed": sorted({*score.fixed} & {*change.predicted_fixes}),
        "broken": sorted({*score.broken} & {*change.predicted_regressions}),
        "fix_precision": score.fix_precision,
        "measurements": [m.id for m in gated],
    }


def _outcomes(trajectories: Sequence[Trajectory]) -> list[Outcome]:
    return [Outcome.of(t) for t in trajectories]


def _solved(measured: Measured) -> Mapping[str, set[str]]:
    """Which tools each solved task used."""
    return {t.task_key: {c.name for m in t.messages for c in m.tool_calls} for t in measured.trajectories if t.success}


def _leaks(loop: Loop, pair: Pair) -> LeakCheck:
    specs = {s.name: s for s in loop.harness(pair.harness).specs(loop.sandbox())}
    return LeakCheck(loop.tasks(Split.DEV_EVOLVE, Stage.DIAGNOSIS), specs, loop.solutions)

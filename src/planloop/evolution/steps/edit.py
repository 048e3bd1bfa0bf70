"""Edit: eta under fixed theta. Proposals are applied, gated, put to review, and their predictions scored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from planloop.contract.change import ChangeRequest
from planloop.contract.errors import PlanloopError
from planloop.contract.eta_edit import EtaEdit
from planloop.contract.split import Split
from planloop.contract.version import HarnessVersion
from planloop.evolution.edit import edited, read_eta
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.ports import Ruling
from planloop.evolution.steps.measure import Measured, measure, paired
from planloop.evolution.steps.survey import Survey
from planloop.harness.eta import Eta


def edit_eta(loop: Loop, key: str, pair: Pair, found: Survey, round: int) -> tuple[Pair, list[dict[str, Any]]]:  # noqa: A002
    """Try the proposals for a survey one after the other, each against the harness that the last one left.

    Returns the pair with the harness reached and what became of each proposal.
    """
    files = read_eta(loop.folder(pair.harness))
    proposals = list(loop.roles.propose(found.cases, files))[: loop.config.evolution.edits]
    outcomes: list[dict[str, Any]] = []
    for number, change in enumerate(proposals):
        loop.voice.note(f"trying a harness change: {change.title}")
        pair, outcome = _try(loop, f"{key}/{number}", pair, change, round)
        outcomes.append(outcome)
    return pair, outcomes


def _try(loop: Loop, key: str, pair: Pair, change: ChangeRequest, round: int) -> tuple[Pair, dict[str, Any]]:  # noqa: A002
    made = loop.object(f"{key}/apply", lambda: _apply(loop, pair, change))
    if "harness" not in made:
        return pair, {"change": change.id, "title": change.title, "ruling": "not applied", "reason": made["reason"]}
    candidate = Pair(checkpoint=pair.checkpoint, harness=str(made["harness"]))
    count = loop.config.evolution.gate_tasks
    old = measure(loop, pair, Split.DEV_GATE, round, count)
    new = measure(loop, candidate, Split.DEV_GATE, round, count)
    outcome = loop.object(f"{key}/review", lambda: _judge(loop, change, old, new))
    accepted = outcome["ruling"] == Ruling.APPROVED
    return (candidate if accepted else pair), {**outcome, "harness": candidate.harness, "title": change.title}


def _apply(loop: Loop, pair: Pair, change: ChangeRequest) -> dict[str, Any]:
    """The edited eta as a version; where the edits do not fit or eta would not load, the reason."""
    loop.store.add(change)
    try:
        files = edited(read_eta(loop.folder(pair.harness)), edits_of(change))
        Eta.parse(files, f"eta of {change.id}")
    except PlanloopError as error:
        return {"reason": str(error)}
    tree = loop.store.put_tree({name: text.encode() for name, text in files.items()})
    version = HarnessVersion(tree=tree, parent=pair.harness, changes=(change.id,), note=change.title)
    return {"harness": loop.store.add(version)}


def edits_of(change: ChangeRequest) -> tuple[EtaEdit, ...]:
    """The edits of a harness change."""
    raw = change.proposal.get("edits")
    return tuple(EtaEdit.model_validate(item) for item in raw) if isinstance(raw, list) else ()


def _judge(loop: Loop, change: ChangeRequest, old: Measured, new: Measured) -> dict[str, Any]:
    """Paired on `dev.gate` under one theta; the change is accepted only by a review."""
    difference = paired(old, new)
    seen = fixes_seen(change.predicted_fixes, old, new)
    ruling = loop.board.review(
        change,
        requester=change.proposer,
        measured={
            "difference_low": 100 * difference.difference.low,
            "episodes": difference.difference.count,
            "fixes_seen": seen,
            "rule_checks_passed": True,  # the edited eta was parsed
        },
    )
    return {
        "change": change.id,
        "ruling": ruling.value,
        "predicted_effect": change.predicted_effect,
        "measured_effect": 100 * difference.difference.value,
        "measured_effect_lo": 100 * difference.difference.low,
        "measured_effect_hi": 100 * difference.difference.high,
        "fixes_seen": seen,
        "measurements": [old.id, new.id],
    }


def fixes_seen(predicted: Sequence[str], old: Measured, new: Measured) -> float:
    """Share of the predicted fixes that appeared: groups whose success rose, tasks that are solved now and were not.

    Predictions about tasks of another split cannot be seen here; groups stand for them.
    """
    before, after = old.groups, new.groups
    was = {r.task_key: r.success for r in old.results}
    now = {r.task_key: r.success for r in new.results}
    hits = [
        after[p] > before[p] if p in before else now[p] > was[p] for p in predicted if p in before or p in was
    ]
    return sum(hits) / len(hits) if hits else 0.0

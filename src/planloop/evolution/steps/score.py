"""Score: what a change predicted, beside what was measured afterwards (design rule 8)."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from planloop.contract.change import ChangeRequest
from planloop.evolution.loop import Loop
from planloop.evolution.steps.measure import Measured, paired

NOTE = "note.prediction"


def score_prediction(loop: Loop, key: str, change_id: str, before: Measured, after: Measured) -> dict[str, Any]:
    """Compare a data change's predicted effects per capability group with the measured ones, in points.

    The score is kept as a note beside the change, once.
    """
    return loop.object(key, lambda: _score(loop, change_id, before, after))


def _score(loop: Loop, change_id: str, before: Measured, after: Measured) -> dict[str, Any]:
    change = loop.store.get(ChangeRequest, change_id)
    raw = change.proposal.get("predicted_effects")
    predicted = {str(k): float(str(v)) for k, v in raw.items()} if isinstance(raw, dict) else {}
    was, now = before.groups, after.groups
    shared = sorted(predicted.keys() & was.keys() & now.keys())
    groups = {g: {"predicted": predicted[g], "measured": round(now[g] - was[g], 2)} for g in shared}
    hits = [now[g] > was[g] for g in change.predicted_fixes if g in was and g in now]
    error = fmean(abs(predicted[g] - (now[g] - was[g])) for g in shared) if shared else None
    score: dict[str, Any] = {
        "predicted_effect": change.predicted_effect,
        "measured_effect": round(100 * paired(before, after).difference.value, 2),
        "fixes_predicted": len(hits),
        "fixes_seen": sum(hits),
        "mean_error": None if error is None else round(error, 2),
        "groups": groups,
    }
    held = loop.store.edits.of([change_id]).get(change_id, [])
    if not any(e.field == NOTE for e in held):
        loop.store.edit(change_id, NOTE, score, author="loop", reason="measured on dev.evolve after training")
    return score

"""Start: the first deployment as the report reads it, put together from the log entry of the cold start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planloop.bench.rounds import gate_result, loss_points, release_review, result_of
from planloop.contract.summary import StartLook, StartSummary
from planloop.evolution.loop import Loop
from planloop.evolution.steps.promote import UNCHANGED


def start_summary(loop: Loop, entry: Mapping[str, Any]) -> StartSummary | None:
    """The summary of a cold start; None where nothing was trained."""
    if not entry["looks"]:
        return None
    outcome = entry["release"]
    parts = [look["part"] for look in entry["looks"]]
    trained = [result_of(loop, key) for key in (f"cold/train/{max(parts)}", "cold/train")]
    return StartSummary(
        capabilities=tuple(entry["capabilities"]),
        tasks=entry["tasks"],
        trajectories=entry["trajectories"],
        supervised=next((loss_points(t["curve"]) for t in trained if t), ()),
        looks=tuple(StartLook(part=look["part"], success=look["success"]) for look in entry["looks"]),
        data_review=loop.store.decisions.decision(str(entry["change"])),
        gate=gate_result(outcome),
        release=outcome.get("release"),
        review=release_review(loop, outcome),
        reason="it was no better" if outcome.get("reason") == UNCHANGED else str(outcome.get("reason") or ""),
    )

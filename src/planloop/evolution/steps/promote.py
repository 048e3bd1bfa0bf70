"""Promote: a candidate pair against what serves on `dev.gate`; only an approved one is released."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from planloop.contract.errors import PlanloopError
from planloop.contract.review import Decision
from planloop.contract.split import Split
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.steps.measure import measure, sound_comparison

PROPOSER = "loop"
UNCHANGED = "the round changed nothing"


def promote(
    loop: Loop,
    key: str,
    serving: Pair,
    candidate: Pair,
    changes: Sequence[str],
    round: int,  # noqa: A002
) -> dict[str, Any]:
    """The outcome with the release's id (None where there is none). An unchanged pair is not proposed again."""
    if candidate == serving:
        return loop.object(key, lambda: {"release": None, "reason": UNCHANGED})
    old = measure(loop, serving, Split.DEV_GATE, round)
    new = measure(loop, candidate, Split.DEV_GATE, round)
    compared = sound_comparison(old, new)
    difference = compared.difference

    def propose() -> dict[str, Any]:
        _require_served(loop, serving, candidate)
        ruling, made = loop.board.release(
            candidate.checkpoint,
            candidate.harness,
            proposer=PROPOSER,
            changes=changes,
            measurements=(old.id, new.id),
            measured={
                "difference_low": 100 * difference.at_least,
                "episodes": difference.count,
                "rule_checks_passed": all(_approved(loop, change) for change in changes),
            },
            note=f"round {round}",
        )
        return {
            "release": None if made is None else made.id,
            "ruling": ruling.value,
            "checkpoint": candidate.checkpoint,
            "harness": candidate.harness,
            "gate_before": 100 * old.evaluation.overall.value,
            "gate_after": 100 * new.evaluation.overall.value,
            "gate_difference": 100 * difference.value,
            "gate_difference_lo": 100 * difference.low,
            "gate_difference_hi": 100 * difference.high,
            "gate_n": difference.count,
            "gate_difference_gained": compared.gained,
            "gate_difference_lost": compared.lost,
        }

    return loop.object(key, propose)


def _require_served(loop: Loop, serving: Pair, candidate: Pair) -> None:
    """Refuse to replace a release that the candidate was not compared with, such as one that somebody rolled back to.
    The candidate itself may serve already: a kill came between its promotion and the step's commit."""
    now = loop.board.current()
    if now is not None and Pair(checkpoint=now.checkpoint, harness=now.harness) not in (serving, candidate):
        raise PlanloopError(
            "serves, and not the release that this run compares with: was it rolled back?",
            place=now.id,
            cure="start a new run from what serves, in a store of its own",
        )


def _approved(loop: Loop, change: str) -> bool:
    """The rule check of a release: it is made of approved changes only."""
    review = loop.store.decisions.decision(change)
    return review is not None and review.decision is Decision.APPROVE

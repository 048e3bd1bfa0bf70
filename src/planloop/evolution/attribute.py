"""Attribution by experiment: a cause is asserted only if repairing it flips the verdict (design section 10)."""

from __future__ import annotations

import math
from collections.abc import Callable

from planloop.contract.diagnosis import Cause, Diagnosis, Side
from planloop.contract.intervention import Intervention, InterventionKind
from planloop.contract.record import Record
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory

Replay = Callable[[Task, Intervention, int], Trajectory]
"""Run the task again under an intervention and a seed, by the same planner and harness version."""

REPAIRS: dict[Cause, InterventionKind] = {
    Cause.TOOL_EXPOSURE: InterventionKind.EXPOSE_TOOL,
    Cause.RETRIEVAL: InterventionKind.RETURN_RECORDS,
    Cause.STALE_MEMORY: InterventionKind.RETURN_RECORDS,
    Cause.FEEDBACK_FORMATTING: InterventionKind.SHOW_ALL,
    Cause.SKILL_GUIDANCE: InterventionKind.DROP_GUIDANCE,
}
CHANCE = 0.1
"""Asserted when a difference at least this large has at most this probability without an effect."""
UNTESTED_CONFIDENCE = 0.3


class Attribution(Record):
    """The experiment and its outcome. `diagnosis` has `tested` set where the cause was asserted."""

    diagnosis: Diagnosis
    intervention: Intervention
    flipped: int
    control: int
    trials: int
    p: float
    asserted: bool


def intervention_for(diagnosis: Diagnosis, tool: str = "") -> Intervention:
    """The experiment that tests a diagnosis. Model-side causes are tested by correcting the turn."""
    kind = REPAIRS.get(diagnosis.cause)
    if kind is None and diagnosis.side is Side.MODEL and diagnosis.turn is not None:
        kind = InterventionKind.CORRECT_TURN
    return Intervention(kind=kind or InterventionKind.NONE, tool=tool, turn=diagnosis.turn)


def attribute(
    diagnosis: Diagnosis, task: Task, replay: Replay, *, tool: str = "", trials: int = 3, deterministic: bool = False
) -> Attribution:
    """Test a diagnosis by replays with and without its repair, seeds 0 to `trials - 1` in both arms.

    With a deterministic planner one replay each decides; otherwise the flips must exceed chance (Fisher's exact test,
    one-sided). A harness cause that no experiment supports keeps at most `UNTESTED_CONFIDENCE`: it is not asserted.
    Invalid replays are no evidence.
    """
    what = intervention_for(diagnosis, tool)
    if what.kind is InterventionKind.NONE:
        return Attribution(
            diagnosis=diagnosis, intervention=what, flipped=0, control=0, trials=0, p=1.0, asserted=False
        )
    count = 1 if deterministic else trials
    without = [t for s in range(count) if (t := replay(task, Intervention(kind=InterventionKind.NONE), s)).valid]
    with_it = [t for s in range(count) if (t := replay(task, what, s)).valid]
    flipped, control = sum(t.success for t in with_it), sum(t.success for t in without)
    p = fisher(flipped, len(with_it), control, len(without))
    certain = deterministic and bool(with_it) and bool(without) and flipped > control
    asserted = certain or (not deterministic and p <= CHANCE)
    confidence = diagnosis.confidence
    if asserted:
        confidence = max(confidence, 1.0 if certain else 1.0 - p)
    elif diagnosis.side is Side.HARNESS:
        confidence = min(confidence, UNTESTED_CONFIDENCE)
    judged = diagnosis.model_copy(update={"tested": asserted, "confidence": confidence})
    return Attribution(
        diagnosis=judged,
        intervention=what,
        flipped=flipped,
        control=control,
        trials=min(len(with_it), len(without)),
        p=p,
        asserted=asserted,
    )


def fisher(successes: int, n: int, control: int, m: int) -> float:
    """One-sided exact probability of at least `successes` of `n` beside `control` of `m`, if nothing differed."""
    total = successes + control
    if n == 0 or m == 0:
        return 1.0
    ways = math.comb(n + m, total)
    tail = sum(math.comb(n, k) * math.comb(m, total - k) for k in range(successes, min(n, total) + 1))
    return tail / ways

"""One RL step: verified groups in, advantages, rows, one or more updates, and the figures to watch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from planloop.contract.trajectory import Trajectory
from planloop.training.care import Advantage, CareParameters, Outcome, Regime, Scores, care, outcomes
from planloop.training.objective import ClippedObjective, ClipSettings, corrected_rows
from planloop.training.rollout import Group
from planloop.training.rows import TrainRow, rl_rows

if TYPE_CHECKING:
    from planloop.training.trainer import StepReport, Trainer

MIN_VALID = 2


@dataclass(frozen=True)
class ScoredGroup:
    """A group with what CARE made of it; `outcomes` and `scores` are in the order of `trajectories`."""

    task_key: str
    trajectories: tuple[Trajectory, ...]
    outcomes: tuple[Outcome, ...]
    scores: Scores


@dataclass(frozen=True)
class RlSettings:
    """`updates` passes over one batch of rollouts. With `correct`, the trainer's own log-probabilities are computed
    first and the rollout mismatch is corrected with ratios truncated at `correction_cap`; without, the recorded
    log-probabilities are the reference, as in Eq. 10."""

    clip: ClipSettings = field(default_factory=ClipSettings)
    updates: int = 1
    correct: bool = False
    correction_cap: float = 2.0


@dataclass(frozen=True)
class RlReport:
    """One RL step. Rates are shares in [0, 1]; `mismatch` is the mean |log ratio| between the trainer and the
    rollout before the first update; `surprisal` (mean -log p of the sampled tokens) stands for the entropy."""

    groups: int
    dropped: int
    regimes: dict[Regime, int]
    with_signal: float
    success: float
    progress: float
    cost: float
    output_tokens: float
    mismatch: float
    clip_fraction: float
    surprisal: float
    gradient_norm: float
    loss: float
    steps: tuple[StepReport, ...]


def score_groups(
    groups: Sequence[Group], phi: CareParameters, advantage: Advantage = care
) -> tuple[list[ScoredGroup], int]:
    """Advantages of every group, and how many groups were dropped for having fewer than two valid episodes."""
    scored = []
    for group in groups:
        if len(group.trajectories) < MIN_VALID:
            continue
        read = outcomes(group.trajectories, group.task.reference)
        scored.append(ScoredGroup(group.task.key, group.trajectories, tuple(read), advantage(read, phi)))
    return scored, len(groups) - len(scored)


def group_rows(groups: Sequence[ScoredGroup]) -> list[TrainRow]:
    """Rows of a batch. Episodes with advantage 0 carry no gradient and are not computed, but stay in G."""
    return [
        row
        for group in groups
        for trajectory, value in zip(group.trajectories, group.scores.advantages, strict=True)
        if value != 0.0
        for row in rl_rows(trajectory, value, scale=1.0 / len(group.trajectories))
    ]


def rl_step(trainer: Trainer, groups: Sequence[ScoredGroup], settings: RlSettings, dropped: int = 0) -> RlReport:
    """Update the trainer on scored groups. A batch without any signal makes no update (and says so: no steps)."""
    rows = group_rows(groups)
    first_mismatch: float | None = None
    if rows and settings.correct:
        found = trainer.logps(rows)
        first_mismatch = _mismatch(rows, found)
        rows = corrected_rows(rows, found, settings.correction_cap)
    objective = ClippedObjective(settings.clip)
    steps = [trainer.step(rows, objective, float(len(groups))) for _ in range(settings.updates if rows else 0)]
    return _report(groups, dropped, steps, first_mismatch)


def _mismatch(rows: Sequence[TrainRow], found: Sequence[Sequence[float]]) -> float:
    gaps: list[float] = []
    for row, logps in zip(rows, found, strict=True):
        old = row.old_logps or ()
        learnt = [t for t, weight in enumerate(row.weights) if t and weight]
        gaps.extend(abs(logp - old[t]) for t, logp in zip(learnt, logps, strict=True))
    return fmean(gaps) if gaps else 0.0


def _report(
    groups: Sequence[ScoredGroup], dropped: int, steps: Sequence[StepReport], mismatch: float | None
) -> RlReport:
    read = [outcome for group in groups for outcome in group.outcomes]
    lengths = [t.cost.output_tokens for group in groups for t in group.trajectories]
    counts = Counter(group.scores.regime for group in groups)
    tokens = sum(step.sums["tokens"] for step in steps)

    def per_token(name: str, over: Sequence[StepReport]) -> float:
        total = sum(step.sums["tokens"] for step in over)
        return sum(step.sums[name] for step in over) / total if total else 0.0

    return RlReport(
        groups=len(groups),
        dropped=dropped,
        regimes={regime: counts.get(regime, 0) for regime in Regime},
        with_signal=fmean([group.scores.has_signal for group in groups]) if groups else 0.0,
        success=fmean([o.success for o in read]) if read else 0.0,
        progress=fmean([o.progress for o in read]) if read else 0.0,
        cost=fmean([o.cost for o in read]) if read else 0.0,
        output_tokens=fmean(lengths) if lengths else 0.0,
        mismatch=per_token("mismatch", steps[:1]) if mismatch is None else mismatch,
        clip_fraction=per_token("clipped", steps),
        surprisal=per_token("surprisal", steps[:1]),
        gradient_norm=steps[-1].gradient_norm if tokens else 0.0,
        loss=steps[-1].loss if tokens else 0.0,
        steps=tuple(steps),
    )

"""The RL objective: token-level clipped ratio with an asymmetric range (method section 5.2, Eq. 10)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from planloop.training.rows import TrainRow

if TYPE_CHECKING:
    from torch import Tensor

    from planloop.training.trainer import TargetBatch


@dataclass(frozen=True)
class ClipSettings:
    """The admissible ratio range `[1 - low, 1 + high]`, and the bound `cap` on the ratio where the clip does not
    hold it (a token with negative advantage that has become more likely: dual clip, Ye et al. 2020). Not in Eq. 10."""

    low: float = 0.2
    high: float = 0.28
    cap: float = math.inf


@dataclass(frozen=True)
class ClippedObjective:
    """The negative of Eq. 10. A row's weights carry 1 / (G T_i), so the sum over a batch divided by its number of
    groups is the mean over groups of the means over trajectories, however the batch is split into packs."""

    clip: ClipSettings

    def __call__(self, logps: Tensor, batch: TargetBatch) -> tuple[Tensor, dict[str, float]]:
        """Loss sum over the tokens, and sums of: tokens, clipped tokens, |log ratio|, k3 divergence, surprisal."""
        import torch

        log_ratio = logps - batch.old_logps
        ratio = log_ratio.exp()
        clipped = ratio.clamp(1 - self.clip.low, 1 + self.clip.high)
        gain = torch.minimum(ratio * batch.advantages, clipped * batch.advantages)
        if math.isfinite(self.clip.cap):
            bounded = torch.maximum(gain, self.clip.cap * batch.advantages)
            gain = torch.where(batch.advantages < 0, bounded, gain)
        with torch.no_grad():
            high = (batch.advantages > 0) & (ratio > 1 + self.clip.high)
            low = (batch.advantages < 0) & ((ratio < 1 - self.clip.low) | (ratio > self.clip.cap))
            sums = {
                "tokens": float(logps.numel()),
                "clipped": float((high | low).sum()),
                "mismatch": float(log_ratio.abs().sum()),
                "divergence": float((ratio - 1 - log_ratio).sum()),
                "surprisal": float(-logps.sum()),
            }
        return -(batch.weights * gain).sum(), sums


def corrected_rows(
    rows: Sequence[TrainRow], trainer_logps: Sequence[Sequence[float]], cap: float = 2.0
) -> list[TrainRow]:
    """Truncated importance correction of the difference between the rollout engine and the trainer.

    `trainer_logps` are the trainer's own log-probabilities of each row's learnt tokens before the update. They become
    the reference of the ratio, and each token's weight is multiplied by min(pi_trainer / pi_rollout, cap).
    """
    return [_corrected(row, found, cap) for row, found in zip(rows, trainer_logps, strict=True)]


def _corrected(row: TrainRow, found: Sequence[float], cap: float) -> TrainRow:
    if row.old_logps is None:
        raise ValueError(f"row {row.source}: the rollout recorded no log-probabilities, so there is nothing to correct")
    weights, olds = list(row.weights), list(row.old_logps)
    learnt = [t for t, weight in enumerate(row.weights) if t and weight]
    for t, logp in zip(learnt, found, strict=True):
        weights[t] *= min(math.exp(min(logp - olds[t], 50.0)), cap)
        olds[t] = logp
    return replace(row, weights=tuple(weights), old_logps=tuple(olds))

"""Training rows: one token sequence with what is to be learnt from it (method sections 5.1 and 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from planloop.contract.mask import learnable_rl, learnable_sft
from planloop.contract.trajectory import Segment, Trajectory


@dataclass(frozen=True)
class TrainRow:
    """One sequence. All per-token fields have the length of `ids`.

    `weights[t]` multiplies the loss of predicting `ids[t]` from `ids[:t]`; 0.0 leaves the token out, and `weights[0]`
    is always ignored (nothing precedes it). In RL the weight carries the means of Eq. 10, `old_logps[t]` is the
    log-probability recorded when the token was sampled, and `advantage` is shared by the whole trajectory. `kind` is
    what the row teaches, where somebody says so.
    """

    ids: tuple[int, ...]
    weights: tuple[float, ...]
    old_logps: tuple[float, ...] | None = None
    advantage: float = 0.0
    source: str = ""
    kind: str = ""

    def __post_init__(self) -> None:
        lengths = {len(self.ids), len(self.weights), len(self.ids if self.old_logps is None else self.old_logps)}
        if len(lengths) != 1:
            raise ValueError(f"row {self.source or '?'}: ids, weights and old_logps differ in length ({lengths})")

    @property
    def prefix_length(self) -> int:
        """Tokens before the first learnt one; the whole length when nothing is learnt."""
        return next((t for t, weight in enumerate(self.weights) if t and weight), len(self.ids))

    @property
    def closing(self) -> int:
        """Where the last learnt stretch begins, behind others: the turn that ends an episode of several. The whole
        length when there is one stretch or none."""
        learnt = [t for t, weight in enumerate(self.weights) if t and weight]
        return next((b for a, b in reversed(list(pairwise(learnt))) if b > a + 1), len(self.ids))

    def weighed(self, factor: float, begin: int = 0) -> TrainRow:
        """The same row with the weights from token `begin` on multiplied by `factor`."""
        weights = (w * factor if t >= begin else w for t, w in enumerate(self.weights))
        return replace(self, weights=tuple(weights))

    @property
    def learnt(self) -> int:
        """Number of tokens with a loss: the row's share of Z in Eq. 4."""
        return sum(1 for weight in self.weights[1:] if weight)


def segment_row(
    segment: Segment, learnable: Callable[[int], bool], *, weight: float = 1.0, source: str = ""
) -> TrainRow:
    """The row of one segment: its recorded ids, never re-tokenised, with `weight` where `learnable(mask)`."""
    weights = tuple(weight if learnable(mask) else 0.0 for mask in segment.mask)
    return TrainRow(ids=segment.token_ids, weights=weights, source=source)


def sft_rows(trajectories: Iterable[Trajectory], *, weight: float = 1.0) -> list[TrainRow]:
    """Cold-start rows (Eq. 4): every model turn that is not masked by its flags. Segments with nothing to learn are
    left out. Raises `ValueError` for a trajectory without tokens (endpoint planners record none)."""
    rows: list[TrainRow] = []
    for trajectory in trajectories:
        _require_tokens(trajectory)
        made = (segment_row(s, learnable_sft, weight=weight, source=trajectory.id) for s in trajectory.segments)
        rows.extend(row for row in made if row.learnt)
    return rows


def rl_rows(trajectory: Trajectory, advantage: float, scale: float = 1.0) -> list[TrainRow]:
    """RL rows of one trajectory: weight `scale / T_i` on each generated token, T_i over all segments (Eq. 10)."""
    _require_tokens(trajectory)
    masks = [[learnable_rl(mask) for mask in segment.mask] for segment in trajectory.segments]
    for mask in masks:
        if mask:
            mask[0] = False  # nothing precedes it
    generated = sum(sum(mask) for mask in masks)
    if not generated:
        return []
    share = scale / generated
    return [
        TrainRow(
            ids=segment.token_ids,
            weights=tuple(share if learn else 0.0 for learn in mask),
            old_logps=segment.logprobs,
            advantage=advantage,
            source=trajectory.id,
        )
        for segment, mask in zip(trajectory.segments, masks, strict=True)
        if any(mask)
    ]


def learnt_tokens(rows: Sequence[TrainRow]) -> int:
    """Z of Eq. 4 for a batch of rows."""
    return sum(row.learnt for row in rows)


def _require_tokens(trajectory: Trajectory) -> None:
    if not any(segment.token_ids for segment in trajectory.segments):
        raise ValueError(
            f"trajectory {trajectory.id} of planner {trajectory.versions.planner} carries no tokens; render it for "
            "this planner before training on it"
        )

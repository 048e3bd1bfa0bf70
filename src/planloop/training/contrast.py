"""Contrast: the directions of a layer's input that tell what is new from what is known.

A fresh direction of an adapter adds something to a layer's output in proportion to one direction of its input. Where
it reads a direction that inputs have in every context, whatever is learnt through it changes every context. Here it
reads directions in which the inputs of the rows to be learnt are large and those of the rows to be kept are small:
the generalised eigenvectors of the two second moments. Kept fixed (only the other side of the adapter is trained),
they bound how far what is known can move. Related: CorDA (Yang et al. 2024), LoRA-Null (Tang et al. 2025).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from planloop.training.lora import adapted
from planloop.training.rows import TrainRow
from planloop.training.trainer import Trainer

ROWS = 48
"""Rows of each kind that are read: their tokens are several times as many as a layer's input is wide."""
RIDGE = 0.03
"""Of the mean moment of what is known: directions that neither kind uses are not worth a contrast."""
SPOKEN = 0.5
"""Weight of the positions that predict something learnt; all positions together have the rest."""
ROUNDS = 30


@dataclass
class Moments:
    """Second moments [in, in] of the inputs of adapted layers; layers that read the same tensor share one."""

    sums: dict[str, tuple[Tensor, Tensor]] = field(default_factory=dict)  # over all positions, over spoken ones
    alias: dict[str, str] = field(default_factory=dict)  # a layer's name -> the name that its moment stands under
    count: int = 0
    spoken: int = 0

    def of(self, name: str) -> Tensor:
        """The moment of one entry of `sums`."""
        everywhere, spoken = self.sums[name]
        return (1 - SPOKEN) * everywhere / max(1, self.count) + SPOKEN * spoken / max(1, self.spoken)


def contrast(reader: Trainer, known: Sequence[TrainRow], new: Sequence[TrainRow], rank: int) -> dict[str, Tensor]:
    """For every adapted layer of the reader's model, by name: [rank, in] directions, the most telling first.

    Each is scaled so that it reads from `new` what a random direction of the usual initial size would. Layers of one
    input get the same ones.
    """
    kept, sought = moments(reader, known), moments(reader, new)
    found = {name: _directions(kept.of(name), sought.of(name), rank) for name in sought.sums}
    return {name: found[entry] for name, entry in sought.alias.items()}


@torch.no_grad()
def moments(reader: Trainer, rows: Sequence[TrainRow]) -> Moments:
    """Read some of the rows, evenly spread, and sum up the inputs of every adapted layer."""
    out = Moments()
    reader.model.eval()
    step = max(1, len(rows) // ROWS)
    for pack in reader.packs(rows[::step][:ROWS]):
        spoken = torch.tensor(sorted({t.at for t in pack.targets}), device=reader.device)
        out.count += len(pack.ids)
        out.spoken += len(spoken)
        with _listening(reader.model, out, spoken):
            reader.hidden(pack)
    return out


@contextmanager
def _listening(model: Any, out: Moments, spoken: Tensor) -> Iterator[None]:
    last: list[Any] = [None, ""]  # the tensor read last, and under whose name it was summed

    def listen(name: str, args: tuple[Any, ...]) -> None:
        if args[0] is last[0]:
            out.alias[name] = last[1]
            return
        last[:] = [args[0], name]
        x = args[0].reshape(-1, args[0].shape[-1]).float()
        some = x[spoken]
        everywhere, said = out.sums.get(name, (0.0, 0.0))
        out.sums[name] = (everywhere + x.t() @ x, said + some.t() @ some)
        out.alias[name] = name

    def hook(name: str) -> Any:
        return lambda module, args: listen(name, args)

    handles = [module.register_forward_pre_hook(hook(name)) for name, module in adapted(model)]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def _directions(known: Tensor, new: Tensor, rank: int) -> Tensor:
    """The `rank` leading solutions of `new v = ratio (known + ridge) v`, as rows."""
    width = known.shape[0]
    size = torch.eye(width, device=known.device)
    ridge = known + RIDGE * known.trace() / width * size
    start = torch.randn(width, min(rank, width), generator=torch.Generator().manual_seed(rank)).to(known)
    if 3 * rank < width:
        _, vectors = torch.lobpcg(new, B=ridge, X=start, niter=ROUNDS, largest=True)
    else:
        inverse = torch.linalg.inv(torch.linalg.cholesky(ridge))
        vectors = inverse.t() @ torch.linalg.eigh(inverse @ new @ inverse.t())[1].flip(1)[:, :rank]
    rows = vectors.t()
    energy = ((rows @ new) * rows).sum(1, keepdim=True).clamp_min(1e-12)
    usual = new.trace() / width / 3
    return (rows * (usual / energy).sqrt()).contiguous()

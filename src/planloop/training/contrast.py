"""Contrast: the directions of a layer's input that tell what is new from what is known.

A fresh direction of an adapter adds something to a layer's output in proportion to one direction of its input. Where
it reads a direction that inputs have in every context, whatever is learnt through it changes every context. Here it
reads directions in which the inputs of the rows to be learnt are large and those of the rows to be kept are small:
the generalised eigenvectors of the two second moments. They are where the directions begin; both sides of the adapter
learn. Related: CorDA (Yang et al. 2024), LoRA-Null (Tang et al. 2025).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from planloop.training.lora import adapted
from planloop.training.rows import TrainRow
from planloop.training.trainer import Trainer

READ, BLOCK = 16, 4
"""About how many rows are read of what is known and of what is new, in blocks of neighbours, which share prompts."""
RIDGE = 0.03
"""Of the mean moment of what is known: directions that neither kind uses are not worth a contrast."""
SPOKEN = 0.5
"""Weight of the positions that predict something learnt; all positions together have the rest."""
POSITIONS = 1024
"""Positions of either whose inputs are summed up, evenly spread."""
ROUNDS = 8


@dataclass
class Moments:
    """Second moments [in, in] of the inputs of adapted layers; layers that read the same tensor share one.

    `alias` gives for each layer the name that its moment stands under in `sums`.
    """

    sums: dict[str, Tensor] = field(default_factory=dict)
    alias: dict[str, str] = field(default_factory=dict)


def contrast(reader: Trainer, known: Sequence[TrainRow], new: Sequence[TrainRow], rank: int) -> dict[str, Tensor]:
    """For every adapted layer of the reader's model, by name: [rank, in] directions, the most telling first.

    Each is scaled so that it reads from `new` what a random direction of the usual initial size would. Layers of one
    input get the same ones. An input of fewer than `rank` numbers has no more directions; the rest are 0.
    """
    kept, sought = moments(reader, known), moments(reader, new)
    found = {name: _directions(kept.sums.pop(name), sought.sums.pop(name), rank) for name in list(sought.sums)}
    return {name: found[entry] for name, entry in sought.alias.items()}


@torch.no_grad()
def moments(reader: Trainer, rows: Sequence[TrainRow]) -> Moments:
    """Read some of the rows, evenly spread, and sum up the inputs of every adapted layer."""
    out = Moments()
    reader.model.eval()
    packs = reader.packs(sample(rows))
    everywhere = _spread([range(len(pack.ids)) for pack in packs])
    spoken = _spread([sorted({t.at for t in pack.targets}) for pack in packs])
    counts = [max(1, sum(map(len, places))) for places in (everywhere, spoken)]
    scales = ((1 - SPOKEN) / counts[0], SPOKEN / counts[1])
    for pack, *places in zip(packs, everywhere, spoken, strict=True):
        chosen = [(torch.tensor(at, device=reader.device), scale) for at, scale in zip(places, scales, strict=True)]
        with _listening(reader.model, out, chosen):
            reader.hidden(pack)
    return out


def _spread(places: Sequence[Sequence[int]]) -> list[list[int]]:
    """At most about `POSITIONS` of the places, evenly spread."""
    step = max(1, -(-sum(map(len, places)) // POSITIONS))
    return [list(at[::step]) for at in places]


def sample(rows: Sequence[TrainRow], count: int = READ) -> list[TrainRow]:
    """About `count` rows, as many of each kind and from all over it: a kind that is not read is not told apart."""
    kinds: dict[str, list[TrainRow]] = {}
    for row in sorted(rows, key=lambda row: row.ids):
        kinds.setdefault(row.kind, []).append(row)
    chosen: list[TrainRow] = []
    for mine in kinds.values():
        wanted = min(len(mine), -(-count // len(kinds)))
        blocks = -(-wanted // BLOCK)
        for number in range(blocks):
            begin = number * BLOCK + number * (len(mine) - wanted) // max(1, blocks - 1)
            chosen += mine[begin : begin + min(BLOCK, wanted - number * BLOCK)]
    return chosen


@contextmanager
def _listening(model: Any, out: Moments, chosen: Sequence[tuple[Tensor, float]]) -> Iterator[None]:
    last: list[Any] = [None, ""]  # the tensor read last, and under whose name it was summed

    def listen(name: str, args: tuple[Any, ...]) -> None:
        if args[0] is last[0]:
            out.alias[name] = last[1]
            return
        last[:] = [args[0], name]
        x = args[0].reshape(-1, args[0].shape[-1])
        total = out.sums.get(name)
        for at, scale in chosen:
            part = x[at].float()
            if total is None:
                total = part.new_zeros(part.shape[1], part.shape[1])
            total.addmm_(part.t(), part, alpha=scale)
        assert total is not None
        out.sums[name] = total
        out.alias[name] = name

    def hook(name: str) -> Any:
        return lambda module, args: listen(name, args)

    handles = [module.register_forward_pre_hook(hook(name)) for name, module in adapted(model)]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def leading_space(apply: Callable[[Tensor], Tensor], start: Tensor) -> Tensor:
    """An orthonormal basis [n, k] of about the leading eigenvectors of `apply`, by subspace iteration from `start`."""
    space = start
    for _ in range(ROUNDS):
        space, _ = torch.linalg.qr(apply(space))
    return space


def _directions(known: Tensor, new: Tensor, rank: int) -> Tensor:
    """The `rank` leading solutions of `new v = ratio (known + ridge) v`, as rows, by subspace iteration."""
    width = known.shape[0]
    ridged = known + RIDGE * known.trace() / width * torch.eye(width, device=known.device)
    factor = torch.linalg.cholesky(ridged)
    start = torch.randn(width, min(width, 2 * rank), generator=torch.Generator().manual_seed(rank)).to(known)
    space = leading_space(lambda found: torch.cholesky_solve(new @ found, factor), start)
    small = torch.linalg.inv(torch.linalg.cholesky(space.t() @ ridged @ space))
    turned = torch.linalg.eigh(small @ (space.t() @ new @ space) @ small.t())[1].flip(1)[:, :rank]
    rows = (space @ small.t() @ turned).t()
    energy = ((rows @ new) * rows).sum(1, keepdim=True).clamp_min(1e-12)
    usual = new.trace() / width / 3
    scaled: Tensor = rows * (usual / energy).sqrt()
    return torch.nn.functional.pad(scaled, (0, 0, 0, rank - len(scaled))).contiguous()

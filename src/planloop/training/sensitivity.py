"""Sensitivity: how strongly what is known reacts to a change of a layer's output, direction by direction.

`contrast` finds what fresh directions should read; this finds where they should rather not write. Random changes of the
last hidden states are carried back from the rows to be kept to the output of every adapted layer. The second moment of
what arrives is the layer's part of a Gauss-Newton metric: a step along one of its large directions moves what is known
most. Steps are shortened there. Only the planner's own turns and their results count: what it makes of a request may
change freely (that this is better than counting both is not shown). Related: elastic weight consolidation (Kirkpatrick
et al. 2017) and Kronecker-factored curvature (Martens and Grosse 2015), of which `contrast` uses the other factor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from torch import Tensor

from planloop.training.contrast import leading_space, sample
from planloop.training.growth import Damping
from planloop.training.lora import adapted
from planloop.training.rows import TrainRow
from planloop.training.trainer import Trainer
from planloop.training.tree import Pack

DIRECTIONS = 64
"""Of a layer's output whose steps are shortened; at most half of them."""
RIDGE = 0.1
"""Of the mean sensitivity: the shortest step is bounded by it."""
READ = 12
"""About how many rows are read: a pass back costs twice as much as one forward."""
POSITIONS = 512
"""Of a pack whose gradients are summed up, evenly spread."""


def sensitivity(reader: Trainer, known: Sequence[TrainRow], seed: int = 0) -> dict[str, Damping]:
    """For every adapted layer of the reader's model, by name: how much to shorten steps along which outputs."""
    sums: dict[str, Tensor] = {}
    draw = torch.Generator().manual_seed(seed)
    reader.model.train()
    for pack in reader.packs(sample(known, READ)):
        with _listening(reader.model, sums, _counted(reader, pack)):
            hidden = reader.hidden(pack)
            change = torch.zeros_like(hidden)
            spoken = sorted({target.at for target in pack.targets})
            change[spoken] = torch.randn(len(spoken), hidden.shape[1], generator=draw).to(hidden)
            hidden.backward(change)  # type: ignore[no-untyped-call]
    reader.optimizer.zero_grad(set_to_none=True)
    return {name: _damping(sums.pop(name)) for name in list(sums)}


def _counted(reader: Trainer, pack: Pack) -> Tensor:
    """Which positions count, among those that get a gradient."""
    whole = reader.settings.shared_gradient or not reader.sharing
    read = {place for node in pack.nodes if node.read and not whole for place in range(node.start, node.end)}
    counted = [begun for place, begun in enumerate(pack.begun()) if place not in read]
    return torch.tensor(counted, device=reader.device)


@contextmanager
def _listening(model: Any, sums: dict[str, Tensor], counted: Tensor) -> Iterator[None]:
    def take(name: str, grad: Tensor) -> None:
        flat = grad.reshape(-1, grad.shape[-1])[counted]
        flat = flat[:: max(1, -(-len(flat) // POSITIONS))].float()
        if name not in sums:
            sums[name] = flat.new_zeros(flat.shape[1], flat.shape[1])
        sums[name].addmm_(flat.t(), flat, alpha=1 / max(1, len(flat)))

    def hook(name: str) -> Callable[[Any, Any, Tensor], None]:
        def follow(_module: Any, _args: Any, output: Tensor) -> None:
            if output.requires_grad:  # what is shared is only read
                output.register_hook(lambda grad: take(name, grad))  # type: ignore[no-untyped-call]

        return follow

    handles = [module.register_forward_hook(hook(name)) for name, module in adapted(model)]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def _damping(moment: Tensor) -> Damping:
    """Shorten steps along the leading eigenvectors by the root of what exceeds the others' mean."""
    width = moment.shape[0]
    moment = moment / (moment.trace() / width).clamp_min(1e-30)
    count = min(DIRECTIONS, width // 2)
    start = torch.randn(width, 2 * count, generator=torch.Generator().manual_seed(width)).to(moment)
    space = leading_space(lambda found: moment @ found, start)
    values, turned = torch.linalg.eigh(space.t() @ moment @ space)
    values, basis = values[-count:].clamp_min(0.0), space @ turned[:, -count:]
    rest = ((moment.trace() - values.sum()) / (width - count)).clamp_min(0.0)
    factors = ((rest + RIDGE) / (values + RIDGE)).sqrt().clamp(max=1.0)
    return Damping(basis.contiguous(), factors)

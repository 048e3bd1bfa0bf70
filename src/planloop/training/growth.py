"""Growth: an adapter learns through fresh directions, and what it was before stays as it is.

While it grows, what it was is folded into the weight that it stands beside - as when the adapter plays - so that only
the fresh directions are computed apart. `settle` ends that: the layer gets its weight back, and one adapter of the
higher rank, an ordinary one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from planloop.training.lora import ADAPTER, GROWTH, adapted, divisor, resize


@dataclass(frozen=True)
class Damping:
    """Shortens what fresh directions write: `factors` [k], above 0 up to 1, along `basis` [out, k] (orthonormal)."""

    basis: Tensor
    factors: Tensor

    def __call__(self, written: Tensor) -> Tensor:
        """[out, rank] to [out, rank]."""
        along = self.basis.t() @ written
        return written + self.basis @ ((self.factors - 1)[:, None] * along)


@dataclass(frozen=True)
class Growth:
    """What a layer was before it grew: its weight, and the A and B of its adapter, which are folded into it now."""

    weight: Tensor
    a: Tensor
    b: Tensor
    damping: Damping | None

    def shorten(self, b: Tensor) -> Tensor:
        """The B of the fresh directions as the layer uses it."""
        return b if self.damping is None else self.damping(b)


@torch.no_grad()
def grow(
    model: Any,
    rank: int,
    seed: int = 0,
    directions: Mapping[str, Tensor] | None = None,
    damping: Mapping[str, Damping] | None = None,
) -> None:
    """Give every adapter of a peft model `rank` fresh directions and let only these learn, until `settle`.

    The function is unchanged at first, but for the rounding of the weights (their B is 0): what was learnt before
    stays, and new directions can take a high rate. `directions` gives what they read at first, [rank, in] by layer (see
    `contrast`); without it that is random. `damping` shortens what they write while they learn, by layer (see
    `sensitivity`). A model that is saved before it is settled is an adapter of the fresh directions alone.
    """
    draw = torch.Generator().manual_seed(seed)
    for name, module in adapted(model):
        a, b = module.lora_A[ADAPTER].weight.detach(), module.lora_B[ADAPTER].weight.detach()
        if directions is None:
            fresh = (torch.rand(rank, a.shape[1], generator=draw) * 2 - 1) * a.shape[1] ** -0.5
        else:
            fresh = directions[name]
        scale = module.scaling[ADAPTER]
        resize(module, fresh.to(a), b.new_zeros(b.shape[0], rank), scale)
        weight = module.base_layer.weight.data
        module.base_layer.weight.data = (weight.float() + scale * (b @ a)).to(weight.dtype)
        fused = "forward" in vars(module)
        setattr(module, GROWTH, Growth(weight, a, b, damping[name] if damping is not None and fused else None))
    _rename(model, rank)


@torch.no_grad()
def settle(model: Any, rank: int, strength: float) -> None:
    """End the learning of the last `rank` directions of every adapter: keep `strength` of what they add to their
    layer's output, damped as it was.

    Less than all is a step back towards what the model was: what is known recovers faster than what is new is lost (as
    when weights before and after a training are averaged, Wortsman et al. 2022).
    """
    whole = rank
    for _, module in adapted(model):
        a, b = module.lora_A[ADAPTER].weight.detach(), module.lora_B[ADAPTER].weight.detach().clone()
        growth: Growth | None = vars(module).get(GROWTH)
        if growth is not None:
            a, b = torch.cat([growth.a, a]), torch.cat([growth.b, growth.shorten(b)], dim=1)
        b[:, -rank:] *= strength
        resize(module, a, b, module.scaling[ADAPTER])
        whole = a.shape[0]
    _rename(model, whole)


def _rename(model: Any, rank: int) -> None:
    """Write a new rank into the adapter's configuration, at the same scale."""
    config = model.peft_config[ADAPTER]
    alpha = config.lora_alpha * divisor(rank, config.use_rslora) / divisor(config.r, config.use_rslora)
    whole = round(alpha)
    config.r, config.lora_alpha = rank, whole if abs(alpha - whole) < 1e-9 else alpha

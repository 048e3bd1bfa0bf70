"""Attention of one packed step: new tokens of many rows against each row's own past and its shared prefix.

Registered with transformers as `planloop_rows`, so any causal language model of plain full attention can run on it.
The tokens of a step stand one after the other, `[1, T]`, without padding: first one token for each row that is
generating (`singles`), then the chunks of rows that are taking in a prompt or tool results. Query heads that share a
key/value head are folded into the query length, so keys and values are never repeated. A prefix that several rows
share is read once for all of them; its partial result is merged with the row's own through the log-sum-exp.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from planloop.contract.errors import PlanloopError
from planloop.planners.engine.store import SlotStore, Stretch

NAME = "planloop_rows"


@dataclass
class Chunk:
    """Consecutive tokens `[first, last)` of the step that extend `target` from position `start`."""

    first: int
    last: int
    start: int
    target: int | Stretch  # a slot, or a stretch being computed
    mask: Tensor | None = None  # [1, 1, group * tokens, start + tokens], made once for all layers


@dataclass
class Plan:
    """Where the tokens of a step go and what they see."""

    store: SlotStore
    group: int  # query heads per key/value head
    rows: int  # slots in use
    slots: Tensor  # [singles] their slots
    places: Tensor  # [singles] where their keys are written
    span: int = 0  # longest own context of a single, with its new token
    mask: Tensor | None = None  # [rows, 1, group, span]
    dense: bool = False  # singles are exactly slots 0, 1, 2, ...
    chunks: list[Chunk] = field(default_factory=list)
    shared: list[tuple[Stretch, int]] = field(default_factory=list)  # a prefix, and how many tokens see it
    seeing: Tensor | None = None  # these tokens, prefix after prefix


_PLAN: ContextVar[Plan | None] = ContextVar("planloop_rows_plan", default=None)


@contextmanager
def use_plan(plan: Plan) -> Iterator[None]:
    """Use `plan` for every `planloop_rows` attention inside the block."""
    token = _PLAN.set(plan)
    try:
        yield
    finally:
        _PLAN.reset(token)


def single_mask(lengths: list[int], span: int, group: int, store: SlotStore) -> Tensor:
    """Additive mask [rows, 1, group, span]: row r sees its first `lengths[r]` positions."""
    seen = torch.tensor(lengths, device=store.shape.device)[:, None]
    hidden = torch.arange(span, device=store.shape.device)[None] >= seen
    mask = torch.zeros(hidden.shape, dtype=store.shape.dtype, device=store.shape.device)
    return mask.masked_fill_(hidden, float("-inf"))[:, None, None, :].expand(-1, 1, group, -1)


def chunk_mask(start: int, size: int, group: int, store: SlotStore) -> Tensor:
    """Additive mask [1, 1, group * size, start + size]: the past, and the chunk up to the token itself."""
    device = store.shape.device
    row = torch.arange(size, device=device).repeat(group)[:, None] + start
    hidden = torch.arange(start + size, device=device)[None] > row
    return torch.zeros(hidden.shape, dtype=store.shape.dtype, device=device).masked_fill_(hidden, float("-inf"))[
        None, None
    ]


def attend(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, scale: float) -> tuple[Tensor, Tensor]:
    """q [n, H, Q, D], k and v [n, H, L, D], additive mask -> result [n, H, Q, D] and log-sum-exp [n, H, Q] (f32)."""
    if q.device.type == "cpu":
        op = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu
        out, lse = op(q, k, v, 0.0, False, attn_mask=mask, scale=scale)
        return out, lse
    return attend_plainly(q, k, v, mask, scale)


def attend_plainly(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None, scale: float) -> tuple[Tensor, Tensor]:
    """The same as `attend` in elementary steps, for devices without the fused kernel."""
    scores = (q @ k.transpose(-1, -2)).float() * scale
    if mask is not None:
        scores = scores + mask.float()
    lse = torch.logsumexp(scores, dim=-1)
    return (scores - lse[..., None]).exp().to(v.dtype) @ v, lse


def rows_attention(
    module: torch.nn.Module, query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None, **kwargs: Any
) -> tuple[Tensor, None]:
    """The transformers attention interface: q [1, H, T, D], k and v [1, Hkv, T, D] -> [1, T, H, D]."""
    plan = _PLAN.get()
    if plan is None:
        raise RuntimeError("planloop_rows attention was called outside a step; run the model through Engine")
    layer: int = module.layer_idx  # type: ignore[assignment]
    _, heads, length, width = query.shape
    scale = float(kwargs.get("scaling") or width**-0.5)
    q = query.view(heads // plan.group, plan.group, length, width)
    out = torch.empty_like(q)
    lse = torch.empty(q.shape[:-1], dtype=torch.float32, device=q.device)
    singles = plan.slots.shape[0]
    if singles:
        _write_singles(plan, layer, key[0, :, :singles], value[0, :, :singles])
        out[:, :, :singles], lse[:, :, :singles] = _attend_singles(plan, layer, q[:, :, :singles], scale)
    for chunk in plan.chunks:
        part = slice(chunk.first, chunk.last)
        out[:, :, part], lse[:, :, part] = _attend_chunk(
            plan, chunk, layer, q[:, :, part], key[0, :, part], value[0, :, part], scale
        )
    if plan.seeing is not None:
        seen = _attend_shared(plan, layer, q[:, :, plan.seeing], scale)
        out[:, :, plan.seeing], lse[:, :, plan.seeing] = merge(out[:, :, plan.seeing], lse[:, :, plan.seeing], *seen)
    return out.view(1, heads, length, width).transpose(1, 2), None


def _write_singles(plan: Plan, layer: int, key: Tensor, value: Tensor) -> None:
    plan.store.keys[layer][plan.slots, :, plan.places] = key.transpose(0, 1)
    plan.store.values[layer][plan.slots, :, plan.places] = value.transpose(0, 1)


def _attend_singles(plan: Plan, layer: int, q: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    q = q.permute(2, 0, 1, 3)
    if not plan.dense:
        spread = q.new_zeros(plan.rows, *q.shape[1:])
        spread[plan.slots] = q
        q = spread
    k, v = plan.store.keys[layer][: plan.rows, :, : plan.span], plan.store.values[layer][: plan.rows, :, : plan.span]
    out, lse = attend(q, k, v, plan.mask, scale)
    if not plan.dense:
        out, lse = out[plan.slots], lse[plan.slots]
    return out.permute(1, 2, 0, 3), lse.permute(1, 2, 0)


def _attend_chunk(
    plan: Plan, chunk: Chunk, layer: int, q: Tensor, key: Tensor, value: Tensor, scale: float
) -> tuple[Tensor, Tensor]:
    if isinstance(chunk.target, Stretch):
        keys, values = chunk.target.keys[layer], chunk.target.values[layer]
    else:
        keys, values = plan.store.keys[layer][chunk.target], plan.store.values[layer][chunk.target]
    end = chunk.start + chunk.last - chunk.first
    keys[:, chunk.start : end] = key
    values[:, chunk.start : end] = value
    out, lse = attend(_fold(q), keys[None, :, :end], values[None, :, :end], chunk.mask, scale)
    return out.view(q.shape), lse.view(q.shape[:-1])


def _attend_shared(plan: Plan, layer: int, q: Tensor, scale: float) -> tuple[Tensor, Tensor]:
    """What the tokens `plan.seeing`, whose queries these are, get from their prefixes."""
    parts = []
    for (stretch, _), part in zip(plan.shared, torch.split(q, [count for _, count in plan.shared], dim=2), strict=True):
        out, lse = attend(_fold(part), stretch.keys[layer][None], stretch.values[layer][None], None, scale)
        parts.append((out.reshape(part.shape), lse.reshape(part.shape[:-1])))
    outs, sums = zip(*parts, strict=True)
    return torch.cat(outs, dim=2), torch.cat(sums, dim=2)


def _fold(q: Tensor) -> Tensor:
    """[Hkv, group, n, D] -> [1, Hkv, group * n, D]."""
    return q.reshape(1, q.shape[0], -1, q.shape[-1])


def merge(out: Tensor, lse: Tensor, other: Tensor, other_lse: Tensor) -> tuple[Tensor, Tensor]:
    """Join two partial attention results over disjoint keys."""
    total = torch.logaddexp(lse, other_lse)
    mine, theirs = (lse - total).exp()[..., None], (other_lse - total).exp()[..., None]
    return (out * mine + other * theirs).to(out.dtype), total


def use_rows_attention(model: Any) -> None:
    """Switch a transformers model to `planloop_rows`. Raises `PlanloopError` where its attention is not plain."""
    from transformers import AttentionInterface

    config = model.config
    kinds = set(getattr(config, "layer_types", None) or ["full_attention"])
    windowed = getattr(config, "sliding_window", None) is not None and getattr(config, "use_sliding_window", True)
    if kinds != {"full_attention"} or windowed or getattr(config, "attn_logit_softcapping", None) is not None:
        raise PlanloopError(
            "the local engine computes plain full attention only",
            place=str(getattr(config, "_name_or_path", "") or type(model).__name__),
            cure="serve this model over HTTP and use the endpoint planner",
        )
    AttentionInterface.register(NAME, rows_attention)
    model.set_attn_implementation(NAME)

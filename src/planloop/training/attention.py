"""Attention over a prefix tree: every token sees its ancestors' stretches and its own past.

Registered with transformers as `planloop_tree`, so any causal language model of plain full attention can use it. On
CPU each stretch is one call of the fused kernel, and the partial results are joined through their log-sum-exp; the
backward pass gives each part the joint result, which makes every part's gradient exact. Elsewhere the same tree is a
boolean mask for the standard fused attention.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from planloop.training.tree import Node, Pack

NAME = "planloop_tree"
_PADDING = 1.3  # leaves padded together may waste this factor
_SHORT = 256  # stretches up to this length have their gradient computed without the fused kernel


@dataclass(frozen=True)
class Layout:
    """Where attention happens in one pack: `cross` are (queries, keys) ranges of a stretch seen by all its
    descendants; `own` are batches of stretches of similar length, padded, each attending to its own past."""

    length: int
    cross: tuple[tuple[int, int, int, int], ...]
    own: tuple[tuple[Tensor, Tensor], ...]  # (padded index [n, width], valid positions in it)
    mask: Tensor | None  # [length, length] for devices without the CPU kernel


_LAYOUT: ContextVar[Layout | None] = ContextVar("planloop_tree_layout", default=None)


@contextmanager
def tree_layout(layout: Layout) -> Iterator[None]:
    """Use `layout` for every `planloop_tree` attention inside the block, forward and backward."""
    token = _LAYOUT.set(layout)
    try:
        yield
    finally:
        _LAYOUT.reset(token)


def make_layout(pack: Pack, device: torch.device) -> Layout:
    """The layout of a pack on a device."""
    cross = tuple((n.end, n.subtree_end, n.start, n.end) for n in pack.nodes if n.subtree_end > n.end > n.start)
    mask = None if device.type == "cpu" else dense_mask(pack).to(device)
    return Layout(len(pack.ids), cross, _own_batches(pack.nodes) if mask is None else (), mask)


def dense_mask(pack: Pack) -> Tensor:
    """[length, length] booleans: may the row's token see the column's."""
    mask = torch.zeros(len(pack.ids), len(pack.ids), dtype=torch.bool)
    for node in pack.nodes:
        mask[node.end : node.subtree_end, node.start : node.end] = True
        size = node.end - node.start
        mask[node.start : node.end, node.start : node.end] = torch.ones(size, size, dtype=torch.bool).tril()
    return mask


def _own_batches(nodes: tuple[Node, ...]) -> tuple[tuple[Tensor, Tensor], ...]:
    order = sorted((n for n in nodes if n.end > n.start), key=lambda n: n.start - n.end)
    batches: list[list[Node]] = []
    filled = 0
    for node in order:
        size = node.end - node.start
        widest = batches[-1][0].end - batches[-1][0].start if batches else 0
        if batches and widest * (len(batches[-1]) + 1) <= _PADDING * (filled + size):
            batches[-1].append(node)
            filled += size
        else:
            batches.append([node])
            filled = size
    return tuple(_padded(batch) for batch in batches)


def _padded(batch: list[Node]) -> tuple[Tensor, Tensor]:
    width = batch[0].end - batch[0].start
    index = torch.tensor([[min(n.start + i, n.end - 1) for i in range(width)] for n in batch])
    valid = torch.tensor([[n.start + i < n.end for i in range(width)] for n in batch])
    return index, valid.reshape(-1).nonzero().squeeze(1)


class _CpuTree(torch.autograd.Function):
    """q [H, T, D], k and v [Hkv, T, D] -> [H, T, D]."""

    @staticmethod
    def forward(ctx: Any, q: Tensor, k: Tensor, v: Tensor, layout: Layout, scale: float) -> Tensor:
        heads, length, width = q.shape
        group = heads // k.shape[0]
        out = torch.empty_like(q)
        lse = torch.empty(heads, length, dtype=torch.float32)
        for index, valid in layout.own:
            part, sums = _flash(*_gather(q, k, v, index, group), True, scale)
            flat = index.reshape(-1)[valid]
            out[:, flat] = part.transpose(0, 1).reshape(heads, -1, width)[:, valid]
            lse[:, flat] = sums.transpose(0, 1).reshape(heads, -1)[:, valid]
        for qs, qe, ks, ke in layout.cross:
            part, sums = _flash(
                q[None, :, qs:qe], _spread(k[:, ks:ke], group), _spread(v[:, ks:ke], group), False, scale
            )
            _join(out[:, qs:qe], lse[:, qs:qe], part[0], sums[0])
        ctx.save_for_backward(q, k, v, out, lse)
        ctx.layout, ctx.scale = layout, scale
        return out

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, Tensor, Tensor, None, None]:
        q, k, v, out, lse = ctx.saved_tensors
        grad = grads[0].contiguous()
        width = q.shape[2]
        kv_heads = k.shape[0]
        group = q.shape[0] // kv_heads
        dq, dk, dv = torch.empty_like(q), torch.empty_like(k), torch.empty_like(v)
        for index, valid in ctx.layout.own:
            flat = index.reshape(-1)[valid]
            parts = _own_backward(grad, q, k, v, out, lse, index, valid, ctx.scale)
            dq[:, flat], dk[:, flat], dv[:, flat] = parts
        for qs, qe, ks, ke in ctx.layout.cross:
            keys, values = _spread(k[:, ks:ke], group), _spread(v[:, ks:ke], group)
            rest = out[None, :, qs:qe], lse[None, :, qs:qe].contiguous()
            gq, gk, gv = _flash_backward(grad[None, :, qs:qe], q[None, :, qs:qe], keys, values, *rest, False, ctx.scale)
            dq[:, qs:qe] += gq[0]
            dk[:, ks:ke] += gk[0].view(kv_heads, group, ke - ks, width).sum(1)
            dv[:, ks:ke] += gv[0].view(kv_heads, group, ke - ks, width).sum(1)
        return dq, dk, dv, None, None


def _own_backward(
    grad: Tensor, q: Tensor, k: Tensor, v: Tensor, out: Tensor, lse: Tensor, index: Tensor, valid: Tensor, scale: float
) -> tuple[Tensor, Tensor, Tensor]:
    """Gradients of the stretches in `index` through their own past, at their valid positions.

    The fused kernel is slow on many short stretches, so these are computed as plain batched products.
    """
    heads, kv_heads, width = q.shape[0], k.shape[0], q.shape[2]
    group, (n, padded) = heads // kv_heads, index.shape
    keep = torch.zeros(n * padded, dtype=torch.bool)
    keep[valid] = True
    flat = index.reshape(-1)
    g = grad[:, flat] * keep[:, None]
    if padded > _SHORT:
        part, sums = (t[:, flat].view(heads, n, padded, -1).transpose(0, 1).contiguous() for t in (out, lse[..., None]))
        wide = g.view(heads, n, padded, width).transpose(0, 1)
        parts = _flash_backward(wide, *_gather(q, k, v, index, group), part, sums.squeeze(-1), True, scale)
        gq, gk, gv = (t.transpose(0, 1).reshape(heads, n * padded, width)[:, valid] for t in parts)
        return gq, gk.view(kv_heads, group, -1, width).sum(1), gv.view(kv_heads, group, -1, width).sum(1)

    def fold(t: Tensor) -> Tensor:  # [H or Hkv, n * padded, X] -> [Hkv * n, (H / Hkv) * padded, X]
        times = t.shape[0] // kv_heads
        return t.view(kv_heads, times, n, padded, -1).transpose(1, 2).reshape(kv_heads * n, times * padded, -1)

    delta = fold((g.float() * out[:, flat].float()).sum(-1, keepdim=True))
    queries, keys, values, g = fold(q[:, flat]), fold(k[:, flat]), fold(v[:, flat]), fold(g)
    scores = torch.bmm(queries, keys.transpose(1, 2)).float().mul_(scale)
    p = scores.sub_(fold(lse[:, flat, None])).exp_()
    p.view(-1, group, padded, padded).mul_(torch.ones(padded, padded).tril_())
    ds = torch.sub(torch.bmm(g, values.transpose(1, 2)), delta).mul_(p).mul_(scale).to(q.dtype)
    gq = torch.bmm(ds, keys).view(kv_heads, n, group, padded, width).transpose(1, 2).reshape(heads, -1, width)
    gk = torch.bmm(ds.transpose(1, 2), queries).view(kv_heads, -1, width)
    gv = torch.bmm(p.to(q.dtype).transpose(1, 2), g).view(kv_heads, -1, width)
    return gq[:, valid], gk[:, valid], gv[:, valid]


def _flash(q: Tensor, k: Tensor, v: Tensor, causal: bool, scale: float) -> tuple[Tensor, Tensor]:
    op = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu
    out, lse = op(q, k, v, 0.0, causal, scale=scale)
    return out, lse


def _flash_backward(
    g: Tensor, q: Tensor, k: Tensor, v: Tensor, out: Tensor, lse: Tensor, causal: bool, scale: float
) -> tuple[Tensor, Tensor, Tensor]:
    op = torch.ops.aten._scaled_dot_product_flash_attention_for_cpu_backward
    gq, gk, gv = op(g, q, k, v, out, lse, 0.0, causal, scale=scale)
    return gq, gk, gv


def _spread(kv: Tensor, group: int) -> Tensor:
    """[Hkv, T, D] -> [1, H, T, D]."""
    return kv.repeat_interleave(group, dim=0)[None] if group > 1 else kv[None]


def _gather(q: Tensor, k: Tensor, v: Tensor, index: Tensor, group: int) -> tuple[Tensor, Tensor, Tensor]:
    """Padded copies [n, H, width, D] of the stretches in `index`; padding follows the real tokens, so it is unseen."""
    flat = index.reshape(-1)
    made = []
    for t in (q, k, v):
        rows = t[:, flat].view(t.shape[0], *index.shape, t.shape[-1])
        rows = rows if t is q or group == 1 else rows.repeat_interleave(group, dim=0)
        made.append(rows.transpose(0, 1))
    return made[0], made[1], made[2]


def _join(out: Tensor, lse: Tensor, other: Tensor, other_lse: Tensor) -> None:
    """Merge a partial attention result into `out`/`lse` in place (softmax over the union of the keys)."""
    total = torch.logaddexp(lse, other_lse)
    mine, theirs = (lse - total).exp()[..., None], (other_lse - total).exp()[..., None]
    out.copy_(out * mine + other * theirs)
    lse.copy_(total)


def tree_attention(
    module: torch.nn.Module, query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None, **kwargs: Any
) -> tuple[Tensor, None]:
    """The transformers attention interface: q [1, H, T, D], k and v [1, Hkv, T, D] -> [1, T, H, D]."""
    layout = _LAYOUT.get()
    if layout is None or query.shape[0] != 1 or query.shape[2] != layout.length:
        raise RuntimeError("planloop_tree attention was called outside `tree_layout`; run the model through Trainer")
    scale = kwargs.get("scaling") or query.shape[-1] ** -0.5
    if layout.mask is not None:
        # Keys are repeated for grouped heads: with a mask, only equal head counts reach the fused kernels.
        group = query.shape[1] // key.shape[1]
        keys, values = (t.repeat_interleave(group, dim=1) if group > 1 else t for t in (key, value))
        out = torch.nn.functional.scaled_dot_product_attention(query, keys, values, attn_mask=layout.mask, scale=scale)
        return out.transpose(1, 2), None
    joined: Tensor = _CpuTree.apply(query[0], key[0], value[0], layout, float(scale))  # type: ignore[no-untyped-call]
    return joined[None].transpose(1, 2), None


def supports_tree(config: Any) -> bool:
    """Whether a model of this transformers config computes plain full attention in every layer."""
    kinds = set(getattr(config, "layer_types", None) or ["full_attention"])
    capped = getattr(config, "attn_logit_softcapping", None) is not None
    windowed = getattr(config, "sliding_window", None) is not None and getattr(config, "use_sliding_window", True)
    return kinds == {"full_attention"} and not capped and not windowed


def use_tree_attention(model: Any) -> None:
    """Switch a transformers model to `planloop_tree`. Raises `ValueError` where its attention is not plain."""
    from transformers import AttentionInterface

    if not supports_tree(model.config):
        raise ValueError(
            f"{type(model).__name__} mixes attention kinds, so prompts cannot be shared; train with sharing=False"
        )
    AttentionInterface.register(NAME, tree_attention)
    model.set_attn_implementation(NAME)

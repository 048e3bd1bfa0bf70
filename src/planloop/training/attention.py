"""Attention over a prefix tree: every token sees its ancestors' stretches and its own past.

Registered with transformers as `planloop_tree`, so any causal language model of plain full attention can use it. On
CPU each stretch is one call of the fused kernel, and the partial results are joined through their log-sum-exp; the
backward pass gives each part the joint result, which makes every part's gradient exact. Elsewhere the same tree is a
boolean mask for the standard fused attention.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

import torch
from torch import Tensor

from planloop.training.tree import Node, Pack

NAME = "planloop_tree"
_PADDING = 1.3  # leaves padded together may waste this factor
_SHORT = 256  # stretches up to this length have their gradient computed without the fused kernel
_SCORES = 2_000_000  # scores that are held at the same time where the fused kernel is not used


@dataclass(frozen=True)
class Layout:
    """Where attention happens in one pass over some tokens of a pack, which stand at `places`.

    Its first keys are those of `earlier` tokens, which a pass before this one read. `cross` are (queries, keys) ranges
    of a stretch seen by all its descendants; `own` are batches of stretches of similar length, padded, each attending
    to its own past. `kept` has what layers read, by their number: keys and values, without gradient.
    """

    places: Tensor
    cross: tuple[tuple[int, int, int, int], ...]
    own: tuple[tuple[Tensor, Tensor], ...]  # (padded index [n, width], valid positions in it)
    mask: Tensor | None  # [tokens, earlier + tokens] for devices without the CPU kernel
    earlier: int = 0
    kept: dict[int, tuple[Tensor, Tensor]] | None = None

    @property
    def length(self) -> int:
        """Tokens that are computed."""
        return len(self.places)


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
    """The layout of a whole pack on a device."""
    return _layout(pack, device, lambda node: True, lambda node: False)


def make_layouts(pack: Pack, device: torch.device) -> tuple[Layout, Layout]:
    """Two layouts of a pack: what its rows share before they learn anything, and the rest, which sees it."""
    kept: dict[int, tuple[Tensor, Tensor]] = {}
    reading = _layout(pack, device, lambda node: node.read, lambda node: False)
    learning = _layout(pack, device, lambda node: not node.read, lambda node: node.read)
    return replace(reading, kept=kept), replace(learning, kept=kept)


def _layout(pack: Pack, device: torch.device, mine: Callable[[Node], bool], past: Callable[[Node], bool]) -> Layout:
    """Of the nodes that are `mine`, of which those that are `past` are seen."""
    at, before = _places(pack, mine), _places(pack, past)
    places, earlier = ([i for i in range(len(pack.ids)) if held[i + 1] > held[i]] for held in (at, before))
    cross = []
    for node in pack.nodes:
        first, last = at[node.end], at[node.subtree_end]
        key = before[node.start] if past(node) else len(earlier) + at[node.start]
        if last > first and node.end > node.start and (past(node) or mine(node)):
            cross.append((first, last, key, key + node.end - node.start))
    own = tuple(replace(node, start=at[node.start], end=at[node.end]) for node in pack.nodes if mine(node))
    where = torch.tensor(places, dtype=torch.long, device=device)
    if has_tree_kernel(device):
        return Layout(where, tuple(cross), _own_batches(own), None, len(earlier))
    mask = dense_mask(pack)[places][:, [*earlier, *places]].to(device)
    return Layout(where, tuple(cross), (), mask, len(earlier))


def _places(pack: Pack, mine: Callable[[Node], bool]) -> list[int]:
    """For each position of a pack, and its end: how many tokens of nodes that are `mine` stand before it."""
    counts = [0] * len(pack.ids)
    for node in filter(mine, pack.nodes):
        counts[node.start : node.end] = [1] * (node.end - node.start)
    return [0, *accumulate(counts)]


def has_tree_kernel(device: torch.device) -> bool:
    """Whether stretches are computed one by one on a device; elsewhere a mask is used."""
    return device.type == "cpu"


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
    """q [H, T, D], k and v [Hkv, earlier + T, D] -> [H, T, D]. Keys and values of earlier tokens get no gradient."""

    @staticmethod
    def forward(ctx: Any, q: Tensor, k: Tensor, v: Tensor, layout: Layout, scale: float) -> Tensor:
        heads, length, width = q.shape
        group = heads // k.shape[0]
        out = torch.empty_like(q)
        lse = torch.empty(heads, length, dtype=torch.float32)
        mine = k[:, layout.earlier :], v[:, layout.earlier :]
        for index, valid in layout.own:
            part, sums = _flash(*_gather(q, *mine, index, group), True, scale)
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
        past = ctx.layout.earlier
        dq, dk, dv = torch.empty_like(q), torch.zeros_like(k), torch.zeros_like(v)
        for index, valid in ctx.layout.own:
            flat = index.reshape(-1)[valid]
            parts = _own_backward(grad, q, k[:, past:], v[:, past:], out, lse, index, valid, ctx.scale)
            dq[:, flat], dk[:, past + flat], dv[:, past + flat] = parts
        for qs, qe, ks, ke in _bounded(ctx.layout.cross, len(q)):
            keys, values = k[:, ks:ke], v[:, ks:ke]
            g, queries, rest = grad[:, qs:qe], q[:, qs:qe], (out[:, qs:qe], lse[:, qs:qe])
            p, ds, (queries, g) = _products(g, queries, *rest, keys, values, ctx.scale, 1, causal=False)
            dq[:, qs:qe] += torch.bmm(ds, keys).view(len(q), qe - qs, -1)
            if ks >= past:  # what was only read gets no gradient
                dk[:, ks:ke] += torch.bmm(ds.transpose(1, 2), queries)
                dv[:, ks:ke] += torch.bmm(p.transpose(1, 2), g)
        return dq, dk, dv, None, None


def _bounded(cross: Sequence[tuple[int, int, int, int]], heads: int) -> Iterator[tuple[int, int, int, int]]:
    """The same ranges, cut into as many queries as keep their scores small."""
    for qs, qe, ks, ke in cross:
        size = max(1, _SCORES // (heads * (ke - ks)))
        for begin in range(qs, qe, size):
            yield begin, min(begin + size, qe), ks, ke


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
    queries, outs, sums = q[:, flat], out[:, flat], lse[:, flat]
    p, ds, folded = _products(g, queries, outs, sums, k[:, flat], v[:, flat], scale, n, causal=True)
    gq = torch.bmm(ds, _fold(k[:, flat], kv_heads, n)).view(kv_heads, n, group, padded, width)
    gk = torch.bmm(ds.transpose(1, 2), folded[0]).view(kv_heads, -1, width)
    gv = torch.bmm(p.transpose(1, 2), folded[1]).view(kv_heads, -1, width)
    return gq.transpose(1, 2).reshape(heads, -1, width)[:, valid], gk[:, valid], gv[:, valid]


def _products(
    g: Tensor, q: Tensor, out: Tensor, lse: Tensor, k: Tensor, v: Tensor, scale: float, n: int, *, causal: bool
) -> tuple[Tensor, Tensor, tuple[Tensor, Tensor]]:
    """The probabilities and the gradients of the scores [Hkv * n, (H / Hkv) * queries, keys], and q and g folded so,
    of `n` stretches of one length in a row: heads that share keys are queries of these."""
    kv_heads = k.shape[0]
    delta = _fold((g.float() * out.float()).sum(-1, keepdim=True), kv_heads, n)
    queries, grads, keys, values = (_fold(t, kv_heads, n) for t in (q, g, k, v))
    p = torch.bmm(queries, keys.transpose(1, 2)).float().mul_(scale).sub_(_fold(lse[..., None], kv_heads, n))
    if causal:  # before the exponential: what is not seen may be large
        width = keys.shape[1]
        later = torch.ones(width, width, dtype=torch.bool).triu_(1)
        p.view(len(p), -1, width, width).masked_fill_(later, -torch.inf)
    p.exp_()
    ds = torch.sub(torch.bmm(grads, values.transpose(1, 2)), delta).mul_(p).mul_(scale).to(q.dtype)
    return p.to(q.dtype), ds, (queries, grads)


def _fold(t: Tensor, kv_heads: int, n: int) -> Tensor:
    """[H or Hkv, n * length, X] -> [Hkv * n, (H / Hkv or 1) * length, X]."""
    times, length = t.shape[0] // kv_heads, t.shape[1] // n
    return t.reshape(kv_heads, times, n, length, -1).transpose(1, 2).reshape(kv_heads * n, times * length, -1)


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
    if layout.kept is not None:
        key, value = _with_earlier(layout, int(module.layer_idx), key, value)  # type: ignore[arg-type]
    scale = kwargs.get("scaling") or query.shape[-1] ** -0.5
    if layout.mask is not None:
        # Keys are repeated for grouped heads: with a mask, only equal head counts reach the fused kernels.
        group = query.shape[1] // key.shape[1]
        keys, values = (t.repeat_interleave(group, dim=1) if group > 1 else t for t in (key, value))
        out = torch.nn.functional.scaled_dot_product_attention(query, keys, values, attn_mask=layout.mask, scale=scale)
        return out.transpose(1, 2), None
    joined: Tensor = _CpuTree.apply(query[0], key[0], value[0], layout, float(scale))  # type: ignore[no-untyped-call]
    return joined[None].transpose(1, 2), None


def _with_earlier(layout: Layout, layer: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
    """Keep what a reading pass computes; give what it kept to the pass after it, once."""
    assert layout.kept is not None
    if layer not in layout.kept:
        layout.kept[layer] = (key, value)
        return key, value
    keys, values = layout.kept.pop(layer)
    return torch.cat([keys, key], dim=2), torch.cat([values, value], dim=2)


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

"""Keys and values of live rows (slots) and of shared prompt prefixes (stretches)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

_BLOCK = 256


@dataclass(frozen=True)
class KvShape:
    """What one token leaves behind: `[kv_heads, width]` keys and values in each of `layers` layers."""

    layers: int
    kv_heads: int
    width: int
    dtype: torch.dtype
    device: torch.device

    @classmethod
    def of(cls, model: Any) -> KvShape:
        """The shape of a transformers causal language model."""
        config = model.config
        heads = config.num_attention_heads
        return cls(
            layers=config.num_hidden_layers,
            kv_heads=getattr(config, "num_key_value_heads", None) or heads,
            width=getattr(config, "head_dim", None) or config.hidden_size // heads,
            dtype=model.dtype,
            device=model.device,
        )

    def empty(self, *sizes: int) -> Tensor:
        """Zeros `[*sizes[:-1], kv_heads, sizes[-1], width]`."""
        shape = (*sizes[:-1], self.kv_heads, sizes[-1], self.width)
        return torch.zeros(shape, dtype=self.dtype, device=self.device)


class Stretch:
    """Keys and values `[kv_heads, length, width]` per layer of a piece of context that several rows may share."""

    def __init__(self, shape: KvShape, length: int) -> None:
        self.length = length
        self.keys = [shape.empty(length) for _ in range(shape.layers)]
        self.values = [shape.empty(length) for _ in range(shape.layers)]


class SlotStore:
    """Keys and values `[slots, kv_heads, capacity, width]` per layer; the capacity grows with the longest row."""

    def __init__(self, shape: KvShape, slots: int) -> None:
        self.shape = shape
        self.slots = slots
        self.clear()

    def clear(self) -> None:
        """Give the memory back; the next `reserve` takes what it needs."""
        self.capacity = 0
        self.keys: list[Tensor] = [self.shape.empty(self.slots, 0) for _ in range(self.shape.layers)]
        self.values: list[Tensor] = [self.shape.empty(self.slots, 0) for _ in range(self.shape.layers)]

    def reserve(self, length: int) -> None:
        """Make room for rows of `length` tokens."""
        if length <= self.capacity:
            return
        grown = max(self.capacity * 3 // 2, length)
        grown = (grown + _BLOCK - 1) // _BLOCK * _BLOCK
        for tensors in (self.keys, self.values):
            for layer, old in enumerate(tensors):
                new = self.shape.empty(self.slots, grown)
                new[:, :, : self.capacity] = old
                tensors[layer] = new
        self.capacity = grown

    def move(self, source: int, target: int, length: int) -> None:
        """Copy the first `length` tokens of one slot to another."""
        for tensor in (*self.keys, *self.values):
            tensor[target, :, :length] = tensor[source, :, :length]

    def take(self, slot: int, length: int) -> Stretch:
        """A copy of the first `length` tokens of a slot."""
        out = Stretch(self.shape, length)
        for kept, tensors in ((out.keys, self.keys), (out.values, self.values)):
            for layer, tensor in enumerate(tensors):
                kept[layer].copy_(tensor[slot, :, :length])
        return out

    def put(self, slot: int, stretch: Stretch) -> None:
        """Write a stretch to the start of a slot."""
        for kept, tensors in ((stretch.keys, self.keys), (stretch.values, self.values)):
            for layer, tensor in enumerate(tensors):
                tensor[slot, :, : stretch.length] = kept[layer]


class Shelf:
    """Recently used stretches by their token ids, bounded by `max_tokens` in all."""

    def __init__(self, max_tokens: int) -> None:
        self.max_tokens = max_tokens
        self._kept: OrderedDict[tuple[int, ...], tuple[Stretch, Tensor | None]] = OrderedDict()
        self._tokens = 0

    def get(self, ids: tuple[int, ...]) -> tuple[Stretch, Tensor | None] | None:
        """The stretch of these ids, with the logits that follow it where they were kept."""
        found = self._kept.get(ids)
        if found is not None:
            self._kept.move_to_end(ids)
        return found

    def add(self, ids: tuple[int, ...], stretch: Stretch, logits: Tensor | None = None) -> None:
        """Keep a stretch; the least recently used ones make room (rows that use them keep them alive)."""
        self._kept[ids] = (stretch, logits)
        self._tokens += stretch.length
        while self._tokens > self.max_tokens and len(self._kept) > 1:
            _, (old, _) = self._kept.popitem(last=False)
            self._tokens -= old.length

    def clear(self) -> None:
        """Forget everything: the weights have changed."""
        self._kept.clear()
        self._tokens = 0

"""Desks: copies of shared prefixes that several generating rows read together, all desks in one attention call.

A desk holds the keys and values of one prefix and has a few seats; a row that generates after that prefix keeps its
seat to its end. Reading prefix by prefix instead costs one small call for each of them in every layer of every step.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

from planloop.planners.engine.store import KvShape, SlotStore, Stretch

SEATS = 8  # rows at one desk; empty seats are computed too


@dataclass
class _Desk:
    stretch: Stretch
    taken: set[int] = field(default_factory=set)


class Desks:
    """Seats for at most `rows` rows."""

    def __init__(self, shape: KvShape, rows: int) -> None:
        self.store = SlotStore(shape, rows)
        self.clear()

    def clear(self) -> None:
        """Send everybody away and give the memory back."""
        self.store.clear()
        self._desks: list[_Desk | None] = []
        self._mask: Tensor | None = None

    @property
    def count(self) -> int:
        """Desks that a step computes."""
        return len(self._desks)

    def sit(self, stretch: Stretch) -> int:
        """A seat at a desk with this prefix: its number, counted over all desks."""
        for number, desk in enumerate(self._desks):
            if desk is not None and desk.stretch is stretch and len(desk.taken) < SEATS:
                return self._seat(number, desk)
        number = next((i for i, desk in enumerate(self._desks) if desk is None), self.count)
        self.store.reserve(stretch.length)
        self.store.put(number, stretch)
        self._desks[number : number + 1] = [_Desk(stretch)]
        self._mask = None
        return self._seat(number, self._desks[number])

    @staticmethod
    def _seat(number: int, desk: _Desk | None) -> int:
        assert desk is not None
        seat = next(i for i in range(SEATS) if i not in desk.taken)
        desk.taken.add(seat)
        return number * SEATS + seat

    def leave(self, seat: int) -> None:
        """Give a seat back; the last one to leave clears the desk."""
        number, place = divmod(seat, SEATS)
        desk = self._desks[number]
        assert desk is not None
        desk.taken.remove(place)
        if not desk.taken:
            self._desks[number] = None
            while self._desks and self._desks[-1] is None:
                self._desks.pop()
            self._mask = None

    @property
    def mask(self) -> Tensor:
        """Additive mask [desks, 1, 1, longest prefix]: a desk's seats see its prefix."""
        if self._mask is None:
            lengths = [desk.stretch.length if desk else 1 for desk in self._desks]
            device = self.store.shape.device
            hidden = torch.arange(max(lengths), device=device)[None] >= torch.tensor(lengths, device=device)[:, None]
            mask = torch.zeros(hidden.shape, dtype=self.store.shape.dtype, device=device)
            self._mask = mask.masked_fill_(hidden, float("-inf"))[:, None, None, :]
        return self._mask

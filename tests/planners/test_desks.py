"""Seats at shared prefixes: rows of one prefix sit together, and a desk nobody sits at is given to the next."""

from __future__ import annotations

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from planloop.planners.engine.desks import SEATS, Desks
from planloop.planners.engine.store import KvShape, Stretch

SHAPE = KvShape(layers=2, kv_heads=1, width=4, dtype=torch.float32, device=torch.device("cpu"))


def stretch(length: int, value: float) -> Stretch:
    made = Stretch(SHAPE, length)
    for tensor in (*made.keys, *made.values):
        tensor.fill_(value)
    return made


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3)), max_size=60))
def test_every_row_reads_its_own_prefix_and_no_seat_is_given_twice(steps: list[tuple[bool, int]]) -> None:
    prefixes = [stretch(length, float(length)) for length in (3, 5, 8, 13)]
    desks = Desks(SHAPE, 64)
    seated: dict[int, Stretch] = {}
    for comes, number in steps:
        if comes and len(seated) < 60:
            seat = desks.sit(prefixes[number])
            assert seat not in seated
            seated[seat] = prefixes[number]
        elif seated:
            seat = sorted(seated)[number % len(seated)]
            desks.leave(seat)
            del seated[seat]
        for seat, prefix in seated.items():
            desk = seat // SEATS
            seen = desks.mask[desk, 0, 0] == 0
            assert desk < desks.count and int(seen.sum()) == prefix.length
            assert torch.equal(desks.store.keys[1][desk, :, : prefix.length], prefix.keys[1])
        assert desks.count <= 60 and (desks.count == 0) == (not seated)
        full = len(seated) // SEATS
        assert desks.count >= full


def test_rows_of_one_prefix_share_a_desk_until_it_is_full() -> None:
    desks, prefix = Desks(SHAPE, 32), stretch(6, 1.0)
    seats = [desks.sit(prefix) for _ in range(SEATS + 1)]
    assert [s // SEATS for s in seats] == [0] * SEATS + [1]
    desks.leave(seats[2])
    assert desks.sit(prefix) == seats[2]

"""What of the data is trained on when a cold start may not spend what all of it would cost."""

from __future__ import annotations

import pytest

from planloop.evolution.first import evenly_cut


@pytest.mark.parametrize(("share", "kept"), [(2.0, 12), (1.0, 12), (0.5, 6), (0.8, 9), (0.01, 1)])
def test_a_cut_takes_the_share_once_each_and_in_order(share: float, kept: int) -> None:
    cut = evenly_cut(range(12), share)
    assert len(cut) == kept and cut == sorted(set(cut))


def test_no_capability_is_left_out_because_it_comes_last() -> None:
    rows = [kind for kind in ("memory", "boundary", "grounding", "revision") for _ in range(8)]
    assert {kind: evenly_cut(rows, 0.5).count(kind) for kind in rows} == dict.fromkeys(rows, 4)


def test_nothing_is_cut_of_nothing() -> None:
    assert evenly_cut([], 0.5) == []

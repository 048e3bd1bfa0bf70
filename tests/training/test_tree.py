from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from planloop.training.rows import TrainRow
from planloop.training.tree import build_pack, common_prefix, split_packs


def row(ids: list[int]) -> TrainRow:
    return TrainRow(ids=tuple(ids), weights=tuple(1.0 for _ in ids))


IDS = st.lists(st.integers(0, 2), min_size=2, max_size=12)


@given(st.lists(IDS, min_size=1, max_size=8), st.integers(1, 4))
@settings(max_examples=150, deadline=None)
def test_every_row_can_be_read_back_from_the_tree(rows: list[list[int]], min_shared: int) -> None:
    pack = build_pack([row(ids) for ids in rows], min_shared)
    paths: list[list[int]] = []
    for node in pack.nodes:
        above = [] if node.parent < 0 else paths[node.parent]
        paths.append(above + list(range(node.start, node.end)))
        assert [pack.positions[i] for i in paths[-1]] == list(range(len(paths[-1])))
    readable = {tuple(pack.ids[i] for i in path) for path in paths}
    assert {tuple(ids) for ids in rows} <= readable
    assert len(pack.targets) == sum(len(ids) - 1 for ids in rows)
    assert pack.row_tokens == sum(map(len, rows)) >= len(pack.ids)


def test_a_shared_prompt_is_stored_once() -> None:
    prompt = list(range(100))
    pack = build_pack([row([*prompt, 200 + i, 300]) for i in range(5)], min_shared=24)
    assert len(pack.ids) == 100 + 5 * 2
    assert len(pack.nodes) == 6


def test_rows_that_share_with_a_neighbour_only_are_still_joined() -> None:
    assert len(build_pack([row([0, 0]), row([0, 0, 0]), row([0, 0, 0])], min_shared=3).ids) == 2 + 3


def test_two_levels_are_found() -> None:
    system = list(range(100))
    rows = [row([*system, *range(1000 * p, 1000 * p + 40), 7, 8, a]) for p in (1, 2) for a in (1, 2, 3)]
    pack = build_pack(rows, min_shared=24)
    assert len(pack.ids) == 100 + 2 * 42 + 6


@given(st.lists(IDS, min_size=1, max_size=10), st.integers(5, 40))
@settings(max_examples=100, deadline=None)
def test_splitting_keeps_every_row_and_the_bound(rows: list[list[int]], bound: int) -> None:
    packs = split_packs([row(ids) for ids in rows], bound, min_shared=3)
    assert sum(pack.rows for pack in packs) == len(rows)
    assert all(len(pack.ids) < bound + 3 * pack.rows or pack.rows == 1 for pack in packs)


def test_common_prefix() -> None:
    assert common_prefix((1, 2, 3, 4), (1, 2, 9, 4), 0) == 2
    assert common_prefix((1, 2), (1, 2, 3), 1) == 2

"""What of the data is trained on when a cold start may not spend what all of it would cost."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.contract.capability import Capability
from planloop.evolution.first import evenly_cut, fitting, improved
from planloop.training.evaluate import TaskResult


@pytest.mark.parametrize(("share", "kept"), [(2.0, 12), (1.0, 12), (0.5, 6), (0.8, 9), (0.01, 1)])
def test_a_cut_takes_the_share_once_each_and_in_order(share: float, kept: int) -> None:
    cut = evenly_cut(range(12), share)
    assert len(cut) == kept and cut == sorted(set(cut))


def test_no_capability_is_left_out_because_it_comes_last() -> None:
    rows = [kind for kind in ("memory", "boundary", "grounding", "revision") for _ in range(8)]
    assert {kind: evenly_cut(rows, 0.5).count(kind) for kind in rows} == dict.fromkeys(rows, 4)


def test_nothing_is_cut_of_nothing() -> None:
    assert evenly_cut([], 0.5) == []


@given(st.lists(st.integers(1, 50), min_size=1, max_size=60), st.integers(20, 400))
def test_what_fits_costs_no_more_than_the_budget_though_prompts_are_shared(own: list[int], tokens: int) -> None:
    def cost(rows: Sequence[int]) -> int:
        return 100 * (1 + len(rows) // 8) + sum(rows)

    kept, spent = fitting(own, tokens, cost)
    assert spent == cost(kept)
    assert spent <= tokens or len(kept) == 1
    assert kept == own or cost(own) > tokens


def _results(*success: float) -> list[TaskResult]:
    capability = Capability.parse("tool_use/grounding/display")
    return [
        TaskResult(str(n), capability, s, attempts=1, invalid=0, output_tokens=1, tool_calls=1)
        for n, s in enumerate(success)
    ]


@pytest.mark.parametrize(
    ("before", "after", "better"),
    [
        ((0, 0, 0, 1), (1, 0, 0, 1), False),  # one task more
        ((0, 0, 0, 1), (1, 1, 0, 1), False),  # two more
        ((0, 0, 0, 1), (1, 1, 1, 1), True),
        ((0, 0, 0, 0, 1), (1, 1, 1, 1, 0), False),  # four gained, one lost
        ((1, 1, 0, 0), (0, 0, 0, 0), False),
        ((1, 0, 1, 0), (1, 0, 1, 0), False),
    ],
)
def test_a_part_has_improved_where_chance_would_not_do_it(
    before: tuple[float, ...], after: tuple[float, ...], better: bool
) -> None:
    assert improved(_results(*before), _results(*after)) is better

"""A uniform composition takes every capability group in turn, as far as the tokens reach, and looks at nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from hypothesis import given
from hypothesis import strategies as st
from tests.data.builders import AUDIO, MEMORY, TIME

from planloop.contract.version import Purpose
from planloop.data.choice import PoolItem
from planloop.data.compose import Budget
from planloop.data.uniform import compose_uniformly, evenly

LEAVES = (TIME, AUDIO, MEMORY)
GROUPS = {c.group: (f"scenario.{c.group}",) for c in LEAVES}


def pool_of(sizes: Sequence[int], tokens: Sequence[int] = (100,)) -> list[PoolItem]:
    return [
        PoolItem(
            trajectory_id=f"{capability}/{n}",
            capability=capability,
            difficulty=f"{n % 3 + 1} calls",
            tokens=tokens[n % len(tokens)],
        )
        for capability, size in zip(LEAVES, sizes, strict=True)
        for n in range(size)
    ]


def cost(items: Sequence[PoolItem]) -> int:
    """What the items cost, with a prompt that a whole group shares."""
    return sum(i.tokens for i in items) + 50 * len({i.capability.group for i in items})


POOLS = st.builds(
    pool_of, st.lists(st.integers(0, 30), min_size=3, max_size=3), st.lists(st.integers(1, 300), min_size=1, max_size=7)
)


@given(POOLS)
def test_no_group_is_ahead_of_one_that_still_has_something_to_give(pool: list[PoolItem]) -> None:
    left = Counter(i.capability.group for i in pool)
    taken: Counter[str] = Counter()
    for item in evenly(pool):
        name = item.capability.group
        assert all(taken[name] <= taken[other] for other in left if taken[other] < left[other])
        taken[name] += 1
    assert taken == left


@given(POOLS, st.sets(st.integers(0, 29)))
def test_what_is_named_first_comes_first_in_its_group(pool: list[PoolItem], numbers: set[int]) -> None:
    first = {i.trajectory_id for i in pool if int(i.trajectory_id.rpartition("/")[2]) in numbers}
    order = evenly(pool, first)
    assert order == evenly(pool[::-1], first)
    for group in GROUPS:
        named = [i.trajectory_id in first for i in order if i.capability.group == group]
        assert [name for name, _ in groupby(named)] in ([], [True], [False], [True, False])


@given(POOLS, st.integers(0, 8000))
def test_the_fewest_trajectories_that_reach_the_tokens_are_taken(pool: list[PoolItem], tokens: int) -> None:
    made = compose_uniformly(pool, GROUPS, Budget(tokens=tokens, orders=0), cost)
    order = evenly(pool)
    taken = order[: len(made.members)]
    assert [m.trajectory_id for m in made.members] == [i.trajectory_id for i in taken]
    assert made.tokens == (cost(taken) if taken else 0)
    assert made.tokens >= tokens or len(taken) == len(pool)
    assert not taken or cost(taken[:-1]) < tokens or len(taken) == 1
    assert not taken or abs(sum(made.weights.values()) - 1) < 1e-9
    assert abs(sum(made.weights.values()) - sum(share for _, share in made.cells)) < 1e-9


def test_every_member_weighs_the_same_and_repairs_nothing() -> None:
    made = compose_uniformly(pool_of([5, 5, 5]), GROUPS, Budget(tokens=700, orders=0), cost)
    assert {(m.weight, m.purpose) for m in made.members} == {(1.0, Purpose.COVERAGE)}
    assert made.repair == {}


@given(POOLS, st.integers(1, 20_000), st.integers(0, 300))
def test_orders_are_equal_for_all_groups_and_keep_the_limit(pool: list[PoolItem], tokens: int, limit: int) -> None:
    counts = [o.count for o in compose_uniformly(pool, GROUPS, Budget(tokens=tokens, orders=limit), cost).orders]
    assert sum(counts) <= limit
    assert not counts or max(counts) - min([*counts, *([0] * (len(GROUPS) - len(counts)))]) <= 1


def test_orders_would_fill_the_budget_at_the_length_of_what_is_known() -> None:
    made = compose_uniformly(pool_of([4, 0, 0]), GROUPS, Budget(tokens=3000, orders=400), cost)
    assert sum(o.count for o in made.orders) == 30
    assert {o.capability for o in made.orders} == set(GROUPS)

"""The weakness map says what is known about a capability, and how sure that is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.data.builders import AUDIO, MEMORY, TIME, make_task, make_trajectory

from planloop.contract.capability import Capability
from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.contract.split import Split, WrongSplitError
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.weakness import WeaknessStatus
from planloop.data.weakness import WeaknessMap, interval, weakness_map

POOL = {str(TIME): 50, str(AUDIO): 50, str(MEMORY): 50}


def episodes(capability: Capability, results: str) -> tuple[dict[str, Task], list[Trajectory]]:
    """One episode per letter: 1 success, 0 failure, x invalid."""
    task = make_task(f"k/{capability}", capability)
    return {task.key: task}, [make_trajectory(task, r == "1", n, valid=r != "x") for n, r in enumerate(results)]


def assessed(results: str, pool: dict[str, int] | None = None) -> WeaknessMap:
    tasks, trajectories = episodes(TIME, results)
    return weakness_map(trajectories, tasks, POOL if pool is None else pool)


@pytest.mark.parametrize(
    ("results", "pool", "status"),
    [
        ("111111", POOL, WeaknessStatus.MASTERED),
        ("101010", POOL, WeaknessStatus.UNSTABLE),
        ("00000001", POOL, WeaknessStatus.FAILING),
        ("000000", {}, WeaknessStatus.MISSING),
        ("111111", {}, WeaknessStatus.MASTERED),
        ("1111110", {}, WeaknessStatus.UNSTABLE),
        ("xx0", POOL, WeaknessStatus.AMBIGUOUS),
        ("x11111111", POOL, WeaknessStatus.MASTERED),
        ("1", POOL, WeaknessStatus.UNSTABLE),
    ],
)
def test_status_follows_the_interval_the_pool_and_the_support(
    results: str, pool: dict[str, int], status: WeaknessStatus
) -> None:
    found = assessed(results, pool)
    assert found.leaves[str(TIME)].status is status
    assert found.groups[TIME.group].status is status


def test_a_capability_that_was_never_tried_is_missing_without_data_and_ambiguous_with() -> None:
    found = weakness_map([], {}, {str(TIME): 0, str(MEMORY): 9})
    assert found.leaves[str(TIME)].status is WeaknessStatus.MISSING
    assert found.leaves[str(MEMORY)].status is WeaknessStatus.AMBIGUOUS


def test_invalid_episodes_count_in_no_rate() -> None:
    leaf = assessed("x1x").leaves[str(TIME)]
    assert (leaf.weakness.n, leaf.weakness.successes, leaf.weak, leaf.episodes) == (1, 1, 2, 3)
    assert len(leaf.weakness.trajectories) == 1


def test_the_same_run_judged_both_ways_supports_nothing() -> None:
    task = make_task("k")
    both = [make_trajectory(task, ok, n, text="same words") for n, ok in enumerate((True, False))]
    found = weakness_map(both, {task.key: task}, POOL)
    assert found.leaves[str(TIME)].status is WeaknessStatus.AMBIGUOUS


def test_thin_leaves_lean_on_their_group_and_thick_ones_do_not() -> None:
    tasks, failures = episodes(AUDIO, "0" * 20)
    more, success = episodes(TIME, "1")
    thin = weakness_map([*failures, *success], tasks | more, POOL).leaves[str(TIME)]
    alone = weakness_map(success, more, POOL).leaves[str(TIME)]
    assert thin.mean < alone.mean
    more, successes = episodes(TIME, "1" * 40)
    thick = weakness_map([*failures, *successes], tasks | more, POOL).leaves[str(TIME)]
    assert thick.status is WeaknessStatus.MASTERED


def test_causes_are_shares_of_the_diagnosed_failures() -> None:
    tasks, trajectories = episodes(TIME, "0000")
    causes = (Cause.ROUTING, Cause.ROUTING, Cause.ROUTING, Cause.RETRIEVAL)
    diagnoses = [
        Diagnosis(
            trajectory_id=t.id,
            task_key=t.task_key,
            capability=TIME,
            side=c.side,
            cause=c,
            evidence="e",
            confidence=0.8,
            author="a",
        )
        for t, c in zip(trajectories, causes, strict=True)
    ]
    found = weakness_map(trajectories, tasks, POOL, diagnoses).leaves[str(TIME)]
    assert found.causes == {"routing": 0.75, "retrieval": 0.25}
    assert set(found.weakness.diagnoses) == {d.id for d in diagnoses}


@pytest.mark.parametrize("split", [Split.DEV_GATE, Split.TEST])
def test_held_out_episodes_do_not_steer(split: Split) -> None:
    task = make_task("k", split=split)
    with pytest.raises(WrongSplitError):
        weakness_map([make_trajectory(task, True)], {task.key: task}, POOL)


@given(st.integers(0, 12), st.integers(0, 12))
def test_more_successes_never_look_weaker(failures: int, successes: int) -> None:
    if failures + successes == 0:
        return
    one = assessed("0" * failures + "1" * successes).leaves[str(TIME)]
    two = assessed("0" * failures + "1" * (successes + 1)).leaves[str(TIME)]
    assert two.mean > one.mean
    assert two.weakness.low >= one.weakness.low
    order = [WeaknessStatus.FAILING, WeaknessStatus.UNSTABLE, WeaknessStatus.MASTERED]
    assert order.index(two.status) >= order.index(one.status)


@given(st.floats(0.5, 60), st.floats(0.5, 60))
def test_the_interval_holds_four_fifths_of_the_posterior(a: float, b: float) -> None:
    from scipy.special import betainc

    low, high = interval(a, b)
    assert 0 <= low < high <= 1
    assert betainc(a, b, high) - betainc(a, b, low) == pytest.approx(0.8, abs=1e-6)


def test_the_weakest_groups_come_first() -> None:
    tasks, weak = episodes(MEMORY, "0000")
    more, middling = episodes(TIME, "0101")
    found = weakness_map([*weak, *middling], tasks | more, POOL)
    assert [a.capability for a in found.weaknesses] == [MEMORY.group, TIME.group]

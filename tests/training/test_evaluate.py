from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.contract.capability import Capability
from planloop.training.evaluate import TaskResult, compare, evaluate, mcnemar, task_results, wilson

Make = Callable[..., Any]
DIMENSIONS = {
    "tool_use": "tool_use/grounding/time",
    "memory": "memory/composition/calls",
    "skills": "skills/skill_only/system",
    "sub_agent": "sub_agent/gui/apps",
}


def results(shares: dict[str, tuple[int, int]]) -> list[TaskResult]:
    """`{dimension: (solved, tasks)}`."""
    return [
        TaskResult(f"{name}-{n}", Capability.parse(DIMENSIONS[name]), float(n < solved), 1, 0, 30.0, 2.0)
        for name, (solved, count) in shares.items()
        for n in range(count)
    ]


def test_wilson_matches_the_textbook() -> None:
    rate = wilson(8, 10)
    assert (rate.low, rate.high) == pytest.approx((0.4902, 0.9433), abs=1e-4)
    assert wilson(0, 10).low == 0.0 and wilson(0, 10).high == pytest.approx(0.2775, abs=1e-4)
    assert wilson(0, 0).high == 1.0


@given(st.integers(1, 200), st.data())
def test_intervals_contain_the_share(count: int, data: st.DataObject) -> None:
    successes = data.draw(st.integers(0, count))
    rate = wilson(successes, count)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


def test_overall_weighs_the_dimensions_as_published() -> None:
    found = evaluate(results({"tool_use": (8, 10), "memory": (5, 10), "skills": (2, 10), "sub_agent": (10, 10)}))
    assert found.overall.value == pytest.approx(0.5 * 0.8 + 0.2 * 0.5 + 0.2 * 0.2 + 0.1 * 1.0)
    assert found.overall.low < found.overall.value < found.overall.high
    assert found.pooled.value == pytest.approx(25 / 40)
    assert found.missing == ()
    assert found.behaviours["memory/composition"].value == 0.5
    assert found.domains["apps"].count == 10


def test_missing_dimensions_are_named_and_their_weight_is_shared_out() -> None:
    found = evaluate(results({"tool_use": (10, 10), "sub_agent": (0, 10)}))
    assert found.overall.value == pytest.approx(0.5 / 0.6)
    assert found.missing == ("memory", "skills")


def test_agreement_of_every_task_does_not_claim_certainty() -> None:
    found = evaluate(results({"tool_use": (10, 10)}))
    assert found.overall.value == found.overall.high == 1.0
    assert found.overall.low == pytest.approx(wilson(10, 10).low)


def test_the_interval_covers_the_true_value_about_as_often_as_it_says() -> None:
    import random

    rand = random.Random(0)
    truth = {"tool_use": 0.7, "memory": 0.4, "skills": 0.3, "sub_agent": 0.5}
    expected = 0.5 * 0.7 + 0.2 * 0.4 + 0.2 * 0.3 + 0.1 * 0.5
    covered = 0
    for _ in range(60):
        drawn = {name: (sum(rand.random() < p for _ in range(40)), 40) for name, p in truth.items()}
        overall = evaluate(results(drawn)).overall
        covered += overall.low <= expected <= overall.high
    assert covered >= 52


def test_invalid_and_missing_attempts_fail_and_are_counted_apart(make_task: Make, make_trajectory: Make) -> None:
    tasks = [make_task("a"), make_task("b"), make_task("c")]
    hashes = {t.key: t.content_hash() for t in tasks}
    found = task_results(
        tasks,
        [
            make_trajectory(key="a", task_hash=hashes["a"], tokens=10),
            make_trajectory(key="b", task_hash=hashes["b"], valid=False),
        ],
    )
    assert [r.success for r in found] == [1.0, 0.0, 0.0]
    assert [r.invalid for r in found] == [0, 1, 1]
    summary = evaluate(found)
    assert summary.pooled.value == pytest.approx(1 / 3)
    assert summary.invalid == 2
    assert summary.output_tokens == 10


def test_a_trajectory_of_another_revision_is_refused(make_task: Make, make_trajectory: Make) -> None:
    with pytest.raises(ValueError, match="not among the evaluated tasks"):
        task_results([make_task("a")], [make_trajectory(key="a", task_hash="0" * 64)])


@pytest.mark.parametrize("solved", [(6, 6), (0, 12)])
def test_a_comparison_claims_no_certainty_where_all_tasks_changed_alike(solved: tuple[int, int]) -> None:
    before, after = (results({"tool_use": (n, 12)}) for n in solved)
    found = compare(before, after).difference
    assert found.low < found.value < found.high
    assert found.high - found.low > 0.1


def test_paired_comparison_sees_a_small_consistent_gain() -> None:
    before = results({"tool_use": (50, 100), "memory": (10, 20)})
    after = results({"tool_use": (62, 100), "memory": (10, 20)})
    found = compare(before, after)
    assert found.difference.value == pytest.approx(0.12 * 0.5 / 0.7)
    assert found.better
    assert (found.gained, found.lost) == (12, 0)
    assert found.p_value == pytest.approx(2 / 2**12)
    assert not compare(before, before).better
    with pytest.raises(ValueError, match="same tasks"):
        compare(before, after[:-1])


def test_mcnemar_is_exact() -> None:
    assert mcnemar(0, 0) == 1.0
    assert mcnemar(5, 5) == 1.0
    assert mcnemar(1, 7) == pytest.approx(2 * 9 / 256)


def test_the_one_sided_bound_lies_between_the_value_and_the_two_sided_one() -> None:
    rate = wilson(30, 40)
    assert rate.low < rate.at_least < rate.value
    assert (rate.value - rate.at_least) / (rate.value - rate.low) == pytest.approx(1.645 / 1.96, abs=1e-3)

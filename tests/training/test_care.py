from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.contract.task import ReferenceCost
from planloop.contract.trajectory import Cost
from planloop.data.generate import train_tasks
from planloop.data.teach import Classroom
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.training.care import (
    CareParameters,
    Outcome,
    Regime,
    care,
    care_uncalibrated,
    execution_cost,
    regime_of,
    vanilla,
)

PHI = CareParameters(lambda_prog=0.5, lambda_eff=0.1, p_low=0.25, p_high=0.75)


def group(successes: int, size: int, progress: float = 0.0, cost: float = 0.0) -> list[Outcome]:
    return [Outcome(i < successes, 1.0 if i < successes else progress, cost) for i in range(size)]


def spread(values: tuple[float, ...]) -> float:
    return math.sqrt(sum(v * v for v in values) / len(values))


def test_all_failed_is_shaped_by_progress() -> None:
    scores = care([Outcome(False, p, 0.9) for p in (0.0, 0.0, 0.5, 0.5)], PHI)
    assert scores.regime is Regime.PROGRESS
    assert scores.rewards == (0.0, 0.0, 0.25, 0.25)
    # mean .125, sigma .125: standard normaliser, unit scale
    assert scores.advantages == pytest.approx((-1, -1, 1, 1), abs=1e-4)


def test_all_failed_alike_gives_no_signal() -> None:
    scores = care(group(0, 4, progress=0.3), PHI)
    assert scores.advantages == (0.0, 0.0, 0.0, 0.0)
    assert not scores.has_signal


def test_all_succeeded_keeps_a_small_gradient_towards_cheap_solutions() -> None:
    scores = care([Outcome(True, 1.0, e) for e in (0.0, 0.0, 1.0, 1.0)], PHI)
    assert scores.regime is Regime.EFFICIENCY
    assert scores.rewards == (1.0, 1.0, 0.9, 0.9)
    # mean .95, sigma .05 < anchor sqrt(.1875) = .4330: (1 - .95) / .4330 = .11547
    assert scores.advantages == pytest.approx((0.11547, 0.11547, -0.11547, -0.11547), abs=1e-5)
    loud = care_uncalibrated([Outcome(True, 1.0, e) for e in (0.0, 0.0, 1.0, 1.0)], PHI)
    assert loud.advantages == pytest.approx((1, 1, -1, -1), abs=1e-4)


def test_mixed_group_between_the_bounds_sees_the_bare_success() -> None:
    scores = care([Outcome(True, 1.0, 0.9), Outcome(False, 0.8, 0.1)], PHI)
    assert scores.regime is Regime.OUTCOME
    assert scores.rewards == (1.0, 0.0)
    assert scores.advantages == pytest.approx((1.0, -1.0), abs=1e-4)


def test_seven_of_eight_is_damped_by_the_floor_as_published() -> None:
    scores = care(group(7, 8), PHI)
    # sigma = sqrt(7/64) = .33072, anchor .43301: RMS .76376
    assert spread(scores.advantages) == pytest.approx(math.sqrt(7 / 64) / math.sqrt(0.1875), abs=1e-5)


def test_floor_is_inactive_where_the_group_spreads_more_than_the_anchor() -> None:
    phi = CareParameters(lambda_eff=0.1, p_low=0.1, p_high=0.25)
    scores = care(group(4, 8, cost=0.5), phi)
    assert scores.regime is Regime.EFFICIENCY
    assert spread(scores.advantages) == pytest.approx(1.0, abs=1e-4)  # sigma .5 > anchor .433


@pytest.mark.parametrize(
    ("successes", "size", "regime"),
    [
        (0, 8, Regime.PROGRESS),
        (1, 8, Regime.PROGRESS),
        (2, 8, Regime.OUTCOME),
        (5, 8, Regime.OUTCOME),
        (6, 8, Regime.EFFICIENCY),
        (8, 8, Regime.EFFICIENCY),
        (1, 4, Regime.OUTCOME),
        (3, 4, Regime.EFFICIENCY),
    ],
)
def test_regimes_are_closed_on_the_left(successes: int, size: int, regime: Regime) -> None:
    assert regime_of(group(successes, size), PHI) is regime


def test_thresholds_mean_the_written_decimal() -> None:
    phi = CareParameters(p_low=0.1, p_high=0.7)
    assert regime_of(group(1, 10), phi) is Regime.OUTCOME
    assert regime_of(group(7, 10), phi) is Regime.EFFICIENCY
    assert regime_of(group(0, 8), CareParameters(p_low=0.0, p_high=0.7)) is Regime.OUTCOME


@pytest.mark.parametrize("bad", [{"p_low": 0.8}, {"p_high": 1.0}, {"p_low": -0.1}, {"lambda_eff": -1.0}])
def test_impossible_parameters_are_refused(bad: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="CARE needs"):
        CareParameters(**bad)


OUTCOMES = st.lists(
    st.builds(lambda s, p, e: Outcome(s, 1.0 if s else p, e), st.booleans(), st.floats(0, 0.99), st.floats(0, 1)),
    min_size=2,
    max_size=10,
)


@given(OUTCOMES)
def test_success_is_always_worth_more_than_failure(found: list[Outcome]) -> None:
    for score in (vanilla, care, care_uncalibrated):
        scores = score(found, PHI)
        wins = [a for a, o in zip(scores.advantages, found, strict=True) if o.success]
        losses = [a for a, o in zip(scores.advantages, found, strict=True) if not o.success]
        if wins and losses:
            assert min(wins) > max(losses)


@given(OUTCOMES)
def test_advantages_are_centred_and_calibration_only_shrinks(found: list[Outcome]) -> None:
    calibrated, loud = care(found, PHI), care_uncalibrated(found, PHI)
    assert sum(calibrated.advantages) == pytest.approx(0.0, abs=1e-6)
    assert all(abs(a) <= abs(b) + 1e-12 for a, b in zip(calibrated.advantages, loud.advantages, strict=True))
    if calibrated.regime is not Regime.EFFICIENCY:
        assert calibrated == loud


@given(st.lists(st.floats(0, 1), min_size=2, max_size=10), st.floats(0.01, 0.4))
def test_saturated_groups_scale_with_lambda_eff(costs: list[float], weight: float) -> None:
    found = [Outcome(True, 1.0, e) for e in costs]
    scores = care(found, CareParameters(lambda_eff=weight, p_low=0.25, p_high=0.75))
    mean = sum(costs) / len(costs)
    sigma = math.sqrt(sum((e - mean) ** 2 for e in costs) / len(costs))
    # standard deviation of the advantages with the floor active (method section 5.4)
    assert spread(scores.advantages) == pytest.approx(weight * sigma / (PHI.anchor + 1e-6), abs=1e-9)


def test_cost_is_a_share_of_a_reference_with_headroom() -> None:
    reference = ReferenceCost(output_tokens=100, tool_calls=4)  # twice a good solution's
    assert execution_cost(Cost(output_tokens=50, tool_calls=2), reference) == 0.5
    assert execution_cost(Cost(output_tokens=500, tool_calls=40), reference) == 1.0
    assert execution_cost(Cost(output_tokens=100, tool_calls=0), reference) == 0.5
    no_calls = ReferenceCost(output_tokens=100, tool_calls=0)
    assert execution_cost(Cost(output_tokens=0, tool_calls=3), no_calls) == 0.5


def test_the_known_solution_of_a_task_costs_a_half() -> None:
    task, solution = train_tasks(["tool_use/grounding"], 1, 0)[0]
    played = Classroom(Harness(), None, Sandbox()).play(task, solution)
    calls = played.cost.tool_calls
    assert task.reference.tool_calls == 2 * calls
    spent = Cost(output_tokens=task.reference.output_tokens // 2, tool_calls=calls)
    assert execution_cost(spent, task.reference) == pytest.approx(0.5, abs=0.02)

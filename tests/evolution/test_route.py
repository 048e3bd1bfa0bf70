"""A weakness goes to the side that its diagnoses point at."""

from __future__ import annotations

import pytest
from tests.data.builders import TIME

from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.contract.weakness import Route, Routing, Weakness, WeaknessStatus
from planloop.data.weakness import Assessed, WeaknessMap
from planloop.evolution.route import also_model, route


def diagnosis(cause: Cause, confidence: float = 0.9, tested: bool = False) -> Diagnosis:
    return Diagnosis(
        trajectory_id="t",
        task_key="k",
        capability=TIME,
        side=cause.side,
        cause=cause,
        evidence="e",
        confidence=confidence,
        tested=tested,
        author="a",
    )


def weak(status: WeaknessStatus = WeaknessStatus.FAILING) -> Weakness:
    return Weakness(capability=str(TIME), successes=0, n=4, low=0.0, high=0.3, status=status)


M, H, E, T = Cause.ROUTING, Cause.TOOL_EXPOSURE, Cause.ENVIRONMENT_FAULT, Cause.TASK_FAULT


@pytest.mark.parametrize(
    ("causes", "expected"),
    [
        ([M] * 4, Route.MODEL),
        ([H] * 4, Route.HARNESS),
        ([M, M, H, H], Route.BOTH),
        ([M, H, H, H, H], Route.HARNESS),
        ([M, M, M, M, H], Route.MODEL),
        ([E, E, M], Route.ENVIRONMENT),
        ([T, T, T, H], Route.TASK),
        ([], Route.MODEL),
    ],
)
def test_the_route_follows_the_weight_of_the_diagnoses(causes: list[Cause], expected: Route) -> None:
    decision = route(weak(), [diagnosis(c) for c in causes])
    assert decision.route is expected
    assert decision.reason


def test_a_harness_cause_that_its_experiment_did_not_support_does_not_route() -> None:
    doubted = [diagnosis(H, 0.3)] * 5
    assert route(weak(), [*doubted, diagnosis(M, 0.6)]).route is Route.MODEL
    assert route(weak(), [diagnosis(H, 0.3, tested=True)]).route is Route.HARNESS


def test_what_is_missing_needs_data_even_where_the_harness_is_to_blame() -> None:
    missing = weak(WeaknessStatus.MISSING)
    assert route(missing, [diagnosis(H)] * 4).route is Route.BOTH
    assert route(missing, [diagnosis(M)] * 4).route is Route.MODEL
    assert route(missing, [diagnosis(T)] * 4).route is Route.TASK


def test_a_harness_that_did_not_change_leaves_its_weaknesses_to_the_model_too() -> None:
    def assessed(route_: Route | None) -> Assessed:
        routing = None if route_ is None else Routing(route=route_, reason="because")
        weakness = weak().model_copy(update={"routing": routing})
        return Assessed(weakness=weakness, mean=0.1, episodes=4, weak=4, pool=9, causes={})

    before = {name: assessed(r) for name, r in (("a", Route.HARNESS), ("b", Route.MODEL), ("c", None))}
    after = also_model(WeaknessMap(groups=before, leaves=before))
    for found in (after.groups, after.leaves):
        routing = found["a"].weakness.routing
        assert routing is not None and routing.route is Route.BOTH and "because; no change" in routing.reason
        assert (found["b"], found["c"]) == (before["b"], before["c"])

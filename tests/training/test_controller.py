from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.training.care import CareParameters
from planloop.training.controller import Controller, Observation, Proposal, Range, Ranges

SHARE = st.floats(0, 1)
SEEN = st.builds(Observation, SHARE, SHARE, SHARE, st.none() | SHARE, st.none() | st.floats(0, 500))


@given(st.lists(SEEN, min_size=1, max_size=30))
def test_parameters_stay_in_their_ranges_and_every_decision_is_logged(seen: list[Observation]) -> None:
    controller = Controller(interval=2)
    for n, observation in enumerate(seen, start=1):
        phi = controller.decide(2 * n, observation)
        assert phi == controller.ranges.clamp(phi) == controller.phi
    assert len(controller.log) == len(seen)
    assert all(decision.reasons for decision in controller.log)


def test_parameters_are_fixed_between_decisions() -> None:
    controller = Controller(interval=5)
    assert [n for n in range(11) if controller.due(n)] == [5, 10]
    with pytest.raises(ValueError, match="fixed for 5 updates"):
        controller.decide(3, Observation(0, 0, 0))
    controller.decide(5, Observation(0, 0, 0))
    assert not controller.due(5)


def test_falling_dev_success_eases_the_efficiency_pressure() -> None:
    controller = Controller(interval=1)
    controller.decide(1, Observation(0.2, 0.8, 0.8, dev_success=0.7))
    before = controller.phi
    after = controller.decide(2, Observation(0.2, 0.8, 0.8, dev_success=0.6))
    assert after.lambda_eff < before.lambda_eff and after.p_high > before.p_high
    assert "dev success fell" in controller.log[-1].reasons[0]


def test_hard_tasks_raise_the_progress_reward() -> None:
    controller = Controller(interval=1)
    assert controller.decide(1, Observation(0.9, 0.0, 0.1)).lambda_prog > CareParameters().lambda_prog


def test_wild_proposals_are_clamped() -> None:
    wild = CareParameters(lambda_prog=50, lambda_eff=9, p_low=0.0, p_high=0.99)
    controller = Controller(interval=1, propose=lambda phi, now, before: Proposal(wild, ("because",)))
    assert controller.decide(1, Observation(0, 0, 0)) == CareParameters(1.0, 0.4, 0.0, 0.95)
    assert controller.log[0].proposed == wild


def test_ranges_that_could_cross_are_refused() -> None:
    with pytest.raises(ValueError, match="below the smallest p_high"):
        Ranges(p_low=Range(0.0, 0.6))

"""Capabilities are named by dimension/behaviour/domain."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.contract.strategies import CAPABILITY

from planloop.contract.capability import BEHAVIOURS, Behaviour, Capability, Dimension, Domain


@given(CAPABILITY)
def test_parse_is_the_inverse_of_str(capability: Capability) -> None:
    assert Capability.parse(str(capability)) == capability
    assert str(capability).startswith(capability.group + "/")


def test_every_behaviour_belongs_to_exactly_one_dimension() -> None:
    assert sorted(behaviour for group in BEHAVIOURS.values() for behaviour in group) == sorted(Behaviour)


@pytest.mark.parametrize("text", ["", "tool_use", "tool_use/grounding", "tool_use/grounding/time/x"])
def test_a_wrong_number_of_parts_names_the_expected_form(text: str) -> None:
    with pytest.raises(ValueError, match="expected dimension/behaviour/domain"):
        Capability.parse(text)


def test_a_behaviour_of_another_dimension_is_refused_with_the_legal_ones() -> None:
    with pytest.raises(ValueError, match="use skill_only, mixed_routing"):
        Capability(dimension=Dimension.SKILLS, behaviour=Behaviour.GUI, domain=Domain.TIME)

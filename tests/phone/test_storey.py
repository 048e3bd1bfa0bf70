"""The first storey is what the frozen suite was made of; what is built on top of it changes nothing of it."""

from __future__ import annotations

import pytest

from planloop.contract.feedback import ErrorType
from planloop.contract.task import WorldSpec
from planloop.environments.sandbox import Sandbox
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import REGISTRY
from planloop.phone.storey import FIRST_APPS, Storey
from planloop.phone.world import world

TOOLS_OF_FIRST = 67


def test_the_first_storey_keeps_its_tools_in_their_order() -> None:
    first, full = Phone().tools, Phone(Storey.FULL).tools
    assert len(first) == TOOLS_OF_FIRST
    assert {t.run.__module__.rpartition(".")[2] for t in first.values()} <= FIRST_APPS
    assert [name for name in full if name in first] == list(first)
    assert full == REGISTRY.tools


def test_a_tool_of_the_full_phone_is_unknown_to_the_first_storey() -> None:
    above = next(name for name in Phone(Storey.FULL).tools if name not in Phone().tools)
    phone = Phone()
    phone.reset(WorldSpec(seed=1))
    with pytest.raises(ToolError) as caught:
        phone.call(above, {})
    assert caught.value.error_type is ErrorType.UNKNOWN_TOOL
    assert above not in {spec.name for spec in Sandbox().specs()}
    assert above in {spec.name for spec in Sandbox(Storey.FULL).specs()}


@pytest.mark.parametrize("seed", range(12))
def test_the_full_world_of_a_seed_holds_the_first_one(seed: int) -> None:
    first, full = world(seed), world(seed, Storey.FULL)
    assert first.now == full.now
    for table, rows in first.tables.items():
        held = full.tables[table]
        assert {key: held[key] for key in rows} == rows, f"table {table} differs in what the first storey has"

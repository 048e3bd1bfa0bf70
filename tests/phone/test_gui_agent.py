"""The GUI sub-agent: a session is started, does something real in an app once, and says why where it cannot."""

from __future__ import annotations

import pytest

import planloop.phone.apps  # noqa: F401 - registers the tools
from planloop.contract.record import JsonObject
from planloop.contract.task import WorldSpec
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone


@pytest.fixture
def phone() -> Phone:
    made = Phone()
    made.reset(WorldSpec(seed=0))
    return made


def control(phone: Phone, **arguments: str) -> JsonObject:
    return phone.call("control_gui_agent", dict(arguments)).data


def done(phone: Phone) -> list[tuple[str, str, str, int]]:
    rows = phone.state.tables()["app_records"].values()
    return [(r["appName"], r["verb"], r["item"], r["quantity"]) for r in rows]


def test_a_session_does_once_what_it_was_told(phone: Phone) -> None:
    session = control(phone, action="start", appName="FoodExpress", instruction="Order 3 ramen bowl")["sessionId"]
    assert done(phone) == []
    assert control(phone, action="execute", sessionId=str(session)) == {"status": "completed"}
    assert done(phone) == [("FoodExpress", "order", "ramen bowl", 3)]
    with pytest.raises(ToolError, match="already completed"):
        control(phone, action="execute", sessionId=str(session))
    assert len(done(phone)) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"action": "start", "instruction": "Order"}, "missing argument appName"),
        ({"action": "start", "appName": "BookNest"}, "missing argument instruction"),
        ({"action": "start", "appName": "book nest", "instruction": "x"}, "use BookNest"),
        ({"action": "start", "appName": "Photos", "instruction": "x"}, "apps: FoodExpress"),
        ({"action": "execute"}, "missing argument sessionId"),
        ({"action": "execute", "sessionId": "nope"}, "no session nope"),
    ],
)
def test_what_cannot_begin_is_said(phone: Phone, arguments: dict[str, str], message: str) -> None:
    with pytest.raises(ToolError, match=message):
        control(phone, **arguments)


def test_an_instruction_that_the_screen_does_not_show_fails_and_changes_nothing(phone: Phone) -> None:
    for instruction in ("Reserve something", "Burn Dune"):
        session = control(phone, action="start", appName="BookNest", instruction=instruction)["sessionId"]
        with pytest.raises(ToolError, match="does not show"):
            control(phone, action="execute", sessionId=str(session))
    assert done(phone) == []

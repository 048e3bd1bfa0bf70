"""What a planner's message amounts to."""

from __future__ import annotations

import pytest
from hypothesis import given
from pydantic import ValidationError
from tests.contract.strategies import MESSAGE

from planloop.contract.action import CALLS, Action, ActionKind, actions
from planloop.contract.message import Message, Role, ToolCall


def said(text: str) -> ActionKind:
    (action,) = actions(Message(role=Role.ASSISTANT, content=text))
    assert action.text == text and action.call is None
    return action.kind


def call(name: str) -> ToolCall:
    return ToolCall(id="c1", name=name, arguments={"a": 1})


@given(MESSAGE)
def test_every_message_is_its_calls_or_one_thing_said(message: Message) -> None:
    found = actions(message)
    assert tuple(a.call for a in found if a.call is not None) == message.tool_calls
    assert all((a.kind in CALLS) is bool(message.tool_calls) for a in found)
    assert len(found) == max(1, len(message.tool_calls))


def test_calls_are_of_a_tool_of_memory_or_of_a_skill() -> None:
    calls = tuple(call(name) for name in ("manage_alarm", "add_user_memory", "skill__bedtime"))
    kinds = [a.kind for a in actions(Message(role=Role.ASSISTANT, tool_calls=calls))]
    assert kinds == [ActionKind.TOOL_CALL, ActionKind.MEMORY_OPERATION, ActionKind.SKILL_LOAD]


def test_text_asks_refuses_or_finishes() -> None:
    assert said("Which alarm?") is said("哪个闹钟？") is ActionKind.CLARIFICATION
    assert said("I can't unlock that.") is said("我无法解锁") is ActionKind.REFUSAL
    assert said("The alarm is set for 07:30.") is ActionKind.FINISH


@pytest.mark.parametrize(
    ("kind", "given_call", "text"),
    [
        (ActionKind.FINISH, call("manage_alarm"), ""),
        (ActionKind.TOOL_CALL, None, "done"),
        (ActionKind.TOOL_CALL, call("manage_alarm"), "done"),
    ],
)
def test_an_action_is_what_its_kind_says(kind: ActionKind, given_call: ToolCall | None, text: str) -> None:
    with pytest.raises(ValidationError, match="an action of kind"):
        Action(kind=kind, call=given_call, text=text)

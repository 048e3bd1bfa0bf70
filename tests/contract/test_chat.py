"""OpenAI chat JSONL: exact for our own messages, forgiving and precise for other people's logs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.contract.strategies import MESSAGE

from planloop.contract.chat import Conversation, export_messages, export_trajectory, import_chat, loss_mask
from planloop.contract.errors import PlanloopError
from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.split import Split
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Segment, Trajectory, Versions
from planloop.contract.verdict import StopReason

ASK = {"role": "user", "content": "wake me at 7"}


def read(value: Any) -> Conversation:
    """The one conversation of a logged line."""
    (conversation,) = import_chat(json.dumps(value), "log.jsonl")
    return conversation


def answer(arguments: Any) -> dict[str, Any]:
    """An assistant message with one call."""
    return {"role": "assistant", "tool_calls": [{"id": "c1", "function": {"name": "fly", "arguments": arguments}}]}


@settings(deadline=None)
@given(st.lists(MESSAGE, max_size=4), st.lists(MESSAGE, max_size=2))
def test_messages_come_back_exactly(first: list[Message], second: list[Message]) -> None:
    text = "\n".join([export_messages(first, id="a"), "", export_messages(second)])
    one, two = import_chat(text)
    assert one.messages == tuple(first)
    assert two.messages == tuple(second)
    assert (one.id, two.line) == ("a", 3)


@given(st.text())
def test_any_text_is_either_read_or_refused_with_its_line(text: str) -> None:
    try:
        conversations = import_chat(text, "log")
    except PlanloopError as error:
        assert str(error).startswith("log line ")
    else:
        assert len(conversations) <= text.count("\n") + 1


def test_the_loss_mask_marks_the_turns_that_cold_start_trains() -> None:
    turns = [
        Message(role=Role.USER, content="hi"),
        Message(role=Role.ASSISTANT, content="wrong", flags=TurnFlag.ERRONEOUS),
        Message(role=Role.ASSISTANT, content="right", flags=TurnFlag.RECOVERY),
        Message(role=Role.TOOL, content="{}", tool_call_id="c"),
    ]
    exported = json.loads(export_messages(turns))["messages"]
    assert [message["loss_mask"] for message in exported] == [0, 0, 1, 0]
    assert [loss_mask(message) for message in turns] == [0, 0, 1, 0]


def test_a_trajectory_becomes_one_line_a_segment() -> None:
    segments = tuple(Segment(messages=(Message(role=Role.USER, content=text),)) for text in ("one", "two"))
    trajectory = Trajectory(
        id="t1",
        task_key="k",
        task_hash="h",
        split=Split.TRAIN,
        seed=0,
        versions=Versions(planner="p", harness="h", suite="s"),
        segments=segments,
        stop=StopReason.FINISHED,
    )
    tool = ToolSpec(name="set_alarm", description="Set it.", parameters={"type": "object"}, domain="imported")
    read_back = import_chat("\n".join(export_trajectory(trajectory, [tool])))
    assert [conversation.id for conversation in read_back] == ["t1/0", "t1/1"]
    assert tuple(message for conversation in read_back for message in conversation.messages) == trajectory.messages
    assert read_back[0].tools == (tool,)


def test_a_tool_that_nobody_listed_is_read() -> None:
    conversation = read({"messages": [ASK, answer('{"to": "moon"}')]})
    assert conversation.messages[1].tool_calls == (ToolCall(id="c1", name="fly", arguments={"to": "moon"}),)
    assert conversation.problems == ()


@pytest.mark.parametrize(
    "arguments", ['{"to": ', "[1]", '{"to": NaN}', '{"to": 1e999}', '"\\ud800"', "[" * 100_000, "1" * 5000]
)
def test_broken_arguments_are_kept_raw_and_named_by_line_and_call(arguments: str) -> None:
    conversation = read({"messages": [ASK, answer(arguments)]})
    assert conversation.messages[1].tool_calls[0] == ToolCall(id="c1", name="fly", arguments={}, raw=arguments)
    (problem,) = conversation.problems
    assert problem.startswith("log.jsonl line 1, message 2, call 1 (fly): arguments are ")


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ('{"messages": [', "not valid JSON"),
        ("7", "a line must be an object or a list of messages, not int"),
        ('{"text": "hello"}', "no conversation found"),
        ('{"messages": [7]}', "message 1 must be an object"),
        ('{"messages": [{"role": "wizard"}]}', "message 1 has role 'wizard'"),
        ('{"messages": [{"role": "user", "name": 7}]}', "name must be text"),
        ('{"messages": [{"role": "user", "loss_mask": 2}]}', "loss_mask must be 0 or 1"),
        ('{"messages": [{"role": "user", "flags": 1}]}', "flags must be a sum of turn flags"),
        ('{"messages": [{"role": "assistant", "tool_calls": [{"id": "c"}]}]}', "call 1 has no function name"),
        ('{"messages": [{"role": "assistant", "tool_calls": 5}]}', "tool_calls must be a list"),
    ],
)
def test_a_malformed_line_is_refused_by_number(line: str, reason: str) -> None:
    good = json.dumps({"messages": [ASK]})
    with pytest.raises(PlanloopError) as caught:
        import_chat(f"{good}\n\n{line}\n", "log.jsonl")
    assert str(caught.value).startswith("log.jsonl line 3: ")
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    "envelope",
    [
        [ASK],
        {"messages": [ASK]},
        {"conversations": [{"from": "human", "value": "wake me at 7"}]},
        {"request": {"body": {"messages": [ASK], "model": "m"}}},
        {"input": [ASK]},
        {"prompt": [ASK], "completion": []},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": "wake me at 7"}]}]},
    ],
)
def test_common_envelopes_are_read(envelope: Any) -> None:
    assert read(envelope).messages == (Message(role=Role.USER, content="wake me at 7"),)


def test_a_logged_response_is_appended_to_its_request() -> None:
    logged = {"request": {"messages": [ASK]}, "response": {"choices": [{"message": answer({"to": "moon"})}]}}
    assert [message.role for message in read(logged).messages] == [Role.USER, Role.ASSISTANT]


def test_the_old_function_call_form_is_read() -> None:
    old = {"role": "assistant", "content": None, "function_call": {"name": "fly", "arguments": "{}"}}
    assert read([ASK, old]).messages[1].tool_calls == (ToolCall(id="call_2_1", name="fly", arguments={}),)


def test_a_foreign_turn_without_loss_becomes_history() -> None:
    assert read([{"role": "assistant", "content": "x", "loss_mask": 0}]).messages[0].flags == TurnFlag.CONTEXT


def test_a_picture_is_left_out_and_named() -> None:
    conversation = read([{"role": "user", "content": [{"type": "image_url"}, {"type": "text", "text": "what?"}]}])
    assert conversation.messages[0].content == "what?"
    assert "message 1: a content part of type 'image_url'" in conversation.problems[0]

"""The wire format: what we send reads back equal, and nothing a server sends can crash the reader."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.tool import ToolSpec
from planloop.planners.constrained import Bounds, flatten, read_constrained, reply_schema
from planloop.planners.wire import NonsenseError, read_completion, read_reply, to_wire

SCALARS = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
VALUES = st.recursive(
    SCALARS | TEXT, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=6
)
CALLS = st.builds(
    ToolCall,
    id=st.uuids().map(str),
    name=st.from_regex(r"[a-z_]{1,12}", fullmatch=True),
    arguments=st.dictionaries(TEXT, VALUES, max_size=3),
)
TOOL = ToolSpec(
    name="fill",
    description="Fill the tank. Really.",
    parameters={
        "type": "object",
        "properties": {
            "amount": {"type": "number"},
            "mode": {"type": "string", "enum": ["FULL", "HALF"]},
            "notes": {"type": "array", "items": {"type": "string", "description": "x"}},
            "where": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        },
        "required": ["amount"],
    },
    domain="car",
)


def completion(message: Any, finish: str = "stop") -> Any:
    return read_completion({"choices": [{"message": message, "finish_reason": finish}]})


@given(TEXT.filter(str.strip), st.lists(CALLS, max_size=3))
def test_an_assistant_turn_that_was_sent_reads_back_equal(text: str, calls: list[ToolCall]) -> None:
    message = Message(role=Role.ASSISTANT, content=text, tool_calls=tuple(calls))
    (wire,) = to_wire([message])
    reply = read_reply(completion(json.loads(json.dumps(wire))), 0)
    if "<tool_call>" not in text:
        assert reply.message == message
        assert reply.parse_error is None


@given(st.dictionaries(st.sampled_from(["content", "tool_calls", "reasoning", "refusal"]), VALUES, max_size=4))
def test_no_message_of_a_server_crashes_the_reader(message: JsonObject) -> None:
    try:
        reply = read_reply(completion(message), 3)
    except NonsenseError:
        return
    assert reply.parse_error or reply.message.content.strip() or reply.message.tool_calls


@given(TEXT | VALUES.map(json.dumps) | st.lists(VALUES, max_size=3).map(lambda calls: json.dumps({"calls": calls})))
def test_no_text_crashes_the_reader_of_constrained_replies(text: str) -> None:
    message, problem = read_constrained(text, 1)
    assert problem or message.tool_calls or '"text"' in text


@given(st.lists(CALLS, min_size=1, max_size=3))
def test_a_constrained_turn_shown_back_to_the_model_is_one_it_could_have_written(calls: list[ToolCall]) -> None:
    history = (
        Message(role=Role.SYSTEM, content="Plan."),
        Message(role=Role.USER, content="Go."),
        Message(role=Role.ASSISTANT, tool_calls=tuple(calls)),
    )
    shown = flatten(history, [])[-1]
    assert isinstance(shown, dict)
    message, problem = read_constrained(str(shown["content"]), 0)
    assert problem is None
    assert [(c.name, c.arguments) for c in message.tool_calls] == [(c.name, c.arguments) for c in calls]


def test_repeated_and_missing_call_ids_become_unique() -> None:
    listed = [
        {"function": {"name": "a"}},
        {"id": "x", "function": {"name": "b"}},
        {"id": "x", "function": {"name": "c"}},
    ]
    reply = read_reply(completion({"tool_calls": listed}), 2)
    assert len({call.id for call in reply.message.tool_calls}) == 3


@pytest.mark.parametrize(
    ("turn", "legal"),
    [
        ({"text": "Done."}, True),
        ({"calls": [{"name": "fill", "arguments": {"amount": 3}}]}, True),
        ({"calls": [{"name": "fill", "arguments": {"amount": 3, "mode": "FULL", "notes": ["a"]}}]}, True),
        ({"calls": [{"name": "fill", "arguments": {}}]}, False),
        ({"calls": [{"name": "fill", "arguments": {"amount": "3"}}]}, False),
        ({"calls": [{"name": "fill", "arguments": {"amount": 3, "where": {"street": "x"}}}]}, False),
        ({"calls": [{"name": "drain", "arguments": {}}]}, False),
        ({"calls": []}, False),
        ({"text": ""}, False),
        ({"text": "x" * 500}, False),
    ],
)
def test_the_reply_schema_admits_exactly_well_formed_bounded_turns(turn: JsonObject, legal: bool) -> None:
    schema = reply_schema([TOOL], Bounds())
    jsonschema.Draft202012Validator.check_schema(schema)
    assert jsonschema.Draft202012Validator(schema).is_valid(turn) is legal
    only_calls = reply_schema([TOOL], Bounds(), must_call=True)
    assert jsonschema.Draft202012Validator(only_calls).is_valid(turn) is (legal and "calls" in turn)

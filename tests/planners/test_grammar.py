"""Greedy play keeps to calls that the callable tools admit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.planners.conftest import TEXT, assistant, tool

from planloop.contract.tool import ToolSpec
from planloop.planners.engine.grammar import Call, Grammar
from planloop.planners.render import Compact, Hermes, Marker, Renderer
from planloop.planners.render.compact import MOST_ONCE
from planloop.planners.tiny import MARKERS, tiny_tokenizer

ENUM = ("ring", "media", "true")
TOOLS = (
    tool("set_volume", {"stream": {"type": "string", "enum": list(ENUM)}, "level": {"type": "integer"}}),
    tool("set_alarm", {"time": {"type": "string"}, "daily": {"type": "boolean"}, "tags": {"type": "array"}}),
    tool("set", {}),
)
TOKENIZER = tiny_tokenizer(TEXT * 3, 600)
RENDERER = Renderer(TOKENIZER, Compact(MARKERS))
GRAMMAR = Grammar(RENDERER)


@dataclass
class Line:
    """A row as far as the grammar knows it."""

    tools: tuple[ToolSpec, ...] = TOOLS
    call: Call | None = None


def admitted(ids: list[int], grammar: Grammar = GRAMMAR) -> list[int]:
    row, logits = Line(), torch.zeros(len(TOKENIZER))
    return [grammar.admit(row, token, logits) for token in ids]


VOLUME = st.fixed_dictionaries({}, optional={"stream": st.sampled_from(ENUM), "level": st.integers(-99, 99)})
ALARM = st.fixed_dictionaries(
    {}, optional={"time": st.text(), "daily": st.booleans(), "tags": st.lists(st.text(max_size=5), max_size=3)}
)
CALL = st.one_of(st.tuples(st.just("set_volume"), VOLUME), st.tuples(st.just("set_alarm"), ALARM), st.just(("set", {})))


@given(st.lists(CALL, min_size=1, max_size=3), st.sampled_from(["", "I will."]))
@settings(max_examples=150, deadline=None)
def test_every_call_that_the_tools_admit_passes_as_it_is(calls: list[tuple[str, Any]], text: str) -> None:
    ids = RENDERER.turn_ids(assistant(text, *calls))
    assert admitted(ids) == ids


@given(st.integers(0, 10_000))
@settings(max_examples=100, deadline=None)
def test_whatever_the_model_likes_its_calls_name_known_tools_arguments_and_options(seed: int) -> None:
    generator = torch.Generator().manual_seed(seed)
    row, ids = Line(), [*RENDERER.ids([Marker.CALL])]
    GRAMMAR.admit(row, ids[0], torch.zeros(len(TOKENIZER)))
    bias = torch.zeros(len(TOKENIZER))
    bias[RENDERER.ids([Marker.CALL, Marker.END, "\n"])] = 3.0
    while ids[-1] != RENDERER.end_id and len(ids) < 300:
        logits = torch.randn(len(TOKENIZER), generator=generator) + bias
        ids.append(GRAMMAR.admit(row, int(logits.argmax()), logits))
    message, problem = RENDERER.parse(ids if ids[-1] == RENDERER.end_id else ids[: _last_call(ids)])
    assert problem is None
    known = {spec.name: spec.parameters["properties"] for spec in TOOLS}
    for call in message.tool_calls:
        properties = known[call.name]
        assert isinstance(properties, dict)
        assert {*call.arguments} <= {*properties}
        assert call.arguments.get("stream", "ring") in ENUM
        assert isinstance(call.arguments.get("level", 0), int)
        assert isinstance(call.arguments.get("daily", True), bool)


def test_behind_its_last_argument_a_call_can_only_end() -> None:
    one = (tool("skill__run", {"reason": {"type": "string"}}),)
    row, logits = Line(one), torch.zeros(len(TOKENIZER))
    logits[RENDERER.ids(["\n"])] = 1.0
    for token in RENDERER.ids([Marker.CALL, " skill__run\nreason: label"]):
        assert GRAMMAR.admit(row, token, logits) == token
    (line,) = RENDERER.ids(["\n"])
    assert GRAMMAR.admit(row, line, logits) != line


def test_no_argument_is_given_twice_unless_a_tool_has_many() -> None:
    for count, kept in ((MOST_ONCE, True), (MOST_ONCE + 1, False)):
        keys = [f"label{n}" for n in range(count)]
        row, logits = Line((tool("set", {key: {"type": "integer"} for key in keys}),)), torch.zeros(len(TOKENIZER))
        ids = RENDERER.ids([Marker.CALL, " set\nlabel2: 1\nlabel0: 2\nlabel2: 3"])
        assert ([GRAMMAR.admit(row, token, logits) for token in ids] != ids) is kept


def test_a_call_may_end_without_a_required_argument() -> None:
    made = (tool("set", {"label": {"type": "string"}, "level": {"type": "integer"}}, ("level",)),)
    ids = RENDERER.turn_ids(assistant("", ("set", {"label": "run"})))
    row, logits = Line(made), torch.zeros(len(TOKENIZER))
    assert [GRAMMAR.admit(row, token, logits) for token in ids] == ids


def test_a_tool_of_the_same_name_with_another_schema_has_its_own_grammar() -> None:
    for key in ("query", "text"):
        ids = RENDERER.turn_ids(assistant("", ("search", {key: "x"})))
        row, logits = Line((tool("search", {key: {"type": "string"}}),)), torch.zeros(len(TOKENIZER))
        assert [GRAMMAR.admit(row, token, logits) for token in ids] == ids


def test_an_open_schema_admits_arguments_that_it_does_not_name() -> None:
    free = tool("anything", {}).model_copy(update={"parameters": {"type": "object", "additionalProperties": True}})
    ids = RENDERER.turn_ids(assistant("", ("anything", {"colour": "red", "size": 3})))
    row, logits = Line((free,)), torch.zeros(len(TOKENIZER))
    assert [GRAMMAR.admit(row, token, logits) for token in ids] == ids


@pytest.mark.parametrize("name", ['qu"ote', "sla/sh", "back\\slash", "del\x7f", "\u00fcml\u00e4ut", "per%ent", "a.b-c"])
def test_strange_names_are_taken_literally(name: str) -> None:
    strange = (tool(name, {name: {"enum": [name, 3, True]}}),)
    ids = RENDERER.turn_ids(assistant("", (name, {name: name})))
    row, logits = Line(strange), torch.zeros(len(TOKENIZER))
    assert [GRAMMAR.admit(row, token, logits) for token in ids] == ids
    assert row.call is None


def _last_call(ids: list[int]) -> int:
    """Where the call begins that the budget cut."""
    (marker,) = RENDERER.ids([Marker.CALL])
    return len(ids) - 1 - ids[::-1].index(marker)


def test_the_most_likely_admitted_token_takes_the_place_of_another() -> None:
    row, logits = Line(), torch.zeros(len(TOKENIZER))
    for token in RENDERER.ids([Marker.CALL, " set_volume\nstream:"]):
        assert GRAMMAR.admit(row, token, logits) == token
    wrong, *_ = RENDERER.ids([" alarm"])
    ring, *_ = RENDERER.ids([" ring"])
    logits[ring] = 1.0
    assert GRAMMAR.admit(row, wrong, logits) == ring
    assert GRAMMAR.admit(Line(), wrong, logits) == wrong, "text is free"


def test_a_turn_may_end_and_another_call_begin_only_behind_a_whole_call() -> None:
    begun = RENDERER.ids([Marker.CALL, " set_vol"])
    for marker in (Marker.END, Marker.CALL):
        row = Line()
        for token in begun:
            GRAMMAR.admit(row, token, torch.zeros(len(TOKENIZER)))
        (token,) = RENDERER.ids([marker])
        assert GRAMMAR.admit(row, token, torch.zeros(len(TOKENIZER))) != token


def test_a_dialect_without_a_call_marker_is_left_alone() -> None:
    grammar = Grammar(Renderer(TOKENIZER, Hermes(end=MARKERS[Marker.END])))
    ids = RENDERER.turn_ids(assistant("", ("no_such_tool", {"x": 1})))
    assert admitted(ids, grammar) == ids

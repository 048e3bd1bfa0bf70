"""Findings over foreign traces: each rule fires on its fault, and is silent on the same trace without it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from planloop.data.findings import Finding, FindingKind, find, phone_reads
from planloop.data.traces import import_traces
from planloop.data.transcript import transcript

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "pizza_order",
            "description": "Order.",
            "parameters": {
                "type": "object",
                "properties": {"count": {"type": "integer"}},
                "required": ["count"],
            },
        },
    }
]


def findings(*messages: dict[str, Any], tools: list[Any] | None = None) -> tuple[Finding, ...]:
    line = json.dumps({"messages": list(messages), **({"tools": tools} if tools else {})})
    (trace,) = import_traces(line, "t")
    return find(trace.trajectory, trace.tools, phone_reads)


def kinds_of(*messages: dict[str, Any], tools: list[Any] | None = None) -> list[FindingKind]:
    return [item.kind for item in findings(*messages, tools=tools)]


def user(text: str = "Order pizza.") -> dict[str, Any]:
    return {"role": "user", "content": text}


def calls(*names: str, arguments: str = '{"count": 2}', first: int = 0) -> dict[str, Any]:
    listed = [
        {"id": f"c{first + i}", "type": "function", "function": {"name": name, "arguments": arguments}}
        for i, name in enumerate(names)
    ]
    return {"role": "assistant", "content": None, "tool_calls": listed}


def result(number: int = 0, good: bool = True) -> dict[str, Any]:
    content = '{"success": true}' if good else '{"success": false, "error": "oven is cold", "code": 409}'
    return {"role": "tool", "tool_call_id": f"c{number}", "content": content}


def say(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def test_a_clean_trace_has_no_findings() -> None:
    assert kinds_of(user(), calls("pizza_order"), result(), say("Ordered two."), tools=TOOLS) == []


def test_broken_and_invalid_arguments_are_told_apart() -> None:
    broken = (user(), calls("pizza_order", arguments='{"count"'), result(good=False), say("That failed."))
    invalid = (user(), calls("pizza_order", arguments='{"count": "two"}'), result(good=False), say("That failed."))
    assert kinds_of(*broken, tools=TOOLS) == [FindingKind.MALFORMED_ARGUMENTS]
    assert kinds_of(*invalid, tools=TOOLS) == [FindingKind.INVALID_ARGUMENTS]


def test_a_call_to_a_tool_that_was_not_offered_is_found_only_when_the_offer_is_known() -> None:
    trace = (user(), calls("sushi_order"), result(), say("Ordered."))
    assert kinds_of(*trace, tools=TOOLS) == [FindingKind.UNOFFERED_TOOL]
    assert kinds_of(*trace) == []


def test_tools_that_a_skill_loaded_count_as_offered() -> None:
    loaded = {"role": "tool", "tool_call_id": "c0", "content": '{"status": "loaded", "loaded_tools": ["sushi_order"]}'}
    loader = {"type": "function", "function": {"name": "skill__sushi", "parameters": {"type": "object"}}}
    trace = (user(), calls("skill__sushi"), loaded, calls("sushi_order", first=1), result(1), say("Ordered."))
    assert kinds_of(*trace, tools=[*TOOLS, loader]) == []


def test_the_same_call_failing_again_is_found_and_a_changed_one_is_not() -> None:
    again = (user(), calls("pizza_order"), result(good=False), calls("pizza_order", first=1), result(1, good=False))
    changed = (*again[:3], calls("pizza_order", arguments='{"count": 1}', first=1), result(1, good=False))
    closing = say("Sorry, the order failed.")
    assert kinds_of(*again, closing) == [FindingKind.REPEATED_FAILURE]
    assert kinds_of(*changed, closing) == []


@pytest.mark.parametrize(
    ("closing", "expected"),
    [
        ("Your pizzas have been ordered and it is all set.", [FindingKind.CLAIMED_SUCCESS]),
        ("已经订好了。", [FindingKind.CLAIMED_SUCCESS]),
        ("Enjoy your evening.", [FindingKind.IGNORED_ERROR]),
        ("The order failed because the oven is cold.", []),
        ("I cannot order right now.", []),
        ("The oven is cold. Should I try again later?", []),
    ],
)
def test_what_the_closing_text_makes_of_an_unresolved_error(closing: str, expected: list[FindingKind]) -> None:
    assert kinds_of(user(), calls("pizza_order"), result(good=False), say(closing)) == expected


def test_an_error_that_was_repaired_is_no_finding() -> None:
    fixed = calls("pizza_order", arguments='{"count": 1}', first=1)
    assert kinds_of(user(), calls("pizza_order"), result(good=False), fixed, result(1), say("Ordered.")) == []


def test_unanswered_calls_unrequested_results_and_a_missing_end_are_found() -> None:
    found = findings(user(), calls("pizza_order", "drink_order"), result(0), result(5))
    assert [(item.kind, item.message, item.tool) for item in found] == [
        (FindingKind.UNANSWERED_CALL, 2, "drink_order"),
        (FindingKind.UNREQUESTED_RESULT, 4, ""),
        (FindingKind.UNFINISHED, 4, ""),
    ]


def test_a_change_made_twice_for_one_request_is_found_and_reads_are_not() -> None:
    twice = (calls("pizza_order"), result(0), calls("pizza_order", first=1), result(1))
    assert kinds_of(user(), *twice, say("Ordered.")) == [FindingKind.DUPLICATED_SIDE_EFFECT]
    asked_twice = (user(), *twice[:2], say("Ordered."), user("Again."), *twice[2:], say("Ordered."))
    assert kinds_of(*asked_twice) == []
    for name in ("get_menu", "travel_get_login_status", "displayCarStatus", "ls"):
        trace = (calls(name), result(0), calls(name, first=1), result(1))
        assert kinds_of(user(), *trace, say("Here it is.")) == [], name
    for name in ("get_or_create_menu", "startEngine", "trading_logout"):
        trace = (calls(name), result(0), calls(name, first=1), result(1))
        assert kinds_of(user(), *trace, say("Here.")) == [FindingKind.DUPLICATED_SIDE_EFFECT], name


def test_a_tool_of_our_phone_is_judged_by_its_declared_side_effect() -> None:
    query = '{"action": "query"}'
    create = '{"action": "create", "time": "07:00"}'
    for arguments, expected in ((query, []), (create, [FindingKind.DUPLICATED_SIDE_EFFECT])):
        first = calls("manage_alarm", arguments=arguments)
        second = calls("manage_alarm", arguments=arguments, first=1)
        assert kinds_of(user(), first, result(0), second, result(1), say("Done.")) == expected


def test_results_without_ids_answer_calls_in_order() -> None:
    bare = {"role": "tool", "name": "pizza_order", "content": "ok"}
    assert kinds_of(user(), calls("pizza_order"), bare, say("Ordered.")) == []


def test_the_transcript_shows_every_message_and_finding_and_no_control_characters() -> None:
    line = json.dumps({"messages": [user("\x1b[2J hi"), calls("pizza_order", arguments="{"), say("x" * 1000)]})
    (trace,) = import_traces(line, "t")
    text = transcript(trace.trajectory, find(trace.trajectory))
    assert "\x1b" not in text
    assert "agent calls (malformed): pizza_order {" in text
    assert "!! malformed_arguments" in text
    assert "600 more characters" in text.replace("\n          ", " ")

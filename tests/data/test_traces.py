"""Importing foreign chat logs: whole or not at all, every call kept, every result envelope read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.contract.errors import PlanloopError
from planloop.contract.feedback import ErrorType
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason
from planloop.data.trace_results import read_result
from planloop.data.traces import import_traces, read_traces


def call(name: str, arguments: Any = "{}", call_id: str = "c1") -> dict[str, Any]:
    text = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": text}}


def log(*messages: dict[str, Any], **fields: Any) -> str:
    return json.dumps({"messages": list(messages), **fields})


USER = {"role": "user", "content": "Order two pizzas."}
CALLS = {"role": "assistant", "content": None, "tool_calls": [call("pizza_order", {"count": 2})]}
RESULT = {"role": "tool", "tool_call_id": "c1", "content": '{"status": "success", "order": 7}'}
CLOSING = {"role": "assistant", "content": "Ordered."}


def test_a_log_of_unknown_tools_becomes_an_imported_trajectory_without_tokens() -> None:
    (trace,) = import_traces(log(USER, CALLS, RESULT, CLOSING), "shop.jsonl")
    trajectory = trace.trajectory
    assert (trajectory.source, trajectory.stop) == ("import", StopReason.FINISHED)
    assert trajectory.segments[0].token_ids == ()
    assert trajectory.verdict is None
    assert trajectory.cost.tool_calls == 1
    (feedback,) = trajectory.feedback
    assert (feedback.tool, feedback.success, feedback.data) == ("pizza_order", True, {"order": 7})
    assert Trajectory.from_json(trajectory.to_json()) == trajectory


def test_importing_twice_gives_the_same_ids() -> None:
    text = "\n".join([log(USER, CLOSING), log(USER, CALLS, RESULT, CLOSING)])
    first, second = import_traces(text, "a"), import_traces(text, "a")
    assert [t.trajectory for t in first] == [t.trajectory for t in second]
    assert [t.trajectory for t in import_traces(text, "b")] == [t.trajectory for t in first]
    assert len({t.trajectory.id for t in first}) == 2


def test_broken_call_json_is_named_by_line_and_call_and_kept_raw() -> None:
    broken = {"role": "assistant", "tool_calls": [call("a"), call("pizza_order", '{"count": ', "c2")]}
    traces = import_traces("\n".join([log(USER, CLOSING), log(USER, broken)]), "shop.jsonl")
    (problem,) = traces[1].problems
    assert "line 2" in problem
    assert "call 2" in problem
    assert "pizza_order" in problem
    assert traces[1].trajectory.messages[1].tool_calls[1].raw == '{"count": '
    assert traces[1].trajectory.stop is StopReason.PARSE_ERROR


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ('{"messages": [', "line 2"),
        ('{"messages": [{"role": "wizard", "content": "x"}]}', "wizard"),
        ('{"messages": [3]}', "message 1"),
        ('{"something": 1}', "no conversation"),
        ("plain words", "line 2"),
        ('{"messages": []}', "no messages"),
        ('{"messages": [{"role": "user", "content": "\\ud800"}]}', "surrogate"),
    ],
)
def test_one_bad_line_is_one_error_naming_it_and_nothing_is_imported(bad: str, said: str) -> None:
    with pytest.raises(PlanloopError) as caught:
        import_traces("\n".join([log(USER, CLOSING), bad, log(USER, CLOSING)]), "shop.jsonl")
    assert "line 2" in str(caught.value)
    assert said in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xff\xfe\x00\x01", b"\x00" * 50])
def test_a_file_that_is_no_chat_log_is_one_error_naming_it(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(PlanloopError, match=r"x\.jsonl"):
        read_traces(path)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    for path in (tmp_path / "none.jsonl", tmp_path):
        with pytest.raises(PlanloopError, match="cannot be read"):
            read_traces(path)


def test_a_pretty_printed_document_and_a_list_of_conversations_are_read(tmp_path: Path) -> None:
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"messages": [USER, CLOSING]}, indent=2))
    assert len(read_traces(path)) == 1
    path.write_text(json.dumps([{"messages": [USER, CLOSING]}, {"messages": [USER]}], indent=2))
    assert len(read_traces(path)) == 2
    path.write_text(json.dumps([USER, CLOSING], indent=2))
    assert len(read_traces(path)) == 1


@pytest.mark.parametrize(
    ("content", "success"),
    [
        ('{"success": true, "message": "ok", "data": {}}', True),
        ('{"success": false, "error": "no", "code": 409}', False),
        ('{"status": "success", "message": "set"}', True),
        ('{"status": "error", "message": "no"}', False),
        ('{"status": 500}', False),
        ('{"status": "idle"}', True),
        ('{"ok": false}', False),
        ('{"error": {"message": "no", "code": 404}}', False),
        ('{"error": null, "value": 3}', True),
        ('{"isError": true, "content": [{"type": "text", "text": "boom"}]}', False),
        ('{"content": [{"type": "text", "text": "fine"}]}', True),
        ("Error: no such file", False),
        ("Error during execution: bad", False),
        ("Traceback (most recent call last)", False),
        ("42 degrees", True),
        ('"Error: x"', False),
        ("[1, 2]", True),
        ("", True),
        ("null", True),
    ],
)
def test_result_envelopes_are_read(content: str, success: bool) -> None:
    assert read_result(content, "c", "t").success is success


def test_codes_become_typed_errors() -> None:
    assert read_result('{"success": false, "error": "busy", "code": 409}', "c", "t").error_type is ErrorType.CONFLICT
    assert read_result('{"error": {"message": "x", "code": 404}}', "c", "t").error_type is ErrorType.NOT_FOUND
    assert read_result('{"status_code": 502}', "c", "t").error_type is ErrorType.UNAVAILABLE
    assert read_result('{"error": "x"}', "c", "t").message == "x"


@given(st.text())
def test_any_text_at_all_is_a_readable_result(content: str) -> None:
    feedback = read_result(content, "c", "t")
    assert feedback.success or feedback.code >= 400


def test_ids_that_begin_anew_in_each_turn_are_told_apart() -> None:
    turn = {"role": "assistant", "tool_calls": [call("a", {"n": 1}, "c0")]}
    answers = [{"role": "tool", "tool_call_id": "c0", "content": text} for text in ("first", "error: second")]
    (trace,) = import_traces(log(USER, turn, answers[0], turn, answers[1], CLOSING), "shop.jsonl")
    ids = [c.id for m in trace.trajectory.messages for c in m.tool_calls]
    assert ids == ["c0", "c0-2"]
    assert [m.tool_call_id for m in trace.trajectory.messages if m.tool_call_id] == ids
    assert [(f.call_id, f.success) for f in trace.trajectory.feedback] == [("c0", True), ("c0-2", False)]


def test_results_without_ids_name_the_call_that_they_answer() -> None:
    calls = {"role": "assistant", "tool_calls": [call("a", "{}", "x"), call("b", "{}", "y")]}
    answers = [{"role": "tool", "name": name, "content": name} for name in ("b", "a")]
    (trace,) = import_traces(log(USER, calls, *answers, CLOSING), "shop.jsonl")
    assert [m.tool_call_id for m in trace.trajectory.messages if m.content in ("a", "b")] == ["y", "x"]


def test_a_call_without_a_result_does_not_take_that_of_a_later_one_with_its_id() -> None:
    turn = {"role": "assistant", "tool_calls": [call("a", {"n": 1}, "c0")]}
    answer = {"role": "tool", "tool_call_id": "c0", "content": "late"}
    (trace,) = import_traces(log(USER, turn, turn, answer, CLOSING), "shop.jsonl")
    assert [f.call_id for f in trace.trajectory.feedback] == ["c0-2"]

"""The executor, seen through episodes: checks, permissions, notices, and evidence."""

from __future__ import annotations

from typing import Any

import pytest
from tests.harness.fake import FakeEnvironment, calling, saying, task

from planloop.contract.feedback import ErrorType, Feedback
from planloop.contract.trajectory import Trajectory
from planloop.harness.eta import Eta
from planloop.harness.eta_files import Decision, Permissions, Runtime
from planloop.harness.harness import Harness
from planloop.harness.mode import FeedbackStyle
from planloop.harness.render import render
from planloop.harness.repeats import RepeatCounter
from planloop.planners.base import Continue


def run(*turns: list[tuple[str, dict[str, Any]]], runtime: Runtime | None = None, approver: Any = None) -> Any:
    eta = Eta.load()
    if runtime is not None:
        eta = Eta(eta.files, eta.instructions, eta.domains, eta.skills, eta.routing, eta.memory, runtime)
    out: list[Trajectory] = []
    environment = FakeEnvironment()
    episode = Harness(eta, approver=approver).episode(task(), environment, 0, out.append)
    texts = []
    for turn in turns:
        step = episode.advance(calling(*turn))
        assert isinstance(step, Continue)
        texts.append([m.content for m in step.messages])
    episode.advance(saying("Done."))
    return texts, out[0], environment


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (("create_alarm", {}), "error bad_argument: missing argument time"),
        (("create_alarm", {"time": "soon"}), "ok alarm set for soon"),
        (("create_alarm", {"time": "07:30", "when": 1}), "error bad_argument: no argument when, use time, label"),
        (("set_level", {"level": "loud"}), "error bad_argument: level must be integer"),
        (("set_level", {"level": 5, "stream": "tv"}), "error bad_argument: stream must be one of media, ring"),
        (("set_level", {"level": True}), "error bad_argument: level must be integer"),
        (("set_levels", {"level": 5}), "error unknown_tool: set_levels is not available, use set_level"),
        (("search_user_memory", {"query": "x"}), "error unknown_tool: search_user_memory is not available"),
    ],
)
def test_the_smallest_helpful_error(call: tuple[str, dict[str, Any]], error: str) -> None:
    texts, _, _ = run([call])
    assert texts[0][0].split("\n")[0] == error


@pytest.mark.parametrize(
    ("call", "table", "stored"),
    [
        (("create_alarm", {"time": "7:30 pm"}), "alarms", {"time": "19:30", "label": ""}),
        (("set_level", {"level": "45%", "stream": "Ring"}), "levels", {"value": 45}),
        (("create_alarm", {"time": "07:30", "label": 12}), "alarms", {"time": "07:30", "label": "12"}),
    ],
)
def test_arguments_are_brought_into_the_schemas_form(call: Any, table: str, stored: dict[str, Any]) -> None:
    _, _, environment = run([call])
    assert stored in environment.tables[table].values()


def test_normalisation_can_be_switched_off() -> None:
    texts, _, _ = run([("set_level", {"level": "45"})], runtime=Runtime(normalise_arguments=False))
    assert texts[0][0].startswith("error bad_argument")


def test_parallel_calls_run_in_order_and_one_failure_stops_no_other() -> None:
    texts, record, _ = run(
        [("create_alarm", {"time": "07:30"}), ("send_message", {"name": "Eve", "text": "x"}), ("list_alarms", {})]
    )
    assert [t.split(" ")[0] for t in texts[0]] == ["ok", "error", "ok"] and "07:30" in texts[0][2]
    assert [o.tool for o in record.evidence.operations] == ["create_alarm", "send_message", "list_alarms"]


def test_evidence_holds_refused_calls_too_in_order_with_their_turn() -> None:
    _, record, _ = run([("nothing", {}), ("create_alarm", {"time": "07:30"})], [("create_alarm", {})])
    operations = record.evidence.operations
    assert [(o.tool, o.success, o.turn) for o in operations] == [
        ("nothing", False, 0),
        ("create_alarm", True, 0),
        ("create_alarm", False, 1),
    ]
    assert operations[0].error_type is ErrorType.UNKNOWN_TOOL and record.success


def test_a_hint_follows_every_error_of_its_type_and_no_other() -> None:
    runtime = Runtime(error_hints={ErrorType.BAD_ARGUMENT: "Correct the argument."})
    texts, _, _ = run([("set_level", {"level": "x"}), ("set_level", {"level": 5}), ("nope", {})], runtime=runtime)
    assert [t.endswith("\nCorrect the argument.") for t in texts[0]] == [True, False, False]
    plain, _, _ = run([("set_level", {"level": "x"})])
    assert texts[0][0] == f"{plain[0][0]}\nCorrect the argument."


def test_the_notice_comes_at_the_second_empty_or_error_result_of_one_tool() -> None:
    texts, _, _ = run(
        [("list_alarms", {})],
        [("send_message", {"name": "Eve", "text": "x"})],
        [("list_alarms", {})],
        [("list_alarms", {})],
    )
    assert ["notice" in t[0] for t in texts] == [False, False, True, False]
    assert "list_alarms failed 2 times" in texts[2][0]


def test_the_counter_starts_anew_with_each_episode_and_ignores_successes() -> None:
    counter = RepeatCounter(2)
    good = Feedback(call_id="a", tool="t", success=True, data={"items": [1]})
    bad = Feedback(call_id="a", tool="t", success=False)
    assert [counter.note(f) is not None for f in (bad, good, good, bad)] == [False, False, False, True]
    assert RepeatCounter(2).note(bad) is None


SEND = [("send_message", {"name": "Anna", "text": "hi"})]


def test_policy_denies_and_the_call_never_reaches_the_environment() -> None:
    texts, record, environment = run(SEND, runtime=Runtime(permissions=Permissions(external=Decision.DENY)))
    assert texts[0][0].startswith("error blocked") and not environment.tables["messages"]
    assert record.evidence.operations[0].error_type is ErrorType.BLOCKED


@pytest.mark.parametrize(("answer", "sent"), [(None, 0), (False, 0), (True, 1)])
def test_ask_is_deny_unless_somebody_says_yes(answer: bool | None, sent: int) -> None:
    approver = None if answer is None else lambda call, spec: answer
    _, _, environment = run(SEND, runtime=Runtime(permissions=Permissions(external=Decision.ASK)), approver=approver)
    assert len(environment.tables["messages"]) == sent


def test_a_single_tool_may_be_allowed_against_its_class() -> None:
    permissions = Permissions(external=Decision.DENY, tools={"send_message": Decision.ALLOW})
    assert run(SEND, runtime=Runtime(permissions=permissions))[2].tables["messages"]


def test_long_lists_are_cut_and_say_by_how_much() -> None:
    feedback = Feedback(call_id="c", tool="t", success=True, message="9 found", data={"items": list(range(9))})
    assert render(feedback, FeedbackStyle.COMPACT, 3) == "ok 9 found\n- 0\n- 1\n- 2\n(+6 more)"
    assert '"items"' in render(feedback, FeedbackStyle.ENVELOPE)

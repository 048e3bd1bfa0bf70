"""Planted faults are diagnosed as what they are: real tasks of the phone, played wrongly through the harness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from tests.evolution.phone_cases import call, case, made, play, room, say

from planloop.contract.criteria import normal_text
from planloop.contract.diagnosis import Cause
from planloop.contract.feedback import Evidence, Feedback
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.task import SolutionTurn
from planloop.contract.trajectory import Trajectory
from planloop.data.duplicates import task_values
from planloop.evolution.diagnose import diagnose, inspect
from planloop.evolution.finding import Diagnosed, Undiagnosed
from planloop.evolution.gold import Case, source
from planloop.evolution.trace import read_messages

Turns = tuple[SolutionTurn, ...]


def with_argument(turns: Turns, at: int, **changed: object) -> Turns:
    """The solution with other arguments in the first call of one turn."""
    first, *rest = turns[at].calls
    other = first.model_copy(update={"arguments": {**first.arguments, **changed}})
    return (*turns[:at], SolutionTurn(calls=(other, *rest)), *turns[at + 1 :])


def evidence(trajectory: Trajectory, returned: tuple[str, ...]) -> Trajectory:
    """The same episode in which memory search had returned these ids."""
    assert trajectory.evidence is not None
    operations = tuple(
        o.model_copy(update={"returned_memories": returned}) if o.tool == "search_user_memory" else o
        for o in trajectory.evidence.operations
    )
    return trajectory.model_copy(
        update={"evidence": Evidence(deltas=trajectory.evidence.deltas, operations=operations)}
    )


def routing() -> Case:
    return case("display.brightness.corrected", lambda t: (call("set_volume", stream="media", level=27), t[-1]))


def wrong_argument() -> Case:
    return case("time.event.create", lambda t: with_argument(t, 0, time="03:03"))


def missing_argument() -> Case:
    return case("time.event.create", lambda t: (call("calendar_service", action="create", title="x"), t[-1]))


def broken_json() -> Case:
    broken = ToolCall(id="b", name="calendar_service", arguments={}, raw='{"action": ')
    return case("time.event.create", lambda t: (SolutionTurn(calls=(broken,)), say("Done.")))


def left_out() -> Case:
    return case("memory.two_alarms", lambda t: (t[0], SolutionTurn(calls=t[1].calls[:1]), t[-1]))


def not_searched() -> Case:
    return case("memory.alarm", lambda t: t[1:])


def lost_state() -> Case:
    return case("display.volume.more", lambda t: with_argument(t, 0, level=15))


def same_call_again() -> Case:
    wrong = {"appName": "No Such App"}
    return case(
        "apps.open.corrected", lambda t: (call("open_app", 0, **wrong), call("open_app", 1, **wrong), say("Done."))
    )


def claimed() -> Case:
    return case("apps.open.corrected", lambda t: (say("Done."),))


def asked_needlessly() -> Case:
    return case("apps.open.corrected", lambda t: (say("Which app do you mean?"),))


def did_not_ask() -> Case:
    return case("network.wifi.which", lambda t: (say("You are connected."),))


def acted_where_to_ask() -> Case:
    return case("files.send.whom", lambda t: (call("set_brightness", level=3), say("Sent.")))


def refused_unseen() -> Case:
    return case("calls.call.unknown", lambda t: (t[-1],))


def looked_another_way() -> Case:
    return case("calls.call.unknown", lambda t: (*t[1:-1], say("Done.")))


def hidden_tool() -> Case:
    task, solution = made("apps.open.corrected")
    tools = tuple(n for n in task.tools if n != "open_app")
    task = task.model_copy(update={"tools": tools})
    return Case(task, play(task, (say("I cannot open apps."),)), room()[1], solution)


def not_returned() -> Case:
    found = case("memory.alarm", lambda t: (t[0], say("I do not know when.")))
    return replace(found, trajectory=evidence(found.trajectory, ("mem_1",)))


def overtaken_returned() -> Case:
    found = case("memory.alarm.changed", lambda t: (t[0], with_argument(t, 1, time="03:03")[1], t[-1]))
    new = found.task.gold_memories[0]
    return replace(found, trajectory=evidence(found.trajectory, ("mem_old",)), superseded={"mem_old": new})


def searched_for_nothing_fitting() -> Case:
    found = case("memory.alarm", lambda t: (call("search_user_memory", query="zebra crossing"), say("I do not know.")))
    return replace(found, trajectory=evidence(found.trajectory, ()))


def cut_off() -> Case:
    found = case("memory.setting", lambda t: (t[0], say("I could not find the level.")))
    assert found.solution is not None
    level = found.solution.turns[1].calls[0].arguments["level"]
    shown = tuple(
        m.model_copy(update={"content": "ok\n- a record\n(+4 more)"}) if m.role is Role.TOOL else m
        for m in found.trajectory.messages
    )
    data = Feedback(
        call_id=found.solution.turns[0].calls[0].id,
        tool="search_user_memory",
        success=True,
        data={"items": ["x", f"brightness {level}"]},
    )
    segment = found.trajectory.segments[0].model_copy(update={"messages": shown})
    changed = found.trajectory.model_copy(update={"segments": (segment,), "feedback": (data,)})
    return replace(found, trajectory=changed)


def warned_off() -> Case:
    found = claimed()
    system = Message(role=Role.SYSTEM, content="Rules:\n- Never call open_app; describe the app instead of it.")
    segment = found.trajectory.segments[0]
    changed = segment.model_copy(update={"messages": (system, *segment.messages[1:])})
    return replace(found, trajectory=found.trajectory.model_copy(update={"segments": (changed,)}))


def lost_connection() -> Case:
    found = claimed()
    broken = found.trajectory.model_copy(update={"valid": False, "invalid_reason": "device lost"})
    return replace(found, trajectory=broken)


def too_few_turns() -> Case:
    task, solution = made("memory.alarm")
    task = task.model_copy(update={"max_turns": 1})
    return Case(task, play(task, solution.turns), room()[1], solution)


PLANTED: list[tuple[Callable[[], Case], Cause]] = [
    (routing, Cause.ROUTING),
    (wrong_argument, Cause.ARGUMENT_GROUNDING),
    (missing_argument, Cause.ARGUMENT_GROUNDING),
    (broken_json, Cause.ARGUMENT_GROUNDING),
    (searched_for_nothing_fitting, Cause.ARGUMENT_GROUNDING),
    (left_out, Cause.DECOMPOSITION),
    (not_searched, Cause.DECOMPOSITION),
    (lost_state, Cause.STATE_TRACKING),
    (same_call_again, Cause.RECOVERY),
    (claimed, Cause.CLOSURE),
    (asked_needlessly, Cause.CLOSURE),
    (did_not_ask, Cause.CLOSURE),
    (acted_where_to_ask, Cause.CLOSURE),
    (refused_unseen, Cause.CLOSURE),
    (looked_another_way, Cause.CLOSURE),
    (hidden_tool, Cause.TOOL_EXPOSURE),
    (not_returned, Cause.RETRIEVAL),
    (overtaken_returned, Cause.STALE_MEMORY),
    (cut_off, Cause.FEEDBACK_FORMATTING),
    (warned_off, Cause.SKILL_GUIDANCE),
    (lost_connection, Cause.ENVIRONMENT_FAULT),
    (too_few_turns, Cause.TASK_FAULT),
]


@pytest.mark.parametrize(("plant", "cause"), PLANTED, ids=[p.__name__ for p, _ in PLANTED])
def test_a_planted_fault_is_named(plant: Callable[[], Case], cause: Cause) -> None:
    planted = plant()
    assert not planted.trajectory.success
    found = diagnose(planted)
    assert isinstance(found, Diagnosed)
    assert found.diagnosis.cause is cause, found
    assert found.diagnosis.side is cause.side
    assert not found.diagnosis.tested
    turns = planted.trace.turns
    assert found.diagnosis.turn is None or 0 <= found.diagnosis.turn < max(1, turns)


@pytest.mark.parametrize("plant", [p for p, _ in PLANTED], ids=[p.__name__ for p, _ in PLANTED])
def test_evidence_never_holds_a_gold_value(plant: Callable[[], Case]) -> None:
    planted = plant()
    found = diagnose(planted)
    assert isinstance(found, Diagnosed)
    said = normal_text(" ".join(f.evidence for f in (found.finding, *found.others)))
    hidden = [normal_text(v) for v in task_values(planted.task, planted.solution) if len(str(v)) > 3]
    public = " ".join(room()[1]) + " ".join(str(s.parameters) for s in room()[1].values())
    assert [v for v in hidden if v in said and v not in public] == []


def test_a_routing_finding_names_both_tools() -> None:
    found = diagnose(routing())
    assert isinstance(found, Diagnosed)
    assert (found.finding.tool, found.finding.other) == ("set_brightness", "set_volume")


def test_a_grounding_finding_names_the_argument_and_the_classes_of_its_values() -> None:
    found = diagnose(wrong_argument())
    assert isinstance(found, Diagnosed)
    assert found.finding.argument == "time"
    assert "expected a value" in found.finding.evidence


def test_the_clock_line_and_parts_of_numbers_are_no_source_of_a_value() -> None:
    user = Message(role=Role.USER, content="[Tue 2026-03-10 09:55] Add 5 to 120 at 7:30")
    trace = read_messages((user, Message(role=Role.ASSISTANT, content="ok")))
    assert [source(v, trace) for v in (55, 12, 30, "09")] == ["nowhere"] * 4
    assert [source(v, trace) for v in (5, 120, "7:30")] == ["request"] * 3


@pytest.mark.parametrize("scenario", ["time.event.create", "memory.two_alarms", "network.wifi.which", "subagent.gui"])
def test_a_cheap_success_is_not_diagnosed(scenario: str) -> None:
    found = diagnose(case(scenario, lambda t: t))
    assert isinstance(found, Undiagnosed)
    assert "succeeded" in found.reason


def test_a_costly_success_is_diagnosed_with_little_confidence() -> None:
    searches = tuple(call("search_user_memory", n, query="gym") for n in range(9))
    found = diagnose(case("memory.alarm", lambda t: (*searches, *t)))
    assert isinstance(found, Diagnosed)
    assert found.diagnosis.cause is Cause.STATE_TRACKING
    assert found.diagnosis.confidence <= 0.5


def test_a_chat_log_of_an_unknown_agent_is_inspected() -> None:
    bad = ToolCall(id="1", name="book_flight", arguments={}, raw="{oops")
    again = ToolCall(id="2", name="find", arguments={"q": "x"})
    log = (
        Message(role=Role.USER, content="Book it"),
        Message(role=Role.ASSISTANT, tool_calls=(bad,)),
        Message(role=Role.TOOL, content='{"error": "bad json"}', tool_call_id="1"),
        Message(role=Role.ASSISTANT, tool_calls=(again,)),
        Message(role=Role.TOOL, content='{"success": false, "error": "no"}', tool_call_id="2"),
        Message(role=Role.ASSISTANT, tool_calls=(again.model_copy(update={"id": "3"}),)),
        Message(role=Role.TOOL, content="error not_found: no", tool_call_id="3"),
        Message(role=Role.ASSISTANT, content="Sorry."),
    )
    causes = {f.cause for f in inspect(log, ("find",))}
    assert causes == {Cause.ARGUMENT_GROUNDING, Cause.RECOVERY, Cause.ROUTING}
    assert inspect(log[:1]) == ()

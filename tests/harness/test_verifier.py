"""The verifier: what passes, what does not, and what never may."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.contract.capability import Behaviour, Capability, Dimension, Domain
from planloop.contract.criteria import (
    Attempt,
    AttemptCriterion,
    CallCriterion,
    Checker,
    CleanCriterion,
    Criterion,
    HandoffCriterion,
    SayCriterion,
    SayKind,
    StateCriterion,
)
from planloop.contract.feedback import Delta, ErrorType, Evidence, Executed
from planloop.contract.split import Split
from planloop.contract.task import ReferenceCost, Task, WorldSpec
from planloop.contract.verdict import StopReason, Verdict
from planloop.harness.verifier import verify

INITIAL: dict[str, dict[str, dict[str, Any]]] = {
    "settings": {"wifi": {"value": "on"}, "brightness": {"value": 30}},
    "alarms": {"alarm_001": {"time": "06:00", "label": "Gym"}},
}


def task(*criteria: Criterion, checker: Checker = Checker.STATE_CHANGE, **more: Any) -> Task:
    return Task(
        key="t",
        split=Split.TRAIN,
        request="r",
        world=WorldSpec(seed=1),
        tools=(),
        capability=Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.GROUNDING, domain=Domain.TIME),
        checker=checker,
        criteria=criteria,
        template="t",
        skeleton="s",
        reference=ReferenceCost(output_tokens=10, tool_calls=1),
        **more,
    )


def call(tool: str, side_effect: str = "reversible", success: bool = True, turn: int = 0, **arguments: Any) -> Executed:
    return Executed(
        call_id=f"c{turn}", tool=tool, arguments=arguments, success=success, side_effect=side_effect, turn=turn
    )


def judge(
    made: Task,
    operations: tuple[Executed, ...] = (),
    deltas: tuple[Delta, ...] = (),
    text: str = "Done.",
    stop: StopReason = StopReason.FINISHED,
) -> Verdict:
    return verify(made, INITIAL, Evidence(deltas=deltas, operations=operations), text, stop)


def created(key: str = "alarm_002", table: str = "alarms", **row: Any) -> Delta:
    return Delta(table=table, id=key, field=None, before=None, after=row)


ALARM = CallCriterion(tool="manage_alarm", arguments={"action": "create", "time": "07:30"})
SEND = CallCriterion(tool="send_message", arguments={"phoneNumber": "0170 1234567"}, after=0)
CLEAN = CleanCriterion()
CALLS = task(ALARM, SEND, CLEAN, checker=Checker.TOOL_CALL)
MADE = call("manage_alarm", action="create", time="7:30 am", label="x")
SENT = call("send_message", "external", turn=1, phoneNumber="01701234567", content="hi")


def test_calls_with_normalised_arguments_in_order_succeed() -> None:
    verdict = judge(CALLS, (MADE, SENT))
    assert verdict.success and verdict.progress == 1.0 and verdict.summary == "success"


def test_the_wrong_order_fails_and_half_is_progress() -> None:
    verdict = judge(CALLS, (SENT, MADE))
    assert not verdict.success and verdict.progress == 0.0  # the message out of order is an unasked effect
    free = task(ALARM, SEND, checker=Checker.TOOL_CALL)
    assert judge(free, (SENT, MADE)).progress == 0.5


def test_a_failed_call_does_not_count() -> None:
    assert judge(CALLS, (MADE, call("send_message", "external", False, 1, phoneNumber="01701234567"))).progress == 0.5


def test_a_duplicate_write_is_a_minefield_and_a_second_read_is_not() -> None:
    assert judge(CALLS, (MADE, SENT, SENT)).progress == 0.0
    assert judge(CALLS, (call("query_alarms", "read"), MADE, SENT, call("query_alarms", "read"))).success


def test_two_criteria_need_two_calls_and_the_general_one_leaves_the_specific_call_free() -> None:
    general = CallCriterion(tool="manage_alarm", arguments={"action": "create"})
    both = task(general, ALARM, CLEAN, checker=Checker.TOOL_CALL)
    other = call("manage_alarm", action="create", time="08:00")
    assert judge(both, (MADE, other)).success and judge(both, (other, MADE)).success
    assert not judge(both, (MADE,)).success


def test_allowed_tools_may_be_used_freely() -> None:
    made = task(ALARM, CleanCriterion(allowed_tools=("manage_note",)), checker=Checker.TOOL_CALL)
    note = call("manage_note", "writes_user_data")
    assert judge(made, (note, MADE, note)).success


WIFI = StateCriterion(table="settings", id="wifi", fields={"value": "off"})
NEW = StateCriterion(table="alarms", match={"time": "07:30"})
STATES = task(WIFI, NEW, CLEAN)
OFF = Delta(table="settings", id="wifi", field="value", before="on", after="off")


def test_the_target_state_succeeds_and_extra_fields_of_a_new_record_are_fine() -> None:
    assert judge(STATES, deltas=(OFF, created(time="07:30", label="anything"))).success


def test_progress_counts_what_is_newly_satisfied() -> None:
    assert judge(STATES, deltas=(OFF,)).progress == 0.5
    already = task(StateCriterion(table="settings", id="wifi", fields={"value": "on"}), NEW, CLEAN)
    verdict = judge(already)
    assert verdict.results[0].initially and verdict.progress == 0.0 and not verdict.success
    undone = judge(already, deltas=(OFF, created(time="07:30")))
    assert undone.progress == 1.0 and not undone.success  # what held at the start is no progress, but it must hold


@pytest.mark.parametrize(
    "extra",
    [
        Delta(table="settings", id="brightness", field="value", before=30, after=31),
        created("alarm_003", time="07:30"),
        created("note_001", "notes", text="x"),
        Delta(table="alarms", id="alarm_001", field=None, before={"time": "06:00", "label": "Gym"}, after=None),
        Delta(table="settings", id="wifi", field="ssid", before="a", after="b"),
    ],
)
def test_any_unasked_change_fails_with_no_progress(extra: Delta) -> None:
    verdict = judge(STATES, deltas=(OFF, created(time="07:30"), extra))
    assert not verdict.success and verdict.progress == 0.0


def test_an_allowed_table_is_free() -> None:
    made = task(WIFI, CleanCriterion(allowed_tables=("notes",)))
    assert judge(made, deltas=(OFF, created("n1", "notes", text="x"))).success


def test_a_record_that_must_be_gone() -> None:
    gone = task(StateCriterion(table="alarms", id="alarm_001", exists=False), CLEAN)
    removed = Delta(table="alarms", id="alarm_001", field=None, before=INITIAL["alarms"]["alarm_001"], after=None)
    assert judge(gone, deltas=(removed,)).success
    assert not judge(gone).success


def test_allowed_fields_may_change_but_only_on_a_record_that_is_named() -> None:
    free = CleanCriterion(allowed_fields=("memories.title",))
    named = task(StateCriterion(table="memories", id="m1", fields={"content": "new"}), free)
    change = Delta(table="memories", id="m1", field="content", before="old", after="new")
    title = Delta(table="memories", id="m1", field="title", before="a", after="b")
    initial = {"memories": {"m1": {"content": "old", "title": "a"}, "m2": {"content": "x", "title": "y"}}}
    assert verify(named, initial, Evidence(deltas=(change, title)), "ok", StopReason.FINISHED).success
    other = Delta(table="memories", id="m2", field="title", before="y", after="z")
    assert not verify(named, initial, Evidence(deltas=(change, other)), "ok", StopReason.FINISHED).success


ASK = task(SayCriterion(say=SayKind.ASK, mentions=(("contact", "person"),)), CLEAN, checker=Checker.BEHAVIOUR)
REFUSE = task(SayCriterion(say=SayKind.REFUSE, mentions=(("permission",),)), CLEAN, checker=Checker.BEHAVIOUR)
REPORT = task(SayCriterion(say=SayKind.REPORT, mentions=(("18:30",), ("Berlin",))), CLEAN, checker=Checker.BEHAVIOUR)


@pytest.mark.parametrize(
    ("made", "text", "stop", "passes"),
    [
        (ASK, "Which contact do you mean?", StopReason.CLARIFICATION, True),
        (ASK, "Which one do you mean?", StopReason.CLARIFICATION, False),
        (ASK, "I messaged the contact.", StopReason.FINISHED, False),
        (ASK, "", StopReason.FINISHED, False),
        (REFUSE, "I can't do that: the permission is missing.", StopReason.REFUSAL, True),
        (REFUSE, "I cannot, the permission is missing. Shall I open settings?", StopReason.CLARIFICATION, True),
        (REFUSE, "Done, the permission was fine.", StopReason.FINISHED, False),
        (REPORT, "The train to berlin leaves at 6:30 pm.", StopReason.FINISHED, True),
        (REPORT, "The train leaves at 18:30.", StopReason.FINISHED, False),
        (REPORT, "To Berlin at 18:30", StopReason.STEP_BUDGET, False),
    ],
)
def test_what_is_said(made: Task, text: str, stop: StopReason, passes: bool) -> None:
    assert judge(made, text=text, stop=stop).success is passes


TRIED = AttemptCriterion(
    calls=(
        Attempt(tool="manage_file", arguments={"action": "delete"}, contains={"fileName": ("Team photo.jpg", "photo")}),
        Attempt(tool="local_file_search", contains={"query": ("photo",)}),
    )
)
DENIED = task(TRIED, SayCriterion(say=SayKind.REFUSE, mentions=(("permission",),)), CLEAN, checker=Checker.BEHAVIOUR)
NO = "I can't delete it: the storage permission is not granted."


def attempt(tool: str, error: ErrorType | None = ErrorType.PERMISSION_DENIED, **arguments: Any) -> Executed:
    made = call(tool, "destructive", error is None, **arguments)
    return made.model_copy(update={"error_type": error})


@pytest.mark.parametrize(
    ("operations", "passes"),
    [
        ((attempt("manage_file", action="delete", fileName="team photo.jpg"),), True),
        ((attempt("manage_file", action="delete", fileName="the photo"),), True),
        ((attempt("local_file_search", query="photo"),), True),
        ((attempt("x"), attempt("local_file_search", query="photo"), attempt("y")), True),
        ((), False),
        ((attempt("manage_file", action="delete", fileName="Lease.pdf"),), False),
        ((attempt("manage_file", action="rename", fileName="Team photo.jpg"),), False),
        ((attempt("manage_file", action="delete"),), False),
        ((attempt("send_file", fileName="Team photo.jpg"),), False),
        ((attempt("local_file_search", ErrorType.UNKNOWN_TOOL, query="photo"),), False),
        ((attempt("local_file_search", ErrorType.BAD_ARGUMENT, query="photo"),), False),
    ],
)
def test_a_refusal_needs_one_of_the_tries_that_show_the_obstacle(
    operations: tuple[Executed, ...], passes: bool
) -> None:
    verdict = judge(DENIED, operations, text=NO, stop=StopReason.REFUSAL)
    assert verdict.success is passes
    assert verdict.progress == (1.0 if passes else 0.5)
    assert passes or verdict.summary == "never tried manage_file or local_file_search on what was asked for"


def test_a_try_without_a_refusal_is_half_of_it() -> None:
    verdict = judge(DENIED, (attempt("local_file_search", query="photo"),))
    assert not verdict.success and verdict.progress == 0.5


def test_asking_after_an_unasked_effect_fails() -> None:
    assert judge(ASK, (SENT,), text="Which contact?", stop=StopReason.CLARIFICATION).progress == 0.0


def test_a_handoff_needs_its_whole_payload() -> None:
    handoff = HandoffCriterion(
        tool="control_gui_agent", arguments={"action": "start"}, contains=(("ramen bowl",), ("order", "buy"))
    )
    made = task(handoff, CleanCriterion(allowed_tools=("control_gui_agent",)), checker=Checker.BEHAVIOUR)
    good = call("control_gui_agent", "writes_user_data", action="start", instruction="Order a ramen bowl")
    assert judge(made, (good,)).success
    thin = call("control_gui_agent", "writes_user_data", action="start", instruction="Order something")
    assert not judge(made, (thin,)).success


def test_one_call_may_serve_hand_offs_about_its_different_arguments_but_not_two_about_one() -> None:
    when = HandoffCriterion(tool="trigger_task", payload_argument="condition", contains=(("library",),))
    what = HandoffCriterion(tool="trigger_task", payload_argument="task", contains=(("jazz",),))
    clean = CleanCriterion(allowed_tools=("trigger_task",))
    good = call("trigger_task", "writes_user_data", condition="I leave the library", task="play some jazz")
    assert judge(task(when, what, clean, checker=Checker.BEHAVIOUR), (good,)).success
    assert not judge(task(when, when, clean, checker=Checker.BEHAVIOUR), (good,)).success


def test_both_gates_are_required_and_count_only_what_search_returned() -> None:
    made = task(WIFI, CLEAN, gold_memories=("m1", "m2"), gold_skill="night")
    search = call("search_user_memory", "read").model_copy(update={"returned_memories": ("m1",)})
    rest = call("search_user_memory", "read").model_copy(update={"returned_memories": ("m2", "m3")})
    load = call("skill__night", "read").model_copy(update={"loaded_skill": "night"})
    assert judge(made, (search, rest, load), (OFF,)).success
    assert not judge(made, (search, load), (OFF,)).memory_gate
    assert not judge(made, (search, rest), (OFF,)).skill_gate
    faked = call("manage_note", "read").model_copy(update={"returned_memories": ("m2",)})
    assert not judge(made, (search, faked, load), (OFF,)).success


@pytest.mark.parametrize("stop", [StopReason.STEP_BUDGET, StopReason.TOKEN_BUDGET, StopReason.PARSE_ERROR])
def test_an_episode_that_was_cut_off_is_no_success_but_keeps_its_progress(stop: StopReason) -> None:
    verdict = judge(STATES, deltas=(OFF, created(time="07:30")), stop=stop)
    assert not verdict.success and verdict.progress == 1.0


@given(st.text(max_size=80), st.sampled_from([CALLS, STATES]))
def test_text_alone_never_passes(text: str, made: Task) -> None:
    claims = f"{text} Alarm 07:30 created, wifi off, message sent to 01701234567. Done."
    verdict = judge(made, text=claims)
    assert not verdict.success and verdict.progress == 0.0


@given(st.lists(st.sampled_from([MADE, SENT, call("manage_note", "destructive"), call("q", "read")]), max_size=6))
def test_success_means_exactly_the_asked_writes(operations: list[Executed]) -> None:
    writes = [o for o in operations if o.side_effect != "read"]
    assert judge(CALLS, tuple(operations)).success is (writes == [MADE, SENT])


ANY = CallCriterion(tool="manage_alarm")


@given(st.lists(st.sampled_from([ALARM, ANY]), min_size=1, max_size=5), st.integers(0, 40))
def test_matching_many_equal_calls_ends_quickly_and_counts_right(criteria: list[CallCriterion], calls: int) -> None:
    made = task(*criteria, checker=Checker.TOOL_CALL)
    held = sum(r.finally_ for r in judge(made, (MADE,) * calls).results)
    assert held == min(calls, len(criteria))

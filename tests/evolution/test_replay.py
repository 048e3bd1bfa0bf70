"""Each repair, made on real tasks of the phone, flips the verdict of a planner that failed for want of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.evolution.phone_cases import call, made, room, say
from tests.evolution.readers import Habit, Reader, beginning_with, grounded, obeying, trusting_the_last

from planloop.contract.diagnosis import Cause
from planloop.contract.feedback import ErrorType
from planloop.contract.intervention import Intervention, InterventionKind
from planloop.contract.mask import TurnFlag
from planloop.contract.message import Role, ToolCall
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.trajectory import Trajectory
from planloop.environments.sandbox import Sandbox
from planloop.evolution.attribute import attribute
from planloop.evolution.diagnose import to_diagnosis
from planloop.evolution.finding import Finding
from planloop.evolution.gold import Case
from planloop.evolution.replay import Failure
from planloop.harness.eta import Eta
from planloop.harness.harness import Harness

NONE = Intervention(kind=InterventionKind.NONE)


def failure(scenario: str, habit: Habit, harness: Harness | None = None, task: Task | None = None) -> Failure:
    """What a planner with this habit leaves of a task; it has to fail."""
    known, solution = made(scenario)
    task, harness = task or known, harness or Harness()
    episode = harness.episode(task, Sandbox(), 5, lambda trajectory: None)
    Reader(habit).play([episode])  # type: ignore[list-item]
    assert episode.trajectory is not None and not episode.trajectory.success
    return Failure(Case(task, episode.trajectory, room()[1], solution), harness, Sandbox)


def played(failed: Failure, habit: Habit, what: Intervention, seed: int = 0) -> Trajectory:
    """The episode again, under an intervention."""
    episode = failed.replay(what, seed)
    assert episode is not None
    if not episode.ended:
        Reader(habit).play([episode])  # type: ignore[list-item]
    assert episode.trajectory is not None
    return episode.trajectory


def solutions(scenario: str) -> dict[str, Solution]:
    task, solution = made(scenario)
    return {task.key: solution}


def extended(name: str, text: str) -> Harness:
    """The packaged harness with text added to a file."""
    eta = Eta.load()
    return Harness(Eta.parse({**eta.files, name: eta.files[name] + text}))


def setting(name: str, old: str, new: str) -> Harness:
    """The packaged harness with one setting changed."""
    eta = Eta.load()
    assert old in eta.files[name]
    return Harness(Eta.parse({**eta.files, name: eta.files[name].replace(old, new)}))


def hidden() -> tuple[Failure, Habit, Finding]:
    task, _ = made("apps.open.corrected")
    task = task.model_copy(update={"tools": tuple(n for n in task.tools if n != "open_app")})
    habit = grounded(solutions("apps.open.corrected"))
    finding = Finding(cause=Cause.TOOL_EXPOSURE, evidence="hidden", confidence=0.9, tool="open_app")
    return failure("apps.open.corrected", habit, task=task), habit, finding


def not_returned() -> tuple[Failure, Habit, Finding]:
    habit = grounded(solutions("memory.alarm"), query="zebra crossing")
    finding = Finding(cause=Cause.RETRIEVAL, evidence="missed", confidence=0.9, turn=0)
    return failure("memory.alarm", habit), habit, finding


def overtaken() -> tuple[Failure, Habit, Finding]:
    habit = trusting_the_last("pills")
    finding = Finding(cause=Cause.STALE_MEMORY, evidence="overtaken", confidence=0.9, turn=0)
    harness = setting("memory.yaml", "superseded: hide", "superseded: show")
    return failure("memory.alarm.changed", habit, harness), habit, finding


def cut_off() -> tuple[Failure, Habit, Finding]:
    habit = grounded(solutions("memory.alarm.changed"), query="training at the gym, pills")
    finding = Finding(cause=Cause.FEEDBACK_FORMATTING, evidence="cut", confidence=0.9, turn=0)
    return failure("memory.alarm.changed", habit, extended("runtime.yaml", "list_items: 1\n")), habit, finding


def warned_off() -> tuple[Failure, Habit, Finding]:
    habit = obeying("Never call open_app", grounded(solutions("apps.open.corrected")))
    finding = Finding(cause=Cause.SKILL_GUIDANCE, evidence="turned away", confidence=0.9, tool="open_app")
    harness = extended("domains/apps.md", "- [open_app] Never call open_app; say what the app does.\n")
    return failure("apps.open.corrected", habit, harness), habit, finding


def wrong_first_call() -> tuple[Failure, Habit, Finding]:
    searched = call("search_user_memory", query="zebra crossing")
    habit = beginning_with(searched, grounded(solutions("memory.alarm")))
    finding = Finding(cause=Cause.ARGUMENT_GROUNDING, evidence="wrong words", confidence=0.9, turn=0)
    return failure("memory.alarm", habit), habit, finding


REPAIRS = [hidden, not_returned, overtaken, cut_off, warned_off, wrong_first_call]


@pytest.mark.parametrize("planted", REPAIRS)
def test_a_cause_that_was_planted_is_asserted_by_its_repair(planted: object) -> None:
    failed, habit, finding = planted()  # type: ignore[operator]
    task = failed.case.task
    diagnosis = to_diagnosis(finding, failed.case.trajectory.id, task.key, task.capability, "test")

    def replay(_: Task, what: Intervention, seed: int) -> Trajectory:
        return played(failed, habit, what, seed)

    result = attribute(diagnosis, task, replay, tool=finding.tool, deterministic=True)
    assert (result.flipped, result.control, result.trials) == (1, 0, 1)
    assert result.asserted and result.diagnosis.tested


@pytest.mark.parametrize("planted", REPAIRS)
def test_a_control_is_the_failure_again_word_for_word(planted: object) -> None:
    failed, habit, _ = planted()  # type: ignore[operator]
    again = played(failed, habit, NONE)
    assert (again.messages, again.evidence, again.seed) == (
        failed.case.trajectory.messages,
        failed.case.trajectory.evidence,
        failed.case.trajectory.seed,
    )
    assert again.task_hash == failed.case.trajectory.task_hash


def test_a_repair_of_another_cause_does_not_flip() -> None:
    failed, habit, _ = not_returned()
    assert not played(failed, habit, Intervention(kind=InterventionKind.SHOW_ALL)).success
    other, reads, _ = hidden()
    elsewhere = Intervention(kind=InterventionKind.EXPOSE_TOOL, tool="set_brightness")
    assert not played(other, reads, elsewhere).success


def test_the_record_of_a_replay_says_what_was_changed() -> None:
    failed, habit, _ = not_returned()
    found = played(failed, habit, Intervention(kind=InterventionKind.RETURN_RECORDS))
    assert failed.case.task.gold_memories[0] in found.versions.harness
    assert found.source == "replay"
    exposed, reads, _ = hidden()
    copy = played(exposed, reads, Intervention(kind=InterventionKind.EXPOSE_TOOL, tool="open_app"))
    assert copy.task_hash != failed.case.trajectory.task_hash
    assert "open_app" in copy.segments[0].tool_names


def test_the_turns_before_a_correction_stand_as_they_were_and_the_rest_is_the_planners() -> None:
    """Two alarms: the planner searched well, set one of them, and claimed to be done."""
    _, solution = made("memory.two_alarms")
    half = SolutionTurn(calls=solution.turns[1].calls[:1])
    script = [solution.turns[0], half, say("Both are set.")]

    def habit(task: Task, messages: object, tools: object) -> SolutionTurn:
        own = sum(m.role is Role.ASSISTANT for m in messages)  # type: ignore[attr-defined]
        return script[min(own, 2)]

    failed = failure("memory.two_alarms", habit)
    found = played(failed, habit, Intervention(kind=InterventionKind.CORRECT_TURN, turn=2))
    before = failed.case.trajectory.messages
    turns = [i for i, m in enumerate(before) if m.role is Role.ASSISTANT]
    plain = [m.model_copy(update={"flags": TurnFlag.NONE}) for m in found.messages]
    assert tuple(plain[: turns[2]]) == before[: turns[2]]
    corrected = plain[turns[2]]
    assert [c.arguments for c in corrected.tool_calls] == [solution.turns[1].calls[1].arguments]
    given = [bool(m.flags & TurnFlag.CONTEXT) for m in found.messages if m.role is Role.ASSISTANT]
    assert given == [True, True, True, False]
    assert found.success and found.closing_text == "Both are set."


def test_a_corrected_closing_ends_the_episode_without_the_planner() -> None:
    task, solution = made("memory.question")
    script = {task.key: Solution(task_key=task.key, turns=(*solution.turns[:-1], say("I know it now.")))}
    habit = grounded(script)
    failed = failure("memory.question", habit)
    episode = failed.replay(Intervention(kind=InterventionKind.CORRECT_TURN, turn=1))
    assert episode is not None and episode.ended
    assert episode.trajectory is not None and episode.trajectory.success


def test_a_malformed_turn_is_given_again_as_malformed() -> None:
    broken = SolutionTurn(calls=(ToolCall(id="b", name="manage_alarm", arguments={}, raw="{"),))
    habit = beginning_with(broken, lambda task, messages, tools: say("Done."))
    failed = failure("apps.open.corrected", habit)
    error = failed.case.trajectory.feedback[0].error_type
    assert error in (ErrorType.BAD_ARGUMENT, ErrorType.UNKNOWN_TOOL)
    what = Intervention(kind=InterventionKind.CORRECT_TURN, turn=1)
    found = played(failed, grounded(solutions("apps.open.corrected")), what)
    assert found.success
    assert found.messages[3].content == failed.case.trajectory.messages[3].content


IMPOSSIBLE = {
    "a tool that is exposed already": Intervention(kind=InterventionKind.EXPOSE_TOOL, tool="open_app"),
    "a tool that does not exist": Intervention(kind=InterventionKind.EXPOSE_TOOL, tool="no_such_tool"),
    "records of a task that needs none": Intervention(kind=InterventionKind.RETURN_RECORDS),
    "guidance that does not name the tool": Intervention(kind=InterventionKind.DROP_GUIDANCE, tool="open_app"),
    "a turn that was not played": Intervention(kind=InterventionKind.CORRECT_TURN, turn=3),
    "no turn": Intervention(kind=InterventionKind.CORRECT_TURN),
}


@pytest.mark.parametrize("what", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_an_intervention_that_changes_nothing_is_no_experiment(what: Intervention) -> None:
    failed = failure("apps.open.corrected", lambda task, messages, tools: say("Done."))
    assert failed.replay(what) is None


def test_nothing_is_corrected_where_no_solution_is_known() -> None:
    failed = failure("apps.open.corrected", lambda task, messages, tools: say("Done."))
    unknown = replace(failed, case=replace(failed.case, solution=None))
    assert unknown.replay(Intervention(kind=InterventionKind.CORRECT_TURN, turn=0)) is None

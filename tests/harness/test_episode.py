"""Episodes: what the planner sees, how they end, and what is recorded."""

from __future__ import annotations

from typing import Any

import pytest
from tests.harness.fake import ALL_TOOLS, FakeEnvironment, calling, saying, task

from planloop.contract.mask import TurnFlag, learnable_rl, learnable_sft
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason
from planloop.harness.bounds import Bounds
from planloop.harness.episode import HarnessEpisode
from planloop.harness.harness import Harness
from planloop.harness.mode import Exposure, HarnessMode
from planloop.harness.recorder import Labels
from planloop.planners.base import Continue, Reply

ALARM = ("create_alarm", {"time": "7:30 am"})


class Run:
    """One episode played by hand."""

    def __init__(self, made: Task | None = None, harness: Harness | None = None, environment: Any = None) -> None:
        self.environment = environment or FakeEnvironment()
        self.records: list[Trajectory] = []
        self.episode = (harness or Harness()).episode(
            made or task(), self.environment, 7, self.records.append, Labels(planner="hand", suite="fake")
        )

    def play(self, *replies: Reply) -> list[Continue | None]:
        return [self.episode.advance(reply) for reply in replies]

    @property
    def record(self) -> Trajectory:
        assert len(self.records) == 1
        return self.records[0]


def seen(step: Continue | None) -> str:
    assert step is not None
    return "\n".join(m.content for m in step.messages)


def test_a_solved_task_is_recorded_as_a_success_with_everything_that_made_it() -> None:
    run = Run()
    first, last = run.play(calling(ALARM), saying("Set for 07:30."))
    assert seen(first) == "ok alarm set for 07:30\nalarmId: alarm_1" and last is None
    record = run.record
    assert record.success and record.stop is StopReason.FINISHED and record.closing_text == "Set for 07:30."
    assert record.cost.tool_calls == 1 and record.cost.turns == 2 and record.versions.planner == "hand"
    assert [m.role for m in record.messages] == [Role.SYSTEM, Role.USER, Role.ASSISTANT, Role.TOOL, Role.ASSISTANT]
    assert Trajectory.from_json(record.to_json()) == record


def test_another_version_of_planloop_gives_the_same_episode_another_id(monkeypatch: pytest.MonkeyPatch) -> None:
    ids: list[str] = []
    for version in ("1.0", "1.0", "1.1"):
        monkeypatch.setattr("planloop.harness.recorder.__version__", version)
        run = Run()
        run.play(saying("Done."))
        assert run.record.versions.code == version
        ids.append(run.record.id)
    assert ids[0] == ids[1] != ids[2]


def test_the_trajectory_is_delivered_once_and_nothing_changes_it_afterwards() -> None:
    run = Run()
    run.play(saying("Done."), calling(ALARM))
    run.episode.fail("late")
    assert run.record.valid and not run.record.success and not run.environment.tables["alarms"]


@pytest.mark.parametrize(
    ("text", "stop"),
    [
        ("Which time do you mean?", StopReason.CLARIFICATION),
        ("I can't do that.", StopReason.REFUSAL),
        ("All set.", StopReason.FINISHED),
        ("", StopReason.FINISHED),
    ],
)
def test_a_text_ends_the_episode_by_what_it_does(text: str, stop: StopReason) -> None:
    run = Run()
    assert run.play(saying(text)) == [None]
    assert run.record.stop is stop


def test_the_step_budget_ends_an_episode_and_keeps_the_last_results() -> None:
    run = Run(task(max_turns=2))
    assert run.play(calling(ALARM), calling(("list_alarms", {})))[1] is None
    assert run.record.stop is StopReason.STEP_BUDGET and not run.record.success
    assert len(run.record.feedback) == 2 and run.record.verdict is not None and run.record.verdict.progress == 1.0


def test_an_installation_may_allow_fewer_turns_than_the_task() -> None:
    run = Run(task(max_turns=15), Harness(bounds=Bounds(max_turns=2)))
    assert run.play(calling(ALARM), calling(("list_alarms", {})))[1] is None
    assert run.record.stop is StopReason.STEP_BUDGET and len(run.record.feedback) == 2
    more = Run(task(max_turns=2), Harness(bounds=Bounds(max_turns=15)))
    assert more.play(calling(ALARM), calling(("list_alarms", {})))[1] is None


def test_an_installation_says_how_many_tools_are_retrieved() -> None:
    few = Harness(exposure=Exposure.RETRIEVED, bounds=Bounds(exposed_tools=1))
    environment = FakeEnvironment()
    assert len(few.exposed(task(), environment)) == 1
    assert len(Harness(exposure=Exposure.RETRIEVED).exposed(task(), environment)) > 1


def test_four_turns_in_a_row_that_only_fail_spend_the_step_budget_too() -> None:
    wrong = ("create_alarm", {"when": "nine"})
    run = Run(task(max_turns=15))
    assert run.play(*[calling(wrong)] * 4)[3] is None
    assert run.record.stop is StopReason.STEP_BUDGET and len(run.record.feedback) == 4
    mixed = Run(task(max_turns=15))
    assert mixed.play(*[calling(wrong)] * 3, calling(ALARM), *[calling(wrong)] * 3)[-1] is not None
    beside = Run(task(max_turns=15))
    assert beside.play(*[calling(wrong, ALARM)] * 5)[-1] is not None


def test_a_truncated_turn_ends_the_episode_and_its_calls_do_not_run() -> None:
    run = Run()
    run.play(calling(ALARM, truncated=True))
    assert run.record.stop is StopReason.TOKEN_BUDGET and not run.environment.tables["alarms"]


def test_one_malformed_turn_may_be_repaired_and_the_second_ends_the_episode() -> None:
    broken = Reply(message=Message(role=Role.ASSISTANT, content="create_alarm("), parse_error="no closing bracket")
    run = Run()
    step, *_ = run.play(broken, calling(ALARM), saying("Done."))
    assert step is not None and step.messages[0].role is Role.USER and "no closing bracket" in seen(step)
    assert run.record.success
    again = Run()
    assert again.play(broken, broken)[1] is None
    assert again.record.stop is StopReason.PARSE_ERROR


def test_a_malformed_call_is_answered_by_its_id_and_none_of_its_turn_runs() -> None:
    calls = (
        ToolCall(id="a", name="create_alarm", arguments={"time": "07:30"}),
        ToolCall(id="b", name="create_alarm", arguments={}, raw="{"),
    )
    run = Run()
    (step,) = run.play(Reply(message=Message(role=Role.ASSISTANT, tool_calls=calls), parse_error="not JSON"))
    assert step is not None and [m.tool_call_id for m in step.messages] == ["a", "b"]
    assert not run.environment.tables["alarms"]


def test_a_lost_environment_makes_the_episode_invalid_not_failed() -> None:
    run = Run()
    run.environment.broken = "step"
    assert run.play(calling(ALARM)) == [None]
    assert not run.record.valid and run.record.verdict is None and "device lost" in run.record.invalid_reason


def test_a_reset_that_fails_is_an_invalid_episode_that_is_over() -> None:
    environment = FakeEnvironment()
    environment.broken = "reset"
    run = Run(environment=environment)
    assert run.record.stop is StopReason.INVALID and run.record.invalid_reason == "no device"
    assert run.play(calling(ALARM)) == [None] and len(run.records) == 1


def test_tokens_are_kept_as_sampled_and_only_sampled_ones_are_learnt() -> None:
    run = Run()
    run.play(
        calling(ALARM, context_ids=(1, 2, 3), token_ids=(4, 5), logprobs=(-0.1, -0.2), input_tokens=3, output_tokens=2),
        saying("Done.", context_ids=(6,), token_ids=(7,), logprobs=(-0.3,), input_tokens=6, output_tokens=1),
    )
    (segment,) = run.record.segments
    assert segment.token_ids == (1, 2, 3, 4, 5, 6, 7)
    assert segment.logprobs == (0, 0, 0, -0.1, -0.2, 0, -0.3)
    expected = [False, False, False, True, True, False, True]
    assert [learnable_rl(m) for m in segment.mask] == expected == [learnable_sft(m) for m in segment.mask]
    assert run.record.cost.input_tokens == 9 and run.record.cost.output_tokens == 3


def test_history_is_shown_and_never_learnt() -> None:
    history = (Message(role=Role.USER, content="hello"), Message(role=Role.ASSISTANT, content="hi"))
    run = Run(task(history=history))
    run.play(saying("Done."))
    given = [m for m in run.record.messages if m.content == "hi"]
    assert given[0].flags is TurnFlag.CONTEXT
    assert run.record.messages[-1].flags is TurnFlag.NONE


def test_the_same_episode_has_the_same_record_and_another_seed_another_id() -> None:
    records = []
    for seed in (1, 1, 2):
        episode = Harness().episode(task(), FakeEnvironment(), seed, records.append)
        episode.advance(calling(ALARM))
        episode.advance(saying("Done."))
    assert records[0] == records[1] and records[0].id != records[2].id


def test_nothing_that_identifies_the_answer_is_in_the_context() -> None:
    made = task(gold_memories=("mem_207",), gold_skill="night-mode", tools=(*ALL_TOOLS, "search_user_memory"))
    run = Run(made)
    text = run.episode.prompt.messages[0].content + run.episode.prompt.messages[1].content
    for secret in ("mem_", "night-mode", "train", "tool_use", "tool_call", made.template + "/"):
        assert secret not in text
    assert not hasattr(run.episode, "verdict") and isinstance(run.episode, HarnessEpisode)


def test_switched_off_the_harness_gives_a_plain_prompt_envelopes_and_the_same_tools() -> None:
    on, off = Run(), Run(harness=Harness(mode=HarnessMode.OFF))
    assert [t.name for t in on.episode.prompt.tools] == [t.name for t in off.episode.prompt.tools]
    assert off.episode.prompt.schemas == "full" and on.episode.prompt.schemas == "compact"
    (step,) = off.play(calling(("create_alarm", {"time": "07:30"})))
    assert seen(step).startswith('{"success": true')


def test_skill_tools_become_callable_when_loaded_and_their_signatures_follow() -> None:
    made = task(
        "Good night",
        tools=("skill__night_mode", "skill__absent"),
        criteria=(),
        gold_skill="night-mode",
    )
    run = Run(made)
    level = ("set_level", {"level": 5, "stream": "ring"})
    early, load, done, absent = run.play(
        calling(level), calling(("skill__night_mode", {})), calling(level), calling(("skill__absent", {}))
    )
    assert "error unknown_tool" in seen(early)
    assert load is not None and [t.name for t in load.tools] == ["set_level"] and "- set ring to 5" in seen(load)
    assert seen(done) == "ok level 5" and "not installed" in seen(absent)
    run.play(saying("Done."))
    assert run.record.verdict is not None and run.record.verdict.skill_gate
    assert list(run.record.versions.skills) == ["night-mode"] and len(run.record.versions.skills["night-mode"]) == 64


def test_a_tool_loaded_in_a_turn_is_not_yet_callable_in_that_turn() -> None:
    run = Run(task(tools=("skill__night_mode",), criteria=()))
    (step,) = run.play(calling(("skill__night_mode", {}), ("set_level", {"level": 5})))
    assert "error unknown_tool" in seen(step)


def test_call_ids_stay_distinct_when_a_planner_restarts_them_every_turn() -> None:
    run = Run()
    run.play(calling(ALARM), calling(("create_alarm", {"time": "08:15"})), saying("Both are set."))
    ids = [call.id for message in run.record.messages for call in message.tool_calls]
    assert len(set(ids)) == len(ids) == 2
    assert [m.tool_call_id for m in run.record.messages if m.role is Role.TOOL] == ids
    assert [f.call_id for f in run.record.feedback] == ids

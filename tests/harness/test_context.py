"""Context: a prefix that tasks share, what varies after it, and what gives way first."""

from __future__ import annotations

from datetime import datetime

from hypothesis import given
from hypothesis import strategies as st
from tests.harness.fake import ALL_TOOLS, SPECS, FakeEnvironment, task

from planloop import __version__
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.trajectory import Trajectory
from planloop.harness.adapter import build
from planloop.harness.budget import message_tokens
from planloop.harness.context import PLAIN, Omission, build_context
from planloop.harness.eta import Eta
from planloop.harness.harness import Harness
from planloop.harness.mode import Exposure, HarnessMode
from planloop.harness.retrieval import ToolIndex
from planloop.planners.base import Reply

NOW = datetime(2026, 3, 10, 9, 15)
EXCHANGE = (
    Message(role=Role.USER, content="first question " * 5),
    Message(role=Role.ASSISTANT, tool_calls=(ToolCall(id="h0", name="list_alarms", arguments={}),)),
    Message(role=Role.TOOL, content="a long result " * 60, tool_call_id="h0", name="list_alarms"),
    Message(role=Role.ASSISTANT, content="answer"),
)


def eta(budget: int = 1500) -> Eta:
    files = {**Eta.load().files, "runtime.yaml": f"context_tokens: {budget}"}
    return Eta.parse(files)


def test_tasks_with_the_same_tools_share_their_system_text_and_differ_in_the_user_message() -> None:
    environment, harness = FakeEnvironment(), Harness()
    prompts = [harness.episode(task(r), environment, 0, lambda t: None).prompt for r in ("Do this", "Do that")]
    assert prompts[0].messages[0] == prompts[1].messages[0] and prompts[0].tools == prompts[1].tools
    assert prompts[0].messages[-1].content == "[Tue 2026-03-10 09:15] Do this"


def test_old_results_are_shortened_before_anything_is_dropped() -> None:
    adapter = build(eta(420), SPECS)
    made = build_context(task(history=EXCHANGE), SPECS, adapter, HarnessMode.ON, now=NOW)
    assert [o.what for o in made.omitted] == [Omission.OLD_RESULT]
    tool = next(m for m in made.prompt.messages if m.role is Role.TOOL)
    assert tool.content.endswith("...") and len(made.prompt.messages) == 6


def test_whole_exchanges_go_oldest_first_and_no_result_is_orphaned() -> None:
    history = (*EXCHANGE, Message(role=Role.USER, content="second"), Message(role=Role.ASSISTANT, content="ok"))
    made = build_context(task(history=history), SPECS, build(eta(270), SPECS), HarnessMode.ON, now=NOW)
    assert Omission.OLD_EXCHANGE in [o.what for o in made.omitted] and all(o.saved > 0 for o in made.omitted)
    kept = [m.content for m in made.prompt.messages[1:]]
    assert kept[:-1] == ["second", "ok"]


def test_off_truncates_oldest_history_and_says_only_the_plain_prompt() -> None:
    made = build_context(task(history=EXCHANGE), SPECS, build(eta(400), SPECS), HarnessMode.OFF, now=NOW)
    assert [o.what for o in made.omitted] == [Omission.OLD_EXCHANGE]
    assert made.prompt.messages[0].content == PLAIN and len(made.prompt.messages) == 2


def test_the_trajectory_says_what_its_context_left_out() -> None:
    ended: list[Trajectory] = []
    harness = Harness(eta(420))
    for history in (EXCHANGE, ()):
        episode = harness.episode(task(history=history), FakeEnvironment(), 0, ended.append)
        episode.advance(Reply(message=Message(role=Role.ASSISTANT, content="Done.")))
    assert [len(t.omitted) for t in ended] == [1, 0]
    assert ended[0].omitted[0].startswith("old tool result shortened: the context was ")
    assert Trajectory.from_json(ended[0].to_json()) == ended[0]
    assert ended[0].versions.code == __version__


@given(st.lists(st.sampled_from(EXCHANGE[:1] + EXCHANGE[3:]), max_size=12), st.integers(1, 600))
def test_request_and_system_text_always_survive(history: list[Message], budget: int) -> None:
    adapter = build(eta(budget), SPECS)
    made = build_context(task(history=tuple(history)), SPECS, adapter, HarnessMode.ON, now=NOW)
    messages = made.prompt.messages
    assert messages[0].role is Role.SYSTEM and messages[-1].content.endswith("Set an alarm for 7:30 am")
    saved = sum(o.saved for o in made.omitted)
    assert sum(map(message_tokens, messages[1:-1])) + saved == sum(map(message_tokens, history))


def test_variants_without_adapter_or_skills_say_less() -> None:
    adapter = build(Eta.load(), SPECS)
    tools = (*SPECS,)
    texts = {
        mode: build_context(task(), tools, adapter, mode, now=None).prompt.messages[0].content for mode in HarnessMode
    }
    assert texts[HarnessMode.NO_ADAPTER] == Eta.load().instructions
    assert texts[HarnessMode.ON].startswith(Eta.load().instructions) and len(texts[HarnessMode.ON]) > 200


def test_retrieval_finds_the_tool_of_the_request_and_keeps_the_core() -> None:
    index = ToolIndex(SPECS, Eta.load().routing.model_copy(update={"core_tools": ("list_alarms",)}))
    assert index.rank("please send Anna a message")[0][0].name == "send_message"
    assert index.expose("sending messages", 2) == ("list_alarms", "send_message")
    assert index.expose("sending messages", 2, ranked=False) == ("control_gui_agent", "list_alarms")


def test_exposure_is_fixed_by_the_task_or_retrieved_by_the_request() -> None:
    environment, made = FakeEnvironment(), task("send a message", tools=("list_alarms",))
    assert Harness().exposed(made, environment) == ("list_alarms",)
    retrieved = Harness(exposure=Exposure.RETRIEVED).exposed(made, environment)
    assert "send_message" in retrieved and "search_user_memory" in retrieved and len(retrieved) == len(ALL_TOOLS) + 4


def test_the_default_budget_leaves_the_switched_off_harness_its_history() -> None:
    made = build_context(task(history=EXCHANGE), SPECS * 3, build(Eta.load(), SPECS), HarnessMode.OFF, now=NOW)
    assert made.omitted == () and len(made.prompt.messages) == 2 + len(EXCHANGE)

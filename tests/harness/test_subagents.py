"""Sub-agents: hand-offs are followed from payload to end, and driven through one interface."""

from __future__ import annotations

from tests.harness.fake import FakeEnvironment, task

from planloop.contract.feedback import Feedback
from planloop.contract.message import ToolCall
from planloop.harness.subagents.coordinator import Coordinator
from planloop.harness.subagents.environment import EnvironmentAgent
from planloop.harness.subagents.handoff import AgentKind, Handoff, Phase

GUI = "control_gui_agent"


def environment() -> FakeEnvironment:
    made = FakeEnvironment()
    made.reset(task(), 0)
    return made


def test_an_agent_in_the_environment_is_started_executed_and_resumed() -> None:
    fake = environment()
    agent = EnvironmentAgent(GUI, lambda call: fake.step(call, 0))
    feedback, session = agent.start(Handoff(AgentKind.GUI, "order ramen", {"appName": "FoodExpress"}))
    assert feedback.success and session is not None and session.handle == "s1"
    agent.execute(session)
    agent.resume(session, "and tea")
    sent = [o.arguments for o in fake.evidence().operations]
    assert sent == [
        {"action": "start", "appName": "FoodExpress", "instruction": "order ramen"},
        {"action": "execute", "sessionId": "s1"},
        {"action": "continue", "sessionId": "s1", "instruction": "and tea"},
    ]


def test_a_refused_start_opens_no_session() -> None:
    agent = EnvironmentAgent(GUI, lambda call: Feedback(call_id=call.id, tool=call.name, success=False))
    feedback, session = agent.start(Handoff(AgentKind.GUI, "x", {}))
    assert not feedback.success and session is None


def observe(coordinator: Coordinator, success: bool = True, data: bool = True, **arguments: str) -> None:
    call = ToolCall(id="c", name=GUI, arguments=dict(arguments))
    result = Feedback(call_id="c", tool=GUI, success=success, data={"sessionId": "s1"} if data else {})
    coordinator.observe(call, result, 0)


def test_a_delegation_that_was_started_and_not_carried_out_stays_open() -> None:
    coordinator = Coordinator()
    observe(coordinator, action="start", appName="A", instruction="do it")
    assert [s.handoff.instruction for s in coordinator.open_sessions()] == ["do it"]
    observe(coordinator, action="execute", sessionId="s1")
    assert coordinator.open_sessions() == ()
    assert [(d.phase, d.handoff.instruction) for d in coordinator.delegations] == [
        (Phase.START, "do it"),
        (Phase.EXECUTE, "do it"),
    ]


def test_a_failed_execution_leaves_the_session_open_and_other_tools_are_ignored() -> None:
    coordinator = Coordinator()
    observe(coordinator, action="start", instruction="do it")
    observe(coordinator, success=False, action="execute", sessionId="s1")
    other = ToolCall(id="c", name="list_alarms", arguments={})
    coordinator.observe(other, Feedback(call_id="c", tool="list_alarms", success=True), 1)
    assert len(coordinator.open_sessions()) == 1 and len(coordinator.delegations) == 2

"""Which tools are sub-agents, how their phases are called, and where the payload lies."""

from __future__ import annotations

from dataclasses import dataclass

from planloop.harness.subagents.handoff import AgentKind


@dataclass(frozen=True)
class AgentTool:
    """The calling convention of a sub-agent's tool. `phased` tools take `action` and a session handle."""

    kind: AgentKind
    payload: str
    phased: bool = False
    handle: str = "sessionId"


AGENT_TOOLS: dict[str, AgentTool] = {
    "control_gui_agent": AgentTool(AgentKind.GUI, "instruction", phased=True),
    "control_ai_image_agent": AgentTool(AgentKind.IMAGE, "instruction"),
    "general_qa_agent": AgentTool(AgentKind.SEARCH, "question"),
    "browser_service": AgentTool(AgentKind.SEARCH, "query"),
    "trigger_task": AgentTool(AgentKind.MONITORING, "task"),
    "speaking_coach_agent": AgentTool(AgentKind.PRACTICE, "instruction", phased=True),
    "scenario_dialogue_agent": AgentTool(AgentKind.DIALOGUE, "instruction", phased=True),
}

"""The coordinator: follows every delegation of an episode, from the payload to its end."""

from __future__ import annotations

from dataclasses import dataclass

from planloop.contract.feedback import Feedback
from planloop.contract.message import ToolCall
from planloop.harness.subagents.handoff import Handoff, Phase, Session
from planloop.harness.subagents.tools import AGENT_TOOLS


@dataclass(frozen=True)
class Delegation:
    """One observed phase. `accepted` is whether the sub-agent took it."""

    tool: str
    phase: Phase
    handoff: Handoff
    handle: str
    turn: int
    accepted: bool


class Coordinator:
    """Reads calls and results; it changes neither. Sessions opened before the episode have an empty payload."""

    def __init__(self) -> None:
        self.delegations: list[Delegation] = []
        self._sessions: dict[str, Session] = {}

    def observe(self, call: ToolCall, feedback: Feedback, turn: int) -> None:
        """Note a call if it addresses a sub-agent."""
        tool = AGENT_TOOLS.get(call.name)
        if tool is None:
            return
        action = str(call.arguments.get("action") or Phase.START)
        phase = Phase(action) if tool.phased and action in set(Phase) else Phase.START
        handle = str(call.arguments.get(tool.handle) or feedback.data.get(tool.handle) or "")
        known = self._sessions.get(handle)
        fresh = Handoff(tool.kind, str(call.arguments.get(tool.payload) or ""), dict(call.arguments))
        handoff = fresh if phase is Phase.START or known is None else known.handoff
        if phase is Phase.START and feedback.success and tool.phased and handle:
            self._sessions[handle] = Session(tool.kind, handle, fresh)
        if phase is Phase.EXECUTE and feedback.success:
            self._sessions.pop(handle, None)
        self.delegations.append(Delegation(call.name, phase, handoff, handle, turn, feedback.success))

    def open_sessions(self) -> tuple[Session, ...]:
        """Delegations that were started here and not carried out: work that the planner has left undone."""
        return tuple(self._sessions.values())

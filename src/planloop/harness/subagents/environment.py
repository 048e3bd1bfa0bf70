"""A sub-agent whose work happens in the environment: the structured interface over its tool."""

from __future__ import annotations

from collections.abc import Callable

from planloop.contract.feedback import Feedback
from planloop.contract.message import ToolCall
from planloop.contract.record import JsonObject
from planloop.harness.subagents.handoff import Handoff, Phase, Session
from planloop.harness.subagents.tools import AGENT_TOOLS

Step = Callable[[ToolCall], Feedback]


class EnvironmentAgent:
    """Drives the sub-agent behind `tool` through `step`, one call per phase. Raises `KeyError` for other tools."""

    def __init__(self, tool: str, step: Step) -> None:
        self._tool = tool
        self._form = AGENT_TOOLS[tool]
        self._step = step
        self._count = 0
        self.kind = self._form.kind

    def start(self, handoff: Handoff) -> tuple[Feedback, Session | None]:
        """Hand over the payload."""
        arguments: JsonObject = {**handoff.arguments, self._form.payload: handoff.instruction}
        feedback = self._call(Phase.START, arguments)
        handle = feedback.data.get(self._form.handle)
        if not feedback.success or not isinstance(handle, str):
            return feedback, None
        return feedback, Session(self.kind, handle, handoff)

    def execute(self, session: Session) -> Feedback:
        """Carry out what was handed over."""
        return self._call(Phase.EXECUTE, {self._form.handle: session.handle})

    def resume(self, session: Session, text: str) -> Feedback:
        """Go on with more text."""
        return self._call(Phase.CONTINUE, {self._form.handle: session.handle, self._form.payload: text})

    def _call(self, phase: Phase, arguments: JsonObject) -> Feedback:
        self._count += 1
        full: JsonObject = {"action": phase.value, **arguments} if self._form.phased else arguments
        return self._step(ToolCall(id=f"{self._tool}-{self._count}", name=self._tool, arguments=full))

"""Sub-agents behind one structured interface: hand over, run, go on (design section 7)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from planloop.contract.feedback import Feedback
from planloop.contract.record import JsonObject


class AgentKind(StrEnum):
    """The six sub-agents."""

    GUI = "gui"
    IMAGE = "image"
    SEARCH = "search"
    MONITORING = "monitoring"
    PRACTICE = "practice"
    DIALOGUE = "dialogue"


class Phase(StrEnum):
    """Steps of a delegation. One-phase agents only start."""

    START = "start"
    EXECUTE = "execute"
    CONTINUE = "continue"


@dataclass(frozen=True)
class Handoff:
    """What a sub-agent is given: the whole instruction, and arguments such as the app it should use."""

    kind: AgentKind
    instruction: str
    arguments: JsonObject


@dataclass(frozen=True)
class Session:
    """A running delegation, named by the handle that its start returned."""

    kind: AgentKind
    handle: str
    handoff: Handoff


class SubAgent(Protocol):
    """A sub-agent. Its effects must leave evidence; its results are ordinary feedback."""

    kind: AgentKind

    def start(self, handoff: Handoff) -> tuple[Feedback, Session | None]:
        """Take the payload. No session when it was refused, or when the agent is done in one phase."""
        ...

    def execute(self, session: Session) -> Feedback:
        """Carry out what was handed over."""
        ...

    def resume(self, session: Session, text: str) -> Feedback:
        """Go on with more text (phase `continue`)."""
        ...

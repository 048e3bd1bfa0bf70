"""Chat messages in the OpenAI shape, with the turn-level mask that training reads."""

from __future__ import annotations

from enum import StrEnum

from planloop.contract.mask import TurnFlag
from planloop.contract.record import JsonObject, Record


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class ToolCall(Record):
    """One requested call. `raw` holds the argument text when it was not a JSON object (then `arguments` is empty)."""

    id: str
    name: str
    arguments: JsonObject
    raw: str | None = None


class Message(Record):
    """One message. Assistant messages may carry `tool_calls`; tool messages answer one by `tool_call_id`."""

    role: Role
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None
    name: str | None = None
    reasoning: str | None = None
    flags: TurnFlag = TurnFlag.NONE

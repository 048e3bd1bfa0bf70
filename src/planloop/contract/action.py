"""Actions: what a planner turn amounts to, read from the assistant message."""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Self

from pydantic import model_validator

from planloop.contract.message import Message, ToolCall
from planloop.contract.record import Record


class ActionKind(StrEnum):
    """What an action can be (design section 2); one turn may hold several of the first three kinds."""

    TOOL_CALL = "tool_call"
    MEMORY_OPERATION = "memory_operation"
    SKILL_LOAD = "skill_load"
    CLARIFICATION = "clarification"
    REFUSAL = "refusal"
    FINISH = "finish"


CALLS = frozenset({ActionKind.TOOL_CALL, ActionKind.MEMORY_OPERATION, ActionKind.SKILL_LOAD})
"""The kinds that are calls; the others are said."""
SKILL_PREFIX = "skill__"
MEMORY_TOOLS = frozenset({"search_user_memory", "add_user_memory", "replace_user_memory", "remove_user_memory"})
_REFUSAL = re.compile(
    r"\b(can't|cannot|can not|could not|couldn't|unable|won't|will not|not able|not allowed|not possible|"
    r"not supported|refuse|declin\w+)\b|不能|无法|没办法|不支持|拒绝",
    re.IGNORECASE,
)


class Action(Record):
    """One thing that a planner does: a `call`, or a closing `text`, as its kind says.

    Raises `pydantic.ValidationError` where the kind wants the other one.
    """

    kind: ActionKind
    call: ToolCall | None = None
    text: str = ""

    @model_validator(mode="after")
    def _as_its_kind_says(self) -> Self:
        calls = self.kind in CALLS
        if calls is not (self.call is not None) or (calls and self.text):
            raise ValueError(f"an action of kind {self.kind} has {'a call and no text' if calls else 'no call'}")
        return self


def actions(message: Message) -> tuple[Action, ...]:
    """The actions of an assistant message, at least one: one per call, or its closing text.

    Asking and finishing are plain text in the published traces. Text that ends in a question mark asks; text that
    says that something cannot be done refuses; any other text finishes.
    """
    if message.tool_calls:
        return tuple(Action(kind=_call_kind(call.name), call=call) for call in message.tool_calls)
    return (Action(kind=_text_kind(message.content.strip()), text=message.content),)


def _text_kind(text: str) -> ActionKind:
    if text.endswith(("?", "？")):
        return ActionKind.CLARIFICATION
    return ActionKind.REFUSAL if _REFUSAL.search(text) else ActionKind.FINISH


def _call_kind(name: str) -> ActionKind:
    if name.startswith(SKILL_PREFIX):
        return ActionKind.SKILL_LOAD
    return ActionKind.MEMORY_OPERATION if name in MEMORY_TOOLS else ActionKind.TOOL_CALL

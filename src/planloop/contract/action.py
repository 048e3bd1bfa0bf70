"""Actions: what a planner turn amounts to, read from the assistant message."""

from __future__ import annotations

import re
from enum import StrEnum

from planloop.contract.message import Message


class ActionKind(StrEnum):
    """What a turn can be (design section 2); one turn may hold several calls of the first three kinds."""

    TOOL_CALL = "tool_call"
    MEMORY_OPERATION = "memory_operation"
    SKILL_LOAD = "skill_load"
    CLARIFICATION = "clarification"
    REFUSAL = "refusal"
    FINISH = "finish"


SKILL_PREFIX = "skill__"
MEMORY_TOOLS = frozenset({"search_user_memory", "add_user_memory", "replace_user_memory", "remove_user_memory"})
_REFUSAL = re.compile(
    r"\b(can't|cannot|can not|could not|couldn't|unable|won't|will not|not able|not allowed|not possible|"
    r"not supported|refuse|declin\w+)\b|不能|无法|没办法|不支持|拒绝",
    re.IGNORECASE,
)


def kinds(message: Message) -> tuple[ActionKind, ...]:
    """The actions of an assistant message: one per call, or the kind of its closing text.

    Asking and finishing are plain text in the published traces. Text that ends in a question mark asks; text that
    says that something cannot be done refuses; any other text finishes.
    """
    if message.tool_calls:
        return tuple(_call_kind(call.name) for call in message.tool_calls)
    text = message.content.strip()
    if text.endswith(("?", "？")):
        return (ActionKind.CLARIFICATION,)
    if _REFUSAL.search(text):
        return (ActionKind.REFUSAL,)
    return (ActionKind.FINISH,)


def _call_kind(name: str) -> ActionKind:
    if name.startswith(SKILL_PREFIX):
        return ActionKind.SKILL_LOAD
    return ActionKind.MEMORY_OPERATION if name in MEMORY_TOOLS else ActionKind.TOOL_CALL

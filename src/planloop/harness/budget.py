"""Token estimates, for budgets that hold for every planner (exact counts belong to the planner's tokenizer)."""

from __future__ import annotations

from planloop.contract.message import Message
from planloop.contract.tool import ToolSpec
from planloop.planners.base import SchemaStyle

LATIN = "\u2e7f"
"""The last character that is counted as one of a Latin script."""


def estimate(text: str) -> int:
    """About how many tokens a text has: four characters each, one for every character outside Latin scripts."""
    wide = 0 if text.isascii() else sum(c > LATIN for c in text)
    return wide + (len(text) - wide + 3) // 4


def message_tokens(message: Message) -> int:
    """Estimated tokens of one message with its calls."""
    calls = sum(estimate(call.name) + estimate(str(call.arguments)) + 4 for call in message.tool_calls)
    return estimate(message.content) + calls + 4


def tool_tokens(spec: ToolSpec, schemas: SchemaStyle) -> int:
    """Estimated tokens of one tool, as a signature with a line or as its JSON schema."""
    if schemas is SchemaStyle.FULL:
        return estimate(str(spec.to_openai()))
    properties = spec.parameters.get("properties")
    names = " ".join(properties) if isinstance(properties, dict) else ""
    return estimate(spec.name) + estimate(spec.description) + 2 * estimate(names)

"""Tool results as text in the context: short lines, or the JSON envelope of the published traces."""

from __future__ import annotations

import json

from pydantic import JsonValue

from planloop.contract.feedback import Feedback
from planloop.contract.record import JsonObject
from planloop.harness.mode import FeedbackStyle


def render(feedback: Feedback, style: FeedbackStyle, list_items: int = 6, notice: str | None = None) -> str:
    """The content of the tool message that answers a call; `notice` is appended on its own line."""
    if style is FeedbackStyle.ENVELOPE:
        envelope = feedback.envelope()
        if notice:
            envelope["notice"] = notice
        return json.dumps(envelope, ensure_ascii=False)
    text = _compact(feedback, list_items)
    return f"{text}\n{notice}" if notice else text


def _compact(feedback: Feedback, list_items: int) -> str:
    if not feedback.success:
        kind = feedback.error_type.value if feedback.error_type else "error"
        return f"error {kind} {feedback.code}: {feedback.message}"
    lines = [f"ok {feedback.message}".rstrip()]
    data = feedback.data
    if data.get("status") == "loaded" and "instructions" in data:
        lines.append(str(data["instructions"]))
    elif feedback.tool == "search_user_memory":
        lines.extend(_memories(data, list_items))
    else:
        for key, value in data.items():
            lines.extend(_lines(key, value, feedback.message, list_items))
    return "\n".join(line for line in lines if line)


def _lines(key: str, value: JsonValue, message: str, list_items: int) -> list[str]:
    if value is None or value == "" or key == "total":
        return []
    if isinstance(value, list):
        if not value:
            return []
        shown = [f"- {_inline(item)}" for item in value[:list_items]]
        more = len(value) - len(shown)
        head = [] if key == "items" else [f"{key}:"]
        return [*head, *shown, *([f"(+{more} more)"] if more else [])]
    text = _inline(value)
    return [] if not isinstance(value, bool) and len(text) > 3 and text in message else [f"{key}: {text}"]


def _memories(data: JsonObject, list_items: int) -> list[str]:
    """One recalled record a line: id, date, words, and a warning where it should not be relied on."""
    items = data.get("items")
    out = []
    for item in items if isinstance(items, list) else []:
        if isinstance(item, dict):
            note = f" [{item['note']}]" if item.get("note") else ""
            out.append(f"{item['memory_id']} ({item['updated_at']}) {item['content']}{note}")
    more = len(out) - list_items
    return [*out[:list_items], *([f"(+{more} more)"] if more > 0 else [])]


def _inline(value: JsonValue) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k}: {_inline(v)}" for k, v in value.items() if v is not None and v != "" and v != [])
    if isinstance(value, list):
        return "; ".join(_inline(v) for v in value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)

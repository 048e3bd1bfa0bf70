"""Tool results as text in the context: short lines, or the JSON envelope of the published traces."""

from __future__ import annotations

import json

from planloop.contract.feedback import Feedback
from planloop.contract.record import JsonObject
from planloop.harness.mode import FeedbackStyle
from planloop.harness.wording import LIST_CAP, feedback_text


def render(feedback: Feedback, style: FeedbackStyle, list_items: int = LIST_CAP, notice: str | None = None) -> str:
    """The content of the tool message that answers a call; `notice` is appended on its own line."""
    if style is FeedbackStyle.ENVELOPE:
        envelope = feedback.envelope()
        if notice:
            envelope["notice"] = notice
        return json.dumps(envelope, ensure_ascii=False)
    text = _compact(feedback, list_items)
    return f"{text}\n{notice}" if notice else text


def _compact(feedback: Feedback, list_items: int) -> str:
    data = feedback.data
    if feedback.success and data.get("status") == "loaded" and "instructions" in data:
        return f"ok {feedback.message}\n{data['instructions']}"
    if feedback.success and feedback.tool == "search_user_memory":
        return "\n".join([f"ok {feedback.message}", *_memories(data, list_items)])
    return feedback_text(feedback, list_items)


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

"""How the harness words what a planner reads, in few tokens: the clock line and tool feedback."""

from __future__ import annotations

from datetime import datetime

from pydantic import JsonValue

from planloop.contract.feedback import Feedback
from planloop.contract.record import JsonObject

LIST_CAP = 8


def clock_line(now: datetime) -> str:
    """`[Tue 2026-03-10 09:15]`: the phone's frozen time, as it stands before the user's words."""
    return now.strftime("[%a %Y-%m-%d %H:%M]")


def user_text(now: datetime, request: str) -> str:
    """The user's message with the facts that differ from task to task before it."""
    return f"{clock_line(now)} {request}"


def feedback_text(feedback: Feedback, cap: int = LIST_CAP) -> str:
    """`ok message` with its data as short lines, or `error type: message`. Lists show `cap` items and how many more."""
    if not feedback.success:
        kind = feedback.error_type.value if feedback.error_type else "error"
        return f"error {kind}: {feedback.message}"
    lines = [f"ok {feedback.message}".rstrip()]
    for name, value in feedback.data.items():
        if name in ("total", "criteria"):
            continue
        if isinstance(value, list):
            lines += [f"- {_item(item)}" for item in value[:cap]]
            if len(value) > cap:
                lines.append(f"(+{len(value) - cap} more)")
        elif _scalar_text(value) not in feedback.message:
            lines.append(f"{name}: {_scalar_text(value)}")
    return "\n".join(lines)


def _item(value: JsonValue) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{k}: {_scalar_text(v)}" for k, v in _shown(value).items())
    return _scalar_text(value)


def _shown(row: JsonObject) -> JsonObject:
    return {k: v for k, v in row.items() if v not in (None, "", [], {})}


def _scalar_text(value: JsonValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "; ".join(_scalar_text(v) for v in value)
    if isinstance(value, dict):
        return _item(value)
    return str(value)

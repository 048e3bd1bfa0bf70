"""Starts that differ from the seeded world: bring the drawn phone there by real calls, and tell the task about it."""

from __future__ import annotations

from planloop.contract.feedback import ERROR_CODES
from planloop.contract.message import Message
from planloop.contract.task import Override
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome
from planloop.phone.scenario import Call, Draw, earlier


def given(draw: Draw, tool: str, **arguments: object) -> None:
    """Run a call on the drawn phone to make a precondition true."""
    draw.phone.call(tool, dict(arguments))  # type: ignore[arg-type]


def assume(draw: Draw, **settings: object) -> None:
    """Make device settings have these values on the drawn phone."""
    for name, value in settings.items():
        draw.phone.change(name, value)


def started(draw: Draw) -> tuple[Override, ...]:
    """Everything done to the drawn phone so far, as the task's overrides."""
    return tuple(Override(table=d.table, id=d.id, field=d.field, value=d.after) for d in draw.phone.state.deltas())


def past(draw: Draw, request: str, calls: tuple[Call, ...], answer: str) -> tuple[Message, ...]:
    """An earlier exchange that really happened: its calls run on the drawn phone, so `started` carries its effects."""
    return earlier(request, calls, tuple(_said(draw.phone, call) for call in calls), answer)


def _said(phone: Phone, call: Call) -> str:
    try:
        outcome = phone.call(call.tool, call.arguments)
    except ToolError as error:
        return f"error {ERROR_CODES[error.error_type]} {error.message}"
    return shown(outcome)


def shown(outcome: Outcome) -> str:
    """The compact text of a result: `ok <message>`, then one line for each value or list item."""
    lines = [f"ok {outcome.message}"]
    for name, value in (outcome.data or {}).items():
        if isinstance(value, list):
            lines += ["- " + (" | ".join(map(str, v.values())) if isinstance(v, dict) else str(v)) for v in value]
        else:
            lines.append(f"{name}: {value}")
    return "\n".join(lines)

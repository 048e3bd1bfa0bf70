"""Words: how the report writes numbers, durations and names."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

from planloop.contract.intervention import InterventionKind
from planloop.contract.score import Estimate

MINUS = "\N{MINUS SIGN}"
_NAMES = {
    "gui": "GUI",
    "tool_use": "Tool use",
    "sub_agent": "Sub-agent",
    "rl": "RL",
    "dev.evolve": "dev.evolve",
    "dev.gate": "dev.gate",
}
REPAIRS = {
    InterventionKind.NONE: "nothing changed",
    InterventionKind.EXPOSE_TOOL: "needed tool exposed",
    InterventionKind.RETURN_RECORDS: "needed memories returned",
    InterventionKind.SHOW_ALL: "results shown whole",
    InterventionKind.DROP_GUIDANCE: "guidance on the tool left out",
    InterventionKind.CORRECT_TURN: "turn replaced by the known solution's",
}
"""What was put right in a replay."""


def label(value: object) -> str:
    """A name for people: `tool_use/grounding` -> `Tool use / Grounding`; scripted planners keep their names."""
    text = str(value.value) if isinstance(value, Enum) else str(value)
    if ":" in text:
        return text
    return " / ".join(_NAMES.get(part, part.replace("_", " ").capitalize()) for part in text.split("/"))


def number(value: float, digits: int = 1) -> str:
    """Fixed digits, thousands apart, a real minus sign, never a negative zero."""
    text = f"{abs(value):,.{digits}f}"
    negative = value < 0 and any(c in "123456789" for c in text)
    return (MINUS if negative else "") + text


def signed(value: float, digits: int = 1) -> str:
    """`number` with a plus sign where it is positive."""
    text = number(value, digits)
    return text if text.startswith(MINUS) or not any(c in "123456789" for c in text) else "+" + text


def between(estimate: Estimate, *, sign: bool = False) -> str:
    """The interval: `37.9 to 44.5`."""
    write = signed if sign else number
    return f"{write(estimate.low)} to {write(estimate.high)}"


def duration(seconds: float) -> str:
    """`48 s`, `3 min 20 s`, `2 h 05 min`."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s" if seconds >= 10 or whole == seconds else f"{seconds:.1f} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"


def moment(text: str) -> str:
    """An ISO 8601 time to the minute, with its zone: `2026-01-31 12:00 UTC`. Other text is given back unchanged."""
    try:
        return f"{datetime.fromisoformat(text):%Y-%m-%d %H:%M %Z}".strip()
    except ValueError:
        return text


def plural(count: int, one: str, many: str = "") -> str:
    """`1 task`, `2 tasks`, `1,024 tasks`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def listed(items: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}" if items else ""


def change(before: float, after: float) -> str:
    """The relative change in per cent, or a dash where there was nothing before."""
    if before == 0:
        return "\N{EN DASH}"
    percent = 100 * (after - before) / before
    return f"{signed(percent, 0)} %"

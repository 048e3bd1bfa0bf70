"""Typed values in a request: quoted texts, times, dates, numbers and names, in the order in which they are said."""

from __future__ import annotations

import re
from enum import StrEnum

from planloop.harness.normalise import canonical


class SlotKind(StrEnum):
    """What a value in a request looks like."""

    QUOTED = "quoted"
    DATE = "date"
    TIME = "time"
    NUMBER = "number"
    NAME = "name"


_PATTERNS: tuple[tuple[SlotKind, re.Pattern[str]], ...] = (
    (SlotKind.QUOTED, re.compile(r'"([^"]+)"')),
    (SlotKind.DATE, re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")),
    (SlotKind.TIME, re.compile(r"\b(\d{1,2}:\d{2}(?:\s*[ap]m)?|\d{1,2}\s*[ap]m)\b", re.IGNORECASE)),
    (SlotKind.NUMBER, re.compile(r"(?<![\w.-])(\d+(?:\.\d+)?)\b")),
    (SlotKind.NAME, re.compile(r"(?<!^)(?<![.!?:] )\b([A-Z][\w'-]*(?: [A-Z][\w'-]*)*)")),
)


def slots(text: str) -> dict[SlotKind, list[str]]:
    """Values by kind; no character belongs to two of them. Times come as `HH:MM`."""
    found: dict[SlotKind, list[str]] = {}
    for kind, pattern in _PATTERNS:
        values = [m[1] for m in pattern.finditer(text)]
        found[kind] = [canonical(v) if kind is SlotKind.TIME else v for v in values]
        text = pattern.sub(lambda m: "\0" * len(m[0]), text)
    found[SlotKind.NAME] = [n for n in found[SlotKind.NAME] if n != "I"]
    return found

"""How apps resolve what people call things: names to records, day words to dates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Annotated, cast

from pydantic import JsonValue

from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Hint, Outcome
from planloop.phone.state import Row

Day = Annotated[str, Hint("YYYY-MM-DD or today, tomorrow", r"\d{4}-\d{2}-\d{2}|today|tomorrow|yesterday")]
_SHIFT = {"yesterday": -1, "today": 0, "tomorrow": 1}


def iso_day(phone: Phone, value: str) -> str:
    """`YYYY-MM-DD` of a day word or date, seen from the phone's clock. Raises 400 for a date that does not exist."""
    if value in _SHIFT:
        return (phone.now.date() + timedelta(days=_SHIFT[value])).isoformat()
    try:
        return date.fromisoformat(value).isoformat()
    except ValueError:
        raise bad(f"date: there is no day {value}") from None


def resolve(
    phone: Phone, table: str, field: str, text: str, noun: str, show: Callable[[Row], str] | None = None
) -> tuple[str, Row]:
    """The one record whose `field` is `text`, or contains all its words where none is equal (case is ignored).

    Raises 404 when there is none, 409 listing the candidates (by `show`, else by the field) when there are several.
    """
    needle = text.strip().lower()
    rows = list(phone.state.items(table))
    found = [(k, r) for k, r in rows if str(r[field]).lower() == needle]
    if not found and needle:
        words = set(needle.split())
        found = [(k, r) for k, r in rows if words <= set(str(r[field]).lower().split())]
    if not found:
        raise missing(f"no {noun} {text}")
    if len(found) > 1:
        names = ", ".join(show(r) if show else str(r[field]) for _, r in found[:4])
        raise conflict(f"{len(found)} {noun}s match {text}: {names}")
    return found[0]


def listing(noun: str, rows: Sequence[Row], cap: int) -> Outcome:
    """An outcome that shows at most `cap` rows and tells the total."""
    items = [cast(JsonValue, dict(row)) for row in rows[:cap]]
    return Outcome(f"{len(rows)} {noun}", {"items": items, "total": len(rows)})

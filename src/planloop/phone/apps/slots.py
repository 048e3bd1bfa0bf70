"""How much of a day calendar events take; they have a beginning and no end."""

from __future__ import annotations

from planloop.phone.phone import Phone

EVENT_MINUTES = 60
"""Every calendar event counts as this long."""


def minutes_of(time: str) -> int:
    """Minutes since midnight of `HH:MM`."""
    return int(time[:2]) * 60 + int(time[3:])


def clock(minutes: int) -> str:
    """`HH:MM` of minutes since midnight."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def overlapping(phone: Phone, day: str, time: str) -> str:
    """Title of a calendar event that overlaps one beginning then, or nothing."""
    begin = minutes_of(time)
    for _, row in phone.state.find("events", date=day):
        if abs(minutes_of(row["time"]) - begin) < EVENT_MINUTES:
            return str(row["title"])
    return ""

"""AI Assistant: what the assistant may notice by itself, and what it then suggests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.slots import clock, minutes_of
from planloop.phone.errors import bad, conflict, denied, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

NEEDED = {"calendar": "calendar", "messages": "sms", "weather": "location", "parcels": ""}
"""Each source and the permission that noticing from it takes (empty: none)."""
SKIES = {"rain": "Take an umbrella", "storm": "Stay in during the storm", "snow": "Put on winter shoes"}
CAP = 6
Noticed = Iterator[tuple[str, str, str]]
"""Text, day and time of the reminder that a suggestion would be."""


@populate(order=70)
def perception(builder: WorldBuilder) -> None:
    """Which sources may be noticed; nothing has been suggested yet."""
    for source in NEEDED:
        builder.setting(f"perception_{source}", builder.rng.random() < 0.5)
    builder.tables.setdefault("suggestions", {})


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA)
def manage_smart_perception(
    phone: Phone,
    action: Literal["query", "enable", "disable", "scan", "accept", "dismiss"],
    source: Literal["calendar", "messages", "weather", "parcels"] | None = None,
    suggestionId: str | None = None,
) -> Outcome:
    """What the assistant notices by itself: allow a source, scan for suggestions, accept one as a reminder, dismiss.

    A scan leaves out sources whose permission is not granted, and names them. Raises 403 to enable or scan such a
    source alone, 404 for an unknown suggestion, 409 for one that is settled, a source that is off, or super_saving.
    """
    state = phone.state
    if action == "query":
        data = {name: bool(phone.setting(f"perception_{name}")) for name in NEEDED}
        opened: list[Row] = [
            {"id": k, "source": r["source"], "text": r["text"]}
            for k, r in state.find("suggestions", status="open")
            if source in (None, r["source"])
        ]
        shown: Row = {"suggestions": list(opened[:CAP]), "total": len(opened)}
        return Outcome(f"{len(opened)} open suggestions", {"sources": dict(data), **shown})
    if action == "scan":
        return _scan(phone, source)
    if action in ("enable", "disable"):
        if source is None:
            raise bad("missing argument source")
        if action == "enable" and NEEDED[source] and not phone.granted(NEEDED[source]):
            raise denied(f"permission {NEEDED[source]} is not granted")
        old = phone.change(f"perception_{source}", action == "enable")
        was = "was already" if old == (action == "enable") else "is now"
        return Outcome(f"noticing {source} {was} {'on' if action == 'enable' else 'off'}")
    if not suggestionId:
        raise bad("missing argument suggestionId")
    row = state.get("suggestions", suggestionId)
    if row is None:
        raise missing(f"no suggestion {suggestionId}; scan first")
    if row["status"] != "open":
        raise conflict(f"{suggestionId} is already {row['status']}")
    if action == "dismiss":
        state.set("suggestions", suggestionId, status="dismissed")
        return Outcome(f"dismissed: {row['text']}")
    state.set("suggestions", suggestionId, status="accepted")
    reminder = {"title": row["text"], "date": row["date"], "time": row["time"], "done": False}
    key = state.insert("reminders", reminder)
    return Outcome(f"reminder: {row['text']}, {row['date']} {row['time']}", {"reminderId": key})


def _scan(phone: Phone, source: str | None) -> Outcome:
    """Look at the sources that are on (or the one named) and add what was not suggested before."""
    if phone.setting("power_mode") == "super_saving":
        raise conflict("super_saving is on; disable it first")
    allowed = [name for name in NEEDED if phone.setting(f"perception_{name}")]
    if source is not None and source not in allowed:
        raise conflict(f"noticing {source} is off; enable it first")
    looked = [source] if source else allowed
    if not looked:
        raise conflict("no source is on; enable one first")
    blocked = [name for name in looked if NEEDED[name] and not phone.granted(NEEDED[name])]
    if blocked == looked:
        raise denied(f"permission {NEEDED[blocked[0]]} is not granted")
    looked = [name for name in looked if name not in blocked]
    known = {(r["source"], r["text"]) for _, r in phone.state.items("suggestions")}
    made: list[Row] = []
    for name in looked:
        for text, day, time in SOURCES[name](phone):
            if (name, text) not in known:
                row = {"source": name, "text": text, "date": day, "time": time, "status": "open"}
                made.append({"id": phone.state.insert("suggestions", row), "source": name, "text": text})
    data: Row = {"items": list(made[:CAP]), "total": len(made), "sources": list(looked), "notPermitted": blocked}
    return Outcome(f"{len(made)} new suggestions", data)


def _soon(phone: Phone) -> tuple[str, str]:
    """Day and time an hour from now."""
    later = phone.now + timedelta(hours=1)
    return later.date().isoformat(), f"{later:%H:%M}"


def _calendar(phone: Phone) -> Noticed:
    """Events of today that are still to come: time to leave, half an hour before, or now where it is later."""
    day, now = phone.now.date().isoformat(), minutes_of(f"{phone.now:%H:%M}")
    for _, row in phone.state.find("events", date=day):
        begins = minutes_of(row["time"])
        if begins > now:
            yield f"Leave for {row['title']}", day, clock(max(now, begins - 30))


def _messages(phone: Phone) -> Noticed:
    """Questions received that nothing was sent on since."""
    sent: dict[str, str] = {}
    for _, row in phone.state.find("messages", direction="sent"):
        sent[row["phone"]] = max(row["time"], sent.get(row["phone"], ""))
    for _, row in phone.state.find("messages", direction="received"):
        if row["content"].endswith("?") and sent.get(row["phone"], "") < row["time"]:
            yield f"Answer {row['name'] or row['phone']}: {row['content']}", *_soon(phone)


def _weather(phone: Phone) -> Noticed:
    """Bad weather at home tomorrow."""
    for _, row in phone.state.find("weather", city=phone.setting("home_city"), day="tomorrow"):
        if row["condition"] in SKIES:
            yield SKIES[row["condition"]], (phone.now.date() + timedelta(days=1)).isoformat(), "07:30"


def _parcels(phone: Phone) -> Noticed:
    """Parcels that wait to be fetched or come today."""
    for _, row in phone.state.items("parcels"):
        if row["status"] == "at pickup point":
            yield f"Fetch parcel {row['number']} of {row['sender']}", *_soon(phone)
        elif row["status"] == "out for delivery":
            yield f"Be home for parcel {row['number']}", *_soon(phone)


SOURCES: dict[str, Callable[[Phone], Noticed]] = {
    "calendar": _calendar, "messages": _messages, "weather": _weather, "parcels": _parcels
}  # fmt: skip

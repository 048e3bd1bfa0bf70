"""System Settings: notifications of the last day, also those that were swiped away."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.programs import app
from planloop.phone.apps.switch import switch
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TEXTS = (
    ("Order on its way", "Arrives between {h}:00 and {h}:45 at the side door"),
    ("Price alert", "The kettle you watch now costs {n} EUR"),
    ("Gate changed", "Boarding moved to gate B{n}"),
    ("Payment received", "{n} EUR came in from the flat share"),
    ("New comment", "Somebody liked your photo of the bridge"),
    ("Meter reading due", "Please send it within {d} days"),
    ("Pick up ready", "Locker {n}, open until {h}:00"),
    ("Streak in danger", "One lesson keeps your {n} days"),
    ("Rain soon", "Starts at about {h}:30, umbrella weather"),
    ("Parking ends", "Your ticket for zone {n} ends at {h}:15"),
    ("Class moved", "Spinning is in room {d} at {h}:00 now"),
    ("Battery of the doorbell", "Only {d} % left, charge it soon"),
    ("Song released", "A new single of an artist you follow"),
    ("Reply needed", "{n} people wait for your vote on the date"),
    ("Backup finished", "{n} pictures are safe"),
    ("Table confirmed", "For {d} people at {h}:30, terrace"),
)  # fmt: skip
CAP = 5


@populate(order=60)
def notification_history(builder: WorldBuilder) -> None:
    """Eight to twelve notifications of the last 24 hours by the owner's apps; none where the history is off."""
    rng = builder.rng
    on = rng.random() < 0.75
    builder.setting("notification_history", on)
    builder.tables.setdefault("past_notifications", {})
    apps = [str(row["name"]) for row in builder.tables["apps"].values() if not row["system"]]
    past = sorted(rng.sample(range(5, 1400), rng.randrange(8, 13))) if on else []
    for minutes, (title, text) in zip(past, rng.sample(TEXTS, len(past)), strict=True):
        moment = builder.now - timedelta(minutes=minutes)
        filled = text.format(h=rng.randrange(9, 21), n=rng.randrange(12, 60), d=rng.randrange(2, 10))
        row = {"app": rng.choice(apps), "title": title, "text": filled, "time": f"{moment:%Y-%m-%d %H:%M}"}
        builder.add("past_notifications", {**row, "dismissed": rng.random() < 0.7})


@tool(Domain.SYSTEM, SideEffect.DESTRUCTIVE)
def manage_notification_history(
    phone: Phone,
    action: Literal["query", "enable", "disable", "clear"],
    appName: str | None = None,
    query: str | None = None,
) -> Outcome:
    """Notifications of the last 24 hours, swiped away ones too, by app or words; switch this history or clear it.

    appName and query narrow `query` and `clear` down (400 with the others); disabling removes all entries. Raises 404
    for clearing what is not there, and 409 for reading or clearing while the history is off.
    """
    on = bool(phone.setting("notification_history"))
    if action in ("enable", "disable"):
        if appName is not None or query is not None:
            raise bad("appName and query belong to query and clear")
        count = 0 if action == "enable" else _remove(phone, _found(phone, None, ""))
        out = switch(phone, "notification_history", action, "notification history")
        return Outcome(f"{out.message}, {count} entries removed") if on and action == "disable" else out
    if not on:
        raise conflict("notification history is off; enable it to keep new ones")
    name = None if appName is None else _name(phone, appName)
    if query is not None and not query.strip():
        raise bad("query is empty")
    found = _found(phone, name, query or "")
    if action == "clear":
        if not found and (name or query):
            raise missing(f"no notifications of {name or 'these words'}")
        return Outcome(f"{_remove(phone, found)} entries removed")
    rows = [row for _, row in found]
    rows.sort(key=lambda row: str(row["time"]), reverse=True)
    return listing("notifications", rows, CAP)


def _name(phone: Phone, text: str) -> str:
    """The app that is meant: an installed one, or one that is gone but still in the history."""
    gone = {str(row["app"]).lower(): str(row["app"]) for _, row in phone.state.items("past_notifications")}
    return gone.get(text.strip().lower()) or str(app(phone, text)[1]["name"])


def _found(phone: Phone, name: str | None, query: str) -> list[tuple[str, Row]]:
    """Entries of an app (None: of all) that have all the words."""
    words = query.lower().split()
    return [
        (key, row)
        for key, row in phone.state.items("past_notifications")
        if name in (None, row["app"]) and all(word in f"{row['title']} {row['text']}".lower() for word in words)
    ]


def _remove(phone: Phone, found: list[tuple[str, Row]]) -> int:
    for key, _ in found:
        phone.state.delete("past_notifications", key)
    return len(found)

"""Calls & Communication: message threads - what is unread, pinned, muted or archived."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.contacts import party
from planloop.phone.apps.lookup import listing
from planloop.phone.errors import bad, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

FRESH: Row = {"unread": 0, "pinned": False, "muted": False, "archived": False}
CHANGES: dict[str, Row] = {
    "mark_read": {"unread": 0},
    "pin": {"pinned": True},
    "unpin": {"pinned": False},
    "mute": {"muted": True},
    "unmute": {"muted": False},
    "archive": {"archived": True, "pinned": False},
    "unarchive": {"archived": False},
}
CAP = 6


@populate(order=60)
def chats(builder: WorldBuilder) -> None:
    """A thread for every number with messages, under that number; some are unread, pinned, muted or archived."""
    rng = builder.rng
    received: dict[str, int] = {}
    for row in builder.tables["messages"].values():
        received[row["phone"]] = received.get(row["phone"], 0) + (row["direction"] == "received")
    for number, count in received.items():
        unread = rng.randrange(0, count + 1)
        row = {**FRESH, "unread": unread, "pinned": rng.random() < 0.25, "muted": rng.random() < 0.25}
        archived = not (unread or row["pinned"]) and rng.random() < 0.4
        builder.add("message_threads", {**row, "archived": archived}, key=number)


@tool(Domain.CALLS, SideEffect.DESTRUCTIVE, permission="sms")
def manage_message_threads(
    phone: Phone,
    action: Literal["query", "mark_read", "pin", "unpin", "mute", "unmute", "archive", "unarchive", "delete"],
    contact: str | None = None,
    show: Literal["all", "unread", "pinned", "muted", "archived"] = "all",
) -> Outcome:
    """Message threads (chats): which are unread; mark read, pin, mute, archive or delete a whole conversation."""
    threads = _threads(phone)
    if action == "query":
        number = None if contact is None else party(phone, contact)[1]
        rows = [_shown(n, r) for n, r in threads.items() if number in (None, n) and (show == "all" or r[show])]
        rows.sort(key=lambda row: (not row["pinned"], str(row["with"])))
        return listing(f"{'message' if show == 'all' else show} threads", rows, CAP)
    if contact is None and action != "mark_read":
        raise bad("missing argument contact")
    if contact is None:
        unread = [number for number, row in threads.items() if row["unread"]]
        for number in unread:
            _set(phone, number, CHANGES[action])
        return Outcome(f"{len(unread)} threads marked read")
    name, number = party(phone, contact)
    if number not in threads:
        raise missing(f"no messages with {name or number}")
    if action == "delete":
        gone = phone.state.find("messages", phone=number)
        for key, _ in gone:
            phone.state.delete("messages", key)
        if phone.state.get("message_threads", number) is not None:
            phone.state.delete("message_threads", number)
        return Outcome(f"thread with {name or number} deleted, {len(gone)} messages")
    changed = {**threads[number], **CHANGES[action]} != threads[number]
    _set(phone, number, CHANGES[action])
    return Outcome(
        f"thread with {name or number}: {action.replace('_', ' ')}{'' if changed else ', as it already was'}"
    )


def _threads(phone: Phone) -> dict[str, Row]:
    """All threads with messages by number, those begun since the start of the world included."""
    numbers = {row["phone"]: str(row["name"]) for _, row in phone.state.items("messages")}
    return {n: {**(phone.state.get("message_threads", n) or FRESH), "name": name} for n, name in numbers.items()}


def _shown(number: str, row: Row) -> Row:
    return {"with": row["name"] or number, **{name: row[name] for name in FRESH}}


def _set(phone: Phone, number: str, fields: Row) -> None:
    if phone.state.get("message_threads", number) is None:
        phone.state.insert("message_threads", dict(FRESH), key=number)
    phone.state.set("message_threads", number, **fields)

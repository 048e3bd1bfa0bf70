"""Calls & Communication: text messages that go out at a later time."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.contacts import party
from planloop.phone.apps.lookup import Day, iso_day, listing
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

LATER = (
    "Good luck with the exam!", "Happy anniversary!", "Remember the bins", "Did the delivery come?", "Safe travels",
    "Rent is on its way", "How was the interview?", "Please bring the ladder", "Get well soon", "Doors open at eight",
    "Please water the tomatoes", "Congratulations on the new job",
)  # fmt: skip
CAP = 5


@populate(order=60)
def outbox(builder: WorldBuilder) -> None:
    """Two or three messages to contacts, due within the next week."""
    rng = builder.rng
    people = list(builder.tables["contacts"].values())
    for text in rng.sample(LATER, rng.randrange(2, 4)):
        person = rng.choice(people)
        day = (builder.now.date() + timedelta(days=rng.randrange(1, 8))).isoformat()
        row = {"name": person["name"], "phone": person["phone"], "content": text, "date": day}
        builder.add("scheduled_messages", {**row, "time": f"{rng.randrange(7, 22):02d}:{rng.choice(('00', '30'))}"})


@tool(Domain.CALLS, SideEffect.EXTERNAL, permission="sms")
def manage_scheduled_messages(
    phone: Phone,
    action: Literal["query", "create", "update", "send_now", "cancel"],
    phoneNumber: str | None = None,
    content: str | None = None,
    date: Day | None = None,
    time: Time | None = None,
    newDate: Day | None = None,
    newTime: Time | None = None,
    newContent: str | None = None,
) -> Outcome:
    """Text messages to be sent later: write one for a date and time, list, change, cancel, or send it at once."""
    state = phone.state
    number = None if phoneNumber is None else party(phone, phoneNumber)[1]
    if action == "query":
        rows = [_shown(r) for _, r in state.items("scheduled_messages") if number in (None, r["phone"])]
        rows.sort(key=lambda row: (str(row["date"]), str(row["time"])))
        return listing("scheduled messages", rows, CAP)
    if phoneNumber is None:
        raise bad("missing argument phoneNumber")
    if action == "create":
        return _create(phone, phoneNumber, content, date, time)
    key, row = _waiting(phone, phoneNumber, None if date is None else iso_day(phone, date), time)
    who = row["name"] or row["phone"]
    if action == "cancel":
        state.delete("scheduled_messages", key)
        return Outcome(f"message to {who} cancelled")
    _reachable(phone, who, row["phone"])
    if action == "send_now":
        state.delete("scheduled_messages", key)
        sent = {name: row[name] for name in ("name", "phone", "content")}
        state.insert("messages", {**sent, "direction": "sent", "time": f"{phone.now:%Y-%m-%d %H:%M}"})
        return Outcome(f"message sent to {who}")
    changed = {"date": None if newDate is None else iso_day(phone, newDate), "time": newTime, "content": newContent}
    fields = {name: value for name, value in changed.items() if value is not None}
    if not fields:
        raise bad("nothing to change: give newDate, newTime or newContent")
    fresh = {**row, **fields}
    _ahead(phone, fresh)
    state.set("scheduled_messages", key, **fresh)
    return Outcome(f"message to {who} goes out on {fresh['date']} at {fresh['time']}")


def _shown(row: Row) -> Row:
    return {"to": row["name"] or row["phone"], "content": row["content"], "date": row["date"], "time": row["time"]}


def _create(phone: Phone, whom: str, content: str | None, date: str | None, time: str | None) -> Outcome:
    if content is None or time is None:
        raise bad(f"missing argument {'content' if content is None else 'time'}")
    name, number = party(phone, whom)
    _reachable(phone, name or number, number)
    row = {"name": name, "phone": number, "content": content, "date": iso_day(phone, date or "today"), "time": time}
    _ahead(phone, row)
    if phone.state.find("scheduled_messages", phone=number, date=row["date"], time=time):
        raise conflict(f"a message to {name or number} already waits for that time; update it")
    phone.state.insert("scheduled_messages", row)
    return Outcome(f"message to {name or number} goes out on {row['date']} at {time}")


def _reachable(phone: Phone, who: str, number: str) -> None:
    if phone.state.find("blocked_numbers", phone=number):
        raise conflict(f"{who} is blocked; unblock it first")


def _ahead(phone: Phone, row: Row) -> None:
    """Raises 400 for an empty message or for a moment that is over."""
    if not row["content"].strip():
        raise bad("content is empty")
    if f"{row['date']} {row['time']}" <= f"{phone.now:%Y-%m-%d %H:%M}":
        raise bad(f"time: {row['date']} {row['time']} is over; send_message sends at once")


def _waiting(phone: Phone, whom: str, day: str | None, time: str | None) -> tuple[str, Row]:
    """The one message that waits for a person (that day, at that time). Raises 404 for none, 409 for several."""
    name, number = party(phone, whom)
    found = [
        (key, row)
        for key, row in phone.state.find("scheduled_messages", phone=number)
        if day in (None, row["date"]) and time in (None, row["time"])
    ]
    if not found:
        raise missing(f"no scheduled message to {name or number}")
    if len(found) > 1:
        moments = ", ".join(f"{row['date']} {row['time']}" for _, row in found[:4])
        raise conflict(f"{len(found)} messages wait for {name or number}; give date and time: {moments}")
    return found[0]

"""Time Management: invitations to events that others sent."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day, listing, resolve
from planloop.phone.apps.reach import need_internet
from planloop.phone.apps.slots import overlapping
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TITLES = (
    "Budget workshop", "Summer party", "Garden party", "Planning workshop", "Housewarming", "Wine tasting",
    "Retirement lunch", "Quiz night", "Choir rehearsal", "Kickoff call", "Safety briefing", "Board game night",
    "Farewell drinks", "School concert", "Flat viewing", "Training day", "Street festival", "Baby shower",
)  # fmt: skip
SPOTS = ("Riverside Hall", "Room 2", "online", "the old barn", "Rooftop", "Church Street 8", "Canteen", "Harbour 3")
CAP = 5
SHOWN = ("title", "organizer", "date", "time", "status")


@populate(order=60)
def invitations(builder: WorldBuilder) -> None:
    """Three or four invitations of the next ten days; in some worlds one falls on an event of the calendar."""
    rng = builder.rng
    people = [row["name"] for row in builder.tables["contacts"].values()]
    events = [r for r in builder.tables.get("events", {}).values() if r["date"] > builder.now.date().isoformat()]
    for index, title in enumerate(rng.sample(TITLES, rng.randrange(3, 5))):
        day = (builder.now.date() + timedelta(days=rng.randrange(1, 11))).isoformat()
        time = f"{rng.randrange(9, 20):02d}:{rng.choice(('00', '30'))}"
        if index == 0 and events and rng.random() < 0.4:
            taken = rng.choice(events)
            day, time = taken["date"], taken["time"]
        row = {"title": title, "organizer": rng.choice(people), "date": day, "time": time, "place": rng.choice(SPOTS)}
        status = "declined" if index == 2 and rng.random() < 0.3 else "pending"
        builder.add("invitations", {**row, "status": status, "event": ""})


@tool(Domain.TIME, SideEffect.EXTERNAL, permission="calendar")
def manage_invitations(
    phone: Phone,
    action: Literal["query", "accept", "decline", "tentative", "propose"],
    title: str | None = None,
    date: Day | None = None,
    time: Time | None = None,
) -> Outcome:
    """Invitations received from others: list, accept (it enters the calendar), decline, or propose another time."""
    state = phone.state
    if action == "query":
        rows = [{n: r[n] for n in SHOWN} for _, r in state.items("invitations") if title is None or _has(r, title)]
        rows.sort(key=lambda row: (str(row["date"]), str(row["time"])))
        return listing("invitations", rows, CAP)
    if title is None:
        raise bad("missing argument title")
    show = "{title} of {organizer} on {date}".format_map
    key, row = resolve(phone, "invitations", "title", title, "invitation", show)
    if action == "propose":
        return _propose(phone, key, row, date, time)
    wanted = {"accept": "accepted", "decline": "declined", "tentative": "tentative"}[action]
    if row["status"] == wanted:
        return Outcome(f"{row['title']} was already {wanted}")
    need_internet(phone)
    if action != "accept":
        _withdraw(phone, row)
        state.set("invitations", key, status=wanted, event="")
        return Outcome(f"{row['title']}: {wanted}, {row['organizer']} is told")
    if clash := overlapping(phone, row["date"], row["time"]):
        raise conflict(f"{clash} overlaps on {row['date']} at {row['time']}; move it first")
    event = state.insert("events", {name: row[name] for name in ("title", "date", "time", "place")})
    state.set("invitations", key, status=wanted, event=event)
    return Outcome(f"{row['title']} accepted, in the calendar on {row['date']} at {row['time']}")


def _has(row: Row, title: str) -> bool:
    return set(title.lower().split()) <= set(row["title"].lower().split())


def _withdraw(phone: Phone, row: Row) -> None:
    """Take the event of an accepted invitation out of the calendar again, where it still is."""
    if row["event"] and phone.state.get("events", row["event"]) is not None:
        phone.state.delete("events", row["event"])


def _propose(phone: Phone, key: str, row: Row, date: str | None, time: str | None) -> Outcome:
    if date is None and time is None:
        raise bad("give the date or time to propose")
    day = row["date"] if date is None else iso_day(phone, date)
    moment = time or row["time"]
    if f"{day} {moment}" <= f"{phone.now:%Y-%m-%d %H:%M}":
        raise bad(f"date: {day} {moment} is over")
    if clash := overlapping(phone, day, moment):
        raise conflict(f"{clash} overlaps on {day} at {moment}")
    need_internet(phone)
    _withdraw(phone, row)
    phone.state.set("invitations", key, status=f"proposed {day} {moment}", event="")
    return Outcome(f"{day} {moment} proposed to {row['organizer']} for {row['title']}")

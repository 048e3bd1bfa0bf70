"""Time Management: the calendar of the coming days, and reminders."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day, listing, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

EVENTS = (
    "Budget review", "Dentist", "Team meeting", "Book club", "Parent evening", "Haircut", "Car service", "Yoga class",
    "Job interview", "Sales call", "Project demo", "Guitar lesson", "House viewing", "Blood test", "Board meeting",
    "Pottery class", "Physio", "Tax advisor", "Football match", "Concert", "Eye test", "Design review", "Theatre",
)  # fmt: skip
PLACES = ("Room 4", "Main Street 12", "City Hall", "the library", "Cafe Luna", "Office", "Room 7", "Park House")
ERRANDS = (
    "Water the plants", "Pay the rent", "Return the books", "Buy stamps", "Renew the passport", "Clean the oven",
    "Book flights", "Order cat food", "Fix the bike", "Sign the contract", "Backup photos", "Wash the car",
    "Cancel the gym", "Send the invoice", "Collect the parcel", "Change the filter",
)  # fmt: skip
CAP = 6


@populate()
def agenda(builder: WorldBuilder) -> None:
    """Five or six events of today and the next four days, no two at one time; four reminders."""
    rng = builder.rng
    builder.permission("calendar")
    people = [row["name"] for row in builder.tables["contacts"].values()]
    titles = rng.sample(EVENTS, rng.randrange(4, 6))
    titles.insert(rng.randrange(len(titles)), f"Lunch with {rng.choice(people)}")
    slots = rng.sample([(d, h) for d in range(5) for h in range(8, 20)], len(titles))
    for title, (ahead, hour) in zip(titles, sorted(slots), strict=True):
        day = (builder.now.date() + timedelta(days=ahead)).isoformat()
        time = "12:30" if title.startswith("Lunch") else f"{hour:02d}:{rng.choice((0, 15, 30, 45)):02d}"
        if any(r["date"] == day and r["time"] == time for r in builder.tables.get("events", {}).values()):
            continue
        builder.add("events", {"title": title, "date": day, "time": time, "place": rng.choice(PLACES)})
    for title in rng.sample(ERRANDS, 4):
        day = (builder.now.date() + timedelta(days=rng.randrange(0, 6))).isoformat()
        row = {"title": title, "date": day, "time": f"{rng.randrange(8, 21):02d}:00", "done": rng.random() < 0.2}
        builder.add("reminders", row)


@tool(Domain.TIME, SideEffect.WRITES_USER_DATA, permission="calendar")
def calendar_service(
    phone: Phone,
    action: Literal["create", "query", "update", "delete"],
    title: str | None = None,
    date: Day | None = None,
    time: Time | None = None,
    place: str | None = None,
    newDate: Day | None = None,
    newTime: Time | None = None,
    newPlace: str | None = None,
) -> Outcome:
    """Create, list, change or delete calendar events; query by date or title, change by title."""
    state = phone.state
    if action == "query":
        return _events(phone, title, None if date is None else iso_day(phone, date))
    if title is None:
        raise bad("missing argument title")
    if action == "create":
        if date is None or time is None:
            raise bad(f"missing argument {'date' if date is None else 'time'}")
        day = iso_day(phone, date)
        _free(phone, day, time)
        state.insert("events", {"title": title, "date": day, "time": time, "place": place or ""})
        return Outcome(f"{title} added on {day} at {time}")
    key, row = _event(phone, title, date)
    if action == "delete":
        state.delete("events", key)
        return Outcome(f"{row['title']} deleted")
    fields: Row = {} if newDate is None else {"date": iso_day(phone, newDate)}
    fields |= {k: v for k, v in (("time", newTime), ("place", newPlace)) if v is not None}
    if not fields:
        raise bad("nothing to change: give newDate, newTime or newPlace")
    if "date" in fields or "time" in fields:
        moved = {**row, **fields}
        _free(phone, moved["date"], moved["time"], besides=key)
    fresh = state.set("events", key, **fields)
    return Outcome(f"{fresh['title']} is now on {fresh['date']} at {fresh['time']}, {fresh['place']}".rstrip(", "))


def _events(phone: Phone, title: str | None, day: str | None) -> Outcome:
    words = set() if title is None else set(title.lower().split())
    rows = [
        row
        for _, row in phone.state.items("events")
        if (day is None or row["date"] == day) and words <= set(row["title"].lower().split())
    ]
    rows.sort(key=lambda row: (row["date"], row["time"]))
    return listing("events", rows, CAP)


def _event(phone: Phone, title: str, date: str | None) -> tuple[str, Row]:
    if date is not None:
        day = iso_day(phone, date)
        found = phone.state.find("events", date=day)
        same = [(k, r) for k, r in found if r["title"].lower() == title.lower()]
        if len(same) == 1:
            return same[0]
        if not same:
            raise missing(f"no event {title} on {day}")
    return resolve(phone, "events", "title", title, "event", lambda r: f"{r['title']} {r['date']} {r['time']}")


def _free(phone: Phone, day: str, time: str, besides: str | None = None) -> None:
    for key, row in phone.state.find("events", date=day, time=time):
        if key != besides:
            raise conflict(f"{row['title']} is already on {day} at {time}")


@tool(Domain.TIME, SideEffect.WRITES_USER_DATA)
def manage_schedule(
    phone: Phone,
    action: Literal["create", "query", "complete", "update", "delete"],
    title: str | None = None,
    date: Day | None = None,
    time: Time | None = None,
) -> Outcome:
    """Create, list, complete, move or delete reminders and to-dos; a new one is for today unless dated."""
    state = phone.state
    if action == "query":
        day = None if date is None else iso_day(phone, date)
        rows = [dict(r) for _, r in state.items("reminders") if not r["done"] and day in (None, r["date"])]
        rows.sort(key=lambda row: (row["date"], row["time"]))
        return listing("open reminders", rows, CAP)
    if title is None:
        raise bad("missing argument title")
    if action == "create":
        if any(r["title"].lower() == title.lower() and not r["done"] for _, r in state.items("reminders")):
            raise conflict(f"there is already a reminder {title}")
        day = iso_day(phone, date or "today")
        state.insert("reminders", {"title": title, "date": day, "time": time or "", "done": False})
        return Outcome(f"reminder {title} on {day}{' at ' + time if time else ''}")
    key, row = resolve(phone, "reminders", "title", title, "reminder")
    if action == "delete":
        state.delete("reminders", key)
        return Outcome(f"reminder {row['title']} deleted")
    if action == "complete":
        state.set("reminders", key, done=True)
        return Outcome(f"{row['title']} is done")
    fields: Row = {} if date is None else {"date": iso_day(phone, date)}
    if time is not None:
        fields["time"] = time
    if not fields:
        raise bad("nothing to change: give date or time")
    fresh = state.set("reminders", key, **fields)
    return Outcome(f"reminder {fresh['title']} moved to {fresh['date']} {fresh['time']}".rstrip())

"""Time Management: calendars, guests, free time, dates to come, and reminders that wait for a place."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

CALENDARS = ("Personal", "Work", "Family", "Sports Club", "Holidays", "Birthdays")
PLACES = ("home", "work", "the supermarket", "the pharmacy", "the gym", "the station", "the school")
TASKS = ("pick up the parcel", "buy stamps", "return the library books", "water the plants", "ask for a receipt")
HOLIDAYS = (
    ("New Year's Day", 1, 1), ("Valentine's Day", 2, 14), ("Earth Day", 4, 22), ("Labour Day", 5, 1),
    ("World Children's Day", 11, 20), ("Halloween", 10, 31), ("Christmas Day", 12, 25), ("New Year's Eve", 12, 31),
)  # fmt: skip
MEETING_MINUTES = 60
FIRST_HOUR, LAST_HOUR = 8, 20


@populate(order=60)
def planning(builder: WorldBuilder) -> None:
    """Four calendars, guests of some events, birthdays of four contacts, two reminders that wait for a place."""
    rng = builder.rng
    for index, name in enumerate(rng.sample(CALENDARS, 4)):
        builder.add("calendars", {"name": name, "visible": rng.random() < 0.8, "default": index == 0})
    people = [row["name"] for row in builder.tables["contacts"].values()]
    for row in list(builder.tables["events"].values())[:3]:
        guest = rng.choice(people)
        reply = rng.choice(("accepted", "declined", "no reply"))
        builder.add("event_guests", {"event": row["title"], "name": guest, "reply": reply})
    for name in rng.sample(people, 4):
        day = date(builder.now.year, 1, 1) + timedelta(days=rng.randrange(0, 365))
        builder.add("birthdays", {"name": name, "month": day.month, "day": day.day})
    for task, place in zip(rng.sample(TASKS, 2), rng.sample(PLACES, 2), strict=True):
        builder.add("place_reminders", {"text": task, "place": place, "when": rng.choice(("arrive", "leave"))})


@tool(Domain.TIME, SideEffect.REVERSIBLE, permission="calendar")
def manage_calendars(
    phone: Phone, action: Literal["list", "show", "hide", "set_default"], calendarName: str | None = None
) -> Outcome:
    """The calendars of the phone (Work, Family): list them, show or hide one, choose where new events go."""
    state = phone.state
    if action == "list":
        items = [{n: r[n] for n in ("name", "visible", "default")} for _, r in state.items("calendars")]
        return Outcome(f"{len(items)} calendars", {"items": list(items)})
    if calendarName is None:
        raise bad("missing argument calendarName")
    key = resolve(state.items("calendars"), calendarName, "calendar")
    row = state.get("calendars", key) or {}
    if action == "set_default":
        for other, _ in list(state.items("calendars")):
            state.set("calendars", other, default=other == key)
        return Outcome(f"new events go to {row['name']}")
    if action == "hide" and row["default"]:
        raise conflict(f"new events go to {row['name']}; choose another default first")
    state.set("calendars", key, visible=action == "show")
    return Outcome(f"{row['name']} {'shown' if action == 'show' else 'hidden'}")


@tool(Domain.TIME, SideEffect.EXTERNAL, permission="calendar")
def manage_event_guests(
    phone: Phone, action: Literal["list", "invite", "remove"], eventTitle: str, contactName: str | None = None
) -> Outcome:
    """Who is invited to a calendar event and what they replied; invite a contact or take an invitation back."""
    state = phone.state
    event = (state.get("events", resolve(state.items("events"), eventTitle, "event", "title")) or {})["title"]
    guests = state.find("event_guests", event=event)
    if action == "list":
        items = [{"name": r["name"], "reply": r["reply"]} for _, r in guests]
        return Outcome(f"{len(items)} guests", {"items": list(items)})
    if contactName is None:
        raise bad("missing argument contactName")
    if action == "remove":
        if not guests:
            raise missing(f"nobody is invited to {event}")
        key = resolve(guests, contactName, "guest")
        name = (state.get("event_guests", key) or {})["name"]
        state.delete("event_guests", key)
        return Outcome(f"{name} is no longer invited")
    name = (state.get("contacts", resolve(state.items("contacts"), contactName, "contact")) or {})["name"]
    if any(r["name"] == name for _, r in guests):
        raise conflict(f"{name} is invited already")
    state.insert("event_guests", {"event": event, "name": name, "reply": "no reply"})
    return Outcome(f"{name} invited to {event}")


@tool(Domain.TIME, permission="calendar")
def find_free_time(phone: Phone, date: Day, notBefore: Time = "08:00", notAfter: Time = "20:00") -> Outcome:
    """Hours of a day that have no calendar event, each beginning on the hour and lasting one."""
    day = iso_day(phone, date)
    if notBefore >= notAfter:
        raise bad("notBefore is not before notAfter")
    taken = [_minutes(r["time"]) for _, r in phone.state.find("events", date=day)]
    first, last = _minutes(notBefore), _minutes(notAfter)
    starts = [h * 60 for h in range(24) if first <= h * 60 <= last - MEETING_MINUTES]
    free = [s for s in starts if all(s + MEETING_MINUTES <= t or t + MEETING_MINUTES <= s for t in taken)]
    return Outcome(f"{len(free)} free hours on {day}", {"date": day, "items": [f"{s // 60:02d}:00" for s in free]})


def _minutes(time: str) -> int:
    hours, minutes = time.split(":")
    return int(hours) * 60 + int(minutes)


@tool(Domain.TIME)
def calculate_date(phone: Phone, fromDate: Day, toDate: Day | None = None, addDays: int | None = None) -> Outcome:
    """Days between two dates, or the date and weekday some days after (or, below 0, before) one."""
    begin = date.fromisoformat(iso_day(phone, fromDate))
    if (toDate is None) == (addDays is None):
        raise bad("give toDate or addDays")
    if toDate is not None:
        days = (date.fromisoformat(iso_day(phone, toDate)) - begin).days
        return Outcome(f"{days} days", {"days": days})
    if abs(addDays or 0) > 36500:
        raise bad(f"addDays: {addDays} is not -36500 to 36500")
    found = begin + timedelta(days=addDays or 0)
    return Outcome(f"{found:%A}, {found.isoformat()}", {"date": found.isoformat(), "weekday": f"{found:%A}"})


def _next(phone: Phone, month: int, day: int) -> date:
    """The next day of that month and day, today included; 29 February falls on 1 March where there is none."""
    today = phone.now.date()
    for year in (today.year, today.year + 1):
        try:
            found = date(year, month, day)
        except ValueError:
            found = date(year, 3, 1)
        if found >= today:
            return found
    return found


@tool(Domain.TIME)
def query_holidays(phone: Phone, name: str | None = None) -> Outcome:
    """The next public holidays and when they are, or the date of one."""
    rows = [(str(i), {"name": n, "date": _next(phone, m, d).isoformat()}) for i, (n, m, d) in enumerate(HOLIDAYS)]
    if name is not None:
        row = dict(rows)[resolve(rows, name, "holiday")]
        return Outcome(f"{row['name']} {row['date']}", {"date": row["date"]})
    nearest = sorted((r for _, r in rows), key=lambda r: r["date"])[:3]
    return Outcome(f"next: {nearest[0]['name']}", {"items": [dict(r) for r in nearest]})


@tool(Domain.TIME, SideEffect.WRITES_USER_DATA, permission="contacts")
def manage_birthdays(
    phone: Phone,
    action: Literal["list", "query", "set", "remove"],
    contactName: str | None = None,
    date: Day | None = None,
) -> Outcome:
    """Birthdays of contacts: the next ones, one person's, or set and remove one."""
    state = phone.state
    rows = list(state.items("birthdays"))
    if action == "list":
        coming = sorted((_next(phone, r["month"], r["day"]).isoformat(), r["name"]) for _, r in rows)[:5]
        return Outcome(f"{len(rows)} birthdays", {"items": [{"name": n, "date": d} for d, n in coming]})
    if contactName is None:
        raise bad("missing argument contactName")
    if action == "set":
        name = (state.get("contacts", resolve(state.items("contacts"), contactName, "contact")) or {})["name"]
        if date is None:
            raise bad("missing argument date")
        _, month, day = (int(part) for part in iso_day(phone, date).split("-"))
        held = state.find("birthdays", name=name)
        row: Row = {"name": name, "month": month, "day": day}
        if held:
            state.set("birthdays", held[0][0], **row)
        else:
            state.insert("birthdays", row)
        return Outcome(f"birthday of {name}: {month:02d}-{day:02d}")
    key = resolve(rows, contactName, "birthday")
    row = state.get("birthdays", key) or {}
    if action == "remove":
        state.delete("birthdays", key)
        return Outcome(f"birthday of {row['name']} removed")
    when = _next(phone, row["month"], row["day"])
    return Outcome(
        f"{row['name']}: {when.isoformat()}", {"date": when.isoformat(), "days": (when - phone.now.date()).days}
    )


@tool(Domain.TIME, SideEffect.WRITES_USER_DATA, permission="location")
def manage_place_reminder(
    phone: Phone,
    action: Literal["list", "create", "delete"],
    text: str | None = None,
    place: str | None = None,
    when: Literal["arrive", "leave"] = "arrive",
) -> Outcome:
    """Reminders that come up on arriving at a place or leaving it (not at a time: that is manage_schedule)."""
    state = phone.state
    if action == "list":
        items = [{n: r[n] for n in ("text", "place", "when")} for _, r in state.items("place_reminders")]
        return Outcome(f"{len(items)} reminders at places", {"items": list(items)})
    if not text:
        raise bad("missing argument text")
    if action == "delete":
        key = resolve(state.items("place_reminders"), text, "reminder", "text")
        state.delete("place_reminders", key)
        return Outcome("reminder deleted")
    if not place:
        raise bad("missing argument place")
    if phone.state.get("settings", "location") and not phone.setting("location"):
        raise conflict("location is off; enable it with manage_location_access first")
    state.insert("place_reminders", {"text": text, "place": place, "when": when})
    return Outcome(f"reminder on {'arriving at' if when == 'arrive' else 'leaving'} {place}")

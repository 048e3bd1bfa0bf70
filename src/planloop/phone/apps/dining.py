"""Travel & Lifestyle: tables in restaurants nearby, and their entries in the calendar."""

from __future__ import annotations

from datetime import date as calendar_date
from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day, listing, resolve
from planloop.phone.apps.reach import need_internet
from planloop.phone.errors import bad, conflict, denied, missing, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
STAY = 90
"""Minutes that a table is kept."""
AHEAD = 90
"""Days ahead that a table can be booked."""
CAP = 5


@populate(order=60)
def dining(builder: WorldBuilder) -> None:
    """Hours, day off, largest table and full half hours of each restaurant; in some worlds a table is booked."""
    rng = builder.rng
    days = [(builder.now.date() + timedelta(days=ahead)).isoformat() for ahead in range(6)]
    for key, place in builder.tables["places"].items():
        if place["category"] != "restaurant":
            continue
        opens, closes = rng.choice((720, 1020, 1080)), rng.choice((1320, 1350, 1380))
        slots = [f"{day} {_clock(m)}" for day in days for m in range(opens, closes - STAY + 1, 30)]
        row = {"name": place["name"], "opens": _clock(opens), "closes": _clock(closes), "dayOff": rng.choice(WEEKDAYS)}
        full = sorted(rng.sample(slots, len(slots) // 4))
        builder.add("dining_rooms", {**row, "largest": rng.choice((4, 6, 8)), "full": full}, key=key)
    builder.tables.setdefault("reservations", {})
    key, room = rng.choice(list(builder.tables["dining_rooms"].items()))
    open_days = [d for d in days[1:] if _weekday(d) != room["dayOff"]]
    if rng.random() < 0.4:
        start = rng.randrange(_minutes(room["opens"]), _minutes(room["closes"]) - STAY, 30)
        row = {"restaurant": room["name"], "date": rng.choice(open_days), "time": _clock(start)}
        builder.add("reservations", {**row, "guests": rng.randrange(1, 5), "event": ""})


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


def _weekday(day: str) -> str:
    return WEEKDAYS[calendar_date.fromisoformat(day).weekday()]


@tool(Domain.TRAVEL, SideEffect.EXTERNAL, reads=("query", "availability"))
def manage_table_reservation(
    phone: Phone,
    action: Literal["query", "availability", "book", "change", "cancel"],
    restaurantName: str | None = None,
    date: Day | None = None,
    time: Time | None = None,
    guests: int | None = None,
    addToCalendar: bool = False,
) -> Outcome:
    """Restaurant tables: see free times of a day, book, change or cancel a reservation, or list reservations."""
    state = phone.state
    if action == "query":
        names = ("restaurant", "date", "time", "guests")
        rows = [{n: r[n] for n in names} for _, r in state.items("reservations")]
        rows.sort(key=lambda r: (str(r["date"]), str(r["time"])))
        return listing("reservations", rows, CAP)
    if restaurantName is None:
        raise bad("missing argument restaurantName")
    if action == "cancel":
        return _cancel(phone, *_held(phone, restaurantName, date))
    if action == "change":
        return _change(phone, restaurantName, date, time, guests)
    room = _room(phone, restaurantName)
    day = _day(phone, room, date or "today")
    if action == "availability":
        free = _free(phone, room, day)
        return Outcome(f"{room['name']} on {day}: {len(free)} free times", {"times": list(free), "date": day})
    if time is None:
        raise bad("missing argument time")
    if addToCalendar and not phone.granted("calendar"):
        raise denied("permission calendar is not granted")
    count = 2 if guests is None else guests
    _check(phone, room, day, time, count, "")
    need_internet(phone)
    row: Row = {"restaurant": room["name"], "date": day, "time": time, "guests": count, "event": ""}
    if addToCalendar:
        event = {"title": f"Table at {room['name']}", "date": day, "time": time, "place": room["name"]}
        row["event"] = state.insert("events", event)
    state.insert("reservations", row)
    return Outcome(f"table for {count} at {room['name']}, {day} {time}", {"date": day, "time": time, "guests": count})


def _room(phone: Phone, name: str) -> Row:
    key, place = resolve(phone, "places", "name", name, "place")
    room = phone.state.get("dining_rooms", key)
    if room is None:
        raise unsupported(f"{place['name']} takes no reservations; use a restaurant")
    return {**room, "name": place["name"]}


def _day(phone: Phone, room: Row, value: str) -> str:
    day = iso_day(phone, value)
    today = phone.now.date()
    if day < today.isoformat():
        raise conflict(f"{day} is over; choose a later day")
    if day > (today + timedelta(days=AHEAD)).isoformat():
        raise bad(f"date: {day} is more than {AHEAD} days ahead")
    if _weekday(day) == room["dayOff"]:
        raise conflict(f"{room['name']} is closed on {room['dayOff']}s")
    return day


def _free(phone: Phone, room: Row, day: str) -> list[str]:
    """Half hours of a day with a table that is not full and not over."""
    now = f"{phone.now:%Y-%m-%d %H:%M}"
    last = _minutes(room["closes"]) - STAY
    times = [_clock(m) for m in range(_minutes(room["opens"]), last + 1, 30)]
    return [t for t in times if f"{day} {t}" > now and f"{day} {t}" not in room["full"]]


def _check(phone: Phone, room: Row, day: str, time: str, guests: int, but: str) -> None:
    """Raises 400 or 409 where there is no such table; `but` is the id of a reservation that does not count."""
    if guests < 1:
        raise bad(f"guests: {guests} is not above 0")
    if guests > room["largest"]:
        raise conflict(f"{room['name']} seats {room['largest']} at most")
    for key, row in phone.state.find("reservations", date=day):
        if key != but and abs(_minutes(row["time"]) - _minutes(time)) < STAY:
            raise conflict(f"{row['restaurant']} is reserved at {row['time']}; cancel or change it first")
    free = _free(phone, room, day)
    if time not in free:
        near = sorted(free, key=lambda t: abs(_minutes(t) - _minutes(time)))[:3]
        raise conflict(f"no table at {time}; " + (f"free: {', '.join(near)}" if near else f"nothing free on {day}"))


def _held(phone: Phone, name: str, date: str | None) -> tuple[str, Row]:
    day = None if date is None else iso_day(phone, date)
    wanted = set(name.lower().split())
    rows = [(k, r) for k, r in phone.state.items("reservations") if wanted <= set(r["restaurant"].lower().split())]
    found = [(k, r) for k, r in rows if day in (None, r["date"])]
    if not found:
        raise missing(f"no table reserved at {name}" + (f" on {day}" if day else ""))
    if len(found) > 1:
        names = ", ".join(f"{r['restaurant']} {r['date']}" for _, r in found[:3])
        raise conflict(f"several tables match: {names}")
    return found[0]


def _change(phone: Phone, name: str, date: str | None, time: str | None, guests: int | None) -> Outcome:
    """Move the one reservation at a restaurant to another day, time or number of guests."""
    if date is None and time is None and guests is None:
        raise bad("give date, time or guests")
    state = phone.state
    key, row = _held(phone, name, None)
    room = _room(phone, row["restaurant"])
    day = _day(phone, room, date or row["date"])
    clock, count = time or row["time"], row["guests"] if guests is None else guests
    _check(phone, room, day, clock, count, key)
    need_internet(phone)
    state.set("reservations", key, date=day, time=clock, guests=count)
    if row["event"] and state.get("events", row["event"]) is not None:
        state.set("events", row["event"], date=day, time=clock)
    return Outcome(f"{row['restaurant']}: now {day} {clock} for {count}", {"date": day, "time": clock, "guests": count})


def _cancel(phone: Phone, key: str, row: Row) -> Outcome:
    need_internet(phone)
    state = phone.state
    state.delete("reservations", key)
    if row["event"] and state.get("events", row["event"]) is not None:
        state.delete("events", row["event"])
    return Outcome(f"table at {row['restaurant']} on {row['date']} cancelled")

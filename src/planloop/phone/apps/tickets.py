"""Travel & Lifestyle: flights and trains - timetable, tickets paid from the wallet, passes in it."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day, listing, resolve
from planloop.phone.apps.reach import need_internet
from planloop.phone.apps.wallet import add_pass, charge, drop_pass, paid_before, refund
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TOWNS = ("Eastport", "Northbridge", "Greenfield", "Lindenau", "Riverton", "Marlow", "Saltmarsh", "Highwood", "Larkspur")
LINES = {"flight": ("AU", "KT", "NB", "SV"), "train": ("IC", "RE", "EX", "NX")}
CAP = 5
SHOWN = ("number", "kind", "destination", "date", "departs", "minutes", "price", "seats", "refundable")


@populate(order=60)
def tickets(builder: WorldBuilder) -> None:
    """Flights to two cities of the forecast and trains to two towns in the next days; in some worlds one is booked."""
    rng = builder.rng
    home = builder.tables["settings"]["home_city"]["value"]
    cities = sorted({r["city"] for r in builder.tables["weather"].values()} - {home})
    numbers = rng.sample(range(100, 1000), 16)
    for kind, names in (("flight", rng.sample(cities, 2)), ("train", rng.sample(TOWNS, 2))):
        for name in names:
            for ahead in sorted(rng.choice((0, 1, 1, 2, 2, 3, 4)) for _ in range(rng.randrange(3, 5))):
                builder.add("timetable", _departure(builder, kind, name, ahead, numbers.pop()))
    later = builder.now.date().isoformat()
    coming = [(k, r) for k, r in builder.tables["timetable"].items() if r["date"] > later and r["seats"] > 0]
    builder.tables.setdefault("tickets", {})
    if coming and rng.random() < 0.4:
        key, row = rng.choice(coming)
        held = {"name": _title(row), "kind": _pass_kind(row["kind"]), "validUntil": row["date"], "archived": False}
        number = builder.add("wallet_passes", held, key=f"pass_{len(builder.tables['wallet_passes']) + 1:03d}")
        ticket = {"departure": key, "number": row["number"], "passengers": 1, "paid": row["price"], "pass": number}
        builder.add("tickets", {**ticket, "payment": paid_before(builder, _title(row), row["price"])})


def _departure(builder: WorldBuilder, kind: str, city: str, ahead: int, number: int) -> Row:
    rng = builder.rng
    train = kind == "train"
    day = (builder.now.date() + timedelta(days=ahead)).isoformat()
    row: Row = {"number": f"{rng.choice(LINES[kind])} {number}", "kind": kind, "destination": city, "date": day}
    row["departs"] = f"{rng.randrange(5, 23):02d}:{rng.randrange(0, 60, 5):02d}"
    row["minutes"] = rng.randrange(35, 240) if train else rng.randrange(80, 620)
    price = rng.randrange(900, 9000) if train else rng.randrange(6000, 48_000)
    return {**row, "price": price / 100, "seats": rng.choice((0, 1, 3, 9, 40)), "refundable": train}


def _title(row: Row) -> str:
    return f"{row['number']} to {row['destination']}"


def _pass_kind(kind: str) -> str:
    return "boarding" if kind == "flight" else "train ticket"


def _gone(phone: Phone, row: Row) -> bool:
    return f"{row['date']} {row['departs']}" <= f"{phone.now:%Y-%m-%d %H:%M}"


@tool(Domain.TRAVEL, SideEffect.EXTERNAL)
def manage_ticket_booking(
    phone: Phone,
    action: Literal["search", "book", "cancel", "query"],
    destination: str | None = None,
    kind: Literal["flight", "train"] | None = None,
    date: Day | None = None,
    number: str | None = None,
    passengers: int = 1,
    cardName: str | None = None,
) -> Outcome:
    """Flight and train tickets from home: search departures, book one by its number, cancel, or list those held."""
    state = phone.state
    if action == "query":
        rows = [{n: r[n] for n in ("number", "passengers")} | _when(phone, r) for _, r in state.items("tickets")]
        return listing("tickets", rows, CAP)
    if action == "search":
        return _search(phone, destination, kind, date)
    if number is None:
        raise bad("missing argument number")
    if action == "cancel":
        return _cancel(phone, number)
    if not 1 <= passengers <= 9:
        raise bad(f"passengers: {passengers} is not 1-9")
    key, row = resolve(phone, "timetable", "number", number, "departure")
    need_internet(phone)
    if _gone(phone, row):
        raise conflict(f"{row['number']} has left already")
    if state.find("tickets", departure=key):
        raise conflict(f"{row['number']} is booked already; cancel it first")
    if row["seats"] < passengers:
        raise conflict(f"{row['number']} has {row['seats']} seats left; search another")
    total = round(row["price"] * passengers, 2)
    payment, card = charge(phone, total, _title(row), cardName)
    state.set("timetable", key, seats=row["seats"] - passengers)
    held = add_pass(phone, _title(row), _pass_kind(row["kind"]), row["date"])
    ticket: Row = {"departure": key, "number": row["number"], "passengers": passengers, "paid": total}
    state.insert("tickets", {**ticket, "payment": payment, "pass": held})
    when = f"{row['date']} {row['departs']}"
    return Outcome(f"{_title(row)}, {when}, booked with {card}", {"paid": total, "refundable": row["refundable"]})


def _when(phone: Phone, ticket: Row) -> Row:
    row = phone.state.get("timetable", ticket["departure"]) or {}
    return {name: row.get(name) for name in ("destination", "date", "departs", "refundable")}


def _search(phone: Phone, destination: str | None, kind: str | None, date: str | None) -> Outcome:
    day = None if date is None else iso_day(phone, date)
    rows = [r for _, r in phone.state.items("timetable") if not _gone(phone, r)]
    if destination is not None:
        goals = sorted({str(r["destination"]) for r in rows})
        goal = next((g for g in goals if g.lower() == destination.strip().lower()), None)
        if goal is None:
            raise missing(f"nothing leaves for {destination}; destinations: {', '.join(goals)}")
        rows = [r for r in rows if r["destination"] == goal]
    rows = [r for r in rows if kind in (None, r["kind"]) and day in (None, r["date"])]
    rows.sort(key=lambda r: (r["date"], r["departs"]))
    return listing("departures", [{name: r[name] for name in SHOWN} for r in rows], CAP)


def _cancel(phone: Phone, number: str) -> Outcome:
    state = phone.state
    key, ticket = resolve(phone, "tickets", "number", number, "booked ticket")
    row = state.get("timetable", ticket["departure"])
    if row is not None and _gone(phone, row):
        raise conflict(f"{ticket['number']} has left already")
    need_internet(phone)
    state.delete("tickets", key)
    drop_pass(phone, ticket["pass"])
    if row is None:
        return Outcome(f"{ticket['number']} cancelled", {"refund": 0.0})
    state.set("timetable", ticket["departure"], seats=row["seats"] + ticket["passengers"])
    back = refund(phone, ticket["payment"]) if row["refundable"] else 0.0
    note = f"{back:.2f} EUR refunded" if back else "nothing is refunded"
    return Outcome(f"{ticket['number']} cancelled, {note}", {"refund": back})

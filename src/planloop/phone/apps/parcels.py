"""Travel & Lifestyle: parcels on their way to the owner."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day, listing
from planloop.phone.apps.lookup import resolve as lookup
from planloop.phone.apps.reach import need_internet
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

SENDERS = (
    "Bookbarn", "Threadline", "Lamp & Loom", "Green Thumb", "Gadget Alley", "Shoe Garden", "Toy Harbor", "Tea Trader",
    "Print Works", "Bike Depot", "Music Attic", "Pet Pantry",
)  # fmt: skip
CARRIERS = ("Swift Post", "Parcel Owl", "Red Van", "Blue Courier")
STATUSES = ("in transit", "in transit", "in transit", "out for delivery", "at pickup point", "delivered")
WEEK = 7
"""Days that a delivery can be put off."""
CAP = 5
SHOWN = ("number", "sender", "status", "due", "dropOff")


@populate(order=60)
def parcels(builder: WorldBuilder) -> None:
    """Four parcels of three senders, so that one sender has two."""
    rng = builder.rng
    senders = rng.sample(SENDERS, 3)
    numbers = rng.sample(range(10_000, 100_000), 4)
    for index, sender in enumerate([*senders, senders[0]]):
        status = "in transit" if index == 0 else rng.choice(STATUSES)
        days = {"in transit": rng.randrange(1, 5), "out for delivery": 0}.get(status, -rng.randrange(0, 3))
        due = (builder.now.date() + timedelta(days=days)).isoformat()
        row = {"number": f"PX{numbers[index]}", "sender": sender, "carrier": rng.choice(CARRIERS), "status": status}
        builder.add("parcels", {**row, "due": due, "dropOff": "door", "neighbour": ""})


@tool(Domain.TRAVEL, SideEffect.EXTERNAL)
def manage_parcel_delivery(
    phone: Phone,
    action: Literal["query", "postpone", "redirect", "confirm_pickup"],
    parcel: str | None = None,
    date: Day | None = None,
    dropOff: Literal["door", "safe_place", "neighbour", "pickup_point"] | None = None,
    contactName: str | None = None,
) -> Outcome:
    """Parcels coming to you: track by sender or number, postpone to a day, redirect, or confirm one was picked up."""
    if action == "query" and parcel is None:
        rows = sorted((r for _, r in phone.state.items("parcels")), key=lambda r: str(r["due"]))
        return listing("parcels", [{name: r[name] for name in SHOWN} for r in rows], CAP)
    if parcel is None:
        raise bad("missing argument parcel")
    key, row = _parcel(phone, parcel)
    if action == "query":
        return Outcome(f"{row['sender']}: {row['status']}, {row['due']}", {n: row[n] for n in (*SHOWN, "carrier")})
    if action == "confirm_pickup":
        if row["status"] != "at pickup point":
            raise conflict(f"{row['number']} is {row['status']}, not at a pickup point")
        phone.state.set("parcels", key, status="delivered", due=phone.now.date().isoformat())
        return Outcome(f"{row['number']} picked up")
    if row["status"] in ("delivered", "at pickup point"):
        raise conflict(f"{row['number']} is {row['status']} already")
    if action == "postpone":
        return _postpone(phone, key, row, date)
    return _redirect(phone, key, row, dropOff, contactName)


def _parcel(phone: Phone, text: str) -> tuple[str, Row]:
    """The parcel of a number or sender. Raises 404, or 409 where a sender has several."""
    wanted = text.strip().lower().replace("#", "")
    rows = list(phone.state.items("parcels"))
    found = [(k, r) for k, r in rows if r["number"].lower() in (wanted, f"px{wanted}")]
    if not found and wanted:
        words = set(wanted.split())
        found = [(k, r) for k, r in rows if words <= set(r["sender"].lower().split())]
    if not found:
        raise missing(f"no parcel {text}; senders: {', '.join(dict.fromkeys(r['sender'] for _, r in rows))}")
    if len(found) > 1:
        names = ", ".join(f"{r['number']} {r['status']}" for _, r in found[:4])
        raise conflict(f"several parcels match: {names}")
    return found[0]


def _postpone(phone: Phone, key: str, row: Row, date: str | None) -> Outcome:
    if date is None:
        raise bad("missing argument date")
    day = iso_day(phone, date)
    if row["status"] == "out for delivery":
        raise conflict(f"{row['number']} is out for delivery; only redirecting works")
    last = (phone.now.date() + timedelta(days=WEEK)).isoformat()
    if not row["due"] <= day <= last:
        raise bad(f"date: {day} is not from {row['due']} to {last}")
    need_internet(phone)
    phone.state.set("parcels", key, due=day)
    return Outcome(f"{row['number']} of {row['sender']} comes on {day}", {"due": day})


def _redirect(phone: Phone, key: str, row: Row, drop: str | None, contact: str | None) -> Outcome:
    if drop is None:
        raise bad("missing argument dropOff")
    if contact is not None and drop != "neighbour":
        raise bad("contactName goes with dropOff neighbour only")
    if drop == "pickup_point" and row["status"] == "out for delivery":
        raise unsupported(f"{row['number']} is out for delivery; a neighbour or safe_place works")
    name = _neighbour(phone, contact) if drop == "neighbour" else ""
    need_internet(phone)
    phone.state.set("parcels", key, dropOff=drop, neighbour=name)
    return Outcome(f"{row['number']} goes to {name or drop}", {"dropOff": drop, "neighbour": name})


def _neighbour(phone: Phone, contact: str | None) -> str:
    if contact is not None:
        return str(lookup(phone, "contacts", "name", contact, "contact")[1]["name"])
    found = [str(r["name"]) for _, r in phone.state.find("contacts", relation="neighbour")]
    if len(found) != 1:
        raise conflict("no one contact is the neighbour; give contactName")
    return found[0]

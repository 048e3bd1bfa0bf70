"""Travel & Lifestyle: rooms in hotels of other cities, paid from the wallet."""

from __future__ import annotations

from datetime import date as calendar_date
from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day, listing, resolve
from planloop.phone.apps.reach import need_internet
from planloop.phone.apps.wallet import charge, paid_before, refund
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

HOTELS = (
    "Hotel Meridian", "Lantern House", "The Two Anchors", "Villa Serena", "Park Lodge", "Hotel Orion", "Quayside Inn",
    "Rosehill Suites", "The Linden", "Hotel Cobalt", "Old Post Inn", "Skyline Suites", "Hotel Figaro", "Garden Court",
    "The White Heron", "Tramway Hostel", "Hotel Solstice", "Brick Lane Rooms", "Harbour Lights", "Hotel Pavilion",
)  # fmt: skip
PER_ROOM = 2
CAP = 4
SHOWN = ("name", "city", "stars", "price", "rooms", "breakfast")


@populate(order=65)
def hotels(builder: WorldBuilder) -> None:
    """Nine hotels in three cities (where flights go, among them); in some worlds a stay of next week is booked."""
    rng = builder.rng
    cities = list(dict.fromkeys(r["destination"] for r in builder.tables["timetable"].values()))[:3]
    for index, name in enumerate(rng.sample(HOTELS, 9)):
        stars = rng.randrange(2, 6)
        row: Row = {"name": name, "city": cities[index % len(cities)], "stars": stars}
        row["rooms"] = rng.choice((0, 1, 2, 6))
        builder.add("hotels", {**row, "price": 25 * stars + rng.randrange(0, 60), "breakfast": rng.random() < 0.5})
    builder.tables.setdefault("stays", {})
    if rng.random() < 0.4:
        row = rng.choice(list(builder.tables["hotels"].values()))
        first = builder.now.date() + timedelta(days=rng.randrange(6, 12))
        stay: Row = {
            "hotel": row["name"],
            "city": row["city"],
            "checkIn": first.isoformat(),
            "nights": rng.randrange(1, 4),
        }
        payment = paid_before(builder, row["name"], float(row["price"] * stay["nights"]))
        builder.add("stays", {**stay, "guests": rng.randrange(1, 3), "rooms": 1, "payment": payment})


@tool(Domain.TRAVEL, SideEffect.EXTERNAL)
def manage_hotel_booking(
    phone: Phone,
    action: Literal["search", "book", "cancel", "query"],
    city: str | None = None,
    hotelName: str | None = None,
    checkIn: Day | None = None,
    nights: int = 1,
    guests: int = 1,
    maxPrice: float | None = None,
    cardName: str | None = None,
) -> Outcome:
    """Hotel rooms in another city: search by city and price a night, book, cancel, or list booked stays."""
    state = phone.state
    if action == "query":
        names = ("hotel", "city", "checkIn", "nights", "guests")
        rows = sorted(({n: r[n] for n in names} for _, r in state.items("stays")), key=lambda r: str(r["checkIn"]))
        return listing("stays", rows, CAP)
    if action == "search":
        return _search(phone, city, guests, maxPrice)
    if hotelName is None:
        raise bad("missing argument hotelName")
    if action == "cancel":
        return _cancel(phone, hotelName, checkIn)
    if checkIn is None:
        raise bad("missing argument checkIn")
    if not 1 <= nights <= 28:
        raise bad(f"nights: {nights} is not 1-28")
    return _book(phone, hotelName, iso_day(phone, checkIn), nights, guests, cardName)


def _rooms(guests: int) -> int:
    if not 1 <= guests <= 8:
        raise bad(f"guests: {guests} is not 1-8")
    return -(-guests // PER_ROOM)


def _search(phone: Phone, city: str | None, guests: int, limit: float | None) -> Outcome:
    if city is None:
        raise bad("missing argument city")
    wanted = _rooms(guests)
    rows = [r for _, r in phone.state.items("hotels") if r["city"].lower() == city.strip().lower()]
    if not rows:
        cities = sorted({str(r["city"]) for _, r in phone.state.items("hotels")})
        raise missing(f"no hotels in {city}; cities: {', '.join(cities)}")
    rows = [r for r in rows if r["rooms"] >= wanted and (limit is None or r["price"] <= limit)]
    rows.sort(key=lambda r: r["price"])
    return listing("hotels", [{n: r[n] for n in SHOWN} for r in rows], CAP)


def _book(phone: Phone, name: str, first: str, nights: int, guests: int, card: str | None) -> Outcome:
    state = phone.state
    rooms = _rooms(guests)
    key, row = resolve(phone, "hotels", "name", name, "hotel", lambda r: f"{r['name']} in {r['city']}")
    if first < phone.now.date().isoformat():
        raise conflict(f"{first} is over; choose a later day")
    if first > (phone.now.date() + timedelta(days=365)).isoformat():
        raise bad(f"checkIn: {first} is more than a year ahead")
    last = _leaving(first, nights)
    for _, stay in state.items("stays"):
        if stay["checkIn"] < last and first < _leaving(stay["checkIn"], stay["nights"]):
            raise conflict(f"{stay['hotel']} is booked from {stay['checkIn']}; cancel it first")
    if row["rooms"] < rooms:
        raise conflict(f"{row['name']} has {row['rooms']} rooms free, {rooms} needed")
    need_internet(phone)
    total = float(row["price"] * nights * rooms)
    payment, used = charge(phone, total, row["name"], card)
    state.set("hotels", key, rooms=row["rooms"] - rooms)
    stay = {"hotel": row["name"], "city": row["city"], "checkIn": first, "nights": nights, "guests": guests}
    state.insert("stays", {**stay, "rooms": rooms, "payment": payment})
    return Outcome(f"{row['name']} {first} to {last}, paid with {used}", {"rooms": rooms, "paid": total})


def _leaving(first: str, nights: int) -> str:
    return (calendar_date.fromisoformat(first) + timedelta(days=nights)).isoformat()


def _cancel(phone: Phone, name: str, day: str | None) -> Outcome:
    state = phone.state
    first = None if day is None else iso_day(phone, day)
    key, stay = resolve(phone, "stays", "hotel", name, "booked stay", lambda r: f"{r['hotel']} from {r['checkIn']}")
    if first not in (None, stay["checkIn"]):
        raise missing(f"{stay['hotel']} is booked from {stay['checkIn']}, not {first}")
    today = phone.now.date().isoformat()
    if stay["checkIn"] < today:
        raise conflict(f"the stay at {stay['hotel']} has begun")
    need_internet(phone)
    back = refund(phone, stay["payment"]) if stay["checkIn"] > today else 0.0
    state.delete("stays", key)
    for hotel, row in state.find("hotels", name=stay["hotel"]):
        state.set("hotels", hotel, rooms=row["rooms"] + stay["rooms"])
    note = f", {back:.2f} EUR refunded" if back else ", nothing is refunded"
    return Outcome(f"{stay['hotel']} from {stay['checkIn']} cancelled{note}", {"refund": back})

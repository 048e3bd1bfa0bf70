"""Travel & Lifestyle: rooms, tickets, tables, meals that are brought, parcels, the wallet."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.calculator import plain
from planloop.phone.apps.lookup import Day, iso_day, listing, resolve
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

CITIES = ("Lisbon", "Vienna", "Oslo", "Porto", "Lyon", "Turin", "Gdansk", "Leipzig", "Bergen", "Ghent")
DISHES = ("Noodle Soup", "Vegetable Curry", "Fish and Chips", "Pad Thai", "Margherita Pizza", "Falafel Plate", "Ramen")
SHOPS = ("Bookworm", "Threadline", "Lamp & Co", "Green Thumb", "Gadget Alley", "Shoe Garden")
STAGES = ("ordered", "sent", "out for delivery", "delivered")
CARDS = ("Library Card", "Gym Pass", "Transit Pass", "Coffee Card", "Museum Pass")
CAP = 4


@populate(order=60)
def booking(builder: WorldBuilder) -> None:
    """Departures to two cities over five days, three parcels, two cards, perhaps a table that is booked."""
    rng = builder.rng
    for city in rng.sample(CITIES, 2):
        for ahead in rng.sample(range(1, 6), 3):
            day = (builder.now.date() + timedelta(days=ahead)).isoformat()
            kind = rng.choice(("train", "train", "flight"))
            leaves = f"{rng.randrange(6, 21):02d}:{rng.choice(('05', '20', '40'))}"
            price = rng.randrange(1900, 18000) / 100
            row = {"name": f"{kind.capitalize()} {rng.randrange(100, 1000)}", "kind": kind, "city": city, "date": day}
            builder.add("departures", {**row, "time": leaves, "price": price, "seats": rng.choice((0, 3, 20, 60))})
    for shop in rng.sample(SHOPS, 3):
        builder.add(
            "parcels", {"shop": shop, "stage": rng.choice(STAGES), "number": f"PL{rng.randrange(10**5, 10**6)}"}
        )
    for name in rng.sample(CARDS, 2):
        until = builder.now.date() + timedelta(days=rng.randrange(-20, 400))
        builder.add("wallet", {"name": name, "kind": "card", "validUntil": until.isoformat()})
    for row in [r for r in builder.tables["places"].values() if r["category"] == "restaurant"]:
        for dish in rng.sample(DISHES, 3):
            builder.add("menu", {"restaurant": row["name"], "dish": dish, "price": rng.randrange(700, 2200) / 100})


def _coming(phone: Phone, value: str) -> str:
    day = iso_day(phone, value)
    if day < phone.now.date().isoformat():
        raise conflict(f"{day} is over")
    return day


@tool(Domain.TRAVEL, SideEffect.EXTERNAL)
def hotel_service(
    phone: Phone,
    action: Literal["query", "book", "cancel"],
    hotelName: str | None = None,
    checkIn: Day | None = None,
    nights: int = 1,
    guests: int = 1,
) -> Outcome:
    """Book a room in a hotel nearby from a date for some nights, cancel a booking, or see bookings."""
    state = phone.state
    if action == "query":
        names = ("hotel", "checkIn", "nights", "guests")
        return listing("bookings", [{n: r[n] for n in names} for _, r in state.items("hotel_bookings")], CAP)
    if hotelName is None:
        raise bad("missing argument hotelName")
    if action == "cancel":
        if not list(state.items("hotel_bookings")):
            raise missing("no room is booked")
        key, row = resolve(phone, "hotel_bookings", "hotel", hotelName, "booking")
        state.delete("hotel_bookings", key)
        return Outcome(f"{row['hotel']} cancelled")
    _, place = resolve(phone, "places", "name", hotelName, "place")
    if place["category"] != "hotel":
        raise unsupported(f"{place['name']} is no hotel")
    if checkIn is None:
        raise bad("missing argument checkIn")
    if not 1 <= nights <= 30 or not 1 <= guests <= 6:
        raise bad("nights must be 1-30 and guests 1-6")
    first = _coming(phone, checkIn)
    last = (date.fromisoformat(first) + timedelta(days=nights)).isoformat()
    for _, row in state.items("hotel_bookings"):
        end = (date.fromisoformat(row["checkIn"]) + timedelta(days=row["nights"])).isoformat()
        if row["checkIn"] < last and first < end:
            raise conflict(f"{row['hotel']} is booked for these days already")
    state.insert("hotel_bookings", {"hotel": place["name"], "checkIn": first, "nights": nights, "guests": guests})
    return Outcome(f"{place['name']} from {first}, {nights} nights, {plain(nights * (40 + 10 * place['rating']))} EUR")


@tool(Domain.TRAVEL)
def search_tickets(
    phone: Phone,
    city: str,
    date: Day | None = None,
    kind: Literal["train", "flight"] | None = None,
    sortBy: Literal["time", "price"] = "time",
) -> Outcome:
    """Find trains and flights to a city, on a date, earliest or cheapest first."""
    day = _coming(phone, date) if date is not None else None
    rows = [r for _, r in phone.state.items("departures") if r["city"].lower() == city.strip().lower()]
    if not rows:
        cities = sorted({r["city"] for _, r in phone.state.items("departures")})
        raise missing(f"no departures to {city}; there are some to {', '.join(cities)}")
    rows = [r for r in rows if day in (None, r["date"]) and kind in (None, r["kind"])]
    rows.sort(key=lambda r: r["price"] if sortBy == "price" else f"{r['date']} {r['time']}")
    return listing("departures", [{n: r[n] for n in ("name", "date", "time", "price", "seats")} for r in rows], CAP)


@tool(Domain.TRAVEL, SideEffect.EXTERNAL)
def book_ticket(phone: Phone, action: Literal["book", "cancel"], name: str, passengers: int = 1) -> Outcome:
    """Book a train or flight by its name (Train 412) for some passengers, or cancel the booking."""
    state = phone.state
    key, row = resolve(phone, "departures", "name", name, "departure")
    held = state.find("wallet", name=row["name"])
    if action == "cancel":
        if not held:
            raise missing(f"{row['name']} is not booked")
        state.delete("wallet", held[0][0])
        state.set("departures", key, seats=row["seats"] + held[0][1]["passengers"])
        return Outcome(f"{row['name']} cancelled")
    if not 1 <= passengers <= 9:
        raise bad(f"passengers: {passengers} is not 1-9")
    if held:
        raise conflict(f"{row['name']} is booked already")
    if row["seats"] < passengers:
        raise conflict(f"{row['name']} has {row['seats']} seats left")
    state.set("departures", key, seats=row["seats"] - passengers)
    ticket: Row = {"name": row["name"], "kind": "ticket", "validUntil": row["date"], "passengers": passengers}
    state.insert("wallet", ticket)
    return Outcome(
        f"{row['name']} to {row['city']}, {row['date']} {row['time']}, {plain(passengers * row['price'])} EUR"
    )


@tool(Domain.TRAVEL, SideEffect.EXTERNAL)
def restaurant_service(
    phone: Phone,
    action: Literal["query", "book", "cancel"],
    restaurantName: str | None = None,
    date: Day = "today",
    time: Time | None = None,
    people: int = 2,
) -> Outcome:
    """Book a table at a restaurant nearby, cancel it, or see what is booked."""
    state = phone.state
    if action == "query":
        names = ("restaurant", "date", "time", "people")
        return listing("tables", [{n: r[n] for n in names} for _, r in state.items("table_bookings")], CAP)
    if restaurantName is None:
        raise bad("missing argument restaurantName")
    _, place = resolve(phone, "places", "name", restaurantName, "place")
    if action == "cancel":
        found = state.find("table_bookings", restaurant=place["name"])
        if not found:
            raise missing(f"no table at {place['name']} is booked")
        state.delete("table_bookings", found[0][0])
        return Outcome(f"table at {place['name']} cancelled")
    if place["category"] not in ("restaurant", "cafe"):
        raise unsupported(f"{place['name']} has no tables to book")
    if time is None:
        raise bad("missing argument time")
    if not 1 <= people <= 12:
        raise bad(f"people: {people} is not 1-12")
    day = _coming(phone, date)
    if state.find("table_bookings", date=day, time=time):
        raise conflict(f"a table is booked for {day} {time} already")
    state.insert("table_bookings", {"restaurant": place["name"], "date": day, "time": time, "people": people})
    return Outcome(f"table for {people} at {place['name']}, {day} {time}")


@tool(Domain.TRAVEL, SideEffect.EXTERNAL, permission="location")
def food_delivery_service(
    phone: Phone,
    action: Literal["menu", "order", "cancel", "query"],
    restaurantName: str | None = None,
    dish: str | None = None,
    quantity: int = 1,
) -> Outcome:
    """Have a meal brought home: read a restaurant's menu, order a dish, see or cancel the order."""
    state = phone.state
    active = state.find("food_orders", status="on its way")
    if action == "query":
        if not active:
            return Outcome("no order is on its way")
        row = active[0][1]
        return Outcome(f"{row['quantity']} {row['dish']} from {row['restaurant']} on the way")
    if action == "cancel":
        if not active:
            raise missing("no order is on its way")
        state.set("food_orders", active[0][0], status="cancelled")
        return Outcome("order cancelled")
    if restaurantName is None:
        raise bad("missing argument restaurantName")
    _, place = resolve(phone, "places", "name", restaurantName, "place")
    rows = [r for _, r in state.find("menu", restaurant=place["name"])]
    if not rows:
        raise unsupported(f"{place['name']} does not deliver")
    if action == "menu":
        return listing("dishes", [{"dish": r["dish"], "price": r["price"]} for r in rows], CAP)
    if dish is None:
        raise bad("missing argument dish")
    if active:
        raise conflict(f"an order from {active[0][1]['restaurant']} is on its way; cancel it first")
    if not 1 <= quantity <= 20:
        raise bad(f"quantity: {quantity} is not 1-20")
    found = next((r for r in rows if r["dish"].lower() == dish.strip().lower()), None)
    if found is None:
        raise missing(f"{place['name']} has no {dish}; it has {', '.join(r['dish'] for r in rows)}")
    order = {"restaurant": place["name"], "dish": found["dish"], "quantity": quantity, "status": "on its way"}
    state.insert("food_orders", order)
    return Outcome(f"{quantity} {found['dish']} ordered, {plain(quantity * found['price'])} EUR")


@tool(Domain.TRAVEL)
def track_parcel(phone: Phone, shop: str | None = None) -> Outcome:
    """Where parcels are: all that were ordered, or the one of a shop."""
    if shop is not None:
        _, row = resolve(phone, "parcels", "shop", shop, "parcel")
        return Outcome(f"{row['shop']}: {row['stage']}", {"stage": row["stage"], "number": row["number"]})
    return listing("parcels", [{n: r[n] for n in ("shop", "stage")} for _, r in phone.state.items("parcels")], CAP)


@tool(Domain.TRAVEL, SideEffect.WRITES_USER_DATA)
def manage_wallet(phone: Phone, action: Literal["list", "show", "remove"], name: str | None = None) -> Outcome:
    """Cards and tickets of the wallet: list them, hold one up, remove one."""
    state = phone.state
    if action == "list":
        return listing(
            "cards and tickets", [{n: r[n] for n in ("name", "validUntil")} for _, r in state.items("wallet")], CAP
        )
    if name is None:
        raise bad("missing argument name")
    key, row = resolve(phone, "wallet", "name", name, "card")
    if action == "remove":
        state.delete("wallet", key)
        return Outcome(f"{row['name']} removed")
    if row["validUntil"] < phone.now.date().isoformat():
        raise conflict(f"{row['name']} was valid until {row['validUntil']}")
    return Outcome(f"showing {row['name']}", {"validUntil": row["validUntil"]})

"""Travel & Lifestyle: places, navigation, rides."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

CATEGORIES = ("restaurant", "cafe", "pharmacy", "gas_station", "hotel", "supermarket")
_FIRST = (
    "Blue", "Corner", "Old Mill", "Harbor", "Sunny", "Green", "Royal", "Lakeside", "Station", "Garden", "Golden",
    "North", "Little", "Market", "River", "Maple", "Castle", "Silver", "Copper", "Cedar",
)  # fmt: skip
_SECOND = {
    "restaurant": "Kitchen", "cafe": "Cafe", "pharmacy": "Pharmacy", "gas_station": "Fuel", "hotel": "Hotel",
    "supermarket": "Market Hall",
}  # fmt: skip
CAP = 3


@populate()
def places(builder: WorldBuilder) -> None:
    """Home, work and two places of every category at distinct distances; nothing is under way."""
    rng = builder.rng
    builder.permission("location")
    names = rng.sample(_FIRST, 2 * len(CATEGORIES))
    tenths = rng.sample(range(2, 90), len(names) + 2)
    for name in ("home", "work"):
        builder.add("places", {"name": name, "category": "saved", "km": tenths.pop() / 10, "rating": 0.0})
    for index, first in enumerate(names):
        category = CATEGORIES[index % len(CATEGORIES)]
        row = {"name": f"{first} {_SECOND[category]}", "category": category, "km": tenths.pop() / 10}
        builder.add("places", {**row, "rating": rng.randrange(30, 50) / 10})
    builder.add("navigation", {"status": "idle", "destination": "", "mode": ""}, key="navigation")


@tool(Domain.TRAVEL, permission="location")
def search_place(
    phone: Phone,
    category: Literal["restaurant", "cafe", "pharmacy", "gas_station", "hotel", "supermarket"],
    sortBy: Literal["distance", "rating"] = "distance",
) -> Outcome:
    """Find places nearby, nearest or best rated first."""
    rows = [r for _, r in phone.state.find("places", category=category)]
    if not rows:
        raise missing(f"no {category} nearby")
    rows.sort(key=lambda r: r["km"] if sortBy == "distance" else -r["rating"])
    items = [{"name": r["name"], "km": r["km"], "rating": r["rating"]} for r in rows]
    return listing("places", items, CAP)


@tool(Domain.TRAVEL, SideEffect.REVERSIBLE, permission="location")
def navigation_service(
    phone: Phone,
    action: Literal["start", "stop", "query"],
    destination: str | None = None,
    mode: Literal["drive", "walk", "bike", "transit"] = "drive",
) -> Outcome:
    """Start or stop navigation to home, work or a place nearby, or see where it leads."""
    row = phone.state.get("navigation", "navigation") or {}
    active = row["status"] == "active"
    if action == "query":
        return Outcome(f"navigating to {row['destination']} ({row['mode']})" if active else "navigation is off")
    if action == "stop":
        if not active:
            raise conflict("navigation is not running")
        phone.state.set("navigation", "navigation", status="idle", destination="", mode="")
        return Outcome("navigation stopped")
    if destination is None:
        raise bad("missing argument destination")
    if active:
        raise conflict(f"navigation to {row['destination']} is running; stop it first")
    _, place = resolve(phone, "places", "name", destination, "place")
    phone.state.set("navigation", "navigation", status="active", destination=place["name"], mode=mode)
    return Outcome(f"navigating to {place['name']}, {place['km']} km, {mode}")


@tool(Domain.TRAVEL, SideEffect.EXTERNAL, permission="location")
def order_ride(
    phone: Phone,
    action: Literal["request", "cancel", "query"],
    destination: str | None = None,
    rideType: Literal["standard", "comfort", "van"] = "standard",
) -> Outcome:
    """Request or cancel a ride to home, work or a place nearby, or see the ride that is booked."""
    state = phone.state
    booked = state.find("rides", status="booked")
    if action == "query":
        if not booked:
            return Outcome("no ride is booked")
        return Outcome(f"{booked[0][1]['rideType']} ride to {booked[0][1]['destination']} is booked")
    if action == "cancel":
        if not booked:
            raise missing("no ride is booked")
        state.set("rides", booked[0][0], status="cancelled")
        return Outcome(f"ride to {booked[0][1]['destination']} cancelled")
    if destination is None:
        raise bad("missing argument destination")
    if booked:
        raise conflict(f"a ride to {booked[0][1]['destination']} is already booked; cancel it first")
    _, place = resolve(phone, "places", "name", destination, "place")
    state.insert("rides", {"destination": place["name"], "rideType": rideType, "status": "booked"})
    fare = 3 + place["km"] * {"standard": 1.2, "comfort": 1.8, "van": 2.4}[rideType]
    return Outcome(f"{rideType} ride to {place['name']} booked, {fare:.2f} EUR")

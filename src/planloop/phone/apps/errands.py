"""Time Management: reminders that wait for a place instead of a time."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing, resolve
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TASKS = {
    "home": ("Feed the fish", "Open the windows", "Charge the drill", "Take out the glass", "Call the janitor"),
    "work": ("Print the badge", "Return the projector", "Ask about holidays", "Empty the fridge shelf", "Book a desk"),
    "pharmacy": ("Ask for nose spray", "Hand in the prescription"),
    "supermarket": ("Look for lentils", "Return the bottles"),
    "gas_station": ("Check the tyres", "Buy screen wash"),
}
CAP = 5


@populate(order=60)
def errands(builder: WorldBuilder) -> None:
    """Two or three reminders at places that the phone knows."""
    rng = builder.rng
    places = [row for row in builder.tables["places"].values() if {row["name"], row["category"]} & TASKS.keys()]
    for place in rng.sample(places, rng.randrange(2, 4)):
        title = rng.choice(TASKS[place["name"] if place["name"] in TASKS else place["category"]])
        when = rng.choice(("arrive", "leave")) if place["name"] in TASKS else "arrive"
        row = {"title": title, "place": place["name"], "when": when}
        builder.add("place_reminders", {**row, "everyTime": rng.random() < 0.2})


@tool(Domain.TIME, SideEffect.WRITES_USER_DATA, permission="location")
def manage_place_reminder(
    phone: Phone,
    action: Literal["query", "create", "update", "delete"],
    title: str | None = None,
    placeName: str | None = None,
    when: Literal["arrive", "leave"] | None = None,
    everyTime: bool | None = None,
) -> Outcome:
    """Reminders that come up on arriving at or leaving a place, with no date or time (home, work, a shop)."""
    state = phone.state
    place = None if placeName is None else resolve(phone, "places", "name", placeName, "place")[1]["name"]
    if action == "query":
        rows = [row for _, row in state.items("place_reminders") if place in (None, row["place"])]
        return listing("reminders at places", rows, CAP)
    if title is None or not title.strip():
        raise bad("missing argument title")
    if action == "create":
        if place is None:
            raise bad("missing argument placeName")
        _located(phone)
        row: Row = {"title": title.strip(), "place": place, "when": when or "arrive", "everyTime": bool(everyTime)}
        if any(r["title"].lower() == row["title"].lower() for _, r in state.find("place_reminders", place=place)):
            raise conflict(f"there is already a reminder {row['title']} at {place}")
        state.insert("place_reminders", row)
        return Outcome(f"{row['title']}: on {_moment(row['when'])} {place}")
    key, row = resolve(phone, "place_reminders", "title", title, "reminder", "{title} at {place}".format_map)
    if action == "delete":
        state.delete("place_reminders", key)
        return Outcome(f"reminder {row['title']} deleted")
    changed = {"place": place, "when": when, "everyTime": everyTime}
    fields = {name: value for name, value in changed.items() if value is not None}
    if not fields:
        raise bad("nothing to change: give placeName, when or everyTime")
    fresh = state.set("place_reminders", key, **fields)
    return Outcome(f"{fresh['title']}: on {_moment(fresh['when'])} {fresh['place']}")


def _moment(when: str) -> str:
    return "arriving at" if when == "arrive" else "leaving"


def _located(phone: Phone) -> None:
    """Raises 409 where the phone has a main switch of location and it is off."""
    row = phone.state.get("settings", "location")
    if row is not None and not row["value"]:
        raise conflict("location is off; enable it first")

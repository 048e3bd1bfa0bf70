"""Travel & Lifestyle: health records."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.calculator import plain
from planloop.phone.apps.lookup import Day, iso_day
from planloop.phone.errors import bad, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

HEALTH_UNITS = {"steps": "steps", "weight": "kg", "heart_rate": "bpm", "sleep": "hours", "water": "ml"}


@populate()
def health(builder: WorldBuilder) -> None:
    """Steps, weight, heart rate and sleep of today and the two days before; no water yet."""
    rng = builder.rng
    builder.permission("health")
    weight = rng.randrange(520, 980)
    for back in range(3):
        day = (builder.now.date() - timedelta(days=back)).isoformat()
        values = {
            "steps": rng.randrange(1200, 15000),
            "weight": (weight + rng.randrange(-8, 9)) / 10,
            "heart_rate": rng.randrange(52, 98),
            "sleep": rng.randrange(50, 95) / 10,
        }
        for kind, value in values.items():
            builder.add("health", {"dataType": kind, "date": day, "value": value})


@tool(Domain.TRAVEL, permission="health")
def query_health_data(
    phone: Phone, dataType: Literal["steps", "weight", "heart_rate", "sleep", "water"], date: Day = "today"
) -> Outcome:
    """Steps, weight, heart rate, sleep or water of one day."""
    day = iso_day(phone, date)
    found = phone.state.find("health", dataType=dataType, date=day)
    if not found:
        raise missing(f"no {dataType} recorded on {day}")
    value = plain(found[0][1]["value"])
    return Outcome(f"{dataType} on {day}: {value} {HEALTH_UNITS[dataType]}", {"value": value})


@tool(Domain.TRAVEL, SideEffect.WRITES_USER_DATA, permission="health")
def log_health_data(
    phone: Phone, dataType: Literal["steps", "weight", "heart_rate", "sleep", "water"], value: float
) -> Outcome:
    """Record today's value: weight in kg, sleep in hours, water in ml."""
    if value <= 0:
        raise bad("value must be above 0")
    day = phone.now.date().isoformat()
    found = phone.state.find("health", dataType=dataType, date=day)
    if found:
        phone.state.set("health", found[0][0], value=value)
    else:
        phone.state.insert("health", {"dataType": dataType, "date": day, "value": value}, key=f"health_{dataType}")
    return Outcome(f"{dataType} today: {plain(value)} {HEALTH_UNITS[dataType]}")

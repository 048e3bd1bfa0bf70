"""Travel & Lifestyle: the forecast."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.phone.apps.clock import CITY_HOURS
from planloop.phone.errors import missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

CONDITIONS = ("sunny", "cloudy", "rain", "snow", "windy", "fog", "storm")


@populate()
def forecast(builder: WorldBuilder) -> None:
    """Today and tomorrow for twelve cities, the owner's home among them."""
    rng = builder.rng
    cities = rng.sample(sorted(CITY_HOURS), 12)
    builder.setting("home_city", cities[0])
    for city in cities:
        base = rng.randrange(-4, 28)
        for day in ("today", "tomorrow"):
            low = base + rng.randrange(-2, 3)
            sky = rng.choice([c for c in CONDITIONS if c != "snow" or low < 3])
            row = {"city": city, "day": day, "condition": sky, "low": low, "high": low + rng.randrange(3, 10)}
            builder.add("weather", row)


@tool(Domain.TRAVEL)
def query_weather(phone: Phone, city: str | None = None, day: Literal["today", "tomorrow"] = "today") -> Outcome:
    """Forecast for a city, today or tomorrow; without a city, for home."""
    name = (city or str(phone.setting("home_city"))).strip().lower()
    for _, row in phone.state.items("weather"):
        if row["city"].lower() == name and row["day"] == day:
            return Outcome(f"{row['city']} {day}: {row['condition']}, {row['low']} to {row['high']} degrees")
    raise missing(f"no forecast for {city}")

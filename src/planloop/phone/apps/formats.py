"""System Settings: the region, how dates, times and numbers look, and the time zone."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.clock import CITY_HOURS
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

ITEMS = ("clock", "date", "week_start", "temperature", "numbers")
LEGAL = {
    "clock": ("12h", "24h"),
    "date": ("YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY"),
    "week_start": ("Monday", "Sunday", "Saturday"),
    "temperature": ("celsius", "fahrenheit"),
    "numbers": ("1,234.5", "1.234,5", "1 234,5"),
}
REGIONS = {
    "United States": ("12h", "MM/DD/YYYY", "Sunday", "fahrenheit", "1,234.5"),
    "United Kingdom": ("24h", "DD/MM/YYYY", "Monday", "celsius", "1,234.5"),
    "Ireland": ("24h", "DD/MM/YYYY", "Monday", "celsius", "1,234.5"),
    "Germany": ("24h", "DD.MM.YYYY", "Monday", "celsius", "1.234,5"),
    "France": ("24h", "DD/MM/YYYY", "Monday", "celsius", "1 234,5"),
    "Spain": ("24h", "DD/MM/YYYY", "Monday", "celsius", "1.234,5"),
    "Portugal": ("24h", "DD/MM/YYYY", "Sunday", "celsius", "1 234,5"),
    "Sweden": ("24h", "YYYY-MM-DD", "Monday", "celsius", "1 234,5"),
    "Canada": ("12h", "YYYY-MM-DD", "Sunday", "celsius", "1,234.5"),
    "Brazil": ("24h", "DD/MM/YYYY", "Sunday", "celsius", "1.234,5"),
    "Japan": ("24h", "YYYY-MM-DD", "Sunday", "celsius", "1,234.5"),
    "India": ("12h", "DD/MM/YYYY", "Sunday", "celsius", "1,234.5"),
    "Egypt": ("12h", "DD/MM/YYYY", "Saturday", "celsius", "1,234.5"),
    "Australia": ("12h", "DD/MM/YYYY", "Monday", "celsius", "1,234.5"),
}
HERE = ("London", "Lisbon", "Dublin", "Accra")  # where the phone's clock is right


@populate()
def formats(builder: WorldBuilder) -> None:
    """A region, its formats with one of them changed by the owner, and an automatic time zone on most phones."""
    rng = builder.rng
    region = rng.choice(sorted(REGIONS))
    builder.setting("format_region", region)
    own = rng.choice(ITEMS)
    for item, usual in zip(ITEMS, REGIONS[region], strict=True):
        builder.setting(f"format_{item}", rng.choice(LEGAL[item]) if item == own else usual)
    home = rng.choice(HERE)
    builder.setting("format_time_zone", home)
    builder.setting("format_network_zone", home)
    builder.setting("format_automatic_time_zone", rng.random() < 0.7)


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def configure_regional_formats(
    phone: Phone,
    action: Literal["query", "set"],
    settingItem: Literal[
        "region", "clock", "date", "week_start", "temperature", "numbers", "automatic_time_zone", "time_zone"
    ]
    | None = None,
    settingValue: str | None = None,
) -> Outcome:
    """Region, 12h or 24h clock, date format, first day of the week, temperature unit, automatic time zone or a city."""
    if action == "query":
        names = ("region", *ITEMS, "automatic_time_zone", "time_zone")
        data = {name: phone.setting(f"format_{name}") for name in names}
        return Outcome(f"region {data['region']}, clock {data['clock']}, time zone {data['time_zone']}", data)
    if settingItem is None or settingValue is None:
        raise bad(f"missing argument {'settingItem' if settingItem is None else 'settingValue'}")
    text = settingValue.strip()
    if settingItem == "region":
        return _region(phone, text)
    if settingItem == "time_zone":
        return _zone(phone, text)
    if settingItem == "automatic_time_zone":
        return _automatic(phone, text)
    value = next((legal for legal in LEGAL[settingItem] if legal.lower() == text.lower()), None)
    if value is None:
        raise bad(f"settingValue: {text!r} is not a value of {settingItem}")
    old = phone.change(f"format_{settingItem}", value)
    return Outcome(f"{settingItem} is now {value}", {"old_value": old, "new_value": value})


def _region(phone: Phone, text: str) -> Outcome:
    """The new region brings its own formats, but those that the owner had changed stay."""
    region = resolve(((name, {"name": name}) for name in REGIONS), text, "region")
    old = phone.setting("format_region")
    for item, before, after in zip(ITEMS, REGIONS[old], REGIONS[region], strict=True):
        if phone.setting(f"format_{item}") == before:
            phone.change(f"format_{item}", after)
    phone.change("format_region", region)
    return Outcome(f"region is now {region}, with its formats", {"old_value": old, "new_value": region})


def _zone(phone: Phone, text: str) -> Outcome:
    city = next((name for name in CITY_HOURS if name.lower() == text.lower()), None)
    if city is None:
        raise missing(f"no time zone {text}; name a large city")
    if phone.setting("format_automatic_time_zone"):
        raise conflict("automatic_time_zone is on; set it off first")
    old = phone.change("format_time_zone", city)
    return Outcome(f"time zone {city}, UTC{CITY_HOURS[city]:+d}", {"old_value": old, "new_value": city})


def _automatic(phone: Phone, text: str) -> Outcome:
    if text.lower() not in ("on", "off"):
        raise bad(f"settingValue: {text!r} is not on or off")
    on = text.lower() == "on"
    if on and phone.setting("airplane_mode") and not phone.setting("wifi"):
        raise conflict("airplane mode is on; disable it first")
    old = phone.change("format_automatic_time_zone", on)
    if on:
        phone.change("format_time_zone", phone.setting("format_network_zone"))
    data = {"old_value": old, "new_value": on, "time_zone": phone.setting("format_time_zone")}
    return Outcome(f"automatic time zone {text.lower()}, now {data['time_zone']}", data)

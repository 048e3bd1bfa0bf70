"""System Settings: language, region, formats, guests, screen time, quick settings, the emergency card."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

LANGUAGES = ("English", "Spanish", "French", "German", "Chinese", "Japanese", "Portuguese")
REGIONS = ("United States", "United Kingdom", "Canada", "Spain", "France", "Germany", "China", "Japan", "Brazil")
TILES = (
    "wifi", "bluetooth", "flashlight", "airplane_mode", "dnd", "hotspot", "dark_mode", "nfc", "casting", "auto_rotate",
)  # fmt: skip
MOST_TILES = 8
BLOOD = ("A+", "A-", "B+", "B-", "AB+", "AB-", "0+", "0-")


@populate()
def region(builder: WorldBuilder) -> None:
    """Where the phone thinks it is, who may use it, and how long it was used today."""
    rng = builder.rng
    builder.setting("system_language", "English")
    builder.setting("region", rng.choice(REGIONS))
    builder.setting("clock_format", rng.choice(("12h", "24h")))
    builder.setting("date_format", rng.choice(("YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY")))
    builder.setting("automatic_time_zone", rng.random() < 0.7)
    builder.setting("temperature_unit", rng.choice(("celsius", "fahrenheit")))
    builder.setting("guest_mode", False)
    builder.setting("screen_minutes", rng.randrange(20, 400))
    builder.setting("screen_goal", rng.choice((0, 120, 180)))
    builder.setting("unlocks", rng.randrange(5, 120))
    builder.setting("quick_tiles", rng.sample(TILES, 6))
    builder.setting("emergency_blood", rng.choice((*BLOOD, "")))
    builder.setting("emergency_allergies", rng.choice(("", "penicillin", "nuts", "pollen")))
    builder.setting("emergency_note", "")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def set_system_language(phone: Phone, language: str) -> Outcome:
    """Language of the phone's menus."""
    name = {known.lower(): known for known in LANGUAGES}.get(language.strip().lower())
    if name is None:
        raise missing(f"the phone does not speak {language}; it has {', '.join(LANGUAGES)}")
    phone.change("system_language", name)
    return Outcome(f"system language {name}")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def set_region(phone: Phone, region: str) -> Outcome:
    """The country whose formats and services the phone uses."""
    name = {known.lower(): known for known in REGIONS}.get(region.strip().lower())
    if name is None:
        raise missing(f"there is no region {region}")
    phone.change("region", name)
    return Outcome(f"region {name}")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def configure_formats(
    phone: Phone,
    settingItem: Literal["clock", "date", "temperature", "automatic_time_zone"],
    settingValue: str,
) -> Outcome:
    """Clock (12h, 24h), date (YYYY-MM-DD, DD/MM/YYYY, MM/DD/YYYY), temperature unit, automatic_time_zone (on, off)."""
    legal = {
        "clock": ("12h", "24h"), "date": ("yyyy-mm-dd", "dd/mm/yyyy", "mm/dd/yyyy"),
        "temperature": ("celsius", "fahrenheit"), "automatic_time_zone": ("on", "off"),
    }[settingItem]  # fmt: skip
    value = settingValue.strip().lower()
    if value not in legal:
        raise bad(f"settingValue: unsupported {settingItem} {settingValue!r}")
    setting = {"clock": "clock_format", "date": "date_format", "temperature": "temperature_unit"}.get(settingItem)
    if setting is None:
        old: str | bool = phone.change("automatic_time_zone", value == "on")
    else:
        value = value.upper() if settingItem == "date" else value
        old = phone.change(setting, value)
    return Outcome(f"{settingItem} {value}", {"old_value": old, "new_value": value})


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_guest_mode(phone: Phone, action: Switch) -> Outcome:
    """Hand the phone to a guest, who sees none of the owner's apps and data."""
    if action == "enable" and phone.setting("recorder") == "recording":
        raise conflict("a screen recording is running; stop it first")
    return switch(phone, "guest_mode", action, "guest mode")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_screen_time(phone: Phone, action: Literal["query", "set_goal"], minutes: int | None = None) -> Outcome:
    """How long the phone was used today, or a daily goal in minutes (0: none)."""
    if action == "query":
        used, goal = phone.setting("screen_minutes"), phone.setting("screen_goal")
        return Outcome(f"{used} minutes today", {"minutes": used, "goal": goal, "unlocks": phone.setting("unlocks")})
    if minutes is None:
        raise bad("missing argument minutes")
    if not 0 <= minutes <= 1440:
        raise bad(f"minutes: {minutes} is not 0-1440")
    phone.change("screen_goal", minutes)
    return Outcome(f"goal {minutes} minutes a day" if minutes else "no goal")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_quick_settings(
    phone: Phone,
    action: Literal["list", "add", "remove"],
    tile: Literal[
        "wifi",
        "bluetooth",
        "flashlight",
        "airplane_mode",
        "dnd",
        "hotspot",
        "dark_mode",
        "nfc",
        "casting",
        "auto_rotate",
    ]
    | None = None,
) -> Outcome:
    """Tiles of the quick settings panel: list, add or remove one (eight at most)."""
    held = list(phone.setting("quick_tiles"))
    if action == "list":
        return Outcome(f"{len(held)} tiles", {"items": list(held)})
    if tile is None:
        raise bad("missing argument tile")
    if (tile in held) == (action == "add"):
        raise conflict(f"{tile} is {'already' if action == 'add' else 'not'} there")
    if action == "add" and len(held) >= MOST_TILES:
        raise conflict(f"there are {MOST_TILES} tiles; remove one first")
    phone.change("quick_tiles", [*held, tile] if action == "add" else [h for h in held if h != tile])
    return Outcome(f"{tile} {'added' if action == 'add' else 'removed'}")


@tool(Domain.SYSTEM, SideEffect.WRITES_USER_DATA)
def manage_emergency_info(
    phone: Phone,
    action: Literal["query", "set"],
    item: Literal["blood", "allergies", "note"] | None = None,
    text: str = "",
) -> Outcome:
    """What helpers can read on the locked phone: blood group, allergies, a note."""
    if action == "query":
        data = {name: phone.setting(f"emergency_{name}") for name in ("blood", "allergies", "note")}
        return Outcome("emergency information", data)
    if item is None:
        raise bad("missing argument item")
    value = text.strip()
    if item == "blood" and value and value.upper() not in BLOOD:
        raise bad(f"text: {text!r} is no blood group")
    phone.change(f"emergency_{item}", value.upper() if item == "blood" else value)
    return Outcome(f"emergency {item} {'set' if value else 'removed'}")


@tool(Domain.SYSTEM)
def query_battery_use(phone: Phone) -> Outcome:
    """Which open apps draw most of the battery now."""
    running = [row["name"] for _, row in phone.state.items("apps") if row["open"]]
    sizes = {row["name"]: row["sizeMb"] for _, row in phone.state.items("apps") if row["open"]}
    total = sum(sizes.values()) or 1
    items = [{"name": n, "percent": round(100 * sizes[n] / total)} for n in sorted(running, key=lambda n: -sizes[n])]
    saver = word(phone.setting("power_mode") != "normal")
    return Outcome(f"{len(items)} apps draw power, saver {saver}", {"items": list(items)})

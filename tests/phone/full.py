"""A phone of the full storey whose contents the tests know by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from planloop.contract.task import WorldSpec
from planloop.phone.phone import Phone
from planloop.phone.state import Row
from planloop.phone.storey import Storey

Case = tuple[str, dict[str, Any], dict[str, Any], Callable[[Phone], Any], Any]
"""Tool, arguments, settings before the call, what to read after it, and what that must be."""
Refusal = tuple[str, dict[str, Any], dict[str, Any], str, str]
"""Tool, arguments, settings before the call, the error's type, and words of its message."""

FILE = {"folder": "Work", "sizeMb": 4, "hidden": False, "date": "2026-01-01"}
APP = {"sizeMb": 90, "locked": False, "granted": []}
CARE = {"cacheMb": 30, "dataMb": 70, "update": "", "cloned": False, "frozen": False, "timerMinutes": 0}
KNOWN: dict[str, list[Row]] = {
    "networks": [{"name": "Home", "secured": True, "saved": True, "connected": True}],
    "paired": [
        {"name": "Aero Buds", "kind": "earbuds", "connected": True, "battery": 50},
        {"name": "Tempo Watch", "kind": "watch", "connected": True, "battery": 40},
        {"name": "Boom Cube", "kind": "speaker", "connected": False, "battery": 40},
    ],
    "songs": [{"title": t, "artist": "Sable"} for t in ("Tidal", "Amber Road", "Wishbone")],
    "apps": [
        {**APP, "name": "Camera", "system": True, "open": False},
        {**APP, "name": "Browser", "system": True, "open": False},
        {**APP, "name": "Notely", "system": False, "open": True},
        {**APP, "name": "NewsNook", "system": False, "open": True},
    ],
    "app_settings": [
        {**CARE, "name": "Notely", "notifications": True, "update": "4.2"},
        {**CARE, "name": "NewsNook", "notifications": False},
    ],
    "catalogue": [],
    "files": [
        {**FILE, "name": "Snowman.jpg", "type": "image"},
        {**FILE, "name": "Harbour.jpg", "type": "image", "date": "2026-01-03", "sizeMb": 60},
        {**FILE, "name": "Menu.png", "type": "image", "folder": "Camera"},
        {**FILE, "name": "Lunch bowl.jpg", "type": "image", "folder": "Camera"},
        {**FILE, "name": "Tax return.pdf", "type": "document"},
    ],
    "bin": [{**FILE, "name": "Old ticket.pdf", "type": "document", "folder": "Downloads"}],
    "folders": [{"name": n} for n in ("Work", "Camera", "Downloads")],
    "archives": [],
    "albums": [{"name": "Garden", "photos": ["Snowman.jpg"]}, {"name": "Pets", "photos": []}],
    "contacts": [
        {"name": "Anna Hill", "phone": "555-1000", "relation": "", "group": ""},
        {"name": "Omar Diaz", "phone": "555-2000", "relation": "boss", "group": ""},
    ],
    "podcasts": [{"name": "Deep Field", "subscribed": True}, {"name": "Paper Round", "subscribed": False}],
    "podcast_episodes": [
        {"title": f"Deep Field {n}", "show": "Deep Field", "number": n, "played": n == 2, "downloaded": n == 2,
         "minutes": 30 * n}
        for n in (1, 2)
    ],
    "assistant_sessions": [],
    "live_calls": [],
    "audiobooks": [{"title": "Seven Winters", "author": "Idris Cole", "chapters": 12, "chapter": 5}],
    "radio_stations": [{"name": "Jazz Corner", "mhz": 99.1, "favourite": False}],
    "videos": [
        {"title": "Moon Harvest", "kind": "film", "genre": "drama", "included": True, "episodes": 1, "watched": 0,
         "listed": False},
        {"title": "Far North", "kind": "series", "genre": "thriller", "included": True, "episodes": 8, "watched": 2,
         "listed": True},
        {"title": "Red Sand Rally", "kind": "film", "genre": "family", "included": False, "episodes": 1, "watched": 0,
         "listed": False},
    ],
    "home_lights": [
        {"name": "Kitchen Pendant", "room": "Kitchen", "on": False, "level": 50, "colour": "warm_white"},
        {"name": "Study Desk Lamp", "room": "Study", "on": True, "level": 80, "colour": "red"},
    ],
    "home_plugs": [{"name": "Study Heater", "room": "Study", "on": True, "watts": 900}],
    "home_thermostats": [
        {"name": "Bedroom Thermostat", "room": "Bedroom", "mode": "heat", "target": 20.0, "temperature": 18.5},
        {"name": "Study Thermostat", "room": "Study", "mode": "off", "target": 17.0, "temperature": 18.0},
    ],
    "home_locks": [{"name": "Front Door", "locked": False, "battery": 8}],
    "home_sensors": [{"name": "Kitchen window sensor", "kind": "window", "reading": "open", "since": "08:00"}],
    "nearby_devices": [
        {"name": "Family Tablet", "trusted": False, "visible": True},
        {"name": "Lab Laptop", "trusted": False, "visible": False},
    ],
    "data_use": [{"name": "Notely", "usedMb": 120, "background": True}],
    "vpn_profiles": [
        {"name": "Nordwind", "country": "Sweden", "alwaysOn": False},
        {"name": "Quiet Lane", "country": "Japan", "alwaysOn": True},
    ],
    "fingerprints": [{"name": "right thumb"}, {"name": "left thumb"}],
    "permission_uses": [{"app": "Notely", "permission": "camera", "time": "09:00"}],
    "own_words": [{"word": "omw", "full": "on my way"}],
    "clips": [{"text": "Gate code is on the fridge", "pinned": False}, {"text": "18 Alder Street", "pinned": True}],
}  # fmt: skip
SETTINGS: dict[str, Any] = {
    "wifi": True, "bluetooth": True, "mobile_data": True, "airplane_mode": False, "power_mode": "normal",
    "playback": "playing", "queue": ["Tidal", "Amber Road"], "playing": "Tidal", "free_mb": 5000, "recorder": "idle",
    "dnd": False, "battery_level": 60, "charging": False, "volume_ring": 40, "liked_songs": ["Tidal"],
    "ambient_song": "Wishbone", "favourite_photos": [], "camera_resolution": "standard", "vacuum": "docked",
    "vacuum_battery": 80, "vacuum_room": "", "home_rooms": ["Kitchen", "Study"], "watch_faces": ["Rings", "Trail"],
    "data_limit_mb": 5000, "vpn": "", "default_browser": "Browser", "game_mode": "balanced", "cloud_backup": True,
    "cloud_folders": ["Work"], "cloud_free_mb": 3000, "sd_card": "mounted", "sd_free_mb": 500,
    "home_screen": ["Camera"], "screen_lock": "pin", "location": True, "lockdown": False, "unsafe_app": "Notely",
    "sos_contacts": ["Omar Diaz"], "night_light": True, "split_screen": [], "status_bar": [], "sound_mode": "ring",
    "vibration": "light", "dnd_allowed": ["alarms"], "keyboards": ["Plain Keys", "Emoji Board"],
    "keyboard": "Plain Keys", "typing_languages": ["English", "French"], "typing_language": "English",
    "talkback": False, "select_to_speak": False, "navigation": "gestures",


}  # fmt: skip


def full_phone(**settings: Any) -> Phone:
    """The phone, with these settings instead of the usual ones."""
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=1, storey="full"))
    for table, rows in KNOWN.items():
        for key, _ in list(phone.state.items(table)):
            phone.state.delete(table, key)
        for row in rows:
            phone.state.insert(table, dict(row))
    for permission in phone.state.tables()["permissions"]:
        phone.state.set("permissions", permission, granted=True)
    for name, value in {**SETTINGS, **settings}.items():
        phone.change(name, value)
    phone.state.seal()
    return phone


def setting(name: str) -> Callable[[Phone], Any]:
    """Reads a device setting."""
    return lambda phone: phone.setting(name)


def cell(table: str, field: str, by: str, key: Any) -> Callable[[Phone], Any]:
    """Reads a field of the one row with this name, or None where there is no such row."""
    return lambda phone: next((r[field] for _, r in phone.state.items(table) if r.get(by) == key), None)


def count(table: str, **fields: Any) -> Callable[[Phone], Any]:
    """How many rows of a table have these values."""
    return lambda phone: len(phone.state.find(table, **fields))

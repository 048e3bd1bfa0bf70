"""A full phone whose system settings and utilities the tests know, on Monday 2026-08-24 at 11:40."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from planloop.contract.task import WorldSpec
from planloop.phone.phone import Phone
from planloop.phone.registry import REGISTRY
from planloop.phone.storey import Storey
from planloop.phone.world import install

Setup = dict[str, Any]  # settings before the call; a tuple is (table, record id, fields changed, None: record deleted)
Read = Callable[[Phone], Any]
DAY, BEFORE = "2026-08-24", "2026-08-23"
APP = {"locked": False, "granted": ["camera"]}
USE = {"screenMinutes": 10, "backgroundMinutes": 5, "background": "optimized"}
LIB = {"title": "City Library", "address": "library.example.org"}
SWIM = {"title": "Swimming Hall", "address": "swim.example.org"}
KNOWN: dict[str, dict[str, dict[str, Any]]] = {
    "apps": {
        "a1": {"name": "Camera", "sizeMb": 50, "system": True, "open": False, **APP},
        "a2": {"name": "Browser", "sizeMb": 70, "system": True, "open": False, **APP},
        "a3": {"name": "Notely", "sizeMb": 90, "system": False, "open": True, **APP},
        "a4": {"name": "TuneDeck", "sizeMb": 100, "system": False, "open": True, **APP},
    },
    "catalogue": {"k1": {"name": "MapMuse", "sizeMb": 200}, "k2": {"name": "ZenTimer", "sizeMb": 30}},
    "networks": {
        "n1": {"name": "Home", "secured": True, "saved": True, "connected": True},
        "n2": {"name": "Neighbour", "secured": True, "saved": False, "connected": False},
        "n3": {"name": "City Open", "secured": False, "saved": False, "connected": False},
    },
    "paired": {"d1": {"name": "Aero Buds", "kind": "earbuds", "connected": True, "battery": 50}},
    "contacts": {
        "c1": {"name": "Anna Hill", "phone": "555-1000", "relation": "", "group": ""},
        "c2": {"name": "Ben Hill", "phone": "555-1001", "relation": "", "group": ""},
    },
    "files": {"f1": {"name": "Bus 12.pdf", "type": "document", "folder": "Downloads", "sizeMb": 1, "hidden": False,
                     "date": DAY}},
    "notes": {},
    "phone_users": {
        "owner": {"name": "Fiona Evans", "kind": "owner", "active": True, "calls": True, "sizeMb": 0},
        "u1": {"name": "Milo", "kind": "user", "active": False, "calls": False, "sizeMb": 1000},
    },
    "system_updates": {"system_update": {"version": "Android 17", "sizeMb": 2000, "status": "available",
                                         "tonight": False}},
    "battery_uses": {
        "a3": {"app": "Notely", "percent": 20.0, **USE}, "a4": {"app": "TuneDeck", "percent": 9.0, **USE},
        "gone": {"app": "Old One", "percent": 30.0, **USE},
    },
    "device_parts": {
        "speaker": {"finding": "ok", "result": "", "tested": ""},
        "microphone": {"finding": "too quiet", "result": "ok", "tested": "2026-01-02"},
        "wifi": {"finding": "ok", "result": "", "tested": ""},
        "battery": {"finding": "health 88 %, 300 cycles", "result": "", "tested": ""},
    },
    "locales": {
        "l1": {"name": "English (Australia)", "downloaded": True},
        "l2": {"name": "German (Germany)", "downloaded": True},
        "l3": {"name": "French (France)", "downloaded": False},
        "l4": {"name": "French (Canada)", "downloaded": False},
    },
    "app_languages": {"a3": {"app": "Notely", "language": "German (Germany)"}},
    "system_backups": {
        "b1": {"date": "2026-08-01", "sizeMb": 300, "names": ["brightness", "dark_mode"], "values": [80, True],
               "apps": ["MapMuse", "Notely"]},
        "b2": {"date": "2026-07-01", "sizeMb": 200, "names": ["brightness"], "values": [50], "apps": ["Notely"]},
    },
    "past_notifications": {
        "p1": {"app": "Notely", "title": "Reply needed", "text": "Vote on the date", "time": f"{DAY} 09:00",
               "dismissed": True},
        "p2": {"app": "TuneDeck", "title": "Song released", "text": "A new single", "time": f"{DAY} 10:00",
               "dismissed": False},
    },
    "screen_times": {
        "s1": {"app": "Notely", "date": DAY, "minutes": 40}, "s2": {"app": "TuneDeck", "date": DAY, "minutes": 60},
        "s3": {"app": "Notely", "date": BEFORE, "minutes": 30},
    },
    "screen_days": {"x1": {"date": DAY, "unlocks": 20}, "x2": {"date": BEFORE, "unlocks": 50}},
    "emergency_cards": {"emergency_card": {"blood_type": "A+", "allergies": "", "medication": "", "conditions": "",
                                           "organ_donor": "", "contacts": ["Ben Hill"], "onLockScreen": False}},
    "spending_items": {
        "e1": {"title": "Bakery", "amount": 5.5, "category": "food", "date": DAY},
        "e2": {"title": "Bakery", "amount": 7.0, "category": "food", "date": "2026-08-20"},
        "e3": {"title": "Cinema", "amount": 12.0, "category": "leisure", "date": "2026-07-30"},
    },
    "expense_budgets": {"food": {"category": "food", "monthly": 20}},
    "habit_log": {
        "h1": {"name": "Stretch", "perWeek": 7, "done": ["2026-08-21", "2026-08-22", BEFORE]},
        "h2": {"name": "Read ten pages", "perWeek": 3, "done": [DAY]},
    },
    "voice_packs": {
        "french": {"name": "French", "sizeMb": 50, "installed": True},
        "german": {"name": "German", "sizeMb": 60, "installed": False},
    },
    "translation_talk": {"conversation": {"language": "", "lines": []}},
    "browser_pages": {
        "w1": {**LIB, "text": "Open until 19.", "file": ""},
        "w2": {**SWIM, "text": "A ticket costs 4.50 EUR.", "file": "Pool timetable.pdf"},
        "w3": {"title": "Bus 12 Timetable", "address": "bus12.example.org", "text": "Every 15 minutes.",
               "file": "Bus 12.pdf"},
    },
    "browser_tabs": {"w1": {**LIB, "private": False}, "w3": {"title": "Bus 12 Timetable",
                                                             "address": "bus12.example.org", "private": False}},
    "browser_bookmarks": {"w1": dict(LIB)},
    "browser_history": {"y1": {**LIB, "time": f"{DAY} 08:00"}},
    "browser_downloads": {},
    "scan_targets": {
        "t1": {"name": "poster code", "kind": "link", "pages": 0, "content": "https://swim.example.org"},
        "t2": {"name": "router sticker", "kind": "wifi", "pages": 0, "content": "WIFI Neighbour"},
        "t3": {"name": "visitor badge code", "kind": "contact", "pages": 0, "content": "Zoe Vogel, 555-4195"},
        "t4": {"name": "parcel slip code", "kind": "text", "pages": 0, "content": "PX 12345"},
        "t5": {"name": "school letter", "kind": "paper", "pages": 2, "content": "Bring 12 EUR"},
    },
    "scan_texts": {},
}  # fmt: skip
SETTINGS: dict[str, Any] = {
    "wifi": True, "bluetooth": True, "mobile_data": True, "airplane_mode": False, "hotspot": True, "free_mb": 5000,
    "battery_level": 60, "charging": False, "power_mode": "normal", "power": "on", "recorder": "idle",
    "recorder_audio": "none", "playback": "stopped", "cast_target": "", "os_version": "Android 16", "memory_gb": 8,
    "brightness": 20, "dark_mode": False, "volume_ring": 10, "developer_options": False, "usb_debug": False,
    "developer_animation_scale": "2x", "update_auto_download": False, "update_patch": "2026-07",
    "fan_temperature": 36, "fan_mode": "off", "fan_speed": "high", "performance_level": "balanced",
    "charging_limit": 100, "charging_plugged": False, "charging_fast": False, "charging_adaptive": True,
    "charging_bypass": False, "charging_power_sharing": False, "battery_full_hours": 10, "ram_system_mb": 3000,
    "ram_extension_gb": 2, "language_list": ["English (Australia)", "German (Germany)"], "format_region": "Germany",
    "format_clock": "24h", "format_date": "YYYY-MM-DD", "format_week_start": "Monday", "format_temperature": "celsius",
    "format_numbers": "1.234,5", "format_time_zone": "London", "format_network_zone": "London",
    "format_automatic_time_zone": False, "backup_enabled": False, "notification_history": True,
    "screen_time_goal": 90, "quick_tiles_shown": ["wifi", "nfc", "dnd"], "browser_tab": "w1",
}  # fmt: skip
OFFLINE = {"wifi": False, "mobile_data": False}
GUEST = {
    "owner away": ("phone_users", "owner", {"active": False}),
    "guest here": ("phone_users", "guest", {"name": "Guest", "kind": "guest", "active": True, "calls": False,
                                            "sizeMb": 0}),
}  # fmt: skip


def system_phone(**setup: Any) -> Phone:
    """The known phone with these settings and records instead of the usual ones, sealed."""
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=1, storey="full"))
    assert f"{phone.now:%Y-%m-%d %H:%M}" == f"{DAY} 11:40"
    state = phone.state
    for table, rows in KNOWN.items():
        for key, _ in list(state.items(table)):
            state.delete(table, key)
        for key, row in rows.items():
            state.insert(table, dict(row), key=key)
    for name in ("camera", "storage", "contacts", "microphone"):
        state.set("permissions", name, granted=True)
    for name, value in {**SETTINGS, **setup}.items():
        if not isinstance(value, tuple):
            phone.change(name, value)
            continue
        table, key, fields = value
        if fields is None:
            state.delete(table, key)
        else:
            state.insert(table, {**(state.get(table, key) or {}), **fields}, key=key)
    state.seal()
    return phone


def setting(name: str) -> Read:
    """Reads a device setting."""
    return lambda phone: phone.setting(name)


def cell(table: str, key: str, field: str) -> Read:
    """Reads a field of the record with that id (None where there is none)."""
    return lambda phone: (phone.state.get(table, key) or {}).get(field)


def named(table: str, name: str, field: str, by: str = "name") -> Read:
    """Reads a field of the one record with that name (None where there is none)."""
    return lambda phone: next((row[field] for _, row in phone.state.items(table) if row[by] == name), None)


def count(table: str) -> Read:
    """Counts the records of a table."""
    return lambda phone: sum(1 for _ in phone.state.items(table))


def denied(name: str) -> Setup:
    """The setup of a phone that lacks a permission."""
    return {name + " permission": ("permissions", name, {"granted": False})}


def tools_of(modules: tuple[str, ...]) -> dict[str, str]:
    """The tools of these app modules with their domains."""
    install()
    places = {f"planloop.phone.apps.{module}" for module in modules}
    return {name: found.spec.domain for name, found in REGISTRY.tools.items() if found.run.__module__ in places}

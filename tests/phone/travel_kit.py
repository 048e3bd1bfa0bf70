"""A full phone whose travel and assistant contents the tests know, on Monday 2026-08-24 at 12:00."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from planloop.contract.task import WorldSpec
from planloop.phone.phone import Phone
from planloop.phone.storey import Storey

Tables = dict[str, dict[str, dict[str, Any]]]
DAY, NEXT = "2026-08-24", "2026-08-25"
FILE = {"folder": "Pictures", "sizeMb": 2, "hidden": False, "date": DAY}
FLIGHT = {"kind": "flight", "destination": "Lima", "minutes": 300, "price": 200.0, "refundable": False}
TRAIN = {"kind": "train", "destination": "Marlow", "minutes": 60, "price": 30.0, "refundable": True}
PARCEL = {"carrier": "Red Van", "dropOff": "door", "neighbour": ""}
KNOWN: Tables = {
    "contacts": {
        "c1": {"name": "Anna Hill", "phone": "555-1000", "relation": "neighbour", "group": ""},
        "c2": {"name": "Ben Hill", "phone": "555-1001", "relation": "", "group": ""},
    },
    "files": {
        "f1": {"name": "Lunch.jpg", "type": "image", **FILE},
        "f2": {"name": "Night snack.jpg", "type": "image", **FILE},
        "f3": {"name": "Old bridge.jpg", "type": "image", **FILE},
        "f4": {"name": "Lease.pdf", "type": "document", **FILE},
    },
    "plates": {
        "f1": {"foods": ["rice", "apple"], "grams": [200, 100], "clear": True},
        "f2": {"foods": ["banana"], "grams": [100], "clear": False},
    },
    "meal_log": {},
    "wallet_cards": {
        "w1": {"name": "Aurora Credit", "kind": "credit", "ending": "0001", "isDefault": True, "balance": 500.0,
               "frozen": False},
        "w2": {"name": "Harbor Debit", "kind": "debit", "ending": "0002", "isDefault": False, "balance": 90.0,
               "frozen": True},
    },
    "wallet_passes": {
        "p1": {"name": "Gym membership", "kind": "membership", "validUntil": NEXT, "archived": False},
        "p2": {"name": "Jazz in the park", "kind": "event", "validUntil": "2026-08-20", "archived": False},
    },
    "wallet_payments": {},
    "timetable": {
        "t1": {"number": "AU 412", "date": NEXT, "departs": "09:00", "seats": 3, **FLIGHT},
        "t2": {"number": "IC 88", "date": NEXT, "departs": "08:00", "seats": 9, **TRAIN},
        "t3": {"number": "IC 77", "date": DAY, "departs": "08:00", "seats": 9, **TRAIN},
        "t4": {"number": "KT 900", "date": NEXT, "departs": "19:00", "seats": 0, **FLIGHT},
    },
    "tickets": {},
    "hotels": {
        "h1": {"name": "The Linden", "city": "Lima", "stars": 3, "rooms": 2, "price": 80, "breakfast": True},
        "h2": {"name": "Hotel Orion", "city": "Lima", "stars": 5, "rooms": 0, "price": 150, "breakfast": True},
    },
    "stays": {
        "s1": {"hotel": "Old Post Inn", "city": "Marlow", "checkIn": "2026-09-01", "nights": 2, "guests": 1,
               "rooms": 1, "payment": ""},
    },
    "places": {
        "r1": {"name": "Harbor Kitchen", "category": "restaurant", "km": 1.0, "rating": 4.0},
        "r2": {"name": "Maple Kitchen", "category": "restaurant", "km": 2.0, "rating": 4.0},
        "k1": {"name": "Blue Cafe", "category": "cafe", "km": 2.0, "rating": 4.0},
    },
    "dining_rooms": {
        "r1": {"name": "Harbor Kitchen", "opens": "17:00", "closes": "22:00", "dayOff": "Wednesday", "largest": 4,
               "full": [f"{NEXT} 19:00"]},
        "r2": {"name": "Maple Kitchen", "opens": "17:00", "closes": "22:00", "dayOff": "Sunday", "largest": 8,
               "full": []},
    },
    "reservations": {
        "v1": {"restaurant": "Maple Kitchen", "date": DAY, "time": "18:00", "guests": 2, "event": "e9"},
    },
    "events": {"e9": {"title": "Table at Maple Kitchen", "date": DAY, "time": "18:00", "place": "Maple Kitchen"}},
    "reminders": {},
    "messages": {
        "m1": {"name": "Ben Hill", "phone": "555-1001", "content": "Where are you?", "direction": "received",
               "time": f"{DAY} 11:00"},
        "m2": {"name": "Anna Hill", "phone": "555-1000", "content": "See you", "direction": "received",
               "time": f"{DAY} 11:00"},
    },
    "parcels": {
        "x1": {"number": "PX11111", "sender": "Bookbarn", "status": "in transit", "due": "2026-08-26", **PARCEL},
        "x2": {"number": "PX22222", "sender": "Bookbarn", "status": "out for delivery", "due": DAY, **PARCEL},
        "x3": {"number": "PX33333", "sender": "Tea Trader", "status": "at pickup point", "due": DAY, **PARCEL},
    },
    "workouts": {
        "o1": {"activity": "run", "minutes": 30, "kcal": 300, "date": "2026-08-23", "heartRate": 0},
        "o2": {"activity": "run", "minutes": 60, "kcal": 600, "date": "2026-08-01", "heartRate": 0},
    },
    "workout_session": {
        "workout_session": {"status": "idle", "activity": "", "since": "", "minutes": 0, "watch": ""},
    },
    "health": {
        "h1": {"dataType": "weight", "date": DAY, "value": 60.0},
        "h2": {"dataType": "steps", "date": DAY, "value": 1000},
    },
    "paired": {"d1": {"name": "Tempo Watch", "kind": "watch", "connected": False, "battery": 50}},
    "assistant_sessions": {},
    "live_calls": {},
    "notes": {},
    "avatars": {
        "a1": {"name": "Pip", "expressions": ["smile", "wink"], "chosen": True},
        "a2": {"name": "Captain Otter", "expressions": ["smile", "love"], "chosen": False},
    },
    "caption_speech": {"media": {"lines": ["Thank you", "Gate 4"]}, "microphone": {"lines": ["Good luck"]}},
    "caption_transcripts": {},
    "image_sessions": {},
    "coach_topics": {
        "k1": {"name": "Apology", "words": ["sorry", "mistake", "promise", "repair"], "pace": 120},
        "k2": {"name": "City tour", "words": ["bridge", "left", "street", "museum"], "pace": 130},
    },
    "coach_records": {"z1": {"topic": "Apology", "score": 50, "attempts": 1, "date": "2026-08-01"}},
    "coach_sessions": {},
    "dialogue_scenes": {
        "g1": {"name": "Restaurant order", "lines": ["A table for how many?", "Soup or salad?", "That makes 20 EUR."],
               "needs": ["count", "choice soup|salad", "thanks"]},
        "g2": {"name": "Job interview", "lines": ["Please introduce yourself."], "needs": ["name"]},
    },
    "dialogue_sessions": {},
    "dialogue_records": {},
    "facts": {
        "q1": {"subject": "Mount Fuji", "ask": "height", "answer": "3,776 m"},
        "q2": {"subject": "River Nile", "ask": "length", "answer": "about 6,650 km"},
        "q3": {"subject": "River Thames", "ask": "length", "answer": "about 346 km"},
    },
    "suggestions": {"u1": {"source": "weather", "text": "Take an umbrella", "date": NEXT, "time": "07:30",
                           "status": "open"}},
}  # fmt: skip
SETTINGS = {
    "wifi": True, "mobile_data": False, "nfc": True, "nfc_mode": "payment", "power_mode": "normal", "free_mb": 5000,
    "playback": "stopped", "queue": [], "playing": "", "workout_goal_minutes": 150, "wallet_shown": "",
    "voice_assistant_enabled": True, "voice_assistant_voice": "Alba", "voice_assistant_wake_word": "Hey Nova",
    "avatar_shown": "", "ai_caption_source": "", "ai_caption_language": "", "ai_caption_size": "medium",
    "image_agent_style": "sketch", "perception_calendar": True, "perception_messages": True,
    "perception_weather": False, "perception_parcels": True,
}  # fmt: skip


def travel_phone(tables: Tables | None = None, denied: tuple[str, ...] = (), **settings: Any) -> Phone:
    """The known phone, with whole tables and settings replaced and permissions taken away, sealed."""
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=1, storey="full"))
    phone.now = datetime(2026, 8, 24, 12, 0)
    for table, rows in {**KNOWN, **(tables or {})}.items():
        for key, _ in list(phone.state.items(table)):
            phone.state.delete(table, key)
        for key, row in rows.items():
            phone.state.insert(table, dict(row), key=key)
    for name, value in {**SETTINGS, **settings}.items():
        phone.change(name, value)
    for name in ("storage", "health", "location", "calendar", "camera", "microphone", "sms"):
        phone.state.set("permissions", name, granted=name not in denied)
    phone.state.seal()
    return phone


def cell(table: str, key: str, field: str) -> Callable[[Phone], Any]:
    """Reads a field of the record with that id (None where there is none)."""
    return lambda phone: (phone.state.get(table, key) or {}).get(field)


def last(table: str, field: str) -> Callable[[Phone], Any]:
    """Reads a field of the newest record of a table."""
    return lambda phone: [row for _, row in phone.state.items(table)][-1][field]


def value(name: str) -> Callable[[Phone], Any]:
    """Reads a device setting."""
    return lambda phone: phone.setting(name)


def count(table: str) -> Callable[[Phone], Any]:
    """Counts the records of a table."""
    return lambda phone: sum(1 for _ in phone.state.items(table))

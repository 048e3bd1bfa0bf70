"""Travel & Lifestyle of the full phone: one success and one refusal at least for each tool, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.phone.travel_kit import DAY, KNOWN, NEXT, cell, count, last, travel_phone, value

from planloop.contract.capability import Domain
from planloop.contract.feedback import ErrorType
from planloop.contract.record import JsonObject
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import REGISTRY
from planloop.phone.storey import Storey
from planloop.phone.world import world

Setup = dict[str, Any]  # arguments of `travel_phone`
BAD, MISSING, CONFLICT = ErrorType.BAD_ARGUMENT, ErrorType.NOT_FOUND, ErrorType.CONFLICT
UNSUPPORTED, DENIED = ErrorType.UNSUPPORTED, ErrorType.PERMISSION_DENIED
MODULES = ("food", "wallet", "tickets", "hotels", "dining", "parcels", "workouts")
OFFLINE: Setup = {"wifi": False, "mobile_data": False}
RUNNING: Setup = {"tables": {"workout_session": {"workout_session": {
    "status": "active", "activity": "run", "since": f"{DAY} 11:30", "minutes": 10, "watch": ""}}}}  # fmt: skip
FROZEN = {
    "wallet_cards": {"w1": {**KNOWN["wallet_cards"]["w1"], "frozen": True}, "w2": KNOWN["wallet_cards"]["w2"]},
}
HELD: Setup = {"tables": {
    "tickets": {
        "b1": {"departure": "t2", "number": "IC 88", "passengers": 2, "paid": 60.0, "payment": "y1", "pass": "p9"},
        "b2": {"departure": "t1", "number": "AU 412", "passengers": 1, "paid": 200.0, "payment": "y2", "pass": "p8"},
        "b3": {"departure": "t3", "number": "IC 77", "passengers": 1, "paid": 30.0, "payment": "", "pass": ""},
    },
    "wallet_passes": {"p9": {"name": "IC 88 to Marlow", "kind": "train ticket", "validUntil": NEXT, "archived": False}},
    "wallet_payments": {
        "y1": {"payee": "IC 88", "amount": 60.0, "card": "Aurora Credit", "refunded": False, "time": f"{DAY} 09:00"},
        "y2": {"payee": "AU 412", "amount": 200.0, "card": "Aurora Credit", "refunded": False, "time": f"{DAY} 09:00"},
    },
}}  # fmt: skip

SUCCESS: list[tuple[str, dict[str, Any], Setup, Callable[[Phone], Any], Any]] = [
    ("identify_food_calories", {"fileName": "Lunch"}, {}, count("meal_log"), 0),
    ("identify_food_calories", {"fileName": "lunch.jpg", "action": "log", "servings": 0.5}, {},
     last("meal_log", "kcal"), 156),
    ("identify_food_calories", {"fileName": "Lunch", "action": "log"}, {}, last("meal_log", "meal"), "lunch"),
    ("manage_wallet", {"action": "query"}, {}, count("wallet_payments"), 0),
    ("manage_wallet", {"action": "freeze", "cardName": "aurora"}, {}, cell("wallet_cards", "w1", "frozen"), True),
    ("manage_wallet", {"action": "unfreeze", "cardName": "harbor"}, {}, cell("wallet_cards", "w2", "frozen"), False),
    ("manage_wallet", {"action": "show_pass", "passName": "gym"}, {}, value("wallet_shown"), "Gym membership"),
    ("manage_wallet", {"action": "archive_pass", "passName": "gym"}, {"wallet_shown": "Gym membership"},
     value("wallet_shown"), ""),
    ("manage_wallet", {"action": "pay", "payee": "Bakery", "amount": 12.5}, {},
     cell("wallet_cards", "w1", "balance"), 487.5),
    ("manage_ticket_booking", {"action": "search", "destination": "lima"}, {}, count("tickets"), 0),
    ("manage_ticket_booking", {"action": "book", "number": "AU 412", "passengers": 2}, {},
     cell("wallet_cards", "w1", "balance"), 100.0),
    ("manage_ticket_booking", {"action": "book", "number": "412"}, {},
     lambda phone: [r["kind"] for _, r in phone.state.find("wallet_passes", name="AU 412 to Lima")], ["boarding"]),
    ("manage_ticket_booking", {"action": "book", "number": "AU 412"}, {}, cell("timetable", "t1", "seats"), 2),
    ("manage_ticket_booking", {"action": "cancel", "number": "IC 88"}, HELD,
     cell("wallet_cards", "w1", "balance"), 560.0),
    ("manage_ticket_booking", {"action": "cancel", "number": "IC 88"}, HELD, count("wallet_passes"), 0),
    ("manage_ticket_booking", {"action": "cancel", "number": "AU 412"}, HELD,
     cell("wallet_cards", "w1", "balance"), 500.0),
    ("manage_hotel_booking", {"action": "search", "city": "Lima"}, {}, count("stays"), 1),
    ("manage_hotel_booking", {"action": "book", "hotelName": "linden", "checkIn": NEXT, "nights": 2}, {},
     cell("wallet_cards", "w1", "balance"), 340.0),
    ("manage_hotel_booking", {"action": "book", "hotelName": "The Linden", "checkIn": NEXT, "guests": 3}, {},
     cell("hotels", "h1", "rooms"), 0),
    ("manage_hotel_booking", {"action": "cancel", "hotelName": "Old Post Inn"}, {}, count("stays"), 0),
    ("manage_table_reservation", {"action": "availability", "restaurantName": "Harbor Kitchen", "date": NEXT}, {},
     count("reservations"), 1),
    ("manage_table_reservation",
     {"action": "book", "restaurantName": "harbor", "date": NEXT, "time": "18:30", "addToCalendar": True}, {},
     last("events", "time"), "18:30"),
    ("manage_table_reservation", {"action": "change", "restaurantName": "Maple", "time": "20:00", "guests": 5}, {},
     cell("events", "e9", "time"), "20:00"),
    ("manage_table_reservation", {"action": "cancel", "restaurantName": "Maple Kitchen"}, {}, count("events"), 0),
    ("manage_parcel_delivery", {"action": "query", "parcel": "tea"}, {}, cell("parcels", "x3", "due"), DAY),
    ("manage_parcel_delivery", {"action": "postpone", "parcel": "PX11111", "date": "2026-08-28"}, {},
     cell("parcels", "x1", "due"), "2026-08-28"),
    ("manage_parcel_delivery", {"action": "redirect", "parcel": "22222", "dropOff": "neighbour"}, {},
     cell("parcels", "x2", "neighbour"), "Anna Hill"),
    ("manage_parcel_delivery", {"action": "confirm_pickup", "parcel": "Tea Trader"}, {},
     cell("parcels", "x3", "status"), "delivered"),
    ("control_workout", {"action": "query"}, {}, count("workouts"), 2),
    ("control_workout", {"action": "start", "activity": "yoga"}, {"denied": ("location",)},
     cell("workout_session", "workout_session", "since"), f"{DAY} 12:00"),
    ("control_workout", {"action": "pause"}, RUNNING, cell("workout_session", "workout_session", "minutes"), 40),
    ("control_workout", {"action": "stop"}, RUNNING, last("workouts", "kcal"), 392),
    ("control_workout", {"action": "stop"}, RUNNING, cell("health", "h2", "value"), 1000 + 165 * 40),
    ("control_workout", {"action": "log", "activity": "swim", "minutes": 60}, {}, last("workouts", "kcal"), 420),
    ("control_workout", {"action": "set_goal", "minutes": 200}, {}, value("workout_goal_minutes"), 200),
]  # fmt: skip

ERRORS: list[tuple[str, dict[str, Any], Setup, ErrorType, str]] = [
    ("identify_food_calories", {"fileName": "Old bridge"}, {}, UNSUPPORTED, "no food is seen"),
    ("identify_food_calories", {"fileName": "Night snack"}, {}, UNSUPPORTED, "too dark"),
    ("identify_food_calories", {"fileName": "Lease"}, {}, UNSUPPORTED, "not a photo"),
    ("identify_food_calories", {"fileName": "Lunch", "action": "log", "servings": 0}, {}, BAD, "servings"),
    ("identify_food_calories", {"fileName": "Lunch"}, {"denied": ("storage",)}, DENIED, "storage"),
    ("manage_wallet", {"action": "set_default", "cardName": "Harbor Debit"}, {}, CONFLICT, "unfreeze it first"),
    ("manage_wallet", {"action": "show_pass", "passName": "jazz"}, {}, CONFLICT, "valid until"),
    ("manage_wallet", {"action": "pay", "payee": "Kiosk", "amount": 3}, {"nfc": False}, CONFLICT, "NFC is off"),
    ("manage_wallet", {"action": "pay", "payee": "Kiosk", "amount": 3}, {"nfc_mode": "card"}, CONFLICT, "payment mode"),
    ("manage_wallet", {"action": "pay", "payee": "Kiosk", "amount": 600}, {}, CONFLICT, "500.00 EUR"),
    ("manage_wallet", {"action": "pay", "payee": "Kiosk", "amount": 3, "cardName": "Harbor"}, {}, CONFLICT, "frozen"),
    ("manage_ticket_booking", {"action": "search", "destination": "Atlantis"}, {}, MISSING, "Lima, Marlow"),
    ("manage_ticket_booking", {"action": "book", "number": "KT 900"}, {}, CONFLICT, "0 seats"),
    ("manage_ticket_booking", {"action": "book", "number": "IC 77"}, {}, CONFLICT, "has left"),
    ("manage_ticket_booking", {"action": "book", "number": "AU 412"}, OFFLINE, CONFLICT, "internet"),
    ("manage_ticket_booking", {"action": "book", "number": "AU 412"}, {"tables": FROZEN}, CONFLICT, "frozen"),
    ("manage_ticket_booking", {"action": "book", "number": "AU 412", "passengers": 3}, {}, CONFLICT, "600.00 needed"),
    ("manage_ticket_booking", {"action": "cancel", "number": "IC 77"}, HELD, CONFLICT, "has left"),
    ("manage_ticket_booking", {"action": "cancel", "number": "AU 412"}, {}, MISSING, "no booked ticket"),
    ("manage_hotel_booking", {"action": "book", "hotelName": "Orion", "checkIn": NEXT}, {}, CONFLICT, "0 rooms"),
    ("manage_hotel_booking", {"action": "book", "hotelName": "Linden", "checkIn": "2026-09-02"}, {}, CONFLICT,
     "cancel it first"),
    ("manage_hotel_booking", {"action": "book", "hotelName": "Linden", "checkIn": "yesterday"}, {}, CONFLICT, "over"),
    ("manage_hotel_booking", {"action": "book", "hotelName": "Linden"}, {}, BAD, "checkIn"),
    ("manage_hotel_booking", {"action": "search", "city": "Oslo"}, {}, MISSING, "cities: Lima"),
    ("manage_table_reservation", {"action": "book", "restaurantName": "Harbor", "date": NEXT, "time": "19:00"}, {},
     CONFLICT, "free: 18:30, 19:30"),
    ("manage_table_reservation", {"action": "book", "restaurantName": "Harbor", "date": DAY, "time": "18:30"}, {},
     CONFLICT, "Maple Kitchen is reserved"),
    ("manage_table_reservation", {"action": "availability", "restaurantName": "Harbor", "date": "2026-08-26"}, {},
     CONFLICT, "closed on Wednesdays"),
    ("manage_table_reservation",
     {"action": "book", "restaurantName": "Harbor", "date": NEXT, "time": "18:00", "guests": 6}, {}, CONFLICT, "4 at"),
    ("manage_table_reservation", {"action": "book", "restaurantName": "Cafe", "time": "18:00"}, {}, UNSUPPORTED,
     "no reservations"),
    ("manage_table_reservation", {"action": "availability", "restaurantName": "Kitchen"}, {}, CONFLICT, "2 places"),
    ("manage_table_reservation",
     {"action": "book", "restaurantName": "Harbor", "time": "20:00", "addToCalendar": True}, {"denied": ("calendar",)},
     DENIED, "calendar"),
    ("manage_table_reservation", {"action": "cancel", "restaurantName": "Harbor"}, {}, MISSING, "no table reserved"),
    ("manage_parcel_delivery", {"action": "query", "parcel": "Bookbarn"}, {}, CONFLICT, "PX11111"),
    ("manage_parcel_delivery", {"action": "postpone", "parcel": "PX22222", "date": NEXT}, {}, CONFLICT, "redirecting"),
    ("manage_parcel_delivery", {"action": "postpone", "parcel": "PX11111", "date": "2026-10-01"}, {}, BAD,
     "2026-08-31"),
    ("manage_parcel_delivery", {"action": "redirect", "parcel": "PX22222", "dropOff": "pickup_point"}, {}, UNSUPPORTED,
     "out for delivery"),
    ("manage_parcel_delivery", {"action": "redirect", "parcel": "PX22222", "dropOff": "door"}, OFFLINE, CONFLICT,
     "internet"),
    ("manage_parcel_delivery", {"action": "confirm_pickup", "parcel": "PX11111"}, {}, CONFLICT, "in transit"),
    ("control_workout", {"action": "stop"}, {}, CONFLICT, "no workout"),
    ("control_workout", {"action": "start", "activity": "yoga"}, RUNNING, CONFLICT, "stop it first"),
    ("control_workout", {"action": "start", "activity": "run"}, {"denied": ("location",)}, DENIED, "location"),
    ("control_workout", {"action": "start", "activity": "swim", "useWatch": True}, {}, CONFLICT, "no watch"),
    ("control_workout", {"action": "log", "activity": "row"}, {}, BAD, "minutes"),
    ("control_workout", {"action": "query"}, {"denied": ("health",)}, DENIED, "health"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments", "setup", "read", "expected"), SUCCESS)
def test_tool_does_what_it_says(
    tool: str, arguments: dict[str, Any], setup: Setup, read: Callable[[Phone], Any], expected: Any
) -> None:
    phone = travel_phone(**setup)
    assert phone.call(tool, arguments).message
    assert read(phone) == expected


@pytest.mark.parametrize(("tool", "arguments", "setup", "kind", "words"), ERRORS)
def test_tool_refuses_and_changes_nothing(
    tool: str, arguments: dict[str, Any], setup: Setup, kind: ErrorType, words: str
) -> None:
    phone = travel_phone(**setup)
    with pytest.raises(ToolError, match=words) as caught:
        phone.call(tool, arguments)
    assert caught.value.error_type is kind
    assert not phone.state.deltas()


def test_every_tool_of_these_apps_has_a_success_and_an_error_case() -> None:
    modules = {f"planloop.phone.apps.{name}" for name in MODULES}
    ours = {name for name, found in REGISTRY.tools.items() if found.run.__module__ in modules}
    assert ours == {case[0] for case in SUCCESS} == {case[0] for case in ERRORS}
    assert {REGISTRY.tools[name].spec.domain for name in ours} == {Domain.TRAVEL.value}
    assert len(ours) == 7


def test_a_trip_is_paid_from_the_wallet_and_given_back_whole() -> None:
    phone = travel_phone()
    phone.call("manage_ticket_booking", {"action": "book", "number": "IC 88"})
    shown = phone.call("manage_wallet", {"action": "show_pass", "passName": "IC 88"})
    assert shown.message == "showing IC 88 to Marlow"
    phone.call("manage_ticket_booking", {"action": "cancel", "number": "IC 88"})
    assert (phone.setting("wallet_shown"), cell("wallet_cards", "w1", "balance")(phone)) == ("", 500.0)
    assert cell("timetable", "t2", "seats")(phone) == 9
    phone.call("manage_hotel_booking", {"action": "book", "hotelName": "Linden", "checkIn": NEXT})
    phone.call("manage_hotel_booking", {"action": "cancel", "hotelName": "Linden", "checkIn": NEXT})
    assert (cell("hotels", "h1", "rooms")(phone), cell("wallet_cards", "w1", "balance")(phone)) == (2, 500.0)


def test_the_same_photo_is_logged_once_as_one_meal_of_a_day() -> None:
    phone = travel_phone()
    log: JsonObject = {"fileName": "Lunch", "action": "log"}
    assert (phone.call("identify_food_calories", log).data or {})["todayKcal"] == 312
    with pytest.raises(ToolError, match="logged as lunch"):
        phone.call("identify_food_calories", log)
    assert (phone.call("identify_food_calories", {**log, "meal": "dinner"}).data or {})["todayKcal"] == 624


def test_a_food_photo_stays_known_by_its_file_when_it_is_renamed() -> None:
    phone = travel_phone()
    phone.call("manage_file", {"action": "rename", "fileName": "Lunch", "newName": "Monday"})
    assert phone.call("identify_food_calories", {"fileName": "Monday"}).message == "rice, apple: 312 kcal"


def test_a_watch_that_is_connected_measures_the_pulse_of_a_workout() -> None:
    phone = travel_phone(tables={"paired": {"d1": {**KNOWN["paired"]["d1"], "connected": True}}})
    started = phone.call("control_workout", {"action": "start", "activity": "swim", "useWatch": True}).data or {}
    assert started["watch"] == "Tempo Watch"
    phone.now = phone.now.replace(hour=13)
    assert phone.call("control_workout", {"action": "stop"}).data == {"minutes": 60, "kcal": 420}
    assert last("workouts", "heartRate")(phone) == 130


@pytest.mark.parametrize("seed", range(20))
def test_seeded_worlds_are_coherent(seed: int) -> None:
    tables = world(seed, Storey.FULL).tables
    assert {tables["files"][key]["type"] for key in tables["plates"]} == {"image"}
    assert [row["isDefault"] for row in tables["wallet_cards"].values()].count(True) == 1
    for ticket in tables["tickets"].values():
        assert ticket["pass"] in tables["wallet_passes"] and ticket["payment"] in tables["wallet_payments"]
    assert all(stay["payment"] in tables["wallet_payments"] for stay in tables["stays"].values())
    rooms = {row["name"] for row in tables["dining_rooms"].values()}
    assert len(rooms) == 2 and {row["restaurant"] for row in tables["reservations"].values()} <= rooms
    senders = [row["sender"] for row in tables["parcels"].values()]
    assert len(set(senders)) == len(senders) - 1

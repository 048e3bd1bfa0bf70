"""Time tools of the full phone: sleep, focus, timers, skipped alarms, invitations, dates, birthdays, places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from planloop.contract.capability import Domain
from planloop.contract.feedback import ErrorType
from planloop.contract.task import WorldSpec
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import REGISTRY
from planloop.phone.storey import Storey

Setup = dict[str, Any]  # device settings before the call; a tuple is (table, record id, fields) of one record
BAD, MISSING, CONFLICT = ErrorType.BAD_ARGUMENT, ErrorType.NOT_FOUND, ErrorType.CONFLICT
MODULES = ("bedtime", "sessions", "timers", "invitations", "dates", "birthdays", "errands")
SLEEP: dict[str, Any] = {
    "enabled": False, "bedtime": "22:30", "wakeTime": "06:30", "days": "weekdays", "wakeAlarm": False,
    "silence": True, "darkScreen": True, "active": False, "before": [],
}  # fmt: skip
IDLE: dict[str, Any] = {"status": "idle", "task": "", "minutes": 0, "left": 0, "until": "", "before": []}
RUNNING: dict[str, Any] = {
    "status": "running",
    "task": "Essay",
    "minutes": 60,
    "left": 60,
    "until": "12:20",
    "before": [False, ""],
}
KNOWN: dict[str, dict[str, dict[str, Any]]] = {
    "alarms": {
        "a1": {"time": "06:00", "label": "Swim", "repeat": "weekends", "enabled": True},
        "a2": {"time": "07:00", "label": "Work", "repeat": "once", "enabled": True},
        "a3": {"time": "14:00", "label": "Vitamins", "repeat": "daily", "enabled": True},
        "a4": {"time": "15:00", "label": "Old Work", "repeat": "daily", "enabled": False},
    },
    "sleep_schedule": {"sleep_schedule": SLEEP},
    "focus_session": {"focus_session": IDLE},
    "focus_log": {},
    "apps": {
        "p1": {"name": "Chess", "sizeMb": 5, "system": False, "open": True, "locked": False, "granted": []},
        "p2": {"name": "Chess Clock", "sizeMb": 5, "system": False, "open": True, "locked": False, "granted": []},
    },
    "countdown": {"countdown": {"status": "idle", "minutes": 0, "label": ""}},
    "timer_presets": {"t1": {"name": "Green tea", "minutes": 3}, "t2": {"name": "Black tea", "minutes": 5}},
    "alarm_skips": {},
    "contacts": {
        "c1": {"name": "Anna Hill", "phone": "555-1000", "relation": "", "group": ""},
        "c2": {"name": "Ben Hill", "phone": "555-1001", "relation": "", "group": ""},
    },
    "birthdays": {"c1": {"date": "1990-08-24"}},
    "reminders": {},
    "events": {
        "e1": {"title": "Dentist", "date": "2026-08-25", "time": "10:00", "place": ""},
        "e2": {"title": "Choir", "date": "2026-08-25", "time": "16:30", "place": ""},
    },
    "invitations": {
        "i1": {"title": "Quiz night", "organizer": "Anna Hill", "date": "2026-08-26", "time": "19:00",
               "place": "Canteen", "status": "pending", "event": ""},
        "i2": {"title": "Kickoff call", "organizer": "Ben Hill", "date": "2026-08-25", "time": "10:30",
               "place": "online", "status": "pending", "event": ""},
    },
    "places": {
        "home": {"name": "home", "category": "saved", "km": 1.0, "rating": 0.0},
        "s1": {"name": "Blue Pharmacy", "category": "pharmacy", "km": 1.0, "rating": 4.0},
        "s2": {"name": "Old Pharmacy", "category": "pharmacy", "km": 2.0, "rating": 4.0},
    },
    "place_reminders": {"r1": {"title": "Feed the fish", "place": "home", "when": "arrive", "everyTime": False}},
}  # fmt: skip


def phone_with(**setup: Any) -> Phone:
    """A phone of the full storey on 2026-08-24, a Monday, at 11:40, whose contents the tests know by name."""
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=1, storey="full"))
    assert f"{phone.now:%A %Y-%m-%d %H:%M}" == "Monday 2026-08-24 11:40"
    for table, rows in KNOWN.items():
        for key, _ in list(phone.state.items(table)):
            phone.state.delete(table, key)
        for key, row in rows.items():
            phone.state.insert(table, dict(row), key=key)
    base = {
        "wifi": True,
        "mobile_data": True,
        "airplane_mode": False,
        "dnd": False,
        "dnd_until": "",
        "dark_mode": False,
    }
    for name, value in {**base, **setup}.items():
        if isinstance(value, tuple):
            table, key, fields = value
            phone.state.set(table, key, **fields)
        else:
            phone.change(name, value)
    phone.state.seal()
    return phone


def value(name: str) -> Callable[[Phone], Any]:
    """Reads a device setting."""
    return lambda phone: phone.setting(name)


def field(table: str, field: str, key_field: str, key: str) -> Callable[[Phone], Any]:
    """Reads a field of the one row with this value of another field, None where there is no such row."""
    return lambda phone: next((r[field] for _, r in phone.state.items(table) if r[key_field] == key), None)


def count(table: str) -> Callable[[Phone], Any]:
    """Reads how many rows a table has."""
    return lambda phone: sum(1 for _ in phone.state.items(table))


BUSY = {"busy": ("focus_session", "focus_session", RUNNING)}
SUCCESS: list[tuple[str, dict[str, Any], Setup, Callable[[Phone], Any], Any]] = [
    ("manage_sleep_schedule", {"action": "set", "bedtime": "23:00"}, {},
     field("sleep_schedule", "bedtime", "wakeTime", "06:30"), "23:00"),
    ("manage_sleep_schedule", {"action": "enable", "wakeAlarm": True}, {},
     field("alarms", "repeat", "label", "Wake up"), "weekdays"),
    ("manage_sleep_schedule", {"action": "start"}, {}, value("dnd_until"), "06:30"),
    ("control_focus_session", {"action": "start", "minutes": 50, "task": "Essay"}, {}, value("dnd_until"), "12:30"),
    ("control_focus_session", {"action": "start", "closeApps": ["chess"]}, {},
     field("apps", "open", "name", "Chess"), False),
    ("control_focus_session", {"action": "pause"}, BUSY, field("focus_session", "left", "task", "Essay"), 40),
    ("control_focus_session", {"action": "stop"}, BUSY, field("focus_log", "minutes", "task", "Essay"), 20),
    ("manage_timer_presets", {"action": "create", "name": "Rice", "minutes": 18}, {},
     field("timer_presets", "minutes", "name", "Rice"), 18),
    ("manage_timer_presets", {"action": "start", "name": "green"}, {},
     field("countdown", "minutes", "status", "running"), 3),
    ("skip_alarm", {"action": "skip", "label": "vitamins"}, {}, field("alarm_skips", "date", "date", "2026-08-24"),
     "2026-08-24"),
    ("skip_alarm", {"action": "skip", "time": "06:00"}, {}, field("alarm_skips", "date", "date", "2026-08-29"),
     "2026-08-29"),
    ("manage_invitations", {"action": "accept", "title": "quiz"}, {}, field("events", "place", "title", "Quiz night"),
     "Canteen"),
    ("manage_invitations", {"action": "decline", "title": "Kickoff call"}, {},
     field("invitations", "status", "title", "Kickoff call"), "declined"),
    ("manage_invitations", {"action": "propose", "title": "Kickoff call", "time": "12:00"}, {},
     field("invitations", "status", "title", "Kickoff call"), "proposed 2026-08-25 12:00"),
    ("query_free_time", {"date": "tomorrow"}, {}, count("events"), 2),
    ("calculate_date", {"date": "today", "toDate": "2026-12-24"}, {}, count("events"), 2),
    ("convert_time_zone", {"time": "15:00", "toCity": "Tokyo"}, {}, count("events"), 2),
    ("manage_birthdays", {"action": "set", "contactName": "Ben Hill", "date": "2001-02-03"}, {},
     field("birthdays", "date", "date", "2001-02-03"), "2001-02-03"),
    ("manage_birthdays", {"action": "remove", "contactName": "anna"}, {}, count("birthdays"), 0),
    ("manage_place_reminder", {"action": "create", "title": "Buy soap", "placeName": "blue"}, {},
     field("place_reminders", "place", "title", "Buy soap"), "Blue Pharmacy"),
    ("manage_place_reminder", {"action": "update", "title": "fish", "when": "leave"}, {},
     field("place_reminders", "when", "title", "Feed the fish"), "leave"),
]  # fmt: skip

ERRORS: list[tuple[str, dict[str, Any], Setup, ErrorType, str]] = [
    ("manage_sleep_schedule", {"action": "set"}, {}, BAD, "nothing to change"),
    ("manage_sleep_schedule", {"action": "set", "bedtime": "06:00"}, {}, BAD, "2 to 16 hours"),
    ("manage_sleep_schedule", {"action": "enable", "wakeAlarm": True, "wakeTime": "07:00"}, {}, CONFLICT,
     "already an alarm at 07:00"),
    ("manage_sleep_schedule", {"action": "start"}, BUSY, CONFLICT, "stop it first"),
    ("manage_sleep_schedule", {"action": "end"}, {}, CONFLICT, "not on"),
    ("control_focus_session", {"action": "start"}, BUSY, CONFLICT, "Essay is running; stop it first"),
    ("control_focus_session", {"action": "start", "minutes": 2}, {}, BAD, "5-240"),
    ("control_focus_session", {"action": "start", "closeApps": ["Chess", "Nope"]}, {}, MISSING, "no app Nope"),
    ("control_focus_session", {"action": "resume"}, {}, CONFLICT, "start one first"),
    ("manage_timer_presets", {"action": "start", "name": "tea"}, {}, CONFLICT, "2 saved timers match"),
    ("manage_timer_presets", {"action": "start", "name": "Green tea"},
     {"busy": ("countdown", "countdown", {"status": "running", "minutes": 9})}, CONFLICT, "stop it first"),
    ("manage_timer_presets", {"action": "create", "name": "green TEA", "minutes": 4}, {}, CONFLICT, "update it"),
    ("manage_timer_presets", {"action": "create", "name": "Rice", "minutes": 0}, {}, BAD, "1-1440"),
    ("skip_alarm", {"action": "skip", "label": "Work"}, {}, CONFLICT, "rings once; disable it"),
    ("skip_alarm", {"action": "skip", "time": "15:00"}, {}, CONFLICT, "is off"),
    ("skip_alarm", {"action": "restore", "label": "Swim"}, {}, CONFLICT, "not skipped"),
    ("skip_alarm", {"action": "skip", "time": "04:00"}, {}, MISSING, "no alarm at 04:00"),
    ("skip_alarm", {"action": "skip"}, {}, BAD, "time or label"),
    ("manage_invitations", {"action": "accept", "title": "Kickoff call"}, {}, CONFLICT, "Dentist overlaps"),
    ("manage_invitations", {"action": "decline", "title": "Quiz night"}, {"wifi": False, "mobile_data": False},
     CONFLICT, "no internet"),
    ("manage_invitations", {"action": "propose", "title": "Quiz night", "date": "yesterday"}, {}, BAD, "is over"),
    ("manage_invitations", {"action": "accept", "title": "Picnic"}, {}, MISSING, "no invitation Picnic"),
    ("query_free_time", {"date": "yesterday"}, {}, BAD, "is over"),
    ("query_free_time", {"date": "tomorrow", "startTime": "12:00", "endTime": "11:00"}, {}, BAD, "minutes"),
    ("calculate_date", {"date": "today"}, {}, BAD, "toDate or amount"),
    ("calculate_date", {"date": "2026-02-30", "amount": 1}, {}, BAD, "no day 2026-02-30"),
    ("calculate_date", {"date": "9999-12-31", "amount": 10000, "unit": "months"}, {}, BAD, "no calendar"),
    ("convert_time_zone", {"time": "15:00", "toCity": "Tokio"}, {}, MISSING, "did you mean Tokyo"),
    ("manage_birthdays", {"action": "query", "contactName": "Ben Hill"}, {}, MISSING, "set it first"),
    ("manage_birthdays", {"action": "query", "contactName": "Hill"}, {}, CONFLICT, "2 contacts match"),
    ("manage_birthdays", {"action": "set", "contactName": "Ben Hill", "date": "2027-01-01"}, {}, BAD, "future"),
    ("manage_birthdays", {"action": "remind", "contactName": "Anna Hill", "daysBefore": 3}, {}, CONFLICT, "fewer"),
    ("manage_place_reminder", {"action": "create", "title": "Soap", "placeName": "pharmacy"}, {}, CONFLICT,
     "2 places match"),
    ("manage_place_reminder", {"action": "create", "title": "feed THE fish", "placeName": "home"}, {}, CONFLICT,
     "already a reminder"),
    ("manage_place_reminder", {"action": "delete", "title": "Sing"}, {}, MISSING, "no reminder Sing"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments", "setup", "read", "expected"), SUCCESS)
def test_time_tool_does_what_it_says(
    tool: str, arguments: dict[str, Any], setup: Setup, read: Callable[[Phone], Any], expected: Any
) -> None:
    phone = phone_with(**setup)
    assert 0 < len(phone.call(tool, arguments).message) < 160
    assert read(phone) == expected


@pytest.mark.parametrize(("tool", "arguments", "setup", "kind", "words"), ERRORS)
def test_time_tool_refuses_and_changes_nothing(
    tool: str, arguments: dict[str, Any], setup: Setup, kind: ErrorType, words: str
) -> None:
    phone = phone_with(**setup)
    with pytest.raises(ToolError, match=words) as caught:
        phone.call(tool, arguments)
    assert caught.value.error_type is kind
    assert not phone.state.deltas()


def test_every_new_time_tool_has_a_success_and_an_error_case() -> None:
    modules = {f"planloop.phone.apps.{name}" for name in MODULES}
    ours = {name for name, found in REGISTRY.tools.items() if found.run.__module__ in modules}
    assert len(ours) == 10
    assert ours == {case[0] for case in SUCCESS} == {case[0] for case in ERRORS}
    assert {REGISTRY.tools[name].spec.domain for name in ours} == {Domain.TIME.value}


@pytest.mark.parametrize(
    ("tool", "permission"),
    [("manage_invitations", "calendar"), ("query_free_time", "calendar"), ("manage_birthdays", "contacts"),
     ("manage_place_reminder", "location")],
)  # fmt: skip
def test_permission_is_needed(tool: str, permission: str) -> None:
    phone = phone_with()
    phone.state.set("permissions", permission, granted=False)
    with pytest.raises(ToolError) as caught:
        phone.call(tool, {"action": "query", "date": "today"})
    assert caught.value.error_type is ErrorType.PERMISSION_DENIED


@pytest.mark.parametrize("seed", range(20))
def test_queries_of_any_world_only_read(seed: int) -> None:
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=seed, storey="full"))
    for name in {case[0] for case in SUCCESS}:
        if "action" in REGISTRY.tools[name].checks:
            assert phone.call(name, {"action": "query"}).data is not None
            assert REGISTRY.tools[name].side_effect({"action": "query"}).value == "read"
    assert not phone.state.deltas()


def test_sleep_mode_gives_sound_and_screen_back() -> None:
    phone = phone_with(dnd=True, dnd_until="13:00")
    phone.call("manage_sleep_schedule", {"action": "start"})
    assert phone.setting("dark_mode") and phone.setting("dnd_until") == "06:30"
    phone.call("manage_sleep_schedule", {"action": "end"})
    assert not phone.state.deltas()


def test_wake_alarm_follows_the_schedule() -> None:
    phone = phone_with()
    phone.call("manage_sleep_schedule", {"action": "enable", "wakeAlarm": True})
    phone.call("manage_sleep_schedule", {"action": "set", "wakeTime": "05:45", "days": "daily"})
    ((_, alarm),) = phone.state.find("alarms", label="Wake up")
    assert alarm == {"time": "05:45", "label": "Wake up", "repeat": "daily", "enabled": True}
    phone.call("manage_sleep_schedule", {"action": "disable"})
    assert phone.state.find("alarms", label="Wake up", enabled=False)


def test_disabling_the_schedule_ends_sleep_mode() -> None:
    phone = phone_with()
    phone.call("manage_sleep_schedule", {"action": "start"})
    phone.call("manage_sleep_schedule", {"action": "disable"})
    assert not phone.setting("dnd") and not phone.state.deltas()


def test_focus_session_gives_do_not_disturb_back() -> None:
    phone = phone_with(dnd=True, dnd_until="13:00")
    phone.call("control_focus_session", {"action": "start", "minutes": 30})
    assert phone.setting("dnd_until") == "12:10"
    phone.call("control_focus_session", {"action": "stop"})
    assert not phone.state.deltas()


def test_paused_focus_session_resumes_with_the_minutes_left() -> None:
    phone = phone_with(**BUSY, dnd=True, dnd_until="12:20")
    phone.call("control_focus_session", {"action": "pause"})
    assert phone.setting("dnd") is False
    phone.call("control_focus_session", {"action": "resume"})
    assert phone.setting("dnd") is True and phone.setting("dnd_until") == "12:20"
    phone.call("control_focus_session", {"action": "stop"})
    assert field("focus_log", "minutes", "task", "Essay")(phone) == 20


def test_skipped_alarm_stays_on_and_can_be_restored() -> None:
    phone = phone_with()
    phone.call("skip_alarm", {"action": "skip", "label": "Vitamins"})
    listed = phone.call("skip_alarm", {"action": "query"}).data
    assert listed is not None and listed["total"] == 1
    assert phone.state.find("alarms", label="Vitamins", enabled=True)
    phone.call("skip_alarm", {"action": "restore", "label": "Vitamins"})
    assert not phone.state.deltas()


def test_declining_later_takes_the_event_out_of_the_calendar() -> None:
    phone = phone_with()
    phone.call("manage_invitations", {"action": "accept", "title": "Quiz night"})
    found: Any = phone.call("calendar_service", {"action": "query", "title": "quiz night"}).data
    assert found["total"] == 1
    phone.call("manage_invitations", {"action": "decline", "title": "Quiz night"})
    assert count("events")(phone) == 2


def test_free_time_lies_between_events_and_begins_now_today() -> None:
    phone = phone_with()
    gaps = phone.call("query_free_time", {"date": "2026-08-25", "minutes": 90}).data
    assert gaps is not None
    assert gaps["items"] == [{"from": "08:00", "to": "10:00"}, {"from": "11:00", "to": "16:30"}]
    today = phone.call("query_free_time", {"date": "today"}).data
    assert today is not None and today["items"] == [{"from": "11:40", "to": "18:00"}]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"date": "2026-01-31", "amount": 1, "unit": "months"}, "2026-02-28"),
        ({"date": "2026-01-30", "amount": 1, "unit": "workdays"}, "2026-02-02"),
        ({"date": "2026-02-01", "amount": -1, "unit": "workdays"}, "2026-01-30"),
        ({"date": "today", "amount": -2, "unit": "weeks"}, "2026-08-10"),
        ({"date": "tomorrow", "amount": 0}, "2026-08-25"),
    ],
)
def test_dates_are_added(arguments: dict[str, Any], expected: str) -> None:
    found = phone_with().call("calculate_date", arguments).data
    assert found is not None and found["date"] == expected


def test_days_and_workdays_between() -> None:
    found = phone_with().call("calculate_date", {"date": "2026-08-28", "toDate": "2026-09-01"}).data
    assert found is not None and (found["days"], found["workdays"]) == (4, 2)


def test_time_zones_cross_midnight() -> None:
    phone = phone_with()
    found = phone.call("convert_time_zone", {"time": "02:00", "toCity": "new york", "fromCity": "Paris"}).data
    assert found == {"time": "20:00", "date": "2026-08-23", "hoursAhead": -6}


def test_birthday_reminder_is_among_the_reminders() -> None:
    phone = phone_with()
    phone.state.set("birthdays", "c1", date="1990-09-10")
    phone.call("manage_birthdays", {"action": "remind", "contactName": "Anna Hill", "daysBefore": 3})
    listed = phone.call("manage_schedule", {"action": "query", "date": "2026-09-07"}).data
    assert listed is not None and listed["total"] == 1


def test_birthday_of_a_leap_day_and_of_today() -> None:
    phone = phone_with()
    coming: Any = phone.call("manage_birthdays", {"action": "query", "contactName": "Anna Hill"}).data
    assert coming["days"] == 0
    phone.state.set("birthdays", "c1", date="2000-02-29")
    coming = phone.call("manage_birthdays", {"action": "query", "contactName": "Anna Hill"}).data
    assert (coming["next"], coming["turns"]) == ("2027-03-01", 27)


def test_place_reminder_needs_the_main_switch_of_location_where_there_is_one() -> None:
    phone = phone_with()
    phone.state.insert("settings", {"value": False}, key="location")
    with pytest.raises(ToolError, match="location is off"):
        phone.call("manage_place_reminder", {"action": "create", "title": "Soap", "placeName": "home"})

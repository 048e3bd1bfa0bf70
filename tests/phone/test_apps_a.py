"""Tools of time, communication, utilities and travel: each does what it says, and refuses honestly."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planloop.contract.feedback import ErrorType
from planloop.contract.task import Override, WorldSpec
from planloop.phone.apps.calculator import RATES, UNITS, evaluate
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import REGISTRY, Outcome

SEED = 11


@pytest.fixture
def phone() -> Phone:
    """A phone of one fixed world."""
    device = Phone()
    device.reset(WorldSpec(seed=SEED))
    return device


def first(phone: Phone, table: str, **fields: Any) -> dict[str, Any]:
    """The first record of a table with these values."""
    return phone.state.find(table, **fields)[0][1]


def refused(phone: Phone, error_type: ErrorType, tool: str, **arguments: Any) -> str:
    """The message of a call that must fail in this way and change nothing more."""
    before = phone.state.deltas()
    with pytest.raises(ToolError) as caught:
        phone.call(tool, arguments)
    assert caught.value.error_type is error_type, caught.value.message
    assert phone.state.deltas() == before
    return caught.value.message


def done(phone: Phone, tool: str, **arguments: Any) -> Outcome:
    """The outcome of a call that must succeed with a short message."""
    outcome = phone.call(tool, arguments)
    assert 0 < len(outcome.message) < 160
    return outcome


def data(phone: Phone, tool: str, **arguments: Any) -> dict[str, Any]:
    """The data of a call that must succeed."""
    return dict(done(phone, tool, **arguments).data or {})


def free_time(phone: Phone, table: str) -> str:
    """A time of day that no record of the table has."""
    taken = {row["time"] for _, row in phone.state.items(table)}
    return next(f"{h:02d}:25" for h in range(6, 22) if f"{h:02d}:25" not in taken)


# Time -------------------------------------------------------------------------------------------


def test_alarm_is_created_moved_switched_and_deleted(phone: Phone) -> None:
    time = free_time(phone, "alarms")
    done(phone, "manage_alarm", action="create", time=time, label="Tram")
    refused(phone, ErrorType.CONFLICT, "manage_alarm", action="create", time=time)
    done(phone, "manage_alarm", action="disable", label="tram")
    assert first(phone, "alarms", label="Tram")["enabled"] is False
    done(phone, "manage_alarm", action="update", label="Tram", newTime="04:05")
    assert "04:05" in {row["time"] for row in data(phone, "manage_alarm", action="query")["items"]}
    done(phone, "manage_alarm", action="delete", time="04:05")
    refused(phone, ErrorType.NOT_FOUND, "manage_alarm", action="delete", time="04:05")


def test_countdown_refuses_a_second_start_until_it_is_stopped(phone: Phone) -> None:
    done(phone, "manage_countdown", action="start", minutes=9)
    message = refused(phone, ErrorType.CONFLICT, "manage_countdown", action="start", minutes=5)
    assert "stop it first" in message
    done(phone, "manage_countdown", action="pause")
    refused(phone, ErrorType.CONFLICT, "manage_countdown", action="pause")
    assert "paused, 9 minutes" in done(phone, "manage_countdown", action="query").message
    done(phone, "manage_countdown", action="resume")
    done(phone, "manage_countdown", action="stop")
    assert phone.state.deltas() == ()
    refused(phone, ErrorType.BAD_ARGUMENT, "manage_countdown", action="start")
    refused(phone, ErrorType.BAD_ARGUMENT, "manage_countdown", action="start", minutes=0)


def test_stopwatch_follows_its_states(phone: Phone) -> None:
    refused(phone, ErrorType.CONFLICT, "manage_stopwatch", action="lap")
    done(phone, "manage_stopwatch", action="start")
    refused(phone, ErrorType.CONFLICT, "manage_stopwatch", action="start")
    assert done(phone, "manage_stopwatch", action="lap").message == "lap 1 recorded"
    refused(phone, ErrorType.CONFLICT, "manage_stopwatch", action="reset")
    done(phone, "manage_stopwatch", action="stop")
    done(phone, "manage_stopwatch", action="reset")
    assert "0 laps" in done(phone, "manage_stopwatch", action="query").message


def test_world_clock_knows_cities_and_says_when_it_does_not(phone: Phone) -> None:
    expected = phone.now + timedelta(hours=9)
    assert f"{expected:%H:%M}" in done(phone, "query_world_clock", city="tokyo").message
    refused(phone, ErrorType.NOT_FOUND, "query_world_clock", city="Atlantis")


def test_calendar_event_lives_through_create_query_update_delete(phone: Phone) -> None:
    time, tomorrow = free_time(phone, "events"), (phone.now.date() + timedelta(days=1)).isoformat()
    done(phone, "calendar_service", action="create", title="Kite day", date="tomorrow", time=time, place="Beach")
    assert first(phone, "events", title="Kite day")["date"] == tomorrow
    refused(phone, ErrorType.CONFLICT, "calendar_service", action="create", title="X", date=tomorrow, time=time)
    items = data(phone, "calendar_service", action="query", title="kite")["items"]
    assert items == [{"title": "Kite day", "date": tomorrow, "time": time, "place": "Beach"}]
    done(phone, "calendar_service", action="update", title="kite day", newPlace="Hill")
    refused(phone, ErrorType.BAD_ARGUMENT, "calendar_service", action="update", title="Kite day")
    done(phone, "calendar_service", action="delete", title="Kite day", date="tomorrow")
    refused(phone, ErrorType.NOT_FOUND, "calendar_service", action="delete", title="Kite day")
    refused(phone, ErrorType.BAD_ARGUMENT, "calendar_service", action="create", title="X", date="2026-02-30", time=time)
    assert phone.state.deltas() == ()


def test_ambiguous_event_is_refused_with_its_candidates(phone: Phone) -> None:
    for day in ("today", "tomorrow"):
        done(phone, "calendar_service", action="create", title="Rehearsal", date=day, time=free_time(phone, "events"))
    message = refused(phone, ErrorType.CONFLICT, "calendar_service", action="delete", title="Rehearsal")
    assert phone.now.date().isoformat() in message
    done(phone, "calendar_service", action="delete", title="Rehearsal", date="tomorrow")
    assert len(phone.state.find("events", title="Rehearsal")) == 1


def test_reminder_defaults_to_today_and_can_be_completed_and_moved(phone: Phone) -> None:
    done(phone, "manage_schedule", action="create", title="feed the owl", time="21:10")
    assert first(phone, "reminders", title="feed the owl")["date"] == phone.now.date().isoformat()
    refused(phone, ErrorType.CONFLICT, "manage_schedule", action="create", title="Feed the owl")
    done(phone, "manage_schedule", action="update", title="feed the owl", date="tomorrow")
    refused(phone, ErrorType.BAD_ARGUMENT, "manage_schedule", action="update", title="feed the owl")
    done(phone, "manage_schedule", action="complete", title="feed the owl")
    titles = {r["title"] for r in data(phone, "manage_schedule", action="query")["items"]}
    assert "feed the owl" not in titles
    done(phone, "manage_schedule", action="delete", title="feed the owl")
    refused(phone, ErrorType.NOT_FOUND, "manage_schedule", action="complete", title="feed the owl")


# Calls ------------------------------------------------------------------------------------------


def test_contacts_are_found_by_name_relation_and_number(phone: Phone) -> None:
    row = next(r for _, r in phone.state.items("contacts") if r["relation"])
    for query in (row["name"], row["name"].split()[0].lower(), f"my {row['relation']}", row["phone"]):
        items = data(phone, "search_contact", query=query)["items"]
        assert row["phone"] in {item["phone"] for item in items}, query
    refused(phone, ErrorType.NOT_FOUND, "search_contact", query="Nobody Atall")


def test_contact_is_added_changed_and_deleted(phone: Phone) -> None:
    done(phone, "add_contact", name="Zed Quill", phoneNumber="555-4242")
    assert "555-4242" in refused(phone, ErrorType.CONFLICT, "add_contact", name="zed quill", phoneNumber="555-1")
    refused(phone, ErrorType.BAD_ARGUMENT, "add_contact", name="Y", phoneNumber="call me")
    done(phone, "update_contact", name="Zed", newPhoneNumber="555-4343", group="work")
    assert first(phone, "contacts", name="Zed Quill")["phone"] == "555-4343"
    refused(phone, ErrorType.BAD_ARGUMENT, "update_contact", name="Zed")
    done(phone, "delete_contact", name="Zed Quill")
    refused(phone, ErrorType.NOT_FOUND, "delete_contact", name="Zed Quill")


def test_message_by_name_and_by_number_leave_the_same_record(phone: Phone) -> None:
    row = first(phone, "contacts")
    done(phone, "send_message", phoneNumber=row["name"], content="hello")
    done(phone, "send_message", phoneNumber=row["phone"], content="hello")
    one, two = (delta.after for delta in phone.state.deltas())
    assert one == two
    newest = data(phone, "query_messages", contact=row["name"])["items"][0]
    assert newest["content"] == "hello"
    refused(phone, ErrorType.NOT_FOUND, "query_messages", contact="Nobody Atall")
    refused(phone, ErrorType.BAD_ARGUMENT, "send_message", phoneNumber=row["name"], content=" ")


def test_ambiguous_name_is_refused_with_both_names(phone: Phone) -> None:
    name = first(phone, "contacts")["name"]
    twin = f"{name.split()[0]} Twinner"
    done(phone, "add_contact", name=twin, phoneNumber="555-7777")
    message = refused(phone, ErrorType.CONFLICT, "make_call", phoneNumber=name.split()[0])
    assert name in message
    assert twin in message
    done(phone, "make_call", phoneNumber=twin)


def test_call_is_logged_and_a_blocked_number_is_not_called(phone: Phone) -> None:
    row = first(phone, "contacts")
    done(phone, "make_call", phoneNumber=row["name"])
    newest = data(phone, "query_call_log", callType="outgoing")["items"][0]
    assert newest["name"] == row["name"]
    refused(phone, ErrorType.BAD_ARGUMENT, "query_call_log", maxResults=99)
    done(phone, "block_number", action="block", phoneNumber=row["name"])
    refused(phone, ErrorType.CONFLICT, "block_number", action="block", phoneNumber=row["phone"])
    assert row["phone"] in done(phone, "block_number", action="query").message
    refused(phone, ErrorType.CONFLICT, "make_call", phoneNumber=row["name"])
    refused(phone, ErrorType.CONFLICT, "send_message", phoneNumber=row["name"], content="hi")
    done(phone, "block_number", action="unblock", phoneNumber=row["phone"])
    refused(phone, ErrorType.NOT_FOUND, "block_number", action="unblock", phoneNumber=row["phone"])


# Utilities --------------------------------------------------------------------------------------


def test_calculator_computes_and_refuses_code(phone: Phone) -> None:
    assert data(phone, "calculate_expression", expression="(12 + 3) x 4")["result"] == "60"
    assert data(phone, "calculate_expression", expression="10 / 4", precision=0)["result"] == "2"
    for text in ("__import__('os')", "2 ** 9999", "1 / 0", "", "a + 1", "f(2)", "[1]", "True + 1", "1" * 81):
        refused(phone, ErrorType.BAD_ARGUMENT, "calculate_expression", expression=text)


@settings(max_examples=60, deadline=None)
@given(st.integers(-999, 999), st.integers(-999, 999), st.integers(1, 99))
def test_calculator_agrees_with_arithmetic(a: int, b: int, c: int) -> None:
    assert evaluate(f"{a} + {b} * {c}") == a + b * c
    assert evaluate(f"({a} - {b}) / {c}") == (a - b) / c


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_calculator_gives_a_number_or_a_tool_error(text: str) -> None:
    try:
        assert isinstance(evaluate(text), float)
    except ToolError as error:
        assert error.error_type is ErrorType.BAD_ARGUMENT


def test_unit_friction_offers_the_full_name(phone: Phone) -> None:
    outcome = done(phone, "convert_unit", value=10, fromUnit="miles", toUnit="kilometers")
    assert dict(outcome.data or {})["result"] == "16.09"
    assert "32 fahrenheit" in done(phone, "convert_unit", value=0, fromUnit="Celsius", toUnit="fahrenheit").message
    arguments = {"value": 10, "fromUnit": "miles", "toUnit": "km"}
    assert "use kilometers" in refused(phone, ErrorType.BAD_ARGUMENT, "convert_unit", **arguments)
    refused(phone, ErrorType.BAD_ARGUMENT, "convert_unit", value=1, fromUnit="miles", toUnit="grams")
    refused(phone, ErrorType.BAD_ARGUMENT, "convert_unit", value=1, fromUnit="parsecs", toUnit="meters")
    refused(phone, ErrorType.BAD_ARGUMENT, "convert_unit", value=1, fromUnit="feet", toUnit="meters", category="time")


@pytest.mark.parametrize("category", sorted(set(UNITS) - {"temperature"}))
def test_unit_conversion_is_its_own_inverse(category: str) -> None:
    table = UNITS[category]
    for source, target in zip(table, [*list(table)[1:], next(iter(table))], strict=True):
        there = 100 * table[source] / table[target]
        assert there * table[target] / table[source] == pytest.approx(100)


def test_currency_takes_codes_and_offers_them_for_names(phone: Phone) -> None:
    outcome = done(phone, "convert_currency", amount=50, fromCurrency="eur", toCurrency="USD")
    assert float(str(dict(outcome.data or {})["result"])) == pytest.approx(50 * RATES["USD"])
    arguments = {"amount": 5, "fromCurrency": "dollars", "toCurrency": "EUR"}
    assert "use USD" in refused(phone, ErrorType.BAD_ARGUMENT, "convert_currency", **arguments)
    refused(phone, ErrorType.UNSUPPORTED, "convert_currency", amount=5, fromCurrency="XAU", toCurrency="EUR")


def test_note_is_created_extended_rewritten_and_deleted(phone: Phone) -> None:
    done(phone, "manage_note", action="create", title="Boat", content="rope")
    refused(phone, ErrorType.CONFLICT, "manage_note", action="create", title="boat", content="x")
    done(phone, "manage_note", action="append", title="Boat", content="paint")
    assert first(phone, "notes", title="Boat")["content"] == "rope, paint"
    assert data(phone, "manage_note", action="query", title="boat")["total"] == 1
    done(phone, "manage_note", action="update", title="Boat", content="sold")
    done(phone, "manage_note", action="delete", title="Boat")
    refused(phone, ErrorType.NOT_FOUND, "manage_note", action="append", title="Boat", content="x")
    refused(phone, ErrorType.BAD_ARGUMENT, "manage_note", action="create")


def test_shopping_list_refuses_duplicates_and_what_is_not_there(phone: Phone) -> None:
    done(phone, "manage_shopping_list", action="add", item="saffron")
    refused(phone, ErrorType.CONFLICT, "manage_shopping_list", action="add", item="Saffron")
    assert "saffron" in done(phone, "manage_shopping_list", action="query").message
    done(phone, "manage_shopping_list", action="remove", item="saffron")
    refused(phone, ErrorType.NOT_FOUND, "manage_shopping_list", action="remove", item="saffron")
    done(phone, "manage_shopping_list", action="clear")
    assert list(phone.state.items("shopping_items")) == []


def test_translation_knows_its_phrases_and_its_limits(phone: Phone) -> None:
    assert done(phone, "text_translate", text="Thank you!", targetLanguage="german").message == "German: danke"
    message = refused(phone, ErrorType.UNSUPPORTED, "text_translate", text="please", targetLanguage="Klingon")
    assert "Spanish" in message
    refused(phone, ErrorType.UNSUPPORTED, "text_translate", text="the cow jumped", targetLanguage="French")


# Travel -----------------------------------------------------------------------------------------


def test_weather_is_told_for_known_cities_and_home(phone: Phone) -> None:
    row = first(phone, "weather", day="tomorrow")
    message = done(phone, "query_weather", city=row["city"].upper(), day="tomorrow").message
    assert row["condition"] in message
    assert str(phone.setting("home_city")) in done(phone, "query_weather").message
    refused(phone, ErrorType.NOT_FOUND, "query_weather", city="Atlantis")


def test_health_values_are_read_and_recorded(phone: Phone) -> None:
    row = first(phone, "health", dataType="steps")
    assert str(row["value"]) in done(phone, "query_health_data", dataType="steps").message
    refused(phone, ErrorType.NOT_FOUND, "query_health_data", dataType="water")
    done(phone, "log_health_data", dataType="water", value=450)
    assert data(phone, "query_health_data", dataType="water")["value"] == "450"
    refused(phone, ErrorType.BAD_ARGUMENT, "log_health_data", dataType="weight", value=0)


def test_places_are_sorted_by_distance_or_rating(phone: Phone) -> None:
    near = data(phone, "search_place", category="cafe")["items"]
    assert near[0]["km"] <= near[1]["km"]
    best = data(phone, "search_place", category="cafe", sortBy="rating")["items"]
    assert best[0]["rating"] >= best[1]["rating"]
    refused(phone, ErrorType.BAD_ARGUMENT, "search_place", category="castle")


def test_navigation_must_be_stopped_before_a_new_start(phone: Phone) -> None:
    refused(phone, ErrorType.CONFLICT, "navigation_service", action="stop")
    done(phone, "navigation_service", action="start", destination="home", mode="bike")
    assert "home (bike)" in done(phone, "navigation_service", action="query").message
    refused(phone, ErrorType.CONFLICT, "navigation_service", action="start", destination="work")
    done(phone, "navigation_service", action="stop")
    refused(phone, ErrorType.NOT_FOUND, "navigation_service", action="start", destination="Atlantis")


def test_one_ride_at_a_time_can_be_booked_and_cancelled(phone: Phone) -> None:
    refused(phone, ErrorType.NOT_FOUND, "order_ride", action="cancel")
    done(phone, "order_ride", action="request", destination="work", rideType="van")
    refused(phone, ErrorType.CONFLICT, "order_ride", action="request", destination="home")
    assert "van ride to work" in done(phone, "order_ride", action="query").message
    done(phone, "order_ride", action="cancel")
    refused(phone, ErrorType.BAD_ARGUMENT, "order_ride", action="request")


# Permissions and the world ----------------------------------------------------------------------

GUARDED = {
    "calendar": ("calendar_service", {"action": "query"}),
    "contacts": ("search_contact", {"query": "x"}),
    "sms": ("query_messages", {}),
    "phone": ("query_call_log", {}),
    "health": ("query_health_data", {"dataType": "steps"}),
    "location": ("search_place", {"category": "cafe"}),
}


@pytest.mark.parametrize("permission", sorted(GUARDED))
def test_tools_need_their_permission(permission: str) -> None:
    phone = Phone()
    change = Override(table="permissions", id=permission, field="granted", value=False)
    phone.reset(WorldSpec(seed=SEED, overrides=(change,)))
    tool, arguments = GUARDED[permission]
    assert REGISTRY.tools[tool].spec.permission == permission
    assert permission in refused(phone, ErrorType.PERMISSION_DENIED, tool, **arguments)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 5000))
def test_worlds_are_coherent(seed: int) -> None:
    phone = Phone()
    phone.reset(WorldSpec(seed=seed))
    names = {row["name"] for _, row in phone.state.items("contacts")}
    assert {row["name"] for _, row in phone.state.items("messages")} <= names
    assert {row["name"] for _, row in phone.state.items("calls")} <= names
    slots = [(row["date"], row["time"]) for _, row in phone.state.items("events")]
    assert len(slots) == len(set(slots)) >= 4
    assert all(date.fromisoformat(day) >= phone.now.date() for day, _ in slots)
    distances = [row["km"] for _, row in phone.state.items("places")]
    assert len(distances) == len(set(distances))

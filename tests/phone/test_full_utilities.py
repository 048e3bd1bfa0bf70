"""Utilities of the full phone: browser, scanner, conversations, expenses, habits."""

from __future__ import annotations

from typing import Any

import pytest
from tests.phone.system_kit import (
    BEFORE,
    DAY,
    OFFLINE,
    Read,
    Setup,
    cell,
    count,
    denied,
    named,
    setting,
    system_phone,
    tools_of,
)

from planloop.contract.capability import Domain
from planloop.contract.feedback import ErrorType
from planloop.contract.tool import SideEffect
from planloop.phone.errors import ToolError
from planloop.phone.registry import REGISTRY
from planloop.phone.storey import Storey
from planloop.phone.world import world

BAD, MISSING, CONFLICT = ErrorType.BAD_ARGUMENT, ErrorType.NOT_FOUND, ErrorType.CONFLICT
UNSUPPORTED, DENIED = ErrorType.UNSUPPORTED, ErrorType.PERMISSION_DENIED
MODULES = ("web", "scans", "interpreter", "expenses", "habits")
TALK = "conversation"
TALKING = {"talk": ("translation_talk", TALK, {"language": "French", "lines": []})}
SAID = {"talk": ("translation_talk", TALK, {"language": "French", "lines": ["me: Thank you = merci"]})}
POOL = "Pool timetable.pdf"
NO_TAB = {"browser_tab": "", "t1": ("browser_tabs", "w1", None), "t3": ("browser_tabs", "w3", None)}

SUCCESS: list[tuple[str, dict[str, Any], Setup, Read, Any]] = [
    ("browser_service", {"action": "open", "page": "https://swim.example.org/"}, {}, setting("browser_tab"), "w2"),
    ("browser_service", {"action": "open", "page": "swimming"}, {}, named("apps", "Browser", "open"), True),
    ("browser_service", {"action": "open", "page": "swimming"}, {}, count("browser_history"), 2),
    ("browser_service", {"action": "open", "page": "swimming", "privateTab": True}, {}, count("browser_history"), 1),
    ("browser_service", {"action": "close_tab"}, {}, setting("browser_tab"), "w3"),
    ("browser_service", {"action": "close_tab", "page": "bus"}, {}, setting("browser_tab"), "w1"),
    ("browser_service", {"action": "bookmark", "page": "Swimming Hall"}, OFFLINE,
     cell("browser_bookmarks", "w2", "title"), "Swimming Hall"),
    ("browser_service", {"action": "remove_bookmark", "page": "library"}, {}, count("browser_bookmarks"), 0),
    ("browser_service", {"action": "clear_history"}, {}, count("browser_history"), 0),
    ("browser_service", {"action": "download", "page": "swimming"}, {}, named("files", POOL, "folder"), "Downloads"),
    ("browser_service", {"action": "download"}, {"browser_tab": "w2"}, named("browser_downloads", POOL, "address"),
     "swim.example.org"),
    ("scanner_service", {"action": "scan_document", "target": "letter"}, {},
     named("files", "Scan school letter.pdf", "sizeMb"), 2),
    ("scanner_service", {"action": "scan_document", "target": "letter", "fileName": "Class trip"}, {},
     named("files", "Class trip.pdf", "type"), "document"),
    ("scanner_service", {"action": "use_code", "target": "poster"}, {}, setting("browser_tab"), "w2"),
    ("scanner_service", {"action": "use_code", "target": "router sticker"}, {}, cell("networks", "n2", "connected"),
     True),
    ("scanner_service", {"action": "use_code", "target": "router sticker"}, {}, cell("networks", "n1", "connected"),
     False),
    ("scanner_service", {"action": "use_code", "target": "visitor badge"}, {}, named("contacts", "Zoe Vogel", "phone"),
     "555-4195"),
    ("manage_translation", {"action": "start", "language": "french"}, OFFLINE,
     cell("translation_talk", TALK, "language"), "French"),
    ("manage_translation", {"action": "start", "language": "German"}, {"playback": "playing"}, setting("playback"),
     "paused"),
    ("manage_translation", {"action": "say", "text": "Thank you!"}, TALKING, cell("translation_talk", TALK, "lines"),
     ["me: Thank you! = merci"]),
    ("manage_translation", {"action": "say", "text": "Bonne chance", "speaker": "other"}, TALKING,
     cell("translation_talk", TALK, "lines"), ["other: Bonne chance = good luck"]),
    ("manage_translation", {"action": "stop", "saveTranscript": True}, SAID,
     named("notes", f"Conversation in French {DAY}", "content", "title"), "me: Thank you = merci"),
    ("manage_translation", {"action": "stop"}, SAID, count("notes"), 0),
    ("manage_translation", {"action": "download_pack", "language": "German"}, {}, setting("free_mb"), 4940),
    ("manage_translation", {"action": "remove_pack", "language": "French"}, {},
     cell("voice_packs", "french", "installed"), False),
    ("manage_expenses", {"action": "add", "title": "Taxi", "amount": 9.9, "category": "transport"}, {},
     named("spending_items", "Taxi", "date", "title"), DAY),
    ("manage_expenses", {"action": "update", "title": "cinema", "amount": 15}, {},
     cell("spending_items", "e3", "amount"), 15),
    ("manage_expenses", {"action": "delete", "title": "bakery", "date": "2026-08-20"}, {},
     cell("spending_items", "e2", "title"), None),
    ("manage_expenses", {"action": "set_budget", "category": "leisure", "amount": 50}, {},
     cell("expense_budgets", "leisure", "monthly"), 50),
    ("manage_habits", {"action": "create", "name": "Floss", "perWeek": 5}, {}, named("habit_log", "Floss", "perWeek"),
     5),
    ("manage_habits", {"action": "check", "name": "stretch"}, {}, cell("habit_log", "h1", "done"),
     ["2026-08-21", "2026-08-22", BEFORE, DAY]),
    ("manage_habits", {"action": "uncheck", "name": "stretch", "date": "yesterday"}, {},
     cell("habit_log", "h1", "done"), ["2026-08-21", "2026-08-22"]),
    ("manage_habits", {"action": "set_target", "name": "read", "perWeek": 7}, {}, cell("habit_log", "h2", "perWeek"),
     7),
    ("manage_habits", {"action": "delete", "name": "Stretch"}, {}, count("habit_log"), 1),
]  # fmt: skip

ERRORS: list[tuple[str, dict[str, Any], Setup, ErrorType, str]] = [
    ("browser_service", {"action": "open", "page": "library"}, OFFLINE, CONFLICT, "no internet"),
    ("browser_service", {"action": "open", "page": "Swiming Hall"}, {}, MISSING, "did you mean Swimming Hall?"),
    ("browser_service", {"action": "open"}, {}, BAD, "page"),
    ("browser_service", {"action": "search"}, {}, BAD, "query"),
    ("browser_service", {"action": "bookmark"}, {}, CONFLICT, "already a bookmark"),
    ("browser_service", {"action": "close_tab"}, NO_TAB, CONFLICT, "open one first"),
    ("browser_service", {"action": "close_tab", "page": "swimming"}, {}, MISSING, "open tab"),
    ("browser_service", {"action": "download", "page": "library"}, {}, MISSING, "offers no file"),
    ("browser_service", {"action": "download", "page": "bus 12"}, {}, CONFLICT, "already a file"),
    ("browser_service", {"action": "download", "page": "swimming"}, denied("storage"), DENIED, "storage"),
    ("scanner_service", {"action": "scan_code", "target": "code"}, {}, CONFLICT, "several"),
    ("scanner_service", {"action": "scan_code", "target": "school letter"}, {}, UNSUPPORTED, "scan_document"),
    ("scanner_service", {"action": "scan_document", "target": "poster code"}, {}, UNSUPPORTED, "scan_code"),
    ("scanner_service", {"action": "scan_document", "target": "letter", "fileName": "bus 12"}, {}, CONFLICT,
     "already a file"),
    ("scanner_service", {"action": "scan_document", "target": "letter"}, denied("storage"), DENIED, "storage"),
    ("scanner_service", {"action": "use_code", "target": "router"}, {"wifi": False}, CONFLICT, "enable it first"),
    ("scanner_service", {"action": "use_code", "target": "poster"}, OFFLINE, CONFLICT, "no internet"),
    ("scanner_service", {"action": "use_code", "target": "parcel"}, {}, UNSUPPORTED, "only text"),
    ("scanner_service", {"action": "use_code", "target": "badge"}, denied("contacts"), DENIED, "contacts"),
    ("scanner_service", {"action": "read_text", "fileName": "Bus 12.pdf"}, {}, MISSING, "not made by the scanner"),
    ("scanner_service", {"action": "query"}, denied("camera"), DENIED, "camera"),
    ("manage_translation", {"action": "start", "language": "Klingon"}, {}, UNSUPPORTED, "Klingon"),
    ("manage_translation", {"action": "start", "language": "German"}, OFFLINE, CONFLICT, "no German pack"),
    ("manage_translation", {"action": "start", "language": "German"}, TALKING, CONFLICT, "stop it first"),
    ("manage_translation", {"action": "start", "language": "German"}, denied("microphone"), DENIED, "microphone"),
    ("manage_translation", {"action": "say", "text": "Thank you"}, {}, CONFLICT, "start one first"),
    ("manage_translation", {"action": "say", "text": "Fish"}, TALKING, UNSUPPORTED, "other words"),
    ("manage_translation", {"action": "stop"}, {}, CONFLICT, "no conversation"),
    ("manage_translation", {"action": "stop", "saveTranscript": True}, TALKING, CONFLICT, "nothing was said"),
    ("manage_translation", {"action": "download_pack", "language": "German"}, {"wifi": False}, CONFLICT, "Wi-Fi"),
    ("manage_translation", {"action": "download_pack", "language": "French"}, {}, CONFLICT, "already installed"),
    ("manage_translation", {"action": "remove_pack", "language": "French"}, TALKING, CONFLICT, "stop it first"),
    ("manage_expenses", {"action": "add", "title": "Taxi"}, {}, BAD, "amount"),
    ("manage_expenses", {"action": "add", "title": "Taxi", "amount": -3}, {}, BAD, "above 0"),
    ("manage_expenses", {"action": "add", "title": "Taxi", "amount": 3, "date": "tomorrow"}, {}, BAD, "to come"),
    ("manage_expenses", {"action": "delete", "title": "bakery"}, {}, CONFLICT, "2 expenses match"),
    ("manage_expenses", {"action": "delete", "title": "cinema", "date": "today"}, {}, MISSING, "no expense"),
    ("manage_expenses", {"action": "set_budget", "amount": 3}, {}, BAD, "category"),
    ("manage_habits", {"action": "create", "name": "stretch"}, {}, CONFLICT, "already a habit"),
    ("manage_habits", {"action": "check", "name": "read"}, {}, CONFLICT, "already ticked off"),
    ("manage_habits", {"action": "uncheck", "name": "Stretch"}, {}, CONFLICT, "not ticked off"),
    ("manage_habits", {"action": "check", "name": "Stretch", "date": "tomorrow"}, {}, BAD, "to come"),
    ("manage_habits", {"action": "delete", "name": "Floss"}, {}, MISSING, "no habit Floss"),
    ("manage_habits", {"action": "create", "name": "Floss", "perWeek": 8}, {}, BAD, "1-7"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments", "setup", "read", "expected"), SUCCESS)
def test_tool_does_what_it_says(tool: str, arguments: dict[str, Any], setup: Setup, read: Read, expected: Any) -> None:
    phone = system_phone(**setup)
    assert phone.call(tool, arguments).message
    assert read(phone) == expected


@pytest.mark.parametrize(("tool", "arguments", "setup", "kind", "words"), ERRORS)
def test_tool_refuses_and_changes_nothing(
    tool: str, arguments: dict[str, Any], setup: Setup, kind: ErrorType, words: str
) -> None:
    phone = system_phone(**setup)
    with pytest.raises(ToolError) as caught:
        phone.call(tool, arguments)
    assert (caught.value.error_type, words in caught.value.message) == (kind, True), caught.value.message
    assert not phone.state.deltas()


def test_every_tool_of_these_apps_has_a_success_and_an_error_case() -> None:
    ours = tools_of(MODULES)
    assert set(ours) == {case[0] for case in SUCCESS} == {case[0] for case in ERRORS}
    assert set(ours.values()) == {Domain.UTILITIES.value}


@pytest.mark.parametrize("tool", sorted(tools_of(MODULES)))
def test_queries_only_read_and_answer_with_data(tool: str) -> None:
    phone = system_phone()
    assert REGISTRY.tools[tool].side_effect({"action": "query"}) is SideEffect.READ
    assert phone.call(tool, {"action": "query"}).data
    assert not phone.state.deltas()


def test_a_search_puts_the_page_with_most_words_first_and_changes_nothing() -> None:
    phone = system_phone()
    found = phone.call("browser_service", {"action": "search", "query": "swimming ticket"}).data or {}
    assert found["total"] == 1 and "swim.example.org" in str(found["items"])
    assert (phone.call("browser_service", {"action": "search", "query": "zebra"}).data or {})["total"] == 0
    assert not phone.state.deltas()


def test_a_scanned_paper_can_be_read_again_and_sent() -> None:
    phone = system_phone()
    phone.call("scanner_service", {"action": "scan_document", "target": "school letter", "fileName": "Trip"})
    assert "Bring 12 EUR" in phone.call("scanner_service", {"action": "read_text", "fileName": "Trip.pdf"}).message
    assert phone.call("send_file", {"fileName": "Trip.pdf", "recipient": "Anna Hill"}).message
    assert named("transfers", "Trip.pdf", "phone", "file")(phone) == "555-1000"


def test_reading_a_code_does_nothing_with_it() -> None:
    phone = system_phone()
    told = phone.call("scanner_service", {"action": "scan_code", "target": "router sticker"})
    assert "Neighbour" in told.message and not phone.state.deltas()


def test_things_in_view_do_not_tell_their_contents() -> None:
    told = str(system_phone().call("scanner_service", {"action": "query"}))
    assert "poster code" in told and "swim.example.org" not in told and "link" not in told


def test_an_expense_over_the_budget_says_so() -> None:
    phone = system_phone()
    told = phone.call("manage_expenses", {"action": "add", "title": "Pizza", "amount": 10, "category": "food"}).message
    assert told.endswith("food budget exceeded by 2.5 EUR")


def test_expenses_are_summed_by_category_and_dates() -> None:
    phone = system_phone()
    assert phone.call("manage_expenses", {"action": "query"}).message == "24.5 EUR in 3 expenses"
    month = phone.call("manage_expenses", {"action": "query", "category": "food", "fromDate": "2026-08-01"})
    assert month.message == "12.5 EUR in 2 expenses"
    assert phone.call("manage_expenses", {"action": "query", "date": "today"}).message == "5.5 EUR in 1 expenses"


def test_a_streak_goes_on_while_today_is_open_and_breaks_with_a_gap() -> None:
    phone = system_phone()
    assert (phone.call("manage_habits", {"action": "query", "name": "Stretch"}).data or {})["streak"] == 3
    phone.call("manage_habits", {"action": "uncheck", "name": "Stretch", "date": BEFORE})
    assert (phone.call("manage_habits", {"action": "query", "name": "Stretch"}).data or {})["streak"] == 0


def test_worlds_are_coherent() -> None:
    for seed in range(40):
        tables = world(seed, Storey.FULL).tables
        pages = {row["address"] for row in tables["browser_pages"].values()}
        assert tables["settings"]["browser_tab"]["value"] in tables["browser_tabs"]
        links = [r["content"] for r in tables["scan_targets"].values() if r["kind"] == "link"]
        assert {link.removeprefix("https://") for link in links} <= pages
        names = {f"WIFI {row['name']}" for row in tables["networks"].values()}
        assert {r["content"] for r in tables["scan_targets"].values() if r["kind"] == "wifi"} <= names
        assert any(row["installed"] for row in tables["voice_packs"].values())

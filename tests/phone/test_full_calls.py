"""Call tools of the full phone: calls under way, forwarding, voicemail, later messages, threads, e-mail."""

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

Setup = dict[str, Any]  # device settings before the call; a tuple is (table, record id, record) of one record
BAD, MISSING, CONFLICT = ErrorType.BAD_ARGUMENT, ErrorType.NOT_FOUND, ErrorType.CONFLICT
UNSUPPORTED, DENIED = ErrorType.UNSUPPORTED, ErrorType.PERMISSION_DENIED
MODULES = ("conversation", "unanswered", "outbox", "chats", "mail")
ANNA: dict[str, Any] = {"name": "Anna Hill", "phone": "555-1000"}
BEN: dict[str, Any] = {"name": "Ben Hill", "phone": "555-1001"}
CARL: dict[str, Any] = {"name": "Carl Ito", "phone": "555-1002"}
OFF: dict[str, Any] = {"enabled": False, "name": "", "phone": ""}
QUIET: dict[str, Any] = {"unread": 0, "pinned": False, "muted": False, "archived": False}
LETTER = {"address": "anna.hill@inkwell.example", "attachment": "", "time": "2026-08-20 10:00", "with": "Anna Hill"}
KNOWN: dict[str, dict[str, dict[str, Any]]] = {
    "contacts": {key: {**row, "relation": "", "group": ""} for key, row in (("c1", ANNA), ("c2", BEN), ("c3", CARL))},
    "blocked_numbers": {"b1": {"phone": "555-1002"}},
    "calls": {},
    "live_calls": {},
    "messages": {
        "m1": {**ANNA, "content": "Hello", "direction": "received", "time": "2026-08-24 10:00"},
        "m2": {**ANNA, "content": "Hi", "direction": "sent", "time": "2026-08-24 10:01"},
        "m3": {**BEN, "content": "Keys?", "direction": "received", "time": "2026-08-23 10:01"},
    },
    "message_threads": {"555-1000": {**QUIET, "unread": 1}, "555-1001": {**QUIET, "archived": True}},
    "call_forwards": {
        "always": OFF, "busy": OFF, "no_answer": {"enabled": True, **BEN}, "unreachable": {"enabled": False, **ANNA},
    },
    "voicemails": {
        "v1": {**ANNA, "time": "2026-08-23 09:15", "seconds": 9, "text": "Call me.", "heard": False},
        "v2": {**ANNA, "time": "2026-08-22 18:40", "seconds": 5, "text": "It works.", "heard": True},
        "v3": {"name": "", "phone": "555-0444", "time": "2026-08-21 12:00", "seconds": 5, "text": "Sorry.",
               "heard": True},
    },
    "scheduled_messages": {
        "s1": {**ANNA, "content": "Good luck", "date": "2026-08-25", "time": "08:00"},
        "s2": {**ANNA, "content": "Well done", "date": "2026-08-26", "time": "18:00"},
        "s3": {**BEN, "content": "Safe travels", "date": "2026-08-27", "time": "07:00"},
    },
    "email_addresses": {"c1": {"address": "anna.hill@inkwell.example"}},
    "emails": {
        "e1": {**LETTER, "subject": "Flight change", "body": "Now 9:40.", "folder": "inbox", "unread": True},
        "e2": {**LETTER, "subject": "Flight refund", "body": "89 euros.", "folder": "archive", "unread": False},
        "e3": {**LETTER, "subject": "Picnic", "body": "At noon.", "folder": "trash", "unread": False},
    },
    "files": {
        key: {"name": name, "type": "document", "folder": "Work", "sizeMb": size, "hidden": False, "date": "2026-01-01"}
        for key, name, size in (("f1", "Lease.pdf", 3), ("f2", "Plans.pdf", 80))
    },
}  # fmt: skip


def phone_with(**setup: Any) -> Phone:
    """A phone of the full storey on 2026-08-24 at 11:40 whose contents the tests know by name."""
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=1, storey="full"))
    assert f"{phone.now:%Y-%m-%d %H:%M}" == "2026-08-24 11:40"
    for table, rows in KNOWN.items():
        for key, _ in list(phone.state.items(table)):
            phone.state.delete(table, key)
        for key, row in rows.items():
            phone.state.insert(table, dict(row), key=key)
    base = {"wifi": True, "mobile_data": True, "airplane_mode": False, "playback": "playing", "call_muted": False}
    for name, value in {**base, **setup}.items():
        if isinstance(value, tuple):
            table, key, row = value
            phone.state.insert(table, row, key=key)
        else:
            phone.change(name, value)
    phone.state.seal()
    return phone


def line(status: str, person: dict[str, Any], merged: bool = False) -> tuple[str, str, dict[str, Any]]:
    """The setup of a call under way."""
    return ("live_calls", person["name"], {**person, "status": status, "merged": merged})


def value(name: str) -> Callable[[Phone], Any]:
    """Reads a device setting."""
    return lambda phone: phone.setting(name)


def field(table: str, field: str, key_field: str, key: str) -> Callable[[Phone], Any]:
    """Reads a field of the one row with this value of another field, None where there is no such row."""
    return lambda phone: next((r[field] for _, r in phone.state.items(table) if r[key_field] == key), None)


def count(table: str) -> Callable[[Phone], Any]:
    """Reads how many rows a table has."""
    return lambda phone: sum(1 for _ in phone.state.items(table))


def thread(name: str) -> Callable[[Phone], Any]:
    """Reads a field of the thread with Anna."""
    return lambda phone: (phone.state.get("message_threads", ANNA["phone"]) or {})[name]


RINGING, TALKING = {"one": line("ringing", ANNA)}, {"one": line("active", ANNA)}
TWO = {**TALKING, "two": line("held", BEN)}
OFFLINE = {"wifi": False, "mobile_data": False}
NEW = {"action": "create", "phoneNumber": "Ben Hill", "content": "Hi", "time": "20:00"}
SEND = {"action": "send", "to": "Anna Hill", "subject": "Flat", "body": "See it"}
SUCCESS: list[tuple[str, dict[str, Any], Setup, Callable[[Phone], Any], Any]] = [
    ("control_call", {"action": "answer"}, RINGING, field("live_calls", "status", "name", "Anna Hill"), "active"),
    ("control_call", {"action": "decline"}, RINGING, field("calls", "type", "name", "Anna Hill"), "missed"),
    ("control_call", {"action": "hold"}, TALKING, field("live_calls", "status", "name", "Anna Hill"), "held"),
    ("control_call", {"action": "resume"}, TWO, field("live_calls", "status", "name", "Anna Hill"), "held"),
    ("control_call", {"action": "merge"}, TWO, field("live_calls", "merged", "name", "Ben Hill"), True),
    ("control_call", {"action": "mute"}, TALKING, value("call_muted"), True),
    ("control_call", {"action": "end"}, {**TALKING, "call_muted": True}, value("call_muted"), False),
    ("manage_call_forwarding", {"action": "enable", "condition": "busy", "phoneNumber": "anna"}, {},
     lambda phone: phone.state.get("call_forwards", "busy"), {"enabled": True, **ANNA}),
    ("manage_call_forwarding", {"action": "enable", "condition": "unreachable"}, {},
     field("call_forwards", "enabled", "name", "Anna Hill"), True),
    ("manage_call_forwarding", {"action": "disable"}, {}, field("call_forwards", "enabled", "name", "Ben Hill"), False),
    ("manage_voicemail", {"action": "play", "caller": "Anna Hill", "time": "09:15"}, {},
     field("voicemails", "heard", "text", "Call me."), True),
    ("manage_voicemail", {"action": "delete", "caller": "555-0444"}, {}, count("voicemails"), 2),
    ("manage_voicemail", {"action": "delete_heard"}, {}, count("voicemails"), 1),
    ("manage_voicemail", {"action": "set_greeting", "greeting": "Hello!"}, {}, value("voicemail_greeting"), "Hello!"),
    ("manage_scheduled_messages", NEW, {}, field("scheduled_messages", "date", "content", "Hi"), "2026-08-24"),
    ("manage_scheduled_messages", {"action": "update", "phoneNumber": "Ben", "newTime": "09:30"}, {},
     field("scheduled_messages", "time", "name", "Ben Hill"), "09:30"),
    ("manage_scheduled_messages", {"action": "cancel", "phoneNumber": "anna", "date": "tomorrow"}, {},
     count("scheduled_messages"), 2),
    ("manage_scheduled_messages", {"action": "send_now", "phoneNumber": "Ben Hill"}, {},
     field("messages", "direction", "content", "Safe travels"), "sent"),
    ("manage_message_threads", {"action": "pin", "contact": "Anna Hill"}, {},
     thread("pinned"), True),
    ("manage_message_threads", {"action": "mark_read"}, {},
     thread("unread"), 0),
    ("manage_message_threads", {"action": "delete", "contact": "anna"}, {}, count("messages"), 1),
    ("email_service", {**SEND, "attachment": "lease"}, {}, field("emails", "attachment", "subject", "Flat"),
     "Lease.pdf"),
    ("email_service", {"action": "reply", "subject": "flight change", "body": "Thanks"}, {},
     field("emails", "address", "subject", "Re: Flight change"), "anna.hill@inkwell.example"),
    ("email_service", {"action": "archive", "subject": "change"}, {},
     field("emails", "folder", "subject", "Flight change"), "archive"),
    ("email_service", {"action": "delete", "subject": "Flight refund"}, {},
     field("emails", "folder", "subject", "Flight refund"), "trash"),
    ("email_service", {"action": "mark_read", "subject": "Flight change"}, {},
     field("emails", "unread", "subject", "Flight change"), False),
]  # fmt: skip

ERRORS: list[tuple[str, dict[str, Any], Setup, ErrorType, str]] = [
    ("control_call", {"action": "answer"}, TALKING, CONFLICT, "no call is ringing"),
    ("control_call", {"action": "answer", "contact": "Ben Hill"}, RINGING, MISSING, "no ringing call Ben Hill"),
    ("control_call", {"action": "merge"}, TALKING, CONFLICT, "no call is held"),
    ("control_call", {"action": "mute"}, {}, CONFLICT, "no call is active"),
    ("control_call", {"action": "end"}, {}, CONFLICT, "no call"),
    ("control_call", {"action": "hold"}, {**TALKING, "airplane_mode": True}, CONFLICT, "no call is active"),
    ("control_call", {"action": "end", "contact": "Hill"}, TWO, CONFLICT, "several calls match"),
    ("manage_call_forwarding", {"action": "enable", "condition": "busy"}, {}, BAD, "phoneNumber"),
    ("manage_call_forwarding", {"action": "enable", "phoneNumber": "Anna"}, {}, BAD, "condition"),
    ("manage_call_forwarding", {"action": "disable"}, {"airplane_mode": True}, CONFLICT, "disable it first"),
    ("manage_call_forwarding", {"action": "enable", "condition": "busy", "phoneNumber": "Anna"},
     {"all": ("call_forwards", "always", {"enabled": True, **BEN})}, CONFLICT, "disable always first"),
    ("manage_call_forwarding", {"action": "enable", "condition": "busy", "phoneNumber": "carl"}, {}, CONFLICT,
     "unblock it first"),
    ("manage_call_forwarding", {"action": "enable", "condition": "busy", "phoneNumber": "Hill"}, {}, CONFLICT,
     "2 contacts match"),
    ("manage_voicemail", {"action": "play", "caller": "Anna Hill"}, {}, CONFLICT, "2 voicemails match"),
    ("manage_voicemail", {"action": "play", "caller": "Ben Hill"}, {}, MISSING, "no voicemail of Ben Hill"),
    ("manage_voicemail", {"action": "delete"}, {}, BAD, "caller or time"),
    ("manage_voicemail", {"action": "set_greeting", "greeting": "a" * 300}, {}, BAD, "at most 200"),
    ("manage_scheduled_messages", {**NEW, "time": "11:00"}, {}, BAD, "is over"),
    ("manage_scheduled_messages", {**NEW, "phoneNumber": "Carl Ito"}, {}, CONFLICT, "unblock it first"),
    ("manage_scheduled_messages", {**NEW, "date": "2026-08-27", "time": "07:00"}, {}, CONFLICT, "update it"),
    ("manage_scheduled_messages", {"action": "cancel", "phoneNumber": "Anna Hill"}, {}, CONFLICT, "give date and time"),
    ("manage_scheduled_messages", {"action": "update", "phoneNumber": "Ben"}, {}, BAD, "nothing to change"),
    ("manage_scheduled_messages", {"action": "cancel", "phoneNumber": "555-7777"}, {}, MISSING, "555-7777"),
    ("manage_message_threads", {"action": "pin"}, {}, BAD, "contact"),
    ("manage_message_threads", {"action": "delete", "contact": "Carl Ito"}, {}, MISSING, "no messages with Carl Ito"),
    ("manage_message_threads", {"action": "mute", "contact": "Hill"}, {}, CONFLICT, "2 contacts match"),
    ("email_service", {**SEND, "to": "Ben Hill"}, {}, MISSING, "no e-mail address of Ben Hill"),
    ("email_service", SEND, OFFLINE, CONFLICT, "no internet"),
    ("email_service", {**SEND, "attachment": "plans"}, {}, UNSUPPORTED, "use send_file"),
    ("email_service", {"action": "read", "subject": "Flight"}, {}, CONFLICT, "several e-mails match"),
    ("email_service", {"action": "read", "subject": "Picnic"}, {}, MISSING, "no e-mail Picnic"),
    ("email_service", {"action": "reply", "subject": "Flight change"}, {}, BAD, "body"),
]  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments", "setup", "read", "expected"), SUCCESS)
def test_call_tool_does_what_it_says(
    tool: str, arguments: dict[str, Any], setup: Setup, read: Callable[[Phone], Any], expected: Any
) -> None:
    phone = phone_with(**setup)
    assert 0 < len(phone.call(tool, arguments).message) < 160
    assert read(phone) == expected


@pytest.mark.parametrize(("tool", "arguments", "setup", "kind", "words"), ERRORS)
def test_call_tool_refuses_and_changes_nothing(
    tool: str, arguments: dict[str, Any], setup: Setup, kind: ErrorType, words: str
) -> None:
    phone = phone_with(**setup)
    with pytest.raises(ToolError, match=words) as caught:
        phone.call(tool, arguments)
    assert caught.value.error_type is kind
    assert not phone.state.deltas()


def test_every_new_call_tool_has_a_success_and_an_error_case() -> None:
    modules = {f"planloop.phone.apps.{name}" for name in MODULES}
    ours = {name for name, found in REGISTRY.tools.items() if found.run.__module__ in modules}
    assert len(ours) == 6
    assert ours == {case[0] for case in SUCCESS} == {case[0] for case in ERRORS}
    assert {REGISTRY.tools[name].spec.domain for name in ours} == {Domain.CALLS.value}


@pytest.mark.parametrize(
    ("tool", "permission"),
    [("control_call", "phone"), ("manage_call_forwarding", "phone"), ("manage_voicemail", "phone"),
     ("manage_scheduled_messages", "sms"), ("manage_message_threads", "sms")],
)  # fmt: skip
def test_permission_is_needed(tool: str, permission: str) -> None:
    phone = phone_with()
    phone.state.set("permissions", permission, granted=False)
    with pytest.raises(ToolError) as caught:
        phone.call(tool, {"action": "query"})
    assert caught.value.error_type is DENIED


def test_an_attachment_needs_the_storage_permission() -> None:
    phone = phone_with()
    phone.state.set("permissions", "storage", granted=False)
    with pytest.raises(ToolError) as caught:
        phone.call("email_service", {**SEND, "attachment": "Lease.pdf"})
    assert caught.value.error_type is DENIED
    assert phone.call("email_service", SEND).message


@pytest.mark.parametrize("seed", range(20))
def test_queries_of_any_world_only_read(seed: int) -> None:
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=seed, storey="full"))
    for name in {case[0] for case in SUCCESS}:
        action = "search" if name == "email_service" else "query"
        assert phone.call(name, {"action": action}).data is not None
        assert REGISTRY.tools[name].side_effect({"action": action}).value == "read"
    assert not phone.state.deltas()


def under_way(phone: Phone) -> list[tuple[str, str]]:
    """(person, status) of all calls under way."""
    data: Any = phone.call("control_call", {"action": "query"}).data
    return [(item["with"], item["status"]) for item in data["items"]]


def test_a_call_that_was_made_can_be_controlled_and_ended() -> None:
    phone = phone_with()
    phone.call("make_call", {"phoneNumber": "Anna Hill"})
    assert under_way(phone) == [("Anna Hill", "active")]
    phone.call("make_call", {"phoneNumber": "Ben Hill"})
    assert under_way(phone) == [("Anna Hill", "held"), ("Ben Hill", "active")]
    phone.call("control_call", {"action": "end"})
    phone.call("control_call", {"action": "resume"})
    assert under_way(phone) == [("Anna Hill", "active")]
    phone.call("control_call", {"action": "end"})
    assert under_way(phone) == []


def test_a_conference_is_held_resumed_and_ended_as_one() -> None:
    phone = phone_with(**TWO, three=line("held", CARL))
    phone.call("control_call", {"action": "merge"})
    for action, status in (("hold", "held"), ("resume", "active")):
        phone.call("control_call", {"action": action})
        assert {found for _, found in under_way(phone)} == {status}
    phone.call("control_call", {"action": "end", "contact": "Carl"})
    assert len(under_way(phone)) == 2
    phone.call("control_call", {"action": "end"})
    assert not under_way(phone)


def test_answering_pauses_music_holds_the_other_call_and_is_logged() -> None:
    phone = phone_with(**RINGING, two=line("active", BEN))
    phone.call("control_call", {"action": "answer"})
    assert phone.setting("playback") == "paused"
    assert dict(under_way(phone)) == {"Anna Hill": "active", "Ben Hill": "held"}
    log: Any = phone.call("query_call_log", {"callType": "incoming"}).data
    assert log["total"] == 1


def test_playing_a_voicemail_pauses_music_and_tells_what_was_said() -> None:
    phone = phone_with()
    assert "Sorry." in phone.call("manage_voicemail", {"action": "play", "caller": "555-0444"}).message
    assert phone.setting("playback") == "paused"


def test_a_new_thread_appears_with_its_first_message() -> None:
    phone = phone_with()
    phone.call("send_message", {"phoneNumber": "555-9000", "content": "Hello"})
    phone.call("manage_message_threads", {"action": "mute", "contact": "555-9000"})
    found: Any = phone.call("manage_message_threads", {"action": "query", "show": "muted"}).data
    assert [item["with"] for item in found["items"]] == ["555-9000"]


def test_a_deleted_thread_is_gone_from_the_messages() -> None:
    phone = phone_with()
    phone.call("manage_message_threads", {"action": "delete", "contact": "Anna Hill"})
    found: Any = phone.call("query_messages", {"contact": "Anna Hill"}).data
    assert found["total"] == 0
    assert phone.state.get("message_threads", "555-1000") is None


def test_mail_is_found_by_words_and_folder() -> None:
    phone = phone_with()
    found: Any = phone.call("email_service", {"action": "search", "query": "flight anna"}).data
    assert [item["subject"] for item in found["items"]] == ["Flight change"]
    found = phone.call("email_service", {"action": "search", "query": "euros", "folder": "archive"}).data
    assert found["total"] == 1 and found["query"] == "euros"


def test_reading_mail_changes_nothing_and_bare_addresses_are_taken() -> None:
    phone = phone_with()
    phone.call("email_service", {"action": "read", "subject": "Flight change"})
    assert not phone.state.deltas()
    phone.call("email_service", {**SEND, "to": "office@school.example"})
    assert phone.state.find("emails", address="office@school.example", folder="sent")

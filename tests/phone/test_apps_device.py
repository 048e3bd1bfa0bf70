"""Network, display, audio, system, apps, security and device tools: one success and one error at least for each."""

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

Setup = dict[str, Any]  # device settings before the call
BAD, MISSING, CONFLICT = ErrorType.BAD_ARGUMENT, ErrorType.NOT_FOUND, ErrorType.CONFLICT
UNSUPPORTED, DENIED = ErrorType.UNSUPPORTED, ErrorType.PERMISSION_DENIED


def phone_with(**settings: Any) -> Phone:
    """A phone whose contents the tests know by name."""
    phone = Phone()
    phone.reset(WorldSpec(seed=1))
    known: dict[str, list[dict[str, Any]]] = {
        "networks": [
            {"name": "Home", "secured": True, "saved": True, "connected": True},
            {"name": "Cafe Guest", "secured": False, "saved": False, "connected": False},
            {"name": "Neighbour", "secured": True, "saved": False, "connected": False},
        ],
        "paired": [{"name": "Aero Buds", "kind": "earbuds", "connected": True, "battery": 50}],
        "songs": [{"title": "Tidal", "artist": "Sable"}, {"title": "Amber Road", "artist": "Sable"}],
        "playlists": [{"name": "Focus", "songs": ["Tidal"]}],
        "apps": [
            {"name": "Camera", "sizeMb": 50, "system": True, "open": False, "locked": False, "granted": []},
            {"name": "Notely", "sizeMb": 90, "system": False, "open": True, "locked": False, "granted": ["camera"]},
            {"name": "Settings", "sizeMb": 9, "system": True, "open": False, "locked": False, "granted": []},
        ],
        "catalogue": [{"name": "MapMuse", "sizeMb": 100}, {"name": "Hugeness", "sizeMb": 10**6}],
        "files": [
            {"name": n, "type": t, "folder": f, "sizeMb": s, "hidden": False, "date": "2026-01-01"}
            for n, t, f, s in (
                ("Tax return.pdf", "document", "Work", 4),
                ("Car manual.pdf", "document", "Work", 9),
                ("Snowman.jpg", "image", "Family", 2),
            )
        ],
        "contacts": [{"name": "Anna Hill", "phone": "555-1000", "relation": "", "group": ""}],
        "screens": [{"name": "Den TV", "type": "tv"}, {"name": "Attic TV", "type": "tv"}],
        "computers": [{"name": "Cobalt 15 laptop", "type": "laptop"}],
    }
    for table, rows in known.items():
        for key, _ in list(phone.state.items(table)):
            phone.state.delete(table, key)
        for row in rows:
            phone.state.insert(table, row)
    base = {
        "wifi": True, "bluetooth": True, "mobile_data": True, "hotspot": False, "nfc": True, "power_mode": "normal",
        "playback": "playing", "queue": ["Tidal", "Amber Road"], "playing": "Tidal", "dnd": False, "free_mb": 5000,
        "scheduled_power_off": "23:00", "scheduled_power_on": "", "dark_mode": False, "auto_rotate": True,
    }  # fmt: skip
    for name, value in {**base, **settings}.items():
        phone.change(name, value)
    phone.state.seal()
    return phone


def value(name: str) -> Callable[[Phone], Any]:
    """Reads a device setting."""
    return lambda phone: phone.setting(name)


def field(table: str, field: str, key_field: str, key: str) -> Callable[[Phone], Any]:
    """Reads a field of the one row with this name."""
    return lambda phone: next((r[field] for _, r in phone.state.items(table) if r[key_field] == key), None)


SUCCESS: list[tuple[str, dict[str, Any], Setup, Callable[[Phone], Any], Any]] = [
    ("manage_wifi", {"action": "disable"}, {}, field("networks", "connected", "name", "Home"), False),
    ("manage_wifi", {"action": "connect", "networkName": "cafe guest"}, {},
     field("networks", "connected", "name", "Cafe Guest"), True),
    ("manage_bluetooth", {"action": "disconnect", "deviceName": "buds"}, {},
     field("paired", "connected", "name", "Aero Buds"), False),
    ("manage_hotspot", {"action": "enable"}, {}, value("hotspot"), True),
    ("configure_hotspot", {"settingItem": "band", "settingValue": "5 GHz"}, {}, value("hotspot_band"), "5GHz"),
    ("manage_airplane_mode", {"action": "disable"}, {"airplane_mode": True, "mobile_data": False},
     value("mobile_data"), True),
    ("manage_mobile_data", {"action": "disable"}, {"hotspot": True}, value("hotspot"), False),
    ("manage_nfc", {"action": "set_mode", "mode": "card"}, {}, value("nfc_mode"), "card"),
    ("set_brightness", {"level": 33}, {"brightness": 50}, value("brightness"), 33),
    ("query_display", {}, {"brightness": 44}, value("brightness"), 44),
    ("manage_dark_mode", {"action": "schedule", "startTime": "21:00", "endTime": "06:00"}, {},
     value("dark_schedule"), "21:00-06:00"),
    ("manage_auto_rotate", {"action": "disable"}, {}, value("auto_rotate"), False),
    ("set_screen_timeout", {"timeout": "5m"}, {"screen_timeout": "1m"}, value("screen_timeout"), "5m"),
    ("set_volume", {"stream": "ring", "level": 7}, {"volume_ring": 50}, value("volume_ring"), 7),
    ("query_volume", {}, {"volume_ring": 50}, value("volume_ring"), 50),
    ("manage_do_not_disturb", {"action": "enable", "until": "18:30"}, {}, value("dnd_until"), "18:30"),
    ("play_audio", {"artist": "sable"}, {"playback": "stopped"}, value("queue"), ["Tidal", "Amber Road"]),
    ("control_playback", {"action": "next"}, {}, value("playing"), "Amber Road"),
    ("set_music_play_mode", {"mode": "shuffle"}, {"play_mode": "sequence"}, value("play_mode"), "shuffle"),
    ("manage_playlist", {"action": "add", "name": "Focus", "title": "Amber Road"}, {},
     field("playlists", "songs", "name", "Focus"), ["Tidal", "Amber Road"]),
    ("manage_battery", {"action": "enable", "mode": "super_saving"}, {}, value("power_mode"), "super_saving"),
    ("manage_device_info", {"action": "rename", "name": "Rosie"}, {}, value("device_name"), "Rosie"),
    ("control_flashlight", {"action": "enable"}, {"flashlight": False}, value("flashlight"), True),
    ("manage_scheduled_power", {"action": "cancel", "event": "power_off"}, {}, value("scheduled_power_off"), ""),
    ("control_screen_recorder", {"action": "stop"}, {"recorder": "recording"},
     field("files", "type", "name", "Screen recording 1.mp4"), "video"),
    ("control_device_power", {"action": "restart"}, {}, value("power"), "restarting"),
    ("open_app", {"appName": "Camera"}, {}, field("apps", "open", "name", "Camera"), True),
    ("close_app", {"appName": "Notely"}, {}, field("apps", "open", "name", "Notely"), False),
    ("manage_app", {"action": "install", "appName": "MapMuse"}, {}, value("free_mb"), 4900),
    ("manage_app", {"action": "uninstall", "appName": "Notely"}, {}, value("free_mb"), 5090),
    ("manage_app_permission", {"action": "grant", "appName": "Notely", "permission": "microphone"}, {},
     field("apps", "granted", "name", "Notely"), ["camera", "microphone"]),
    ("local_file_search", {"query": "tax"}, {}, field("files", "folder", "name", "Tax return.pdf"), "Work"),
    ("send_file", {"fileName": "Snowman.jpg", "recipient": "Anna Hill"}, {},
     field("transfers", "phone", "file", "Snowman.jpg"), "555-1000"),
    ("manage_file", {"action": "rename", "fileName": "Snowman.jpg", "newName": "Winter"}, {},
     field("files", "type", "name", "Winter.jpg"), "image"),
    ("query_storage", {}, {}, value("free_mb"), 5000),
    ("manage_app_lock", {"action": "enable", "appName": "Notely"}, {}, field("apps", "locked", "name", "Notely"), True),
    ("manage_private_file", {"action": "hide", "fileName": "Snowman.jpg"}, {},
     field("files", "hidden", "name", "Snowman.jpg"), True),
    ("manage_find_device", {"action": "enable"}, {"find_device": False}, value("find_device"), True),
    ("control_screen_casting", {"action": "start", "targetDeviceName": "den"}, {}, value("cast_target"), "Den TV"),
    ("manage_keyboard_mouse_sharing", {"action": "start", "targetDeviceType": "laptop"}, {},
     value("input_sharing"), "Cobalt 15 laptop"),
]  # fmt: skip

ERRORS: list[tuple[str, dict[str, Any], Setup, ErrorType, str]] = [
    ("manage_wifi", {"action": "connect", "networkName": "Neighbour"}, {}, UNSUPPORTED, "password"),
    ("manage_wifi", {"action": "connect", "networkName": "Home"}, {"wifi": False}, CONFLICT, "enable it first"),
    ("manage_bluetooth", {"action": "connect", "deviceName": "Aero Bud"}, {}, MISSING, "did you mean Aero Buds?"),
    ("manage_hotspot", {"action": "enable"}, {"mobile_data": False}, CONFLICT, "mobile data"),
    ("configure_hotspot", {"settingItem": "max_devices", "settingValue": "99"}, {}, BAD, "1-10"),
    ("manage_airplane_mode", {"action": "toggle"}, {}, BAD, "toggle"),
    ("manage_mobile_data", {"action": "enable"}, {"airplane_mode": True}, CONFLICT, "airplane"),
    ("manage_nfc", {"action": "set_mode", "mode": "card"}, {"nfc": False}, CONFLICT, "NFC is off"),
    ("set_brightness", {"level": 150}, {}, BAD, "0-100"),
    ("query_display", {"item": "x"}, {}, BAD, "item"),
    ("manage_dark_mode", {"action": "schedule", "startTime": "21:00"}, {}, BAD, "endTime"),
    ("manage_auto_rotate", {}, {}, BAD, "action"),
    ("set_screen_timeout", {"timeout": "never"}, {}, BAD, "never"),
    ("set_volume", {"stream": "bass", "level": 3}, {}, BAD, "bass"),
    ("query_volume", {"stream": "ring"}, {}, BAD, "stream"),
    ("manage_do_not_disturb", {"action": "disable", "until": "10:00"}, {}, BAD, "until"),
    ("play_audio", {"title": "Tidel"}, {}, MISSING, "did you mean Tidal?"),
    ("play_audio", {"title": "Tidal", "artist": "Nobody"}, {}, MISSING, "by Sable"),
    ("control_playback", {"action": "pause"}, {"playback": "stopped"}, CONFLICT, "nothing is playing"),
    ("set_music_play_mode", {"mode": "random"}, {}, BAD, "random"),
    ("manage_playlist", {"action": "create", "name": "focus"}, {}, CONFLICT, "already exists"),
    ("manage_battery", {"action": "enable", "mode": "turbo"}, {}, BAD, "turbo"),
    ("manage_device_info", {"action": "rename"}, {}, BAD, "name"),
    ("control_flashlight", {"action": "blink"}, {}, BAD, "blink"),
    ("manage_scheduled_power", {"action": "cancel", "event": "power_on"}, {}, CONFLICT, "power_on"),
    ("control_screen_recorder", {"action": "start"}, {"recorder": "recording"}, CONFLICT, "stop it first"),
    ("control_device_power", {"action": "power_off"}, {"recorder": "recording"}, CONFLICT, "stop it first"),
    ("open_app", {"appName": "MapMuse"}, {}, MISSING, "not installed"),
    ("close_app", {"appName": "Camera"}, {}, CONFLICT, "not running"),
    ("manage_app", {"action": "uninstall", "appName": "Camera"}, {}, UNSUPPORTED, "built in"),
    ("manage_app", {"action": "install", "appName": "Hugeness"}, {}, CONFLICT, "5000 MB are free"),
    ("manage_app", {"action": "install", "appName": "MapMuse"}, {"wifi": False, "mobile_data": False}, CONFLICT,
     "internet"),
    ("manage_app_permission", {"action": "grant", "appName": "Notely"}, {}, BAD, "permission"),
    ("local_file_search", {"fileType": "poem"}, {}, BAD, "poem"),
    ("send_file", {"fileName": "Snowman.jpg", "recipient": "Zed"}, {}, MISSING, "no contact Zed"),
    ("manage_file", {"action": "delete", "fileName": "pdf"}, {}, CONFLICT, "several files match"),
    ("query_storage", {"unit": "GB"}, {}, BAD, "unit"),
    ("manage_app_lock", {"action": "enable", "appName": "Settings"}, {}, UNSUPPORTED, "Settings"),
    ("manage_private_file", {"action": "unhide", "fileName": "Snowman.jpg"}, {}, MISSING, "hidden file"),
    ("manage_find_device", {"action": "ring"}, {}, BAD, "ring"),
    ("control_screen_casting", {"action": "start", "targetDeviceType": "tv"}, {}, CONFLICT, "Den TV, Attic TV"),
    ("control_screen_casting", {"action": "start", "targetDeviceName": "Den TV"}, {"cast_target": "Attic TV"},
     CONFLICT, "stop it first"),
    ("manage_keyboard_mouse_sharing", {"action": "stop"}, {}, CONFLICT, "not shared"),
]  # fmt: skip

DOMAINS = {d.value for d in (
    Domain.NETWORK, Domain.DISPLAY, Domain.AUDIO, Domain.SYSTEM, Domain.APPS, Domain.SECURITY, Domain.DEVICES
)}  # fmt: skip


@pytest.mark.parametrize(("tool", "arguments", "setup", "read", "expected"), SUCCESS)
def test_tool_does_what_it_says(
    tool: str, arguments: dict[str, Any], setup: Setup, read: Callable[[Phone], Any], expected: Any
) -> None:
    phone = phone_with(**setup)
    assert phone.call(tool, arguments).message
    assert read(phone) == expected


@pytest.mark.parametrize(("tool", "arguments", "setup", "kind", "words"), ERRORS)
def test_tool_refuses_and_changes_nothing(
    tool: str, arguments: dict[str, Any], setup: Setup, kind: ErrorType, words: str
) -> None:
    phone = phone_with(**setup)
    with pytest.raises(ToolError, match=words.replace("?", r"\?")) as caught:
        phone.call(tool, arguments)
    assert caught.value.error_type is kind
    assert not phone.state.deltas()


def test_every_tool_of_these_apps_has_a_success_and_an_error_case() -> None:
    modules = {f"planloop.phone.apps.{m}" for m in
               ("network", "display", "audio", "system", "programs", "files", "security", "devices")}  # fmt: skip
    ours = {name for name, found in REGISTRY.tools.items() if found.run.__module__ in modules}
    assert ours == {case[0] for case in SUCCESS} == {case[0] for case in ERRORS}
    assert {REGISTRY.tools[name].spec.domain for name in ours} == DOMAINS


@pytest.mark.parametrize("tool", ["local_file_search", "send_file", "manage_file", "manage_private_file"])
def test_file_tools_need_the_storage_permission(tool: str) -> None:
    phone = phone_with()
    phone.state.set("permissions", "storage", granted=False)
    with pytest.raises(ToolError) as caught:
        phone.call(tool, {"action": "delete", "fileName": "Snowman.jpg", "recipient": "Anna Hill"})
    assert caught.value.error_type is DENIED


def test_microphone_recording_needs_the_microphone_permission() -> None:
    phone = phone_with()
    phone.state.set("permissions", "microphone", granted=False)
    with pytest.raises(ToolError) as caught:
        phone.call("control_screen_recorder", {"action": "start", "audio": "microphone"})
    assert caught.value.error_type is DENIED
    assert phone.call("control_screen_recorder", {"action": "start", "audio": "system"}).message == "recording started"


def test_airplane_mode_drops_every_radio_and_connection() -> None:
    phone = phone_with(hotspot=True)
    phone.call("manage_airplane_mode", {"action": "enable"})
    assert not any(phone.setting(name) for name in ("wifi", "bluetooth", "mobile_data", "hotspot"))
    assert not phone.state.find("networks", connected=True) and not phone.state.find("paired", connected=True)


def test_hidden_files_appear_in_no_search() -> None:
    phone = phone_with()
    phone.call("manage_private_file", {"action": "hide", "fileName": "Tax return.pdf"})
    found = phone.call("local_file_search", {"fileType": "document"}).data
    assert found is not None and found["total"] == 1


def test_search_lists_the_largest_file_first() -> None:
    found = phone_with().call("local_file_search", {"folder": "work"}).data
    assert found is not None
    assert [item["name"] for item in found["items"]] == ["Car manual.pdf", "Tax return.pdf"]  # type: ignore[index,union-attr,call-overload]


def test_queries_only_read() -> None:
    for name, found in REGISTRY.tools.items():
        if "action" in found.checks and found.spec.domain in DOMAINS:
            assert found.side_effect({"action": "query"}).value == "read", name

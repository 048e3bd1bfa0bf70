"""System tools of the full phone: one success and one error at least for each, and what they do to other apps."""

from __future__ import annotations

from typing import Any

import pytest
from tests.phone.system_kit import (
    BEFORE,
    DAY,
    GUEST,
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
from planloop.phone.apps.users import MOST
from planloop.phone.errors import ToolError
from planloop.phone.registry import REGISTRY
from planloop.phone.storey import Storey
from planloop.phone.world import world

BAD, MISSING, CONFLICT = ErrorType.BAD_ARGUMENT, ErrorType.NOT_FOUND, ErrorType.CONFLICT
UNSUPPORTED, DENIED = ErrorType.UNSUPPORTED, ErrorType.PERMISSION_DENIED
MODULES = (
    "users", "developer", "updates", "cooling", "performance", "charging", "battery_use", "ram", "diagnostics",
    "languages", "formats", "backups", "resets", "notification_history", "screen_time", "quick_tiles",
    "emergency_info",
)  # fmt: skip
USERS, UPDATE, CARD = "phone_users", "system_update", "emergency_card"
LOADED = {"loaded": ("system_updates", UPDATE, {"status": "downloaded"})}
TONIGHT = {"tonight": ("system_updates", UPDATE, {"status": "downloaded", "tonight": True})}
SAVING = {"power_mode": "super_saving"}
RECORDING = {"recorder": "recording", "recorder_audio": "microphone"}
TEN = ["wifi", "nfc", "dnd", "location", "scanner", "casting", "hotspot", "bluetooth", "flashlight", "dark_mode"]

SUCCESS: list[tuple[str, dict[str, Any], Setup, Read, Any]] = [
    ("manage_phone_users", {"action": "add", "userName": "Theo"}, {}, named(USERS, "Theo", "calls"), False),
    ("manage_phone_users", {"action": "add", "userName": "Theo"}, {}, setting("free_mb"), 4600),
    ("manage_phone_users", {"action": "switch", "userName": "milo"}, {}, cell(USERS, "owner", "active"), False),
    ("manage_phone_users", {"action": "switch", "userName": "owner"}, GUEST, cell(USERS, "owner", "active"), True),
    ("manage_phone_users", {"action": "remove", "userName": "Milo", "confirmed": True}, {}, setting("free_mb"), 6000),
    ("manage_phone_users", {"action": "start_guest"}, {}, cell(USERS, "guest", "active"), True),
    ("manage_phone_users", {"action": "end_guest"}, GUEST, cell(USERS, "owner", "active"), True),
    ("manage_phone_users", {"action": "allow_calls", "userName": "Milo"}, {}, cell(USERS, "u1", "calls"), True),
    ("manage_usb_debug", {"action": "enable"}, {}, setting("developer_options"), True),
    ("manage_usb_debug", {"action": "disable"}, {"usb_debug": True, "developer_options": True},
     setting("developer_options"), True),
    ("manage_developer_options", {"action": "disable"}, {"usb_debug": True, "developer_options": True},
     setting("usb_debug"), False),
    ("manage_developer_options", {"action": "disable"}, {"developer_options": True},
     setting("developer_animation_scale"), "1x"),
    ("manage_developer_options", {"action": "enable"}, {}, setting("usb_debug"), False),
    ("manage_developer_options", {"action": "set", "settingItem": "animation_scale", "settingValue": "0.5"},
     {"developer_options": True}, setting("developer_animation_scale"), "0.5x"),
    ("manage_developer_options", {"action": "set", "settingItem": "mock_location_app", "settingValue": "notely"},
     {"developer_options": True}, setting("developer_mock_location_app"), "Notely"),
    ("manage_system_update", {"action": "check"}, {"unknown": ("system_updates", UPDATE, {"status": "unknown"})},
     cell("system_updates", UPDATE, "status"), "available"),
    ("manage_system_update", {"action": "download"}, {}, setting("free_mb"), 3000),
    ("manage_system_update", {"action": "download", "allowMobileData": True}, {"wifi": False},
     cell("system_updates", UPDATE, "status"), "downloaded"),
    ("manage_system_update", {"action": "install"}, LOADED, setting("os_version"), "Android 17"),
    ("manage_system_update", {"action": "install"}, {**LOADED, "battery_level": 9, "charging": True},
     setting("power"), "restarting"),
    ("manage_system_update", {"action": "schedule"}, LOADED, cell("system_updates", UPDATE, "tonight"), True),
    ("manage_system_update", {"action": "cancel"}, TONIGHT, cell("system_updates", UPDATE, "tonight"), False),
    ("manage_system_update", {"action": "enable_auto"}, {}, setting("update_auto_download"), True),
    ("control_cooling_fan", {"action": "enable", "speed": "low"}, {}, setting("fan_speed"), "low"),
    ("control_cooling_fan", {"action": "auto"}, {}, setting("fan_mode"), "auto"),
    ("control_cooling_fan", {"action": "disable"}, {**SAVING, "fan_mode": "on"}, setting("fan_mode"), "off"),
    ("manage_performance_mode", {"action": "set", "mode": "high"}, {}, setting("performance_level"), "high"),
    ("manage_charging", {"action": "set_limit", "limitPercent": 80}, {}, setting("charging_adaptive"), False),
    ("manage_charging", {"action": "enable", "feature": "fast"}, {}, setting("charging_fast"), True),
    ("manage_charging", {"action": "enable", "feature": "bypass"}, {"charging": True}, setting("charging"), False),
    ("manage_charging", {"action": "enable", "feature": "power_sharing"}, {}, setting("charging_power_sharing"), True),
    ("manage_battery_usage", {"action": "set_background", "appName": "notely", "background": "restricted"}, {},
     cell("battery_uses", "a3", "background"), "restricted"),
    ("manage_battery_usage", {"action": "set_background", "appName": "Notely", "background": "restricted"},
     {"no use": ("battery_uses", "a3", None)}, cell("battery_uses", "a3", "percent"), 0),
    ("manage_ram", {"action": "clean", "keepApps": ["Notely"]}, {}, cell("apps", "a4", "open"), False),
    ("manage_ram", {"action": "clean", "keepApps": ["Notely"]}, {}, cell("apps", "a3", "open"), True),
    ("manage_ram", {"action": "set_extension", "extensionGb": 4}, {}, setting("free_mb"), 5000 - 2048),
    ("manage_ram", {"action": "set_extension", "extensionGb": 0}, {}, setting("free_mb"), 5000 + 2048),
    ("run_diagnostics", {"action": "run", "part": "microphone"}, {}, cell("device_parts", "microphone", "result"),
     "too quiet"),
    ("run_diagnostics", {"action": "run"}, {"playback": "playing"}, cell("device_parts", "battery", "tested"), DAY),
    ("run_diagnostics", {"action": "run"}, {"playback": "playing"}, cell("device_parts", "speaker", "tested"), ""),
    ("manage_system_language", {"action": "set_primary", "language": "german"}, {}, setting("language_list"),
     ["German (Germany)", "English (Australia)"]),
    ("manage_system_language", {"action": "add", "language": "French (Canada)"}, {},
     cell("locales", "l4", "downloaded"), True),
    ("manage_system_language", {"action": "remove", "language": "English"}, {}, setting("language_list"),
     ["German (Germany)"]),
    ("manage_system_language", {"action": "set_app_language", "appName": "TuneDeck", "language": "german"}, OFFLINE,
     cell("app_languages", "a4", "language"), "German (Germany)"),
    ("manage_system_language", {"action": "set_app_language", "appName": "Notely", "language": "default"}, {},
     count("app_languages"), 0),
    ("configure_regional_formats", {"action": "set", "settingItem": "clock", "settingValue": "12H"}, {},
     setting("format_clock"), "12h"),
    ("configure_regional_formats", {"action": "set", "settingItem": "region", "settingValue": "united states"}, {},
     setting("format_temperature"), "fahrenheit"),
    ("configure_regional_formats", {"action": "set", "settingItem": "region", "settingValue": "united states"}, {},
     setting("format_date"), "YYYY-MM-DD"),
    ("configure_regional_formats", {"action": "set", "settingItem": "time_zone", "settingValue": "tokyo"}, {},
     setting("format_time_zone"), "Tokyo"),
    ("configure_regional_formats", {"action": "set", "settingItem": "automatic_time_zone", "settingValue": "on"},
     {"format_time_zone": "Tokyo"}, setting("format_time_zone"), "London"),
    ("manage_system_backup", {"action": "enable"}, {}, setting("backup_enabled"), True),
    ("manage_system_backup", {"action": "run"}, {}, named("system_backups", DAY, "apps", "date"),
     ["Notely", "TuneDeck"]),
    ("manage_system_backup", {"action": "restore", "confirmed": True}, {}, setting("brightness"), 80),
    ("manage_system_backup", {"action": "restore", "confirmed": True, "part": "settings"}, {}, setting("free_mb"),
     5000),
    ("manage_system_backup", {"action": "restore", "confirmed": True, "part": "apps"}, {},
     named("apps", "MapMuse", "open"), False),
    ("manage_system_backup", {"action": "restore", "confirmed": True, "date": "2026-07-01"}, {}, setting("dark_mode"),
     False),
    ("reset_settings", {"scope": "network", "confirmed": True}, {}, setting("hotspot"), False),
    ("reset_settings", {"scope": "network", "confirmed": True}, {}, cell("networks", "n1", "saved"), False),
    ("reset_settings", {"scope": "network", "confirmed": True}, {}, count("paired"), 0),
    ("reset_settings", {"scope": "apps", "confirmed": True}, {}, cell("apps", "a3", "granted"), []),
    ("reset_settings", {"scope": "apps", "confirmed": True}, {}, count("app_languages"), 0),
    ("reset_settings", {"scope": "display_sound", "confirmed": True}, {}, setting("volume_ring"), 50),
    ("manage_notification_history", {"action": "disable"}, {}, count("past_notifications"), 0),
    ("manage_notification_history", {"action": "clear", "appName": "notely"}, {}, count("past_notifications"), 1),
    ("manage_notification_history", {"action": "enable"}, {"notification_history": False},
     setting("notification_history"), True),
    ("manage_screen_time", {"action": "set_goal", "goalMinutes": 120}, {}, setting("screen_time_goal"), 120),
    ("manage_screen_time", {"action": "remove_goal"}, {}, setting("screen_time_goal"), 0),
    ("manage_quick_settings", {"action": "add", "tile": "dark mode", "position": 1}, {}, setting("quick_tiles_shown"),
     ["dark_mode", "wifi", "nfc", "dnd"]),
    ("manage_quick_settings", {"action": "remove", "tile": "NFC"}, {"quick_tiles_shown": TEN[:5]},
     setting("quick_tiles_shown"), ["wifi", "dnd", "location", "scanner"]),
    ("manage_quick_settings", {"action": "move", "tile": "wi-fi", "position": 3}, {}, setting("quick_tiles_shown"),
     ["nfc", "dnd", "wifi"]),
    ("manage_emergency_info", {"action": "set", "item": "blood_type", "value": "ab-"}, {},
     cell("emergency_cards", CARD, "blood_type"), "AB-"),
    ("manage_emergency_info", {"action": "add_contact", "contactName": "anna"}, {},
     cell("emergency_cards", CARD, "contacts"), ["Ben Hill", "Anna Hill"]),
    ("manage_emergency_info", {"action": "remove_contact", "contactName": "Ben"}, {},
     cell("emergency_cards", CARD, "contacts"), []),
    ("manage_emergency_info", {"action": "show"}, {}, cell("emergency_cards", CARD, "onLockScreen"), True),
]  # fmt: skip

ERRORS: list[tuple[str, dict[str, Any], Setup, ErrorType, str]] = [
    ("manage_phone_users", {"action": "add", "userName": "milo"}, {}, CONFLICT, "already a user"),
    ("manage_phone_users", {"action": "add", "userName": "Theo"}, {"free_mb": 300}, CONFLICT, "300 MB are free"),
    ("manage_phone_users", {"action": "add", "userName": "Theo"}, GUEST, CONFLICT, "switch to the owner"),
    ("manage_phone_users", {"action": "remove", "userName": "Milo"}, {}, CONFLICT, "confirmed true"),
    ("manage_phone_users", {"action": "remove", "userName": "Fiona", "confirmed": True}, {}, UNSUPPORTED, "owner"),
    ("manage_phone_users", {"action": "switch", "userName": "Oma"}, {}, MISSING, "no user Oma"),
    ("manage_phone_users", {"action": "start_guest"}, RECORDING, CONFLICT, "stop it first"),
    ("manage_phone_users", {"action": "end_guest"}, {}, CONFLICT, "guest mode is not on"),
    ("manage_phone_users", {"action": "end_guest"}, {**GUEST, **RECORDING}, CONFLICT, "stop it first"),
    ("manage_usb_debug", {"action": "enable"}, GUEST, CONFLICT, "Guest uses the phone"),
    ("manage_usb_debug", {"action": "toggle"}, {}, BAD, "toggle"),
    ("manage_developer_options", {"action": "set", "settingItem": "stay_awake", "settingValue": "on"}, {}, CONFLICT,
     "enable them first"),
    ("manage_developer_options", {"action": "set", "settingItem": "animation_scale", "settingValue": "3x"},
     {"developer_options": True}, BAD, "3x"),
    ("manage_developer_options", {"action": "set", "settingItem": "wireless_debugging", "settingValue": "on"},
     {"developer_options": True, "wifi": False}, CONFLICT, "Wi-Fi is off"),
    ("manage_system_update", {"action": "check"}, OFFLINE, CONFLICT, "no internet"),
    ("manage_system_update", {"action": "download"}, {"wifi": False}, CONFLICT, "allowMobileData"),
    ("manage_system_update", {"action": "download"}, {"free_mb": 100}, CONFLICT, "100 MB are free"),
    ("manage_system_update", {"action": "download"}, {"unknown": ("system_updates", UPDATE, {"status": "unknown"})},
     CONFLICT, "check first"),
    ("manage_system_update", {"action": "install"}, {"none": ("system_updates", UPDATE, {"status": "none"})}, MISSING,
     "up to date"),
    ("manage_system_update", {"action": "install"}, {}, CONFLICT, "download it first"),
    ("manage_system_update", {"action": "install"}, {**LOADED, "battery_level": 20}, CONFLICT, "20%"),
    ("manage_system_update", {"action": "install"}, {**LOADED, **RECORDING}, CONFLICT, "stop it first"),
    ("manage_system_update", {"action": "install"}, {**LOADED, **GUEST}, CONFLICT, "owner"),
    ("manage_system_update", {"action": "cancel"}, LOADED, CONFLICT, "scheduled"),
    ("control_cooling_fan", {"action": "enable"}, SAVING, CONFLICT, "super_saving is on"),
    ("control_cooling_fan", {"action": "enable"}, {"battery_level": 5}, CONFLICT, "battery is at 5%"),
    ("control_cooling_fan", {"action": "set_speed"}, {}, BAD, "speed"),
    ("manage_performance_mode", {"action": "set", "mode": "high"}, {"power_mode": "power_saver"}, CONFLICT,
     "power_saver is on"),
    ("manage_performance_mode", {"action": "set", "mode": "high"}, {"battery_level": 15}, CONFLICT, "15%"),
    ("manage_performance_mode", {"action": "set", "mode": "high"}, {"fan_temperature": 44}, CONFLICT,
     "47 °C; enable the cooling fan"),
    ("manage_performance_mode", {"action": "set", "mode": "high"},
     {"fan_temperature": 44, "fan_mode": "on", "fan_speed": "low"}, CONFLICT, "high speed"),
    ("manage_performance_mode", {"action": "set"}, {}, BAD, "mode"),
    ("manage_charging", {"action": "set_limit", "limitPercent": 70}, {}, BAD, "70"),
    ("manage_charging", {"action": "enable", "feature": "adaptive"}, {"charging_limit": 80}, CONFLICT, "100 first"),
    ("manage_charging", {"action": "enable", "feature": "bypass"}, {}, CONFLICT, "no charger"),
    ("manage_charging", {"action": "enable", "feature": "power_sharing"}, {"battery_level": 20}, CONFLICT, "20%"),
    ("manage_charging", {"action": "enable", "feature": "power_sharing"}, SAVING, CONFLICT, "super_saving"),
    ("manage_battery_usage", {"action": "set_background", "appName": "Camera", "background": "restricted"}, {},
     UNSUPPORTED, "built in"),
    ("manage_battery_usage", {"action": "query", "appName": "Camera"}, {}, MISSING, "used nothing"),
    ("manage_battery_usage", {"action": "query", "appName": "MapMuse"}, {}, MISSING, "not installed"),
    ("manage_ram", {"action": "clean", "keepApps": ["Nonsense"]}, {}, MISSING, "no app Nonsense"),
    ("manage_ram", {"action": "set_extension", "extensionGb": 3}, {}, BAD, "3"),
    ("manage_ram", {"action": "set_extension", "extensionGb": 8}, {"memory_gb": 6}, UNSUPPORTED, "6 GB"),
    ("manage_ram", {"action": "set_extension", "extensionGb": 8}, {}, CONFLICT, "5000 MB are free"),
    ("run_diagnostics", {"action": "run", "part": "speaker"}, {"playback": "playing"}, CONFLICT, "pause it first"),
    ("run_diagnostics", {"action": "run", "part": "microphone"}, denied("microphone"), DENIED, "microphone"),
    ("run_diagnostics", {"action": "run", "part": "microphone"}, RECORDING, CONFLICT, "stop it first"),
    ("run_diagnostics", {"action": "run", "part": "wifi"}, {"wifi": False}, CONFLICT, "Wi-Fi is off"),
    ("run_diagnostics", {"action": "query", "part": "battery"}, {}, MISSING, "run it first"),
    ("manage_system_language", {"action": "add", "language": "French"}, {}, CONFLICT, "several"),
    ("manage_system_language", {"action": "add", "language": "French (France)"}, OFFLINE, CONFLICT, "no internet"),
    ("manage_system_language", {"action": "add", "language": "German"}, {}, CONFLICT, "already in the list"),
    ("manage_system_language", {"action": "set_primary", "language": "French (France)"}, {}, CONFLICT, "add it first"),
    ("manage_system_language", {"action": "remove", "language": "English"},
     {"language_list": ["English (Australia)"]}, CONFLICT, "only language"),
    ("manage_system_language", {"action": "add", "language": "Klingon"}, {}, MISSING, "Klingon"),
    ("configure_regional_formats", {"action": "set", "settingItem": "clock", "settingValue": "13h"}, {}, BAD, "13h"),
    ("configure_regional_formats", {"action": "set", "settingItem": "region", "settingValue": "United"}, {}, CONFLICT,
     "several"),
    ("configure_regional_formats", {"action": "set", "settingItem": "time_zone", "settingValue": "Tokyo"},
     {"format_automatic_time_zone": True}, CONFLICT, "set it off first"),
    ("configure_regional_formats", {"action": "set", "settingItem": "time_zone", "settingValue": "Smallville"}, {},
     MISSING, "Smallville"),
    ("configure_regional_formats", {"action": "set", "settingItem": "automatic_time_zone", "settingValue": "on"},
     {"airplane_mode": True, **OFFLINE}, CONFLICT, "airplane"),
    ("manage_system_backup", {"action": "run"}, OFFLINE, CONFLICT, "no internet"),
    ("manage_system_backup", {"action": "run"}, {"wifi": False}, CONFLICT, "allowMobileData"),
    ("manage_system_backup", {"action": "restore"}, {}, CONFLICT, "2 settings and 1 apps of 2026-08-01"),
    ("manage_system_backup", {"action": "restore", "date": "2026-08-02"}, {}, MISSING, "2026-08-02"),
    ("manage_system_backup", {"action": "restore", "confirmed": True}, {"free_mb": 10}, CONFLICT, "10 MB are free"),
    ("manage_system_backup", {"action": "restore", "confirmed": True}, GUEST, CONFLICT, "owner"),
    ("reset_settings", {"scope": "network"}, {}, CONFLICT, "1 saved networks and 1 paired devices"),
    ("reset_settings", {"scope": "network", "confirmed": True}, {"cast_target": "Den TV"}, CONFLICT, "stop it first"),
    ("reset_settings", {"scope": "everything", "confirmed": True}, {}, BAD, "everything"),
    ("reset_settings", {"scope": "apps", "confirmed": True}, GUEST, CONFLICT, "owner"),
    ("manage_notification_history", {"action": "query"}, {"notification_history": False}, CONFLICT, "history is off"),
    ("manage_notification_history", {"action": "clear", "appName": "Camera"}, {}, MISSING, "no notifications"),
    ("manage_screen_time", {"action": "query", "date": "2026-01-01"}, {}, MISSING, "2026-01-01"),
    ("manage_screen_time", {"action": "set_goal", "goalMinutes": 5}, {}, BAD, "15-1200"),
    ("manage_screen_time", {"action": "remove_goal"}, {"screen_time_goal": 0}, CONFLICT, "no daily goal"),
    ("manage_quick_settings", {"action": "add", "tile": "wifi"}, {}, CONFLICT, "already"),
    ("manage_quick_settings", {"action": "add", "tile": "toaster"}, {}, UNSUPPORTED, "toaster"),
    ("manage_quick_settings", {"action": "move", "tile": "wifi", "position": 9}, {}, BAD, "1-3"),
    ("manage_quick_settings", {"action": "add", "tile": "mobile data"}, {"quick_tiles_shown": TEN}, CONFLICT,
     "remove one first"),
    ("manage_emergency_info", {"action": "set", "item": "blood_type", "value": "C"}, {}, BAD, "blood type"),
    ("manage_emergency_info", {"action": "add_contact", "contactName": "Hill"}, {}, CONFLICT, "several"),
    ("manage_emergency_info", {"action": "add_contact", "contactName": "Ben"}, {}, CONFLICT, "already"),
    ("manage_emergency_info", {"action": "add_contact", "contactName": "Anna"}, denied("contacts"), DENIED, "contacts"),
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
    assert set(ours.values()) == {Domain.SYSTEM.value}


@pytest.mark.parametrize("tool", [name for name in sorted(tools_of(MODULES)) if name != "reset_settings"])
def test_queries_only_read_and_answer_with_data(tool: str) -> None:
    phone = system_phone()
    assert REGISTRY.tools[tool].side_effect({"action": "query"}) is SideEffect.READ
    assert phone.call(tool, {"action": "query"}).data
    assert not phone.state.deltas()


def test_usb_debugging_tells_both_switches() -> None:
    phone = system_phone()
    told = phone.call("manage_usb_debug", {"action": "enable"}).data
    assert told == {"usb_debug_enabled": True, "developer_options_enabled": True}


def test_an_update_leaves_nothing_to_install() -> None:
    phone = system_phone(**LOADED)
    phone.call("manage_system_update", {"action": "install"})
    assert phone.setting("free_mb") == 7000
    assert phone.call("manage_system_update", {"action": "check"}).message.startswith("the system is up to date")


def test_what_the_server_offers_is_unknown_before_a_check() -> None:
    phone = system_phone(unknown=("system_updates", UPDATE, {"status": "unknown"}))
    assert "Android 17" not in str(phone.call("manage_system_update", {"action": "query"}))
    assert "Android 17" in phone.call("manage_system_update", {"action": "check"}).message


def test_the_fan_makes_high_performance_possible_and_super_saving_stills_it() -> None:
    phone = system_phone(fan_temperature=44)
    phone.call("control_cooling_fan", {"action": "enable", "speed": "high"})
    phone.call("manage_performance_mode", {"action": "set", "mode": "high"})
    assert (phone.call("control_cooling_fan", {"action": "query"}).data or {})["temperature"] == 44 + 3 - 8
    phone.call("manage_battery", {"action": "enable", "mode": "super_saving"})
    told = phone.call("control_cooling_fan", {"action": "query"}).data or {}
    assert (told["temperature"], told["running"]) == (44, False)
    assert (phone.call("manage_performance_mode", {"action": "query"}).data or {})["acting"] == "super_saving"


def test_a_limit_below_the_level_stops_charging_and_a_higher_one_resumes_it() -> None:
    phone = system_phone(battery_level=86, charging=True, charging_plugged=True)
    phone.call("manage_charging", {"action": "set_limit", "limitPercent": 85})
    assert phone.setting("charging") is False
    phone.call("manage_charging", {"action": "set_limit", "limitPercent": 90})
    assert phone.setting("charging") is True


def test_battery_use_leaves_out_apps_that_are_gone() -> None:
    told = system_phone().call("manage_battery_usage", {"action": "query"})
    assert told.message == "40% used in 10 hours; Notely most"
    assert (told.data or {})["total"] == 2 and (told.data or {})["hoursLeft"] == 15


def test_cleaning_frees_what_the_query_shows() -> None:
    phone = system_phone()
    before = phone.call("manage_ram", {"action": "query"}).data or {}
    freed = phone.call("manage_ram", {"action": "clean"}).data or {}
    after = phone.call("manage_ram", {"action": "query"}).data or {}
    assert int(str(before["usedMb"])) - int(str(after["usedMb"])) == freed["freedMb"] == 240 + 260


def test_a_test_of_all_parts_leaves_out_what_cannot_be_tested_and_says_why() -> None:
    phone = system_phone(playback="playing", wifi=False, **denied("microphone"))
    told = phone.call("run_diagnostics", {"action": "run"})
    assert told.message == "1 parts tested, 0 with a fault, 3 left out"
    assert "speaker: music is playing; pause it first" in str((told.data or {})["skipped"])


def test_a_backup_of_today_is_renewed_and_can_be_restored_after_a_reset() -> None:
    phone = system_phone()
    for _ in range(2):
        phone.call("manage_system_backup", {"action": "run"})
    assert count("system_backups")(phone) == 3
    phone.call("reset_settings", {"scope": "display_sound", "confirmed": True})
    assert phone.setting("brightness") == 50
    phone.call("manage_system_backup", {"action": "restore", "date": "today", "confirmed": True})
    assert (phone.setting("brightness"), phone.setting("volume_ring")) == (20, 10)
    assert "nothing differs" in phone.call("manage_system_backup", {"action": "restore", "date": "today"}).message


def test_wifi_still_works_after_a_network_reset() -> None:
    phone = system_phone()
    phone.call("reset_settings", {"scope": "network", "confirmed": True})
    phone.call("manage_wifi", {"action": "disable"})
    assert phone.call("manage_wifi", {"action": "enable"}).message == "Wi-Fi on, no network is saved"
    assert phone.call("manage_wifi", {"action": "connect", "networkName": "city open"}).message


def test_a_reset_of_apps_lifts_their_limits() -> None:
    phone = system_phone(limit=("battery_uses", "a4", {"background": "restricted"}))
    phone.call("reset_settings", {"scope": "apps", "confirmed": True})
    assert cell("battery_uses", "a4", "background")(phone) == "optimized"


def test_notifications_are_found_by_words_and_newest_first() -> None:
    phone = system_phone()
    found = phone.call("manage_notification_history", {"action": "query", "query": "vote"}).data or {}
    assert found["total"] == 1 and "Reply needed" in str(found)
    rows = (phone.call("manage_notification_history", {"action": "query"}).data or {})["items"]
    assert [row["app"] for row in rows] == ["TuneDeck", "Notely"]  # type: ignore[index,union-attr,call-overload]


def test_screen_time_is_summed_by_day_week_and_app() -> None:
    phone = system_phone()
    day = phone.call("manage_screen_time", {"action": "query"})
    assert day.message == "phone: 100 minutes (over the goal)" and (day.data or {})["unlocks"] == 20
    week = phone.call("manage_screen_time", {"action": "query", "period": "week", "appName": "notely"})
    assert week.message == "Notely: 70 minutes"
    assert phone.call("manage_screen_time", {"action": "query", "date": BEFORE}).message == "phone: 30 minutes"


def test_no_more_users_than_the_phone_takes() -> None:
    phone = system_phone()
    for name in ("Theo", "Ines"):
        phone.call("manage_phone_users", {"action": "add", "userName": name})
    with pytest.raises(ToolError, match="remove one first"):
        phone.call("manage_phone_users", {"action": "add", "userName": "Noah"})
    assert count(USERS)(phone) == MOST


def test_worlds_are_coherent() -> None:
    for seed in range(40):
        tables = world(seed, Storey.FULL).tables
        settings = {name: row["value"] for name, row in tables["settings"].items()}
        assert [row["kind"] for row in tables[USERS].values() if row["active"]] == ["owner"]
        assert not settings["usb_debug"] or settings["developer_options"]
        level, limit = settings["battery_level"], settings["charging_limit"]
        assert settings["charging"] == (settings["charging_plugged"] and level < limit)
        assert sum(row["percent"] for row in tables["battery_uses"].values()) <= 100 - level + 1
        names = {row["name"] for row in tables["apps"].values()}
        assert {row["app"] for row in tables["past_notifications"].values()} <= names
        assert bool(tables["past_notifications"]) == settings["notification_history"]
        assert set(settings["language_list"]) <= {r["name"] for r in tables["locales"].values() if r["downloaded"]}

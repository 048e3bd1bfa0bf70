"""Screen and input of the full phone: what holds over several calls, and what other apps do to it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.phone.full import full_phone

from planloop.contract.feedback import ErrorType
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.storey import Storey
from planloop.phone.world import world

SPLIT: dict[str, Any] = {"action": "start", "firstApp": "Notely", "secondApp": "Camera"}
PAIRS = (
    ("set_font_size", {"size": "largest"}, "font_size", "largest"),
    ("set_display_size", {"size": "small"}, "display_size", "small"),
    ("set_refresh_rate", {"rate": "90"}, "refresh_rate", "90"),
    ("configure_colours", {"settingItem": "inversion", "settingValue": " ON "}, "colour_inversion", "on"),
    ("configure_colours", {"settingItem": "correction", "settingValue": "blue yellow"}, "colour_correction",
     "blue_yellow"),
    ("set_wallpaper", {"name": "SNOWMAN.JPG", "where": "lock"}, "wallpaper_lock", "Snowman.jpg"),
    ("set_theme", {"theme": " paper "}, "theme", "Paper"),
    ("set_lock_screen_notifications", {"show": "hide_content"}, "lock_screen_notifications", "hide_content"),
)  # fmt: skip


def said(phone: Phone, tool: str, **arguments: Any) -> dict[str, Any]:
    """The data of a call."""
    return dict(phone.call(tool, arguments).data or {})


def refusal(phone: Phone, tool: str, **arguments: Any) -> ToolError:
    """The error of a call that must be refused."""
    with pytest.raises(ToolError) as caught:
        phone.call(tool, arguments)
    return caught.value


@pytest.mark.parametrize(("tool", "arguments", "item", "value"), PAIRS)
def test_what_is_set_on_the_screen_is_read_back_and_told_as_old_value(
    tool: str, arguments: dict[str, Any], item: str, value: str
) -> None:
    phone = full_phone(theme="Classic", lock_notifications="all")
    before = said(phone, "query_screen_style", settingItem=item)[item]
    phone.call(tool, arguments)
    assert said(phone, "query_screen_style")[item] == value != before
    again = phone.call(tool, arguments)
    assert (again.data or {}).get("old_value", value) == value
    assert len(phone.state.deltas()) == 1


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("close_app", {"appName": "Camera"}),
        ("manage_app", {"action": "uninstall", "appName": "Notely"}),
        ("manage_app_freeze", {"action": "freeze", "appName": "Notely"}),
        ("manage_recent_apps", {"action": "keep_only", "appName": "Camera"}),
        ("manage_ram", {"action": "clean"}),
    ],
)
def test_an_app_that_closes_leaves_the_whole_screen_to_the_other(tool: str, arguments: dict[str, Any]) -> None:
    phone = full_phone()
    phone.call("control_split_screen", SPLIT)
    assert said(phone, "control_split_screen", action="query") == {"apps": ["Notely", "Camera"]}
    phone.call(tool, arguments)
    assert said(phone, "control_split_screen", action="query") == {"apps": []}
    assert refusal(phone, "control_split_screen", action="stop").message == "the screen is not split"


def test_two_apps_are_stopped_before_two_others_are_split_and_may_change_sides() -> None:
    phone = full_phone()
    phone.call("control_split_screen", SPLIT)
    assert "already" in phone.call("control_split_screen", SPLIT).message
    phone.call("control_split_screen", {**SPLIT, "firstApp": "camera", "secondApp": "notely"})
    assert phone.setting("split_screen") == ["Camera", "Notely"]
    assert refusal(phone, "control_split_screen", **{**SPLIT, "secondApp": "Browser"}).error_type is ErrorType.CONFLICT
    phone.call("control_split_screen", {"action": "stop"})
    phone.call("control_split_screen", {**SPLIT, "secondApp": "Browser"})
    assert phone.setting("split_screen") == ["Notely", "Browser"]


def test_a_frozen_app_takes_no_half_of_the_screen_and_opens_nothing() -> None:
    phone = full_phone()
    phone.call("manage_app_freeze", {"action": "freeze", "appName": "Notely"})
    phone.state.seal()
    error = refusal(phone, "control_split_screen", action="start", firstApp="Camera", secondApp="notely")
    assert "unfreeze" in error.message
    assert not phone.state.deltas()


@pytest.mark.parametrize(
    ("now", "start", "end", "on"),
    [
        ("21:59", "22:00", "06:00", False),
        ("22:00", "22:00", "06:00", True),
        ("05:59", "22:00", "06:00", True),
        ("06:00", "22:00", "06:00", False),
        ("12:00", "08:00", "18:00", True),
        ("00:00", "23:59", "00:01", True),
    ],
)
def test_a_schedule_of_eye_comfort_takes_effect_at_once(now: str, start: str, end: str, on: bool) -> None:
    phone = full_phone(night_light=not on, night_light_schedule="")
    phone.now = phone.now.replace(hour=int(now[:2]), minute=int(now[3:]))
    told = said(phone, "manage_eye_comfort", action="schedule", startTime=start, endTime=end)
    assert told == {"enabled": on, "schedule": f"{start}-{end}"}
    assert said(phone, "manage_eye_comfort", action="query")["enabled"] is on


def test_eye_comfort_switched_by_hand_keeps_its_schedule_and_a_cleared_one_leaves_it_as_it_is() -> None:
    phone = full_phone(night_light=False, night_light_schedule="22:00-06:00")
    phone.call("manage_eye_comfort", {"action": "enable"})
    assert said(phone, "manage_eye_comfort", action="query")["schedule"] == "22:00-06:00"
    phone.call("manage_eye_comfort", {"action": "clear_schedule"})
    told = said(phone, "manage_eye_comfort", action="query")
    assert (told["enabled"], told["schedule"]) == (True, "")
    assert refusal(phone, "manage_eye_comfort", action="clear_schedule").error_type is ErrorType.CONFLICT


def test_power_saving_holds_the_screen_back_and_its_end_brings_it_back() -> None:
    phone = full_phone()
    phone.call("set_refresh_rate", {"rate": "120"})
    phone.call("manage_always_on_display", {"action": "enable"})
    phone.call("manage_battery", {"action": "enable"})
    assert said(phone, "query_screen_style", settingItem="refresh_rate") == {
        "refresh_rate": "120",
        "acting_refresh_rate": "60",
    }
    assert said(phone, "manage_always_on_display", action="query") == {"enabled": True, "acting": False}
    phone.call("manage_battery", {"action": "disable"})
    assert said(phone, "query_screen_style", settingItem="refresh_rate") == {"refresh_rate": "120"}
    assert said(phone, "manage_always_on_display", action="query") == {"enabled": True, "acting": True}


def test_words_that_fit_a_wallpaper_and_a_photo_are_asked_about() -> None:
    phone = full_phone()
    phone.state.insert("files", {"name": "Northern lights trip.jpg", "type": "image", "hidden": False})
    assert "several" in refusal(phone, "set_wallpaper", name="northern").message
    phone.call("set_wallpaper", {"name": "northern lights"})
    assert phone.setting("wallpaper_home") == "Northern Lights"


@pytest.mark.parametrize("action", ["show", "hide"])
def test_the_status_bar_changes_once(action: str) -> None:
    phone = full_phone(status_bar=["network_speed"] if action == "hide" else [])
    phone.call("manage_status_bar_display", {"action": action, "item": "network_speed"})
    again = phone.call("manage_status_bar_display", {"action": action, "item": "network_speed"})
    assert "already" in again.message
    assert said(phone, "manage_status_bar_display", action="query") == again.data


def test_talkback_keeps_its_settings_and_tells_what_it_ended() -> None:
    phone = full_phone(select_to_speak=True, one_handed=True)
    phone.call("manage_talkback", {"action": "configure", "pitch": 0.5, "vibrationFeedback": False})
    assert phone.setting("talkback") is False
    done = phone.call("manage_talkback", {"action": "enable", "soundFeedback": True})
    assert done.message == "TalkBack on; Select to Speak off; navigation by three_buttons"
    phone.call("set_speech_rate", {"rate": 2})
    expected = {"pitch": 0.5, "sound_feedback": True, "vibration_feedback": False, "speech_rate": 2.0}
    assert said(phone, "manage_talkback", action="query") == {"enabled": True, "settings": expected}
    assert phone.call("manage_talkback", {"action": "enable"}).message == "TalkBack was already on"
    assert refusal(phone, "set_navigation_mode", mode="gestures").error_type is ErrorType.CONFLICT
    phone.call("manage_talkback", {"action": "disable"})
    phone.call("set_navigation_mode", {"mode": "gestures"})


def test_select_to_speak_reads_only_languages_with_a_voice() -> None:
    phone = full_phone()
    phone.state.set("voice_packs", "german", installed=False)
    error = refusal(phone, "manage_select_to_speak", action="configure", language=" german ")
    assert "manage_translation" in error.message
    phone.call("manage_translation", {"action": "download_pack", "language": "German"})
    told = said(phone, "manage_select_to_speak", action="enable", language=" german ", readInBackground=True)
    assert (told["enabled"], told["settings"]["language"], told["settings"]["read_in_background"]) == (
        True, "German", True,
    )  # fmt: skip
    phone.call("manage_translation", {"action": "remove_pack", "language": "German"})
    assert said(phone, "manage_select_to_speak", action="query")["settings"]["language"] == "English"


def test_input_settings_are_read_back_part_by_part() -> None:
    phone = full_phone(one_handed=True)
    assert phone.call("set_navigation_mode", {"mode": "three_buttons"}).message.endswith("one-handed mode off")
    phone.call("set_magnification", {"mode": "window"})
    phone.call("set_touch_sensitivity", {"mode": "glove"})
    phone.call("assign_key", {"key": "volume_both", "does": "none"})
    phone.call("manage_wake_gesture", {"gesture": "flip_to_mute", "action": "enable"})
    told = said(phone, "query_input_settings")
    assert told["modes"] == {"navigation": "three_buttons", "magnification": "window", "touch_sensitivity": "glove"}
    assert (told["keys"]["volume_both"], told["wake_gestures"]["flip_to_mute"]) == ("none", "on")
    assert said(phone, "query_input_settings", part="keys") == {"keys": told["keys"]}


def test_voice_typing_needs_the_microphone_when_it_is_enabled_and_later() -> None:
    phone = full_phone(voice_typing=False)
    phone.call("configure_typing", {"settingItem": "voice_typing", "enabled": True})
    assert said(phone, "manage_keyboard", action="query")["typing"]["voice_typing"] == "on"
    phone.call("manage_sensor_access", {"action": "disable", "sensor": "microphone"})
    assert said(phone, "manage_keyboard", action="query")["typing"]["voice_typing"] == "off"
    error = refusal(phone, "configure_typing", settingItem="voice_typing", enabled=True)
    assert error.error_type is ErrorType.PERMISSION_DENIED
    phone.call("configure_typing", {"settingItem": "voice_typing", "enabled": False})


def test_copied_texts_are_listed_newest_first_and_cleared_one_by_one() -> None:
    phone = full_phone()
    phone.call("manage_clipboard", {"action": "copy", "text": "naïve ☕"})
    phone.call("manage_clipboard", {"action": "copy", "text": "Gate code is on the fridge"})
    texts = [item["text"] for item in said(phone, "manage_clipboard", action="list")["items"]]
    assert texts == ["Gate code is on the fridge", "naïve ☕", "18 Alder Street"]
    assert said(phone, "manage_clipboard", action="list", text="GATE fridge")["total"] == 1
    phone.call("manage_clipboard", {"action": "clear", "text": "naïve"})
    assert phone.call("manage_clipboard", {"action": "clear"}).message == "1 copied texts cleared"
    assert said(phone, "manage_clipboard", action="list")["total"] == 1


def test_own_words_are_one_whatever_their_case_and_spaces() -> None:
    phone = full_phone()
    phone.call("manage_personal_dictionary", {"action": "add", "word": " ÅSA ", "expansion": "  "})
    assert refusal(phone, "manage_personal_dictionary", action="add", word="åsa").error_type is ErrorType.CONFLICT
    held = said(phone, "manage_personal_dictionary", action="list", word="åsa")
    assert held == {"items": [{"word": "ÅSA", "expansion": "ÅSA"}], "total": 1}


@pytest.mark.parametrize("seed", range(30))
def test_screens_of_full_worlds_agree_with_location_lock_and_power(seed: int) -> None:
    read = {name: row["value"] for name, row in world(seed, Storey.FULL).tables["settings"].items()}
    assert read["location"] or read["night_light_schedule"] != "sunset"
    assert read["screen_lock"] not in ("none", "swipe") or read["lock_notifications"] != "hide_content"
    assert read["power_mode"] == "normal" or not read["always_on_display"]
    assert read["split_screen"] == [] and read["select_to_speak_language"] == "English"

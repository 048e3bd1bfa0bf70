"""Resets, notification history, tiles, heat and the image agent of the full phone: sequences and odd requests."""

from __future__ import annotations

from typing import Any

import pytest
from tests.phone.system_kit import DAY, system_phone
from tests.phone.travel_kit import travel_phone

from planloop.contract.feedback import ErrorType
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone

IMAGE, HISTORY, TILES = "control_ai_image_agent", "manage_notification_history", "manage_quick_settings"
FAN, SPEED = "control_cooling_fan", "manage_performance_mode"


def said(phone: Phone, tool: str, **arguments: Any) -> dict[str, Any]:
    """The data of a call."""
    return dict(phone.call(tool, arguments).data or {})


def refusal(phone: Phone, tool: str, **arguments: Any) -> ToolError:
    """The error of a call that must be refused and change nothing."""
    phone.state.seal()
    with pytest.raises(ToolError) as caught:
        phone.call(tool, arguments)
    assert not phone.state.deltas()
    return caught.value


def test_a_reset_of_display_and_sound_lets_a_silent_phone_ring_and_keeps_what_is_taste() -> None:
    phone = system_phone(sound_mode="ring", theme="Meadow", wallpaper_home="Tiles", font_size="large")
    phone.call("set_sound_mode", {"mode": "silent"})
    phone.call("configure_colours", {"settingItem": "inversion", "settingValue": "on"})
    phone.call("manage_eye_comfort", {"action": "schedule", "startTime": "09:00", "endTime": "18:00"})
    phone.call("reset_settings", {"scope": "display_sound", "confirmed": True})
    assert (phone.setting("sound_mode"), phone.setting("volume_ring")) == ("ring", 50)
    style = said(phone, "query_screen_style")
    assert (style["font_size"], style["colour_inversion"]) == ("default", "off")
    assert (style["theme"], style["wallpaper_home"]) == ("Meadow", "Tiles")
    told = said(phone, "manage_eye_comfort", action="query")
    assert told == {"enabled": False, "strength": 50, "schedule": ""}


def test_a_network_reset_forgets_every_network_the_tunnel_and_the_limits() -> None:
    always = ("vpn_profiles", "v1", {"name": "Nordwind", "country": "Sweden", "alwaysOn": True})
    asked = ("networks", "n1", {"autoJoin": False})
    phone = system_phone(vpn="Nordwind", data_saver=True, data_limit_mb=5000, always=always, asked=asked)
    phone.call("reset_settings", {"scope": "network", "confirmed": True})
    assert said(phone, "manage_saved_networks", action="list") == {"items": []}
    assert (phone.state.get("networks", "n1") or {})["autoJoin"] is True
    assert said(phone, "manage_vpn", action="query")["connected"] == ""
    assert not phone.state.find("vpn_profiles", alwaysOn=True)
    assert (phone.setting("data_saver"), phone.setting("data_limit_mb")) == (False, 0)
    assert phone.setting("network_mode") == "5g_auto"


def test_a_network_reset_waits_for_a_shared_keyboard_and_leaves_super_saving_without_5g() -> None:
    phone = system_phone(input_sharing="Orchid Air laptop", power_mode="super_saving", network_mode="3g")
    error = refusal(phone, "reset_settings", scope="network", confirmed=True)
    assert "Orchid Air laptop; stop it first" in error.message
    phone.call("manage_keyboard_mouse_sharing", {"action": "stop"})
    assert "confirmed true" in refusal(phone, "reset_settings", scope="network").message
    phone.call("reset_settings", {"scope": "network", "confirmed": True})
    assert phone.setting("network_mode") == "3g"


def test_a_reset_of_apps_thaws_them_and_leaves_built_in_ones_their_permissions() -> None:
    phone = system_phone(default_browser="NewsNook")
    phone.call("manage_app_freeze", {"action": "freeze", "appName": "TuneDeck"})
    phone.call("manage_app_notifications", {"action": "disable", "appName": "Notely"})
    phone.call("manage_data_saver", {"action": "enable", "appName": str(_data_app(phone))})
    assert "permissions of 2 apps" in refusal(phone, "reset_settings", scope="apps").message
    phone.call("reset_settings", {"scope": "apps", "confirmed": True})
    assert said(phone, "manage_app_freeze", action="list") == {"items": []}
    assert said(phone, "manage_app_notifications", action="query", appName="Notely") == {"enabled": True}
    assert phone.setting("default_browser") == "Browser"
    assert said(phone, "manage_app_permission", action="query", appName="Camera") == {"granted": ["camera"]}
    assert not phone.state.find("data_use", background=False)


def _data_app(phone: Phone) -> str:
    return next(str(row["name"]) for _, row in phone.state.items("data_use"))


def test_only_the_notifications_that_are_meant_are_cleared() -> None:
    more = ("past_notifications", "p3", {"app": "Old One", "title": "Vote", "text": "Now", "time": f"{DAY} 08:00",
                                         "dismissed": True})  # fmt: skip
    phone = system_phone(more=more)
    assert refusal(phone, HISTORY, action="disable", appName="Notely").error_type is ErrorType.BAD_ARGUMENT
    assert refusal(phone, HISTORY, action="clear", query="  ").error_type is ErrorType.BAD_ARGUMENT
    assert refusal(phone, HISTORY, action="clear", query="zzz").error_type is ErrorType.NOT_FOUND
    assert refusal(phone, HISTORY, action="clear", appName="TuneDeck", query="vote").error_type is ErrorType.NOT_FOUND
    assert phone.call(HISTORY, {"action": "clear", "appName": "old one", "query": "VOTE"}).message.startswith("1 ")
    assert said(phone, HISTORY, action="query")["total"] == 2
    assert phone.call(HISTORY, {"action": "disable"}).message.endswith("2 entries removed")
    assert phone.call(HISTORY, {"action": "disable"}).message == "notification history was already off"
    phone.call(HISTORY, {"action": "enable"})
    assert phone.call(HISTORY, {"action": "clear"}).message == "0 entries removed"


@pytest.mark.parametrize(
    ("words", "tile"),
    [("Wi-Fi", "wifi"), ("dark-mode", "dark_mode"), ("Do not disturb", "dnd"), (" Torch ", "flashlight")],
)
def test_a_tile_is_found_by_the_names_people_have_for_it(words: str, tile: str) -> None:
    phone = system_phone(quick_tiles_shown=["nfc", "scanner", "hotspot", "location"])
    assert said(phone, TILES, action="add", tile=words, position=2)["tiles"][1] == tile
    assert phone.call(TILES, {"action": "query", "tile": words}).message == f"{tile} is 2 of 5"
    assert "already there" in phone.call(TILES, {"action": "move", "tile": words, "position": 2}).message
    phone.call(TILES, {"action": "remove", "tile": words})
    assert "fewest" in refusal(phone, TILES, action="remove", tile="nfc").message
    assert refusal(phone, TILES, action="add", tile=words, position=0).error_type is ErrorType.BAD_ARGUMENT
    assert "belongs to" in refusal(phone, TILES, action="remove", tile="nfc", position=1).message


def test_power_saving_cools_and_never_warms_the_phone() -> None:
    for level, cooler in (("high", 3), ("balanced", 0), ("light", 0)):
        phone = system_phone(performance_level=level)
        before = said(phone, FAN, action="query")["temperature"]
        phone.call("manage_battery", {"action": "enable"})
        assert before - said(phone, FAN, action="query")["temperature"] == cooler


def test_a_fan_on_a_low_battery_stands_still_until_the_phone_charges() -> None:
    phone = system_phone(fan_temperature=44, battery_level=5)
    assert phone.call(FAN, {"action": "auto"}).data == {"temperature": 44, "speed": "high", "running": False}
    phone.change("charging", True)
    assert said(phone, FAN, action="query")["temperature"] == 44 - 8
    assert "already" in phone.call(FAN, {"action": "auto", "speed": "high"}).message
    assert "belongs to" in refusal(phone, FAN, action="disable", speed="low").message


def test_high_performance_is_held_back_by_heat_once_the_fan_is_off() -> None:
    phone = system_phone(fan_temperature=44)
    phone.call(FAN, {"action": "enable", "speed": "high"})
    phone.call(SPEED, {"action": "set", "mode": "high"})
    assert said(phone, SPEED, action="query")["acting"] == "high"
    phone.call(FAN, {"action": "disable"})
    told = phone.call(SPEED, {"action": "query"})
    assert told.message == "performance mode high, held back by heat"
    assert told.data == {"mode": "high", "acting": "balanced", "temperature": 47}


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        ({"action": "start", "instruction": "sharpen", "fileName": "bridge", "style": "oil"}, "bad_argument", "style"),
        ({"action": "start", "instruction": "a fox", "saveAs": "Fox"}, "bad_argument", "saveAs belongs to save"),
        ({"action": "start", "instruction": "?"}, "bad_argument", "nothing to draw"),
        ({"action": "query", "style": "oil"}, "bad_argument", "start, refine"),
        ({"action": "start", "instruction": " \n "}, "bad_argument", "instruction"),
    ],
)
def test_the_image_agent_refuses_what_it_would_otherwise_ignore(
    arguments: dict[str, Any], kind: str, words: str
) -> None:
    error = refusal(travel_phone(), IMAGE, **arguments)
    assert (error.error_type.value, words in error.message) == (kind, True), error.message


def test_a_picture_may_be_asked_for_in_one_sign_and_drawn_again_in_another_style() -> None:
    phone = travel_phone()
    started = said(phone, IMAGE, action="start", instruction="猫")
    assert (started["style"], started["source"]) == ("sketch", "")
    key = started["sessionId"]
    phone.call(IMAGE, {"action": "execute", "sessionId": key})
    assert said(phone, IMAGE, action="refine", sessionId=key, style="comic")["style"] == "comic"
    assert "waits" in refusal(phone, IMAGE, action="refine", sessionId=key, style="oil").message
    phone.call(IMAGE, {"action": "execute", "sessionId": key})
    told = said(phone, IMAGE, action="save", sessionId=key)
    assert (told["fileName"], told["steps"][-2]) == ("猫.png", "version 2: 猫 (comic)")
    assert refusal(phone, IMAGE, action="cancel", sessionId=key).error_type is ErrorType.CONFLICT

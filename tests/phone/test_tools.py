"""What the phone offers: enough tools over enough domains, under the published names."""

from __future__ import annotations

import pytest

import planloop.phone.apps  # noqa: F401 - registers the tools
from planloop.contract.action import MEMORY_TOOLS
from planloop.environments.sandbox import Sandbox

PUBLISHED = """
add_contact calculate_expression calendar_service close_app configure_hotspot control_device_power control_flashlight
control_gui_agent control_screen_casting control_screen_recorder convert_currency convert_unit local_file_search
manage_alarm manage_app_lock manage_auto_rotate manage_battery manage_countdown manage_dark_mode manage_device_info
manage_hotspot manage_keyboard_mouse_sharing manage_nfc manage_note manage_schedule manage_scheduled_power open_app
play_audio query_health_data send_file send_message set_music_play_mode text_translate trigger_task
""".split()
ARGUMENTS = {
    "manage_alarm": {"action"},
    "control_gui_agent": {"action", "appName", "instruction", "sessionId"},
    "manage_note": {"action", "content"},
    "query_health_data": {"dataType", "date"},
    "convert_unit": {"category", "fromUnit", "toUnit", "value"},
    "calculate_expression": {"expression", "precision"},
    "add_contact": {"name", "phoneNumber"},
    "open_app": {"appName"},
}


def test_there_are_enough_tools_over_enough_domains() -> None:
    specs = Sandbox().specs()
    assert len({s.name for s in specs}) >= 40
    assert len({s.domain for s in specs}) >= 6


def test_published_names_are_kept() -> None:
    offered = {s.name for s in Sandbox().specs()}
    assert set(PUBLISHED) <= offered
    assert {"search_user_memory", "add_user_memory", "replace_user_memory", "remove_user_memory"} <= MEMORY_TOOLS


@pytest.mark.parametrize("name", ARGUMENTS)
def test_published_arguments_are_kept(name: str) -> None:
    (spec,) = (s for s in Sandbox().specs() if s.name == name)
    properties = spec.parameters["properties"]
    assert isinstance(properties, dict) and properties.keys() >= ARGUMENTS[name]

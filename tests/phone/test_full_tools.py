"""The tools of the full phone: one success and one typed refusal at least for each, and what holds for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.phone import cases_apps, cases_audio, cases_devices, cases_life, cases_screen
from tests.phone.full import full_phone

from planloop.contract.capability import Domain
from planloop.contract.task import WorldSpec
from planloop.contract.tool import SideEffect
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome
from planloop.phone.storey import Storey

GROUPS = (cases_audio, cases_apps, cases_screen, cases_devices, cases_life)
DONE = [case for group in GROUPS for case in group.DONE]
REFUSED = [case for group in GROUPS for case in group.REFUSED]
SIZES = {
    Domain.AUDIO: 25, Domain.APPS: 23, Domain.DISPLAY: 22, Domain.SYSTEM: 22, Domain.TIME: 16, Domain.CALLS: 15,
    Domain.NETWORK: 14, Domain.TRAVEL: 13, Domain.DEVICES: 13, Domain.INPUT: 12, Domain.UTILITIES: 11,
    Domain.SECURITY: 10, Domain.ASSISTANT: 12,
}  # fmt: skip
"""As published (phone-interface.md). Four of the assistant's sixteen are memory tools, which the harness has."""
ELSEWHERE = {Domain.TIME, Domain.CALLS, Domain.TRAVEL, Domain.ASSISTANT, Domain.SYSTEM, Domain.UTILITIES}
"""Domains whose tools have test modules of their own."""
ABOVE = {n: t for n, t in Phone(Storey.FULL).tools.items() if n not in Phone(Storey.FIRST).tools}


@pytest.mark.parametrize(("tool", "arguments", "setup", "read", "expected"), DONE)
def test_tool_does_what_it_says(
    tool: str, arguments: dict[str, Any], setup: dict[str, Any], read: Callable[[Phone], Any], expected: Any
) -> None:
    phone = full_phone(**setup)
    assert phone.call(tool, arguments).message
    assert read(phone) == expected
    if ABOVE[tool].side_effect(arguments) is SideEffect.READ:
        assert not phone.state.deltas()


@pytest.mark.parametrize(("tool", "arguments", "setup", "kind", "words"), REFUSED)
def test_tool_refuses_and_changes_nothing(
    tool: str, arguments: dict[str, Any], setup: dict[str, Any], kind: str, words: str
) -> None:
    phone = full_phone(**setup)
    with pytest.raises(ToolError) as caught:
        phone.call(tool, arguments)
    assert (caught.value.error_type.value, words in caught.value.message) == (kind, True), caught.value.message
    assert not phone.state.deltas()


def test_every_tool_above_the_first_storey_has_a_success_and_a_refusal() -> None:
    here = {n for n, t in ABOVE.items() if t.spec.domain not in ELSEWHERE} | {"search_personal_information"}
    assert here == {case[0] for case in DONE} == {case[0] for case in REFUSED}


def test_every_domain_has_at_least_its_published_number_of_tools() -> None:
    found = Counter(t.spec.domain for t in Phone(Storey.FULL).tools.values())
    assert {d.value: n for d, n in SIZES.items() if found[d.value] < n} == {}


@pytest.mark.parametrize("name", sorted(n for n, t in ABOVE.items() if t.spec.permission))
def test_a_tool_that_needs_a_permission_is_refused_without_it(name: str) -> None:
    phone = full_phone()
    permission = ABOVE[name].spec.permission
    assert permission is not None
    assert phone.state.get("permissions", permission) is not None, f"no world has the permission {permission}"
    phone.state.set("permissions", permission, granted=False)
    phone.state.seal()
    with pytest.raises(ToolError, match=f"permission {permission}"):
        phone.call(name, {})
    assert not phone.state.deltas()


def _values(schema: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema.get("x-hint") == "HH:MM":
        return st.sampled_from(("00:00", "07:30", "23:59"))
    if "YYYY-MM-DD" in schema.get("x-hint", ""):
        return st.sampled_from(("2026-03-01", "2026-12-30", "2024-02-29"))
    return {
        "string": st.sampled_from(("", "on", "Notely", "Home", "Anna Hill", "Snowman.jpg", "kitchen", "zz zz")),
        "integer": st.sampled_from((-1, 0, 1, 2, 25, 80, 100, 10**9)),
        "number": st.sampled_from((-1.0, 0.0, 0.5, 1.5, 21.0, 1e12)),
        "boolean": st.booleans(),
        "array": st.lists(st.sampled_from(("a", "b")), max_size=2),
    }[schema["type"]]  # type: ignore[return-value]


@settings(max_examples=400, deadline=None)
@given(data=st.data(), seed=st.integers(0, 30), name=st.sampled_from(sorted(ABOVE)))
def test_any_call_in_any_world_succeeds_or_is_a_typed_refusal_that_changes_nothing(
    data: st.DataObject, seed: int, name: str
) -> None:
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=seed, storey="full"))
    properties: dict[str, Any] = ABOVE[name].spec.parameters["properties"]  # type: ignore[assignment]
    arguments = data.draw(st.fixed_dictionaries({}, optional={n: _values(s) for n, s in properties.items()}))
    try:
        outcome = phone.call(name, arguments)
    except ToolError as error:
        assert error.message
        assert not phone.state.deltas()
        return
    assert isinstance(outcome, Outcome) and outcome.message
    if ABOVE[name].side_effect(arguments) is SideEffect.READ:
        assert not phone.state.deltas()


def test_what_a_podcast_plays_can_be_paused_by_the_player() -> None:
    phone = full_phone(playback="stopped", queue=[], playing="")
    phone.call("play_podcast", {"showName": "Deep Field"})
    assert phone.call("control_playback", {"action": "pause"}).message == "paused Deep Field 1"
    assert phone.call("control_playback", {"action": "next"}).message == "playing Deep Field 1"


def test_files_in_the_bin_are_not_found_by_a_search_and_come_back_whole() -> None:
    phone = full_phone()
    phone.call("manage_recycle_bin", {"action": "put", "fileName": "Snowman.jpg"})
    assert "Snowman.jpg" not in str(phone.call("local_file_search", {"query": "snowman"}).data)
    phone.call("manage_recycle_bin", {"action": "restore", "fileName": "Snowman.jpg"})
    assert phone.state.find("files", name="Snowman.jpg", sizeMb=4)


def test_the_search_over_everything_keeps_to_what_is_permitted_and_visible() -> None:
    phone = full_phone()
    assert "Snowman.jpg" in str(phone.call("search_personal_information", {"query": "snowman"}).data)
    assert "Anna Hill" in str(phone.call("search_personal_information", {"query": "anna", "source": "contacts"}).data)
    phone.state.set("permissions", "storage", granted=False)
    assert "Snowman.jpg" not in str(phone.call("search_personal_information", {"query": "snowman"}).data)
    with pytest.raises(ToolError, match="permission storage"):
        phone.call("search_personal_information", {"query": "snowman", "source": "files"})


def test_wifi_comes_on_where_no_network_is_saved() -> None:
    phone = full_phone(wifi=False)
    phone.call("manage_saved_networks", {"action": "forget", "networkName": "Home"})
    assert phone.call("manage_wifi", {"action": "enable"}).message == "Wi-Fi on, no network is saved"
    assert phone.setting("wifi") is True


def test_a_photo_becomes_wallpaper_only_with_the_storage_permission() -> None:
    phone = full_phone()
    phone.state.set("permissions", "storage", granted=False)
    with pytest.raises(ToolError, match="permission storage"):
        phone.call("set_wallpaper", {"name": "harbour"})
    assert phone.call("set_wallpaper", {"name": "dunes"}).message == "wallpaper Dunes"


@pytest.mark.parametrize("seed", range(40))
def test_settings_of_a_full_world_agree_with_each_other(seed: int) -> None:
    phone = Phone(Storey.FULL)
    phone.reset(WorldSpec(seed=seed, storey="full"))
    read = phone.setting
    assert read("sound_mode") == "ring" or read("volume_ring") == 0
    assert not (read("talkback") and (read("select_to_speak") or read("navigation") == "gestures"))
    assert not read("one_handed") or read("navigation") == "gestures"
    assert read("power_mode") == "normal" or read("refresh_rate") == "60"


def test_buttons_end_one_handed_mode_and_the_screen_reader_brings_them() -> None:
    phone = full_phone(one_handed=True)
    phone.call("set_navigation_mode", {"mode": "three_buttons"})
    assert phone.setting("one_handed") is False
    phone = full_phone(one_handed=True)
    phone.call("manage_talkback", {"action": "enable"})
    assert (phone.setting("navigation"), phone.setting("one_handed")) == ("three_buttons", False)

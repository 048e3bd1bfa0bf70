"""Copies of eta that differ in one respect, and in no other."""

from __future__ import annotations

from planloop.harness.eta import Eta
from planloop.harness.eta_files import Runtime
from planloop.harness.variant import showing_all, without_guidance

SKILL = """---
name: night-mode
description: Quiet night
allowed-tools: set_volume set_brightness
---
Steps:
- set_volume to 5
- set_brightness to 10
"""


def eta(**more: str) -> Eta:
    files = {
        "instructions.md": "Use set_volume with care.\nBe brief.\n",
        "domains/audio.md": "# Rules\n- [set_volume, mute] Ask first.\n- set_volume_limit is for parents.\n",
        "skills/night-mode/SKILL.md": SKILL,
        "routing.yaml": "core_tools: [set_volume]\nnotes: {set_volume: 'set_volume: 0 to 100', mute: 'mute: all'}\n",
        "runtime.yaml": "context_tokens: 2000\nlist_items: 3\n",
    }
    return Eta.parse({**files, **more})


def test_guidance_that_names_a_tool_goes_and_all_else_stays() -> None:
    found = without_guidance(eta(), "set_volume")
    assert found.instructions == "Be brief."
    assert [rule.text for rule in found.domains["audio"]] == ["set_volume_limit is for parents."]
    assert found.skills["night-mode"].instructions == "Steps:\n- set_brightness to 10"
    assert found.skills["night-mode"].allowed_tools == ("set_volume", "set_brightness")
    assert found.routing.notes == {"mute": "mute: all"}
    assert found.routing.core_tools == ("set_volume",)
    assert found.runtime == eta().runtime
    assert found.digest() != eta().digest()


def test_where_no_line_names_a_tool_eta_is_the_same() -> None:
    assert without_guidance(eta(), "open_app").digest() == eta().digest()


def test_results_are_shown_whole_under_otherwise_equal_settings() -> None:
    found = showing_all(eta())
    assert found.runtime == Runtime(context_tokens=2000, list_items=found.runtime.list_items)
    assert found.runtime.list_items > 1000
    assert {n: t for n, t in found.files.items() if n != "runtime.yaml"} == {
        n: t for n, t in eta().files.items() if n != "runtime.yaml"
    }

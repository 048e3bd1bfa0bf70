"""The scenario adapter: complete offline, and at request time only about what is exposed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.harness.fake import ALL_TOOLS, SPECS, spec

from planloop.contract.errors import PlanloopError
from planloop.harness.adapter import build
from planloop.harness.budget import estimate
from planloop.harness.eta import Eta

FILES = {
    "instructions.md": "Help.",
    "domains/general.md": "- always true\n- [list_alarms] look first",
    "domains/time.md": (
        "- times are HH:MM\n- use one of {create_alarm, list_alarms}\n- [gone] about gone\n- try {gone, lost}"
    ),
    "domains/audio.md": "- levels are 0-100",
    "domains/calls.md": "- ask which contact",
    "domains/assistant.md": "- be kind",
    "domains/skills.md": "- load the fitting skill first",
}


def eta(**more: str) -> Eta:
    return Eta.parse({**FILES, **{k.replace("__", "/"): v for k, v in more.items()}})


def test_only_rules_about_exposed_tools_are_injected_and_lists_shrink_to_them() -> None:
    adapter = build(eta(), SPECS)
    assert adapter.inject(["create_alarm"]).split("\n") == [
        "- always true",
        "- times are HH:MM",
        "- use one of create_alarm",
    ]
    assert "- look first" in adapter.inject(["list_alarms", "set_level"])
    assert "- levels are 0-100" in adapter.inject(["list_alarms", "set_level"])


def test_exposed_skill_loaders_bring_only_the_generic_protocol() -> None:
    adapter = build(eta(), SPECS)
    assert adapter.inject(["skill__night_mode", *ALL_TOOLS]) == "- load the fitting skill first"
    assert adapter.inject(["skill__night_mode"], skills=False) == ""


def test_a_tool_without_guidance_fails_the_build_by_name() -> None:
    with pytest.raises(PlanloopError, match="tool fly has no guidance") as caught:
        build(eta(), [*SPECS, spec("fly", "aviation")])
    assert "routing.yaml" in caught.value.cure


def test_overrides_resolve_a_tool_to_another_domain_or_to_a_skill() -> None:
    skill = "---\nname: pilot\ndescription: Fly\n---\nText\n- keep the nose up\n"
    made = Eta.parse({**FILES, "routing.yaml": "domains: {fly: time}\nnotes: {fly: once}"})
    assert build(made, [spec("fly", "aviation")]).guidance == {"fly": "time"}
    made = Eta.parse({**FILES, "skills/pilot/SKILL.md": skill, "routing.yaml": "skills: {fly: pilot}"})
    assert "- keep the nose up" in build(made, [spec("fly", "aviation")]).inject(["fly"])
    made = Eta.parse({**FILES, "routing.yaml": "skills: {fly: pilot}"})
    with pytest.raises(PlanloopError, match="pilot is not in eta"):
        build(made, [spec("fly", "aviation")])


def test_the_build_is_identified_by_eta_and_tool_schemas() -> None:
    one = build(eta(), SPECS)
    assert one.digest == build(eta(), reversed(SPECS)).digest
    assert one.digest != build(eta(), SPECS[1:]).digest
    assert one.digest != build(Eta.parse({**FILES, "instructions.md": "Help!"}), SPECS).digest


@given(st.sets(st.sampled_from(ALL_TOOLS)), st.integers(0, 40))
def test_injected_text_keeps_its_limit_and_depends_on_the_set_alone(tools: set[str], limit: int) -> None:
    made = Eta.parse({**FILES, "routing.yaml": f"limits: {{guidance_tokens: {limit}}}"})
    adapter = build(made, SPECS)
    text = adapter.inject(sorted(tools))
    assert sum(estimate(line) for line in text.split("\n") if line) <= limit
    assert text == adapter.inject(sorted(tools, reverse=True))
    assert all(name not in text or name in tools for name in ALL_TOOLS)

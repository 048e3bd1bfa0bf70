"""An eta whose names do not exist is refused with the closest that does; the built-in one is sound."""

from __future__ import annotations

import pytest

from planloop.contract.errors import PlanloopError
from planloop.contract.tool import ToolSpec
from planloop.environments.sandbox import Sandbox
from planloop.harness.eta import Eta
from planloop.harness.harness import Harness
from planloop.harness.soundness import require_sound

SKILL = "---\nname: night-mode\ndescription: For the night.\nallowed-tools: [{tool}]\n---\n- Be quiet.\n"


@pytest.fixture(scope="module")
def specs() -> tuple[ToolSpec, ...]:
    return Harness().specs(Sandbox())


def test_the_built_in_harness_is_sound(specs: tuple[ToolSpec, ...]) -> None:
    require_sound(Eta.load(), specs)
    assert len(specs) > 40


@pytest.mark.parametrize(
    ("file", "text", "message"),
    [
        (
            "domains/time.md",
            "- [manage_alarms] Be exact.\n",
            "time.md: names a tool that does not exist: manage_alarms",
        ),
        ("routing.yaml", "core_tools: [serch_user_memory]\n", "Did you mean search_user_memory?"),
        ("routing.yaml", "notes: {zzz: hello}\n", "`planloop tools` lists the tools"),
        ("routing.yaml", "domains: {manage_alarm: tme}\n", "maps manage_alarm to a missing domains/tme.md"),
        ("routing.yaml", "skills: {manage_alarm: night-mode}\n", "maps manage_alarm to a missing skill night-mode"),
        (
            "runtime.yaml",
            "permissions: {tools: {send_mesage: deny}}\n",
            "runtime.yaml: names a tool that does not exist",
        ),
        ("skills/night-mode/SKILL.md", SKILL.format(tool="set_volum"), "skills/night-mode/SKILL.md: names a tool"),
    ],
)
def test_a_name_that_does_not_exist_is_named_with_its_file(
    specs: tuple[ToolSpec, ...], file: str, text: str, message: str
) -> None:
    eta = Eta.parse({**Eta.load().files, file: text}, "mine")
    with pytest.raises(PlanloopError) as caught:
        require_sound(eta, specs, "mine")
    assert message in str(caught.value)
    assert str(caught.value).startswith("mine/")


def test_a_tool_without_guidance_is_named_with_the_missing_file(specs: tuple[ToolSpec, ...]) -> None:
    files = {name: text for name, text in Eta.load().files.items() if name != "domains/travel.md"}
    with pytest.raises(PlanloopError, match=r"mine/domains/travel\.md: is missing.*Restore that file"):
        require_sound(Eta.parse(files), specs, "mine")


def test_a_skill_over_tools_that_exist_is_sound_and_loaders_of_worlds_may_be_named(specs: tuple[ToolSpec, ...]) -> None:
    rule = "- [skill__any] Load it first.\n"
    files = {**Eta.load().files, "skills/night-mode/SKILL.md": SKILL.format(tool="manage_alarm")}
    files["domains/skills.md"] += rule
    eta = Eta.parse(files)
    require_sound(eta, specs)
    assert eta.skills["night-mode"].allowed_tools == ("manage_alarm",)

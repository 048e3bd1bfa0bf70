"""eta: the folder of text, its checks, and its digest."""

from __future__ import annotations

from pathlib import Path

import pytest

from planloop.contract.errors import PlanloopError
from planloop.harness.budget import estimate
from planloop.harness.eta import Eta, Rule
from planloop.harness.skills import loader_name, parse_skill, skill_name

GOOD = "---\nname: night-mode\ndescription: Quiet night\nallowed-tools: set_level manage_alarm\n---\n- be quiet\n"


def test_the_packaged_default_is_short_enough_for_a_small_planner() -> None:
    eta = Eta.load()
    assert estimate(eta.instructions) <= 60
    limit = eta.routing.limits.rule_tokens
    assert all(estimate(rule.text) <= limit for rules in eta.domains.values() for rule in rules)
    assert len(eta.domains) == 15 and eta.routing.core_tools == ("search_user_memory",)


def test_a_folder_that_is_written_and_read_again_is_the_same(tmp_path: Path) -> None:
    eta = Eta.load()
    eta.write(tmp_path / "copy")
    again = Eta.load(tmp_path / "copy")
    assert again.digest() == eta.digest() and again == eta
    (tmp_path / "copy" / "domains" / "time.md").write_text("- other\n")
    assert Eta.load(tmp_path / "copy").digest() != eta.digest()


def test_rules_may_be_tied_to_tools() -> None:
    eta = Eta.parse({"instructions.md": "x", "domains/time.md": "# Title\n\n- always\n- [a, b] only with a or b\n"})
    assert eta.domains["time"] == (Rule("always"), Rule("only with a or b", ("a", "b")))


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("routing.yaml", "core_tool: []", "eta/routing.yaml: core_tool: unknown key"),
        ("runtime.yaml", "permissions: {extern: allow}", "runtime.yaml: permissions.extern: unknown key"),
        ("memory.yaml", "superseded: burn", "memory.yaml: superseded"),
        ("runtime.yaml", "list_items: 0", "runtime.yaml: list_items"),
        ("runtime.yaml", "- a", "not a mapping"),
        ("runtime.yaml", "a: [", "not valid YAML"),
        ("domains/time.md", "no dash", "domains/time.md, line 1"),
        ("notes.txt", "x", "not a file of eta"),
        ("skills/Night/SKILL.md", GOOD, "night-mode"),
        ("skills/night-mode/SKILL.md", "no front", "no frontmatter"),
        ("skills/night-mode/SKILL.md", "---\nname: night-mode\n---\n", "description"),
        ("skills/night-mode/SKILL.md", GOOD.replace("name", "title", 1), "unknown key title"),
    ],
)
def test_what_is_wrong_is_named_with_its_file_and_key(name: str, text: str, message: str) -> None:
    with pytest.raises(PlanloopError) as caught:
        Eta.parse({"instructions.md": "x", name: text})
    assert message in str(caught.value) and caught.value.cure


def test_a_folder_without_instructions_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PlanloopError, match=r"instructions\.md"):
        Eta.load(tmp_path)


def test_a_skill_is_read_with_its_tools_and_hash() -> None:
    skill = parse_skill(GOOD, "here", "night-mode")
    assert skill.allowed_tools == ("set_level", "manage_alarm") and skill.instructions == "- be quiet"
    assert skill.digest != parse_skill(GOOD + "- more\n", "here", "night-mode").digest
    assert skill.loader == "skill__night_mode" and skill_name(loader_name("a-b-c")) == "a-b-c"

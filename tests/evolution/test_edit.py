"""Eta edits apply exactly, once, or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from planloop.contract.errors import PlanloopError
from planloop.contract.eta_edit import EtaEdit
from planloop.evolution.edit import EditConflictError, apply, edited, read_eta, value_at
from planloop.harness.eta import DEFAULT, Eta

FILES = {
    "memory.yaml": "# how memory is searched\nmax_results: 5  # enough\nsuperseded: hide\n",
    "routing.yaml": "core_tools: [a]\nlimits:\n  rules_per_domain: 4\n  rule_tokens: 32\nnotes: {x: one}\n",
    "domains/general.md": "# Rules\n- First rule.\n- Second rule.\n",
}


def test_a_value_is_replaced_in_place_and_comments_stay() -> None:
    out = edited(FILES, [EtaEdit(file="memory.yaml", key="max_results", before=5, after=10)])
    assert out["memory.yaml"] == FILES["memory.yaml"].replace("5", "10")


@pytest.mark.parametrize(
    ("key", "before", "after"),
    [
        ("core_tools", ["a"], ["a", "b"]),
        ("limits.rules_per_domain", 4, 6),
        ("limits.guidance_tokens", None, 200),
        ("notes.y", None, "two: and a 'quote'"),
        ("notes.x", "one", "1"),
        ("exposure.name", None, 2.5),
        ("domains", None, {"tool": "time"}),
        ("core_tools", ["a"], None),
        ("limits.rule_tokens", 32, None),
    ],
)
def test_keys_are_changed_added_and_removed_at_any_depth(key: str, before: object, after: object) -> None:
    edit = EtaEdit(file="routing.yaml", key=key, before=before, after=after)  # type: ignore[arg-type]
    out = edited(FILES, [edit])
    assert value_at(out["routing.yaml"], key) == after
    assert edited(out, [edit]) == out
    kept = {k for k in yaml.safe_load(FILES["routing.yaml"]) if not key.startswith(k)}
    for name in kept:
        assert value_at(out["routing.yaml"], name) == value_at(FILES["routing.yaml"], name)


def test_a_missing_file_is_made() -> None:
    out = edited(FILES, [EtaEdit(file="runtime.yaml", key="permissions.tools.x", after="ask")])
    assert yaml.safe_load(out["runtime.yaml"]) == {"permissions": {"tools": {"x": "ask"}}}


@pytest.mark.parametrize(
    ("before", "after", "lines"),
    [
        (None, "- New rule.", ["# Rules", "- New rule.", "- First rule.", "- Second rule."]),
        ("- First rule.", "- Other rule.", ["# Rules", "- Other rule.", "- Second rule."]),
        ("- First rule.", None, ["# Rules", "- Second rule."]),
    ],
)
def test_prose_lines_are_added_replaced_and_removed_once(
    before: str | None, after: str | None, lines: list[str]
) -> None:
    edit = EtaEdit(file="domains/general.md", before=before, after=after)
    out = edited(FILES, [edit])
    assert out["domains/general.md"].splitlines() == lines
    assert edited(out, [edit]) == out


def test_every_conflict_is_named_and_nothing_is_written(tmp_path: Path) -> None:
    Eta.load(DEFAULT).write(tmp_path / "eta")
    edits = [
        EtaEdit(file="memory.yaml", key="max_results", before=99, after=100),
        EtaEdit(file="domains/general.md", before="- No such rule.", after="- Rule."),
        EtaEdit(file="memory.yaml", key="max_results.deep", after=1),
    ]
    with pytest.raises(EditConflictError, match=r"3 edit.*max_results.*No such rule.*single value"):
        apply(tmp_path / "eta", edits, tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_an_edited_eta_loads_and_differs_only_where_it_was_edited(tmp_path: Path) -> None:
    Eta.load(DEFAULT).write(tmp_path / "eta")
    edits = [EtaEdit(file="memory.yaml", key="max_results", before=5, after=10)]
    new = apply(tmp_path / "eta", edits, tmp_path / "new")
    assert Eta.load(new).memory.max_results == 10
    before, after = read_eta(tmp_path / "eta"), read_eta(new)
    assert [f for f in before if before[f] != after[f]] == ["memory.yaml"]
    assert read_eta(apply(new, edits, tmp_path / "again")) == after
    with pytest.raises(PlanloopError, match="not empty"):
        apply(tmp_path / "eta", edits, new)


@pytest.mark.parametrize("file", ["../x.yaml", "/etc/x", "a//b", ""])
def test_edits_stay_inside_eta(file: str) -> None:
    with pytest.raises(ValidationError):
        EtaEdit(file=file, key="a", after=1)


def test_an_edit_that_changes_nothing_or_spans_lines_is_refused() -> None:
    with pytest.raises(ValidationError, match="changes nothing"):
        EtaEdit(file="memory.yaml", key="a", before=1, after=1)
    with pytest.raises(ValidationError, match="whole lines"):
        EtaEdit(file="a.md", after="one\ntwo")


@given(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1, max_size=20), st.integers(0, 99))
def test_any_scalar_survives(text: str, number: int) -> None:
    for value in (text, number, [text, "b"]):
        out = edited(FILES, [EtaEdit(file="memory.yaml", key="note", after=value)])  # type: ignore[arg-type]
        assert value_at(out["memory.yaml"], "note") == value
        assert value_at(out["memory.yaml"], "max_results") == 5

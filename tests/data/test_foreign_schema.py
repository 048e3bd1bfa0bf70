"""A schema that somebody else wrote judges arguments where it can, and never acts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from planloop.data.foreign_schema import misfit

COUNT = {"type": "object", "properties": {"count": {"type": "integer"}}, "required": ["count"]}


def test_what_does_not_fit_is_said() -> None:
    assert misfit(COUNT, {"count": 2}) is None
    assert "is not of type" in str(misfit(COUNT, {"count": "two"}))
    assert "required" in str(misfit(COUNT, {}))
    inside: Any = {"$defs": {"n": {"type": "integer"}}, "properties": {"count": {"$ref": "#/$defs/n"}}}
    assert "is not of type" in str(misfit(inside, {"count": "two"}))


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "#/$defs/lost"},
        {"$ref": "#"},
        {"required": True},
        {"properties": []},
        {"type": "integerish"},
        {"pattern": "("},
        {"properties": {"count": {"pattern": "(a+)+$"}}},
        {"patternProperties": {"(o+)+$": {"type": "integer"}}},
    ],
)
def test_a_schema_that_cannot_be_applied_says_nothing(schema: dict[str, Any]) -> None:
    assert misfit(schema, {"count": "a" * 60 + "b"}) is None


def test_no_reference_is_followed_out_of_the_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def opened(*given: object, **named: object) -> None:
        raise AssertionError("something was fetched")

    monkeypatch.setattr("urllib.request.urlopen", opened)
    (tmp_path / "never.json").write_text(json.dumps({"not": {}}))
    for address in ((tmp_path / "never.json").as_uri(), "http://127.0.0.1:1/schema.json"):
        assert misfit({"$ref": address}, {}) is None

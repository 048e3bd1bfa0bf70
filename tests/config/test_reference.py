"""The reference page of planloop.yaml states every key, with the default that the code has."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from planloop.config.model import Config

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "config.md"


def leaves(section: BaseModel, prefix: str = "") -> dict[str, object]:
    """Dotted key and default of every value."""
    found: dict[str, object] = {}
    for name in type(section).model_fields:
        value = getattr(section, name)
        found |= leaves(value, f"{prefix}{name}.") if isinstance(value, BaseModel) else {f"{prefix}{name}": value}
    return found


def documented() -> dict[str, str]:
    """Dotted key and default as text, from the table; `.key` shares the section of the key before it."""
    found: dict[str, str] = {}
    for row in re.findall(r"^\| (`.*?) \| (.*?) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE):
        section = ""
        keys = row[0].split(", ")
        defaults = row[1].split(", ") if len(keys) > 1 else [row[1]]
        for key, default in zip(keys, defaults, strict=True):
            key = key.strip("`")
            section = section if key.startswith(".") else key.rpartition(".")[0]
            found[section + key if key.startswith(".") else key] = default.strip("`")
    return found


@pytest.mark.parametrize(("key", "default"), leaves(Config()).items())
def test_a_key_is_documented_with_its_default(key: str, default: object) -> None:
    assert documented()[key] == json.dumps(default).strip('"')


def test_no_key_is_documented_that_does_not_exist() -> None:
    assert set(documented()) == set(leaves(Config()))

"""The house numbers hold, and a breach is seen."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.house import violations

ROOT = Path(__file__).resolve().parents[2]
MARK = "TO" + "DO"


def test_this_repository_keeps_the_house_numbers() -> None:
    assert violations(ROOT) == []


@pytest.mark.parametrize(
    ("file", "text", "breach"),
    [
        ("src/a.py", "x = 1\n" * 801, "a.py:1: 801 lines"),
        ("src/a.py", "x = 1\n" * 200, "median file has 200 lines"),
        ("src/a.py", "x = 1\n" * 401, "90th percentile file has 401 lines"),
        ("src/a.py", "x = 1\ndef f() -> None:\n" + "    x = 1\n" * 61, "a.py:2: f has 62 lines"),
        ("src/a.py", "x = 1\ndef f(a) -> None: ...\n", "a.py:2: f is not fully annotated"),
        ("src/a.py", f"x = 1\n# {MARK}: later\n", f"a.py:2: leftover {MARK}"),
        ("tests/test_a.py", "x = 1\ndef test_x() -> None:\n    print(x)\n", "test_a.py:2: test_x asserts nothing"),
    ],
)
def test_a_breach_is_named(tmp_path: Path, file: str, text: str, breach: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    path.write_text(text)
    assert any(breach in found for found in violations(tmp_path))

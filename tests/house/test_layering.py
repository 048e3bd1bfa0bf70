"""Imports point down only, and the command line starts without the heavy libraries."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools.layering import HEAVY, violations

ROOT = Path(__file__).resolve().parents[2]


def planted(tmp_path: Path, **files: str) -> list[str]:
    """The violations of a made-up source tree; keys are `package__module`."""
    for key, text in files.items():
        file = tmp_path / "planloop" / (key.replace("__", "/") + ".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return violations(tmp_path)


def test_our_imports_point_down() -> None:
    assert violations(ROOT / "src") == []


@pytest.mark.parametrize(
    ("module", "text", "reason"),
    [
        ("store__runs", "x = 1\nfrom planloop.training.care import Care\n", "training lies above store"),
        ("store__runs", "def f():\n    import planloop.harness.guard\n", "harness lies above store"),
        ("bench__score", "from planloop.cli import main\n", "nothing imports cli but itself"),
        ("contract__task", "from planloop import store\n", "store lies above contract"),
        ("contract__task", "import pathlib\n", "the contract does no I/O"),
        ("store__runs", "from ..harness import guard\n", "harness lies above store"),
        ("misc__thing", "x = 1\n", "belongs to no layer"),
    ],
)
def test_an_import_that_points_up_is_named_with_file_and_line(
    tmp_path: Path, module: str, text: str, reason: str
) -> None:
    (found,) = planted(tmp_path, **{module: text})
    file = module.replace("__", "/") + ".py"
    line = 2 if text.startswith(("x = 1\nfrom", "def")) else 1
    assert f"{file}:{line}:" in found
    assert reason in found


def test_a_heavy_import_that_the_command_line_reaches_is_named(tmp_path: Path) -> None:
    found = planted(
        tmp_path,
        cli__main="import planloop.cli.run\n",
        cli__run="from planloop.store import runs\n",
        store__runs="import numpy\nimport torch.nn\n",
    )
    assert len(found) == 1
    assert "store/runs.py:2:" in found[0]


def test_a_heavy_import_inside_a_function_is_fine(tmp_path: Path) -> None:
    assert planted(tmp_path, cli__main="def run() -> None:\n    import torch\n") == []


def test_every_command_imports_without_heavy_libraries() -> None:
    code = (
        "import sys; from importlib import import_module; import planloop.cli.main; "
        "from planloop.cli.lazy import COMMANDS; [import_module(m) for m in COMMANDS.values()]; "
        f"print(sorted({set(HEAVY)!r} & set(sys.modules)))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT / "src")
    assert ran.stdout.strip() == "[]"

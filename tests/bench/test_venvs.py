"""Environments of peers: what pip is told, and when one is made again. That they work is tested where they are used."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path
from typing import Any

import pytest

from planloop.bench.venvs import RECIPES, Peer, build
from planloop.contract.errors import PlanloopError


class Calls(list[tuple[list[str], str]]):
    """Commands with the CMAKE_ARGS that they saw."""

    status = 0

    def run(self, command: list[str], *, check: bool, env: dict[str, str]) -> Any:
        self.append((command, env["CMAKE_ARGS"]))
        return subprocess.CompletedProcess(command, self.status)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Calls:
    made = Calls()

    def create(folder: Path, *, with_pip: bool, clear: bool) -> None:
        python = folder / "bin" / "python"
        if clear and python.exists():
            python.unlink()
        python.parent.mkdir(parents=True, exist_ok=True)
        python.touch()

    monkeypatch.setattr(venv, "create", create)
    monkeypatch.setattr(subprocess, "run", made.run)
    return made


def test_what_is_compiled_is_built_for_any_processor(
    calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CMAKE_ARGS", "-DMINE=1")
    build(Peer.LLAMA, tmp_path)
    command, options = calls[0]
    assert options == "-DGGML_NATIVE=OFF -DMINE=1"
    assert "--no-cache-dir" in command


def test_an_environment_is_built_once_and_again_when_its_recipe_changes(
    calls: Calls, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = build(Peer.BFCL, tmp_path)
    count = len(calls)
    assert build(Peer.BFCL, tmp_path) == python
    assert len(calls) == count
    (python.parents[1] / ".complete").write_text("another recipe")
    build(Peer.BFCL, tmp_path)
    assert len(calls) == 2 * count


def test_a_failed_build_is_not_taken_for_a_complete_one(calls: Calls, tmp_path: Path) -> None:
    calls.status = 1
    with pytest.raises(PlanloopError, match="failed"):
        build(Peer.LLAMA, tmp_path)
    calls.status = 0
    build(Peer.LLAMA, tmp_path)
    assert calls[-1][0][-1] == f"import {RECIPES[Peer.LLAMA].proof}"

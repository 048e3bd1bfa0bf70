"""Exactness is measured on played trajectories of a real planner, and finds them identical."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")

from benchmarks.exactness import main  # noqa: E402


def test_a_few_trajectories_of_an_untrained_tiny_planner_are_identical(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--count", "24", "--tasks", "8", "--group", "3", "--epochs", "0.05", "--work", str(tmp_path), "--json"]
    main(options)
    found = json.loads(capsys.readouterr().out)
    assert found["trajectories"] == found["identical"] == 24
    assert 0 <= found["recomputed_max_logprob_difference"] < 1e-3

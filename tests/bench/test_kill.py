"""A run that is killed at any moment goes on and leaves what an undisturbed run leaves: nothing lost, nothing twice."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.bench.tiny_run import contents, start

from planloop.bench.durable import DATABASE
from planloop.evolution.experiment import Trial

KILLS, MANY = 4, 20


class Undisturbed(NamedTuple):
    """What a run without a kill left, and how long it took in seconds."""

    contents: dict[str, Any]
    seconds: float


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Undisturbed:
    warm = start(tmp_path_factory.mktemp("warm") / "store")  # pays for the imports of those that follow
    time.sleep(0.1)
    warm.kill()
    warm.join()
    root = tmp_path_factory.mktemp("undisturbed") / "store"
    began = time.monotonic()
    start_and_wait(root)
    return Undisturbed(contents(root), time.monotonic() - began)


def start_and_wait(root: Path) -> None:
    process = start(root)
    process.join()
    assert process.exitcode == 0


def killed_run(root: Path, kills: int, seconds: float, seed: int) -> int:
    """Run to the end with up to `kills` kills at random moments; returns how many hit a running process."""
    rng = random.Random(seed)
    hit = 0
    for _ in range(kills):
        process = start(root)
        process.join(timeout=rng.uniform(0.05, 1.6 * seconds / kills + 0.4))
        if process.exitcode is not None:
            break
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
        process.join()
        hit += 1
    start_and_wait(root)
    return hit


def attempts(root: Path) -> list[str]:
    """How each workflow of the store ended."""
    with closing(sqlite3.connect(root / DATABASE)) as connection:
        return [status for (status,) in connection.execute("select status from workflow_status")]


def test_a_run_killed_a_few_times_leaves_what_an_undisturbed_run_leaves(
    undisturbed: Undisturbed, tmp_path: Path
) -> None:
    hit = killed_run(tmp_path / "store", KILLS, undisturbed.seconds, seed=1)
    left = contents(tmp_path / "store")
    assert hit >= 1
    assert left == undisturbed.contents
    assert not left["unfinished"]
    assert attempts(tmp_path / "store") == ["SUCCESS"], "a killed workflow is recovered, not begun again beside itself"


def test_the_diagnoses_of_a_run_are_tested_by_replay(undisturbed: Undisturbed) -> None:
    """Two looks at the same failures where nothing was trained, or at others: each ends with its trials."""
    for look in ("survey", "survey-after"):
        made = [Trial.from_json(text) for text in undisturbed.contents["ledger"][f"r1/{look}/experiment"]["trials"]]
        assert made
        held = set(undisturbed.contents["trajectories"])
        assert all({*trial.repaired, *trial.control} <= held for trial in made)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_twenty_random_kills_lose_and_duplicate_nothing(undisturbed: Undisturbed, tmp_path: Path, seed: int) -> None:
    hit = killed_run(tmp_path / "store", MANY, undisturbed.seconds, seed)
    left = contents(tmp_path / "store")
    assert hit >= MANY // 2
    for part, value in undisturbed.contents.items():
        assert left[part] == value, part

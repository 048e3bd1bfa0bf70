"""A run that is killed at any moment goes on and leaves what an undisturbed run leaves: nothing lost, nothing twice."""

from __future__ import annotations

import json
import os
import random
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.bench.tiny_run import contents, start, tiny_config

from planloop.bench.durable import DATABASE
from planloop.cli.main import main
from planloop.contract.chat import import_chat
from planloop.contract.split import Stage
from planloop.contract.version import DataRelease
from planloop.evolution.experiment import Trial
from planloop.store.store import Store

KILLS, MANY = 4, 20


class Undisturbed(NamedTuple):
    """What a run without a kill left, where, and how long it took in seconds."""

    root: Path
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
    return Undisturbed(root, contents(root), time.monotonic() - began)


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


def test_the_report_of_a_run_says_who_decided_and_what_shortcuts_reach(undisturbed: Undisturbed) -> None:
    page = (undisturbed.root / "report.html").read_text()
    with Store.open(undisturbed.root, readonly=True) as store:
        waiting = {request.subject.split("-")[0] for request in store.decisions.pending()}
    assert (">release waits for a person<" in page) == ("candidate" in waiting)
    assert (">change waits for a person<" in page) == ("change" in waiting)
    assert ">data release approved</span>\nby policy <b>demo-policy</b>" in page
    assert "CARE over the run" in page
    assert all(f"scripted:{name}" in page for name in tiny_config().bench.baselines)


def test_what_a_run_trained_on_can_be_exported_and_read_back(undisturbed: Undisturbed, tmp_path: Path) -> None:
    with Store.open(undisturbed.root, readonly=True) as store:
        release = store.all(DataRelease)[-1]
        held = list(store.trajectories(stage=Stage.TRAINING, ids=[m.trajectory_id for m in release.members]))
    out = tmp_path / "new" / "release.jsonl"
    with pytest.raises(SystemExit) as ended:
        main(["trace", "export", release.id, str(out), "--store", str(undisturbed.root)])
    assert not ended.value.code
    found = {c.id: c for c in import_chat(out.read_text())}
    assert len(found) == len(release.members)
    for trajectory in held:
        read = found[f"{trajectory.id}/0"]
        assert read.messages == trajectory.messages
        assert [tool.name for tool in read.tools] == [*trajectory.segments[0].tool_names]
    weights = {line["id"]: line.get("weight", 1.0) for line in map(json.loads, out.read_text().splitlines())}
    assert weights == {f"{m.trajectory_id}/0": m.weight for m in release.members}
    assert [child.name for child in out.parent.iterdir()] == [out.name]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [2, 3])
def test_twenty_random_kills_lose_and_duplicate_nothing(undisturbed: Undisturbed, tmp_path: Path, seed: int) -> None:
    hit = 0
    while hit < MANY:
        root = tmp_path / f"after-{hit}"
        hit += killed_run(root, MANY, undisturbed.seconds, seed + 100 * hit)
        left = contents(root)
        for part, value in undisturbed.contents.items():
            assert left[part] == value, part

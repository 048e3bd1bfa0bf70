"""`benchmarks.loop` gives the keys of the design, says what a reader must know, and fails where a run failed."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from benchmarks.loop import configured, main, parse
from benchmarks.loop_arm import Arm, ArmFailure, ArmResult
from tests.bench.tiny_run import SETTINGS
from tests.benchmarks.arms import result

from planloop.bench.suite import load_suite
from planloop.config.model import Config, Strategy
from planloop.contract.split import Split, Stage

TASKS = {t.key: str(t.capability) for t in load_suite().tasks(Split.TEST, Stage.BENCH)[:40]}


def finished(arm: Arm, seed: int, solved: int, start: str = "ab") -> ArmResult:
    """An arm whose first release solves 10 tasks and whose last one solves `solved`."""
    sides = {"before": 10, "middle": solved - 2, "after": solved}
    outcomes = {name: {key: n < count for n, key in enumerate(TASKS)} for name, count in sides.items()}
    update = {"arm": arm, "seed": seed, "outcomes": outcomes, "capabilities": TASKS, "start": {"w": start}}
    return result().model_copy(update=update | {"harness_changed": arm is Arm.LOOP and seed == 0})


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[Arm, Config]]:
    """What the benchmark asked to be run; every run ends at once, and the nearest plan solves nothing."""
    asked: list[tuple[Arm, Config]] = []

    def play(folder: Path, arm: Arm, config: Config, *, keep: bool) -> ArmResult | ArmFailure:
        asked.append((arm, config))
        seed = config.training.seed
        if seed == 9 and arm is Arm.CONTROL:
            return ArmFailure(arm, seed, -9, "killed", folder / "log")
        return finished(arm, seed, 30 if arm is Arm.LOOP else 20, "ab" if seed < 5 else f"{arm}")

    monkeypatch.setattr("benchmarks.loop.play", play)
    monkeypatch.setattr("benchmarks.loop.code_version", lambda: "one")
    (tmp_path / "nearest.json").write_text(json.dumps(dict.fromkeys(TASKS, False)))
    return asked


def measured(capsys: pytest.CaptureFixture[str], out: Path, *options: str) -> tuple[int, dict[str, Any], str]:
    """Exit status, JSON object, and what went to stderr."""
    status = main([*options, "--out", str(out), "--json"])
    printed = capsys.readouterr()
    return status, json.loads(printed.out), printed.err


def test_it_plays_loop_and_control_of_every_seed_and_pools_them(
    played: list[tuple[Arm, Config]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, value, _ = measured(capsys, tmp_path, "--seeds", "0,3", "--rounds", "1", "--quick")
    assert status == 0
    assert [(arm, c.training.seed, c.evolution.strategy) for arm, c in played] == [
        (arm, seed, Strategy.UNIFORM if arm is Arm.CONTROL else Strategy.DIAGNOSED) for seed in (0, 3) for arm in Arm
    ]
    assert {(c.training.rounds, c.bench.tasks) for _, c in played} == {(1, 80)}
    for key in ("gain", "gain_over_control", "data_training_gain", "harness_gain", "before", "after", "nearest"):
        assert value[f"{key}_lo"] <= value[key] <= value[f"{key}_hi"]
        assert value[f"{key}_n"] == len(TASKS)
    assert value["gain"] > value["gain_over_control"] > 0
    assert value["nearest"] == 0
    assert value["after_over_nearest"] == value["after"]
    assert [r["seed"] for r in value["runs"]] == value["seeds"] == [0, 3]
    assert value["wall_s"] == 50
    assert value["runs"][0]["control"]["refresh_tokens"] == 4000
    assert (value["same_start"], value["harness_changed"], value["failed"]) == (True, [0], [])


def test_people_get_a_table_with_the_machine_and_what_did_not_change(
    played: list[tuple[Arm, Config]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--seeds", "0,3", "--out", str(tmp_path)]) == 0
    table = capsys.readouterr().out
    assert re.search(r"^points +seed 0 +seed 3 +pooled$", table, re.MULTILINE)
    assert re.search(r"^gain over control( +\+\d+\.\d \[\+\d+\.\d, \+\d+\.\d\]){3}$", table, re.MULTILINE)
    assert "the harness did not change in seed 3" in table
    assert "equal bit for bit" in table
    assert "c, 2 core(s), 1 torch thread(s)" in table


def test_different_starts_are_told(
    played: list[tuple[Arm, Config]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, value, told = measured(capsys, tmp_path, "--seeds", "5")
    assert not value["same_start"]
    assert "NOT equal" in told


def test_a_failed_run_is_named_and_the_other_seeds_are_still_measured(
    played: list[tuple[Arm, Config]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, value, told = measured(capsys, tmp_path, "--seeds", "9,0")
    assert status == 1
    assert value["seeds"] == [0]
    assert value["failed"] == [{"seed": 9, "arm": "control", "status": -9, "message": "killed"}]
    assert "gain" not in value["runs"][0]
    assert "FAILED: control of seed 9, status -9: killed" in told


def test_without_a_complete_seed_there_is_no_number(
    played: list[tuple[Arm, Config]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--seeds", "9", "--out", str(tmp_path), "--json"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "no seed has both arms" in printed.err
    assert "killed" in printed.err


def test_results_of_other_code_and_runs_without_training_are_refused(
    played: list[tuple[Arm, Config]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--seeds", "0", "--out", str(tmp_path)]) == 0
    monkeypatch.setattr("benchmarks.loop.code_version", lambda: "two")
    assert main(["--seeds", "0", "--out", str(tmp_path)]) == 2
    assert "results of another code" in capsys.readouterr().err
    off = tmp_path / "planloop.yaml"
    off.write_text("training: {enabled: false}")
    assert main(["--seeds", "0", "--config", str(off), "--out", str(tmp_path / "off")]) == 2
    assert "training.enabled" in capsys.readouterr().err


def test_arms_find_the_harness_of_the_project_they_measure(tmp_path: Path) -> None:
    (tmp_path / "planloop.yaml").write_text("harness: {folder: mine}\n")
    for given in (tmp_path, tmp_path / "planloop.yaml"):
        folder = configured(parse(["--config", str(given)]), 0).harness.folder
        assert folder == str(tmp_path.resolve() / "mine")


@pytest.mark.slow
def test_a_tiny_loop_and_its_control_are_measured_end_to_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "planloop.yaml"
    config.write_text(yaml.safe_dump(SETTINGS))
    options = ("--seeds", "2", "--config", str(config))
    status, value, told = measured(capsys, tmp_path / "out", *options)
    assert status == 0
    assert "seed 2 control: " in told
    assert value["same_start"]
    (run,) = value["runs"]
    loop, control = (run[arm]["rounds"][0] for arm in ("loop", "control"))
    assert loop["refresh_tokens"] <= control["refresh_tokens"] <= 1.25 * loop["refresh_tokens"]
    assert loop["rl_episodes"] == control["rl_episodes"] > 0
    assert (value["gain_n"], value["nearest_n"]) == (6, 6)
    assert len(json.loads((tmp_path / "out" / "nearest.json").read_text())) == 6
    assert 0.1 < value["peak_memory_gb"] < 8
    assert value["machine"]["torch_threads"] == 1
    assert Path(run["control"]["report"]).is_file()
    assert not (tmp_path / "out" / "seed-2" / "loop" / "store").exists()
    again = measured(capsys, tmp_path / "out", *options)
    assert again[:2] == (0, value)
    assert "seed 2" not in again[2].partition("points")[0], "nothing is run again"

"""An arm is a process of its own: its end is reported as it was, and what is finished is not run again."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from benchmarks.loop_arm import Arm, ArmFailure, claim, control_config, execute, play
from tests.benchmarks.arms import result

from planloop.config.model import Config, Strategy
from planloop.config.read import FILE_NAME, read_config
from planloop.contract.errors import PlanloopError


def planloop_is(monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr("benchmarks.loop_arm.PLANLOOP", (sys.executable, "-c", code))


def test_the_control_is_the_same_run_with_undiagnosed_rounds_and_the_tokens_that_the_loop_used() -> None:
    config = Config.model_validate({"training": {"seed": 7, "refresh": {"own": 5}}})
    control = control_config(config, result())
    assert control.evolution.strategy is Strategy.UNIFORM
    assert [control.training.refresh.budget(number) for number in (1, 2)] == [4000, 0]
    back = control.model_dump()
    back["evolution"]["strategy"] = Strategy.DIAGNOSED
    back["training"]["refresh"]["round_tokens"] = ()
    assert Config.model_validate(back) == config


def test_a_process_is_measured_and_its_messages_are_passed_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code = "import sys; x = bytearray(3 * 10**8); print('half way', file=sys.stderr); print('done')"
    ended = execute([sys.executable, "-c", code], tmp_path / "log", "seed 0 loop:")
    assert (ended.code, ended.out, ended.tail) == (0, "done\n", "half way")
    assert 0.3 < ended.peak_memory_gb < 3
    assert 0 < ended.wall_s < 600
    assert capsys.readouterr().err == "seed 0 loop: half way\n"
    assert (tmp_path / "log").read_text() == "half way\n"


@pytest.mark.parametrize(
    ("code", "status"),
    [
        ("import sys; print('no space left', file=sys.stderr); sys.exit(3)", 3),
        ("import os, sys; print('no space left', file=sys.stderr, flush=True); os.kill(os.getpid(), 9)", -9),
    ],
)
def test_a_run_that_fails_or_is_killed_is_reported_and_leaves_no_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, status: int
) -> None:
    planloop_is(monkeypatch, code)
    found = play(tmp_path / "arm", Arm.LOOP, Config(), keep=False)
    assert isinstance(found, ArmFailure)
    assert (found.code, found.message) == (status, "no space left")
    assert found.log.read_text() == "no space left\n"
    assert not (tmp_path / "arm" / "result.json").exists()
    assert read_config(tmp_path / "arm" / FILE_NAME) == Config()


def test_a_finished_arm_is_read_and_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planloop_is(monkeypatch, "raise SystemExit(9)")
    claim(tmp_path, "configuration", Config().model_dump(mode="json"))
    (tmp_path / "result.json").write_text(result().to_json())
    assert play(tmp_path, Arm.LOOP, Config(), keep=False) == result()


def test_results_of_another_configuration_are_refused(tmp_path: Path) -> None:
    claim(tmp_path, "configuration", Config().model_dump(mode="json"))
    other = Config.model_validate({"training": {"rounds": 1}})
    with pytest.raises(PlanloopError, match=r"another configuration.*--out"):
        play(tmp_path, Arm.LOOP, other, keep=False)

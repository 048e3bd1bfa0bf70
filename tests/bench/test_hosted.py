"""A run around a hosted model: its harness is revised, its weights are not, and an outage loses nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.bench.hosted_model import HostedModel
from tests.planners.chat_server import ChatServer

from planloop.bench.begun import begun_run
from planloop.bench.run import RunOptions, run
from planloop.config.model import Config
from planloop.contract.change import ChangeRequest
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Stage
from planloop.contract.version import Checkpoint
from planloop.store.store import Store

LINE = "Act when nothing is missing"
KEY = "sk-test-0123456789abcdef"


def config(url: str, **fields: Any) -> Config:
    """One round on a few tasks, with two changes tried: one line of prose helps this model, the other does not.

    The gate needs twenty episodes to let the demo policy decide.
    """
    planner = {"kind": "endpoint", "model": "hosted", "base_url": url}
    settings = {
        "planner": planner,
        "training": {"enabled": False, "rounds": 1},
        "evolution": {"evolve_tasks": 16, "gate_tasks": 20, "edits": 2},
        "bench": {"tasks": 8},
    }
    return Config.model_validate(settings | fields)


@pytest.fixture(scope="module")
def model() -> HostedModel:
    return HostedModel(LINE)


@pytest.fixture
def server(model: HostedModel) -> Iterator[ChatServer]:
    model.down = False
    with ChatServer(model.answer) as found:
        yield found


def test_the_loop_turns_without_training_and_improves_the_harness(
    server: ChatServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOSTED_KEY", f"{KEY}\n")
    planner = {"kind": "endpoint", "model": "hosted", "base_url": server.url, "api_key_env": "HOSTED_KEY"}
    root = tmp_path / "store"
    result = run(RunOptions(root, config(server.url, planner=planner)))
    assert result["test"]["before"]["overall"] == 0.0
    assert result["test"]["after"]["overall"] >= 50.0, "where skills can be loaded, general guidance is not shown"
    assert result["contributions"]["data_training"] == 0.0
    assert result["contributions"]["harness"] == result["test"]["gain"]
    assert Path(result["report"]).is_file()
    assert len(result["releases"]) == 2
    with Store.open(root, readonly=True) as store:
        (checkpoint,) = store.all(Checkpoint)
        assert list(checkpoint.tree.files) == ["planner.json"]
        applied = [edit["change"] for edit in result["rounds"][0]["edits"] if edit["ruling"] == "approved"]
        (change,) = [c for c in store.all(ChangeRequest) if c.id in applied]
        assert LINE in json.dumps(change.proposal)
        assert not list(store.trajectories(stage=Stage.TRAINING))
    assert set(server.authorizations) == {f"Bearer {KEY}"}
    assert not [path for path in root.rglob("*") if path.is_file() and KEY.encode() in path.read_bytes()]


def test_a_round_does_not_repeat_what_an_earlier_one_tried_in_vain(server: ChatServer, tmp_path: Path) -> None:
    stubborn = HostedModel("a line that no editor writes")
    with ChatServer(stubborn.answer) as other:
        training = {"enabled": False, "rounds": 2}
        evolution = {"evolve_tasks": 16, "gate_tasks": 20, "edits": 1}
        result = run(RunOptions(tmp_path / "store", config(other.url, training=training, evolution=evolution)))
    tried = [entry["change"] for turn in result["rounds"] for entry in turn["edits"]]
    assert len(tried) == len(set(tried)) == 2
    for turn in result["rounds"]:  # no fix that they predict appears, so dev.gate is not spent on them
        assert all("predicted fixes appeared" in e["reason"] and "gate_difference" not in e for e in turn["edits"])
        assert all(e["ruling"] == "waiting" for e in turn["edits"])
    assert result["releases"] == result["releases"][:1]


def test_an_outage_ends_the_run_with_its_reason_and_the_same_run_goes_on(
    model: HostedModel, server: ChatServer, tmp_path: Path
) -> None:
    options = RunOptions(tmp_path / "store", config(server.url))
    model.down = True
    with pytest.raises(PlanloopError, match=r"8 of 8 tasks could not be played.*HTTP 400.*--continue"):
        run(options)
    begun = begun_run(options.root)
    assert begun is not None
    model.down = False
    assert run(options)["test"]["after"]["overall"] >= 50.0


def test_an_endpoint_that_is_down_from_the_start_leaves_a_store_for_the_corrected_run(
    server: ChatServer, tmp_path: Path
) -> None:
    root = tmp_path / "store"
    with pytest.raises(PlanloopError, match=r"127\.0\.0\.1:9/v1: cannot be reached"):
        run(RunOptions(root, config("http://127.0.0.1:9/v1")))
    assert begun_run(root) is None
    few = config(server.url, evolution={"evolve_tasks": 2, "gate_tasks": 2, "edits": 0}, bench={"tasks": 2})
    assert run(RunOptions(root, few))["run"] == json.loads((root / "run.json").read_text())["run"]

"""`planloop run --dry-run` says what the run in the store would do next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.governance.story import make_change

from planloop.bench.begun import LAST, record
from planloop.bench.first_eta import FOLDER
from planloop.bench.forecast import Forecast, forecast, words
from planloop.bench.run import RunOptions, run_name
from planloop.config.model import ApprovalPolicy, Config
from planloop.contract.review import Decision
from planloop.governance.review import decide, request_review
from planloop.harness.eta import Eta
from planloop.store.store import Store


def settings(policy: ApprovalPolicy = ApprovalPolicy.ASK) -> Config:
    """A run that trains nothing and asks no model."""
    values: dict[str, Any] = {
        "planner": {"kind": "scripted", "model": "droplast"},
        "training": {"enabled": False, "rounds": 1},
        "approval": {"policy": policy},
    }
    return Config.model_validate(values)


def foreseen(root: Path, config: Config) -> tuple[Forecast, str]:
    """The forecast, and what it says of the store."""
    found = forecast(RunOptions(root, config))
    (line,) = [line for line in words(found).splitlines() if line.startswith("store ")]
    return found, line


def test_a_run_that_waits_for_its_first_decision_is_no_new_one(tmp_path: Path) -> None:
    change, config = make_change(), settings()
    assert foreseen(tmp_path, config)[1].endswith("a new run")
    with Store.open(tmp_path) as store:
        request_review(store, change, requester="loop")
    record(tmp_path, run_name(config), config)
    found, line = foreseen(tmp_path, config)
    assert (found.begun, found.committed, found.waits_for) == (True, 0, change.id)
    assert f"waits until {change.id} is decided" in line
    with Store.open_review(tmp_path) as store:
        decide(store, change.id, Decision.APPROVE, reviewer="ann", reason="looks right")
    found, line = foreseen(tmp_path, config)
    assert (found.begun, found.waits_for) == (True, None)
    assert line.endswith("goes on: 0 steps are done")


@pytest.mark.parametrize("policy", ApprovalPolicy)
def test_a_run_at_its_end_only_writes_its_report_again(tmp_path: Path, policy: ApprovalPolicy) -> None:
    config = settings(policy)
    with Store.open(tmp_path) as store:
        request_review(store, make_change(), requester="loop")  # left to people, and nobody waits for it
        ledger = store.ledger(run_name(config))
        for key in ("open", f"measure/{LAST}"):
            ledger.once(key, dict)
    record(tmp_path, run_name(config), config)
    found, line = foreseen(tmp_path, config)
    assert (found.finished, found.waits_for) == (True, None)
    assert line.endswith("finished: 2 steps are done, and only the report is written again")


def test_a_run_that_goes_on_keeps_the_harness_that_it_began_with(tmp_path: Path) -> None:
    config = settings(ApprovalPolicy.DEMO)
    with Store.open(tmp_path) as store:
        store.ledger(run_name(config)).once("open", dict)
    record(tmp_path, run_name(config), config)
    assert foreseen(tmp_path, config)[0].harness == "built-in"
    Eta.load().write(tmp_path / FOLDER)
    assert foreseen(tmp_path, config)[0].harness == "the one that the run began with"

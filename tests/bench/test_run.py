"""A run end to end: what it gives, what waits for people, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.bench.tiny_run import play, tiny_config

from planloop.bench.begun import begun_run, record
from planloop.bench.run import RunOptions, run, run_name
from planloop.config.model import ApprovalPolicy
from planloop.contract.errors import PlanloopError
from planloop.contract.review import Decision, ReviewerKind
from planloop.contract.version import Release
from planloop.governance.provenance import why
from planloop.governance.review import decide
from planloop.store.store import Store


@pytest.mark.slow
def test_a_run_waits_for_people_across_restarts_and_records_them_as_people(tmp_path: Path) -> None:
    root = tmp_path / "store"
    asked = []
    result = play(root, ApprovalPolicy.ASK)
    while "waiting" in result:
        subject = str(result["waiting"])
        assert play(root, ApprovalPolicy.ASK)["waiting"] == subject, "nothing happens before the decision"
        with Store.open_review(root) as store:
            decide(store, subject, Decision.APPROVE, reviewer="ann", reason="looks right")
        asked.append(subject.split("-")[0])
        result = play(root, ApprovalPolicy.ASK)
    assert asked[:2] == ["candidate", "change"]  # the first release, then the data of the round
    assert asked[-1] == "candidate"  # behind changes of the harness, if there were any
    assert result["test"]["after"]["overall_n"] == 6
    assert 0 < result["rounds"][0]["experiments"]["tested"] <= 2 * tiny_config().evolution.experiments
    assert Path(result["report"]).is_file()
    with Store.open(root, readonly=True) as store:
        for event in store.releases.history():
            review = store.decisions.decision(_candidate(store, event.release))
            assert review is not None
            assert review.kind is ReviewerKind.PERSON
        reached = why(store, result["release"]).came_from.ids()
    for kind in ("candidate-", "checkpoint-", "data-", "harness-", "measurement:"):
        assert any(i.startswith(kind) for i in reached), kind


def _candidate(store: Store, release: str) -> str:
    review = store.artefacts.get(store.get(Release, release).review)
    return str(review.subject)  # type: ignore[attr-defined]


def test_a_store_with_another_run_is_left_alone(tmp_path: Path) -> None:
    root = tmp_path / "store"
    other = tiny_config()
    with Store.open(root) as store:
        store.ledger(run_name(other)).once("open", dict)
    record(root, run_name(other), other)
    config = other.model_copy(update={"training": other.training.model_copy(update={"seed": 5})})
    with pytest.raises(PlanloopError, match=r"holds another run .*--continue.*--store"):
        run(RunOptions(root, config))


def test_a_run_that_failed_before_its_first_step_does_not_occupy_the_store(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    record(tmp_path, run_name(tiny_config()), tiny_config())
    assert begun_run(tmp_path) is None
    with Store.open(tmp_path) as store:
        assert begun_run(tmp_path, store) is None
        store.ledger(run_name(tiny_config())).once("open", dict)
        assert begun_run(tmp_path, store) == (run_name(tiny_config()), 1)


def test_a_run_that_waits_for_the_first_approval_has_begun_also_once_it_is_given(tmp_path: Path) -> None:
    waiting = play(tmp_path, ApprovalPolicy.ASK)["waiting"]
    name = run_name(tiny_config(ApprovalPolicy.ASK))
    assert begun_run(tmp_path) == (name, 0)
    with Store.open_review(tmp_path) as store:
        decide(store, waiting, Decision.APPROVE, reviewer="ann", reason="looks right")
    assert begun_run(tmp_path) == (name, 0)


def test_a_planner_without_its_base_adapter_is_refused_with_the_cure(tmp_path: Path) -> None:
    config = tiny_config()
    planner = config.planner.model_copy(update={"model": "smollm2", "adapter": str(tmp_path / "absent")})
    with pytest.raises(PlanloopError, match="Run `make base`"):
        run(RunOptions(tmp_path / "store", config.model_copy(update={"planner": planner})))

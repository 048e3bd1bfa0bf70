"""The benchmark of a round's training: its rows, its budget, and what it counts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from benchmarks.refresh import METHODS, lesson_of_run, main, table
from tests.training.conftest import task, trajectory

from benchmarks import refresh
from planloop.contract.criteria import SayCriterion, SayKind
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Stage
from planloop.contract.version import Checkpoint, DataRelease, Member, Purpose
from planloop.store.store import Store
from planloop.training.rows import TrainRow


def row(learnt: str) -> TrainRow:
    return TrainRow(ids=tuple(range(len(learnt))), weights=tuple(float(c == "x") for c in learnt))


@pytest.mark.parametrize(("say", "kept"), [(False, "..xx....."), (True, "..xx..xx.")])
def test_closing_text_counts_where_it_is_judged(say: bool, kept: str) -> None:
    judged = task("t").model_copy(update={"criteria": (SayCriterion(say=SayKind.REPORT),) if say else ()})
    assert refresh._judged(row("..xx..xx."), judged).weights == row(kept).weights


def test_rows_are_cut_to_the_budget_and_a_shared_beginning_is_paid_once() -> None:
    rows = [TrainRow(ids=(1, 2, 3, 4, n), weights=(0.0,) * 4 + (1.0,)) for n in range(9)]
    assert len(refresh._cut(rows, 5 + 3)) == 4
    assert refresh._cut(rows, 4) == []


def test_an_unknown_method_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--methods", "adapter,magic"])
    assert "magic" in capsys.readouterr().err


@pytest.mark.parametrize("strengths", ["0,1", "1.5", "half", "nan", ""])
def test_strengths_that_cannot_be_kept_are_refused(strengths: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--strengths", strengths])
    assert "above 0" in capsys.readouterr().err


def test_the_table_gives_each_method_once() -> None:
    runs = [
        {
            "method": m,
            "seed": s,
            "strength": 1.0,
            "updates": 9,
            "packed_tokens": 7,
            "seconds": 1.0,
            "known": 1.0 + s,
            "new": 5.0,
            "known_sure": 40.0,
            "new_sure": 20.0,
        }
        for m in METHODS
        for s in (0, 1)
    ]
    before = {"known": 1.0, "new": 9.0, "known_sure": 60.0, "new_sure": 8.0}
    text = table({"tokens": 1, "known_share": 0.3, "before": before, "runs": runs})
    assert all(text.count(m) == 1 for m in METHODS) and "1.50 +-0.71" in text
    json.dumps(runs)


def test_a_store_without_the_round_is_refused(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store") as store:
        store.add(Checkpoint(tree=store.put_tree({"weights": b"w"}), training={"kind": "base"}))
    with pytest.raises(PlanloopError, match="0 refreshes, not 1"):
        lesson_of_run(tmp_path / "store", 1, tmp_path / "work")


def test_the_lesson_of_a_round_is_its_release_and_the_weights_that_it_began_with(tmp_path: Path) -> None:
    with Store.open(tmp_path / "store") as store:
        played = [trajectory(key=f"t{n}", ids=tuple(range(9)), learnt=4) for n in range(3)]
        store.add_trajectories(played, run="r", stage=Stage.TRAINING)
        purposes = (Purpose.PRESERVATION, Purpose.REPAIR, Purpose.REPAIR)
        members = tuple(Member(trajectory_id=t.id, purpose=p) for t, p in zip(played, purposes, strict=True))
        data = store.add(DataRelease(members=members))
        base = store.add(Checkpoint(tree=store.put_tree({"weights": b"w"}), training={"kind": "base"}))
        learnt = store.put_tree({"weights": b"x"})
        store.add(Checkpoint(tree=learnt, parent=base, trained_on=(data,), training={"directions": 16}))
    lesson = lesson_of_run(tmp_path / "store", 1, tmp_path / "work")
    assert {row.source for row in lesson.known} == {played[0].id}
    assert {row.source for row in lesson.new} == {t.id for t in played[1:]}
    assert (lesson.start / "weights").read_bytes() == b"w"

"""The benchmark of a round's training: its rows, its budget, and what it counts."""

from __future__ import annotations

import json

import pytest
from benchmarks.refresh import METHODS, main, table
from tests.training.conftest import task

from benchmarks import refresh
from planloop.contract.criteria import SayCriterion, SayKind
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
        }
        for m in METHODS
        for s in (0, 1)
    ]
    text = table({"tokens": 1, "known_share": 0.3, "before": {"known": 1.0, "new": 9.0}, "runs": runs})
    assert all(text.count(m) == 1 for m in METHODS) and "1.50 +-0.71" in text
    json.dumps(runs)

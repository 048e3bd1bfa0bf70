"""The frozen suite: complete, disjoint, regenerated bit for bit, and refused when altered."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from planloop.bench.freeze import freeze
from planloop.bench.suite import SUITES, Suite, load_suite, read_task
from planloop.contract.capability import Dimension
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split, Stage, WrongSplitError
from planloop.data.disjoint import crossings

SIZES = {Split.TEST: 12, Split.DEV_EVOLVE: 10}


def test_sizes_and_proportions() -> None:
    tasks = load_suite().tasks(Split.TEST, Stage.BENCH)
    assert len(tasks) == 320
    assert [sum(t.capability.dimension is d for t in tasks) for d in Dimension] == [160, 64, 64, 32]
    assert all(len(t.tools) <= 15 and t.max_turns == 15 for t in tasks)


def test_no_shape_is_in_two_splits() -> None:
    suite = load_suite()
    assert list(crossings(t for s in suite.splits for t in suite.all_tasks(s))) == []


def test_regenerates_bit_for_bit(tmp_path: Path) -> None:
    freeze(tmp_path / "one", sizes=SIZES)
    freeze(tmp_path / "two", sizes=SIZES)
    names = sorted(p.name for p in (tmp_path / "one").iterdir())
    assert len(names) == 5
    assert all((tmp_path / "one" / n).read_bytes() == (tmp_path / "two" / n).read_bytes() for n in names)


@pytest.mark.slow
def test_the_shipped_suite_is_what_freeze_makes(tmp_path: Path) -> None:
    freeze(tmp_path / "suite")
    for path in (SUITES / "phone-starter").iterdir():
        assert (tmp_path / "suite" / path.name).read_bytes() == path.read_bytes()


def test_an_altered_file_is_refused(tmp_path: Path) -> None:
    shutil.copytree(SUITES / "phone-starter", tmp_path / "suite")
    path = tmp_path / "suite" / "test.tasks.jsonl"
    path.write_text(path.read_text().replace("alarm", "alarn", 1))
    with pytest.raises(PlanloopError, match=r"test\.tasks\.jsonl: was altered"):
        Suite(tmp_path / "suite").tasks(Split.TEST, Stage.BENCH)


def test_training_may_not_read_the_test_split() -> None:
    with pytest.raises(WrongSplitError):
        load_suite().tasks(Split.TEST, Stage.TRAINING)


def test_a_malformed_task_names_place_and_field() -> None:
    with pytest.raises(PlanloopError, match=r"f\.jsonl:3: is not a task: key"):
        read_task('{"schema_version": 1}', "f.jsonl:3")

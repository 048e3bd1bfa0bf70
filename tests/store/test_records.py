"""Tasks and trajectories: appended once, read by stage, corrected beside."""

from __future__ import annotations

import string
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from tests.store.builders import make_task, make_trajectory

from planloop.contract.split import READABLE, Split, Stage, WrongSplitError
from planloop.contract.verdict import Suitability
from planloop.store.errors import AccessError, ConflictError, StoreError, UnknownIdError
from planloop.store.store import Store
from planloop.store.trajectories import TrajectoryFilter

STAGE_OF = {
    Split.TRAIN: Stage.TRAINING,
    Split.DEV_EVOLVE: Stage.DIAGNOSIS,
    Split.DEV_GATE: Stage.GATE,
    Split.TEST: Stage.BENCH,
}


@settings(max_examples=8, deadline=None)
@given(
    batches=st.lists(
        st.lists(
            st.tuples(st.text(string.ascii_lowercase, min_size=1, max_size=2), st.text(max_size=30), st.booleans()),
            max_size=5,
        ),
        max_size=4,
    )
)
def test_appends_are_exact_idempotent_and_refuse_other_content(batches: list[list[tuple[str, str, bool]]]) -> None:
    held: dict[str, object] = {}
    with TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        for batch in batches:
            records = [make_trajectory(id_, text=text, success=success) for id_, text, success in batch]
            model = dict(held)
            clash = any(model.setdefault(r.id, r) != r for r in records)
            if clash:
                with pytest.raises(ConflictError):
                    store.add_trajectories(records, run="r", stage=Stage.TRAINING)
            else:
                assert store.add_trajectories(records, run="r", stage=Stage.TRAINING) == len(model) - len(held)
                held = model
            assert {t.id: t for t in store.trajectories(stage=Stage.TRAINING)} == held


def _fill(store: Store) -> None:
    for split, stage in STAGE_OF.items():
        store.add_tasks([make_task(f"task-{split}", split)])
        store.add_trajectories([make_trajectory(f"ep-{split}", f"task-{split}", split)], run="r", stage=stage)


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("split", list(Split))
def test_a_stage_gets_only_the_splits_it_may_read(tmp_path: Path, stage: Stage, split: Split) -> None:
    with Store.open(tmp_path) as store:
        _fill(store)
        assert {t.split for t in store.tasks(stage=stage)} == READABLE[stage]
        assert {t.split for t in store.trajectories(stage=stage)} == READABLE[stage]
        if split in READABLE[stage]:
            assert store.task(f"task-{split}", stage=stage).split is split
            assert store.trajectory(f"ep-{split}", stage=stage).split is split
            return
        for ask in (
            lambda: store.tasks(stage=stage, split=split),
            lambda: store.tasks(stage=stage, keys=[f"task-{split}"]),
            lambda: store.trajectories(stage=stage, split=split),
            lambda: store.trajectories(stage=stage, ids=[f"ep-{split}"]),
            lambda: store.trajectories(stage=stage, task_key=f"task-{split}"),
            lambda: store.trajectory_ids(TrajectoryFilter(split=split), stage=stage),
            lambda: store.current(f"ep-{split}", stage=stage),
            lambda: store.add_trajectories([make_trajectory("new", "free", split)], run="r", stage=stage),
        ):
            with pytest.raises(WrongSplitError, match=split):
                ask()


def test_a_trajectory_cannot_change_the_split_of_its_task(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.add_tasks([make_task("t1", Split.TEST)])
        with pytest.raises(WrongSplitError, match="under the task's split"):
            store.add_trajectories([make_trajectory("e1", "t1", Split.TRAIN)], run="r", stage=Stage.TRAINING)
        assert list(store.trajectories(stage=Stage.TRAINING)) == []


def test_task_revisions_stand_beside_each_other_and_never_change_split(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        assert store.add_tasks([make_task(), make_task()]) == 1
        newer = make_task(request="Set an alarm for 8.")
        with pytest.raises(ConflictError, match="revise_task"):
            store.add_tasks([newer])
        store.revise_task(newer, author="ann", reason="wrong hour")
        assert store.tasks(stage=Stage.TRAINING) == [newer]
        with pytest.raises(WrongSplitError, match="new key"):
            store.revise_task(make_task(split=Split.TEST), author="ann", reason="move")


def test_unknown_ids_are_named(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        with pytest.raises(UnknownIdError, match="task nope"):
            store.task("nope", stage=Stage.TRAINING)
        with pytest.raises(UnknownIdError, match="trajectory nope"):
            store.trajectory("nope", stage=Stage.TRAINING)


def test_filters_select_by_index(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.add_trajectories([make_trajectory("a", success=True)], run="r1", round=0, stage=Stage.TRAINING)
        store.add_trajectories(
            [make_trajectory("b"), make_trajectory("c", valid=False)], run="r1", round=1, stage=Stage.TRAINING
        )
        store.add_trajectories([make_trajectory("d", success=True)], run="r2", round=1, stage=Stage.TRAINING)

        def ids(**wanted: object) -> list[str]:
            return store.trajectory_ids(TrajectoryFilter.model_validate(wanted), stage=Stage.TRAINING)

        assert ids(run="r1") == ["a", "b", "c"]
        assert ids(round=1) == ["b", "c", "d"]
        assert ids(success=True) == ["a", "d"]
        assert ids(valid=False) == ["c"]
        assert ids(run="r1", round=1, valid=True) == ["b"]
        assert [t.id for t in store.trajectories(stage=Stage.TRAINING, ids=["d", "a"], limit=1)] == ["a"]


def test_edits_correct_without_overwriting(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        recorded = make_trajectory(success=True)
        store.add_trajectories([recorded], run="r", stage=Stage.TRAINING)
        store.edit("e1", "suitability", "suitable", author="ann", reason="looks fine")
        store.edit("e1", "suitability", "rejected", author="bob", reason="leaks the answer")
        store.edit("e1", "valid", False, author="bob", reason="device was lost")
        store.edit("e1", "note.seen", True, author="bob", reason="remark")
        assert store.trajectory("e1", stage=Stage.TRAINING).suitability is Suitability.REJECTED
        assert store.trajectory("e1", stage=Stage.TRAINING, as_recorded=True) == recorded
        assert store.trajectory_ids(TrajectoryFilter(valid=False), stage=Stage.TRAINING) == ["e1"]
        assert store.trajectory_ids(TrajectoryFilter(success=True), stage=Stage.TRAINING) == []
        assert store.current("e1", stage=Stage.TRAINING)["note.seen"] is True
        assert [(e.author, e.value) for e in store.edits.of(["e1"])["e1"]][:2] == [
            ("ann", "suitable"),
            ("bob", "rejected"),
        ]
        assert store.add_trajectories([recorded], run="r", stage=Stage.TRAINING) == 0


@pytest.mark.parametrize("field", ["split", "id", "task_key", "versions"])
def test_an_edit_cannot_say_that_a_record_is_another(tmp_path: Path, field: str) -> None:
    with Store.open(tmp_path) as store:
        store.add_trajectories([make_trajectory()], run="r", stage=Stage.TRAINING)
        with pytest.raises(StoreError, match="cannot be edited"):
            store.edit("e1", field, "test", author="ann", reason="try")


def test_an_edit_that_makes_no_valid_record_leaves_nothing_behind(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.add_trajectories([make_trajectory()], run="r", stage=Stage.TRAINING)
        with pytest.raises(ValidationError):
            store.edit("e1", "suitability", "wonderful", author="ann", reason="try")
        with pytest.raises(StoreError, match="author and a reason"):
            store.edit("e1", "suitability", "suitable", author="ann", reason=" ")
        assert store.edits.of(["e1"]) == {}
        with pytest.raises(AccessError, match="stage"):
            store.current("e1")

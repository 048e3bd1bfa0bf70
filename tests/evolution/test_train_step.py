"""A refresh of an adapter: killed in the middle it ends in the same weights, and nothing of another one is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import torch
from tests.store.builders import make_task, make_trajectory
from tests.training.conftest import trajectory

from planloop.config.model import Config
from planloop.contract.criteria import SayCriterion, SayKind
from planloop.contract.split import Stage
from planloop.contract.trajectory import Segment
from planloop.contract.version import Checkpoint, DataRelease, Member, Purpose
from planloop.evolution.loop import Loop, Once, Roles
from planloop.evolution.ports import Silent
from planloop.evolution.steps.train import SAVE_EVERY, Lesson, rows_of, train
from planloop.planners.tiny import TinyShape, make_tiny
from planloop.store.store import Store
from planloop.training.checkpoint import saved_place
from planloop.training.lora import LoraSettings, add_lora, save_weights
from planloop.training.student import Student

SHAPE = TinyShape(vocabulary=300, hidden=16, layers=1, heads=2, kv_heads=1, context=64)


class Killed(Exception):
    """Stands for a kill: this student does nothing more."""


class Deadly(Silent):
    """Kills behind update number `at`."""

    def __init__(self, at: int) -> None:
        self.at = at

    def progress(self, done: int, total: int, unit: str) -> None:
        if done == self.at:
            raise Killed


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return make_tiny(tmp_path / "base", ["Set an alarm for 7.", "Done."], SHAPE)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "store") as opened:
        yield opened


def checkpoint(store: Store, base: Path, folder: Path) -> str:
    """An adapter that changes something."""
    from transformers import AutoModelForCausalLM

    model = add_lora(AutoModelForCausalLM.from_pretrained(base), LoraSettings(rank=2, alpha=4), seed=1)
    draw = torch.Generator().manual_seed(3)
    for name, weight in model.named_parameters():
        if ".lora_B." in name:
            weight.data = 0.02 * torch.randn(weight.shape, generator=draw)
    save_weights(model, folder)
    return store.add(Checkpoint(tree=store.snapshot(folder)))


def release(store: Store) -> str:
    """Trajectories to be kept and to be learnt from, in other words each."""
    made, members = [], []
    for n in range(70):
        first, purpose = (10, Purpose.PRESERVATION) if n % 3 == 0 else (120, Purpose.REPAIR)
        ids = (*range(6), *(first + (7 * n + 3 * k * k) % 100 for k in range(10)))
        made.append(trajectory(key=f"t{n}", ids=ids, learnt=6))
        members.append(Member(trajectory_id=made[-1].id, purpose=purpose))
    store.add_trajectories(made, run="r", stage=Stage.TRAINING)
    return store.add(DataRelease(members=tuple(members)))


def committed(_: str, step: Callable[[], Any]) -> Any:
    """Every step is done, and its result kept."""
    return step()


def lost(_: str, step: Callable[[], Any]) -> Any:
    """Every step is done, and a kill comes before its result is kept."""
    step()
    raise Killed


def loop_of(store: Store, student: Student, run: str, once: Once = committed, voice: Silent | None = None) -> Loop:
    nothing = cast(Any, None)
    roles = Roles(diagnose=nothing, propose=nothing)
    return Loop(store, run, Config(), nothing, student, nothing, roles, once, voice or Silent())


def refresh(store: Store, student: Student, run: str, lesson: Lesson, voice: Silent | None = None) -> dict[str, Any]:
    """The step in a run of its own, so that nothing is found of another's."""
    loop = loop_of(store, student, run, voice=voice)
    return train(loop, lesson, rows_of(loop.store, lesson.data))


def test_a_refresh_ends_in_the_same_weights_after_a_kill_and_after_another_lesson(
    store: Store, base: Path, tmp_path: Path
) -> None:
    def student() -> Student:
        return Student(base, dtype="float32", threads=1)

    lesson = Lesson("r1/refresh", checkpoint(store, base, tmp_path / "first"), release(store), 3e-3, 5, 3, 0.8)
    whole = refresh(store, student(), "whole", lesson)
    assert whole["updates"] > SAVE_EVERY + 2
    used = student()
    with pytest.raises(Killed):
        refresh(store, used, "killed", lesson, Deadly(SAVE_EVERY + 2))
    assert refresh(store, student(), "killed", lesson) == whole
    other = Lesson("r0/refresh", lesson.start, lesson.data, 1e-2, 9, 2, 1.0)
    assert refresh(store, used, "other", other)["checkpoint"] != whole["checkpoint"]
    assert refresh(store, used, "again", lesson) == whole


def test_what_a_person_judged_unsuitable_after_the_release_is_not_trained_on(store: Store) -> None:
    data = release(store)
    loop = loop_of(store, cast(Any, None), "r")
    before = {row.source for row in rows_of(loop.store, data)}
    refused = min(before)
    store.edit(refused, "suitability", "rejected", author="ann", reason="leaks the answer")
    assert before - {row.source for row in rows_of(loop.store, data)} == {refused}


def test_an_ending_that_no_criterion_reads_counts_for_less(store: Store) -> None:
    silent = make_task("silent")
    heard = make_task("heard").model_copy(update={"criteria": (SayCriterion(say=SayKind.REPORT),)})
    store.add_tasks([silent, heard])
    spoken = Segment(messages=(), token_ids=tuple(range(8)), mask=(0, 0, 3, 3, 0, 3, 3, 0), logprobs=(0.0,) * 8)
    ended = [make_trajectory(t.key, t.key, success=True) for t in (silent, heard)]
    made = [t.model_copy(update={"segments": (spoken,)}) for t in ended]
    store.add_trajectories(made, run="r", stage=Stage.TRAINING)
    members = tuple(Member(trajectory_id=t.id, purpose=Purpose.REPAIR) for t in made)
    data = store.add(DataRelease(members=members, tasks=(silent.key, heard.key)))
    plain = {row.source: row.weights for row in rows_of(store, data)}
    less = {row.source: row.weights for row in rows_of(store, data, unread=0.2)}
    assert plain["silent"] == plain["heard"] == (0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0)
    assert abs(less["silent"][5] / less["silent"][2] - 0.2) < 1e-9 and less["heard"][5] == less["heard"][2]
    assert abs(sum(map(sum, less.values())) - 8) < 1e-9


def test_training_state_stays_until_the_result_is_kept_and_no_longer(store: Store, base: Path, tmp_path: Path) -> None:
    lesson = Lesson("r1/refresh", checkpoint(store, base, tmp_path / "first"), release(store), 3e-3, 5, 3, 0.8)
    student = Student(base, dtype="float32", threads=1)
    killed = loop_of(store, student, "killed", lost)
    rows = rows_of(killed.store, lesson.data)
    with pytest.raises(Killed):
        train(killed, lesson, rows)
    assert saved_place(killed.work(lesson.key) / "state") is not None
    loop = loop_of(store, student, "killed")
    found = train(loop, lesson, rows)
    assert not loop.work(lesson.key).exists()
    assert found == refresh(store, student, "whole", lesson)


def test_the_state_of_a_part_stays_for_the_next_one(store: Store, base: Path, tmp_path: Path) -> None:
    lesson = Lesson("cold/train", checkpoint(store, base, tmp_path / "first"), release(store), 3e-3, 5)
    loop = loop_of(store, Student(base, dtype="float32", threads=1), "parts")
    rows = rows_of(loop.store, lesson.data)
    half = train(loop, lesson, rows, part=(1, 2))
    assert saved_place(loop.work(lesson.key) / "state") is not None
    assert train(loop, lesson, rows, part=(2, 2))["updates"] > half["updates"]
    assert not loop.work(lesson.key).exists()


def test_a_whole_model_is_not_said_to_have_learnt_in_added_directions(store: Store, base: Path) -> None:
    start = store.add(Checkpoint(tree=store.snapshot(base)))
    lesson = Lesson("r1/refresh", start, release(store), 1e-3, 5, 3, 0.8)
    found = refresh(store, Student(base, whole=True, threads=1), "whole", lesson)
    assert (found["directions"], found["strength"]) == (0, 1.0)
    assert found["checkpoint"] != start

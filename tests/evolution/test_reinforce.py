"""A phase of RL: one that updates nothing needs no weights, and one that is killed applies every update once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.evolution.test_train_step import base, checkpoint, loop_of, release, store  # noqa: F401
from tests.training.conftest import task, trajectory

from planloop.config.model import Config
from planloop.evolution.loop import Loop, Pair, Roles
from planloop.evolution.steps.reinforce import Learner, reinforce
from planloop.store.store import Store
from planloop.training.care import CareParameters
from planloop.training.rollout import Group
from planloop.training.student import Student


@pytest.mark.parametrize("kept", [True, False])
def test_the_state_of_a_phase_is_removed_once_its_result_is_kept(tmp_path: Path, kept: bool) -> None:
    def once(_: str, act: Callable[[], Any]) -> Any:
        if not kept:
            raise InterruptedError
        return act()

    config = Config.model_validate({"training": {"rl": {"steps": 0}}})
    nothing = cast(Any, None)
    with Store.open(tmp_path) as opened, suppress(InterruptedError):
        loop = Loop(opened, "r", config, nothing, nothing, nothing, Roles(nothing, nothing), once)
        state = loop.work("r1/rl") / "state"
        state.mkdir(parents=True)
        reinforce(loop, "r1/rl", Pair(checkpoint="checkpoint-1", harness="harness-1"), [], [], "data-1", 1)
    assert state.exists() is not kept


def test_without_an_update_the_checkpoint_stays_and_no_learning_copy_is_loaded() -> None:
    loop = SimpleNamespace(config=Config(), work=Path, student=None)
    learner = Learner(cast(Any, loop), "r1/rl", Pair(checkpoint="checkpoint-1", harness="harness-1"))
    ended = learner.end("data-1", [{"updated": False}])
    assert (ended["checkpoint"], ended["updates"]) == ("checkpoint-1", 0)


def test_an_update_that_was_applied_before_a_kill_is_not_applied_again(
    store: Store,  # noqa: F811
    base: Path,  # noqa: F811
    tmp_path: Path,
) -> None:
    pair = Pair(checkpoint=checkpoint(store, base, tmp_path / "first"), harness="harness-1")
    data = release(store)
    logprobs = (*[0.0] * 6, *[-5.7] * 6)
    played = (
        trajectory(success=won, number=n, ids=(*range(6), *range(20 + 9 * n, 26 + 9 * n)), learnt=6, logprobs=logprobs)
        for n, won in enumerate((True, False, False))
    )
    groups = [Group(task(), tuple(played))]

    def learner(run: str) -> Learner:
        return Learner(loop_of(store, Student(base, dtype="float32", threads=1), run), "r1/rl", pair)

    whole = learner("whole")
    reports = [whole.update(groups, CareParameters(), step, {}) for step in range(2)]
    assert all(r["updated"] for r in reports)
    ended = whole.end(data, reports)
    assert ended["updates"] == 2 and ended["checkpoint"] != pair.checkpoint
    learner("killed").update(groups, CareParameters(), 0, {})  # and a kill before its result was kept
    again = learner("killed")
    assert [again.update(groups, CareParameters(), step, {}) for step in range(2)] == reports
    assert again.end(data, reports) == ended

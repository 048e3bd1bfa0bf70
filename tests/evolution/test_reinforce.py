"""A phase of RL that updates nothing needs no weights."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from planloop.config.model import Config
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.steps.reinforce import Learner, reinforce
from planloop.store.store import Store


@pytest.mark.parametrize("kept", [True, False])
def test_the_state_of_a_phase_is_removed_once_its_result_is_kept(tmp_path: Path, kept: bool) -> None:
    def once(_: str, act: Callable[[], Any]) -> Any:
        if not kept:
            raise InterruptedError
        return act()

    config = Config.model_validate({"training": {"rl": {"steps": 0}}})
    nothing = cast(Any, None)
    with Store.open(tmp_path) as store, suppress(InterruptedError):
        loop = Loop(store, "r", config, nothing, nothing, nothing, nothing, once)
        state = loop.work("r1/rl") / "state"
        state.mkdir(parents=True)
        reinforce(loop, "r1/rl", Pair(checkpoint="checkpoint-1", harness="harness-1"), [], [], "data-1", 1)
    assert state.exists() is not kept


def test_without_an_update_the_checkpoint_stays_and_no_learning_copy_is_loaded() -> None:
    loop = SimpleNamespace(config=Config(), work=Path, student=None)
    learner = Learner(cast(Any, loop), "r1/rl", Pair(checkpoint="checkpoint-1", harness="harness-1"))
    ended = learner.end("data-1", [{"updated": False}])
    assert (ended["checkpoint"], ended["updates"]) == ("checkpoint-1", 0)

"""A phase of RL that updates nothing needs no weights."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

from planloop.config.model import Config
from planloop.evolution.loop import Pair
from planloop.evolution.steps.reinforce import Learner


def test_without_an_update_the_checkpoint_stays_and_no_learning_copy_is_loaded() -> None:
    loop = SimpleNamespace(config=Config(), work=Path, student=None)
    learner = Learner(cast(Any, loop), "r1/rl", Pair(checkpoint="checkpoint-1", harness="harness-1"))
    ended = learner.end("data-1", [{"updated": False}])
    assert (ended["checkpoint"], ended["updates"]) == ("checkpoint-1", 0)

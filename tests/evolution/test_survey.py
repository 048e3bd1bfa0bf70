"""The diagnoser is told what the phone remembered, where a task is about it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from planloop.bench.suite import load_suite
from planloop.contract.split import Split, Stage
from planloop.environments.sandbox import Sandbox
from planloop.evolution.steps.survey import memory_of


def loop() -> Any:
    return SimpleNamespace(sandbox=Sandbox)


def test_a_task_about_conflicting_records_comes_with_both_and_which_of_them_holds() -> None:
    tasks = load_suite().tasks(Split.DEV_EVOLVE, Stage.DIAGNOSIS)
    about = [t for t in tasks if t.capability.group == "memory/conflicting_records"]
    assert about
    for task in about:
        memory = memory_of(loop(), task)
        texts = {r.memory_id: r.text for r in memory.records()}
        assert set(task.gold_memories) <= set(texts)
        assert set(task.gold_memories) & set(memory.superseded().values())


def test_a_task_that_is_not_about_memory_needs_no_world() -> None:
    tasks = load_suite().tasks(Split.DEV_EVOLVE, Stage.DIAGNOSIS)
    plain = next(t for t in tasks if not t.gold_memories)
    assert memory_of(loop(), plain).records() == ()

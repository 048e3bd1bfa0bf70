"""What a round constructs is sound, new to the held-out tasks, and in the store with its solutions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from planloop.config.model import Config
from planloop.contract.criteria import CleanCriterion, SayCriterion, SayKind
from planloop.contract.task import Solution, Task
from planloop.data.duplicates import near_key
from planloop.data.generate import train_tasks
from planloop.evolution.loop import Loop, Roles
from planloop.evolution.ports import Silent
from planloop.evolution.steps.construct import construct
from planloop.store.store import Store

PAIRS = train_tasks(["tool_use/grounding", "memory/single_record"], 6, seed=3)


class Suite:
    """A suite without tasks."""

    name = "none"
    solutions: dict[str, Solution] = {}

    def tasks(self, split: object) -> tuple[Task, ...]:
        return ()


class Notes(Silent):
    """Keeps what was said."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def note(self, text: str) -> None:
        self.said.append(text)


def roles(*pairs: tuple[Task, Solution]) -> Roles:
    return Roles(diagnose=None, propose=None, construct=lambda demand, seed: list(pairs))  # type: ignore[arg-type]


@pytest.fixture
def loop(tmp_path: Path) -> Iterator[Loop]:
    with Store.open(tmp_path) as store:
        given: Any = Suite()
        parts: dict[str, Any] = {
            "board": None,
            "roles": roles(*PAIRS),
            "once": store.ledger("r").once,
            "voice": Notes(),
        }
        yield Loop(store, "r", Config(), given, given, **parts)


def test_sound_tasks_are_stored_with_their_solutions(loop: Loop) -> None:
    made = construct(loop, "r1/construct", {"tool_use/grounding": 6})
    assert {t.key for t in made} == {t.key for t, _ in PAIRS}
    assert all(loop.solutions[t.key] == s for t, s in PAIRS)


def test_a_task_that_a_do_nothing_run_passes_is_left_out_and_told(loop: Loop) -> None:
    task, solution = PAIRS[0]
    anything = (SayCriterion(say=SayKind.REPORT), CleanCriterion(allowed_tables=("alarms", "settings")))
    hollow = task.model_copy(update={"criteria": anything, "gold_memories": ()})
    loop.roles = roles((hollow, solution), *PAIRS[1:])
    made = construct(loop, "r1/construct", {"tool_use/grounding": 6})
    assert {t.key for t in made} == {t.key for t, _ in PAIRS[1:]}
    assert any("1 tasks are not sound and left out" in line and task.key in line for line in loop.voice.said)  # type: ignore[attr-defined]


def test_a_task_near_a_held_out_one_is_dropped(loop: Loop, monkeypatch: pytest.MonkeyPatch) -> None:
    task, solution = PAIRS[0]
    monkeypatch.setattr(Loop, "held_out", {near_key(task, solution)})
    assert task.key not in {t.key for t in construct(loop, "r1/construct", {"tool_use/grounding": 6})}

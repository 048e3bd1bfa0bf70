"""Lesson: known solutions of train tasks, played through the harness in force and kept as teacher trajectories."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from planloop.contract.split import Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.data.teach import Classroom
from planloop.evolution.loop import Loop

PIECE = 200


def lessons(loop: Loop, key: str, tasks: Sequence[Task], harness: str, round: int) -> list[Trajectory]:  # noqa: A002
    """The successful teacher trajectories of `tasks` under a harness version, in the order of the tasks.

    Playing a solution is deterministic, and so is its id, in one version of planloop: repeating a killed step appends
    nothing twice.
    """
    wanted: list[str] = []
    for number in range(0, len(tasks), PIECE):
        piece = tasks[number : number + PIECE]
        found = loop.object(f"{key}/{number // PIECE}", partial(_teach, loop, piece, harness, round))
        wanted.extend(found["ids"])
        loop.voice.progress(min(number + PIECE, len(tasks)), len(tasks), "solutions played")
    if not wanted:
        return []
    held = {t.id: t for t in loop.store.trajectories(stage=Stage.TRAINING, ids=wanted)}
    return [held[i] for i in wanted]


def _teach(loop: Loop, tasks: Sequence[Task], harness: str, round: int) -> dict[str, Any]:  # noqa: A002
    classroom = Classroom(loop.harness(harness), loop.student.renderer, loop.sandbox())
    played = [classroom.play(task, loop.solutions[task.key]) for task in tasks if task.key in loop.solutions]
    good = list({t.id: t for t in played if t.success}.values())
    loop.store.add_trajectories(good, run=loop.run, stage=Stage.TRAINING, round=round)
    return {"ids": [t.id for t in good], "played": len(played)}

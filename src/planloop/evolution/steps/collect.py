"""Collect: episodes of many tasks by one (checkpoint, harness) pair, kept in pieces that survive a kill."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split, Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.seed import derived
from planloop.harness.episode import BrokenEpisode, HarnessEpisode
from planloop.harness.recorder import Labels
from planloop.planners.base import Continue, Episode, Prompt, Reply
from planloop.training.rollout import Group, RecordedEpisode, collect_groups

PIECE = 320
"""Episodes that are kept together: what a kill can cost at most."""


@dataclass(frozen=True)
class Order:
    """What to play. `key` names the step and, with task and number, each trajectory. `temperature` 0 is greedy."""

    key: str
    tasks: Sequence[Task]
    pair: Pair
    stage: Stage
    round: int
    copies: int = 1
    temperature: float = 0.0
    ready: Callable[[], None] | None = None  # sets the weights that play, where they are not the checkpoint's


class Recorded:
    """A harness episode as group rollouts read it."""

    prompt: Prompt

    def __init__(self, episode: HarnessEpisode | BrokenEpisode) -> None:
        self._episode = episode
        self.task = episode.task
        self.prompt = episode.prompt

    def advance(self, reply: Reply) -> Continue | None:
        """The planner's turn."""
        return self._episode.advance(reply)

    def fail(self, reason: str) -> None:
        """End as invalid."""
        self._episode.fail(reason)

    def trajectory(self) -> Trajectory:
        """The record. Raises `RuntimeError` before the end."""
        if self._episode.trajectory is None:
            raise RuntimeError(f"task {self._episode.task.key}: the planner left its episode unfinished")
        return self._episode.trajectory


def collect(loop: Loop, order: Order) -> list[Trajectory]:
    """Play every task `copies` times and keep the trajectories; the valid ones, in the order of the tasks."""
    size = max(1, PIECE // order.copies)
    pieces = [order.tasks[i : i + size] for i in range(0, len(order.tasks), size)]
    wanted: list[str] = []
    for number, piece in enumerate(pieces):
        loop.voice.progress(number * size, len(order.tasks), "tasks")
        wanted.extend(loop.object(f"{order.key}/{number}", partial(_piece, loop, order, piece))["ids"])
    loop.voice.progress(len(order.tasks), len(order.tasks), "tasks")
    held = {t.id: t for t in loop.store.trajectories(stage=order.stage, ids=wanted)} if wanted else {}
    return [held[i] for i in wanted]


def groups_of(tasks: Sequence[Task], trajectories: Sequence[Trajectory]) -> list[Group]:
    """The trajectories grouped by task, in the order of the tasks."""
    return [Group(task, tuple(t for t in trajectories if t.task_key == task.key)) for task in tasks]


def _piece(loop: Loop, order: Order, tasks: Sequence[Task]) -> dict[str, Any]:
    """Play one piece, unless a killed attempt has kept it already: all of it is appended at once, or nothing."""
    ids = {(t.key, n): _id(loop, order, t, n) for t in tasks for n in range(order.copies)}
    kinds = loop.store.artefacts.kinds(ids.values())
    if not kinds:
        _play(loop, order, tasks)
        kinds = loop.store.artefacts.kinds(ids.values())
    return {"ids": [i for i in ids.values() if i in kinds]}


def _play(loop: Loop, order: Order, tasks: Sequence[Task]) -> None:
    harness = loop.harness(order.pair.harness)
    planner = order.pair.checkpoint if order.ready is None else f"{order.pair.checkpoint}/{order.key}"
    labels = Labels(planner=planner, suite=loop.suite.name)

    def make(task: Task, seed: int) -> RecordedEpisode:
        return Recorded(harness.episode(task, loop.sandbox(), seed, _ignore, labels))

    if order.ready is None:
        loop.student.use(loop.folder(order.pair.checkpoint))
    else:
        order.ready()
    player = _Player(loop, order.temperature)
    groups = collect_groups(tasks, order.copies, make, player, seed=_seed(loop, order), stage=order.stage)
    _require_measured(groups)
    kept: list[Trajectory] = []
    for group in groups:
        for number, trajectory in enumerate(group.trajectories):
            kept.append(trajectory.model_copy(update={"id": _id(loop, order, group.task, number)}))
        for number, trajectory in enumerate(group.invalid):
            kept.append(trajectory.model_copy(update={"id": _id(loop, order, group.task, -1 - number)}))
    loop.store.add_trajectories(kept, run=loop.run, stage=order.stage, round=order.round)


def _require_measured(groups: Sequence[Group]) -> None:
    """Refuse a piece in which most tasks were lost to the infrastructure: nothing is kept of it, and the run can go on
    with it later. A few lost ones are counted as invalid (rule 4)."""
    lost = [g for g in groups if not g.trajectories and g.invalid]
    if 2 * len(lost) > len(groups):
        raise PlanloopError(
            f"{len(lost)} of {len(groups)} tasks could not be played: {lost[0].invalid[-1].invalid_reason}",
            cure="mend that and go on with `planloop run --continue`",
        )


@dataclass
class _Player:
    """The student at one temperature, as a planner."""

    loop: Loop
    temperature: float
    name: str = "student"

    def play(self, episodes: Iterable[Episode]) -> None:
        """Drive the episodes."""
        self.loop.student.play(episodes, temperature=self.temperature)


def _seed(loop: Loop, order: Order) -> int:
    """Greedy episodes of different versions share their seeds; sampled ones differ by step."""
    name = "greedy" if order.temperature == 0 else order.key
    return derived(loop.seed, name)


def _id(loop: Loop, order: Order, task: Task, number: int) -> str:
    text = f"{loop.run}/{order.key}/{task.content_hash()}/{number}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def _ignore(trajectory: Trajectory) -> None:
    """The episode itself keeps its record."""


STAGES = {Split.DEV_EVOLVE: Stage.DIAGNOSIS, Split.DEV_GATE: Stage.GATE, Split.TEST: Stage.BENCH}
"""The stage that plays each held-out split."""

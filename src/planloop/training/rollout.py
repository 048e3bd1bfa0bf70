"""Group rollouts: G episodes of each task through one planner, with invalid episodes retried and left out (rule 4)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from planloop.contract.split import Stage, require_readable
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.planners.base import Episode, Planner


class RecordedEpisode(Episode, Protocol):
    """An episode that can be read as a trajectory once it has ended."""

    def trajectory(self) -> Trajectory:
        """The verified record of the ended episode; `valid` is False where the infrastructure failed."""
        ...


MakeEpisode = Callable[[Task, int], RecordedEpisode]


@dataclass(frozen=True)
class Group:
    """The episodes of one task: the valid ones, and apart from them every invalid attempt."""

    task: Task
    trajectories: tuple[Trajectory, ...]
    invalid: tuple[Trajectory, ...] = ()


def episode_seed(seed: int, task_key: str, index: int, attempt: int = 0) -> int:
    """The seed of one episode: the same for the same arguments, different for different ones (63 bits)."""
    digest = hashlib.sha256(f"{seed}/{task_key}/{index}/{attempt}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def collect_groups(
    tasks: Sequence[Task],
    size: int,
    make: MakeEpisode,
    planner: Planner,
    *,
    seed: int,
    stage: Stage = Stage.TRAINING,
    retries: int = 2,
) -> list[Group]:
    """Run `size` episodes of every task and return the groups in the order of `tasks`.

    All episodes go to the planner as one pool, those of a task side by side so that it can share their prompt. An
    invalid episode is tried again with a fresh seed up to `retries` times, then the group stays smaller. Raises
    `WrongSplitError` before anything runs if `stage` may not read a task. A task given twice makes two groups.
    """
    for task in tasks:
        require_readable(stage, task.split, f"task {task.key}")
    kept: list[list[Trajectory | None]] = [[None] * size for _ in tasks]
    failed: list[list[Trajectory]] = [[] for _ in tasks]
    occurrence = _occurrences(tasks)
    open_slots = [(number, index) for number in range(len(tasks)) for index in range(size)]
    for attempt in range(retries + 1):
        if not open_slots:
            break
        episodes = [
            make(tasks[number], episode_seed(seed, tasks[number].key, occurrence[number] * size + index, attempt))
            for number, index in open_slots
        ]
        planner.play(episodes)
        still_open = []
        for slot, episode in zip(open_slots, episodes, strict=True):
            trajectory = episode.trajectory()
            if trajectory.valid:
                kept[slot[0]][slot[1]] = trajectory
            else:
                failed[slot[0]].append(trajectory)
                still_open.append(slot)
        open_slots = still_open
    return [
        Group(task, tuple(t for t in mine if t is not None), tuple(lost))
        for task, mine, lost in zip(tasks, kept, failed, strict=True)
    ]


def _occurrences(tasks: Sequence[Task]) -> list[int]:
    seen: dict[str, int] = {}
    found = []
    for task in tasks:
        found.append(seen.get(task.key, 0))
        seen[task.key] = found[-1] + 1
    return found

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from planloop.contract.message import Message, Role
from planloop.contract.split import Split, WrongSplitError
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.planners.base import Continue, Episode, Prompt, Reply
from planloop.training.rollout import collect_groups, episode_seed

Make = Callable[..., Any]


class OneTurn:
    """An episode that ends at the first reply; `broken` seeds fail."""

    def __init__(self, task: Task, seed: int, broken: Callable[[int], bool], make: Make) -> None:
        self.prompt = Prompt((Message(role=Role.SYSTEM, content=task.key),), (), seed=seed)
        self.task, self.seed, self.broken, self.make = task, seed, broken, make
        self.played = 0

    def advance(self, reply: Reply) -> Continue | None:
        self.played += 1
        return None

    def fail(self, reason: str) -> None:
        raise AssertionError(reason)

    def trajectory(self) -> Trajectory:
        assert self.played == 1
        made: Trajectory = self.make(key=self.task.key, number=self.seed, valid=not self.broken(self.seed))
        return made


class Answering:
    name = "answering"

    def __init__(self) -> None:
        self.pools: list[list[str]] = []

    def play(self, episodes: Iterable[Episode]) -> None:
        pool = list(episodes)
        self.pools.append([e.prompt.messages[0].content for e in pool])
        for episode in pool:
            episode.advance(Reply(Message(role=Role.ASSISTANT, content="done")))


def test_groups_have_distinct_repeatable_seeds_and_share_one_pool(make_task: Make, make_trajectory: Make) -> None:
    planner = Answering()
    tasks = [make_task("a"), make_task("b"), make_task("a")]

    def run() -> list[list[int]]:
        groups = collect_groups(tasks, 3, lambda t, s: OneTurn(t, s, lambda _: False, make_trajectory), planner, seed=4)
        return [[t.seed for t in group.trajectories] for group in groups]

    first = run()
    assert first == run()
    assert len({seed for group in first for seed in group}) == 9
    assert planner.pools[0] == ["a"] * 3 + ["b"] * 3 + ["a"] * 3


def test_invalid_episodes_are_retried_with_fresh_seeds_then_left_out(make_task: Make, make_trajectory: Make) -> None:
    dead = {episode_seed(1, "a", 0, attempt) for attempt in range(3)} | {episode_seed(1, "a", 1, 0)}
    group = collect_groups(
        [make_task("a")], 3, lambda t, s: OneTurn(t, s, dead.__contains__, make_trajectory), Answering(), seed=1
    )[0]
    assert [t.seed for t in group.trajectories] == [episode_seed(1, "a", 1, 1), episode_seed(1, "a", 2, 0)]
    assert len(group.invalid) == 4


def test_held_out_tasks_never_run_for_training(make_task: Make, make_trajectory: Make) -> None:
    planner = Answering()
    with pytest.raises(WrongSplitError):
        collect_groups(
            [make_task("a"), make_task("b", split=Split.TEST)],
            2,
            lambda t, s: OneTurn(t, s, lambda _: False, make_trajectory),
            planner,
            seed=0,
        )
    assert planner.pools == []

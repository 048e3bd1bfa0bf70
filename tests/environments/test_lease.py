"""One environment, one live episode: a second one is refused, and an episode's end gives the environment back."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from planloop.bench.bfcl_episode import BfclEpisode
from planloop.bench.soundness import suite_pairs
from planloop.contract.feedback import Evidence, Feedback
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.trajectory import Trajectory
from planloop.environments.base import InfrastructureError
from planloop.environments.bfcl.environment import BfclGrade
from planloop.environments.bfcl.suite import BfclTask, Category
from planloop.environments.lease import EnvironmentHeldError, Lease, begin
from planloop.environments.sandbox import Sandbox
from planloop.harness.episode import HarnessEpisode
from planloop.harness.harness import Harness
from planloop.planners.base import Reply

HARNESS = Harness()
ONE, TWO = suite_pairs("phone-starter", 2)


def start(task: Task, environment: Any, ended: list[Trajectory] | None = None) -> HarnessEpisode:
    made = HARNESS.episode(task, environment, 0, (ended if ended is not None else []).append)
    assert isinstance(made, HarnessEpisode)
    return made


def moves(solution: Solution) -> Iterator[Reply]:
    for turn in solution.turns:
        yield Reply(message=Message(role=Role.ASSISTANT, content=turn.text, tool_calls=turn.calls))


def test_a_second_live_episode_is_refused_with_the_cure_and_the_first_is_not_harmed() -> None:
    sandbox, ended = Sandbox(), list[Trajectory]()
    first = start(ONE[0], sandbox, ended)
    replies = moves(ONE[1])
    first.advance(next(replies))
    with pytest.raises(EnvironmentHeldError) as refused:
        start(TWO[0], sandbox)
    message = str(refused.value)
    assert TWO[0].key in message and ONE[0].key in message and "Sandbox()" in message and "\n" not in message
    for reply in replies:
        first.advance(reply)
    assert ended[0].success


def test_episodes_with_environments_of_their_own_interleave() -> None:
    ended: list[Trajectory] = []
    pool = [(start(task, Sandbox(), ended), list(moves(solution))) for task, solution in (ONE, TWO)]
    for turn in range(max(len(replies) for _, replies in pool)):
        for episode, replies in pool:
            if turn < len(replies):
                episode.advance(replies[turn])
    assert len(ended) == 2 and all(t.success for t in ended)


@pytest.mark.parametrize("how", ["end", "fail", "drop"])
def test_an_end_a_failure_and_being_dropped_give_the_environment_back(how: str) -> None:
    sandbox = Sandbox()
    first: HarnessEpisode | None = start(ONE[0], sandbox)
    assert first is not None
    if how == "end":
        first.advance(Reply(message=Message(role=Role.ASSISTANT, content="Done.")))
    elif how == "fail":
        first.fail("the planner's server is gone")
    first = None
    gc.collect()
    start(TWO[0], sandbox)


def test_a_late_end_of_an_episode_takes_nothing_from_the_next_one() -> None:
    sandbox = Sandbox()
    first = start(ONE[0], sandbox)
    first.fail("gone")
    second = start(TWO[0], sandbox)
    first.fail("gone again")
    with pytest.raises(EnvironmentHeldError):
        start(ONE[0], sandbox)
    assert not second.ended


def test_the_collector_may_begin_the_next_episode_on_the_same_environment() -> None:
    sandbox, following = Sandbox(), list[HarnessEpisode]()
    first = HARNESS.episode(ONE[0], sandbox, 0, lambda _: following.append(start(TWO[0], sandbox)))
    first.advance(Reply(message=Message(role=Role.ASSISTANT, content="Done.")))
    assert not following[0].ended


class Breaking(Sandbox):
    """A sandbox whose reset or tables fail as often as it is told."""

    def __init__(self, *, resets: int = 0, tables: int = 0) -> None:
        super().__init__()
        self.resets, self.broken_tables = resets, tables

    def reset(self, task: Task, seed: int) -> None:
        super().reset(task, seed)
        if self.resets:
            self.resets -= 1
            raise InfrastructureError("no reset")

    def initial(self) -> dict[str, dict[str, dict[str, Any]]]:
        if self.broken_tables:
            self.broken_tables -= 1
            raise InfrastructureError("no tables")
        return super().initial()


@pytest.mark.parametrize("environment", [Breaking(resets=1), Breaking(tables=1)])
def test_a_start_that_fails_holds_nothing(environment: Breaking) -> None:
    broken: list[Trajectory] = []
    assert HARNESS.episode(ONE[0], environment, 0, broken.append).ended
    assert not broken[0].valid
    start(TWO[0], environment)


def test_of_many_threads_one_gets_the_environment() -> None:
    sandbox, barrier = Sandbox(), threading.Barrier(8)
    held: list[Lease] = []
    refused: list[EnvironmentHeldError] = []

    def take() -> None:
        barrier.wait()
        try:
            held.append(begin(sandbox, ONE[0], 0))
        except EnvironmentHeldError as error:
            refused.append(error)

    threads = [threading.Thread(target=take) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (len(held), len(refused)) == (1, 7)


class FakeBfcl:
    """What a BFCL episode uses of its environment, without a worker."""

    name, category = "bfcl", Category.BASE

    def __init__(self) -> None:
        self.executed: list[ToolCall] = []
        self.resets = 0

    def reset(self, task: Task, seed: int) -> None:
        self.resets += 1

    def step(self, call: ToolCall, turn: int) -> Feedback:
        raise AssertionError("no call is made")

    def evidence(self) -> Evidence:
        return Evidence()

    def grade(self, turns: object) -> BfclGrade:
        return BfclGrade(success=True, reason="")


def test_a_bfcl_episode_holds_its_worker_until_it_ends_and_ends_once() -> None:
    item = BfclTask(ONE[0], ("Hello",), (), Solution(task_key=ONE[0].key, turns=(SolutionTurn(text="Done."),)), {})
    environment, ended = FakeBfcl(), list[BfclEpisode]()

    def bfcl() -> BfclEpisode:
        return BfclEpisode(item, environment, ended.append)  # type: ignore[arg-type]

    first = bfcl()
    with pytest.raises(EnvironmentHeldError, match="this bfcl environment is held"):
        bfcl()
    assert environment.resets == 1
    first.advance(Reply(message=Message(role=Role.ASSISTANT, content="Done.")))
    first.fail("too late")
    assert ended == [first]
    second = bfcl()
    second.fail("the endpoint is gone")
    bfcl()
    assert environment.resets == 3

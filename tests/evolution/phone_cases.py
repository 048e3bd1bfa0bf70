"""Real tasks of the phone, played through the harness by their mutated solutions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from planloop.contract.message import ToolCall
from planloop.contract.split import Split
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Trajectory
from planloop.data.construct import Constructor
from planloop.data.teach import Classroom
from planloop.environments.sandbox import Sandbox
from planloop.evolution.gold import Case
from planloop.harness.harness import Harness
from planloop.phone.scenario import SCENARIOS

Mutate = Callable[[tuple[SolutionTurn, ...]], tuple[SolutionTurn, ...]]


@cache
def room() -> tuple[Classroom, dict[str, ToolSpec]]:
    """One classroom and every tool that may be exposed."""
    import planloop.phone.apps
    import planloop.phone.scenarios  # noqa: F401

    harness, sandbox = Harness(), Sandbox()
    return Classroom(harness, None, sandbox), {s.name: s for s in harness.specs(sandbox)}


@cache
def made(scenario: str, split: Split = Split.DEV_EVOLVE, seed: int = 1) -> tuple[Task, Solution]:
    """A task of a scenario, with its known solution."""
    classroom, specs = room()
    constructor = Constructor(split, tuple(specs.values()), classroom.play)
    return constructor.group([SCENARIOS[scenario]], seed)[0]


def play(task: Task, turns: tuple[SolutionTurn, ...]) -> Trajectory:
    """The judged episode of these turns."""
    return room()[0].play(task, Solution(task_key=task.key, turns=turns))


def case(scenario: str, mutate: Mutate, *, split: Split = Split.DEV_EVOLVE, seed: int = 1) -> Case:
    """The case of a mutated solution."""
    task, solution = made(scenario, split, seed)
    return Case(task, play(task, mutate(solution.turns)), room()[1], solution)


def call(tool: str, number: int = 0, **arguments: object) -> SolutionTurn:
    """A turn of one call."""
    return SolutionTurn(calls=(ToolCall(id=f"x{number}", name=tool, arguments=arguments),))  # type: ignore[arg-type]


def say(text: str) -> SolutionTurn:
    """A closing turn."""
    return SolutionTurn(text=text)

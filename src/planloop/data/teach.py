"""The classroom: known solutions played through the harness and rendered in a planner's tokens."""

from __future__ import annotations

from planloop.contract.task import Solution, Task
from planloop.contract.trajectory import Trajectory
from planloop.environments.base import Environment
from planloop.harness.harness import Harness
from planloop.harness.recorder import Labels
from planloop.planners.render import Renderer
from planloop.planners.scripted import ScriptedPlanner
from planloop.planners.teacher import TeacherPlanner


class Classroom:
    """Plays solutions, one at a time, on one environment. Without a renderer the trajectories carry no tokens."""

    def __init__(self, harness: Harness, renderer: Renderer | None, environment: Environment) -> None:
        self._harness = harness
        self._renderer = renderer
        self._environment = environment

    def play(self, task: Task, solution: Solution) -> Trajectory:
        """The judged trajectory of a known solution."""
        ended: list[Trajectory] = []
        episode = self._harness.episode(task, self._environment, 0, ended.append, Labels("teacher", source="teacher"))
        if self._renderer is None:
            ScriptedPlanner("teacher", lambda _: solution.turns).play([episode])
        else:
            TeacherPlanner(self._renderer, lambda _: solution.turns).play([episode])
        return ended[0]

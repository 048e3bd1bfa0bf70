"""Measure: how well a pair does on a split, counted once and compared in pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from planloop.contract.split import Split
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.steps.collect import STAGES, Order, collect
from planloop.training.evaluate import Comparison, Evaluation, Rate, TaskResult, compare, evaluate, task_results

UNKNOWN = Comparison(Rate(0.0, -1.0, 1.0, 0), 0, 0, 1.0, 0.0, 0.0)
"""A comparison of which nothing was measured."""


@dataclass(frozen=True)
class Measured:
    """One pair on one split. `id` names the measurement in the store."""

    id: str
    tasks: tuple[Task, ...]
    trajectories: tuple[Trajectory, ...]
    results: tuple[TaskResult, ...]

    @property
    def evaluation(self) -> Evaluation:
        """Scores with intervals."""
        return evaluate(self.results)

    @property
    def groups(self) -> dict[str, float]:
        """Success rate per capability group, in points."""
        return {name: 100 * rate.value for name, rate in self.evaluation.behaviours.items()}


def measure(loop: Loop, pair: Pair, split: Split, round: int, name: str = "") -> Measured:  # noqa: A002
    """Play a split greedily and count it; a pair that was measured on it before is not played again.

    `name` is the measurement's name in the store (default: split and pair).
    """
    tasks = loop.tasks(split, STAGES[split])
    played = collect(loop, Order(f"play/{split}/{pair.short}", tasks, pair, STAGES[split], round))
    return counted(loop, name or f"{split}/{pair.short}", tasks, played, round)


def glance(
    loop: Loop,
    pair: Pair,
    split: Split,
    round: int,  # noqa: A002
    capabilities: Sequence[str],
) -> list[TaskResult]:
    """What `only` leaves of a pair's results on a split; no other tasks are played."""
    tasks = [t for t in loop.tasks(split, STAGES[split]) if t.capability.group in capabilities]
    if not tasks:
        return []
    place = f"{split}/{pair.short}/some"
    played = collect(loop, Order(f"play/{place}", tasks, pair, STAGES[split], round))
    return only(counted(loop, place, tasks, played, round).results, capabilities)


def counted(loop: Loop, name: str, tasks: Sequence[Task], played: Sequence[Trajectory], round: int) -> Measured:  # noqa: A002
    """Count trajectories under a name; in whichever round a name was first counted, it stays."""
    found = loop.object(f"measure/{name}", lambda: {"id": loop.store.measure(name, played, run=loop.run, round=round)})
    return Measured(str(found["id"]), tuple(tasks), tuple(played), tuple(task_results(tasks, played)))


def paired(before: Measured, after: Measured) -> Comparison:
    """The paired difference between two pairs on the same tasks."""
    return compare(before.results, after.results)


def sound_comparison(before: Measured, after: Measured) -> Comparison:
    """The paired comparison of the Overall over the tasks that both sides played validly: what the infrastructure lost
    speaks neither for a pair nor against it (design rule 4). `UNKNOWN` where there is no such task."""
    first, second = ({r.task_key: r for r in m.results if r.attempts > r.invalid} for m in (before, after))
    both = [key for key in first if key in second]
    return compare([first[k] for k in both], [second[k] for k in both]) if both else UNKNOWN


def only(results: Sequence[TaskResult], capabilities: Sequence[str]) -> list[TaskResult]:
    """The results of some capability groups, of tasks that were played validly."""
    return [r for r in results if r.attempts > r.invalid and r.capability.group in capabilities]

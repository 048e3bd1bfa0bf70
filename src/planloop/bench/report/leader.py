"""Leaderboard: files of bench episodes as one HTML page, best first, with what is behind each score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from planloop.bench.compare import results_of
from planloop.bench.episodes import read_episodes, suite_of
from planloop.bench.report.page import environment, style
from planloop.bench.score import by_scenario
from planloop.contract.score import Estimate
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.training.evaluate import Evaluation, Rate, TaskResult, evaluate

SHOWN_FAILURES = 200


@dataclass(frozen=True)
class Entry:
    """One file: who played, what was reached, and which tasks were not solved (with the verdict's words)."""

    source: str
    planner: str
    harness: str
    suite: str
    splits: str
    tasks: int
    found: Evaluation
    input_tokens: float
    scenarios: tuple[tuple[str, Estimate], ...]
    failures: tuple[tuple[str, str, str], ...]

    @property
    def overall(self) -> Estimate:
        """The weighted score."""
        return estimate(self.found.overall)

    @property
    def columns(self) -> tuple[list[tuple[str, list[tuple[str, Estimate]]]], ...]:
        """Scores by dimension and domain, and beside them by behaviour."""
        found = self.found
        left = [("Dimension", _rows(found.dimensions)), ("Domain", _rows(found.domains))]
        return left, [("Behaviour", _rows(found.behaviours))]


def _rows(rates: Mapping[str, Rate]) -> list[tuple[str, Estimate]]:
    return [(key, estimate(rate)) for key, rate in rates.items()]


def estimate(rate: Rate) -> Estimate:
    """A share as points."""
    return Estimate.from_shares(rate.value, rate.low, rate.high, rate.count)


def entry(path: Path, seed: int = 0) -> Entry:
    """What a file of episodes says. Raises `PlanloopError` where it is none of a frozen suite."""
    trajectories = read_episodes(path)
    suite, tasks = suite_of(trajectories, path)
    results = results_of(tasks, trajectories)
    valid = [t for t in trajectories if t.valid]
    versions = trajectories[0].versions
    return Entry(
        source=path.name,
        planner=versions.planner,
        harness=versions.harness,
        suite=suite.name,
        splits=", ".join(sorted({task.split.value for task in tasks})),
        tasks=len(tasks),
        found=evaluate(results, seed),
        input_tokens=sum(t.cost.input_tokens for t in valid) / max(1, len(valid)),
        scenarios=tuple((name, estimate(rate)) for name, rate in by_scenario(tasks, results).items()),
        failures=_failures(tasks, results, trajectories),
    )


def render(entries: Sequence[Entry]) -> str:
    """The page: a table for each suite and split, the best first; below, each entry in detail."""
    boards: dict[tuple[str, str, int], list[Entry]] = {}
    for found in sorted(entries, key=lambda e: (-e.found.overall.value, e.source)):
        boards.setdefault((found.suite, found.splits, -found.tasks), []).append(found)
    page = environment().get_template("leader.html.j2")
    return page.render(boards=sorted(boards.items()), style=style(), shown=SHOWN_FAILURES)


def _failures(
    tasks: Sequence[Task], results: Sequence[TaskResult], trajectories: Sequence[Trajectory]
) -> tuple[tuple[str, str, str], ...]:
    said: dict[str, str] = {}
    for trajectory in trajectories:
        if trajectory.valid and not trajectory.success and trajectory.verdict is not None:
            said[trajectory.task_key] = trajectory.verdict.summary
        elif not trajectory.valid:
            said.setdefault(trajectory.task_key, f"invalid: {trajectory.invalid_reason}")
    failed = [task for task, result in zip(tasks, results, strict=True) if result.success < 1]
    return tuple((task.key, task.request, said.get(task.key, "not played")) for task in failed)

"""Compare: two files of episodes over the same tasks, pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from planloop.bench.episodes import read_episodes, suite_of
from planloop.bench.score import points
from planloop.contract.errors import PlanloopError
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.training.evaluate import TaskResult, compare, evaluate, task_results


def results_of(tasks: Sequence[Task], trajectories: Sequence[Trajectory]) -> list[TaskResult]:
    """Results of the tasks; of each as many attempts as the one with most has, what is missing failed."""
    keys = {task.key for task in tasks}
    held = [t for t in trajectories if t.task_key in keys]
    most = max((sum(t.task_key == key and t.valid for t in held) for key in keys), default=1)
    return task_results(tasks, held, max(1, most))


def compare_files(before: Path, after: Path, seed: int = 0) -> dict[str, Any]:
    """The difference of the Overall, `after` minus `before`, in points, paired over the tasks that both hold, with what
    was gained and lost, McNemar's exact p-value, and the difference in each dimension.

    Raises `PlanloopError` for files of different suites or without a task in common.
    """
    sides = [(path, read_episodes(path)) for path in (before, after)]
    suites = [suite_of(found, path) for path, found in sides]
    if suites[0][0].name != suites[1][0].name:
        cure = f"play both on one suite; {before} is of {suites[0][0].name}"
        raise PlanloopError(f"is of the suite {suites[1][0].name}", place=str(after), cure=cure)
    shared = {task.key for task in suites[0][1]} & {task.key for task in suites[1][1]}
    tasks = [task for task in suites[0][1] if task.key in shared]
    if not tasks:
        raise PlanloopError(f"has no task in common with {before}", place=str(after), cure="play both on one split")
    old, new = (results_of(tasks, found) for _, found in sides)
    value: dict[str, Any] = {
        "suite": suites[0][0].name,
        "tasks": len(tasks),
        "left_out": sum(len(side[1]) for side in suites) - 2 * len(tasks),
        "before": _side(sides[0][1], old, seed),
        "after": _side(sides[1][1], new, seed),
        **_difference(old, new, seed),
    }
    value["dimensions"] = {
        name: _difference(_of(name, old), _of(name, new), seed)
        for name in sorted({task.capability.dimension.value for task in tasks})
    }
    return value


def _side(trajectories: Sequence[Trajectory], results: Sequence[TaskResult], seed: int) -> dict[str, Any]:
    versions = trajectories[0].versions
    return {
        "planner": versions.planner,
        "harness": versions.harness,
        **points("overall", evaluate(results, seed).overall),
    }


def _of(dimension: str, results: Sequence[TaskResult]) -> list[TaskResult]:
    return [r for r in results if r.capability.dimension.value == dimension]


def _difference(old: Sequence[TaskResult], new: Sequence[TaskResult], seed: int) -> dict[str, Any]:
    found = compare(old, new, seed)
    return {
        **points("difference", found.difference),
        "gained": found.gained,
        "lost": found.lost,
        "p_value": found.p_value,
        "output_tokens": round(found.output_tokens, 2),
        "tool_calls": round(found.tool_calls, 2),
    }


def table(value: dict[str, Any]) -> str:
    """The comparison for people."""
    lines = [f"{value['suite']}: {value['tasks']} tasks on both sides, {value['left_out']} on one side only"]
    for side in ("before", "after"):
        of = value[side]
        interval = f"[{of['overall_lo']:.1f}, {of['overall_hi']:.1f}]"
        lines.append(f"{side:7} {of['overall']:6.1f}  {interval:15} {of['planner']}, harness {of['harness']}")
    lines.append(_line("difference", value))
    lines += [_line(f"  {name}", found) for name, found in value["dimensions"].items()]
    lines.append(
        f"per task {value['output_tokens']:+.0f} output tokens and {value['tool_calls']:+.2f} tool calls; "
        f"{_verdict(value)}"
    )
    return "\n".join(lines)


def _line(label: str, value: dict[str, Any]) -> str:
    low, high, count = (value[f"difference_{suffix}"] for suffix in ("lo", "hi", "n"))
    return (
        f"{label:16} {value['difference']:+6.1f}  [{low:+5.1f}, {high:+5.1f}]  n={count}  "
        f"{value['gained']} gained, {value['lost']} lost, p = {value['p_value']:.3f}"
    )


def _verdict(value: dict[str, Any]) -> str:
    if value["difference_lo"] > 0:
        return "after is better"
    return "before is better" if value["difference_hi"] < 0 else "no difference is shown"

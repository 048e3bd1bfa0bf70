"""Scores of a bench run, in points (0-100) on the full denominator, every one with its interval and count."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.training.evaluate import Rate, TaskResult, evaluate, task_results, wilson


def score(
    tasks: Sequence[Task], trajectories: Sequence[Trajectory], attempts: int = 1, seed: int = 0
) -> dict[str, Any]:
    """The keys of design section 14. `trajectories` may hold retried invalid episodes; only `attempts` a task count.

    `overall` weighs the dimensions 0.5/0.2/0.2/0.1 (method section 12); where a dimension has no task, the other
    weights are scaled up and `missing_dimensions` names it. `invalid` counts attempts that stayed invalid.
    """
    results = task_results(tasks, trajectories, attempts)
    found = evaluate(results, seed)
    valid = [t for t in trajectories if t.valid]
    out: dict[str, Any] = {
        **points("overall", found.overall),
        **points("pooled", found.pooled),
        "dimensions": _all(found.dimensions),
        "behaviours": _all(found.behaviours),
        "domains": _all(found.domains),
        "scenarios": _all(by_scenario(tasks, results)),
        "missing_dimensions": list(found.missing),
        "episodes": found.attempts,
        "invalid": found.invalid,
        "cost": {
            "input_tokens": fmean([t.cost.input_tokens for t in valid]) if valid else 0.0,
            "output_tokens": found.output_tokens,
            "tool_calls": found.tool_calls,
            "turns": fmean([t.cost.turns for t in valid]) if valid else 0.0,
        },
    }
    return out


def by_scenario(tasks: Sequence[Task], results: Sequence[TaskResult]) -> dict[str, Rate]:
    """The share of solved tasks of each scenario, by its key."""
    groups: dict[str, list[float]] = {}
    for task, result in zip(tasks, results, strict=True):
        groups.setdefault(scenario_of(task), []).append(result.success)
    return {name: wilson(sum(found), len(found)) for name, found in sorted(groups.items())}


def scenario_of(task: Task) -> str:
    """The key of the scenario that a task was made from, of both where it has two parts."""
    return "+".join(part.rpartition("/")[0] for part in task.template.split("+"))


def points(name: str, rate: Rate) -> dict[str, float]:
    """One share as points: value, interval and count under the names of section 14."""
    return {
        name: round(100 * rate.value, 2),
        f"{name}_lo": round(100 * rate.low, 2),
        f"{name}_hi": round(100 * rate.high, 2),
        f"{name}_n": rate.count,
    }


def _all(rates: dict[str, Rate]) -> dict[str, float]:
    return {key: value for name, rate in rates.items() for key, value in points(name, rate).items()}

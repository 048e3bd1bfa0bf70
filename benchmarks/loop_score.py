"""What the seeds of loop and control say together. Tasks are the clusters: a seed is another attempt at every task.

A pooled number takes each task's mean over the seeds, weighs the dimensions as Overall does, and resamples tasks inside
their dimension. More seeds make it steadier, never narrower than the tasks allow. Differences are taken task by task.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from planloop.bench.score import points
from planloop.contract.capability import Capability
from planloop.training.evaluate import Rate, TaskResult, evaluate, weighted_mean

Outcomes = Mapping[str, float]
"""A value per task key; of a run, 1.0 where the task was solved."""


@dataclass(frozen=True)
class SeedOutcomes:
    """Test outcomes of one seed. `middle` are the loop's last weights under its first harness."""

    before: Outcomes
    middle: Outcomes
    after: Outcomes
    control_before: Outcomes
    control_after: Outcomes

    def __post_init__(self) -> None:
        keys = {frozenset(o) for o in vars(self).values()}
        if len(keys) != 1:
            raise ValueError("loop and control played different test tasks: give both the same bench.tasks and suite")


def level(capabilities: Mapping[str, Capability], seeds: Sequence[Outcomes]) -> Rate:
    """The Overall of several seeds, in [0, 1]."""
    return evaluate(_results(capabilities, _means(seeds))).overall


def change(capabilities: Mapping[str, Capability], old: Sequence[Outcomes], new: Sequence[Outcomes]) -> Rate:
    """The paired difference of the Overall, new minus old, in [-1, 1]. Seeds correspond by position."""
    first, second = _means(old), _means(new)
    results = _results(capabilities, second)
    found = weighted_mean(results, [second[r.task_key] - first[r.task_key] for r in results])
    low, high = min(found.low, found.value), max(found.high, found.value)
    return Rate(found.value, low, high, found.count)


def score(capabilities: Mapping[str, Capability], seeds: Sequence[SeedOutcomes], nearest: Outcomes) -> dict[str, float]:
    """All numbers of `benchmarks.loop` for these seeds, in points, under their names in the JSON.

    `gain_over_control` is the loop's gain minus the control's, which is the difference of the two ends where both began
    alike. Raises `ValueError` where there is no seed, or where seeds differ in their tasks.
    """
    if len({frozenset(s.before) for s in seeds}) != 1:
        raise ValueError("the seeds have no test tasks in common to pool over: run them with the same bench.tasks")
    before, middle, after = ([getattr(s, n) for s in seeds] for n in ("before", "middle", "after"))
    ends = [s.control_after for s in seeds]
    gained = [_minus(s.after, s.before) for s in seeds]
    control = [_minus(s.control_after, s.control_before) for s in seeds]
    closest = [nearest] * len(seeds)
    found = {
        "before": level(capabilities, before),
        "after": level(capabilities, after),
        "control_after": level(capabilities, ends),
        "gain": change(capabilities, before, after),
        "control_gain": change(capabilities, [s.control_before for s in seeds], ends),
        "gain_over_control": change(capabilities, control, gained),
        "data_training_gain": change(capabilities, before, middle),
        "harness_gain": change(capabilities, middle, after),
        "nearest": level(capabilities, closest),
        "after_over_nearest": change(capabilities, closest, after),
    }
    return {key: value for name, rate in found.items() for key, value in points(name, rate).items()}


def _minus(new: Outcomes, old: Outcomes) -> dict[str, float]:
    return {key: new[key] - old[key] for key in new}


def _means(seeds: Sequence[Outcomes]) -> dict[str, float]:
    return {key: fmean([seed[key] for seed in seeds]) for key in seeds[0]}


def _results(capabilities: Mapping[str, Capability], values: Mapping[str, float]) -> list[TaskResult]:
    """In the order of the tasks' keys, so that the resampling does not depend on how they were read."""
    return [TaskResult(key, capabilities[key], values[key], 1, 0, 0.0, 0.0) for key in sorted(values)]

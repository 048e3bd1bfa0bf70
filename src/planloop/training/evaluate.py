"""Evaluation: success with intervals, per dimension, behaviour and domain, the weighted Overall, paired comparison."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from planloop.contract.capability import OVERALL_WEIGHTS, Capability, Dimension
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory

if TYPE_CHECKING:
    from numpy.typing import NDArray

Z95 = 1.959963984540054
Z95_ONE_SIDED = 1.6448536269514722
RESAMPLES = 2000


@dataclass(frozen=True)
class TaskResult:
    """What one run says about one task, over its attempts. Invalid or missing attempts count as failures in
    `success` (full denominator, method section 12) and are counted apart. Costs are means over valid attempts."""

    task_key: str
    capability: Capability
    success: float
    attempts: int
    invalid: int
    output_tokens: float
    tool_calls: float


@dataclass(frozen=True)
class Rate:
    """A share in [0, 1] with its 95 % interval, over `count` tasks."""

    value: float
    low: float
    high: float
    count: int

    @property
    def at_least(self) -> float:
        """The lower 95 % bound, for a question that asks in one direction: whether something is no worse."""
        return at_least(self.value, self.low)


@dataclass(frozen=True)
class Evaluation:
    """One planner on one set of tasks. `overall` weighs the dimensions 0.5/0.2/0.2/0.1; where the tasks lack a
    dimension the other weights are scaled up, and `missing` names it. Costs are means over tasks."""

    overall: Rate
    pooled: Rate
    dimensions: dict[str, Rate]
    behaviours: dict[str, Rate]
    domains: dict[str, Rate]
    missing: tuple[str, ...]
    attempts: int
    invalid: int
    output_tokens: float
    tool_calls: float


@dataclass(frozen=True)
class Comparison:
    """Paired over the same tasks: the difference of the Overall with its interval, and McNemar's exact test on the
    tasks decided differently (a task counts as solved when more than half of its attempts succeed)."""

    difference: Rate
    gained: int
    lost: int
    p_value: float
    output_tokens: float  # after minus before, mean over tasks
    tool_calls: float

    @property
    def better(self) -> bool:
        """Whether the whole interval of the difference is above zero."""
        return self.difference.low > 0


def at_least(value: float, low: float) -> float:
    """The lower end of a one-sided 95 % interval, from that of the two-sided one, as under a normal distribution."""
    return value - (value - low) * Z95_ONE_SIDED / Z95


def task_results(tasks: Sequence[Task], trajectories: Iterable[Trajectory], attempts: int = 1) -> list[TaskResult]:
    """Results of every task in order; `attempts` were planned for each, and what is missing failed.

    Raises `ValueError` for a trajectory of none of the tasks, or of another revision of one.
    """
    by_key: dict[str, list[Trajectory]] = {task.key: [] for task in tasks}
    hashes = {task.key: task.content_hash() for task in tasks}
    for trajectory in trajectories:
        if hashes.get(trajectory.task_key) != trajectory.task_hash:
            raise ValueError(
                f"trajectory {trajectory.id} belongs to task {trajectory.task_key} at {trajectory.task_hash[:12]}, "
                "which is not among the evaluated tasks; evaluate it with the suite it was run on"
            )
        by_key[trajectory.task_key].append(trajectory)
    return [_task_result(task, by_key[task.key], attempts) for task in tasks]


def _task_result(task: Task, found: Sequence[Trajectory], attempts: int) -> TaskResult:
    valid = [t for t in found if t.valid]
    planned = max(attempts, len(valid))
    return TaskResult(
        task_key=task.key,
        capability=task.capability,
        success=sum(t.success for t in valid) / planned,
        attempts=planned,
        invalid=planned - len(valid),
        output_tokens=fmean([t.cost.output_tokens for t in valid]) if valid else 0.0,
        tool_calls=fmean([t.cost.tool_calls for t in valid]) if valid else 0.0,
    )


def wilson(successes: float, count: int) -> Rate:
    """Wilson's 95 % interval of a share; with nothing counted it is [0, 1]."""
    if count == 0:
        return Rate(0.0, 0.0, 1.0, 0)
    p, z2 = successes / count, Z95 * Z95
    centre = (p + z2 / (2 * count)) / (1 + z2 / count)
    half = Z95 * math.sqrt(p * (1 - p) / count + z2 / (4 * count * count)) / (1 + z2 / count)
    return Rate(p, max(0.0, min(p, centre - half)), min(1.0, max(p, centre + half)), count)


def evaluate(results: Sequence[TaskResult], seed: int = 0) -> Evaluation:
    """Scores with intervals. The Overall's interval is a bootstrap over tasks inside each dimension."""
    weights = _weights(results)
    value = min(1.0, _overall(results, [r.success for r in results], weights))  # the weights sum to 1 but for rounding
    low, high = _bootstrap(results, [r.success for r in results], weights, seed)
    low, high = _widened(results, weights, value, low, high)
    return Evaluation(
        overall=Rate(value, low, high, len(results)),
        pooled=_rate(results),
        dimensions=_rates(results, lambda c: c.dimension.value),
        behaviours=_rates(results, lambda c: c.group),
        domains=_rates(results, lambda c: c.domain.value),
        missing=tuple(d.value for d in OVERALL_WEIGHTS if d not in weights),
        attempts=sum(r.attempts for r in results),
        invalid=sum(r.invalid for r in results),
        output_tokens=_mean_cost(results, lambda r: r.output_tokens),
        tool_calls=_mean_cost(results, lambda r: r.tool_calls),
    )


def compare(before: Sequence[TaskResult], after: Sequence[TaskResult], seed: int = 0) -> Comparison:
    """Compare two runs over the same tasks. Raises `ValueError` when the tasks differ."""
    earlier = {r.task_key: r for r in before}
    if earlier.keys() != {r.task_key for r in after} or len(before) != len(after):
        raise ValueError("a paired comparison needs the same tasks on both sides; evaluate both on one suite")
    pairs = [(earlier[r.task_key], r) for r in after]
    changes = [b.success - a.success for a, b in pairs]
    gained = sum(a.success <= 0.5 < b.success for a, b in pairs)
    lost = sum(b.success <= 0.5 < a.success for a, b in pairs)
    both = [(a, b) for a, b in pairs if a.attempts > a.invalid and b.attempts > b.invalid]
    return Comparison(
        difference=weighted_mean(after, changes, seed),
        gained=gained,
        lost=lost,
        p_value=mcnemar(gained, lost),
        output_tokens=fmean([b.output_tokens - a.output_tokens for a, b in both]) if both else 0.0,
        tool_calls=fmean([b.tool_calls - a.tool_calls for a, b in both]) if both else 0.0,
    )


def weighted_mean(results: Sequence[TaskResult], values: Sequence[float], seed: int = 0) -> Rate:
    """The Overall of a change per task (`values[i]` is of `results[i]`'s task), with a bootstrap interval over
    tasks inside each dimension. Several runs are pooled by giving each task its mean over them: tasks stay the
    clusters.

    Never narrower than with half a gain and half a loss more in each dimension (as Agresti and Min 2005 do for pairs):
    a bootstrap of tasks that all changed alike, or not at all, would claim certainty.
    """
    weights = _weights(results)
    value = _overall(results, values, weights)
    low, high = _bootstrap(results, values, weights, seed)
    variance = 0.0
    for dimension, weight in weights.items():
        found = [v for r, v in zip(results, values, strict=True) if r.capability.dimension is dimension]
        count = len(found) + 2
        variance += weight**2 * (math.fsum(v * v for v in found) + 1 - math.fsum(found) ** 2 / count) / count**2
    half = Z95 * math.sqrt(variance)
    return Rate(value, min(low, value - half), max(high, value + half), len(results))


def mcnemar(gained: int, lost: int) -> float:
    """Two-sided exact p-value that gains and losses are equally likely."""
    total = gained + lost
    tail: int = sum(math.comb(total, k) for k in range(min(gained, lost) + 1))
    return min(1.0, float(2 * tail / 2**total))


def _weights(results: Sequence[TaskResult]) -> dict[Dimension, float]:
    if not results:
        raise ValueError("nothing to evaluate: the list of tasks is empty")
    present = {r.capability.dimension for r in results}
    total = sum(OVERALL_WEIGHTS[d] for d in present)
    return {d: weight / total for d, weight in OVERALL_WEIGHTS.items() if d in present}


def _overall(results: Sequence[TaskResult], values: Sequence[float], weights: Mapping[Dimension, float]) -> float:
    return sum(
        weight * fmean([v for r, v in zip(results, values, strict=True) if r.capability.dimension is dimension])
        for dimension, weight in weights.items()
    )


def _bootstrap(
    results: Sequence[TaskResult], values: Sequence[float], weights: Mapping[Dimension, float], seed: int
) -> tuple[float, float]:
    """The 95 % percentile interval of the weighted mean over tasks resampled inside their dimension."""
    import numpy as np

    generator = np.random.default_rng(seed)
    total: NDArray[Any] = np.zeros(RESAMPLES)
    for dimension, weight in weights.items():
        chosen = [v for r, v in zip(results, values, strict=True) if r.capability.dimension is dimension]
        sample = np.asarray(chosen)[generator.integers(0, len(chosen), (RESAMPLES, len(chosen)))]
        total += weight * sample.mean(axis=1)
    low, high = np.quantile(total, (0.025, 0.975))
    return float(low), float(high)


def _widened(
    results: Sequence[TaskResult], weights: Mapping[Dimension, float], value: float, low: float, high: float
) -> tuple[float, float]:
    """Never narrower than the weighted Wilson intervals combined as independent: a bootstrap of a dimension in which
    every task agrees would claim certainty."""
    rates = _rates(results, lambda c: c.dimension.value)
    parts = [(weight, rates[dimension.value]) for dimension, weight in weights.items()]
    down = math.sqrt(sum((w * (rate.value - rate.low)) ** 2 for w, rate in parts))
    up = math.sqrt(sum((w * (rate.high - rate.value)) ** 2 for w, rate in parts))
    return max(0.0, min(low, value - down)), min(1.0, max(high, value + up))


def _rates(results: Sequence[TaskResult], key: Callable[[Capability], str]) -> dict[str, Rate]:
    names = sorted({key(r.capability) for r in results})
    return {name: _rate([r for r in results if key(r.capability) == name]) for name in names}


def _rate(results: Sequence[TaskResult]) -> Rate:
    """Wilson over tasks: attempts of one task are not independent, so they count as one observation."""
    return wilson(sum(r.success for r in results), len(results))


def _mean_cost(results: Sequence[TaskResult], cost: Callable[[TaskResult], float]) -> float:
    measured = [cost(r) for r in results if r.attempts > r.invalid]
    return fmean(measured) if measured else 0.0

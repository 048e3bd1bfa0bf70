"""BFCL v4 multi-turn through the episode path: any planner, its score with intervals, and every trajectory behind it.

`planloop bench --suite bfcl --planner scripted:oracle` (also scripted:nothing, scripted:droplast, local, or
endpoint:MODEL@URL). It needs `make bfcl`, and `local` needs `make llama`.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean

from planloop.bench.bfcl_episode import BfclEpisode, CallCounts, EpisodeLimits, select
from planloop.bench.bfcl_quarantine import QUARANTINE
from planloop.bench.invalid import with_retries
from planloop.contract.record import JsonObject
from planloop.contract.trajectory import Trajectory
from planloop.environments.bfcl.environment import BfclEnvironment
from planloop.environments.bfcl.suite import BfclTask, Category
from planloop.harness.mode import HarnessMode
from planloop.planners.base import Planner
from planloop.training.evaluate import wilson


@dataclass(frozen=True)
class Result:
    """One ended episode."""

    key: str
    success: bool
    reason: str
    counts: CallCounts
    trajectory: Trajectory


@dataclass
class BfclRun:
    """Leases workers, hands episodes to the planner, and keeps what came out. Thread-safe."""

    python: Path
    category: Category = Category.BASE
    limits: EpisodeLimits = field(default_factory=EpisodeLimits)
    seed: int = 0
    mode: HarnessMode = HarnessMode.OFF
    say: Callable[[str], None] | None = None

    def __post_init__(self) -> None:
        self._lock = threading.Lock()
        self._free: list[BfclEnvironment] = []
        self._results: dict[str, Result] = {}
        self._lease_again(BfclEnvironment(self.python, self.category))
        self.suite: tuple[BfclTask, ...] = self._free[0].suite

    def play(self, planner: Planner, count: int | None = None) -> list[Result]:
        """`count` tasks (all when None) in the suite's order. Invalid episodes are tried again with another seed; those
        that stay invalid are among the results."""
        self._results = {}
        tasks = select(self.suite, count)
        with_retries(
            lambda: [t for t in tasks if not self._valid(t.task.key)],
            lambda left, attempt: planner.play(self._episodes(left, planner.name, self.seed + attempt)),
        )
        return [self._results[t.task.key] for t in tasks if t.task.key in self._results]

    def close(self) -> None:
        """End every worker."""
        with self._lock:
            free, self._free = self._free, []
        for environment in free:
            environment.close()

    def _valid(self, key: str) -> bool:
        return key in self._results and self._results[key].trajectory.valid

    def _episodes(self, tasks: Sequence[BfclTask], planner: str, seed: int) -> Iterator[BfclEpisode]:
        for item in tasks:
            yield BfclEpisode(
                item,
                self._lease(),
                self._ended,
                limits=self.limits,
                seed=seed,
                planner=planner,
                mode=self.mode,
            )

    def _lease(self) -> BfclEnvironment:
        with self._lock:
            while self._free:
                environment = self._free.pop()
                if environment.alive:
                    return environment
        return BfclEnvironment(self.python, self.category)

    def _lease_again(self, environment: BfclEnvironment) -> None:
        with self._lock:
            self._free.append(environment)

    def _ended(self, episode: BfclEpisode) -> None:
        grade, trajectory = episode.grade, episode.trajectory
        if trajectory is None:
            raise RuntimeError(f"{episode.task.key} ended without a trajectory")
        result = Result(
            key=episode.task.key,
            success=trajectory.success,
            reason=trajectory.invalid_reason or (grade.reason if grade is not None else ""),
            counts=episode.counts,
            trajectory=trajectory,
        )
        with self._lock:
            self._results[result.key] = result
        self._lease_again(episode.environment)
        if self.say is not None:
            state = "invalid" if not result.trajectory.valid else "passed" if result.success else "failed"
            self.say(f"{len(self._results):4d} {result.key} {state} {result.counts} {result.reason[:90]}")


def report(results: Sequence[Result]) -> JsonObject:
    """The keys of `planloop bench --json`: points and shares with 95 % Wilson intervals; invalid episodes apart."""
    valid = [result for result in results if result.trajectory.valid]
    clean = [result for result in valid if result.key.removeprefix("bfcl/") not in QUARANTINE]
    counts = sum((result.counts for result in valid), CallCounts())
    out: JsonObject = {"episodes": len(results), "invalid": len(results) - len(valid)}
    _points(out, "overall", [result.success for result in valid])
    _points(out, "overall_without_quarantined", [result.success for result in clean])
    out["quarantined"] = [
        {"task": key, "defect": QUARANTINE[key].defect.value, "reason": QUARANTINE[key].reason}
        for key in (result.key.removeprefix("bfcl/") for result in valid)
        if key in QUARANTINE
    ]
    out["calls"] = counts.made
    _share(out, "well_formed", counts.well_formed, counts.made)
    _share(out, "accepted", counts.accepted, counts.made)
    costs = [result.trajectory.cost for result in valid]
    out["cost"] = {
        "input_tokens": fmean([c.input_tokens for c in costs] or [0]),
        "output_tokens": fmean([c.output_tokens for c in costs] or [0]),
        "tool_calls": fmean([c.tool_calls for c in costs] or [0]),
        "turns": fmean([c.turns for c in costs] or [0]),
    }
    out["stops"] = dict(Counter(str(result.trajectory.stop) for result in results))
    out["failures"] = dict(Counter(result.reason.split(": ")[0] for result in valid if not result.success))
    return out


def _points(out: JsonObject, key: str, successes: Sequence[bool]) -> None:
    if successes:
        rate = wilson(sum(successes), len(successes))
        out[key], out[f"{key}_lo"], out[f"{key}_hi"] = 100 * rate.value, 100 * rate.low, 100 * rate.high
    out[f"{key}_n"] = len(successes)


def _share(out: JsonObject, key: str, part: int, whole: int) -> None:
    if whole:
        rate = wilson(part, whole)
        out[key], out[f"{key}_lo"], out[f"{key}_hi"] = rate.value, rate.low, rate.high
    out[f"{key}_n"] = whole


def save(results: Sequence[Result], path: Path) -> None:
    """Every trajectory behind the score, one JSON line each."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(result.trajectory.to_json() + "\n" for result in results), encoding="utf-8")

"""Score: what a planner and harness reached on a set of tasks, with intervals and counts, and differences of two."""

from __future__ import annotations

from typing import Self

from pydantic import Field, model_validator

from planloop.contract.capability import Dimension, Domain
from planloop.contract.record import Record


class Estimate(Record):
    """A number in points (scores 0 to 100, differences -100 to 100) with its 95 % interval, over `n` tasks."""

    value: float
    low: float
    high: float
    n: int = Field(ge=0)

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if not self.low <= self.value <= self.high:
            raise ValueError(f"estimate {self.value} lies outside its interval {self.low}..{self.high}")
        return self

    @classmethod
    def from_shares(cls, value: float, low: float, high: float, n: int) -> Self:
        """From shares in [0, 1] (or differences of shares in [-1, 1])."""
        return cls(value=100 * value, low=100 * low, high=100 * high, n=n)


class Scores(Record):
    """One planner with one harness on one set of tasks. `name` is what was measured (`before`, `scripted:oracle`).

    `behaviours` are keyed by `dimension/behaviour`. Costs are means per task over valid episodes. `invalid` of the
    `attempts` failed for infrastructure reasons; they count as failures in the scores (full denominator) and are
    excluded from costs. `measurement` is the id that leads to the trajectories behind every number here.
    """

    name: str
    overall: Estimate
    dimensions: dict[Dimension, Estimate] = {}
    behaviours: dict[str, Estimate] = {}
    domains: dict[Domain, Estimate] = {}
    input_tokens: float
    output_tokens: float
    tool_calls: float
    attempts: int = Field(ge=0)
    invalid: int = Field(default=0, ge=0)
    measurement: str = ""


class Difference(Record):
    """A paired difference over the same tasks, in points. `gained` and `lost` tasks were decided differently;
    `p_value` is McNemar's exact test on them (None: not tested)."""

    estimate: Estimate
    gained: int = Field(default=0, ge=0)
    lost: int = Field(default=0, ge=0)
    p_value: float | None = None

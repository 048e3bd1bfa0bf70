"""CARE: competence-aware rewards and quality-preserving advantages (method section 5.3, Eq. 5-9), and its baselines.

A group is the valid episodes of one task. Its regime follows from its own success count; the reward adds verified
progress where the task is still hard and subtracts execution cost where it is mastered; one shared denominator
normalises the group, and in the efficiency regime it never falls below the spread of a success at rate `p_high`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from statistics import fmean, median
from typing import Protocol

from planloop.contract.task import ReferenceCost
from planloop.contract.trajectory import Cost, Trajectory

HEADROOM = 2  # a reference is about this many times the cost of a good solution (design section 9)


class Regime(StrEnum):
    """Which part of Eq. 5 applies to a group."""

    PROGRESS = "progress"  # success rate in [0, p_low)
    OUTCOME = "outcome"  # [p_low, p_high)
    EFFICIENCY = "efficiency"  # [p_high, 1]


@dataclass(frozen=True)
class CareParameters:
    """phi of Eq. 6. Raises `ValueError` unless 0 <= p_low < p_high < 1 and the lambdas are not negative."""

    lambda_prog: float = 0.3
    lambda_eff: float = 0.1
    p_low: float = 0.25
    p_high: float = 0.75

    def __post_init__(self) -> None:
        if not 0 <= self.p_low < self.p_high < 1:
            raise ValueError(f"CARE needs 0 <= p_low < p_high < 1, not p_low={self.p_low}, p_high={self.p_high}")
        if self.lambda_prog < 0 or self.lambda_eff < 0:
            raise ValueError("CARE needs lambda_prog and lambda_eff of at least 0")

    @property
    def anchor(self) -> float:
        """sigma_anchor of Eq. 9: the standard deviation of a success at rate p_high."""
        return math.sqrt(self.p_high * (1 - self.p_high))


EPSILON = 1e-6


@dataclass(frozen=True)
class Outcome:
    """What CARE reads of one valid episode: success, R_prog in [0, 1] and e in [0, 1]."""

    success: bool
    progress: float
    cost: float


@dataclass(frozen=True)
class Scores:
    """A group's regime, rewards and advantages, in the order of its episodes."""

    regime: Regime
    rewards: tuple[float, ...]
    advantages: tuple[float, ...]

    @property
    def has_signal(self) -> bool:
        """Whether any episode of the group moves the weights."""
        return any(advantage != 0.0 for advantage in self.advantages)


class Advantage(Protocol):
    """Scores a group of at least two outcomes."""

    def __call__(self, group: Sequence[Outcome], phi: CareParameters) -> Scores:
        """Regime, rewards and advantages of the group under parameters `phi`."""
        ...


def vanilla(group: Sequence[Outcome], phi: CareParameters) -> Scores:
    """Group-relative advantage of the bare success, the baseline of method section 5.6."""
    rewards = tuple(float(outcome.success) for outcome in group)
    return Scores(regime_of(group, phi), rewards, _normalised(rewards, 0.0))


def care(group: Sequence[Outcome], phi: CareParameters) -> Scores:
    """CARE as published: scheduled rewards, anchored denominator in the efficiency regime (Eq. 5 and 9)."""
    regime = regime_of(group, phi)
    rewards = _rewards(group, regime, phi)
    floor = phi.anchor if regime is Regime.EFFICIENCY else 0.0
    return Scores(regime, rewards, _normalised(rewards, floor))


def care_uncalibrated(group: Sequence[Outcome], phi: CareParameters) -> Scores:
    """The ablation: CARE's rewards with the standard denominator everywhere (Eq. 7)."""
    regime = regime_of(group, phi)
    rewards = _rewards(group, regime, phi)
    return Scores(regime, rewards, _normalised(rewards, 0.0))


def regime_of(group: Sequence[Outcome], phi: CareParameters) -> Regime:
    """The group's regime. Success counts are compared as exact fractions, so a rate equal to a bound is on its right.

    Thresholds mean the decimal number they are written as (0.3 is three tenths).
    """
    rate = Fraction(sum(outcome.success for outcome in group), len(group))
    if rate < Fraction(str(phi.p_low)):
        return Regime.PROGRESS
    return Regime.OUTCOME if rate < Fraction(str(phi.p_high)) else Regime.EFFICIENCY


def _rewards(group: Sequence[Outcome], regime: Regime, phi: CareParameters) -> tuple[float, ...]:
    if regime is Regime.PROGRESS:
        return tuple(o.success + phi.lambda_prog * o.progress for o in group)
    if regime is Regime.EFFICIENCY:
        return tuple(o.success - phi.lambda_eff * o.cost for o in group)
    return tuple(float(o.success) for o in group)


def _normalised(rewards: Sequence[float], floor: float) -> tuple[float, ...]:
    """(R - mean) / (max(sigma, floor) + epsilon) with the population standard deviation (method section 5.4)."""
    if max(rewards) == min(rewards):
        return tuple(0.0 for _ in rewards)
    mean = fmean(rewards)
    sigma = math.sqrt(fmean((reward - mean) ** 2 for reward in rewards))
    return tuple((reward - mean) / (max(sigma, floor) + EPSILON) for reward in rewards)


def execution_cost(cost: Cost, reference: ReferenceCost) -> float:
    """e in [0, 1]: output tokens and tool calls, half each, as shares of the reference, each at most 1. A good solution
    has about a half."""
    tokens = min(1.0, cost.output_tokens / max(1, reference.output_tokens))
    calls = min(1.0, cost.tool_calls / max(1, reference.tool_calls))
    return 0.5 * tokens + 0.5 * calls


def reference_of(trajectories: Sequence[Trajectory], known: ReferenceCost | None) -> ReferenceCost | None:
    """The task's reference cost; where it has none (0 tokens), twice the median of the group's successes, if any."""
    if known is not None and known.output_tokens > 0:
        return known
    costs = [t.cost for t in trajectories if t.success]
    if not costs:
        return None
    tokens, calls = median(c.output_tokens for c in costs), median(c.tool_calls for c in costs)
    return ReferenceCost(output_tokens=max(1, round(HEADROOM * tokens)), tool_calls=round(HEADROOM * calls))


def outcomes(trajectories: Sequence[Trajectory], reference: ReferenceCost | None) -> list[Outcome]:
    """What CARE reads of a group's valid trajectories.

    Raises `ValueError` for a trajectory that is invalid or was never verified: neither may earn a reward.
    """
    used = reference_of(trajectories, reference)
    made = []
    for trajectory in trajectories:
        if not trajectory.valid or trajectory.verdict is None:
            raise ValueError(f"trajectory {trajectory.id} is invalid or unverified; leave it out of the group")
        cost = 0.0 if used is None else execution_cost(trajectory.cost, used)
        made.append(Outcome(trajectory.verdict.success, trajectory.verdict.progress, cost))
    return made

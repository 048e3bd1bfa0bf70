"""The beta distribution, as far as intervals of rates need it: its cumulative share and its quantiles.

A hosted planner's loop runs on the core install, which has no scipy; tests compare these with scipy's.
"""

from __future__ import annotations

import math

SMALLEST = 1e-300
PRECISION = 1e-15
TERMS = 10_000


def below(x: float, a: float, b: float) -> float:
    """The share of Beta(a, b) below `x`, all of it for x >= 1: the regularised incomplete beta function."""
    if x <= 0.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    if x > (a + 1.0) / (a + b + 2.0):  # the fraction converges fast on this side of the mean only
        return 1.0 - below(1.0 - x, b, a)
    scale = math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    return math.exp(scale) / (a * _fraction(x, a, b))


def quantile(share: float, a: float, b: float) -> float:
    """The point in [0, 1] below which `share` of Beta(a, b) lies."""
    low, high = 0.0, 1.0
    while high - low > PRECISION * high:
        middle = (low + high) / 2.0
        if middle in (low, high):
            break
        if below(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2.0


def _fraction(x: float, a: float, b: float) -> float:
    """1 + c1 / (1 + c2 / (1 + ...)), the continued fraction under the incomplete beta function, from the top down."""
    value, up, down = 1.0, 1.0, 0.0
    for term in range(1, TERMS):
        down = 1.0 / _away(1.0 + _coefficient(term, x, a, b) * down)
        up = _away(1.0 + _coefficient(term, x, a, b) / up)
        value *= up * down
        if abs(up * down - 1.0) < PRECISION:
            break
    return value


def _coefficient(term: int, x: float, a: float, b: float) -> float:
    half = term // 2
    if term % 2:
        return -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
    return half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))


def _away(value: float) -> float:
    """Away from zero, so that it can be divided by."""
    return value if abs(value) > SMALLEST else SMALLEST

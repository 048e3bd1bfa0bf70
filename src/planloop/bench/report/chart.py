"""Charts: the geometry of small SVG plots. Words stay outside, in HTML, so that they keep their size on a phone.

Every plot is stretched to its box (`preserveAspectRatio="none"`), its lines keep their width. Coordinates are per cent
of the box, y downwards. Nothing but numbers enters the markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from planloop.contract.score import Estimate
from planloop.contract.summary import RlStep


@dataclass(frozen=True)
class Axis:
    """A scale from `low` to `high` with tick values; `at` is a position in per cent."""

    low: float
    high: float
    ticks: tuple[float, ...]

    @property
    def digits(self) -> int:
        """Decimals that tell the ticks apart."""
        steps = [b - a for a, b in pairwise(self.ticks)]
        return next((d for d in range(6) if all(abs(round(s, d) - s) < 1e-9 for s in [*steps, *self.ticks])), 6)

    def at(self, value: float) -> float:
        """Where `value` lies, 0 to 100; outside values are clipped to the ends."""
        span = self.high - self.low
        return round(100 * min(1.0, max(0.0, (value - self.low) / span)), 3) if span else 0.0


POINTS = Axis(0, 100, (0, 25, 50, 75, 100))
SHARES = Axis(0, 1, (0, 0.25, 0.5, 0.75, 1))


def nice_axis(values: Sequence[float], *, zero: bool = True) -> Axis:
    """An axis with two to six round ticks that covers the values (and zero unless told otherwise)."""
    low, high = min([*values, 0.0] if zero else values), max([*values, 0.0] if zero else values)
    largest, span = max(abs(low), abs(high)), high - low
    if span < 1e-6 * max(largest, 1e-3):
        span = largest if largest > 1e-6 else 1.0
    step = 1.0
    while step > span:
        step /= 10
    while step * 10 <= span:
        step *= 10
    step = next(step * k for k in (0.2, 0.5, 1, 2, 5) if span / (step * k) <= 5)
    first, last = _floor(low / step), -_floor(-high / step)
    ticks = tuple(round(step * k, 9) for k in range(first, last + 1))
    return Axis(ticks[0], ticks[-1] if len(ticks) > 1 else ticks[0] + step, ticks)


def bar(estimate: Estimate, axis: Axis, css: str) -> str:
    """A bar from zero to the value with the interval as a whisker. `css` is a class name of the style sheet."""
    zero, value = axis.at(0), axis.at(estimate.value)
    low, high = axis.at(estimate.low), axis.at(estimate.high)
    return (
        f'<svg class="bar {css}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'<rect x="{min(zero, value)}" y="0" width="{round(abs(value - zero), 3)}" height="10"/>'
        f'<path class="whisker" d="M{low} 5H{high}M{low} 2V8M{high} 2V8"/></svg>'
    )


def forest(pairs: Sequence[tuple[str, Estimate]], axis: Axis) -> str:
    """One line per (class name, estimate): the interval, and a mark at the value, over light tick lines."""
    height = 10 * len(pairs)
    grid = "".join(f"M{axis.at(tick)} 0V{height}" for tick in axis.ticks)
    lines = [
        f'<g class="{css}"><path class="interval" d="M{axis.at(e.low)} {y + 5}H{axis.at(e.high)}"/>'
        f'<path class="mark" d="M{axis.at(e.value)} {y + 1.5}V{y + 8.5}"/></g>'
        for y, (css, e) in zip(range(0, height, 10), pairs, strict=True)
    ]
    return (
        f'<svg class="forest" viewBox="0 0 100 {height}" preserveAspectRatio="none" aria-hidden="true" '
        f'focusable="false"><path class="grid" d="{grid}"/>{"".join(lines)}</svg>'
    )


def line(points: Sequence[tuple[float, float]], x: Axis, y: Axis, css: str = "line") -> str:
    """A polyline over tick lines; a single point becomes a short level stroke."""
    placed = [(x.at(a), round(100 - y.at(b), 3)) for a, b in points]
    if len(placed) == 1:
        placed = [(max(0.0, placed[0][0] - 2), placed[0][1]), (min(100.0, placed[0][0] + 2), placed[0][1])]
    path = "M" + "L".join(f"{a} {b}" for a, b in placed)
    return _plot(y, f'<path class="{css}" d="{path}"/>')


def regimes(steps: Sequence[RlStep]) -> str:
    """CARE's regimes as one column of stacked shares per RL step, progress at the bottom; steps without groups are left
    out."""
    rows = [(s.regimes.progress, s.regimes.outcome, s.regimes.efficiency) for s in steps]
    columns = [[part / sum(row) for part in row] for row in rows if sum(row)]
    width = 100 / max(1, len(columns))
    gap = min(2.0, width / 5)
    found = []
    for place, column in enumerate(columns):
        top = 0.0
        for name, share in zip(("progress", "outcome", "efficiency"), column, strict=True):
            top += share
            x, y, high = round(place * width + gap / 2, 3), round(100 - 100 * top, 3), round(100 * share, 3)
            found.append(f'<rect class="{name}" x="{x}" y="{y}" width="{round(width - gap, 3)}" height="{high}"/>')
    return _plot(SHARES, "".join(found))


def _plot(y: Axis, inner: str) -> str:
    grid = "".join(f"M0 {round(100 - y.at(tick), 3)}H100" for tick in y.ticks)
    return (
        '<svg class="plot" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'{inner}<path class="grid" d="{grid}"/></svg>'
    )


def _floor(value: float) -> int:
    near = round(value)
    return near if abs(value - near) < 1e-9 else int(value // 1)

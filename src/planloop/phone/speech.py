"""How people say values: the spoken forms of times, durations and amounts in requests."""

from __future__ import annotations

import random


def clock(rng: random.Random, value: str) -> str:
    """A spoken form of `HH:MM`: mostly as it is, else with am or pm."""
    hour, minute = int(value[:2]), int(value[3:])
    if rng.random() < 0.6:
        return value
    half = "am" if hour < 12 else "pm"
    short = hour % 12 or 12
    if minute == 0:
        return f"{short} {half}"
    return f"{short}:{minute:02d} {half}"


def any_time(rng: random.Random, low: int = 5, high: int = 23) -> str:
    """A plausible time of day as `HH:MM`, on five minutes."""
    return f"{rng.randrange(low, high):02d}:{rng.randrange(0, 60, 5):02d}"

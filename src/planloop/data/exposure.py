"""Which fifteen tools a task exposes: the gold ones and hard distractors, shared by a group of tasks.

Tasks are made in groups that share one exposure list, so that they share one prompt prefix (cached by planners, packed
by the trainer). Inside a group no tool is always gold, so the list does not give the answer away.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from planloop.contract.tool import ToolSpec

EXPOSED = 15


def fill(gold: Iterable[str], specs: Iterable[ToolSpec], rng: random.Random, count: int = EXPOSED) -> tuple[str, ...]:
    """`gold` and distractors up to `count`, by name: two thirds from the domains of the gold tools, the rest from any.

    Raises `ValueError` when the gold tools alone are more than `count`.
    """
    chosen = set(gold)
    if len(chosen) > count:
        raise ValueError(f"{len(chosen)} gold tools do not fit into {count} exposed ones")
    by_name = {s.name: s for s in specs}
    domains = {by_name[name].domain for name in chosen if name in by_name}
    near = sorted(n for n, s in by_name.items() if s.domain in domains and n not in chosen)
    far = sorted(n for n, s in by_name.items() if s.domain not in domains)
    rng.shuffle(near)
    rng.shuffle(far)
    room = count - len(chosen)
    take = near[: (2 * room + 2) // 3]
    chosen.update(take)
    rest = far + near[len(take) :]
    chosen.update(rest[: count - len(chosen)])
    return tuple(sorted(chosen))

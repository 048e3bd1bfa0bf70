"""Which fifteen tools a task exposes: the gold ones and hard distractors, shared by a group of tasks.

Tasks are made in groups that share one exposure list, so that they share one prompt prefix (cached by planners, packed
by the trainer). Inside a group no tool is always gold, so the list does not give the answer away.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Sequence

from planloop.contract.tool import ToolSpec

EXPOSED = 15
ROOM = 3  # places of a list that are never gold
SEARCH = "search_user_memory"
SEARCH_SHARE = 0.6  # of the lists that need no memory show the memory search all the same


def fill(gold: Iterable[str], specs: Iterable[ToolSpec], rng: random.Random, count: int = EXPOSED) -> tuple[str, ...]:
    """`gold` and distractors up to `count`, by name: two thirds from the domains of the gold tools, the rest from any.

    Raises `ValueError` when the gold tools alone are more than `count`.
    """
    chosen = set(gold)
    if len(chosen) > count:
        raise ValueError(f"{len(chosen)} gold tools do not fit into {count} exposed ones")
    by_name = {s.name: s for s in specs}
    domains = {by_name[name].domain for name in chosen if name in by_name}
    if len(chosen) < count and SEARCH in by_name and rng.random() < SEARCH_SHARE:
        chosen.add(SEARCH)
    near = sorted(n for n, s in by_name.items() if s.domain in domains and n not in chosen)
    far = sorted(n for n, s in by_name.items() if s.domain not in domains and n not in chosen)
    rng.shuffle(near)
    rng.shuffle(far)
    room = count - len(chosen)
    take = near[: (2 * room + 2) // 3]
    chosen.update(take)
    rest = far + near[len(take) :]
    chosen.update(rest[: count - len(chosen)])
    return tuple(sorted(chosen))


def pack(golds: Sequence[Collection[str]], size: int, room: int = EXPOSED - ROOM) -> list[list[int]]:
    """Positions in groups of at most `size` whose gold tools together are at most `room`; first fit, in order.

    A task whose gold tools alone are more than `room` gets a group of its own.
    """
    groups: list[tuple[list[int], set[str]]] = []
    for position, gold in enumerate(golds):
        home = next((g for g in groups if len(g[0]) < size and len(g[1] | set(gold)) <= room), None)
        if home is None:
            home = ([], set())
            groups.append(home)
        home[0].append(position)
        home[1].update(gold)
    return [members for members, _ in groups]

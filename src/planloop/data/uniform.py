"""Uniform composition: what a round trains on when nothing steers it, every capability group in equal parts.

The control that a failure-driven round is compared with. Pure and deterministic, like `compose`.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from planloop.contract.record import content_hash
from planloop.contract.version import Member, Purpose
from planloop.data.choice import PoolItem, shuffled
from planloop.data.compose import Budget, Cell, Composition, Cost, Order


def compose_uniformly(
    pool: Sequence[PoolItem],
    scenarios: Mapping[str, Sequence[str]],
    budget: Budget,
    cost: Cost,
    first: Collection[str] = (),
) -> Composition:
    """The fewest of `evenly(pool, first)` that cost `budget.tokens` (all where they do not), each of weight 1, and
    orders for as many tasks of every group as would fill the budget anew.

    `scenarios` maps each capability group to its scenario keys.
    """
    chosen = _reaching(evenly(pool, first), budget.tokens, cost)
    leaves: dict[str, int] = defaultdict(int)
    cells: dict[tuple[str, str, str], int] = defaultdict(int)
    for item in chosen:
        leaves[str(item.capability)] += item.tokens
        cells[str(item.capability), item.difficulty, item.source] += item.tokens
    total = sum(leaves.values())
    return Composition(
        weights={leaf: tokens / total for leaf, tokens in sorted(leaves.items())},
        cells=tuple(
            (Cell(capability=leaf, difficulty=difficulty, source=source), tokens / total)
            for (leaf, difficulty, source), tokens in sorted(cells.items())
        ),
        members=tuple(Member(trajectory_id=i.trajectory_id, purpose=Purpose.COVERAGE) for i in chosen),
        orders=_orders(pool, scenarios, budget),
        repair={},
        tokens=cost(chosen) if chosen else 0,
    )


def evenly(pool: Sequence[PoolItem], first: Collection[str] = ()) -> list[PoolItem]:
    """The pool in the order in which a uniform draw takes it: turn by turn one item of each capability group that has
    any left. Inside a group, the trajectories named in `first` come before the others; the rest is a fixed shuffle of
    prompts and then of groups, so that no group is last in every turn."""
    turns: dict[str, int] = defaultdict(int)
    ranked: list[tuple[int, str, PoolItem]] = []
    for item in sorted(pool, key=lambda i: (i.trajectory_id not in first, *shuffled(i))):
        ranked.append((turns[item.capability.group], content_hash(item.trajectory_id), item))
        turns[item.capability.group] += 1
    return [item for _, _, item in sorted(ranked, key=lambda r: r[:2])]


def _reaching(items: Sequence[PoolItem], tokens: int, cost: Cost) -> Sequence[PoolItem]:
    """The shortest beginning that costs at least `tokens`, found by halving; all of them where none does."""
    if tokens <= 0 or not items:
        return ()
    if cost(items) < tokens:
        return items
    low, high = 0, len(items)
    while high - low > 1:
        middle = (low + high) // 2
        if cost(items[:middle]) < tokens:
            low = middle
        else:
            high = middle
    return items[:high]


def _orders(pool: Sequence[PoolItem], scenarios: Mapping[str, Sequence[str]], budget: Budget) -> tuple[Order, ...]:
    """New tasks in equal numbers for every group, as many as fill the budget at the length of what is known."""
    each = sum(i.tokens for i in pool) / len(pool) if pool else budget.trace_tokens
    total = min(budget.orders, math.ceil(budget.tokens / max(1.0, each)))
    names = sorted(name for name in scenarios if scenarios[name])
    out = []
    for place, name in enumerate(names):
        count = total // len(names) + (place < total % len(names))
        if count:
            keys = tuple(sorted(scenarios[name]))
            out.append(Order(capability=name, scenarios=keys, count=count, reason="every group in equal parts"))
    return tuple(out)

"""Choice: which traces fill the shares of a mixture, prompt by prompt.

Traces of one prompt are trained on together, and the prompt is paid once. A choice that takes each share by itself
takes a few traces of many prompts; here a prompt is taken for all shares at once, those first of which most is wanted.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from planloop.contract.capability import Capability
from planloop.contract.record import Record, content_hash

SOURCE_WEIGHT = {"rollout": 1.0, "teacher": 1.0, "import": 0.5}
FITS = 2
"""An item is taken where one part in this many of it fits: with all shares rounded down, what is preserved in many
small ones would leave a twentieth of the budget."""

Part = tuple[str, str, str]
"""Leaf, difficulty and source."""


class PoolItem(Record):
    """One suitable training trajectory. `difficulty` is a bin such as its number of calls; `tokens` its length;
    `trained`: the planner has been trained on its task; `prompt` names what it begins with in common with others."""

    trajectory_id: str
    capability: Capability
    difficulty: str
    source: str = "rollout"
    tokens: int
    trained: bool = False
    prompt: str = ""


def choose(pool: Sequence[PoolItem], quotas: Mapping[str, int]) -> dict[str, list[PoolItem]]:
    """Items of about `quotas` tokens for each leaf (`str(capability)`); leaves without any are absent.

    A leaf's share is parted evenly among its difficulties and sources (by `SOURCE_WEIGHT`) as far as there are items.
    Prompts that the planner was not trained on come first; of another prompt, the tasks that it was not trained on.
    Deterministic, whatever the order of the pool.
    """
    left = dict(quotas)
    out: dict[str, list[PoolItem]] = defaultdict(list)
    known = known_prompts(pool)
    prompts: dict[str, list[PoolItem]] = defaultdict(list)
    for item in sorted(pool, key=lambda i: (i.trained, *shuffled(i))):
        prompts[_prompt(item)].append(item)
    for old in (False, True):
        mine = {name: items for name, items in prompts.items() if (name in known) is old}
        for item in _by_prompt(mine, left, _parts([i for items in mine.values() for i in items], left)):
            out[str(item.capability)].append(item)
    return dict(sorted(out.items()))


def known_prompts(pool: Iterable[PoolItem]) -> frozenset[str]:
    """The prompts that the planner was trained on, with whichever of their tasks."""
    return frozenset(_prompt(item) for item in pool if item.trained)


def of_new_prompts(pool: Sequence[PoolItem]) -> list[PoolItem]:
    """The items whose prompts the planner was not trained on."""
    known = known_prompts(pool)
    return [item for item in pool if _prompt(item) not in known]


def shuffled(item: PoolItem) -> tuple[str, str]:
    """A fixed place in a shuffle of prompts, and among the items of one prompt."""
    return content_hash(item.prompt), content_hash(item.trajectory_id)


def _prompt(item: PoolItem) -> str:
    return item.prompt or item.trajectory_id


def _part(item: PoolItem) -> Part:
    return str(item.capability), item.difficulty, item.source


def _by_prompt(
    prompts: Mapping[str, Sequence[PoolItem]], left: dict[str, int], parts: dict[Part, float]
) -> list[PoolItem]:
    """The items taken; `left` and `parts` are what remains of the shares. What is wanted of a prompt hardly ever grows,
    so that the best one is found, or nearly so, when it is still as good as the next one was."""
    whole = {name: sum(i.tokens for i in items) or 1 for name, items in prompts.items()}
    waiting = [(-1.0, content_hash(name), name) for name in prompts]
    heapq.heapify(waiting)
    out: list[PoolItem] = []
    while waiting:
        _, place, name = heapq.heappop(waiting)
        wanted = _wanted(prompts[name], dict(left), dict(parts))
        share = -sum(i.tokens for i in wanted) / whole[name]
        if waiting and (share, place) > waiting[0][:2]:
            if wanted:
                heapq.heappush(waiting, (share, place, name))
            continue
        out += _wanted(prompts[name], left, parts)
    return out


def _wanted(items: Sequence[PoolItem], left: dict[str, int], parts: dict[Part, float]) -> list[PoolItem]:
    """Those of the items that fit, one after the other; what they take is taken from `left` and `parts`."""
    out = []
    for item in items:
        leaf, part = str(item.capability), _part(item)
        if parts.get(part, 0.0) > 0 and item.tokens <= FITS * left.get(leaf, 0):
            left[leaf] -= item.tokens
            parts[part] -= item.tokens
            out.append(item)
    return out


def _parts(items: Sequence[PoolItem], left: Mapping[str, int]) -> dict[Part, float]:
    """What is left for each leaf, poured into its parts: none gets more than it holds, and what it cannot take goes to
    the others, by the weights of their sources."""
    held: dict[str, dict[Part, int]] = defaultdict(lambda: defaultdict(int))
    for item in items:
        held[str(item.capability)][_part(item)] += item.tokens
    out: dict[Part, float] = {}
    for leaf, tokens in held.items():
        room = float(max(0, left.get(leaf, 0)))
        weights = {part: SOURCE_WEIGHT.get(part[2], 1.0) for part in tokens}
        for part in sorted(tokens, key=lambda p: (tokens[p] / weights[p], p)):
            out[part] = min(float(tokens[part]), room * weights[part] / sum(weights.values()))
            room -= out[part]
            del weights[part]
    return out

"""Choice: which traces fill the shares of a mixture, prompt by prompt.

Traces of one prompt are trained on together, and the prompt is paid once. A choice that takes each share by itself
takes a few traces of many prompts; here a prompt is taken for all shares at once, those first whose beginning costs
least for each trace that is wanted of them.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Mapping, Sequence

from planloop.contract.capability import Capability
from planloop.contract.record import Record, content_hash

SOURCE_WEIGHT = {"rollout": 1.0, "teacher": 1.0, "import": 0.5}
FITS = 2
"""An item is taken where one part in this many of it fits: with all shares rounded down, what is preserved in many
small ones would leave a twentieth of the budget. What is rounded up so must fit into its group in the same way: a group
of many leaves got twice its share."""
BEYOND = 0.5
"""What an item counts for when its difficulty and source have had their part of a leaf already, one that has not being
1: parts that nothing may exceed were filled with one trace a prompt."""

FILL = 0.5
"""How much of its share a leaf may get beyond it, from prompts that are paid anyway: of two traces that cost the same,
one stands in a prompt of its own. What a leaf has more of weighs less (`Member.weight`), so that the mixture stays."""

Part = tuple[str, str, str]
"""Leaf, difficulty and source."""


class PoolItem(Record):
    """One suitable training trajectory. `difficulty` is a bin such as its number of calls; `tokens` its length, and
    `shared` its part of it in what the records of its `prompt` begin with, paid once; `trained`: the planner has been
    trained on its task."""

    trajectory_id: str
    capability: Capability
    difficulty: str
    source: str = "rollout"
    tokens: int
    shared: int = 0
    trained: bool = False
    prompt: str = ""

    @property
    def home(self) -> str:
        """The prompt; what has none stands alone."""
        return self.prompt or self.trajectory_id


def choose(pool: Sequence[PoolItem], quotas: Mapping[str, int]) -> dict[str, list[PoolItem]]:
    """Items of about `quotas` tokens for each leaf (`str(capability)`); leaves without any are absent.

    Tasks that the planner was not trained on come first. Among them those of the prompts whose beginning costs least
    for each trace that is wanted of them; a leaf's share is parted evenly among its difficulties and sources (by
    `SOURCE_WEIGHT`) as far as there are items and prompts allow. Deterministic, whatever the order of the pool.
    """
    left = dict(quotas)
    for item in {str(i.capability): i for i in pool}.values():
        left[item.capability.group] = left.get(item.capability.group, 0) + quotas.get(str(item.capability), 0)
    begins: dict[str, int] = defaultdict(int)
    for item in pool:
        begins[item.home] += item.shared
    room = {leaf: round(FILL * share) for leaf, share in quotas.items()}
    out: dict[str, list[PoolItem]] = defaultdict(list)
    for trained in (False, True):
        prompts: dict[str, list[PoolItem]] = defaultdict(list)
        for item in sorted((i for i in pool if i.trained is trained), key=shuffled):
            prompts[item.home].append(item)
        chosen = _by_prompt(prompts, left, begins)
        chosen += [] if trained else _beside(prompts, chosen, left, room)
        begins |= {item.home: 0 for item in chosen}
        for item in chosen:
            out[str(item.capability)].append(item)
    return dict(sorted(out.items()))


def shuffled(item: PoolItem) -> tuple[str, str]:
    """A fixed place in a shuffle of prompts, and among the items of one prompt."""
    return content_hash(item.prompt), content_hash(item.trajectory_id)


def _part(item: PoolItem) -> Part:
    return str(item.capability), item.difficulty, item.source


def _by_prompt(
    prompts: Mapping[str, Sequence[PoolItem]], left: dict[str, int], begins: Mapping[str, int]
) -> list[PoolItem]:
    """The items taken; `left` is what remains of the shares of leaves and groups, `begins` what each prompt costs. What
    is wanted of a prompt hardly ever grows, so that the best one is found, or nearly so, when it is still as good as
    the next one was."""
    parts = _parts([item for items in prompts.values() for item in items], left)
    waiting = [(0.0, content_hash(name), name) for name in prompts]
    heapq.heapify(waiting)
    out: list[PoolItem] = []
    while waiting:
        _, place, name = heapq.heappop(waiting)
        wanted, counts = _wanted(prompts[name], dict(left), dict(parts))
        if not wanted:
            continue
        price = (1 + begins[name]) / counts
        if waiting and (price, place) > waiting[0][:2]:
            heapq.heappush(waiting, (price, place, name))
            continue
        out += _wanted(prompts[name], left, parts)[0]
    return out


def _beside(
    prompts: Mapping[str, Sequence[PoolItem]], chosen: Sequence[PoolItem], left: dict[str, int], room: dict[str, int]
) -> list[PoolItem]:
    """The other items of the prompts of those chosen, as far as there is `room` for their leaves, which is taken from
    what is `left` as well; the prompts of which most was chosen first."""
    taken: dict[str, set[str]] = defaultdict(set)
    for item in chosen:
        taken[item.home].add(item.trajectory_id)
    out: list[PoolItem] = []
    for name in sorted(taken, key=lambda n: (-len(taken[n]), content_hash(n))):
        for item in prompts[name]:
            leaf = str(item.capability)
            if item.trajectory_id not in taken[name] and item.tokens <= room.get(leaf, 0):
                room[leaf] -= item.tokens
                left[leaf] -= item.tokens
                left[item.capability.group] -= item.tokens
                out.append(item)
    return out


def _wanted(items: Sequence[PoolItem], left: dict[str, int], parts: dict[Part, float]) -> tuple[list[PoolItem], float]:
    """Those of the items that fit, first those whose part is not full, and what they count; what they take is taken
    from `left` and `parts`."""
    out: list[PoolItem] = []
    beyond: list[PoolItem] = []

    def take(item: PoolItem) -> bool:
        leaf, group = str(item.capability), item.capability.group
        room = left.get(leaf, 0)
        if item.tokens > room and item.tokens > FITS * min(room, left.get(group, 0)):
            return False
        left[leaf] -= item.tokens
        left[group] -= item.tokens
        parts[_part(item)] = parts.get(_part(item), 0.0) - item.tokens
        out.append(item)
        return True

    for item in items:
        if parts.get(_part(item), 0.0) <= 0:
            beyond.append(item)
        else:
            take(item)
    return out, len(out) + BEYOND * sum(take(item) for item in beyond)


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

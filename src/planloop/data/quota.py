"""How many tasks of each kind a set holds: the published proportions of the dimensions, even inside them."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from planloop.contract.capability import BEHAVIOURS, Behaviour, Dimension, Domain
from planloop.phone.scenario import Scenario, scenarios
from planloop.phone.storey import Storey

SHARES: dict[Dimension, float] = {
    Dimension.TOOL_USE: 0.5,
    Dimension.MEMORY: 0.2,
    Dimension.SKILLS: 0.2,
    Dimension.SUB_AGENT: 0.1,
}
T = TypeVar("T")
PAIR_SHARE = 0.5  # of the revision tasks are two-part requests


@dataclass(frozen=True)
class Wish:
    """One task to make: of a scenario, or a two-part request where there is none, its first part about `domain`
    (None: whatever)."""

    scenario: Scenario | None
    domain: Domain | None = None

    @property
    def sort_key(self) -> str:
        """Tasks of one domain come together, so that their shared list holds hard distractors."""
        if self.scenario is not None:
            return self.scenario.capability.domain.value
        return self.domain.value if self.domain is not None else "~pair"


def by_group(storey: Storey = Storey.FIRST) -> dict[str, list[Scenario]]:
    """Every scenario of a storey under its capability group (`dimension/behaviour`)."""
    groups: dict[str, list[Scenario]] = {}
    for scenario in scenarios(storey).values():
        groups.setdefault(scenario.capability.group, []).append(scenario)
    return groups


def wishes(
    total: int, rng: random.Random, storey: Storey = Storey.FIRST, shares: Mapping[Dimension, float] = SHARES
) -> list[Wish]:
    """`total` tasks in the proportions of `shares`; behaviours in equal parts, scenarios of the storey in turn."""
    groups = by_group(storey)
    out: list[Wish] = []
    for dimension, count in _split(total, list(shares.items())):
        present = [b for b in BEHAVIOURS[dimension] if f"{dimension}/{b}" in groups]
        for behaviour, share in _split(count, [(b, 1 / len(present)) for b in present]):
            pairs = round(share * PAIR_SHARE) if behaviour is Behaviour.REVISION else 0
            out.extend(Wish(None) for _ in range(pairs))
            out.extend(Wish(s) for s in in_turn(groups[f"{dimension}/{behaviour}"], share - pairs, rng))
    rng.shuffle(out)
    return sorted(out, key=lambda w: w.sort_key)


def in_turn(scenarios: Sequence[Scenario], count: int, rng: random.Random) -> list[Scenario]:
    """`count` of the scenarios, each as often as any other (one more at most), in random order."""
    out: list[Scenario] = []
    while len(out) < count:
        deck = list(scenarios)
        rng.shuffle(deck)
        out.extend(deck[: count - len(out)])
    return out


def _split(total: int, shares: Iterable[tuple[T, float]]) -> list[tuple[T, int]]:
    """Whole numbers that sum to `total`, by largest remainder."""
    exact = [(name, total * share) for name, share in shares]
    counts = [int(value + 1e-9) for _, value in exact]
    order = sorted(range(len(exact)), key=lambda i: (counts[i] - exact[i][1], i))
    for index in order[: total - sum(counts)]:
        counts[index] += 1
    return [(name, count) for (name, _), count in zip(exact, counts, strict=True)]

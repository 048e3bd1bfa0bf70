"""Tasks in numbers: sets with the published proportions, and any amount of training tasks of chosen capabilities."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from planloop.contract.capability import Dimension, Domain
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.data.construct import GROUP, ConstructionError, Constructor, Made
from planloop.data.join import pair_capability
from planloop.data.quota import PAIR_SHARE, SHARES, Wish, by_group, in_turn, wishes
from planloop.data.teach import Classroom
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.harness.mode import HarnessMode
from planloop.phone.scenario import Scenario, scenarios
from planloop.phone.storey import Storey

SUITE = "phone-starter"
RETRIES = 12
Pair = tuple[Task, Solution]


class Factory:
    """Makes tasks of one split for phones of a storey. Every solution succeeds with the harness on and off."""

    def __init__(self, split: Split, suite: str = SUITE, storey: Storey = Storey.FIRST) -> None:
        self.split = split
        sandbox = Sandbox(storey)
        on = Harness()
        off = Classroom(Harness(mode=HarnessMode.OFF), None, sandbox)
        play = Classroom(on, None, sandbox).play
        self._suite = suite
        self._storey = storey
        self._constructor = Constructor(split, on.specs(sandbox), play, suite=suite, storey=storey, confirm=(off.play,))

    def balanced(self, total: int, seed: int, shares: Mapping[Dimension, float] = SHARES) -> list[Pair]:
        """`total` tasks, the dimensions in the proportions of `shares`, no two with the same request and solution.

        Training sets may be larger than some scenarios have requests; there, worlds differ.
        """
        return self.tasks(wishes(total, self._rng(seed), self._storey, shares), seed)

    def tasks(self, wanted: Sequence[Wish], seed: int) -> list[Pair]:
        """One task per wish, in groups of eight that share their exposed tools."""
        seen: set[str] = set()
        skills = sorted((i for i, w in enumerate(wanted) if _routing(w)), key=lambda i: _routing(wanted[i]))
        sets = {i: self._constructor.skill_set(f"{seed}/{n // GROUP}") for n, i in enumerate(skills)}
        made = [self._distinct(w, f"{seed}-{i}", sets.get(i), seen) for i, w in enumerate(wanted)]
        return self._constructor.expose(made, seed)

    def _distinct(self, wish: Wish, number: str, skills: frozenset[str] | None, seen: set[str]) -> Made:
        for attempt in range(RETRIES):
            seed = number if not attempt else f"{number}.{attempt}"
            made = (
                self._constructor.make_pair(seed, first=wish.domain)
                if wish.scenario is None
                else self._constructor.make(wish.scenario, seed, skills)
            )
            same = json.dumps([made.task.request, made.solution.model_dump(mode="json")["turns"]])
            if same not in seen:
                seen.add(same)
                return made
        if self.split is Split.TRAIN:  # scenarios without slots have only so many requests; worlds still differ
            return made
        name = wish.scenario.key if wish.scenario else "pair"
        raise ConstructionError(f"{name}: no new task in {RETRIES} tries; ask for fewer, or write more wordings")

    def _rng(self, seed: int) -> random.Random:
        return random.Random(f"{self._suite}/{self.split}/wishes/{seed}")


def train_tasks(which: Iterable[str], count: int, seed: int) -> list[Pair]:
    """`count` training tasks in equal parts over `which`: see `train_set`."""
    names = list(which)
    if not names:
        raise PlanloopError("no capability is asked for", cure="name a capability group or a scenario")
    return train_set({n: count // len(names) + (i < count % len(names)) for i, n in enumerate(names)}, seed)


def train_set(demand: Mapping[str, int], seed: int) -> list[Pair]:
    """Training tasks in the numbers asked for by capability group (`memory/composition`), leaf
    (`tool_use/grounding/time`) or scenario key (`time.alarm.create`).

    Those of one domain share their exposed tools, whatever they were asked for as. Without limit: every seed gives
    others. Templates and worlds are those of the train split alone, so nothing held out can come back.
    `tool_use/revision` and its leaves hold two-part requests too. Raises `PlanloopError` for an unknown name.
    """
    rng = random.Random(f"train/{seed}")
    wanted = [wish for name, count in demand.items() for wish in _wanted(name, count, rng)]
    rng.shuffle(wanted)
    return _trainer().tasks(sorted(wanted, key=lambda w: w.sort_key), seed)


def _wanted(name: str, share: int, rng: random.Random) -> list[Wish]:
    known = scenarios()
    if name in known:
        return [Wish(known[name])] * share
    found, domains = _of_capability(name), _pair_domains()
    pairs = _pairs(share, rng) if name in domains or name in map(_group, domains) else 0
    pairs = pairs if found else share
    return [Wish(None, domains.get(name))] * pairs + [Wish(s) for s in in_turn(found, share - pairs, rng)]


def _pair_domains() -> dict[str, Domain]:
    """The leaves that two-part requests count for, with the domains of their first parts."""
    return {str(pair_capability(s)): s.capability.domain for s in scenarios().values() if s.joinable}


def _pairs(share: int, rng: random.Random) -> int:
    """How many of `share` tasks are two-part requests, an odd task by lot: leaves are asked for one by one."""
    exact = share * PAIR_SHARE
    return int(exact) + (exact % 1 > 0 and rng.random() < exact % 1)


def require_known(names: Iterable[str], place: str) -> None:
    """Raise `PlanloopError` naming `place` where a name is none that `train_set` takes; makes nothing."""
    known = scenarios()
    for name in names:
        if name not in known:
            _of_capability(name, place)


def _of_capability(name: str, place: str = "") -> list[Scenario]:
    """The scenarios of a capability; none where it has two-part requests only."""
    groups = by_group()
    found = [s for s in groups.get(_group(name), []) if name in (_group(name), str(s.capability))]
    if not found and name not in _pair_domains():
        cure = f"use a scenario key or one of {', '.join(sorted(groups))}"
        raise PlanloopError(f"no scenario has the capability {name!r}", place=place, cure=cure)
    return found


def _group(name: str) -> str:
    return "/".join(name.split("/")[:2])


def _routing(wish: Wish) -> str:
    """The key of a skill-routing scenario, else empty."""
    routed = wish.scenario is not None and wish.scenario.capability.dimension is Dimension.SKILLS
    return wish.scenario.key if wish.scenario and routed else ""


@lru_cache(maxsize=1)
def _trainer() -> Factory:
    return Factory(Split.TRAIN)

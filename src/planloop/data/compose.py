"""Composition: what the next round trains on, and what must be constructed first (method sections 4.4 and 4.5).

Pure and deterministic. Weights are set over {capability, difficulty, source}, not by how much happens to exist.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain

from planloop.contract.capability import OVERALL_WEIGHTS, Dimension
from planloop.contract.record import Record
from planloop.contract.version import Member, Purpose
from planloop.contract.weakness import Route, WeaknessStatus
from planloop.data.choice import PoolItem, choose
from planloop.data.weakness import Assessed, WeaknessMap

DEMAND: dict[WeaknessStatus, float] = {
    WeaknessStatus.MASTERED: 0.0,  # has part in the preserved share only
    WeaknessStatus.UNSTABLE: 1.5,
    WeaknessStatus.FAILING: 3.0,
    WeaknessStatus.MISSING: 3.0,
    WeaknessStatus.AMBIGUOUS: 0.0,  # back to curation, not into the pool
}
"""Demand before the success rate is taken into account; it falls with the rate inside a status too."""
BEGUN = DEMAND[WeaknessStatus.FAILING]
"""The same for an unstable leaf of a group that the last release taught: what is half learnt gains most by a further
lesson, and was outbid for one by what fails since long (a round that left its skills half learnt was not released)."""
GIVEN = 0.25
"""What the need of a capability counts for that the first deployment was given data for: it was trained on that until
it improved no more or its tokens were spent, and more of the same brings little there: rounds that repaired up to three
such groups with a quarter to two fifths of their rows moved none of them. Preserved they are all the same."""
LEAST_STAKE, ALL_AT_STAKE = 0.05, 0.5
"""What a group without any success counts for in the preserved share, and the success from which all that it counts in
the Overall is at stake: a group that has slipped must not get less of it than before."""
NEIGHBOURS = 4.0
"""How much more of the preserved share a group gets, times the part of the lesson that its own dimension has: what is
alike is confused first (a planner that was taught to combine two memories then searched twice for one)."""
RECENT = 2.0
"""How much more of it a group gets that was taught in the last round and is not in this one: what is new is lost first
(a planner that had learnt to use its sub-agents in one round had lost most of it after the next)."""
PURPOSE: dict[WeaknessStatus, Purpose] = {
    WeaknessStatus.MASTERED: Purpose.PRESERVATION,
    WeaknessStatus.UNSTABLE: Purpose.STABILISATION,
    WeaknessStatus.FAILING: Purpose.REPAIR,
    WeaknessStatus.MISSING: Purpose.COVERAGE,
    WeaknessStatus.AMBIGUOUS: Purpose.COVERAGE,
}
WEIGHT_RANGE = (0.25, 4.0)

ALIKE = 0.9
"""Groups whose win is at least this part of another's are funded with it."""


class Cell(Record):
    """One cell of the mixture."""

    capability: str
    difficulty: str
    source: str


class Order(Record):
    """Construct `count` tasks for a capability, from any of these scenarios, or pairs that begin with one of them."""

    capability: str
    scenarios: tuple[str, ...]
    count: int
    reason: str


class Budget(Record):
    """What may be spent: `tokens` to train on in a round, and at most `orders` new tasks.

    `trace_tokens` is what one trace is taken to cost where a capability has none yet; `preservation_share` of the
    tokens keeps what the planner can do. A group that is repaired gets at least a `dose` of tokens. `taught` are the
    leaves that the last release taught; `given` the groups or leaves that the first deployment was given data for.
    """

    tokens: int
    orders: int = 400
    trace_tokens: int = 250
    preservation_share: float = 0.15
    dose: int = 0
    taught: tuple[str, ...] = ()
    given: tuple[str, ...] = ()


class Composition(Record):
    """`weights` over capabilities sum to 1, `cells` to the part of it that exists; `repair` groups traces by cause."""

    weights: dict[str, float]
    cells: tuple[tuple[Cell, float], ...]
    members: tuple[Member, ...]
    orders: tuple[Order, ...]
    repair: dict[str, tuple[str, ...]]
    tokens: int


Cost = Callable[[Sequence[PoolItem]], int]
"""Packed tokens of items that are trained on together."""
SPARE = 1.5
"""How many times what lacks is ordered, as far as the orders reach: tasks cost next to nothing to make, some do not
pass curation, and with some to spare whole prompts are chosen and whole ones left. What was trained on before comes in
single traces, each of which pays for a prompt."""
AT_FIRST, HALVINGS = 1.5, 8
"""At most so many times the budget is asked for, since some capabilities have too few traces for their share; how much
it is, is found by halving."""


def compose(
    weaknesses: WeaknessMap,
    pool: Sequence[PoolItem],
    scenarios: Mapping[str, Sequence[str]],
    budget: Budget,
    cost: Cost | None = None,
) -> Composition:
    """Weights, members and construction orders. `scenarios` maps a leaf (`str(capability)`) to its scenario keys.

    An item is counted for what it adds to its neighbours in the pool. What is chosen has other ones: `cost` says what
    it really takes, and so much is chosen that the budget holds.
    """
    weaknesses = covering(weaknesses, scenarios)
    weights = capability_weights(weaknesses, budget)
    by_leaf: dict[str, list[PoolItem]] = defaultdict(list)
    for item in pool:
        by_leaf[str(item.capability)].append(item)
    chosen, spent = _affordable(pool, weights, budget.tokens, cost or (lambda items: sum(i.tokens for i in items)))
    members: list[Member] = []
    cells: list[tuple[Cell, float]] = []
    improved = repaired(weaknesses, budget)
    for leaf, mine in chosen.items():
        purpose = PURPOSE[weaknesses.leaves[leaf].status] if leaf in improved else Purpose.PRESERVATION
        wanted = weights[leaf] * spent / sum(i.tokens for i in mine)
        weight = min(WEIGHT_RANGE[1], max(WEIGHT_RANGE[0], wanted))
        members += [Member(trajectory_id=i.trajectory_id, weight=weight, purpose=purpose) for i in mine]
        cells += _cells(leaf, weights[leaf], mine)
    return Composition(
        weights=weights,
        cells=tuple(cells),
        members=tuple(members),
        orders=_orders(weaknesses, weights, by_leaf, scenarios, budget),
        repair=_repair(weaknesses, members, by_leaf),
        tokens=spent,
    )


def _affordable(
    pool: Sequence[PoolItem], weights: Mapping[str, float], tokens: int, cost: Cost
) -> tuple[dict[str, list[PoolItem]], int]:
    """The dearest choice found that costs no more than `tokens`, and what it costs."""
    best, spent = dict[str, list[PoolItem]](), 0
    low, high = 0.0, AT_FIRST * tokens
    asked = high
    for _ in range(HALVINGS):
        chosen = choose(pool, {leaf: round(share * asked) for leaf, share in weights.items()})
        paid = cost(list(chain(*chosen.values())))
        if paid <= tokens:
            low = asked
            best, spent = (chosen, paid) if paid >= spent else (best, spent)
        else:
            high = asked
        if low >= high:
            break
        asked = (low + high) / 2
    return best, spent


def covering(weaknesses: WeaknessMap, leaves: Iterable[str]) -> WeaknessMap:
    """The map with every one of `leaves`, and of its own, whose group was looked at: what `dev.evolve` holds no task of
    is taken for as good as its group. Else nothing would preserve it, and a planner forgets whole domains that nobody
    looks at."""
    looked = {name for name, found in weaknesses.groups.items() if found.episodes}
    seen = {leaf: found for leaf, found in weaknesses.leaves.items() if found.episodes or _group(leaf) not in looked}
    unseen = {leaf for leaf in (*leaves, *weaknesses.leaves) if leaf not in seen and _group(leaf) in looked}
    taken = {leaf: _as_leaf(weaknesses.groups[_group(leaf)], leaf) for leaf in sorted(unseen)}
    return weaknesses.model_copy(update={"leaves": taken | seen})


def _as_leaf(found: Assessed, leaf: str) -> Assessed:
    return found.model_copy(update={"weakness": found.weakness.model_copy(update={"capability": leaf})})


def capability_weights(weaknesses: WeaknessMap, budget: Budget) -> dict[str, float]:
    """Share of the training tokens per leaf; they sum to 1 unless data can help nowhere (then all are absent).

    A leaf counts for as much as it does in the Overall: its dimension's weight, shared evenly by the capability groups
    of the dimension and by the leaves of the group. `preservation_share` goes where there is something to lose, by
    the success of the group, by what else of its dimension is taught, and by whether it is new; the rest where there
    is something to win: where most is, since less than a dose teaches nothing (see `_funded`). Mastered leaves have
    part in the first only. Among leaves of one group, status and route the weaker one never gets less.
    """
    counts = importance(weaknesses)
    open_ = _open(weaknesses)
    solved = group_means(weaknesses)
    win = repaired(weaknesses, budget)
    lose = {
        leaf: max(LEAST_STAKE, min(1.0, solved[_group(leaf)] / ALL_AT_STAKE)) * counts[leaf] * beside
        for leaf, beside in _at_risk(open_, win, budget.taught).items()
    }
    share = budget.preservation_share if win else 1.0
    all_win, all_lose = math.fsum(win.values()) or 1.0, math.fsum(lose.values())
    weights = {leaf: (1.0 - share) * win.get(leaf, 0.0) / all_win + share * lose[leaf] / all_lose for leaf in open_}
    return {leaf: weight for leaf, weight in weights.items() if weight > 0}


def _at_risk(leaves: Iterable[str], win: Mapping[str, float], taught: Collection[str]) -> dict[str, float]:
    """By what the stake of each leaf grows: others of its dimension are being taught, or it was taught last."""
    lesson: dict[str, float] = defaultdict(float)
    for leaf, part in win.items():
        lesson[leaf.split("/")[0]] += part / math.fsum(win.values())
    return {
        leaf: 1.0 if leaf in win else 1.0 + NEIGHBOURS * lesson[leaf.split("/")[0]] + RECENT * (leaf in taught)
        for leaf in leaves
    }


def repaired(weaknesses: WeaknessMap, budget: Budget) -> dict[str, float]:
    """The leaves that this round is to improve, with their unnormalised parts; the others are only preserved."""
    counts = importance(weaknesses)
    begun = {_group(leaf) for leaf in budget.taught}
    less = {leaf: GIVEN if {leaf, _group(leaf)} & {*budget.given} else 1.0 for leaf in counts}
    win = {
        leaf: less[leaf] * need(found, _group(leaf) in begun) * counts[leaf]
        for leaf, found in _open(weaknesses).items()
    }
    return _funded(win, (1.0 - budget.preservation_share) * budget.tokens, budget.dose)


def _open(weaknesses: WeaknessMap) -> dict[str, Assessed]:
    """The leaves that data can help, be it only to keep what there is."""
    return {
        leaf: found
        for leaf, found in sorted(weaknesses.leaves.items())
        if _acting(found) is not WeaknessStatus.AMBIGUOUS
    }


def _funded(win: Mapping[str, float], tokens: float, dose: int) -> dict[str, float]:
    """The leaves of the groups with most to win whose shares of `tokens` are all a `dose` at least; equal groups go
    together, and those with most of all are always funded. The others wait for a later round. Groups and not leaves
    compete: what is learnt of one leaf helps the others, and a group in many parts has no less to win."""
    wins: dict[str, float] = defaultdict(float)
    for leaf, value in win.items():
        wins[_group(leaf)] += value
    funded: set[str] = set()
    total = 0.0
    for value in sorted({v for v in wins.values() if v > 0}, reverse=True):
        equal = [group for group, v in wins.items() if v >= value * ALIKE and group not in funded]
        added = math.fsum(wins[group] for group in equal)
        if funded and equal and min(wins[group] for group in equal) / (total + added) * tokens < dose:
            break
        funded.update(equal)
        total += added
    return {leaf: value for leaf, value in win.items() if value > 0 and _group(leaf) in funded}


def group_means(weaknesses: WeaknessMap) -> dict[str, float]:
    """Mean success of the leaves of each capability group, in [0, 1]."""
    means: dict[str, list[float]] = defaultdict(list)
    for leaf, found in weaknesses.leaves.items():
        means[_group(leaf)].append(found.mean)
    return {group: sum(values) / len(values) for group, values in means.items()}


def _group(leaf: str) -> str:
    return leaf.rsplit("/", 1)[0]


def importance(weaknesses: WeaknessMap) -> dict[str, float]:
    """What each leaf counts in the Overall, as far as the map covers it."""
    parts = {leaf: leaf.split("/") for leaf in weaknesses.leaves}  # dimension, behaviour, domain
    leaves = Counter(tuple(part[:2]) for part in parts.values())
    groups = Counter(dimension for dimension, _ in leaves)
    return {
        leaf: OVERALL_WEIGHTS[Dimension(part[0])] / groups[part[0]] / leaves[part[0], part[1]]
        for leaf, part in parts.items()
    }


def need(found: Assessed, begun: bool = False) -> float:
    """Unnormalised demand for training data: zero where no data can help, and where there is nothing to win."""
    status = _acting(found)
    return (BEGUN if begun and status is WeaknessStatus.UNSTABLE else DEMAND[status]) * (1.5 - found.mean)


def _acting(found: Assessed) -> WeaknessStatus:
    """The status that data acts on: a weakness of the harness is only preserved, of environment or task left alone."""
    route = found.weakness.routing.route if found.weakness.routing else None
    if route in (Route.ENVIRONMENT, Route.TASK):
        return WeaknessStatus.AMBIGUOUS
    return WeaknessStatus.MASTERED if route is Route.HARNESS else found.status


def _cells(leaf: str, share: float, chosen: Sequence[PoolItem]) -> list[tuple[Cell, float]]:
    tokens: dict[tuple[str, str], int] = defaultdict(int)
    for item in chosen:
        tokens[(item.difficulty, item.source)] += item.tokens
    total = sum(tokens.values())
    return [(Cell(capability=leaf, difficulty=d, source=s), share * n / total) for (d, s), n in sorted(tokens.items())]


def _orders(
    weaknesses: WeaknessMap,
    weights: Mapping[str, float],
    pool: Mapping[str, Sequence[PoolItem]],
    scenarios: Mapping[str, Sequence[str]],
    budget: Budget,
) -> tuple[Order, ...]:
    """What the pool cannot give for a capability, scaled down to the budget. What the planner was trained on before
    does not count, nor what was left over of its prompts: another task teaches more than the same one again, and costs
    less among others that share its prompt. Some to spare are ordered (`SPARE`)."""
    known = {item.home for item in chain(*pool.values()) if item.trained}
    new = {leaf: [item for item in items if item.home not in known] for leaf, items in pool.items()}
    wanted: dict[str, float] = {}
    for leaf, share in weights.items():
        have = pool.get(leaf, ())
        each = sum(i.tokens for i in have) / len(have) if have else budget.trace_tokens
        lacking = share * budget.tokens - sum(i.tokens for i in new.get(leaf, ()))
        if lacking > 0 and scenarios.get(leaf):
            wanted[leaf] = SPARE * lacking / max(1.0, each)
    scale = min(1.0, budget.orders / sum(wanted.values())) if wanted else 1.0
    out = []
    room = budget.orders
    for leaf, number in sorted(wanted.items(), key=lambda item: (-item[1], item[0])):
        count = min(room, max(1, math.floor(number * scale)))
        if count:
            room -= count
            state = f"{weaknesses.leaves[leaf].status}: the pool holds {len(new.get(leaf, ()))} traces"
            reason = f"{state} of prompts that it was not trained on"
            out.append(Order(capability=leaf, scenarios=tuple(sorted(scenarios[leaf])), count=count, reason=reason))
    return tuple(out)


def _repair(
    weaknesses: WeaknessMap, members: Sequence[Member], pool: Mapping[str, Sequence[PoolItem]]
) -> dict[str, tuple[str, ...]]:
    """Repair traces by the cause that most failures of their capability had."""
    chosen = {m.trajectory_id for m in members if m.purpose in (Purpose.REPAIR, Purpose.COVERAGE)}
    out: dict[str, list[str]] = defaultdict(list)
    for leaf, items in sorted(pool.items()):
        found = weaknesses.leaves.get(leaf)
        causes = found.causes if found else {}
        cause = min(causes, key=lambda c: (-causes[c], c)) if causes else "undiagnosed"
        out[cause] += [i.trajectory_id for i in items if i.trajectory_id in chosen]
    return {cause: tuple(sorted(ids)) for cause, ids in sorted(out.items()) if ids}

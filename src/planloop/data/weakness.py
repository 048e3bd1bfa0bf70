"""The weakness map: per capability, how likely success is, how sure that is, and what it calls for (design section 8).

Success rates are posteriors, not percentages. A group (`dimension/behaviour`) starts from Jeffreys' Beta(1/2, 1/2);
a leaf adds at most `SHRINKAGE` pseudo-episodes at the rate of the *other* leaves of its group, so that thin leaves lean
on their group and well-measured ones do not. The interval is central at `LEVEL`: acting on a wrong status costs only
sampling weight, so four in five is enough.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from planloop.contract.capability import Capability
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.record import Record
from planloop.contract.split import Stage, require_readable
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.weakness import Weakness, WeaknessStatus
from planloop.data.beta import quantile

LEVEL = 0.8
SHRINKAGE = 4.0
MASTERED_LOW = 0.75  # mastered: the lower bound is at least this (5 of 5, or 10 of 11)
FAILING_HIGH = 0.5  # failing: the upper bound is at most this (0 of 2, or 2 of 8)
MOSTLY_SOLVED = 0.5  # missing: there is no data, and the lower bound is below this (what is mostly solved is known)
AMBIGUOUS_SHARE = 0.4  # ambiguous: at least this share of the episodes was invalid, unjudged or contradictory


class Assessed(Record):
    """One capability of the map. `mean` is the posterior mean of success, in [0, 1].

    `weak` counts episodes that support no verdict (invalid, unjudged, or judged both ways on a replay); `pool` the
    suitable training trajectories that exist for it; `causes` the share of diagnosed failures with each cause.
    """

    weakness: Weakness
    mean: float
    episodes: int
    weak: int
    pool: int
    causes: dict[str, float] = {}

    @property
    def capability(self) -> str:
        """Leaf or group name."""
        return self.weakness.capability

    @property
    def status(self) -> WeaknessStatus:
        """What the evidence says."""
        return self.weakness.status


class WeaknessMap(Record):
    """All assessed capabilities by name, groups and leaves."""

    groups: dict[str, Assessed]
    leaves: dict[str, Assessed]

    def find(self, capability: Capability) -> Assessed | None:
        """The leaf's assessment, or its group's where the leaf was not measured."""
        return self.leaves.get(str(capability)) or self.groups.get(capability.group)

    @property
    def weaknesses(self) -> tuple[Assessed, ...]:
        """Groups that are not mastered, weakest first."""
        open_ = [a for a in self.groups.values() if a.status is not WeaknessStatus.MASTERED]
        return tuple(sorted(open_, key=lambda a: (a.mean, a.capability)))


def weakness_map(
    trajectories: Iterable[Trajectory],
    tasks: Mapping[str, Task],
    pool: Mapping[str, int],
    diagnoses: Sequence[Diagnosis] = (),
) -> WeaknessMap:
    """Assess every capability that occurs in `trajectories` (of `dev.evolve`, or of `train`) or in `pool`.

    `tasks` by key; `pool` counts suitable training trajectories per leaf (`str(capability)`). Raises `WrongSplitError`
    for any other split, `KeyError` for an unknown task.
    """
    leaves: dict[str, list[Trajectory]] = {name: [] for name in pool}
    for trajectory in trajectories:
        require_readable(Stage.DIAGNOSIS, trajectory.split, f"trajectory {trajectory.id}")
        leaves.setdefault(str(tasks[trajectory.task_key].capability), []).append(trajectory)
    groups: dict[str, list[str]] = defaultdict(list)
    for leaf in sorted(leaves):
        groups[Capability.parse(leaf).group].append(leaf)
    why = _by_leaf(diagnoses)
    out_groups: dict[str, Assessed] = {}
    out_leaves: dict[str, Assessed] = {}
    for group, members in sorted(groups.items()):
        episodes = [t for leaf in members for t in leaves[leaf]]
        stock = sum(pool.get(leaf, 0) for leaf in members)
        causes = [d for leaf in members for d in why.get(leaf, ())]
        out_groups[group] = _assess(group, episodes, stock, causes, (0.5, 0.5))
        for leaf in members:
            others = [t for other in members if other != leaf for t in leaves[other]]
            prior = _prior(others)
            out_leaves[leaf] = _assess(leaf, leaves[leaf], pool.get(leaf, 0), why.get(leaf, ()), prior)
    return WeaknessMap(groups=out_groups, leaves=out_leaves)


def interval(a: float, b: float, level: float = LEVEL) -> tuple[float, float]:
    """The central interval of Beta(a, b)."""
    tail = (1.0 - level) / 2.0
    return quantile(tail, a, b), quantile(1.0 - tail, a, b)


def status_of(low: float, high: float, *, episodes: int, weak: int, pool: int) -> WeaknessStatus:
    """The status where success lies in `low..high` after `episodes`, of which `weak` support no verdict."""
    if episodes == 0:
        return WeaknessStatus.MISSING if pool == 0 else WeaknessStatus.AMBIGUOUS
    if weak / episodes >= AMBIGUOUS_SHARE:
        return WeaknessStatus.AMBIGUOUS
    if low >= MASTERED_LOW:
        return WeaknessStatus.MASTERED
    if pool == 0 and low < MOSTLY_SOLVED:
        return WeaknessStatus.MISSING
    return WeaknessStatus.FAILING if high <= FAILING_HIGH else WeaknessStatus.UNSTABLE


def _prior(others: Sequence[Trajectory]) -> tuple[float, float]:
    judged, _ = _judged(others)
    if not judged:
        return 0.5, 0.5
    rate = (sum(t.success for t in judged) + 0.5) / (len(judged) + 1.0)
    strength = min(SHRINKAGE, float(len(judged)))
    return 0.5 + strength * rate, 0.5 + strength * (1.0 - rate)


def _assess(
    name: str, episodes: Sequence[Trajectory], pool: int, diagnoses: Sequence[Diagnosis], prior: tuple[float, float]
) -> Assessed:
    judged, weak = _judged(episodes)
    successes = sum(t.success for t in judged)
    a, b = prior[0] + successes, prior[1] + len(judged) - successes
    low, high = interval(a, b)
    count = Counter(d.cause.value for d in diagnoses)
    weakness = Weakness(
        capability=name,
        successes=successes,
        n=len(judged),
        low=low,
        high=high,
        status=status_of(low, high, episodes=len(episodes), weak=weak, pool=pool),
        trajectories=tuple(sorted(t.id for t in judged)),
        diagnoses=tuple(sorted(d.id for d in diagnoses)),
    )
    causes = {cause: n / count.total() for cause, n in sorted(count.items())}
    return Assessed(weakness=weakness, mean=a / (a + b), episodes=len(episodes), weak=weak, pool=pool, causes=causes)


def _judged(episodes: Sequence[Trajectory]) -> tuple[list[Trajectory], int]:
    """Valid episodes with a verdict, and how many of all support none: the same run judged both ways supports none."""
    verdicts: dict[str, set[bool]] = defaultdict(set)
    for trajectory in episodes:
        if trajectory.valid and trajectory.verdict is not None:
            verdicts[_run(trajectory)].add(trajectory.success)
    judged = [t for t in episodes if t.valid and t.verdict is not None]
    contradictory = sum(len(verdicts[_run(t)]) > 1 for t in judged)
    return judged, len(episodes) - len(judged) + contradictory


def _run(trajectory: Trajectory) -> str:
    """The same task, played by the same words: a replay, whose verdict must not differ."""
    said = [(m.content, [(c.name, c.arguments) for c in m.tool_calls]) for m in trajectory.messages]
    return f"{trajectory.task_hash} {said}"


def _by_leaf(diagnoses: Iterable[Diagnosis]) -> dict[str, list[Diagnosis]]:
    out: dict[str, list[Diagnosis]] = defaultdict(list)
    for diagnosis in diagnoses:
        out[str(diagnosis.capability)].append(diagnosis)
    return out

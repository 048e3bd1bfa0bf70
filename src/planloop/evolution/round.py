"""Round: one turn of the loop, theta under fixed eta, then eta under fixed theta (design section 10, method 6.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from planloop.config.model import Strategy
from planloop.contract.split import Split, Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.version import Checkpoint, DataRelease
from planloop.contract.weakness import WeaknessStatus
from planloop.data.curate import Curated
from planloop.evolution.loop import Loop, Pair, choose
from planloop.evolution.ports import Ruling
from planloop.evolution.seed import derived
from planloop.evolution.steps.collect import Order, collect, groups_of
from planloop.evolution.steps.construct import construct, ordered
from planloop.evolution.steps.dataset import (
    Composed,
    approved,
    composed,
    judged,
    kept,
    refresh_seed,
    round_release,
)
from planloop.evolution.steps.edit import edit_eta
from planloop.evolution.steps.lesson import lessons
from planloop.evolution.steps.measure import Measured, measure, paired
from planloop.evolution.steps.promote import promote
from planloop.evolution.steps.reinforce import reinforce
from planloop.evolution.steps.score import score_prediction
from planloop.evolution.steps.survey import Survey, pool_counts, survey
from planloop.evolution.steps.train import UNREAD, Lesson, rows_of, train

KEPT = "better, but not surely enough to be released; training goes on from it"
OWN_COPIES = 2
"""Episodes of each train task that the planner plays itself: data where they succeed, and a probe of its competence."""


@dataclass(frozen=True)
class State:
    """Where a run stands between two rounds: what serves, the pair that the next round starts from, and the train
    tasks used.

    `pair` is what serves, or a later candidate that did better but was not sure enough for the gate; `changes` are
    accepted since the release that serves. `revised`: the last round changed the harness (or there was none yet).
    """

    serving: Pair
    pair: Pair
    tasks: Mapping[str, Task]
    changes: tuple[str, ...] = ()
    revised: bool = True


@dataclass(frozen=True)
class Gathered:
    """What a round can train on: curated records, the planner's own episodes, and the keys of the tasks just made."""

    pool: tuple[Curated, ...]
    own: tuple[Trajectory, ...]
    fresh: frozenset[str]


@dataclass
class Log:
    """What a round did, for the run's result; every entry is also in the store."""

    number: int
    entries: dict[str, Any] = field(default_factory=dict)

    def key(self, step: str) -> str:
        """The ledger key of a step of this round."""
        return f"r{self.number}/{step}"

    def score(self, name: str, measured: Measured) -> None:
        """Enter the Overall of a measurement on `dev.evolve`, in points, with its interval."""
        rate = measured.evaluation.overall
        low, high = min(rate.low, rate.value), max(rate.high, rate.value)
        self.entries |= {name: 100 * rate.value, f"{name}_lo": 100 * low, f"{name}_hi": 100 * high}
        self.entries["evolve_n"] = rate.count

    def tried(self, found: Survey) -> None:
        """Add the experiments of a survey to those of the round."""
        before = self.entries.get("experiments", {})
        self.entries["experiments"] = {name: before.get(name, 0) + n for name, n in found.experiments.items()}


def turn(loop: Loop, number: int, state: State) -> tuple[State, dict[str, Any]]:
    """Turn the loop once. Every step is ledgered: after a kill the same call goes on where it stood."""
    log = Log(number)
    before, found = look(loop, log, state)
    if not loop.config.training.enabled:
        return revise(loop, log, state, before, found), {"round": number, **log.entries}
    state, gathered = gather(loop, log, state, found)
    data = release_data(loop, log, state, found, gathered)
    theta = state.pair
    if data is not None:
        theta = refresh(loop, log, theta, data)
        theta = practise(loop, log, theta, state, data, gathered.own)
    after, again = look_again(loop, log, before, theta, state)
    if data is not None:
        score_prediction(loop, log.key("score"), str(log.entries["data"]["change"]), before, after)
    best, edits = edit(loop, log, theta, after, again)
    changes = (*state.changes, *_accepted(log, data, edits))
    state = release(loop, log, replace(state, changes=changes, revised=best.harness != theta.harness), best)
    return state, {"round": number, **log.entries}


def revise(loop: Loop, log: Log, state: State, looked: Measured, found: Survey) -> State:
    """The rest of a round whose weights stay as they are: only the harness changes."""
    log.entries["data"] = {"ruling": "training is off"}
    best, edits = edit(loop, log, state.pair, looked, found)
    return release(loop, log, replace(state, changes=(*state.changes, *_accepted(log, None, edits))), best)


def look(loop: Loop, log: Log, state: State) -> tuple[Measured, Survey]:
    """Play `dev.evolve` with the pair that the round starts from and find out why it fails."""
    loop.voice.stage(f"round {log.number}: looking where the planner fails")
    measured = measure(loop, state.pair, Split.DEV_EVOLVE, log.number)
    pool = pool_counts_of(loop, state)
    alone = not loop.config.training.enabled
    found = survey(loop, log.key("survey"), measured, state.pair, pool, log.number, revised=state.revised or alone)
    log.tried(found)
    weak = {n: a.status.value for n, a in found.map.groups.items() if a.status is not WeaknessStatus.MASTERED}
    routes = {n: a.weakness.routing.route.value for n, a in found.map.groups.items() if a.weakness.routing}
    log.score("evolve_before", measured)
    log.entries["weaknesses"] = weak
    log.entries["routes"] = routes
    log.entries["causes"] = found.causes
    if loop.strategy is Strategy.DIAGNOSED:
        loop.voice.note(f"{len(weak)} weak capability groups; causes: {_said(found.causes)}")
    else:
        loop.voice.note("uniform strategy: nothing is diagnosed, tasks are drawn evenly")
    return measured, found


def gather(loop: Loop, log: Log, state: State, found: Survey) -> tuple[State, Gathered]:
    """Construct what is missing, teach it, let the planner play it, and curate all of it."""
    what = "for what is weak" if loop.strategy is Strategy.DIAGNOSED else "of every capability group"
    loop.voice.stage(f"round {log.number}: building tasks {what}")
    known = list(state.tasks.values())
    taught = lessons(loop, log.key("teach-known"), known, state.pair.harness, log.number)
    pool = judged(loop, state.tasks, taught)
    orders = loop.config.training.refresh.orders
    seen = tasks_trained_on(loop, state.pair)
    last = trained_on(loop, state.pair)

    def missing() -> dict[str, Any]:
        plan = composed(loop, found.map, state.tasks, pool, log.number, orders=orders, trained=seen, last=last)
        return dict(ordered(plan.orders))

    wanted = loop.object(log.key("orders"), missing)
    fresh = construct(loop, log.key("construct"), wanted)
    tasks = {**state.tasks, **{t.key: t for t in fresh}}
    taught += lessons(loop, log.key("teach-new"), fresh, state.pair.harness, log.number)
    own = own_episodes(loop, log, state.pair, fresh or known)
    log.entries["constructed"] = len(fresh)
    log.entries["orders"] = wanted
    log.entries["own_success"] = _share(own)
    loop.voice.note(f"{len(fresh)} new tasks; the planner solves {_share(own):.0f} % of those it tries itself")
    curated = judged(loop, tasks, [*taught, *own])
    return replace(state, tasks=tasks), Gathered(curated, tuple(own), frozenset(t.key for t in fresh))


def own_episodes(loop: Loop, log: Log, pair: Pair, tasks: Sequence[Task]) -> list[Trajectory]:
    """The planner's own episodes on train tasks, sampled as in RL."""
    count = loop.config.training.refresh.own
    chosen = choose(tasks, count, str(derived(loop.seed, log.key("own")))) if count else []
    if not chosen:
        return []
    order = Order(log.key("own"), chosen, pair, Stage.TRAINING, log.number, copies=OWN_COPIES, temperature=1.0)
    return collect(loop, order)


def release_data(loop: Loop, log: Log, state: State, found: Survey, gathered: Gathered) -> str | None:
    """Compose the pool into a data release and have it reviewed; its id where it was approved."""
    loop.voice.stage(f"round {log.number}: composing the training data and asking for its approval")
    pool = gathered.pool
    seen = tasks_trained_on(loop, state.pair)
    last = trained_on(loop, state.pair)

    def compose() -> Composed | None:
        plan = composed(loop, found.map, state.tasks, pool, log.number, fresh=gathered.fresh, trained=seen, last=last)
        return (*round_release(loop, found.map, plan, state.tasks, pool, last), pool) if plan.members else None

    made = kept(loop, log.key("data"), compose)
    if made is None:
        log.entries["data"] = {"ruling": "nothing to train on"}
        return None
    data, change = made
    agreed = approved(loop, log.key("data"), data, change)
    log.entries["data"] = {
        "release": data.id,
        "change": change.id,
        "approved": agreed,
        "trajectories": len(data.members),
        "tasks": len(data.tasks),
        "tokens": data.stats["tokens"],
        "predicted_effect": change.predicted_effect,
    }
    loop.voice.note(f"{len(data.members)} trajectories of {len(data.tasks)} tasks, approved: {agreed}")
    return data.id if agreed else None


def refresh(loop: Loop, log: Log, pair: Pair, data: str) -> Pair:
    """Supervised training on the release, from the pair that the round starts from."""
    loop.voice.stage(f"round {log.number}: training on the release")
    plan = loop.config.training.refresh
    seed = refresh_seed(loop, log.number)
    lesson = Lesson(log.key("refresh"), pair.checkpoint, data, plan.learning_rate, seed, plan.rank, plan.strength)
    result = train(loop, lesson, rows_of(loop.store, data, UNREAD))
    log.entries["refresh"] = result
    return replace_checkpoint(pair, result)


def practise(loop: Loop, log: Log, pair: Pair, state: State, data: str, own: Sequence[Trajectory]) -> Pair:
    """Online RL with CARE, on tasks of the release that was approved."""
    loop.voice.stage(f"round {log.number}: practising with rewards")
    inside = {*loop.store.get(DataRelease, data).tasks}
    used = [t for t in state.tasks.values() if t.key in inside]
    probe = groups_of(list(state.tasks.values()), own)
    result = reinforce(loop, log.key("rl"), pair, used, probe, data, log.number)
    log.entries["rl"] = result
    return replace_checkpoint(pair, result)


def look_again(loop: Loop, log: Log, before: Measured, theta: Pair, state: State) -> tuple[Measured, Survey]:
    """Evaluate the new weights on `dev.evolve`, paired, and see what is left for the harness."""
    loop.voice.stage(f"round {log.number}: measuring the new weights")
    after = measure(loop, theta, Split.DEV_EVOLVE, log.number)
    difference = paired(before, after)
    log.score("evolve_after", after)
    log.entries["evolve_difference"] = 100 * difference.difference.value
    log.entries["evolve_difference_lo"] = 100 * difference.difference.low
    log.entries["evolve_difference_hi"] = 100 * difference.difference.high
    loop.voice.note(f"dev.evolve {log.entries['evolve_before']:.1f} -> {log.entries['evolve_after']:.1f}")
    found = survey(loop, log.key("survey-after"), after, theta, pool_counts_of(loop, state), log.number)
    log.tried(found)
    return after, found


def edit(loop: Loop, log: Log, theta: Pair, looked: Measured, found: Survey) -> tuple[Pair, list[dict[str, Any]]]:
    """Revise the harness under fixed weights. Without diagnoses there is nothing to revise it for."""
    if loop.strategy is Strategy.UNIFORM:
        log.entries["edits"] = []
        return theta, []
    loop.voice.stage(f"round {log.number}: trying changes to the harness")
    best, outcomes = edit_eta(loop, log.key("edit"), theta, looked, found, log.number)
    log.entries["edits"] = outcomes
    return best, outcomes


def release(loop: Loop, log: Log, state: State, best: Pair) -> State:
    """Gate the new pair against what serves, and promote it where it is approved.

    A candidate that did better on `dev.gate` but not surely enough is left to people and not released; the next round
    goes on from it, and its result is gated against what still serves. A refused one is dropped.
    """
    loop.voice.stage(f"round {log.number}: comparing the new pair with what serves")
    outcome = promote(loop, log.key("promote"), state.serving, best, state.changes, log.number)
    log.entries["release"] = outcome
    if outcome["release"]:
        return replace(state, serving=best, pair=best, changes=())
    if outcome.get("ruling") == Ruling.WAITING and outcome["gate_difference"] > 0:
        log.entries["release"] = {**outcome, "reason": KEPT}
        loop.voice.note(KEPT)
        return replace(state, pair=best)
    return replace(state, pair=state.serving, changes=(), revised=False)


def replace_checkpoint(pair: Pair, result: Mapping[str, Any]) -> Pair:
    """The same harness with the checkpoint that a training step made."""
    return Pair(checkpoint=str(result["checkpoint"]), harness=pair.harness)


def trained_on(loop: Loop, pair: Pair) -> str:
    """The data release that a pair's checkpoint was trained on last; empty where there is none."""
    return next(reversed(loop.store.get(Checkpoint, pair.checkpoint).trained_on), "")


def tasks_trained_on(loop: Loop, pair: Pair) -> frozenset[str]:
    """Keys of the tasks of every data release that led to a pair's weights."""
    keys: set[str] = set()
    name: str | None = pair.checkpoint
    while name is not None:
        checkpoint = loop.store.get(Checkpoint, name)
        for release in checkpoint.trained_on:
            keys.update(loop.store.get(DataRelease, release).tasks)
        name = checkpoint.parent
    return frozenset(keys)


def pool_counts_of(loop: Loop, state: State) -> dict[str, int]:
    """Training tasks per capability leaf, each good for one taught trajectory."""
    return pool_counts(list(state.tasks.values()))


def _accepted(log: Log, data: str | None, edits: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    made = [str(log.entries["data"]["change"])] if data is not None else []
    return (*made, *(str(e["change"]) for e in edits if e["ruling"] == "approved"))


def _share(trajectories: Sequence[Trajectory]) -> float:
    return 100 * sum(t.success for t in trajectories) / len(trajectories) if trajectories else 0.0


def _said(causes: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {cause.replace('_', ' ')}" for cause, n in list(causes.items())[:4]) or "none found"

"""Experiment: suspected causes are tested by playing the failed episodes again, all of them as one pool."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from planloop.contract.intervention import Intervention, InterventionKind
from planloop.contract.lineage import Edge, Relation
from planloop.contract.split import Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.evolution.attribute import attribute
from planloop.evolution.experiment import Experiment, Trial, choose
from planloop.evolution.finding import Diagnosed
from planloop.evolution.gold import Case
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.replay import SOURCE, Failure
from planloop.harness.recorder import Labels

CONTROL = Intervention(kind=InterventionKind.NONE)


def experiment(
    loop: Loop,
    key: str,
    pair: Pair,
    diagnosed: Sequence[Diagnosed],
    case: Callable[[Diagnosed], Case],
    round: int,  # noqa: A002
) -> tuple[Trial, ...]:
    """Test up to `evolution.experiments` diagnoses of a pair's failures; what was found, for each that was tested.

    The pair plays greedily, so that one replay in each arm decides. Replays are kept under ids that say what was
    replayed and how: a replay that is held, from this step or an earlier one of the pair, is not played again.
    """
    count = loop.config.evolution.experiments
    if not count or not diagnosed:
        return ()
    found = loop.object(key, lambda: _experiment(loop, pair, diagnosed, case, count, round))
    trials = tuple(map(Trial.from_json, found["trials"]))
    if trials:
        loop.voice.note(f"{len(trials)} causes tested by replay, {confirmed(trials)} confirmed")
    return trials


def confirmed(trials: Sequence[Trial]) -> int:
    """How many trials flipped the verdict."""
    return sum(t.attribution.asserted for t in trials)


def judged_again(diagnosed: Sequence[Diagnosed], trials: Sequence[Trial]) -> list[Diagnosed]:
    """The diagnoses, those that were tested as the experiment left them."""
    tested = {t.attribution.diagnosis.trajectory_id: t.attribution.diagnosis for t in trials}
    return [d.model_copy(update={"diagnosis": tested.get(d.diagnosis.trajectory_id, d.diagnosis)}) for d in diagnosed]


def _experiment(
    loop: Loop,
    pair: Pair,
    diagnosed: Sequence[Diagnosed],
    case: Callable[[Diagnosed], Case],
    count: int,
    round: int,  # noqa: A002
) -> dict[str, Any]:
    labels = Labels(planner=pair.checkpoint, suite=loop.suite.name, source=SOURCE)
    harness = loop.harness(pair.harness)
    chosen = choose(diagnosed, lambda d: Failure(case(d), harness, loop.sandbox, labels), count)
    arms = {_id(loop, pair, e, what): (e, what) for e in chosen for what in (CONTROL, e.repair)}
    present = list(loop.store.artefacts.kinds(arms))
    held = {t.id: t for t in loop.store.trajectories(stage=Stage.DIAGNOSIS, ids=present)} if present else {}
    held |= _play(loop, pair, {i: arm for i, arm in arms.items() if i not in held}, round)
    trials = [t for e in chosen if (t := _judge(loop, pair, e, held)).attribution.trials]
    _keep(loop, trials)
    return {"trials": [t.to_json() for t in trials]}


def _play(
    loop: Loop,
    pair: Pair,
    arms: Mapping[str, tuple[Experiment, Intervention]],
    round: int,  # noqa: A002
) -> dict[str, Trajectory]:
    """Play every arm and keep them all at once. An episode that its given turns have ended needs no planner.

    What was lost to the infrastructure is kept under another id, so that a later round plays it again (rule 4).
    """
    episodes = {i: e.failure.replay(what) for i, (e, what) in arms.items()}
    live = [episode for episode in episodes.values() if episode is not None and not episode.ended]
    if live:
        loop.student.use(loop.folder(pair.checkpoint))
        loop.student.play(live, temperature=0.0)
    kept: dict[str, Trajectory] = {}
    for key, episode in episodes.items():
        if episode is None or episode.trajectory is None:
            raise RuntimeError(f"replay {key}: the planner left its episode unfinished")
        kept[key] = episode.trajectory.model_copy(update={"id": key})
    records = [t if t.valid else t.model_copy(update={"id": f"{t.id}-r{round}"}) for t in kept.values()]
    known = loop.store.artefacts.kinds(t.id for t in records)
    loop.store.add_trajectories(
        [t for t in records if t.id not in known], run=loop.run, stage=Stage.DIAGNOSIS, round=round
    )
    return kept


def _judge(loop: Loop, pair: Pair, made: Experiment, held: Mapping[str, Trajectory]) -> Trial:
    def replayed(task: Task, what: Intervention, seed: int) -> Trajectory:
        return held[_id(loop, pair, made, what)]

    item = made.diagnosed
    found = attribute(
        item.diagnosis, made.failure.case.task, replayed, tool=item.finding.tool, trials=1, deterministic=True
    )
    repaired, control = (_id(loop, pair, made, what) for what in (made.repair, CONTROL))
    return Trial(attribution=found, repaired=(repaired,), control=(control,))


def _keep(loop: Loop, trials: Sequence[Trial]) -> None:
    """The tested diagnoses, each judged on its replays."""
    with loop.store.transaction():
        for trial in trials:
            key = loop.store.add(trial.attribution.diagnosis)
            replays = (*trial.repaired, *trial.control)
            loop.store.lineage.add(Edge(from_id=key, to_id=r, relation=Relation.EVALUATED_ON) for r in replays)


def _id(loop: Loop, pair: Pair, made: Experiment, what: Intervention) -> str:
    failed = made.failure.case.trajectory.id
    text = f"{loop.run}/replay/{pair.short}/{failed}/{what.to_json()}"
    return hashlib.sha256(text.encode()).hexdigest()[:24]

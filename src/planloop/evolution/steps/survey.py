"""Survey: what a pair cannot do yet, why, and where each weakness is repaired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from planloop.config.model import Strategy
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.errors import PlanloopError
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.data.weakness import WeaknessMap
from planloop.environments.lease import begin
from planloop.evolution.experiment import Trial
from planloop.evolution.finding import Diagnosed, Undiagnosed
from planloop.evolution.gold import Case
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.route import also_model
from planloop.evolution.steps.experiment import confirmed, experiment, judged_again
from planloop.evolution.steps.measure import Measured
from planloop.harness.memory.store import TABLE, MemoryStore


@dataclass(frozen=True)
class Survey:
    """The routed weakness map of one round, the diagnoses behind it, and the experiments that tested some of them.

    `undiagnosed` counts the failures without a cause, by the reason."""

    map: WeaknessMap
    diagnosed: tuple[Diagnosed, ...]
    undiagnosed: Mapping[str, int]
    trials: tuple[Trial, ...] = ()

    @property
    def causes(self) -> dict[str, int]:
        """How often each cause was believed."""
        return dict(Counter(d.diagnosis.cause.value for d in self.diagnosed).most_common())

    @property
    def experiments(self) -> dict[str, int]:
        """How many diagnoses were tested, and how many of them confirmed."""
        return {"tested": len(self.trials), "confirmed": confirmed(self.trials)}


def survey(
    loop: Loop,
    key: str,
    measured: Measured,
    pair: Pair,
    pool: Mapping[str, int],
    round: int,  # noqa: A002
    *,
    revised: bool = True,
) -> Survey:
    """Diagnose the failures of a measurement on `dev.evolve`, test some of the diagnoses by replay, map and route the
    weaknesses, and keep all of it.

    `pool` counts train tasks per capability leaf; `revised` says that the harness changed when it was last asked to, or
    was not asked yet. Mapping is pure: after a restart it is computed again and appended under the same ids. Rounds
    that draw their tasks uniformly look at nothing: their survey is empty.
    """
    if loop.strategy is Strategy.UNIFORM:
        return Survey(WeaknessMap(groups={}, leaves={}), (), {})
    tasks = {t.key: t for t in measured.tasks}
    read = loop.object(f"diagnose/{measured.id}", lambda: _diagnose(loop, measured, pair))
    lines = loop.store.blobs.get(str(read["diagnosed"])).decode().splitlines()
    believed = [Diagnosed.from_json(line) for line in lines]
    held = {t.id: t for t in measured.trajectories}

    def case(item: Diagnosed) -> Case:
        return _case(loop, tasks[item.diagnosis.task_key], held[item.diagnosis.trajectory_id], pair)

    trials = experiment(loop, f"{key}/experiment", pair, believed, case, round)
    diagnosed = judged_again(believed, trials)
    undiagnosed = {str(reason): int(n) for reason, n in read["undiagnosed"].items()}
    diagnoses = [d.diagnosis for d in diagnosed]
    found_map = loop.roles.analyse(measured.trajectories, tasks, pool, diagnoses)
    found_map = found_map if revised else also_model(found_map)
    loop.object(key, lambda: _keep(loop, found_map, diagnoses, undiagnosed))
    return Survey(found_map, tuple(diagnosed), undiagnosed, trials)


def pool_counts(tasks: Sequence[Task]) -> dict[str, int]:
    """Train tasks per capability leaf: each is good for one taught trajectory."""
    return dict(Counter(str(t.capability) for t in tasks))


def _diagnose(loop: Loop, measured: Measured, pair: Pair) -> dict[str, Any]:
    """Read every failure of a measurement once, however often it is surveyed; what a diagnoser said stays said, also
    where it is a language model."""
    tasks = {t.key: t for t in measured.tasks}
    failed = [t for t in measured.trajectories if t.valid and not t.success]
    diagnosed: list[Diagnosed] = []
    missed: list[Undiagnosed] = []
    for number, trajectory in enumerate(failed):
        loop.voice.progress(number, len(failed), "failures read")
        found = loop.roles.diagnose(_case(loop, tasks[trajectory.task_key], trajectory, pair))
        if isinstance(found, Diagnosed):
            diagnosed.append(found)
        else:
            missed.append(found)
    _require_read(missed, len(failed))
    text = "\n".join(d.to_json() for d in diagnosed)
    reasons = Counter(m.reason for m in missed)
    if reasons:
        chief, _ = reasons.most_common(1)[0]
        loop.voice.note(f"{len(missed)} of {len(failed)} failures have no cause: {chief}")
    return {"diagnosed": loop.store.blobs.put(text.encode()), "undiagnosed": dict(reasons.most_common())}


def _require_read(missed: Sequence[Undiagnosed], failures: int) -> None:
    """Refuse a reading in which the diagnoser could not be reached for most failures: nothing is kept of it."""
    lost = [m for m in missed if m.lost]
    if 2 * len(lost) > failures:
        raise PlanloopError(
            f"{len(lost)} of {failures} failures could not be diagnosed: {lost[0].reason}",
            place=lost[0].author,
            cure="mend that and go on with `planloop run --continue`",
        )


def _case(loop: Loop, task: Task, trajectory: Trajectory, pair: Pair) -> Case:
    specs = {s.name: s for s in loop.harness(pair.harness).specs(loop.sandbox())}
    memory = memory_of(loop, task)
    return Case(
        task=task,
        trajectory=trajectory,
        specs=specs,
        solution=loop.solutions.get(task.key),
        superseded=memory.superseded(),
        memories={r.memory_id: r.text for r in memory.records()},
    )


def memory_of(loop: Loop, task: Task) -> MemoryStore:
    """What the world remembers before the first turn, where the task is about it."""
    if not task.gold_memories:
        return MemoryStore({}, None)
    sandbox = loop.sandbox()
    lease = begin(sandbox, task, 0)
    try:
        return MemoryStore(sandbox.initial().get(TABLE, {}), sandbox.now)
    finally:
        lease.release()


def _keep(
    loop: Loop, found: WeaknessMap, diagnoses: Sequence[Diagnosis], undiagnosed: Mapping[str, int]
) -> dict[str, Any]:
    with loop.store.transaction():
        for diagnosis in diagnoses:
            loop.store.add(diagnosis)
        for assessed in (*found.groups.values(), *found.leaves.values()):
            loop.store.add(assessed.weakness)
    statuses = {name: a.status.value for name, a in found.groups.items()}
    routes = {name: a.weakness.routing.route.value for name, a in found.groups.items() if a.weakness.routing}
    return {
        "diagnoses": [d.id for d in diagnoses],
        "undiagnosed": dict(undiagnosed),
        "causes": dict(Counter(d.cause.value for d in diagnoses).most_common()),
        "weaknesses": {name: a.weakness.id for name, a in found.groups.items()},
        "statuses": statuses,
        "routes": routes,
    }

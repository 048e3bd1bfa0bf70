"""A data release and the change request that asks for it: one reviewable bundle with a prediction (method 4.5)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from planloop.contract.capability import OVERALL_WEIGHTS, Dimension
from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.errors import PlanloopError
from planloop.contract.record import JsonObject
from planloop.contract.split import Split, Stage, WrongSplitError, require_readable
from planloop.contract.task import Solution, Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import Suitability
from planloop.contract.version import DataRelease
from planloop.contract.weakness import WeaknessStatus
from planloop.data.compose import Composition
from planloop.data.curate import Curated
from planloop.data.duplicates import Pair, near_key
from planloop.data.weakness import WeaknessMap

HALF_LIFE = 150.0
"""Traces after which half of a capability's remaining failures are predicted to be gone; scored afterwards."""


class ContaminationError(PlanloopError):
    """Training data would hold a near duplicate of a held-out task."""


def decontaminated(
    tasks: Iterable[Task], held_out: frozenset[Pair], solutions: Mapping[str, Solution] | None = None
) -> None:
    """Raise unless every task is of split `train` and no near duplicate of a dev or test task (design rule 1).

    `held_out` are (template or delexicalised request, skeleton) pairs of the suite's dev and test tasks; both forms of
    a training task are looked up.
    """
    for task in tasks:
        require_readable(Stage.TRAINING, task.split, f"task {task.key}")
        pairs = {near_key(task, (solutions or {}).get(task.key)), (task.template, task.skeleton)}
        if pairs & held_out:
            raise ContaminationError(
                "has the wording and the plan of a held-out task",
                place=f"task {task.key}",
                cure="drop it from the pool, or construct it from another wording of its split",
            )


def build_release(
    composition: Composition,
    curated: Sequence[Curated],
    tasks: Mapping[str, Task],
    weaknesses: WeaknessMap,
    *,
    held_out: frozenset[Pair],
    parent: DataRelease | None = None,
    solutions: Mapping[str, Solution] | None = None,
    proposer: str = "analyst:rules",
) -> tuple[DataRelease, ChangeRequest]:
    """The release of a composition, and the request to approve it with its predicted effect per capability group.

    `parent` is what the weights were trained on before; what it holds and this does not is named in the request.
    Raises `WrongSplitError`, `ContaminationError`, or `PlanloopError` when a member is unknown or unsuitable.
    """
    records = {c.trajectory.id: c for c in curated}
    members = [_suitable(records, m.trajectory_id) for m in composition.members]
    used = sorted({t.task_key for t in members})
    decontaminated([tasks[key] for key in used], held_out, solutions)
    weak = weaknesses.weaknesses
    predicted = predicted_effects(weaknesses, Counter(str(tasks[t.task_key].capability) for t in members))
    removed = sorted(set(parent.tasks) - set(used)) if parent else []
    release = DataRelease(
        members=composition.members,
        tasks=tuple(used),
        mixture=_mixture(composition),
        answers=tuple(a.weakness.id for a in weak),
        stats=_stats(composition, curated, parent, used, predicted),
        parent=parent.id if parent else None,
    )
    change = ChangeRequest(
        kind=ChangeKind.DATA,
        title=f"{len(members)} trajectories of {len(used)} tasks {_aim(weaknesses)}",
        evidence=tuple(sorted({t for a in weak for t in a.weakness.trajectories})),
        answers=tuple(a.weakness.id for a in weak),
        target=release.id,
        base=release.parent,
        proposal={"predicted_effects": dict(predicted), "tokens": composition.tokens, "mixture": dict(release.mixture)},
        predicted_fixes=tuple(g for g, points in predicted.items() if points >= 1.0),
        predicted_regressions=tuple(
            g for g, a in weaknesses.groups.items() if a.status is WeaknessStatus.MASTERED and predicted.get(g, 0) < 0
        ),
        predicted_effect=_overall(weaknesses, predicted),
        removed_tasks=tuple(removed),
        safety_sensitive=any(records[m.trajectory_id].needs_review for m in composition.members),
        proposer=proposer,
    )
    return release, change


def problems(
    members: Iterable[Trajectory],
    tasks: Iterable[Task],
    held_out: frozenset[Pair],
    solutions: Mapping[str, Solution] | None = None,
) -> tuple[str, ...]:
    """The rule checks of a release, from its records as the store has them: what forbids to train on it."""
    found = [f"trajectory {t.id} is {t.suitability}" for t in members if t.suitability is not Suitability.SUITABLE]
    try:
        decontaminated(tasks, held_out, solutions)
    except (ContaminationError, WrongSplitError) as error:
        found.append(str(error))
    return tuple(found)


def predicted_effects(weaknesses: WeaknessMap, traces: Mapping[str, int]) -> dict[str, float]:
    """Predicted change of the success rate per group, in points, from the number of traces per leaf.

    A weak group loses half of its failures per `HALF_LIFE` traces; a mastered one without preservation traces is
    predicted to lose two points.
    """
    count: dict[str, int] = defaultdict(int)
    for leaf, number in traces.items():
        count[leaf.rsplit("/", 1)[0]] += number
    out = {}
    for group, found in weaknesses.groups.items():
        gain = 100.0 * (1.0 - found.mean) * (1.0 - math.pow(0.5, count[group] / HALF_LIFE))
        forgotten = found.status is WeaknessStatus.MASTERED and not count[group]
        out[group] = -2.0 if forgotten else round(gain, 2)
    return out


def _aim(weaknesses: WeaknessMap) -> str:
    """What the release is for. Without a map it is for nothing in particular, and predicts nothing."""
    if not weaknesses.groups:
        return "drawn evenly over the capability groups"
    return f"for {len(weaknesses.weaknesses)} weak capability groups"


def _overall(weaknesses: WeaknessMap, predicted: Mapping[str, float]) -> float:
    """Effect on the Overall: the episodes of a dimension count alike, the dimensions by their weights."""
    sums: dict[str, list[float]] = {}
    for group, found in weaknesses.groups.items():
        total = sums.setdefault(group.split("/")[0], [0.0, 0.0])
        total[0] += predicted[group] * found.episodes
        total[1] += found.episodes
    weights = {name: OVERALL_WEIGHTS[Dimension(name)] for name, (_, episodes) in sums.items() if episodes}
    if not weights:
        return 0.0
    return round(sum(w * sums[name][0] / sums[name][1] for name, w in weights.items()) / sum(weights.values()), 2)


def _suitable(records: Mapping[str, Curated], trajectory_id: str) -> Trajectory:
    found = records.get(trajectory_id)
    if found is None:
        raise PlanloopError(
            "is in the composition but was never curated", place=f"trajectory {trajectory_id}", cure="curate it first"
        )
    trajectory = found.trajectory
    require_readable(Stage.TRAINING, trajectory.split, f"trajectory {trajectory_id}")
    if trajectory.suitability is not Suitability.SUITABLE:
        why = "; ".join(found.reasons) or "no reason recorded"
        raise PlanloopError(
            f"is {trajectory.suitability}, not suitable ({why})",
            place=f"trajectory {trajectory_id}",
            cure="take it out of the composition, or have a person review it",
        )
    return trajectory


def _mixture(composition: Composition) -> dict[str, float]:
    out: dict[str, float] = defaultdict(float)
    for cell, share in composition.cells:
        out[f"capability={cell.capability}"] += share
        out[f"difficulty={cell.difficulty}"] += share
        out[f"source={cell.source}"] += share
    return {name: round(share, 6) for name, share in sorted(out.items())}


def _stats(
    composition: Composition,
    curated: Sequence[Curated],
    parent: DataRelease | None,
    used: Sequence[str],
    predicted: Mapping[str, float],
) -> JsonObject:
    old = set(parent.tasks) if parent else set()
    judged = Counter(c.trajectory.suitability.value for c in curated)
    return {
        "added_tasks": len(set(used) - old),
        "removed_tasks": len(old - set(used)),
        "suitability": dict(sorted(judged.items())),
        "review_needed": sum(c.needs_review for c in curated),
        "purposes": dict(sorted(Counter(m.purpose.value for m in composition.members).items())),
        "repair": {cause: len(ids) for cause, ids in composition.repair.items()},
        "orders": [o.model_dump(mode="json") for o in composition.orders],
        "tokens": composition.tokens,
        "predicted_effects": dict(predicted),
    }


def held_out_pairs(tasks: Iterable[Task], solutions: Mapping[str, Solution] | None = None) -> frozenset[Pair]:
    """The pairs of a suite's held-out tasks, in both forms that `decontaminated` looks up."""
    out: set[Pair] = set()
    for task in tasks:
        if task.split is not Split.TRAIN:
            out |= {near_key(task, (solutions or {}).get(task.key)), (task.template, task.skeleton)}
    return frozenset(out)

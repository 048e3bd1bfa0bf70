"""Where a weakness is repaired: in the model, the harness, both, the environment or the task (design section 8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from planloop.contract.diagnosis import Diagnosis, Side
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.weakness import Route, Routing, Weakness, WeaknessStatus
from planloop.data.weakness import Assessed, WeaknessMap, weakness_map

MAJORITY = 0.6
BOTH = 0.25
FAULT = 0.5
HARNESS_TRUST = 0.7
"""An untested harness diagnosis counts only from this confidence on."""


def analyse(
    trajectories: Sequence[Trajectory],
    tasks: Mapping[str, Task],
    pool: Mapping[str, int],
    diagnoses: Sequence[Diagnosis],
) -> WeaknessMap:
    """The weakness map with a routing decision for everything that is not mastered. `pool` counts suitable train tasks
    per capability leaf."""
    return routed(weakness_map(trajectories, tasks, pool, diagnoses), diagnoses)


def route(weakness: Weakness, diagnoses: Sequence[Diagnosis]) -> Routing:
    """The routing of a weakness from the diagnoses of its failures, each counted by its confidence.

    Faults of the environment or the task come first, since nothing learnt from such episodes is worth learning. A
    missing capability goes to the model, since only data can bring it, unless faults explain it.
    """
    weight: dict[Side, float] = defaultdict(float)
    for diagnosis in diagnoses:
        if diagnosis.side is Side.HARNESS and not diagnosis.tested and diagnosis.confidence < HARNESS_TRUST:
            continue
        weight[diagnosis.side] += diagnosis.confidence
    total = sum(weight.values())
    if not total:
        reason = "no failure was diagnosed with enough confidence; data is the route that cannot mislead the harness"
        return Routing(route=Route.MODEL, reason=reason)
    share = {side: weight[side] / total for side in Side}
    said = ", ".join(f"{share[s]:.0%} {s.value}" for s in Side if share[s])
    basis = f"of {len(diagnoses)} diagnosed failures, weighted by confidence: {said}"
    if share[Side.ENVIRONMENT] >= FAULT:
        return Routing(route=Route.ENVIRONMENT, reason=f"{basis}; the environment must be repaired first")
    if share[Side.TASK] >= FAULT:
        return Routing(route=Route.TASK, reason=f"{basis}; the tasks must be repaired first")
    model, harness = share[Side.MODEL], share[Side.HARNESS]
    if weakness.status is WeaknessStatus.MISSING:
        both = harness >= BOTH
        reason = f"{basis}; the pool holds no data for it"
        return Routing(route=Route.BOTH if both else Route.MODEL, reason=reason)
    if model >= BOTH and harness >= BOTH and max(model, harness) < MAJORITY + BOTH / 2:
        return Routing(route=Route.BOTH, reason=f"{basis}; neither side explains it alone")
    chosen = Route.HARNESS if harness > model else Route.MODEL
    return Routing(route=chosen, reason=basis)


def routed(weaknesses: WeaknessMap, diagnoses: Sequence[Diagnosis]) -> WeaknessMap:
    """The map with a routing on all that is not mastered. A leaf without diagnoses takes its group's."""
    groups = {
        g: _with(a, [d for d in diagnoses if d.capability.group == g], None) for g, a in weaknesses.groups.items()
    }
    leaves = {}
    for name, found in weaknesses.leaves.items():
        own = [d for d in diagnoses if str(d.capability) == name]
        leaves[name] = _with(found, own, groups[name.rsplit("/", 1)[0]])
    return WeaknessMap(groups=groups, leaves=leaves)


def also_model(weaknesses: WeaknessMap) -> WeaknessMap:
    """The map where the harness was asked to change and did not: what is routed to it is repaired in the model as well.

    Else such a weakness gets no data, round after round, and no harness that would do without.
    """
    return WeaknessMap(
        groups={name: _shared(found) for name, found in weaknesses.groups.items()},
        leaves={name: _shared(found) for name, found in weaknesses.leaves.items()},
    )


def _shared(found: Assessed) -> Assessed:
    routing = found.weakness.routing
    if routing is None or routing.route is not Route.HARNESS:
        return found
    reason = f"{routing.reason}; no change of the harness was accepted in the last round, so the model learns it too"
    both = Routing(route=Route.BOTH, reason=reason)
    return found.model_copy(update={"weakness": found.weakness.model_copy(update={"routing": both})})


def _with(found: Assessed, diagnoses: Sequence[Diagnosis], group: Assessed | None) -> Assessed:
    if found.status is WeaknessStatus.MASTERED:
        return found
    inherited = group.weakness.routing if group is not None and not diagnoses else None
    decision = inherited or route(found.weakness, diagnoses)
    return found.model_copy(update={"weakness": found.weakness.model_copy(update={"routing": decision})})

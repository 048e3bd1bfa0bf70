"""Summary: a finished run as the report reads it, every number with the id that leads to its trajectories."""

from __future__ import annotations

import os
import platform
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from planloop.bench.rounds import round_summary
from planloop.bench.start import start_summary
from planloop.config.model import Strategy
from planloop.contract.capability import Dimension, Domain
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.score import Difference, Estimate, Scores
from planloop.contract.summary import Contributions, GalleryItem, GalleryKind, Machine, RunSummary, StageTime
from planloop.contract.trajectory import Trajectory
from planloop.evolution.steps.measure import Measured, paired
from planloop.evolution.steps.promote import UNCHANGED
from planloop.training.evaluate import Comparison, Rate

if TYPE_CHECKING:
    from planloop.bench.run import Course
    from planloop.evolution.loop import Loop

SHOWN = 6
"""Gallery items of each kind."""


def summarise(found: Course, seconds: float) -> RunSummary:
    """The run's summary; `seconds` is its wall time."""
    from planloop import __version__

    loop = found.loop
    history = [e.release for e in loop.store.releases.history()]
    return RunSummary(
        run=loop.run,
        seed=loop.seed,
        suite=loop.suite.name,
        planner=loop.config.planner.model,
        started=min(s.started_at for s in loop.store.ledger(loop.run).steps()),
        wall_s=seconds,
        code=__version__,
        config=loop.config.model_dump(mode="json"),
        machine=machine(),
        stages=stages(loop),
        before_release=str(found.cold["release"]["release"] or history[0]),
        after_release=history[-1],
        before=scores("before", found.before),
        after=scores("after", found.after),
        gain=difference(paired(found.before, found.after)),
        baselines=tuple(scores(name, m) for name, m in found.baselines.items()),
        contributions=Contributions(
            data_training=difference(paired(found.before, found.middle)),
            harness=difference(paired(found.middle, found.after)),
        ),
        start=start_summary(loop, found.cold),
        rounds=tuple(round_summary(loop, entry) for entry in found.rounds),
        gallery=gallery(found.before, found.after),
        notes=notes(found),
    )


def pictures(found: Course, summary: RunSummary) -> tuple[dict[str, Trajectory], list[Diagnosis]]:
    """The gallery's trajectories by id. Test trajectories are never diagnosed, so there are no diagnoses to show."""
    wanted = {i for item in summary.gallery for i in (item.before, item.after)}
    held = {t.id: t for m in (found.before, found.after) for t in m.trajectories if t.id in wanted}
    return held, []


def scores(name: str, measured: Measured) -> Scores:
    """One measurement in points."""
    e = measured.evaluation
    inputs = [t.cost.input_tokens for t in measured.trajectories if t.valid]
    return Scores(
        name=name,
        overall=estimate(e.overall),
        dimensions={Dimension(k): estimate(r) for k, r in e.dimensions.items()},
        behaviours={k: estimate(r) for k, r in e.behaviours.items()},
        domains={Domain(k): estimate(r) for k, r in e.domains.items()},
        input_tokens=sum(inputs) / len(inputs) if inputs else 0.0,
        output_tokens=e.output_tokens,
        tool_calls=e.tool_calls,
        attempts=e.attempts,
        invalid=e.invalid,
        measurement=measured.id,
    )


def estimate(rate: Rate) -> Estimate:
    """A share as points; a bootstrap interval may miss its value by rounding."""
    low, high = min(rate.low, rate.value), max(rate.high, rate.value)
    return Estimate.from_shares(rate.value, low, high, rate.count)


def difference(found: Comparison) -> Difference:
    """A paired comparison in points."""
    return Difference(estimate=estimate(found.difference), gained=found.gained, lost=found.lost, p_value=found.p_value)


def gallery(before: Measured, after: Measured) -> tuple[GalleryItem, ...]:
    """Some tasks of each kind, one capability group after the other."""
    old = {t.task_key: t for t in before.trajectories}
    new = {t.task_key: t for t in after.trajectories}
    found: dict[GalleryKind, dict[str, list[GalleryItem]]] = defaultdict(lambda: defaultdict(list))
    for task in after.tasks:
        a, b = old.get(task.key), new.get(task.key)
        if a is None or b is None or (a.success and b.success):
            continue
        kind = _kind(a, b)
        item = GalleryItem(
            kind=kind,
            task_key=task.key,
            request=task.request,
            capability=task.capability,
            criteria=task.criteria,
            before=a.id,
            after=b.id,
        )
        found[kind][task.capability.group].append(item)
    return tuple(item for kind in GalleryKind for item in _in_turn(found[kind]))


def _kind(before: Trajectory, after: Trajectory) -> GalleryKind:
    if after.success:
        return GalleryKind.FIXED
    return GalleryKind.BROKEN if before.success else GalleryKind.STILL_FAILING


def _in_turn(groups: Mapping[str, list[GalleryItem]]) -> Iterable[GalleryItem]:
    queues = [list(groups[name]) for name in sorted(groups)]
    chosen: list[GalleryItem] = []
    while any(queues) and len(chosen) < SHOWN:
        for queue in queues:
            if queue and len(chosen) < SHOWN:
                chosen.append(queue.pop(0))
    return chosen


def machine() -> Machine:
    """What this process runs on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return Machine(
        platform=platform.platform(terse=True),
        python=sys.version.split()[0],
        cpus=os.cpu_count() or 0,
        memory_gb=round(memory, 1),
    )


def stages(loop: Loop) -> tuple[StageTime, ...]:
    """Seconds in the committed steps, by the first part of their keys and by round, over all processes of the run."""
    from datetime import datetime

    total: Counter[tuple[str, int | None]] = Counter()
    for step in loop.store.ledger(loop.run).steps():
        if step.finished_at is None:
            continue
        parts = step.key.split("/")
        number = int(parts[0][1:]) if parts[0][:1] == "r" and parts[0][1:].isdigit() else None
        name = parts[1] if number is not None or parts[0] == "play" else parts[0]
        span = datetime.fromisoformat(step.finished_at) - datetime.fromisoformat(step.started_at)
        total[name, number] += span.total_seconds()  # type: ignore[assignment]
    return tuple(StageTime(stage=n, round=r, seconds=round(s, 2)) for (n, r), s in total.items())


def notes(found: Course) -> tuple[str, ...]:
    """What a reader must know to read the numbers."""
    cold: Mapping[str, Any] = found.cold
    outcome = cold["release"]
    served = "its weights served" if outcome["release"] else "the base served: its weights were not released"
    served = "the base served: it was no better" if outcome.get("reason") == UNCHANGED else served
    said = [
        f"Before: the first deployment was given data for {', '.join(cold['capabilities'])} only; "
        f"its cold start ended after {len(cold['looks'])} looks at dev.evolve, and {served}.",
        "Contributions are measured on test: the new weights under the first harness, then the last harness.",
    ]
    if not found.loop.config.training.enabled:
        said = ["Training is off: the planner's weights are the same before and after; only the harness was revised."]
    if found.loop.strategy is Strategy.UNIFORM:
        said.insert(0, "A control: rounds draw their tasks evenly, diagnose nothing and leave the harness alone.")
    waiting = found.loop.store.decisions.pending()
    if waiting:
        said.append(f"{len(waiting)} proposals wait for a person: `planloop review list` shows them.")
    return tuple(said)

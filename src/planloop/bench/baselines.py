"""Baselines: scripted planners on the test tasks, for the report to stand beside the trained ones."""

from __future__ import annotations

from collections.abc import Sequence

from planloop.bench.planners import make_planner
from planloop.contract.split import Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.environments.base import InfrastructureError
from planloop.evolution.loop import Loop
from planloop.evolution.steps.measure import Measured, counted
from planloop.harness.recorder import Labels


def baselines(loop: Loop, tasks: Sequence[Task], harness: str) -> dict[str, Measured]:
    """Each configured scripted planner on the tasks under a harness version, by planner name."""
    out: dict[str, Measured] = {}
    for name in loop.config.bench.baselines:
        full = f"scripted:{name}"
        found = loop.object(f"baseline/{name}", lambda n=full: {"ids": _play(loop, n, tasks, harness)})  # type: ignore[misc]
        played = list(loop.store.trajectories(stage=Stage.BENCH, ids=found["ids"]))
        out[full] = counted(loop, f"test.{full.replace(':', '-')}", tasks, played, 0)
    return out


def _play(loop: Loop, name: str, tasks: Sequence[Task], harness: str) -> list[str]:
    """Scripted episodes are deterministic, ids included: repeating a killed step appends nothing twice."""
    used = loop.harness(harness)
    specs = {s.name: s for s in used.specs(loop.sandbox())}
    planner = make_planner(name, loop.solutions, specs)
    ended: list[Trajectory] = []
    labels = Labels(name, loop.suite.name)
    planner.play(used.episode(task, loop.sandbox(), 0, ended.append, labels) for task in tasks)
    if len(ended) != len(tasks):
        raise InfrastructureError(f"{name} ended {len(ended)} of {len(tasks)} episodes")
    loop.store.add_trajectories(ended, run=loop.run, stage=Stage.BENCH)
    return [t.id for t in ended]

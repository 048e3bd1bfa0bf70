"""A run small enough for tests: the tiny planner on a handful of tasks, every step of the loop in it."""

from __future__ import annotations

import json
import re
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from planloop.config.model import ApprovalPolicy, Config
from planloop.contract.split import Stage
from planloop.store.ledger import StepStatus
from planloop.store.store import Store
from planloop.store.trajectories import TrajectoryFilter

SETTINGS: dict[str, Any] = {
    "planner": {"model": "tiny"},
    "environment": {"max_output_tokens": 12},
    "training": {
        "rounds": 1,
        "threads": 1,
        "cold_start": {"tasks": 8, "tokens": 2000, "chunk_tokens": 1000},
        "refresh": {"orders": 6, "tokens": 60000, "own": 3},
        "rl": {"steps": 2, "groups": 1, "group_size": 2, "low": 0.0, "high": 1.0},
    },
    "evolution": {"evolve_tasks": 6, "gate_tasks": 20, "edits": 1},
    "bench": {"tasks": 6, "baselines": ["oracle", "nothing", "droplast", "keyword"]},
}
HEAVY = ["torch", "transformers", "peft", "dbos", "scipy.special", "planloop.bench.run", "planloop.phone.scenarios"]
MADE_IN_TIME = re.compile(r"\b(review|release|candidate)-[0-9a-f]{16}\b")
"""Ids of records that state when something was decided: they differ between two runs."""


def tiny_config(policy: ApprovalPolicy = ApprovalPolicy.DEMO) -> Config:
    """The configuration of a tiny run."""
    return Config.model_validate(SETTINGS | {"approval": {"policy": policy}})


def play(root: Path, policy: ApprovalPolicy = ApprovalPolicy.DEMO, live: bool = False) -> dict[str, Any]:
    """Run, or go on with, the tiny run at `root`."""
    from planloop.bench.run import RunOptions, run

    return run(RunOptions(root, tiny_config(policy), live=live))


def start(root: Path) -> BaseProcess:
    """The tiny run in a process of its own, forked from one that has imported what is slow to import."""
    context = get_context("forkserver")
    context.set_forkserver_preload(HEAVY)
    process = context.Process(target=play, args=(root,))
    process.start()
    return process


def contents(root: Path) -> dict[str, Any]:
    """Everything that the run at `root` left, without what depends on the clock: equal for equal runs."""
    with Store.open(root, readonly=True) as store:
        (run,) = {json.loads((root / "run.json").read_text())["run"]}
        steps = store.ledger(run).steps()
        everything = [i for stage in Stage for i in store.trajectory_ids(TrajectoryFilter(run=run), stage=stage)]
        names = store.measurements.names(run=run)
        return {
            "unfinished": [s.key for s in steps if s.status is not StepStatus.DONE],
            "ledger": {s.key: masked(s.result) for s in steps},
            "trajectories": sorted(set(everything)),
            "held": store._trajectories.total(),
            "measured": {name: len(store.measurement(name, run=run).episodes) for _, name in names},
            "artefacts": sorted(artefacts(store)),
            "served": [e.action.value for e in store.releases.history()],
            "edits": edits(store, sorted(set(everything))),
            "pending": len(store.decisions.pending()),
        }


def masked(value: object) -> object:
    """A result without the ids that depend on the clock."""
    return json.loads(MADE_IN_TIME.sub(r"\1-*", json.dumps(value)))


def artefacts(store: Store) -> list[str]:
    """The ids of all artefacts, those that depend on the clock by kind and number only."""
    from planloop.store.artefacts import KINDS

    return [MADE_IN_TIME.sub(r"\1-*", a.id) for kind in KINDS.values() for a in store.all(kind)]


def edits(store: Store, subjects: list[str]) -> list[tuple[str, str]]:
    """(subject, field) of every correction of the trajectories; a repeated one would stand twice."""
    return sorted((e.subject, e.field) for found in store.edits.of(subjects).values() for e in found)

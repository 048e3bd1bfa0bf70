"""Loop: everything that the steps of a run work with."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from planloop.config.model import Config, Strategy
from planloop.contract.record import Record
from planloop.contract.split import Split, Stage
from planloop.contract.task import Solution, Task
from planloop.data.curate import curate
from planloop.data.duplicates import Pair as NearKey
from planloop.data.generate import train_set
from planloop.data.release import held_out_pairs
from planloop.environments.sandbox import Sandbox
from planloop.evolution.ports import Analyse, Board, Construct, Diagnose, Judge, Propose, Silent, Suite, Voice
from planloop.evolution.route import analyse
from planloop.harness.bounds import Bounds
from planloop.harness.eta import Eta
from planloop.harness.harness import Harness
from planloop.harness.mode import Exposure
from planloop.store.store import Store
from planloop.training.controller import Propose as Control
from planloop.training.controller import rules
from planloop.training.fixed import Fixed
from planloop.training.student import Student

Once = Callable[[str, Callable[[], JsonValue]], JsonValue]


class Pair(Record):
    """A checkpoint and a harness version, by id."""

    checkpoint: str
    harness: str

    @property
    def short(self) -> str:
        """A readable name for step keys and measurements."""
        return f"{self.checkpoint.rpartition('-')[2][:10]}+{self.harness.rpartition('-')[2][:10]}"


@dataclass(frozen=True)
class Roles:
    """The AI roles that steps call (design section 4), each a function; higher layers may give others than rules."""

    diagnose: Diagnose
    propose: Propose
    analyse: Analyse = analyse
    construct: Construct = train_set
    judge: Judge = curate
    control: Control = rules


@dataclass
class Loop:
    """One run on one store.

    `once` gives the committed result of a step, or runs it and commits; everything a step does before its result is
    committed may happen twice, so steps append only under ids that are fixed before they start.
    """

    store: Store
    run: str
    config: Config
    suite: Suite
    student: Student | Fixed
    board: Board
    roles: Roles
    once: Once
    voice: Voice = field(default_factory=Silent)
    _solutions: dict[str, Solution] = field(default_factory=dict)
    _harnesses: dict[str, Harness] = field(default_factory=dict)

    @property
    def seed(self) -> int:
        """The run's seed."""
        return self.config.training.seed

    @property
    def strategy(self) -> Strategy:
        """What the rounds follow."""
        return self.config.evolution.strategy

    @property
    def solutions(self) -> Mapping[str, Solution]:
        """Every known solution: the suite's, and those of the tasks that this run has made."""
        return self._solutions or self.suite.solutions

    @cached_property
    def held_out(self) -> frozenset[NearKey]:
        """Wording and plan of every dev and test task of the suite: what no train task may share."""
        return held_out_pairs((t for s in Split for t in self.suite.tasks(s)), self.suite.solutions)

    def learn_solutions(self, more: Mapping[str, Solution]) -> None:
        """Add the solutions of constructed tasks."""
        if not self._solutions:
            self._solutions.update(self.suite.solutions)
        self._solutions.update(more)

    def work(self, name: str) -> Path:
        """A folder for unfinished work of this run (training state); safe to lose once its step is committed."""
        return self.store.root / "work" / self.run / name

    def discard(self, name: str) -> None:
        """Remove unfinished work whose step is committed. Call it behind the step: inside, a kill could cost the work
        and not have kept its result."""
        shutil.rmtree(self.work(name), ignore_errors=True)

    def folder(self, version: str) -> Path:
        """The files of a checkpoint or harness version."""
        return self.store.materialise(version, self.store.root / "versions" / version)

    def harness(self, version: str) -> Harness:
        """The harness of a version."""
        if version not in self._harnesses:
            plan = self.config.environment
            bounds = Bounds(plan.exposed_tools, plan.max_turns, plan.max_output_tokens)
            eta, exposure = Eta.load(self.folder(version)), Exposure(plan.exposure.value)
            self._harnesses[version] = Harness(eta, exposure=exposure, bounds=bounds)
        return self._harnesses[version]

    def tasks(self, split: Split, stage: Stage) -> list[Task]:
        """The tasks of a held-out split that this run plays, as the stage may read them."""
        return self.store.tasks(stage=stage, split=split, keys=[t.key for t in self.chosen(split)])

    def chosen(self, split: Split) -> list[Task]:
        """The suite's tasks of a split, cut down to the configured number: a fixed choice over all capabilities."""
        plan = self.config
        count = {
            Split.DEV_EVOLVE: plan.evolution.evolve_tasks,
            Split.DEV_GATE: plan.evolution.gate_tasks,
            Split.TEST: plan.bench.tasks,
        }.get(split, 0)
        return choose(self.suite.tasks(split), count, f"{self.suite.name}/{split}")

    def sandbox(self) -> Sandbox:
        """A fresh environment."""
        return Sandbox()

    def object(self, key: str, step: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """`once` for a step whose result is a JSON object."""
        found = self.once(key, step)
        if not isinstance(found, dict):
            raise TypeError(f"step {key} of run {self.run} has a result that is not an object: {found!r}")
        return found


def choose(tasks: Sequence[Task], count: int, seed: str) -> list[Task]:
    """`count` tasks (0: all), an even share from each capability group, the same for the same seed."""
    if not count or count >= len(tasks):
        return list(tasks)
    groups: dict[str, list[Task]] = {}
    for task in sorted(tasks, key=lambda t: hashlib.sha256(f"{seed}/{t.key}".encode()).digest()):
        groups.setdefault(task.capability.group, []).append(task)
    chosen: list[Task] = []
    while len(chosen) < count:
        for name in sorted(groups):
            if groups[name] and len(chosen) < count:
                chosen.append(groups[name].pop(0))
    wanted = {t.key for t in chosen}
    return [t for t in tasks if t.key in wanted]

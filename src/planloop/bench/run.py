"""Run: cold start, rounds, test and report on one store (design section 8: run = rounds + test + report)."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planloop.bench.board import Paused, StoreBoard
from planloop.bench.durable import run_durably
from planloop.bench.score import points
from planloop.bench.suite import Suite, load_suite
from planloop.config.model import ApprovalPolicy as PolicyName
from planloop.config.model import Config, RoleKind
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.contract.trajectory import Trajectory
from planloop.evolution.first import cold_start, open_run
from planloop.evolution.loop import Loop, Once, Pair, Roles
from planloop.evolution.ports import Silent, Voice
from planloop.evolution.round import State, turn
from planloop.evolution.steps.measure import Measured, measure, paired
from planloop.governance.approval import ApprovalPolicy
from planloop.store.store import Store

RUN_FILE = "run.json"


@dataclass(frozen=True)
class RunOptions:
    """`root` is the store's folder. `live` waits for people; without it a run that needs one ends and can go on."""

    root: Path
    config: Config
    live: bool = True


class FrozenTasks:
    """A frozen suite as the loop reads it: the held-out splits and their solutions."""

    def __init__(self, suite: Suite) -> None:
        self._suite = suite
        self.name = suite.name
        self.solutions: Mapping[str, Solution] = {}
        for split in suite.splits:
            self.solutions = {**self.solutions, **suite.solutions(split)}

    def tasks(self, split: Split) -> Sequence[Task]:
        """The tasks of a split; none of a split that the suite leaves to be generated."""
        return self._suite.all_tasks(split) if split in self._suite.splits else ()


@dataclass(frozen=True)
class Course:
    """What a run went through, for its result and report."""

    loop: Loop
    base: Pair
    first: State
    last: State
    cold: dict[str, Any]
    rounds: list[dict[str, Any]]
    before: Measured
    after: Measured
    middle: Measured
    baselines: dict[str, Measured]


def recorded(root: Path) -> Config | None:
    """The configuration of the run that the store at `root` holds."""
    file = root / RUN_FILE
    if not file.is_file():
        return None
    return Config.model_validate(json.loads(file.read_text(encoding="utf-8"))["config"])


def run_name(config: Config) -> str:
    """The run's name: seed and configuration. The same command goes on with the same run."""
    text = config.model_dump_json(exclude={"store"})
    return f"seed{config.training.seed}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def run(options: RunOptions, voice: Voice | None = None) -> dict[str, Any]:
    """Run, or go on with a run, to its end; the JSON object of design section 14.

    A run that waits for a person, and whose process does not, gives `{"waiting": id}`. Raises `PlanloopError` where the
    store holds another run or the planner cannot be trained.
    """
    config = options.config
    held = recorded(options.root)
    if held is not None and run_name(held) != run_name(config):
        raise PlanloopError(
            f"holds another run ({run_name(held)})",
            place=str(options.root),
            cure="go on with it by `planloop run --continue`, or give this run its own folder with --store DIR",
        )
    began = time.monotonic()
    with Store.open(options.root, executor="planloop run") as store:
        name = run_name(config)
        _record(options.root, name, config)
        ledger = store.ledger(name)

        def work(once: Once) -> dict[str, Any]:
            try:
                loop = make_loop(store, name, options, once, voice or Silent())
                return conclude(course(loop), began)
            except Paused as paused:
                return {"waiting": paused.subject, "run": name}

        return run_durably(options.root, ledger, work)


def make_loop(store: Store, name: str, options: RunOptions, once: Once, voice: Voice) -> Loop:
    """The loop of a configuration with the embedded implementations."""
    from planloop.bench.students import starter
    from planloop.roles.registry import DIAGNOSER, EDITOR

    config = options.config
    asks = config.approval.policy is PolicyName.ASK
    policy = ApprovalPolicy.named("person" if asks else "demo")
    student, _ = starter(config.planner, options.root, config.training.threads)
    return Loop(
        store=store,
        run=name,
        config=config,
        suite=FrozenTasks(load_suite(config.bench.suite)),
        student=student,
        board=StoreBoard(store, policy, voice, people=asks, live=options.live),
        roles=Roles(diagnose=DIAGNOSER.get(config.roles.diagnoser)(_chat(config)), propose=EDITOR.get(RoleKind.RULES)),
        once=once,
        voice=voice,
    )


def course(loop: Loop) -> Course:
    """Everything between the base and the last measurement."""
    from planloop.bench.baselines import baselines
    from planloop.bench.students import starter
    from planloop.harness.eta import DEFAULT

    _, folder = starter(loop.config.planner, loop.store.root, loop.config.training.threads)
    base = open_run(loop, folder, DEFAULT)
    first, cold = cold_start(loop, base)
    before = _test(loop, first.pair, "before")
    others = baselines(loop, before.tasks, first.pair.harness)
    state, rounds = first, []
    for number in range(1, loop.config.training.rounds + 1):
        state, entry = turn(loop, number, state)
        rounds.append(entry)
    after = _test(loop, state.pair, "after")
    middle = _test(loop, Pair(checkpoint=state.pair.checkpoint, harness=first.pair.harness), "after-first-harness")
    return Course(loop, base, first, state, cold, rounds, before, after, middle, others)


def conclude(found: Course, began: float) -> dict[str, Any]:
    """Write the report and give the run's JSON object."""
    from planloop.bench.report.page import write
    from planloop.bench.summary import pictures, summarise

    loop = found.loop
    loop.voice.stage("writing the report")
    seconds = max(time.monotonic() - began, spent(loop))
    summary = summarise(found, seconds)
    trajectories, diagnoses = pictures(found, summary)
    report = write(loop.store.root / "report.html", summary, trajectories, diagnoses)
    gain = paired(found.before, found.after)
    return {
        "run": loop.run,
        "seed": loop.seed,
        "suite": loop.suite.name,
        "planner": loop.config.planner.model,
        "test": {
            "before": scores(found.before),
            "after": scores(found.after),
            **points("gain", gain.difference),
            "baselines": {name: scores(m) for name, m in found.baselines.items()},
        },
        "contributions": {
            "measured_on": "test",
            **points("data_training", paired(found.before, found.middle).difference),
            **points("harness", paired(found.middle, found.after).difference),
        },
        "cold_start": found.cold,
        "rounds": found.rounds,
        "releases": [e.release for e in loop.store.releases.history()],
        "release": loop.store.releases.history()[-1].release,
        "wall_s": round(seconds, 1),
        "report": str(report),
        "summary": summary.model_dump(mode="json"),
    }


def scores(measured: Measured) -> dict[str, Any]:
    """A measurement under the names of design section 14: scores in points with intervals, costs per task."""
    found = measured.evaluation
    valid = [t.cost.input_tokens for t in measured.trajectories if t.valid]
    out: dict[str, Any] = points("overall", found.overall)
    for name, rate in found.dimensions.items():
        out |= points(name, rate)
    return out | {
        "input_tokens": round(sum(valid) / len(valid), 2) if valid else 0.0,
        "output_tokens": round(found.output_tokens, 2),
        "tool_calls": round(found.tool_calls, 3),
        "invalid": found.invalid,
        "measurement": measured.id,
    }


def spent(loop: Loop) -> float:
    """Seconds inside the committed steps of the run, over all its processes."""
    from datetime import datetime

    total = 0.0
    for step in loop.store.ledger(loop.run).steps():
        if step.finished_at is not None:
            total += (
                datetime.fromisoformat(step.finished_at) - datetime.fromisoformat(step.started_at)
            ).total_seconds()
    return total


def trajectories_of(measured: Measured) -> dict[str, Trajectory]:
    """The measurement's trajectories by task."""
    return {t.task_key: t for t in measured.trajectories}


def _test(loop: Loop, pair: Pair, name: str) -> Measured:
    loop.voice.stage(f"testing on held-out tasks: {name.replace('-', ' ')}")
    return measure(loop, pair, Split.TEST, 0, loop.config.bench.tasks, name=f"test.{name}")


def _record(root: Path, name: str, config: Config) -> None:
    file = root / RUN_FILE
    partial = file.with_suffix(".partial")
    partial.write_text(json.dumps({"run": name, "config": config.model_dump(mode="json")}), encoding="utf-8")
    partial.replace(file)


def _chat(config: Config) -> Any:
    """The client of a diagnoser that is a language model."""
    if config.roles.diagnoser is not RoleKind.LLM:
        return None
    from planloop.planners.chat_client import open_client

    roles = config.roles
    return open_client(str(roles.base_url), str(roles.model), roles.api_key_env)

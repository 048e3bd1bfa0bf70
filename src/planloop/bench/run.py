"""Run: cold start, rounds, test and report on one store (design section 8: run = rounds + test + report)."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from planloop.bench.begun import LAST, begun_run, record, recorded
from planloop.bench.board import Paused, StoreBoard
from planloop.bench.durable import run_durably
from planloop.bench.first_eta import first_eta, read_eta
from planloop.bench.score import points
from planloop.bench.students import require_teachable, require_usable, starter
from planloop.bench.suite import Suite, load_suite
from planloop.config.model import ApprovalPolicy as PolicyName
from planloop.config.model import Config, RoleKind
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.contract.trajectory import Trajectory
from planloop.evolution.first import as_given, cold_start, open_run
from planloop.evolution.loop import Loop, Once, Pair, Roles
from planloop.evolution.ports import Silent, Voice
from planloop.evolution.round import State, turn
from planloop.evolution.steps.measure import Measured, measure, paired
from planloop.governance.approval import ApprovalPolicy
from planloop.store.store import Store


@dataclass(frozen=True)
class RunOptions:
    """`root` is the store's folder. `live` waits for people; without it a run that needs one ends and can go on.

    `eta` is the harness folder that a new run starts from. None goes on with whatever the run in the store began with,
    and begins a new one with the built-in harness.
    """

    root: Path
    config: Config
    live: bool = True
    eta: Path | None = None


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


def run_name(config: Config) -> str:
    """The run's name: seed and configuration. The same command goes on with the same run."""
    text = config.model_dump_json(exclude={"store"})
    return f"seed{config.training.seed}-{hashlib.sha256(text.encode()).hexdigest()[:8]}"


def named(options: RunOptions) -> str:
    """The name of the run that these options start or go on with. A run keeps its name where a later version of
    planloop reads more into the same configuration."""
    held = recorded(options.root)
    if held is not None and held[1].model_dump(exclude={"store"}) == options.config.model_dump(exclude={"store"}):
        return held[0]
    return run_name(options.config)


def run(options: RunOptions, voice: Voice | None = None) -> dict[str, Any]:
    """Run, or go on with a run, to its end; the JSON object of design section 14.

    A run that waits for a person, and whose process does not, gives `{"waiting": id}`. Raises `PlanloopError` where the
    store holds another run or the planner cannot be trained.
    """
    config, name = options.config, named(options)
    require_usable(config.planner)
    require_teachable(config.training)
    given = None if options.eta is None else read_eta(options.eta)
    began = time.monotonic()
    with Store.open(options.root, executor="planloop run") as store:
        held = begun_run(options.root, store)
        if held is not None and held.name != name:
            raise PlanloopError(
                f"holds another run ({held.name})",
                place=str(options.root),
                cure="go on with it by `planloop run --continue`, or give this run its own folder with --store DIR",
            )
        eta = first_eta(options.root, given, begun=held is not None)
        record(options.root, name, config)
        ledger = store.ledger(name)

        def work(once: Once) -> dict[str, Any]:
            try:
                loop, base = make_loop(store, name, options, once, voice or Silent())
                return conclude(course(loop, base, eta), began)
            except Paused as paused:
                return {"waiting": paused.subject, "run": name}

        return run_durably(options.root, ledger, work)


def make_loop(store: Store, name: str, options: RunOptions, once: Once, voice: Voice) -> tuple[Loop, Path]:
    """The loop of a configuration with the embedded implementations, and the folder of its first checkpoint."""
    from planloop.roles.registry import ANALYST, CONSTRUCTOR, CONTROLLER, DIAGNOSER, EDITOR, JUDGE

    config = options.config
    asks = config.approval.policy is PolicyName.ASK
    policy = ApprovalPolicy.named("person" if asks else "demo")
    suite = FrozenTasks(load_suite(config.bench.suite))
    student, base = starter(config.planner, options.root, config.training.threads, suite.solutions)
    loop = Loop(
        store=store,
        run=name,
        config=config,
        suite=suite,
        student=student,
        board=StoreBoard(store, policy, voice, people=asks, live=options.live),
        roles=Roles(
            diagnose=DIAGNOSER.get(config.roles.diagnoser)(_chat(config)),
            propose=EDITOR.get(RoleKind.RULES),
            analyse=ANALYST.get(RoleKind.RULES),
            construct=CONSTRUCTOR.get(RoleKind.RULES),
            judge=JUDGE.get(RoleKind.RULES),
            control=CONTROLLER.get(RoleKind.RULES),
        ),
        once=once,
        voice=voice,
    )
    return loop, base


def course(loop: Loop, folder: Path, eta: Path) -> Course:
    """Everything between the first checkpoint and harness, given as folders, and the last measurement."""
    from planloop.bench.baselines import baselines

    base = open_run(loop, folder, eta)
    first, cold = cold_start(loop, base) if loop.config.training.enabled else as_given(base)
    before = _test(loop, first.serving, "before")
    others = baselines(loop, before.tasks, first.serving.harness)
    state, rounds = first, []
    for number in range(1, loop.config.training.rounds + 1):
        state, entry = turn(loop, number, state)
        rounds.append(entry)
    after = _test(loop, state.serving, "after")
    middle = _test(
        loop, Pair(checkpoint=state.serving.checkpoint, harness=first.serving.harness), LAST.removeprefix("test.")
    )
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
    return measure(loop, pair, Split.TEST, 0, name=f"test.{name}")


def _chat(config: Config) -> Any:
    """The client of a diagnoser that is a language model. Raises `PlanloopError` where its server does not answer."""
    if config.roles.diagnoser is not RoleKind.LLM:
        return None
    from planloop.planners.chat_client import open_client

    roles = config.roles
    client = open_client(str(roles.base_url), str(roles.model), roles.api_key_env)
    client.check()
    return client

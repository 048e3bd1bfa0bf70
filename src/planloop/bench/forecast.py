"""Forecast: what a run would do, from its configuration alone - `planloop run --dry-run`. Nothing is started.

Episodes and updates are upper bounds: a pair that was measured on a split is not played again, a cold start may end
early, and a round may find nothing to change. Tokens are estimates from the tasks' own costs and prompts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

from planloop.bench.begun import BegunRun, Standing, begun_run, standing
from planloop.bench.first_eta import first_eta, read_eta
from planloop.bench.run import FrozenTasks, named
from planloop.bench.students import require_teachable, require_usable
from planloop.bench.suite import load_suite
from planloop.config.model import Config, PlannerKind, RoleKind, Strategy
from planloop.config.read import resolved
from planloop.contract.errors import PlanloopError
from planloop.contract.record import JsonObject, Record
from planloop.contract.split import Split
from planloop.contract.task import Task
from planloop.environments.sandbox import Sandbox
from planloop.evolution.round import OWN_COPIES
from planloop.evolution.steps.dataset import TRACE_TOKENS
from planloop.evolution.steps.train import ROWS
from planloop.harness.budget import message_tokens, tool_tokens
from planloop.harness.eta import DEFAULT, Eta
from planloop.harness.harness import Harness
from planloop.planners.base import SchemaStyle
from planloop.planners.chat_client import read_key
from planloop.training.care import HEADROOM

if TYPE_CHECKING:
    from planloop.bench.run import RunOptions

SAMPLE = 16
"""Tasks of a split whose prompts are built to estimate what an episode reads."""
RESULT_TOKENS = 40
"""What a call and its result are taken to add to the context of the next turn."""


class Step(Record):
    """One step: at most `episodes` of the planner and `updates` of its weights, and about how many tokens it reads,
    writes, and is trained on (packed)."""

    name: str
    episodes: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    trained_tokens: int = 0
    updates: int = 0


class Forecast(Record):
    """What a run would do. `tasks` maps a split to how many of its tasks are played, and how many there are.

    `begun`: it goes on with the run in the store, of which `committed` steps are done, once somebody has decided about
    `waits_for`; where it is `finished`, only the report is written again. `refused` says why it would not start.
    """

    dry_run: bool = True
    run: str
    store: str
    begun: bool
    committed: int
    waits_for: str | None
    finished: bool
    refused: str | None
    planner: str
    harness: str
    suite: str
    tasks: dict[Split, tuple[int, int]]
    steps: tuple[Step, ...]
    total: Step
    config: JsonObject


def forecast(options: RunOptions) -> Forecast:
    """What `run(options)` would do. Raises `PlanloopError` where the configuration could not be run."""
    config = options.config
    require_usable(config.planner)
    require_teachable(config.training)
    if config.roles.diagnoser is RoleKind.LLM:
        read_key(config.roles.api_key_env, f"endpoint {config.roles.base_url}")
    given = None if options.eta is None else read_eta(options.eta)
    suite = FrozenTasks(load_suite(config.bench.suite))
    held = begun_run(options.root)
    name = named(options)
    own = held if held is not None and held.name == name else None
    stands = Standing(None, finished=False) if own is None else standing(options.root, own, config)
    eta, harness = _eta(options, given, own)
    counts = {split: _count(config, split, len(suite.tasks(split))) for split in HELD_OUT}
    prices = {split: _price(config, eta, suite.tasks(split)) for split in HELD_OUT}
    plan = _Plan(config, {split: n for split, (n, _) in counts.items()}, prices)
    steps = plan.steps()
    return Forecast(
        run=name,
        store=str(options.root),
        begun=own is not None,
        committed=0 if own is None else own.steps,
        waits_for=stands.waits_for,
        finished=stands.finished,
        refused=_refusal(options, name, held, given),
        planner=_planner(config),
        harness=harness,
        suite=suite.name,
        tasks=counts,
        steps=tuple(steps),
        total=_sum("at most in all", steps),
        config=config.model_dump(mode="json"),
    )


def _eta(options: RunOptions, given: Eta | None, own: BegunRun | None) -> tuple[Eta, str]:
    """The harness that the run starts from, and where it is from: one that has begun keeps what it has."""
    if given is not None:
        return given, f"{options.eta} ({len(given.files)} files)"
    folder = DEFAULT if own is None else first_eta(options.root, None, begun=True)
    return Eta.load(folder), "built-in" if folder == DEFAULT else "the one that the run began with"


def _refusal(options: RunOptions, name: str, held: BegunRun | None, given: Eta | None) -> str | None:
    if held is None:
        return None
    if held.name != name:
        return f"the store holds another run ({held.name})"
    try:
        first_eta(options.root, given, begun=True)
    except PlanloopError as error:
        return f"the store {error.problem}"
    return None


HELD_OUT = (Split.DEV_EVOLVE, Split.DEV_GATE, Split.TEST)


@dataclass(frozen=True)
class _Price:
    """Mean tokens of an episode: read and written."""

    reads: float
    writes: float


@dataclass
class _Plan:
    """Walks through a run as `bench.run.course` does. A pair is a name; `seen` are the pairs measured on each split."""

    config: Config
    counts: dict[Split, int]
    prices: dict[Split, _Price]
    seen: set[tuple[str, Split]] = field(default_factory=set)
    made: list[Step] = field(default_factory=list)

    def steps(self) -> list[Step]:
        """All steps, in order. Every change is taken to be accepted: no other outcome plays more episodes."""
        training = self.config.training.enabled
        pair = self._cold_start() if training else "base"
        self._measure("test: before", (pair, Split.TEST))
        for number in range(1, self.config.training.rounds + 1):
            pair = self._round(number, pair, training)
        self._measure("test: after", (pair, Split.TEST))
        if training and self._edits:
            self._measure("test: after, under the first harness", ("the first harness", Split.TEST))
        return self.made

    @property
    def _edits(self) -> int:
        """Harness changes of a round: none where nothing is diagnosed."""
        plan = self.config.evolution
        return plan.edits if plan.strategy is Strategy.DIAGNOSED else 0

    def _cold_start(self) -> str:
        plan = self.config.training.cold_start
        tasks = -(-plan.tasks // len(plan.capabilities)) * len(plan.capabilities)
        tokens = min(plan.tokens, tasks * TRACE_TOKENS)
        parts = max(1, round(tokens / plan.chunk_tokens))
        looks = (parts + 1) * self.counts[Split.DEV_EVOLVE]  # all by the base; by a part, at most: what was given
        self._add("cold start", Split.DEV_EVOLVE, looks, trained=tokens)
        self.seen.add(("base", Split.DEV_EVOLVE))
        self._measure("cold start: gate", ("base", Split.DEV_GATE), ("cold", Split.DEV_GATE))
        return "cold"

    def _round(self, number: int, pair: str, training: bool) -> str:
        title = f"round {number}"
        self._look(f"{title}: look", pair)
        serving = pair
        if training:
            pair = self._train(title, number)
        for edit in range(1, self._edits + 1):
            candidate = f"{pair}+{number}.{edit}"
            hopes = self.counts[Split.DEV_EVOLVE]  # at most: a change may promise to fix every task
            first = f"{title}: harness change {edit} of {self._edits}, first try"
            self.made.append(self._step(first, Split.DEV_EVOLVE, hopes))
            both = [(p, s) for s in (Split.DEV_GATE, Split.DEV_EVOLVE) for p in (pair, candidate)]
            self._measure(f"{title}: harness change {edit} of {self._edits}", *both)
            pair = candidate
        if pair != serving:
            self._measure(f"{title}: gate", (serving, Split.DEV_GATE), (pair, Split.DEV_GATE))
        return pair

    def _train(self, title: str, number: int) -> str:
        plan = self.config.training
        own = plan.refresh.own * OWN_COPIES
        self._add(f"{title}: train on data", Split.DEV_EVOLVE, own, trained=plan.refresh.budget(number))
        episodes = plan.rl.steps * plan.rl.groups * plan.rl.group_size
        if plan.rl.steps:
            price = self.prices[Split.DEV_EVOLVE]
            step = Step(
                name=f"{title}: online RL",
                episodes=episodes,
                input_tokens=round(price.reads * episodes),
                output_tokens=round(price.writes * episodes),
                trained_tokens=episodes * TRACE_TOKENS,
                updates=plan.rl.steps,
            )
            self.made.append(step)
        self._look(f"{title}: look again", f"round{number}")
        return f"round{number}"

    def _look(self, name: str, pair: str) -> None:
        """Play `dev.evolve` and test what is suspected by replaying failures, with and without the cause repaired."""
        self._measure(name, (pair, Split.DEV_EVOLVE))
        plan = self.config.evolution
        replays = 2 * plan.experiments if plan.strategy is Strategy.DIAGNOSED else 0
        if replays:
            self.made.append(self._step(f"{name}, test causes by replay", Split.DEV_EVOLVE, replays))

    def _measure(self, name: str, *wanted: tuple[str, Split]) -> None:
        """A step that plays every pair on its split, unless it was measured there before."""
        parts = []
        for key in wanted:
            if key not in self.seen:
                self.seen.add(key)
                parts.append(self._step(name, key[1], self.counts[key[1]]))
        if parts:
            self.made.append(_sum(name, parts))

    def _add(self, name: str, split: Split, episodes: int, *, trained: int) -> None:
        updates = -(-trained // (TRACE_TOKENS * ROWS))
        step = self._step(name, split, episodes)
        self.made.append(step.model_copy(update={"trained_tokens": trained, "updates": updates}))

    def _step(self, name: str, split: Split, episodes: int) -> Step:
        price = self.prices[split]
        reads, writes = round(price.reads * episodes), round(price.writes * episodes)
        return Step(name=name, episodes=episodes, input_tokens=reads, output_tokens=writes)


def words(found: Forecast) -> str:
    """The forecast for people: the resolved configuration, what it means, and the steps."""
    played = ", ".join(f"{n} of {total} of {split}" for split, (n, total) in found.tasks.items())
    rows = [("step", "episodes", "read", "written", "trained on", "updates"), *map(_row, (*found.steps, found.total))]
    width = max(len(row[0]) for row in rows)
    table = [f"  {row[0]:{width}}" + "".join(f" {cell:>11}" for cell in row[1:]) for row in rows]
    config = Config.model_validate(found.config)
    return "\n".join(
        [
            "# planloop.yaml, resolved",
            resolved(config),
            f"planner   {found.planner}",
            f"harness   {found.harness}",
            f"tasks     {played} ({found.suite})",
            f"store     {found.store}: run {found.run}, {found.refused or _state(found)}",
            "",
            *table,
            "",
            *(["These are the steps of the whole run: what is done is not repeated."] if found.begun else []),
            "Episodes and updates: at most. Tokens: about. "
            f"Beside them {len(config.bench.baselines)} scripted planners play the test tasks.",
            "nothing was started\nnext: the same command without --dry-run",
        ]
    )


def _state(found: Forecast) -> str:
    """What the command would do with what the store holds."""
    if not found.begun:
        return "a new run"
    done = f"{found.committed} steps are done"
    if found.finished:
        return f"finished: {done}, and only the report is written again"
    if found.waits_for is not None:
        return f"waits until {found.waits_for} is decided (`planloop review show {found.waits_for}`): {done}"
    return f"goes on: {done}"


def _row(step: Step) -> tuple[str, str, str, str, str, str]:
    numbers = (step.episodes, step.input_tokens, step.output_tokens, step.trained_tokens, step.updates)
    one, two, three, four, five = (f"{n:,}" if n else "-" for n in numbers)
    return step.name, one, two, three, four, five


def _sum(name: str, steps: Sequence[Step]) -> Step:
    return Step(
        name=name,
        episodes=sum(s.episodes for s in steps),
        input_tokens=sum(s.input_tokens for s in steps),
        output_tokens=sum(s.output_tokens for s in steps),
        trained_tokens=sum(s.trained_tokens for s in steps),
        updates=sum(s.updates for s in steps),
    )


def _count(config: Config, split: Split, total: int) -> tuple[int, int]:
    wanted = {
        Split.DEV_EVOLVE: config.evolution.evolve_tasks,
        Split.DEV_GATE: config.evolution.gate_tasks,
        Split.TEST: config.bench.tasks,
    }[split]
    return (min(wanted, total) if wanted else total), total


def _price(config: Config, eta: Eta, tasks: Sequence[Task]) -> _Price:
    """What a solved episode reads and writes, from prompts of a sample and the costs that all tasks state."""
    harness, sandbox = Harness(eta), Sandbox()
    hosted = config.planner.kind is PlannerKind.ENDPOINT
    reads = []
    for task in tasks[:: max(1, len(tasks) // SAMPLE)]:
        prompt = harness.episode(task, sandbox, 0, lambda trajectory: None).prompt
        style = SchemaStyle.FULL if hosted else prompt.schemas
        size = sum(map(message_tokens, prompt.messages)) + sum(tool_tokens(t, style) for t in prompt.tools)
        turns = task.reference.tool_calls // HEADROOM + 1
        reads.append(turns * size + RESULT_TOKENS * turns * (turns - 1) // 2)
    limit = config.environment.max_output_tokens
    writes = fmean(min(limit, t.reference.output_tokens // HEADROOM) for t in tasks)
    return _Price(fmean(reads), writes)


def _planner(config: Config) -> str:
    planner = config.planner
    what = "weights are trained" if config.training.enabled else "weights stay as they are"
    if planner.kind is PlannerKind.LOCAL:
        adapter = "" if planner.adapter is None or planner.model == "tiny" else f" with adapter {planner.adapter}"
        return f"{planner.model}{adapter} ({what})"
    where = f" at {planner.base_url}" if planner.base_url else ""
    return f"{planner.kind}: {planner.model}{where} ({what})"

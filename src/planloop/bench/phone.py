"""Playing a frozen phone suite: any planner, any variant of the harness, the score and every trajectory behind it."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from planloop.bench.episodes import STRIDE, Keep, keeping, reopened, repetition
from planloop.bench.invalid import require_measured, with_retries
from planloop.bench.planners import make_planner
from planloop.bench.registry import BenchOptions, BenchReport
from planloop.bench.score import score
from planloop.bench.suite import Suite, load_suite
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split, Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.data.quota import SHARES
from planloop.environments.sandbox import Sandbox
from planloop.evolution.ports import Voice
from planloop.harness.harness import Harness
from planloop.harness.mode import Exposure, HarnessMode
from planloop.harness.recorder import Labels
from planloop.planners.base import Planner

STAGES = {Split.TEST: Stage.BENCH, Split.DEV_EVOLVE: Stage.DIAGNOSIS, Split.DEV_GATE: Stage.GATE}


def run(options: BenchOptions, voice: Voice) -> BenchReport:
    """Play a split of the suite and score it on the full denominator. Every episode is written to `options.out` when it
    ends, and not played again where it is there already; too many invalid ones are no measurement, which is refused."""
    suite = load_suite(options.suite)
    split = _choice(Split, options.split, "--split")
    if split not in STAGES:
        raise PlanloopError("train tasks are no benchmark", cure=f"use --split {', '.join(STAGES)}")
    tasks = limited(suite.tasks(split, STAGES[split]), options.limit)
    harness = Harness(
        mode=_choice(HarnessMode, options.harness, "--harness"),
        exposure=_choice(Exposure, options.exposure, "--exposure"),
    )
    specs = {s.name: s for s in harness.specs(Sandbox(suite.storey))}
    voice.stage(f"{suite.name}, {split}: {len(tasks)} tasks, planner {options.planner}, harness {options.harness}")
    planner = make_planner(options.planner, suite.solutions(split), specs, options.api_key_env, suite.storey)
    earlier = reopened(options.out, planner.name, harness.version(), suite.name, options.seed)
    with keeping(options.out) as keep:
        trajectories = play(
            planner, harness, tasks, suite, options.seed, voice, repeats=options.repeats, earlier=earlier, keep=keep
        )
    require_measured(trajectories, f"suite {suite.name}")
    value = {
        "suite": suite.name,
        "split": split.value,
        "planner": planner.name,
        "harness": harness.version(),
        "exposure": options.exposure,
        "repeats": options.repeats,
        **score(tasks, trajectories, options.repeats, seed=options.seed),
    }
    if options.price is not None:
        value["cost"]["price_per_1000_tasks"] = options.price.of(value["cost"]) * 1000
    if options.out is not None:
        value["trajectories"] = str(options.out)
    return BenchReport(value, table(value))


def play(
    planner: Planner,
    harness: Harness,
    tasks: Sequence[Task],
    suite: Suite,
    seed: int,
    voice: Voice,
    *,
    repeats: int = 1,
    earlier: Sequence[Trajectory] = (),
    keep: Keep = lambda trajectory: None,
) -> list[Trajectory]:
    """`repeats` trajectories per task, in order; invalid episodes are tried again with another seed (rule 4).

    What is valid among `earlier` ones is not played again. Every episode that ends here is given to `keep`.
    """
    ended = {(t.task_key, repetition(t, seed)): t for t in earlier if t.valid}
    labels = Labels(planner.name, suite.name)
    wanted = [(task, number) for number in range(repeats) for task in tasks]
    slots = {(task.key, number) for task, number in wanted}

    def collect(trajectory: Trajectory) -> None:
        keep(trajectory)
        ended[trajectory.task_key, repetition(trajectory, seed)] = trajectory
        voice.progress(sum(t.valid for slot, t in ended.items() if slot in slots), len(wanted), "episodes")

    def left() -> list[tuple[Task, int]]:
        return [(t, n) for t, n in wanted if (t.key, n) not in ended or not ended[t.key, n].valid]

    def again(missing: list[tuple[Task, int]], attempt: int) -> None:
        planner.play(
            harness.episode(task, Sandbox(), seed + STRIDE * number + attempt, collect, labels)
            for task, number in missing
        )

    voice.progress(len(wanted) - len(left()), len(wanted), "episodes")
    with_retries(left, again)
    return [ended[t.key, n] for t in tasks for n in range(repeats) if (t.key, n) in ended]


def limited(tasks: Sequence[Task], limit: int | None) -> list[Task]:
    """At most `limit` tasks, the dimensions in their proportions, always the same ones."""
    if limit is None or limit >= len(tasks):
        return list(tasks)
    if limit < 1:
        raise PlanloopError("--limit must be at least 1", cure="give a positive number, or leave it out")
    shuffled = list(tasks)
    random.Random("limit").shuffle(shuffled)
    chosen: set[str] = set()
    for dimension, share in SHARES.items():
        same = [t.key for t in shuffled if t.capability.dimension is dimension]
        chosen.update(same[: int(limit * share)])
    rest = (t.key for t in shuffled if t.key not in chosen)
    chosen.update(key for key, _ in zip(rest, range(limit - len(chosen)), strict=False))
    return [t for t in tasks if t.key in chosen]


def table(value: dict[str, Any]) -> str:
    """The scores for people."""
    lines = [
        f"{value['suite']}  {value['split']}  {value['planner']}  harness {value['harness']}",
        _line("Overall", value, "overall"),
        *(_line(name, value["dimensions"], name) for name in _names(value["dimensions"])),
        *(_line(f"  {name}", value["behaviours"], name) for name in _names(value["behaviours"])),
        f"{value['episodes']} episodes, {value['invalid']} invalid; per task {value['cost']['input_tokens']:.0f} input "
        f"and {value['cost']['output_tokens']:.0f} output tokens, {value['cost']['tool_calls']:.2f} tool calls",
    ]
    if "price_per_1000_tasks" in value["cost"]:
        lines.append(f"price of 1,000 tasks: {value['cost']['price_per_1000_tasks']:.2f}")
    return "\n".join(lines)


def _names(rates: dict[str, float]) -> list[str]:
    return [name for name in rates if f"{name}_lo" in rates]


def _line(label: str, rates: dict[str, Any], name: str) -> str:
    low, high, count = (rates[f"{name}_{suffix}"] for suffix in ("lo", "hi", "n"))
    return f"{label:32} {rates[name]:6.1f}  [{low:5.1f}, {high:5.1f}]  n={count}"


def _choice(kind: Any, text: str, option: str) -> Any:
    try:
        return kind(text)
    except ValueError:
        legal = ", ".join(v.value for v in kind)
        raise PlanloopError(f"{option} {text!r} is not known", cure=f"use one of {legal}") from None

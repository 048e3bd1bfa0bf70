"""`python -m benchmarks.refresh`: what a round's training teaches, and what it costs of what the planner can do.

From the packaged base adapter, each method trains on the same solved train tasks: some of what the base was given,
the rest of what it never saw. Before and after, the frozen solutions of `dev.evolve` are scored under teacher forcing:
surprisal in nats per task of the tokens of its calls, and of the closing text where that is judged. Nothing is sampled,
so small differences show that a play of 180 tasks would hide in chance; `sure` are the tasks whose every such token
has a probability above a half. Methods: `adapter` trains the adapter itself, `random` trains fresh directions beside
it, `contrast` begins them where new and known tasks differ, `damped` also has them write less where known tasks are
sensitive (what a round does). Of what fresh directions learnt, each of `--strengths` is kept in turn.
`--store` takes the data release of a round of a finished run instead of a small lesson,
and the weights that the round began with; `--seeds` are then those of the updates.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from statistics import fmean, stdev
from typing import TYPE_CHECKING, Any

from planloop.bench.suite import Suite, load_suite
from planloop.config.model import FIRST_CAPABILITIES, RefreshConfig
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split, Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.version import Checkpoint
from planloop.data.generate import train_tasks
from planloop.data.quota import by_group
from planloop.data.teach import Classroom
from planloop.environments.sandbox import Sandbox
from planloop.evolution.steps.train import CLUSTER, ROWS, UNREAD, UP_RATIO, WARMUP, by_purpose, rows_of
from planloop.store.errors import StoreError
from planloop.store.store import Store
from planloop.training.base import PACKAGED

if TYPE_CHECKING:
    from planloop.training.rows import TrainRow
    from planloop.training.student import Student

METHODS = ("adapter", "random", "contrast", "damped")
KINDS = ("known", "new")
CELLS = (*KINDS, *(f"{kind}_sure" for kind in KINDS))
SURE = -math.log(2)  # log-probability of a half
OVERSIZE = 90  # packed tokens that a task adds, at least: enough tasks are made for the budget


@dataclass(frozen=True)
class Lesson:
    """Rows to learn from, what is known and what is new, and the adapter that learns them."""

    known: list[TrainRow]
    new: list[TrainRow]
    start: Path


@dataclass(frozen=True)
class Exam:
    """Solved tasks of `dev.evolve` as rows, with nothing learnt but what is judged."""

    rows: list[TrainRow]
    known: list[bool]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure every method on every seed, and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="benchmarks.refresh", description=__doc__)
    parser.add_argument("--methods", default=",".join(METHODS))
    parser.add_argument("--seeds", default="0")
    parser.add_argument(
        "--tokens", type=int, default=40_000, help="tokens of the tasks, before small updates tear shared prompts apart"
    )
    parser.add_argument("--known", type=float, default=RefreshConfig().preservation, help="share of what is known")
    parser.add_argument(
        "--strengths", default="0.8,1", help="parts of what fresh directions learnt that are kept and scored"
    )
    parser.add_argument("--store", type=Path, help="store of a finished run, whose lesson is learnt again")
    parser.add_argument("--round", type=int, default=1, help="which of its refreshes, from 1")
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    methods = options.methods.split(",")
    if wrong := sorted({*methods} - {*METHODS}):
        parser.error(f"no method {wrong[0]}: use some of {', '.join(METHODS)}")
    try:
        strengths = sorted({float(s) for s in options.strengths.split(",")}, reverse=True)
    except ValueError:
        strengths = []
    if not strengths or not 0 < strengths[-1] <= strengths[0] <= 1:
        parser.error(f"--strengths {options.strengths}: give numbers above 0 up to 1, e.g. 0.8,1")
    options.strengths = strengths
    if not all(part.isdecimal() for part in options.seeds.split(",")):
        parser.error(f"--seeds {options.seeds}: give whole numbers with commas between them, e.g. 0,1,2")
    try:
        found = measure(methods, [int(s) for s in options.seeds.split(",")], options)
    except (PlanloopError, StoreError) as error:
        print(f"benchmarks.refresh: {error}", file=sys.stderr)
        sys.exit(2)
    print(json.dumps(found, indent=2) if options.json else table(found))


def measure(methods: Sequence[str], seeds: Sequence[int], options: argparse.Namespace) -> dict[str, Any]:
    """Surprisal before, and after each method by seed and strength."""
    from planloop.training.student import Student

    student = Student("smollm2", threads=options.threads)
    exam = examination(student, load_suite())
    out: dict[str, Any] = {"tokens": options.tokens, "known_share": options.known, "seeds": list(seeds), "runs": []}
    with tempfile.TemporaryDirectory() as folder:
        held = lesson_of_run(options.store, options.round, Path(folder)) if options.store else None
        if held is not None:
            out |= _sizes(held)
        out["before"] = score(student.learner(held.start if held else PACKAGED), exam)
        for seed in seeds:
            lesson = held or lesson_of(student, seed, options.tokens, options.known)
            out["runs"] += _runs(student, exam, lesson, methods, seed, options.strengths)
    return out


def _sizes(lesson: Lesson) -> dict[str, Any]:
    """What a lesson of a run holds: tokens of its rows one by one, and the share of the known."""
    known, new = (sum(len(row.ids) for row in rows) for rows in (lesson.known, lesson.new))
    return {"tokens": known + new, "known_share": known / (known + new)}


def _runs(
    student: Student, exam: Exam, lesson: Lesson, methods: Sequence[str], seed: int, strengths: Sequence[float]
) -> list[dict[str, Any]]:
    from planloop.training.growth import settle

    out = []
    for method in methods:
        print(f"{method}, seed {seed}", file=sys.stderr, flush=True)
        began = time.perf_counter()
        model, updates, packed = train(student, lesson, method, seed)
        spent = {"updates": updates, "packed_tokens": packed, "seconds": round(time.perf_counter() - began, 1)}
        kept = 1.0
        for strength in [1.0] if method == "adapter" else strengths:
            settle(model, RefreshConfig().rank, strength / kept)
            kept = strength
            run = {"method": method, "seed": seed, "strength": strength}
            out.append(run | spent | score(model, exam))
    return out


def lesson_of(student: Student, seed: int, tokens: int, known: float) -> Lesson:
    """Solved train tasks, `known` of the tokens of capabilities that the base was given."""
    given = list(FIRST_CAPABILITIES)
    parts = (given, known), ([g for g in by_group() if g not in given], 1 - known)
    made = []
    for capabilities, share in parts:
        rows = _rows(student, train_tasks(capabilities, max(1, round(share * tokens / OVERSIZE)), seed))
        random.Random(seed).shuffle(rows)
        made.append(_cut(rows, round(share * tokens)))
    return Lesson(made[0], made[1], PACKAGED)


def lesson_of_run(folder: Path, number: int, work: Path) -> Lesson:
    """What refresh `number` of a finished run learnt from, and the weights that it began with, unpacked in `work`.

    Raises `PlanloopError` where the store has no such refresh, or its release tells nothing apart.
    """
    with Store.open(folder, readonly=True) as store:
        trained = [found for found in store.all(Checkpoint) if found.training.get("directions")]
        if not 0 < number <= len(trained):
            raise PlanloopError(
                f"has {len(trained)} refreshes, not {number}",
                place=str(folder),
                cure="give --round one of those, or the store of another run",
            )
        checkpoint = trained[number - 1]
        data = checkpoint.trained_on[-1]
        known, new = by_purpose(store, data, rows_of(store, data, UNREAD))
        if not known or not new:
            raise PlanloopError(
                "holds nothing that only preserves, or nothing else, so there is nothing to tell apart",
                place=data,
                cure="give the store of a run that diagnoses (evolution.strategy: diagnosed)",
            )
        return Lesson(known, new, store.materialise(str(checkpoint.parent), work / "start"))


def train(student: Student, lesson: Lesson, method: str, seed: int) -> tuple[Any, int, int]:
    """Train as a round does; the model, the number of updates, and the packed tokens that they computed."""
    from planloop.training.coldstart import BatchSettings, cold_start, plan_batches
    from planloop.training.contrast import contrast
    from planloop.training.growth import grow
    from planloop.training.sensitivity import sensitivity
    from planloop.training.trainer import Trainer, TrainSettings

    plan = RefreshConfig()
    model = student.learner(lesson.start)
    if method != "adapter":
        reader = Trainer(model, TrainSettings(shared_gradient=False))
        told = contrast(reader, lesson.known, lesson.new, plan.rank) if method in ("contrast", "damped") else None
        grow(model, plan.rank, seed, told, sensitivity(reader, lesson.known, seed) if method == "damped" else None)
    rows = [*lesson.known, *lesson.new]
    batches = BatchSettings(rows=ROWS, cluster=CLUSTER, seed=seed)
    steps = len(plan_batches(rows, batches))
    settings = TrainSettings(
        learning_rate=plan.learning_rate,
        up_ratio=1.0 if method == "adapter" else UP_RATIO,
        total_steps=steps,
        warmup_steps=min(WARMUP, steps),
        shared_gradient=method == "adapter",
    )
    packed: list[int] = []
    cold_start(Trainer(model, settings), rows, batches, progress=lambda p: packed.append(p.report.packed_tokens))
    return model, steps, sum(packed)


def examination(student: Student, suite: Suite) -> Exam:
    """`dev.evolve` as rows."""
    tasks = suite.tasks(Split.DEV_EVOLVE, Stage.DIAGNOSIS)
    known = suite.solutions(Split.DEV_EVOLVE)
    pairs = [(task, known[task.key]) for task in tasks]
    rows = [_judged(row, task) for row, task in zip(_rows(student, pairs), tasks, strict=True)]
    return Exam(rows, [task.capability.group in FIRST_CAPABILITIES for task in tasks])


def score(model: Any, exam: Exam) -> dict[str, float]:
    """Mean surprisal in nats per task, and the share of tasks that are sure in percent, of what is known and new."""
    from planloop.training.trainer import Trainer, TrainSettings

    logps = Trainer(model, TrainSettings()).logps(exam.rows)
    out = {}
    for name in KINDS:
        mine = [found for found, k in zip(logps, exam.known, strict=True) if k is (name == "known")]
        out[name] = round(fmean(-sum(found) for found in mine), 3)
        out[f"{name}_sure"] = round(100 * fmean(all(x > SURE for x in found) for found in mine), 1)
    return out


def _rows(student: Student, pairs: Sequence[tuple[Task, Any]]) -> list[TrainRow]:
    from planloop.harness.harness import Harness
    from planloop.training.rows import sft_rows

    classroom = Classroom(Harness(), student.renderer, Sandbox())
    played: list[Trajectory] = [classroom.play(task, solution) for task, solution in pairs]
    kinds = (task.capability.group for task, _ in pairs)
    return [replace(row, kind=kind) for t, kind in zip(played, kinds, strict=True) for row in sft_rows([t])[:1]]


def _judged(row: TrainRow, task: Task) -> TrainRow:
    """Without the closing text where no criterion reads it."""
    return row if task.reads_closing else row.weighed(0.0, row.closing)


def _cut(rows: Sequence[TrainRow], tokens: int) -> list[TrainRow]:
    """The first rows whose packed tokens fit: what each adds after its neighbour in the order of their prompts."""
    from planloop.training.tree import common_prefix

    order = sorted(range(len(rows)), key=lambda i: rows[i].ids)
    cost = {i: len(rows[i].ids) for i in order[:1]}
    cost |= {b: len(rows[b].ids) - common_prefix(rows[a].ids, rows[b].ids, 0) for a, b in pairwise(order)}
    chosen: list[TrainRow] = []
    for number, row in enumerate(rows):
        tokens -= cost[number]
        if tokens < 0:
            break
        chosen.append(row)
    return chosen


def table(found: dict[str, Any]) -> str:
    """Mean over the seeds, with their spread where there are several."""
    lines = [
        f"tasks of {found['tokens']} tokens, {100 * found['known_share']:.0f} % known; nats per task of dev.evolve"
    ]
    heads = ("known", "new", "sure, known %", "sure, new %")
    lines.append(f"{'method':<10} {'kept':>5}" + "".join(f"{h:>15}" for h in heads) + "  updates   packed      s")
    lines.append(f"{'(before)':<10} {'':>5}" + "".join(f"{found['before'][k]:>15.2f}" for k in CELLS))
    for method, kept in dict.fromkeys((run["method"], run["strength"]) for run in found["runs"]):
        runs = [run for run in found["runs"] if (run["method"], run["strength"]) == (method, kept)]
        cells = "".join(f"{_spread([run[kind] for run in runs]):>15}" for kind in CELLS)
        spent = f"{runs[0]['updates']:>8} {runs[0]['packed_tokens']:>8} {runs[0]['seconds']:>6.0f}"
        lines.append(f"{method:<10} {kept:>5}{cells} {spent}")
    return "\n".join(lines)


def _spread(values: Sequence[float]) -> str:
    return f"{fmean(values):.2f}" + (f" +-{stdev(values):.2f}" if len(values) > 1 else "")


if __name__ == "__main__":
    main()

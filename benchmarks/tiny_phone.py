"""A tiny planner that has seen the phone: made from a seed, trained for a minute on solved train tasks, and cached.

It solves few tasks. It writes real calls over several turns, which is what a measurement of the machinery needs.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.contract.trajectory import Trajectory
from planloop.data.generate import Factory
from planloop.data.teach import Classroom
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.planners.base import SchemaStyle
from planloop.planners.local import load_local
from planloop.planners.render.signature import tool_line
from planloop.planners.tiny import TinyShape, make_tiny

Pair = tuple[Task, Solution]


def train_pairs(count: int, seed: int) -> list[Pair]:
    """`count` train tasks in the suite's proportions, with their solutions."""
    return Factory(Split.TRAIN).balanced(count, seed)


def trained_tiny(
    work: Path, pairs: Sequence[Pair], *, epochs: float, seed: int = 0, shape: TinyShape | None = None
) -> Path:
    """The folder of the trained planner under `work`; the same tasks and settings are trained once only."""
    folder = work / f"tiny-{len(pairs)}-{epochs:g}-{seed}"
    if (folder / "trained").exists():
        return folder
    harness, sandbox = Harness(), Sandbox()
    specs = {s.name: s for s in harness.specs(sandbox)}
    plain = Classroom(harness, None, sandbox)
    texts = [tool_line(spec, SchemaStyle.COMPACT) for spec in specs.values()]
    for task, solution in pairs:
        texts += _texts(plain.play(task, solution))
    make_tiny(folder, texts, shape, seed)
    _train(folder, harness, pairs, epochs, seed)
    (folder / "trained").touch()
    return folder


def _texts(trajectory: Trajectory) -> list[str]:
    calls = [call for message in trajectory.messages for call in message.tool_calls]
    values = [f" {call.name} {key}: {value}" for call in calls for key, value in call.arguments.items()]
    return [*(f" {message.content}" for message in trajectory.messages[1:]), *values]


def _train(folder: Path, harness: Harness, pairs: Sequence[Pair], epochs: float, seed: int) -> None:
    from planloop.training.coldstart import BatchSettings, Progress, cold_start, plan_batches
    from planloop.training.rows import sft_rows
    from planloop.training.trainer import Trainer, TrainSettings

    planner = load_local(folder, dtype="float32")
    teach = Classroom(harness, planner.renderer, Sandbox())
    rows = sft_rows(lesson for lesson in (teach.play(task, solution) for task, solution in pairs) if lesson.success)
    batches = BatchSettings(rows=16, cluster=8, epochs=epochs, seed=seed)
    steps = len(plan_batches(rows, batches))
    model = planner.engine.model
    trainer = Trainer(model, TrainSettings(learning_rate=3e-3, total_steps=steps, warmup_steps=10, pack_tokens=4096))

    def tell(progress: Progress) -> None:
        if progress.batch % 20 == 0 or progress.batch == progress.batches:
            loss, left = progress.report.loss, progress.eta_seconds
            print(
                f"tiny: step {progress.batch}/{steps} loss {loss:.2f}, {left:.0f} s left", file=sys.stderr, flush=True
            )

    cold_start(trainer, rows, batches, progress=tell)
    model.save_pretrained(folder)

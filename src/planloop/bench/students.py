"""Students: the planner of a configuration as something to train, with the checkpoint it starts from."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from planloop.config.model import PlannerConfig, PlannerKind
from planloop.contract.errors import PlanloopError
from planloop.training.student import Student

TINY = "tiny"
ADAPTERS = Path(__file__).parents[1] / "planners" / "adapters"
TINY_TASKS = 60


class Starter(NamedTuple):
    """A student and the folder of its first checkpoint."""

    student: Student
    base: Path


def starter(planner: PlannerConfig, root: Path, threads: int) -> Starter:
    """The student of `planner`. `root` is the store's folder, where the tiny planner's base is made.

    Raises `PlanloopError` for a planner that cannot be trained, or where the base adapter is missing.
    """
    if planner.kind is not PlannerKind.LOCAL:
        raise PlanloopError(
            f"is {planner.kind}, and `planloop run` trains weights, which only a local planner has",
            place="planner.kind",
            cure="set it to local; to measure a hosted model use `planloop bench --planner endpoint:MODEL@URL`",
        )
    if planner.model == TINY:
        folder = root / "tiny"
        if not (folder / "config.json").is_file():
            _make_tiny(folder)
        return Starter(Student(folder, whole=True, threads=threads), folder)
    adapter = ADAPTERS / planner.adapter if planner.adapter in _packaged() else Path(planner.adapter or "")
    if planner.adapter is None:
        raise PlanloopError(
            "is null: a run trains a LoRA adapter and needs one to start from",
            place="planner.adapter",
            cure="set it to base, or to the folder of a peft adapter for this model",
        )
    if not (adapter / "adapter_config.json").is_file():
        raise PlanloopError(
            f"there is no adapter {planner.adapter!r} to start from",
            place=str(ADAPTERS / planner.adapter),
            cure="run `make base`, which trains it, or name the folder of a peft adapter in planner.adapter",
        )
    return Starter(Student(planner.model, threads=threads), adapter)


def _packaged() -> set[str]:
    """Adapters that come with planloop; `base` counts even before it was made."""
    found = {p.parent.name for p in ADAPTERS.glob("*/adapter_config.json")}
    return {"base", *found}


def _make_tiny(folder: Path) -> None:
    """A tiny planner with random weights, and a vocabulary learnt from solved train tasks; the same every time."""
    import shutil

    from transformers.utils import logging

    from planloop.data.generate import train_tasks
    from planloop.data.teach import Classroom
    from planloop.environments.sandbox import Sandbox
    from planloop.harness.harness import Harness
    from planloop.planners.render.signature import signature
    from planloop.planners.tiny import make_tiny

    sandbox, harness = Sandbox(), Harness()
    classroom = Classroom(harness, None, sandbox)
    texts = [signature(spec) for spec in harness.specs(sandbox)]
    for task, solution in train_tasks(["tool_use/grounding", "tool_use/dependency"], TINY_TASKS, 0):
        for message in classroom.play(task, solution).messages:
            texts.append(message.content)
            texts.extend(f"{c.name} {c.arguments}" for c in message.tool_calls)
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    partial = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    make_tiny(partial, texts)
    partial.replace(folder)

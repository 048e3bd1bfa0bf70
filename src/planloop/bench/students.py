"""Students: the planner of a configuration as what a run works with, and the checkpoint it starts from."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from planloop.bench.planners import SCRIPTED, make_planner
from planloop.config.model import PlannerConfig, PlannerKind, TrainingConfig
from planloop.contract.errors import PlanloopError
from planloop.contract.task import Solution
from planloop.planners.base import Planner
from planloop.planners.installed import require_local
from planloop.training.fixed import Fixed
from planloop.training.student import Student

TINY = "tiny"
ADAPTERS = Path(__file__).parents[1] / "planners" / "adapters"
TINY_TASKS = 60


class Starter(NamedTuple):
    """A planner that plays, and learns where it is a student, and the folder of its first checkpoint."""

    student: Student | Fixed
    base: Path


def starter(planner: PlannerConfig, root: Path, threads: int, solutions: Mapping[str, Solution]) -> Starter:
    """What `planner` names. `root` is the store's folder, where a first checkpoint is made that does not exist yet;
    `solutions` serve scripted planners.

    Raises `PlanloopError` where the base adapter or the endpoint's key is missing, or the endpoint does not answer.
    """
    if planner.kind is not PlannerKind.LOCAL:
        fixed = _endpoint(planner) if planner.kind is PlannerKind.ENDPOINT else _scripted(planner, solutions)
        return Starter(fixed, fixed.describe(root / "planner"))
    require_local()
    if planner.model == TINY:
        folder = root / "tiny"
        if not (folder / "config.json").is_file():
            _make_tiny(folder)
        return Starter(Student(folder, whole=True, threads=threads), folder)
    return Starter(Student(planner.model, threads=threads), _adapter(planner))


def require_usable(planner: PlannerConfig) -> None:
    """Raise `PlanloopError` where `starter` would for want of an adapter or a key; makes and loads nothing."""
    if planner.kind is PlannerKind.ENDPOINT:
        from planloop.planners.chat_client import read_key

        read_key(planner.api_key_env, f"endpoint {planner.base_url}")
    elif planner.kind is PlannerKind.SCRIPTED and planner.model not in SCRIPTED:
        raise PlanloopError(
            f"there is no scripted planner {planner.model!r}", place="planner.model", cure=f"use {', '.join(SCRIPTED)}"
        )
    elif planner.kind is PlannerKind.LOCAL:
        require_local()
        if planner.model != TINY:
            _require_folder(planner.model)
            _adapter(planner)


def _require_folder(model: str) -> None:
    """Refuse what can only be a path and holds no model; a name may still be fetched."""
    if model == "smollm2":
        return
    path = Path(model)
    path_like = path.is_absolute() or model.startswith((".", "~")) or path.exists()
    if path_like and not (path / "config.json").is_file():
        raise PlanloopError(
            f"{model!r} is not the folder of a model: it holds no config.json",
            place="planner.model",
            cure="give a Hugging Face model folder, a model name, or smollm2",
        )


def require_teachable(training: TrainingConfig) -> None:
    """Raise `PlanloopError` where the cold start asks for a capability that no task can be made of."""
    from planloop.data.generate import require_known

    if training.enabled:
        require_known(training.cold_start.capabilities, "training.cold_start.capabilities")


def _adapter(planner: PlannerConfig) -> Path:
    """The folder of the adapter that a local planner starts from."""
    if planner.adapter is None:
        raise PlanloopError(
            "is null: a run trains a LoRA adapter and needs one to start from",
            place="planner.adapter",
            cure="set it to base, or to the folder of a peft adapter for this model",
        )
    adapter = ADAPTERS / planner.adapter if planner.adapter in _packaged() else Path(planner.adapter)
    if not (adapter / "adapter_config.json").is_file():
        raise PlanloopError(
            f"there is no adapter {planner.adapter!r} to start from",
            place=str(ADAPTERS / planner.adapter),
            cure="run `make base`, which trains it, or name the folder of a peft adapter in planner.adapter",
        )
    return adapter


def _endpoint(planner: PlannerConfig) -> Fixed:
    """A hosted model. Its key is read from the environment and kept in memory only."""
    from planloop.planners.chat_client import open_client
    from planloop.planners.endpoint import EndpointPlanner, Sampling

    client = open_client(str(planner.base_url), planner.model, planner.api_key_env)
    client.check()

    def make(temperature: float) -> Planner:
        return EndpointPlanner(client, sampling=Sampling(temperature=temperature))

    return Fixed({"kind": planner.kind.value, "model": planner.model, "base_url": planner.base_url}, make)


def _scripted(planner: PlannerConfig, solutions: Mapping[str, Solution]) -> Fixed:
    from planloop.environments.sandbox import Sandbox
    from planloop.harness.harness import Harness

    specs = {s.name: s for s in Harness().specs(Sandbox())}
    script = partial(make_planner, f"scripted:{planner.model}", solutions, specs)
    return Fixed({"kind": planner.kind.value, "model": planner.model}, lambda temperature: script())


def _packaged() -> set[str]:
    """Adapters that come with planloop; `base` counts even before it was made."""
    found = {p.parent.name for p in ADAPTERS.glob("*/adapter_config.json")}
    return {"base", *found}


def _make_tiny(folder: Path) -> None:
    """A tiny planner with random weights, and a vocabulary learnt from solved train tasks; the same every time."""
    import shutil

    from planloop.data.generate import train_tasks
    from planloop.data.teach import Classroom
    from planloop.environments.sandbox import Sandbox
    from planloop.harness.harness import Harness
    from planloop.planners.bars import no_bars
    from planloop.planners.render.signature import signature
    from planloop.planners.tiny import make_tiny

    sandbox, harness = Sandbox(), Harness()
    classroom = Classroom(harness, None, sandbox)
    texts = [signature(spec) for spec in harness.specs(sandbox)]
    for task, solution in train_tasks(["tool_use/grounding", "tool_use/dependency"], TINY_TASKS, 0):
        for message in classroom.play(task, solution).messages:
            texts.append(message.content)
            texts.extend(f"{c.name} {c.arguments}" for c in message.tool_calls)
    no_bars()
    partial = folder.with_name(f"{folder.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    partial.mkdir(parents=True)
    make_tiny(partial, texts)
    partial.replace(folder)

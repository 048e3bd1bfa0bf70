"""`planloop trace export`: a data release as chat JSONL, for any trainer that reads messages with a loss mask."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.cli.stores import DEFAULT_STORE, refusals

if TYPE_CHECKING:
    from planloop.contract.tool import ToolSpec
    from planloop.contract.trajectory import Trajectory
    from planloop.store.store import Store


def export(
    release: Annotated[str, typer.Argument(metavar="RELEASE", help="A data release; a run's report names its own.")],
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    store: Annotated[Path, typer.Option("--store", help="The store's folder.")] = DEFAULT_STORE,
    as_json: JsonFlag = False,
) -> None:
    """Write a data release as OpenAI chat JSONL: a conversation per line with its tools and the weight of its loss, and
    a loss mask per message."""
    from planloop.contract.chat import export_trajectory
    from planloop.contract.errors import PlanloopError
    from planloop.contract.split import Stage
    from planloop.contract.version import DataRelease
    from planloop.store.store import Store

    with refusals(store), Store.open(store, readonly=True) as held:
        weights = {m.trajectory_id: m.weight for m in held.get(DataRelease, release).members}
        specs = _specs(held)
        lines = [
            line
            for trajectory in held.trajectories(stage=Stage.TRAINING, ids=list(weights))
            for line in export_trajectory(trajectory, _tools(trajectory, specs), weights[trajectory.id])
        ]
    if out.is_dir():
        raise PlanloopError("is a folder", place=str(out), cure="name a file in it")
    partial = out.with_name(f"{out.name}.partial")
    out.parent.mkdir(parents=True, exist_ok=True)
    partial.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    partial.replace(out)
    value = {"release": release, "conversations": len(lines), "file": str(out)}
    Output(as_json).result(value, f"{len(lines)} conversations in {out}\nnext: planloop trace show {out}")


def _tools(trajectory: Trajectory, specs: Mapping[str, ToolSpec]) -> list[ToolSpec]:
    """What was exposed. Loaders of a world's own skills are in no harness, and say no more than their names."""
    from planloop.contract.action import SKILL_PREFIX
    from planloop.harness.skills import loader_spec, skill_name

    named = dict.fromkeys(name for segment in trajectory.segments for name in segment.tool_names)
    loaders = {name: loader_spec(skill_name(name)) for name in named if name.startswith(SKILL_PREFIX)}
    known = loaders | dict(specs)
    return [known[name] for name in named]


def _specs(store: Store) -> dict[str, ToolSpec]:
    """Every tool of the phone and of the harness versions in this store; where versions differ, the newest."""
    from planloop.contract.version import HarnessVersion
    from planloop.environments.sandbox import Sandbox
    from planloop.harness.eta import Eta
    from planloop.harness.harness import Harness
    from planloop.phone.storey import Storey

    sandbox = Sandbox(Storey.FULL)
    found: dict[str, ToolSpec] = {}
    for version in store.all(HarnessVersion):
        files = {name: store.blobs.get(address).decode() for name, address in version.tree.files.items()}
        found |= {spec.name: spec for spec in Harness(Eta.parse(files, version.id)).specs(sandbox)}
    return found

"""`python -m planloop.bench.bfcl_main`: BFCL multi-turn for one planner, one JSON object last on stdout."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from planloop.bench.bfcl import BfclRun, report, save
from planloop.bench.bfcl_episode import EpisodeLimits
from planloop.bench.server import LlamaServer, ServerOptions
from planloop.bench.venvs import Peer, peer_python
from planloop.contract.errors import PlanloopError
from planloop.environments.base import InfrastructureError
from planloop.environments.bfcl.suite import STEPS_PER_TURN, BfclTask, Category
from planloop.harness.mode import HarnessMode
from planloop.planners import scripted
from planloop.planners.base import Planner
from planloop.planners.chat_client import ChatClient
from planloop.planners.constrained import Bounds
from planloop.planners.endpoint import CallPolicy, EndpointPlanner, ReplyFormat

LOCAL_BOUNDS = Bounds(string=48, items=3, calls=2, text=80)
LOCAL_TURN_TOKENS = 448


def run_bfcl(
    planner: str,
    *,
    tasks: int | None = None,
    category: Category = Category.BASE,
    limits: EpisodeLimits | None = None,
    mode: HarnessMode = HarnessMode.OFF,
    out: Path | None = None,
    progress: bool = False,
) -> dict[str, object]:
    """Play `tasks` tasks (all when None) and give the report. `planner` as in the module text of `bench.bfcl`."""
    run = BfclRun(peer_python(Peer.BFCL), category, limits or EpisodeLimits(), mode=mode, progress=progress)
    try:
        with make_planner(planner, run.suite) as player:
            results = run.play(player, tasks)
    finally:
        run.close()
    if out is not None:
        save(results, out)
    return {"suite": f"bfcl/{category}", "planner": planner, "harness": mode.value, **report(results)}


@contextmanager
def make_planner(name: str, suite: tuple[BfclTask, ...]) -> Iterator[Planner]:
    """The planner of that name; a local model's server lives as long as the block."""
    solutions = {item.task.key: item.solution for item in suite}
    makers: dict[str, Callable[[], Planner]] = {
        "scripted:oracle": lambda: scripted.oracle(solutions),
        "scripted:nothing": lambda: scripted.nothing(),
        "scripted:droplast": lambda: scripted.droplast(solutions),
    }
    if name in makers:
        yield makers[name]()
    elif name == "local":
        with LlamaServer(options=ServerOptions()) as server:
            client = ChatClient(server.url, server.model, timeout_s=300.0)
            yield EndpointPlanner(
                client,
                reply_format=ReplyFormat.JSON_OBJECT,
                bounds=LOCAL_BOUNDS,
                call_policy=CallPolicy.REQUIRED,
                concurrency=1,
            )
            if server.died():
                print(f"planloop: {server.died()}", file=sys.stderr)
    elif name.startswith("endpoint:") and name.count(":") >= 3:
        url, _, model = name.removeprefix("endpoint:").rpartition(":")
        yield EndpointPlanner(ChatClient(url, model, api_key=os.environ.get("OPENAI_API_KEY")))
    else:
        legal = ", ".join([*makers, "local", "endpoint:URL:MODEL"])
        raise PlanloopError(f"unknown planner {name}", place="--planner", cure=f"use one of {legal}")


def main(
    planner: Annotated[str, typer.Option(help="scripted:oracle|nothing|droplast, local, endpoint:URL:MODEL.")],
    tasks: Annotated[int | None, typer.Option(help="How many tasks, spread evenly; all by default.")] = None,
    category: Annotated[Category, typer.Option(help="The BFCL category.")] = Category.BASE,
    steps: Annotated[int, typer.Option(help="Steps a user turn may take.")] = STEPS_PER_TURN,
    harness: Annotated[HarnessMode, typer.Option(help="on: checks, notices, compact results; off: as BFCL.")] = (
        HarnessMode.OFF
    ),
    out: Annotated[Path | None, typer.Option(help="Write the trajectories here (JSONL).")] = None,
) -> None:
    """Run BFCL multi-turn; progress goes to stderr."""
    turn_tokens = LOCAL_TURN_TOKENS if planner == "local" else EpisodeLimits().turn_tokens
    limits = EpisodeLimits(steps=steps, turn_tokens=turn_tokens)
    try:
        result = run_bfcl(planner, tasks=tasks, category=category, limits=limits, mode=harness, out=out, progress=True)
    except (PlanloopError, InfrastructureError) as error:
        print(f"planloop: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    print(json.dumps(result))


if __name__ == "__main__":
    typer.run(main)

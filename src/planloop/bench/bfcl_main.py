"""BFCL multi-turn for one planner: what `planloop bench --suite bfcl` runs.

`python -m planloop.bench.bfcl_main` is the same with the options that only this suite has.
"""

from __future__ import annotations

import json
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from planloop.bench.bfcl import BfclRun, report, save
from planloop.bench.bfcl_episode import EpisodeLimits
from planloop.bench.invalid import require_measured
from planloop.bench.planners import hosted
from planloop.bench.registry import BenchOptions, BenchReport
from planloop.bench.server import LlamaServer, ServerOptions
from planloop.bench.venvs import Peer, peer_python
from planloop.contract.errors import PlanloopError
from planloop.environments.base import InfrastructureError
from planloop.environments.bfcl.suite import BfclTask, Category
from planloop.evolution.ports import Voice
from planloop.harness.mode import HarnessMode
from planloop.planners import scripted
from planloop.planners.base import Planner
from planloop.planners.chat_client import ChatClient
from planloop.planners.constrained import Bounds
from planloop.planners.endpoint import CallPolicy, EndpointPlanner, ReplyFormat

LOCAL_BOUNDS = Bounds(string=48, items=3, calls=2, text=80)
LOCAL_LIMITS = EpisodeLimits(steps=4, turn_tokens=448)
"""A small model that does not come to an end would fill twenty steps of every user turn."""
KEY_HELP = "Environment variable with the endpoint's API key (default: OPENAI_API_KEY, if it is set)."
MODES = (HarnessMode.ON, HarnessMode.OFF)


def run(options: BenchOptions, voice: Voice) -> BenchReport:
    """What `planloop bench` calls. `options.split` is `test` (the base category) or the name of a BFCL category.

    Raises `PlanloopError` where an environment is missing or more than a fifth of the episodes was invalid.
    """
    modes = {mode.value: mode for mode in MODES}
    if options.harness not in modes:
        raise PlanloopError(
            f"--harness {options.harness!r} means nothing to BFCL, whose worlds have no skills and no memory",
            cure=f"use one of {', '.join(modes)}",
        )
    if options.repeats != 1 or options.price is not None:
        raise PlanloopError("BFCL is played once and without prices", cure="leave --repeats and --price out")
    categories = {"test": Category.BASE, **{category.value: category for category in Category}}
    if options.split not in categories:
        raise PlanloopError(f"BFCL has no split {options.split!r}", cure=f"use one of {', '.join(categories)}")
    try:
        value = run_bfcl(
            options.planner,
            tasks=options.limit,
            category=categories[options.split],
            mode=modes[options.harness],
            seed=options.seed,
            out=options.out,
            say=voice.note,
            api_key_env=options.api_key_env,
        )
    except InfrastructureError as error:
        raise PlanloopError(str(error), place="suite bfcl", cure="mend the server or worker and run again") from error
    return BenchReport(value, table(value))


def run_bfcl(
    planner: str,
    *,
    tasks: int | None = None,
    category: Category = Category.BASE,
    limits: EpisodeLimits | None = None,
    mode: HarnessMode = HarnessMode.OFF,
    seed: int = 0,
    out: Path | None = None,
    say: Callable[[str], None] | None = None,
    api_key_env: str | None = None,
) -> dict[str, Any]:
    """Play `tasks` tasks (all when None) and give the report. `planner` and `api_key_env` as in `make_planner`.

    Raises `PlanloopError` where more than `MAX_INVALID` of the episodes were invalid; their records are at `out`.
    """
    if tasks is not None and tasks < 1:
        raise PlanloopError("--limit must be at least 1", cure="give a positive number, or leave it out")
    limits = limits or (LOCAL_LIMITS if planner == "local" else EpisodeLimits())
    python = peer_python(Peer.BFCL)
    if planner == "local":
        peer_python(Peer.LLAMA)
    with ends_on_sigterm():
        run = BfclRun(python, category, limits, seed=seed, mode=mode, say=say)
        try:
            with make_planner(planner, run.suite, api_key_env) as player:
                results = run.play(player, tasks)
        finally:
            run.close()
    if out is not None:
        save(results, out)
    require_measured([result.trajectory for result in results], "suite bfcl")
    return {
        "suite": f"bfcl/{category}",
        "planner": planner,
        "harness": mode.value,
        "steps": limits.steps,
        **report(results),
        **({"trajectories": str(out)} if out is not None else {}),
    }


@contextmanager
def ends_on_sigterm() -> Iterator[None]:
    """Inside the block SIGTERM ends the process as an exception does, so that servers and workers are stopped."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(number: int, frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@contextmanager
def make_planner(name: str, suite: tuple[BfclTask, ...], api_key_env: str | None = None) -> Iterator[Planner]:
    """The planner of that name; a local model's server lives as long as the block. `api_key_env` names the variable
    with the key of an endpoint (default: OPENAI_API_KEY, if it is set).

    Names: scripted:oracle, scripted:nothing, scripted:droplast, local, endpoint:MODEL@URL. Raises `PlanloopError` for
    any other.
    """
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
    elif name.startswith("endpoint:"):
        yield hosted(name.removeprefix("endpoint:"), api_key_env)
    else:
        legal = ", ".join([*makers, "local", "endpoint:MODEL@URL"])
        raise PlanloopError(f"unknown planner {name}", place="--planner", cure=f"use one of {legal}")


def table(value: dict[str, Any]) -> str:
    """The report for people."""
    lines = [f"{value['suite']}  {value['planner']}  harness {value['harness']}  {value['steps']} steps a user turn"]
    for label, key, digits in (
        ("Overall", "overall", 1),
        ("Overall without quarantined tasks", "overall_without_quarantined", 1),
        ("well-formed calls", "well_formed", 3),
        ("accepted calls", "accepted", 3),
    ):
        count = value[f"{key}_n"]
        if key in value:
            middle, low, high = (f"{value[k]:.{digits}f}" for k in (key, f"{key}_lo", f"{key}_hi"))
            lines.append(f"{label:34} {middle:>6}  [{low}, {high}]  n={count}")
        else:
            lines.append(f"{label:34} {'-':>6}  n={count}")
    cost = value["cost"]
    lines.append(
        f"{value['episodes']} episodes, {value['invalid']} invalid; per task {cost['input_tokens']:.0f} input and "
        f"{cost['output_tokens']:.0f} output tokens, {cost['tool_calls']:.2f} tool calls"
    )
    return "\n".join(lines)


def main(
    planner: Annotated[str, typer.Option(help="scripted:oracle|nothing|droplast, local, endpoint:MODEL@URL.")],
    limit: Annotated[int | None, typer.Option(help="How many tasks, spread evenly; all by default.")] = None,
    category: Annotated[Category, typer.Option(help="The BFCL category.")] = Category.BASE,
    steps: Annotated[int | None, typer.Option(help="Steps a user turn may take; 20, local: 4.")] = None,
    harness: Annotated[HarnessMode, typer.Option(help="on: checks, notices, compact results; off: as BFCL.")] = (
        HarnessMode.OFF
    ),
    out: Annotated[Path | None, typer.Option(help="Write the trajectories here (JSONL).")] = None,
    api_key_env: Annotated[str | None, typer.Option(help=KEY_HELP)] = None,
) -> None:
    """Run BFCL multi-turn; progress goes to stderr, one JSON object to stdout."""
    limits = LOCAL_LIMITS if planner == "local" else EpisodeLimits()
    limits = limits if steps is None else replace(limits, steps=steps)
    say: Callable[[str], None] = partial(print, file=sys.stderr, flush=True)
    try:
        result = run_bfcl(
            planner,
            tasks=limit,
            category=category,
            limits=limits,
            mode=harness,
            out=out,
            say=say,
            api_key_env=api_key_env,
        )
    except (PlanloopError, InfrastructureError) as error:
        print(f"planloop: {error}", file=sys.stderr)
        raise SystemExit(2) from None
    print(json.dumps(result))


if __name__ == "__main__":
    typer.run(main)

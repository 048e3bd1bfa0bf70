"""`planloop run`: turn the loop from the base to the report."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.cli.resume import resume_with
from planloop.cli.stores import refusals

if TYPE_CHECKING:
    from planloop.config.model import Config

app = typer.Typer()
EXIT_INTERRUPTED = 130


@app.command()
def run(
    seed: Annotated[int | None, typer.Option(help="Seed of everything that is drawn.")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Fewer tasks and tokens: minutes instead of a while.")] = False,
    resume: Annotated[bool, typer.Option("--continue", help="Go on with the run in the store, as configured.")] = False,
    config: Annotated[Path | None, typer.Option(help="planloop.yaml or its folder.")] = None,
    store: Annotated[Path | None, typer.Option(help="The store's folder.")] = None,
    rounds: Annotated[int | None, typer.Option(min=1, help="Rounds of the loop.")] = None,
    planner: Annotated[str | None, typer.Option(help="smollm2, tiny, or a Hugging Face name or folder.")] = None,
    wait: Annotated[
        bool | None, typer.Option("--wait/--no-wait", help="Wait for people who must approve (default: on a terminal).")
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Find what the planner cannot do, build data, train, revise the harness, prove it on held-out tasks."""
    from planloop.bench.run import RunOptions
    from planloop.bench.run import run as turn_loop
    from planloop.cli.voice import Teller, is_terminal

    settings, folder = _settings(config, store)
    settings = _resumed(folder) if resume else _chosen(settings, seed, rounds, planner, quick)
    again = shlex.join(["planloop", "run", "--continue", "--store", str(folder)])
    resume_with(again)
    output = Output(as_json)
    live = is_terminal() if wait is None else wait
    with Teller() as teller:
        try:
            with refusals(folder):
                result = turn_loop(RunOptions(folder, settings, live), teller)
        except KeyboardInterrupt:
            _leave(again)
    output.result(result, _words(result, again))


def _settings(config: Path | None, store: Path | None) -> tuple[Config, Path]:
    """The configuration (planloop.yaml of this folder where there is one, else the demo's), and the store's folder."""
    from planloop.config.model import Config
    from planloop.config.read import FILE_NAME, read_config

    found = config if config is not None else Path(FILE_NAME)
    settings = read_config(found) if config is not None or found.is_file() else Config()
    home = Path() if config is None else config if config.is_dir() else config.parent
    return settings, store if store is not None else home / settings.store.path


def _resumed(folder: Path) -> Config:
    from planloop.bench.run import recorded
    from planloop.contract.errors import PlanloopError

    held = recorded(folder)
    if held is None:
        raise PlanloopError("holds no run to go on with", place=str(folder), cure="start one with `planloop run`")
    return held


def _chosen(settings: Config, seed: int | None, rounds: int | None, planner: str | None, quick: bool) -> Config:
    """The configuration with the options of the command line in it."""
    from planloop.config.model import Config
    from planloop.config.quick import quick as smaller

    given = settings.model_dump()
    if seed is not None:
        given["training"]["seed"] = seed
    if rounds is not None:
        given["training"]["rounds"] = rounds
    if planner is not None:
        given["planner"]["model"] = planner
    chosen = Config.model_validate(given)
    return smaller(chosen) if quick else chosen


def _leave(again: str) -> NoReturn:
    """Ctrl-C: end at once, whatever is being computed. Everything accepted is committed already."""
    print(f"\nplanloop: interrupted; nothing accepted is lost; resume with `{again}`", file=sys.stderr, flush=True)
    os._exit(EXIT_INTERRUPTED)


def _words(result: dict[str, Any], again: str) -> str:
    if "waiting" in result:
        subject = result["waiting"]
        return (
            f"waiting for approval of {subject}\n"
            f"look at it with `planloop review show {subject}`, decide with `planloop review approve {subject}` "
            f"(or refuse); continue with `{again}`"
        )
    from rich.console import Console

    from planloop.bench.report.terminal import table
    from planloop.contract.summary import RunSummary

    console = Console(width=100 if not sys.stdout.isatty() else None)
    with console.capture() as capture:
        console.print(table(RunSummary.model_validate(result["summary"])))
    return f"{capture.get()}\nreport: {result['report']}\nnext: planloop why {result['release']}"

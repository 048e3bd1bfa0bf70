"""`planloop run`: turn the loop from the base to the report."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.cli.resume import EXIT_INTERRUPTED, EXIT_WAITING, interruption
from planloop.cli.stores import at_store, refusals

if TYPE_CHECKING:
    from planloop.bench.run import RunOptions
    from planloop.cli.voice import Teller
    from planloop.config.model import Config

app = typer.Typer(add_completion=False)


@app.command()
def run(
    seed: Annotated[int | None, typer.Option(help="Seed of everything that is drawn.")] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="One round on fewer tasks and tokens, in some eight minutes.")
    ] = False,
    resume: Annotated[bool, typer.Option("--continue", help="Go on with the run in the store, as configured.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be done, and start nothing.")] = False,
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
    output = Output(as_json)
    chosen = {"training.seed": seed, "training.rounds": rounds, "planner.model": planner}
    options = _options(config, store, {k: v for k, v in chosen.items() if v is not None}, quick, resume, wait)
    if dry_run:
        from planloop.bench.forecast import forecast, words

        with refusals(options.root):
            found = forecast(options)
        output.result(found.model_dump(mode="json"), words(found))
        return
    result = _turn(options)
    output.result(result, _words(result, options.root))
    if "waiting" in result:
        raise typer.Exit(EXIT_WAITING)


def _turn(options: RunOptions) -> dict[str, Any]:
    """Run with a voice on the terminal. Ctrl-C ends the process at once, whatever is being computed."""
    from planloop.cli.voice import Teller

    with Teller() as teller, _left_on_interrupt(teller), refusals(options.root):
        from planloop.bench.run import run as turn_loop

        return turn_loop(options, teller)


@contextmanager
def _left_on_interrupt(teller: Teller) -> Iterator[None]:
    """Inside the block Ctrl-C gives the terminal back, says how to go on and ends the process.

    Nothing is unwound: threads that compute cannot be stopped, and a store may be left at any moment.
    """

    def leave(number: int, frame: object) -> NoReturn:
        teller.stop()
        print(f"\n{interruption()}", file=sys.stderr, flush=True)
        os._exit(EXIT_INTERRUPTED)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _options(
    config: Path | None, store: Path | None, chosen: dict[str, Any], quick: bool, resume: bool, wait: bool | None
) -> RunOptions:
    """The configuration (planloop.yaml of this folder where there is one, else the demo's) with the options of the
    command line in it, the store's folder and the harness folder."""
    from planloop.bench.run import RunOptions
    from planloop.cli.voice import is_terminal
    from planloop.config.model import Config
    from planloop.config.quick import quick as smaller
    from planloop.config.read import FILE_NAME, changed, harness_folder, read_config

    found = config if config is not None else Path(FILE_NAME)
    settings = read_config(found) if config is not None or found.is_file() else Config()
    home = Path() if config is None else config if config.is_dir() else config.parent
    root = store if store is not None else home / settings.store.path
    live = is_terminal() if wait is None else wait
    if resume:
        return RunOptions(root, _resumed(root), live)
    _refuse_endpoint(str(chosen.get("planner.model", "")))
    settings = changed(settings, chosen)
    return RunOptions(root, smaller(settings) if quick else settings, live, harness_folder(settings, home))


def _resumed(folder: Path) -> Config:
    from planloop.bench.begun import begun_run, recorded
    from planloop.contract.errors import PlanloopError

    with refusals(folder):
        held = recorded(folder) if begun_run(folder) is not None else None
    if held is None:
        raise PlanloopError("holds no run to go on with", place=str(folder), cure="start one with `planloop run`")
    return held[1]


def _refuse_endpoint(planner: str) -> None:
    """The form that `planloop bench` takes does not say what `run` has to know."""
    from planloop.contract.errors import PlanloopError

    if planner.startswith(("endpoint:", "scripted:")):
        raise PlanloopError(
            f"{planner} is no local model",
            place="--planner",
            cure="set planner.kind, planner.model, planner.base_url and training.enabled: false in planloop.yaml",
        )


def _words(result: dict[str, Any], root: Path) -> str:
    if "waiting" in result:
        subject, at = result["waiting"], at_store(root)
        return (
            f"waiting for approval of {subject}\n"
            f"look at it with `planloop review show {subject}{at}`, decide with `planloop review approve {subject}{at} "
            f"--reason '...'` (or refuse); continue with `planloop run --continue{at}`"
        )
    from rich.console import Console

    from planloop.bench.report.terminal import table
    from planloop.contract.summary import RunSummary

    console = Console(width=100 if not sys.stdout.isatty() else None)
    with console.capture() as capture:
        console.print(table(RunSummary.model_validate(result["summary"])))
    return f"{capture.get()}\nreport: {result['report']}\nnext: planloop why {result['release']}{at_store(root)}"

"""`planloop`: the entry point, and the one place where errors become messages and exit codes."""

from __future__ import annotations

import shlex
import sys
from typing import Annotated, NoReturn

import typer

from planloop import __version__
from planloop.cli.interrupt import remembered
from planloop.cli.lazy import LazyGroup
from planloop.cli.outside import outside
from planloop.cli.resume import EXIT_INTERRUPTED, interruption, resume_with
from planloop.contract.errors import PlanloopError
from planloop.contract.split import WrongSplitError

EXIT_ERROR = 2

app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="The open closed loop for planner agents: run, diagnose, train, revise, approve, release.",
)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"planloop {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """The open closed loop for planner agents: run, diagnose, train, revise, approve, release."""


def main(arguments: list[str] | None = None) -> None:
    """Run a command line and exit: 0, 2 with one line on stderr for an error a person can cure, 130 after Ctrl-C.

    Anything else is a defect of planloop and keeps its traceback.
    """
    given = sys.argv[1:] if arguments is None else arguments
    resume_with(shlex.join(["planloop", *given]))
    with remembered() as interrupted:
        try:
            app(args=given, prog_name="planloop")
        except KeyboardInterrupt:
            _leave_interrupted()
        except SystemExit as ending:
            if ending.code == EXIT_INTERRUPTED:
                _leave_interrupted()
            raise
        except Exception as error:
            if interrupted():
                _leave_interrupted()
            _leave_cured(error)
            raise


def _leave_interrupted() -> NoReturn:
    print(f"\n{interruption()}", file=sys.stderr)
    raise SystemExit(EXIT_INTERRUPTED) from None


def _leave_cured(error: Exception) -> None:
    """End with one line for an error that a person can cure; come back from any other."""
    known = error if isinstance(error, PlanloopError | WrongSplitError) else None
    cured = outside(error) if isinstance(error, OSError) else known
    if cured is not None:
        print(f"planloop: {cured}", file=sys.stderr)
        raise SystemExit(EXIT_ERROR) from None

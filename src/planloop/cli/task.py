"""`planloop task`: look at tasks, and see whether they are sound."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output

app = typer.Typer(no_args_is_help=True, add_completion=False, help="Look at tasks, and see whether they are sound.")
SAMPLE = 40


@app.command()
def validate(
    file: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE]", help="JSON lines of {task, solution}; without it, the frozen suite."),
    ] = None,
    all_: Annotated[bool, typer.Option("--all", help="Every task of the suite, not a sample.")] = False,
    suite: Annotated[str, typer.Option(help="Frozen suite.")] = "phone-starter",
    as_json: JsonFlag = False,
) -> None:
    """Play right and wrong solutions of tasks: criteria must fail, pass and fail as they should."""
    from planloop.bench.soundness import file_pairs, suite_pairs, table
    from planloop.data.validate import Validator

    output = Output(as_json)
    pairs = file_pairs(file) if file else suite_pairs(suite, None if all_ else SAMPLE)
    output.progress(f"validating {len(pairs)} tasks")
    account = Validator().validate(
        pairs, lambda a: output.progress(f"{a.tasks} of {len(pairs)}") if a.tasks % 100 == 0 else None
    )
    value = account.result()
    output.result(value, table(value))
    if account.failures:
        raise typer.Exit(1)


@app.command()
def show(
    key: Annotated[str, typer.Argument(help="Key of a task, or the beginning of one.")],
    suite: Annotated[str, typer.Option(help="Frozen suite.")] = "phone-starter",
    as_json: JsonFlag = False,
) -> None:
    """Print a task with its known solution."""
    from planloop.bench.soundness import describe, find

    task, solution = find(suite, key)
    value = {"task": task.model_dump(mode="json"), "solution": solution.model_dump(mode="json")}
    Output(as_json).result(value, describe(task, solution))

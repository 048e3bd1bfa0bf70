"""`planloop config`: check planloop.yaml and print its resolved form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.config.read import read_config, resolved

app = typer.Typer()


@app.command()
def config(
    path: Annotated[Path, typer.Argument(metavar="[FILE]", help="planloop.yaml or its folder.")] = Path(),
    as_json: JsonFlag = False,
) -> None:
    """Check planloop.yaml and print it with every default written out."""
    settings = read_config(path)
    Output(as_json).result(settings.model_dump(mode="json"), resolved(settings).rstrip())

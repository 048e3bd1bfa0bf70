"""`planloop config`: check planloop.yaml and print its resolved form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output

app = typer.Typer(add_completion=False)


@app.command()
def config(
    path: Annotated[Path, typer.Argument(metavar="[FILE]", help="planloop.yaml or its folder.")] = Path(),
    as_json: JsonFlag = False,
) -> None:
    """Check planloop.yaml and the harness folder that it names, and print it with every default written out."""
    from planloop.config.read import harness_folder, read_config, resolved

    settings = read_config(path)
    eta = harness_folder(settings, path if path.is_dir() else path.parent)
    if eta is not None:
        from planloop.bench.first_eta import read_eta

        read_eta(eta)
    Output(as_json).result(settings.model_dump(mode="json"), resolved(settings).rstrip())

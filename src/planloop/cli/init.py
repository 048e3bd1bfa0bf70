"""`planloop init`: write a new project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.config.project import project_files, write_project

app = typer.Typer()


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the project goes; made if absent.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print planloop.yaml and write nothing.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Write a new project: planloop.yaml with every key, ready to run."""
    output = Output(as_json)
    if dry_run:
        files = project_files()
        output.result({"folder": str(folder), "files": files}, files["planloop.yaml"].rstrip())
        return
    written = [str(path) for path in write_project(folder)]
    text = "\n".join([*(f"wrote {path}" for path in written), f"next: cd {folder} && planloop config"])
    output.result({"folder": str(folder), "files": written}, text)

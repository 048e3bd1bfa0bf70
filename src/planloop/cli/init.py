"""`planloop init`: write a new project."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output

app = typer.Typer(add_completion=False)


@app.command()
def init(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="Where the project goes; made if absent.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print planloop.yaml and write nothing.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Write a new project: planloop.yaml with every key, and the harness as text files to edit."""
    from planloop.config.project import HARNESS, project_files, write_project
    from planloop.harness.eta import Eta

    output = Output(as_json)
    eta = Eta.load().files
    if dry_run:
        files = project_files(eta)
        output.result({"folder": str(folder), "files": files}, files["planloop.yaml"].rstrip())
        return
    written = [str(path) for path in write_project(folder, eta)]
    inside = [path for path in written if Path(path).is_relative_to(folder / HARNESS)]
    said = [f"wrote {path}" for path in written if path not in inside]
    said.append(
        f"wrote {folder / HARNESS}: {len(inside)} text files, what the planner is told and allowed (see README.md)"
    )
    text = "\n".join([*said, f"next: cd {folder} && planloop run --dry-run"])
    output.result({"folder": str(folder), "files": written}, text)

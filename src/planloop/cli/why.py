"""`planloop why`: where something came from, and what came of it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.cli.stores import DEFAULT_STORE, refusals

app = typer.Typer(add_completion=False)


@app.command()
def why(
    subject: Annotated[str, typer.Argument(metavar="ID", help="A release, change, checkpoint, trajectory, task, ...")],
    store: Annotated[Path, typer.Option("--store", help="The store's folder.")] = DEFAULT_STORE,
    limit: Annotated[int, typer.Option(min=1, help="Records of a kind shown under each.")] = 6,
    as_json: JsonFlag = False,
) -> None:
    """Answer why something is there, in both directions: its causes, and its effects."""
    from planloop.governance.provenance import render
    from planloop.governance.provenance import why as ask
    from planloop.store.store import Store

    with refusals(store), Store.open(store, readonly=True) as held:
        found = ask(held, subject, limit=limit)
    Output(as_json).result(found.model_dump(mode="json"), render(found).rstrip())

"""`planloop rollback`: let the previous release serve again."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.cli.stores import DEFAULT_STORE, at_store, refusals

app = typer.Typer(add_completion=False)


@app.command()
def rollback(
    reason: Annotated[str, typer.Option("--reason", help="What went wrong; it is kept with the release history.")],
    name: Annotated[str | None, typer.Option("--name", help="Who rolls back (default: the account).")] = None,
    store: Annotated[Path, typer.Option("--store", help="The store's folder.")] = DEFAULT_STORE,
    as_json: JsonFlag = False,
) -> None:
    """Let the release before the current one serve again. Nothing is deleted."""
    from planloop.governance.release import rollback as go_back
    from planloop.store.store import Store

    with refusals(store):
        Store.open(store, readonly=True).close()  # where there is no store, none is made
        with Store.open(store, executor="planloop rollback") as held:
            release = go_back(held, reason, author=name or getpass.getuser())
    text = f"{release.id} serves again ({release.checkpoint} with {release.harness})"
    text += f"\nnext: planloop releases{at_store(store)}"
    Output(as_json).result({"release": release.id}, text)

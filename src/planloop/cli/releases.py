"""`planloop releases`: what serves and has served."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.cli.stores import DEFAULT_STORE, refusals

app = typer.Typer(add_completion=False)
StoreOption = Annotated[Path, typer.Option("--store", help="The store's folder.")]


@app.command()
def releases(store: StoreOption = DEFAULT_STORE, as_json: JsonFlag = False) -> None:
    """List what serves and what has served, newest last."""
    from planloop.contract.version import Release
    from planloop.store.store import Store

    with refusals(store), Store.open(store, readonly=True) as held:
        events = held.releases.history()
        pairs = {e.release: held.get(Release, e.release) for e in events}
    rows = [
        {
            "release": e.release,
            "checkpoint": pairs[e.release].checkpoint,
            "harness": pairs[e.release].harness,
            "action": e.action.value,
            "author": e.author,
            "reason": e.reason,
            "at": e.at,
        }
        for e in events
    ]
    lines = [
        f"{'serves' if n == len(rows) else '      '}  {r['release']}  {r['checkpoint']} with {r['harness']}  "
        f"{r['action']} by {r['author']} at {r['at'][:19]}"
        for n, r in enumerate(rows, start=1)
    ]
    text = "\n".join(lines) if rows else "nothing has been released yet\nnext: planloop run"
    Output(as_json).result({"current": rows[-1]["release"] if rows else None, "releases": rows}, text)

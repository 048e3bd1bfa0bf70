"""`planloop tools`: what the phone can do."""

from __future__ import annotations

from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.phone.storey import Storey

app = typer.Typer(add_completion=False)


@app.command()
def tools(
    storey: Annotated[
        Storey, typer.Option(help="first: what the suite phone-starter and a run play on; full: the whole phone.")
    ] = Storey.FULL,
    as_json: JsonFlag = False,
) -> None:
    """List every tool by domain: side effect, signature."""
    from planloop.environments.sandbox import Sandbox
    from planloop.harness.harness import Harness
    from planloop.planners.render.signature import signature

    specs = sorted(Harness().specs(Sandbox(storey)), key=lambda s: (s.domain, s.name))
    rows = [
        {
            "name": s.name,
            "domain": s.domain,
            "side_effect": s.side_effect.value,
            "permission": s.permission,
            "description": s.description,
            "parameters": s.parameters,
        }
        for s in specs
    ]
    lines = [f"{s.domain:10} {s.side_effect.value:16} {signature(s)}" for s in specs]
    Output(as_json).result({"tools": rows}, "\n".join(lines))

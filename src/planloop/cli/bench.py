"""`planloop bench`: run any planner on a suite."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output

app = typer.Typer(add_completion=False)


@app.command()
def bench(
    suite: Annotated[str, typer.Option(help="phone-starter or bfcl.")] = "phone-starter",
    planner: Annotated[
        str,
        typer.Option(
            help="scripted:oracle|nothing|droplast|keyword|nearest, smollm2, FOLDER (model or adapter), OWNER/NAME, "
            "endpoint:MODEL@URL; on bfcl also local."
        ),
    ] = "smollm2",
    split: Annotated[str, typer.Option(help="test, dev.evolve or dev.gate.")] = "test",
    harness: Annotated[str, typer.Option(help="on, off, no-adapter, no-skills, no-memory or no-retrieval.")] = "on",
    exposure: Annotated[str, typer.Option(help="fixed or retrieved.")] = "fixed",
    limit: Annotated[int | None, typer.Option(help="At most this many tasks.")] = None,
    seed: Annotated[int, typer.Option(help="Seed that an endpoint is sent, and of the bootstrap.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write the trajectories here, one JSON a line.")] = None,
    api_key_env: Annotated[
        str | None,
        typer.Option(help="Environment variable with the endpoint's API key (default: OPENAI_API_KEY, if it is set)."),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Run a planner on a suite: scores with intervals by dimension and behaviour (--json: by domain, too), and cost."""
    from planloop.bench.registry import BenchOptions, run
    from planloop.cli.voice import Teller

    output = Output(as_json)
    with Teller() as teller:
        report = run(BenchOptions(suite, planner, split, harness, exposure, limit, seed, out, api_key_env), teller)
    output.result(report.value, report.text)

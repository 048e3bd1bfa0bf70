"""`planloop bench`: run any planner on a suite, and look at what was played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from planloop.cli.output import JsonFlag, Output

app = typer.Typer(add_completion=False)
EpisodesFile = Annotated[Path, typer.Argument(help="Episodes that `planloop bench --out` wrote.")]


@app.callback(invoke_without_command=True)
def bench(
    context: typer.Context,
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
    repeats: Annotated[int, typer.Option(min=1, max=99, help="Episodes of each task.")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="Seed that an endpoint is sent, and of the bootstrap.")] = 0,
    out: Annotated[
        Path | None,
        typer.Option(help="Write each episode here as it ends, one JSON a line; the same command goes on with it."),
    ] = None,
    price: Annotated[
        str | None, typer.Option(help="INPUT/OUTPUT: prices of a million tokens, for the price of 1,000 tasks.")
    ] = None,
    api_key_env: Annotated[
        str | None,
        typer.Option(help="Environment variable with the endpoint's API key (default: OPENAI_API_KEY, if it is set)."),
    ] = None,
    as_json: JsonFlag = False,
) -> None:
    """Run a planner on a suite: scores with intervals by dimension and behaviour (--json: by domain, too), and cost."""
    if context.invoked_subcommand is not None:
        return
    from planloop.bench.registry import BenchOptions, Price, run
    from planloop.cli.voice import Teller

    output = Output(as_json)
    asked = None if price is None else Price.parse(price)
    options = BenchOptions(
        suite, planner, split, harness, exposure, limit, seed, out, api_key_env, repeats=repeats, price=asked
    )
    with Teller() as teller:
        report = run(options, teller)
    output.result(report.value, report.text)


@app.command()
def compare(
    before: EpisodesFile,
    after: EpisodesFile,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the bootstrap.")] = 0,
    as_json: JsonFlag = False,
) -> None:
    """Compare two runs task by task: the difference with its interval, what was gained and lost, and cost."""
    from planloop.bench.compare import compare_files, table

    value = compare_files(before, after, seed)
    Output(as_json).result(value, table(value))


@app.command()
def verify(file: EpisodesFile, as_json: JsonFlag = False) -> None:
    """Judge recorded episodes again, from their evidence and without the planner; exit 1 where a verdict differs."""
    from planloop.bench.again import table, verify_file

    value = verify_file(file)
    Output(as_json).result(value, table(value))
    if value["different"]:
        raise typer.Exit(1)


@app.command()
def board(
    files: Annotated[list[Path], typer.Argument(help="Files of episodes, one for each row.")],
    out: Annotated[Path, typer.Option(help="The page.")] = Path("leaderboard.html"),
    as_json: JsonFlag = False,
) -> None:
    """Write a leaderboard page: runs of each suite best first, and each in detail down to the tasks that failed."""
    from planloop.bench.report.leader import entry, render
    from planloop.bench.report.page import write_page

    entries = [entry(file) for file in files]
    write_page(out, render(entries))
    rows = [
        {"file": str(file), "planner": e.planner, "overall": e.overall.value}
        for file, e in zip(files, entries, strict=True)
    ]
    Output(as_json).result({"page": str(out), "entries": rows}, f"{len(rows)} runs: {out}")

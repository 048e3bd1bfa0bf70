"""`planloop trace`: import, show and replay chat logs of any tool-calling agent, and export what was trained on."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planloop.cli.output import JsonFlag, Output
from planloop.cli.trace_export import export
from planloop.phone.storey import Storey

if TYPE_CHECKING:
    from planloop.data.findings import Finding
    from planloop.data.traces import ImportedTrace
    from planloop.evolution.finding import Finding as Suspicion

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    help="Import, show and replay chat logs of any tool-calling agent; export what was trained on.",
)
app.command()(export)
LogFile = Annotated[Path, typer.Argument(metavar="FILE", help="Chat log: JSONL, one conversation per line.")]
DEFAULT_STORE = Path(".planloop")
RUN = "import"


@app.command("import")
def import_(
    file: LogFile,
    store: Annotated[Path, typer.Option(help="The project's store.")] = DEFAULT_STORE,
    as_json: JsonFlag = False,
) -> None:
    """Read a chat log into trajectories, say what is wrong in them and why. Of a broken file nothing is kept."""
    from planloop.data.transcript import printable

    traces, findings = _read(file)
    output = Output(as_json)
    problems = [problem for trace in traces for problem in trace.problems]
    for problem in problems:
        output.progress(printable(problem))
    new = _keep(traces, store)
    counts = Counter(item.kind.value for group in findings for item in group)
    calls = sum(trace.trajectory.cost.tool_calls for trace in traces)
    lines = [f"{len(traces)} conversations, {calls} calls, {sum(counts.values())} findings"]
    lines += [f"  {count:5d}  {kind}" for kind, count in counts.most_common()]
    causes = Counter(found.cause.value for trace in traces for found in _causes(trace))
    lines += ["likely causes, by conversation:"] if causes else []
    lines += [f"  {count:5d}  {cause}" for cause, count in causes.most_common()]
    lines += [f"{new} new in {store}", f"next: planloop trace show {file} --findings"]
    value = {
        "conversations": len(traces),
        "calls": calls,
        "malformed_calls": sum(
            call.raw is not None for trace in traces for m in trace.trajectory.messages for call in m.tool_calls
        ),
        "problems": problems,
        "findings": dict(counts),
        "causes": dict(causes),
        "new": new,
        "store": str(store),
        "trajectories": [trace.trajectory.id for trace in traces],
    }
    output.result(value, printable("\n".join(lines)))


@app.command()
def show(
    file: LogFile,
    line: Annotated[int | None, typer.Option(help="Only the conversation on this line.")] = None,
    only_findings: Annotated[bool, typer.Option("--findings", help="Only conversations with findings.")] = False,
    as_json: JsonFlag = False,
) -> None:
    """Print the conversations of a chat log as readable transcripts, with findings beside the messages and the likely
    causes behind them."""
    from planloop.contract.errors import PlanloopError
    from planloop.data.transcript import printable, transcript

    traces, findings = _read(file)
    shown = [
        (trace, group)
        for trace, group in zip(traces, findings, strict=True)
        if line in (None, trace.line) and (group or not only_findings)
    ]
    if line is not None and not shown:
        lines = ", ".join(str(trace.line) for trace in traces[:20])
        raise PlanloopError(f"no conversation on line {line}", place=str(file), cure=f"choose one of {lines}")
    causes = [_causes(trace) for trace, _ in shown]
    text = "\n\n".join(
        "\n".join([transcript(trace.trajectory, group, title=f"line {trace.line}: {trace.name}"), *map(_said, why)])
        for (trace, group), why in zip(shown, causes, strict=True)
    )
    value = {
        "conversations": [
            {
                "line": trace.line,
                "trajectory": trace.trajectory.model_dump(mode="json"),
                "findings": [item.model_dump(mode="json") for item in group],
                "causes": [item.model_dump(mode="json") for item in why],
            }
            for (trace, group), why in zip(shown, causes, strict=True)
        ]
    }
    Output(as_json).result(value, printable(text))


@app.command()
def replay(
    file: LogFile,
    seed: Annotated[int, typer.Option(help="Seed of the phone's world.")] = 0,
    storey: Annotated[
        Storey, typer.Option(help="first: the phone of phone-starter; full: the whole phone.")
    ] = Storey.FULL,
    as_json: JsonFlag = False,
) -> None:
    """Execute the logged calls on our phone and list where its answers differ from the logged ones."""
    import planloop.phone.apps  # noqa: F401 - registers the tools
    from planloop.contract.task import WorldSpec
    from planloop.data.trace_replay import replay as replay_one
    from planloop.data.traces import read_traces
    from planloop.data.transcript import printable
    from planloop.environments.sandbox import Sandbox

    sandbox, world = Sandbox(storey), WorldSpec(seed=seed, storey=storey.value)
    calls = accepted = 0
    differences: list[dict[str, object]] = []
    for trace in read_traces(file):
        done = replay_one(trace.trajectory, sandbox, world)
        calls += done.calls
        accepted += done.accepted
        differences += [{"line": trace.line, **item.model_dump(mode="json")} for item in done.differences]
    lines = [f"{calls} calls, {accepted} accepted, {len(differences)} differences"]
    lines += [
        f"  line {item['line']}, message {item['message']}, {item['tool']}: {item['kind']}: "
        f"logged {item['logged']}; ours {item['ours']}"
        for item in differences
    ]
    Output(as_json).result(
        {"calls": calls, "accepted": accepted, "differences": differences}, printable("\n".join(lines))
    )


def _causes(trace: ImportedTrace) -> tuple[Suspicion, ...]:
    """Why the conversation went wrong, as far as it shows by itself: the most likely cause first."""
    from planloop.evolution.diagnose import inspect

    return inspect(trace.trajectory.messages, [spec.name for spec in trace.tools])


def _said(found: Suspicion) -> str:
    turn = f", agent turn {found.turn + 1}" if found.turn is not None else ""
    return (
        f"?? {found.cause.value} ({found.cause.side.value}, confidence {found.confidence:.0%}{turn}): {found.evidence}"
    )


def _keep(traces: tuple[ImportedTrace, ...], folder: Path) -> int:
    """All of the import in one transaction; returns how many conversations the store did not hold yet."""
    from planloop.cli.stores import refusals
    from planloop.contract.split import Stage
    from planloop.store.store import Store

    with refusals(folder), Store.open(folder, executor="trace import") as store:
        return store.add_trajectories([trace.trajectory for trace in traces], run=RUN, stage=Stage.TRAINING)


def _read(file: Path) -> tuple[tuple[ImportedTrace, ...], list[tuple[Finding, ...]]]:
    from planloop.data.findings import find, phone_reads
    from planloop.data.traces import read_traces

    traces = read_traces(file)
    return traces, [find(trace.trajectory, trace.tools, phone_reads) for trace in traces]

"""The end of `planloop run` in a terminal: before and after, cost, and baselines in one small table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from planloop.bench.report.story import verdict_words
from planloop.bench.report.words import between, change, label, number, signed
from planloop.contract.capability import Dimension
from planloop.contract.score import Estimate
from planloop.contract.summary import RunSummary

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


def table(summary: RunSummary) -> RenderableType:
    """The table for a rich console; intervals are 95 %, scores in points, costs per task."""
    from rich.console import Group
    from rich.text import Text

    gain = summary.gain.estimate
    words = verdict_words(gain.low, gain.high)
    colour = {"better": "green", "worse": "red"}.get(words, "yellow")
    text = Text.assemble(
        "Overall ",
        (f"{signed(gain.value)} points", f"bold {colour}"),
        f" ({between(gain, sign=True)}, paired, {gain.n} tasks): {words}",
    )
    return Group(_scores(summary), text)


def _scores(summary: RunSummary) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    title = Text(f"{summary.suite}, test split, run {summary.run}")
    made = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left")
    for heading in ("", "before", "after", "change", "tasks"):
        made.add_column(heading, justify="left" if not heading else "right", no_wrap=True)
    before, after = summary.before, summary.after
    made.add_row(*_row("Overall", before.overall, after.overall), style="bold")
    for dimension in Dimension:
        if dimension in before.dimensions and dimension in after.dimensions:
            made.add_row(*_row(label(dimension), before.dimensions[dimension], after.dimensions[dimension]))
    made.add_section()
    for name, digits, old, new in (
        ("Input tokens", 0, before.input_tokens, after.input_tokens),
        ("Output tokens", 0, before.output_tokens, after.output_tokens),
        ("Tool calls", 1, before.tool_calls, after.tool_calls),
    ):
        made.add_row(name, number(old, digits), number(new, digits), change(old, new), "")
    if before.invalid or after.invalid:
        made.add_row("Invalid episodes", str(before.invalid), str(after.invalid), "", "")
    if summary.baselines:
        made.add_section()
    for scores in summary.baselines:
        made.add_row(Text(scores.name), "", _estimate(scores.overall), "", str(scores.overall.n), style="dim")
    return made


def _row(name: str, before: Estimate, after: Estimate) -> tuple[str, str, str, str, str]:
    return name, _estimate(before), _estimate(after), signed(after.value - before.value), str(after.n)


def _estimate(estimate: Estimate) -> str:
    return f"{number(estimate.value)} [dim]({number(estimate.low)}\N{EN DASH}{number(estimate.high)})[/dim]"

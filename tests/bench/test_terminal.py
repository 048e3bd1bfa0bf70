"""The table at the end of a run."""

from __future__ import annotations

import io

from rich.console import Console
from tests.bench.summaries import run

from planloop.bench.report.terminal import table


def shown(suite: str = "phone-starter") -> str:
    console = Console(width=80, file=io.StringIO(), record=True)
    console.print(table(run()[0].model_copy(update={"suite": suite})))
    return console.export_text()


def test_it_shows_scores_with_intervals_cost_and_baselines() -> None:
    rows = {line.split("  ")[1].strip(): line for line in shown().splitlines() if line.startswith("  ")}
    assert "42.4 (36.9\N{EN DASH}47.9)   65.2 (59.9\N{EN DASH}70.5)    +22.8     310" in rows["Overall"]
    assert "\N{MINUS SIGN}22 %" in rows["Output tokens"]
    assert "29.2 (24.1\N{EN DASH}34.3)" in rows["scripted:nearest"]


def test_it_ends_with_the_paired_difference_in_words() -> None:
    assert shown().strip().endswith("Overall +22.8 points (+17.9 to +27.6, paired, 310 tasks): better")


def test_a_name_in_square_brackets_is_text_and_no_style() -> None:
    assert "[red]suite[/red]" in shown("[red]suite[/red]")

"""The page: a run summary and its trajectories as one HTML file that needs nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from planloop.bench.report import chart, diff, words
from planloop.bench.report.gallery import viewer_json
from planloop.bench.report.story import story, verdict_words
from planloop.contract.capability import Dimension, Domain
from planloop.contract.diagnosis import Cause, Diagnosis, Side
from planloop.contract.errors import PlanloopError
from planloop.contract.score import Estimate, Scores
from planloop.contract.summary import GalleryKind, RunSummary
from planloop.contract.trajectory import Trajectory
from planloop.data.weakness import LEVEL

if TYPE_CHECKING:
    from jinja2 import Environment


def render(summary: RunSummary, trajectories: Mapping[str, Trajectory], diagnoses: Iterable[Diagnosis] = ()) -> str:
    """The report as HTML text. `trajectories` holds at least those of the gallery; `diagnoses` are shown beside them.

    Everything from traces is escaped: as text in the page, as inert JSON in the viewer's data, and a content security
    policy lets only the report's own script run. Raises `PlanloopError` for a gallery trajectory that is missing.
    """
    missing = [key for item in summary.gallery for key in (item.before, item.after) if key not in trajectories]
    if missing:
        raise PlanloopError(
            f"trajectory {missing[0]} is in the gallery but was not given",
            place=f"report of run {summary.run}",
            cure="pass every trajectory that the gallery names",
        )
    script = _text("viewer.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    page = environment().get_template("page.html.j2")
    return page.render(
        s=summary,
        story=story(summary),
        trajectories=trajectories,
        viewer=viewer_json(summary, trajectories, diagnoses),
        style=style(),
        script=script,
        script_hash=digest,
        config=json.dumps(summary.config, indent=2, ensure_ascii=False, sort_keys=True),
    )


def write(
    path: Path,
    summary: RunSummary,
    trajectories: Mapping[str, Trajectory],
    diagnoses: Iterable[Diagnosis] = (),
) -> Path:
    """Write the report to `path` and return it."""
    return write_page(path, render(summary, trajectories, diagnoses))


def write_page(path: Path, text: str) -> Path:
    """Write a page (its folder is made), whole or not at all, and return where it is."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(path.name + ".partial")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)
    return path


def compared(before: Scores, after: Scores, level: str) -> list[tuple[str, Estimate, Estimate]]:
    """The rows of one level (`dimensions`, `behaviours`, `domains`) measured on both sides, in taxonomy order."""
    order = {name.value: i for names in (Dimension, Domain) for i, name in enumerate(names)}
    old: Mapping[str, Estimate] = getattr(before, level)
    new: Mapping[str, Estimate] = getattr(after, level)
    shared = [key for key in old if key in new]
    shared.sort(key=lambda key: order.get(key, order.get(key.split("/")[0], len(order))))
    return [(words.label(key), old[key], new[key]) for key in shared]


def environment() -> Environment:
    """What the templates of reports are rendered with: all text is escaped."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup

    made = Environment(
        loader=PackageLoader("planloop.bench.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(
        label=words.label,
        number=words.number,
        signed=words.signed,
        between=words.between,
        duration=words.duration,
        moment=words.moment,
        diff=diff.lines,
    )
    made.globals.update(
        change=words.change,
        plural=words.plural,
        verdict_words=verdict_words,
        compared=compared,
        axis=chart.nice_axis,
        exact=lambda low, high: chart.Axis(low, high, (low, high)),
        points=chart.POINTS,
        shares=chart.SHARES,
        level=LEVEL,
        bar=lambda *args: Markup(chart.bar(*args)),  # numbers and our own class names only
        forest=lambda *args: Markup(chart.forest(*args)),
        line=lambda *args: Markup(chart.line(*args)),
        regimes=lambda *args: Markup(chart.regimes(*args)),
        kinds=list(GalleryKind),
        sides=list(Side),
        repairs=words.REPAIRS,
        causes=list(Cause),
    )
    return made


def style() -> str:
    """The style sheet of reports."""
    return _text("style.css")


def _text(name: str) -> str:
    return files("planloop.bench.report").joinpath("templates", name).read_text(encoding="utf-8")

"""The rule-based editor: from grouped diagnoses and eta to change requests for the harness (design section 10)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.diagnosis import Cause, Side
from planloop.contract.errors import PlanloopError
from planloop.contract.eta_edit import EtaEdit
from planloop.contract.tool import ToolSpec
from planloop.evolution.edit import edited
from planloop.evolution.finding import Diagnosed, Finding
from planloop.evolution.leaks import LeakCheck
from planloop.evolution.levers import fields, prose

AUTHOR = "editor:rules"
MIN_SUPPORT = 2
MIN_CONFIDENCE = 0.5
FIX_RATE = {"fields": 0.4, "prose": 0.2}
"""Share of the diagnosed tasks that an edit of each kind is expected to fix; a small planner hardly follows prose."""
MAX_REGRESSIONS = 10

Accept = Callable[[Mapping[str, str]], object]
"""Parses an edited eta; raises `PlanloopError` where the harness would refuse it."""


@dataclass(frozen=True)
class Evolve:
    """What is known of `dev.evolve`: how many tasks there are, and which tools each *solved* task used."""

    tasks: int
    solved: Mapping[str, Collection[str]]


def propose(
    diagnosed: Sequence[Diagnosed],
    eta: Mapping[str, str],
    specs: Mapping[str, ToolSpec],
    leaks: LeakCheck,
    evolve: Evolve,
    *,
    base: str | None = None,
    accept: Accept = lambda files: None,
    min_support: int = MIN_SUPPORT,
    at_most: int = 6,
) -> tuple[ChangeRequest, ...]:
    """Change requests, best predicted effect first, each of which applies to `eta` on its own.

    Diagnoses of the environment, of tasks, or of too little confidence propose nothing; an edit that gives a task away
    or that the harness refuses is left out.
    """
    groups: dict[tuple[str, ...], list[Diagnosed]] = defaultdict(list)
    for item in diagnosed:
        if item.diagnosis.side in (Side.MODEL, Side.HARNESS) and item.diagnosis.confidence >= MIN_CONFIDENCE:
            groups[_key(item.finding)].append(item)
    out = []
    for _, items in sorted(groups.items(), key=lambda g: (-len(g[1]), g[0])):
        if len({d.diagnosis.task_key for d in items}) >= min_support:
            change = _change(items, eta, specs, leaks, evolve, base, accept)
            if change is not None:
                out.append(change)
    out.sort(key=lambda c: (-c.predicted_effect, c.title))
    return tuple(out[:at_most])


def edits_of(change: ChangeRequest) -> tuple[EtaEdit, ...]:
    """The typed edits of a harness change. Raises `PlanloopError` for a change of another kind."""
    raw = change.proposal.get("edits")
    if change.kind is not ChangeKind.HARNESS or not isinstance(raw, list):
        raise PlanloopError("holds no eta edits", place=f"change {change.id}", cure="give a change of kind harness")
    return tuple(EtaEdit.model_validate(edit) for edit in raw)


def _key(finding: Finding) -> tuple[str, ...]:
    """Diagnoses that one edit could answer."""
    by_cause: dict[Cause, tuple[str, ...]] = {
        Cause.ROUTING: (finding.tool, finding.other),
        Cause.ARGUMENT_GROUNDING: (finding.tool, finding.argument),
        Cause.RECOVERY: (finding.error,),
        Cause.TOOL_EXPOSURE: (finding.tool,),
        Cause.SKILL_GUIDANCE: (finding.tool,),
    }
    return (finding.cause.value, *by_cause.get(finding.cause, ()))


def _change(
    items: Sequence[Diagnosed],
    eta: Mapping[str, str],
    specs: Mapping[str, ToolSpec],
    leaks: LeakCheck,
    evolve: Evolve,
    base: str | None,
    accept: Accept,
) -> ChangeRequest | None:
    finding = items[0].finding
    files = dict(eta)
    kept: list[EtaEdit] = []
    kind = "prose"
    for name, lever in (("fields", fields), ("prose", prose)):
        for edit in lever(finding, files, specs):
            after = _accepted(files, edit, accept)
            if after is not None and not leaks.problems(edit):
                files = after
                kept.append(edit)
                kind = "fields" if name == "fields" else kind
    if not kept:
        return None
    fixes = sorted({d.diagnosis.task_key for d in items})
    touched = {t for t in (finding.tool, finding.other) if t}
    risks = sorted(k for k, used in evolve.solved.items() if touched & set(used) and k not in fixes)
    about = " and ".join(t for t in (finding.tool, finding.other) if t)
    return ChangeRequest(
        kind=ChangeKind.HARNESS,
        title=f"{finding.cause.value.replace('_', ' ')}{f' with {about}' if about else ''}: {len(fixes)} tasks",
        evidence=tuple(sorted({d.diagnosis.trajectory_id for d in items})),
        answers=_answers(items),
        target="eta",
        base=base,
        proposal={"edits": [e.model_dump(mode="json") for e in kept], "cause": finding.cause.value, "acts_by": kind},
        predicted_fixes=tuple(fixes),
        predicted_regressions=tuple(risks[:MAX_REGRESSIONS]),
        predicted_effect=round(100.0 * FIX_RATE[kind] * len(fixes) / max(1, evolve.tasks), 3),
        proposer=AUTHOR,
    )


def _answers(items: Sequence[Diagnosed]) -> tuple[str, ...]:
    """The diagnoses, tested ones first: a reader who is shown only some sees those."""
    tested = {d.diagnosis.id: d.diagnosis.tested for d in items}
    return tuple(sorted(tested, key=lambda i: (not tested[i], i)))


def _accepted(files: Mapping[str, str], edit: EtaEdit, accept: Accept) -> dict[str, str] | None:
    try:
        after = edited(files, [edit])
        accept(after)
    except PlanloopError:
        return None
    return after

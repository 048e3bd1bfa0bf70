"""Criteria: a task's completion criteria in words, for the reader of a verdict."""

from __future__ import annotations

import json

from planloop.contract.criteria import (
    AttemptCriterion,
    CallCriterion,
    Criterion,
    HandoffCriterion,
    SayCriterion,
    SayKind,
    StateCriterion,
)
from planloop.contract.record import JsonObject

_SAY = {SayKind.ASK: "ask", SayKind.REFUSE: "refuse", SayKind.REPORT: "report"}


def words(criterion: Criterion) -> str:
    """One line that says what must hold, e.g. `call manage_alarm with time = "07:15"`."""
    if isinstance(criterion, CallCriterion):
        later = "" if criterion.after is None else f", after criterion {criterion.after + 1}"
        return f"call {criterion.tool}{_with(criterion.arguments)}{later}"
    if isinstance(criterion, AttemptCriterion):
        tries = (f"{c.tool}{_with(c.arguments)}{_mentions(tuple(c.contains.values()))}" for c in criterion.calls)
        return f"try {' or '.join(tries)}"
    if isinstance(criterion, StateCriterion):
        name = criterion.id or ", ".join(_pairs(criterion.match)) or "a record"
        held = _with(criterion.fields) if criterion.exists else " is gone"
        return f"{criterion.table}: {name}{held}"
    if isinstance(criterion, SayCriterion):
        return f"{_SAY[criterion.say]} in the closing text{_mentions(criterion.mentions)}"
    if isinstance(criterion, HandoffCriterion):
        return f"hand over to {criterion.tool}{_with(criterion.arguments)}{_mentions(criterion.contains)}"
    return "no side effect beyond what was asked"


def _pairs(values: JsonObject) -> list[str]:
    return [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in values.items()]


def _with(values: JsonObject) -> str:
    return f" with {', '.join(_pairs(values))}" if values else ""


def _mentions(groups: tuple[tuple[str, ...], ...]) -> str:
    return ", naming " + " and ".join("/".join(group) for group in groups) if groups else ""

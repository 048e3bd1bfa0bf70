"""Are two plans independent: does either do the same whether the other ran before it or not?"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from planloop.contract.task import WorldSpec
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.scenario import Call, Plan

Effects = Counter[str]


def independent(phone: Phone, world: WorldSpec, first: Plan, second: Plan) -> bool:
    """Whether both orders work, give the same answers, and change what the plans change alone, nothing twice."""
    a, b = list(_calls(first)), list(_calls(second))
    try:
        alone_a, alone_b = _run(phone, world, a), _run(phone, world, b)
        together = _run(phone, world, [*a, *b])
        reverse = _run(phone, world, [*b, *a])
    except ToolError:
        return False
    if alone_a[1] & alone_b[1]:
        return False
    effects = alone_a[0] + alone_b[0]
    return together[0] == effects == reverse[0]


def _calls(plan: Plan) -> Iterable[Call]:
    return (call for turn in plan.turns for call in turn)


def _run(phone: Phone, world: WorldSpec, calls: Iterable[Call]) -> tuple[Effects, set[tuple[str, str, str | None]]]:
    """What was changed and answered, and which existing fields were touched."""
    phone.reset(world)
    effects: Effects = Counter()
    for call in calls:
        outcome = phone.call(call.tool, call.arguments)
        effects[json.dumps([call.tool, call.arguments, outcome.message], sort_keys=True)] += 1
    touched = set()
    for delta in phone.state.deltas():
        created = delta.field is None and delta.before is None
        if not created:
            touched.add((delta.table, delta.id, delta.field))
        effects[json.dumps([delta.table, "" if created else delta.id, delta.field, delta.after], sort_keys=True)] += 1
    return effects, touched

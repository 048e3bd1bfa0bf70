"""Completion criteria from what a known solution really did: the author states a plan, the phone says its effect."""

from __future__ import annotations

from planloop.contract.criteria import CallCriterion, Checker, CleanCriterion, Criterion, StateCriterion
from planloop.contract.feedback import Delta, Evidence, Executed
from planloop.contract.record import JsonObject
from planloop.phone.scenario import Plan

HARNESS_TOOLS = ("search_user_memory",)


def derive(plan: Plan, evidence: Evidence) -> tuple[Criterion, ...]:
    """Criteria of a plan whose solution left `evidence`: positive ones by checker, then the author's, then Clean.

    A table that the author's own state criteria speak of is left to them.
    """
    positive: list[Criterion] = []
    told = {c.table for c in plan.criteria if isinstance(c, StateCriterion)}
    if plan.checker is Checker.STATE_CHANGE:
        positive.extend(_states(tuple(d for d in evidence.deltas if d.table not in told), plan.free))
    elif plan.checker is Checker.TOOL_CALL:
        positive.extend(_calls(plan, evidence.operations))
    has_clean = any(isinstance(c, CleanCriterion) for c in plan.criteria)
    clean = CleanCriterion(allowed_fields=tuple(sorted(plan.free)))
    return (*positive, *plan.criteria, *(() if has_clean else (clean,)))


def _states(deltas: tuple[Delta, ...], free: frozenset[str]) -> list[Criterion]:
    out: list[Criterion] = []
    changed: dict[tuple[str, str], JsonObject] = {}
    for delta in deltas:
        if delta.field is not None:
            if f"{delta.table}.{delta.field}" not in free:
                changed.setdefault((delta.table, delta.id), {})[delta.field] = delta.after
        elif delta.after is None:
            out.append(StateCriterion(table=delta.table, id=delta.id, exists=False))
        elif isinstance(delta.after, dict):
            fields = {k: v for k, v in delta.after.items() if f"{delta.table}.{k}" not in free}
            if fields:
                out.append(StateCriterion(table=delta.table, match=fields))
    for (table, key), fields in changed.items():
        out.append(StateCriterion(table=table, id=key, fields=fields))
    return out


def _calls(plan: Plan, operations: tuple[Executed, ...]) -> list[Criterion]:
    done = [o for o in operations if o.success and o.tool not in HARNESS_TOOLS and o.loaded_skill is None]
    wanted = [o for o in done if o.side_effect != "read"] or done[-1:]
    out: list[Criterion] = []
    for index, operation in enumerate(wanted):
        arguments = {k: v for k, v in operation.arguments.items() if f"{operation.tool}.{k}" not in plan.free}
        after = index - 1 if plan.ordered and index else None
        out.append(CallCriterion(tool=operation.tool, arguments=arguments, after=after))
    return out

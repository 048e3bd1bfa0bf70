"""The state-change checker: the target records hold at the end, and nothing else changed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from planloop.contract.criteria import CleanCriterion, StateCriterion
from planloop.contract.feedback import Delta
from planloop.harness.checkers.case import Case, Finding, Tables
from planloop.harness.normalise import includes, says

Record = Mapping[str, Any]


def final_tables(initial: Tables, deltas: tuple[Delta, ...]) -> Tables:
    """The tables after the episode: `initial` with `deltas` applied. Untouched tables are shared, not copied."""
    tables: dict[str, Mapping[str, Record]] = dict(initial)
    fresh: dict[str, dict[str, Record]] = {}
    for delta in deltas:
        rows = fresh.get(delta.table)
        if rows is None:
            rows = fresh[delta.table] = dict(initial.get(delta.table, {}))
            tables[delta.table] = rows
        if delta.field is not None:
            rows[delta.id] = {**rows.get(delta.id, {}), delta.field: delta.after}
        elif isinstance(delta.after, dict):
            rows[delta.id] = delta.after
        else:
            rows.pop(delta.id, None)
    return tables


def findings(case: Case) -> dict[int, Finding]:
    """The state criteria. Criteria that name no id are satisfied by distinct records."""
    wanted = {i: c for i, c in enumerate(case.criteria) if isinstance(c, StateCriterion)}
    if not wanted:
        return {}
    before = _hold(wanted, case.initial)
    after = _hold(wanted, final_tables(case.initial, case.evidence.deltas))
    return {i: Finding(before[i], after[i], "holds" if after[i] else _why(c)) for i, c in wanted.items()}


def unexplained(case: Case, clean: CleanCriterion) -> list[str]:
    """Changes that no state criterion names, outside the allowed tables. A criterion explains one created record."""
    final = final_tables(case.initial, case.evidence.deltas)
    spare = [c for c in case.criteria if isinstance(c, StateCriterion)]
    named = list(spare)
    out: list[str] = []
    for delta in case.evidence.deltas:
        if delta.table in clean.allowed_tables:
            continue
        if delta.field is not None:
            explained = any(_names_field(c, delta, final, clean) for c in named)
        else:
            explained = _take(spare, delta)
        if not explained:
            what = delta.field or ("created" if delta.before is None else "deleted")
            out.append(f"{delta.table}/{delta.id} {what}")
    return out


def _hold(wanted: Mapping[int, StateCriterion], tables: Tables) -> dict[int, bool]:
    used: set[tuple[str, str]] = set()
    out: dict[int, bool] = {}
    for index in sorted(wanted, key=lambda i: -len(wanted[i].match) - len(wanted[i].fields)):
        criterion = wanted[index]
        rows = tables.get(criterion.table, {})
        found = [
            key
            for key, row in ([(criterion.id, rows.get(criterion.id))] if criterion.id else rows.items())
            if row is not None and _fits(criterion, row)
        ]
        if not criterion.exists:
            out[index] = not found
            continue
        free = next((k for k in found if criterion.id or (criterion.table, k) not in used), None)
        if free is not None and not criterion.id:
            used.add((criterion.table, free))
        out[index] = free is not None
    return out


def _fits(criterion: StateCriterion, row: Record) -> bool:
    known = dict(row)
    spoken = all(
        any(says(str(row.get(name) or ""), phrase) for phrase in group)
        for name, groups in criterion.contains.items()
        for group in groups
    )
    return spoken and includes(known, criterion.match) and includes(known, criterion.fields)


def _names_field(criterion: StateCriterion, delta: Delta, final: Tables, clean: CleanCriterion) -> bool:
    if criterion.table != delta.table or not criterion.exists:
        return False
    if criterion.id is not None:
        named = criterion.id == delta.id
    else:
        row = final.get(delta.table, {}).get(delta.id, {})
        named = includes(dict(row), criterion.match)
    free = f"{delta.table}.{delta.field}" in clean.allowed_fields
    return named and (free or delta.field in {*criterion.fields, *criterion.match, *criterion.contains})


def _take(spare: list[StateCriterion], delta: Delta) -> bool:
    """Use up the first criterion that explains a created or deleted record."""
    created = delta.before is None
    row = delta.after if created else delta.before
    for position, criterion in enumerate(spare):
        if criterion.table != delta.table or criterion.exists is not created or not isinstance(row, dict):
            continue
        if criterion.id is not None and criterion.id != delta.id:
            continue
        if _fits(criterion, row):
            if criterion.id is None and criterion.exists:
                spare.pop(position)
            return True
    return False


def _why(criterion: StateCriterion) -> str:
    name = f"{criterion.table}/{criterion.id}" if criterion.id else f"a record of {criterion.table}"
    return f"{name} does not hold the required values" if criterion.exists else f"{name} still exists"

"""Append-only edits: a correction is added beside the record, never written over it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from pydantic import JsonValue
from sqlalchemy import RowMapping, select

from planloop.contract.record import JsonObject, Record
from planloop.store.database import Database, chunks, now
from planloop.store.errors import StoreError
from planloop.store.schema import EDIT

NOTE = "note."
"""Fields that start so are remarks beside a record, not corrections of it."""


class Edit(Record):
    """One correction: `field` of `subject` now counts as `value`."""

    subject: str
    field: str
    value: JsonValue
    author: str
    reason: str
    at: str


class Edits:
    """The list of all corrections, in the order in which they were made."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, subject: str, field: str, value: JsonValue, *, author: str, reason: str) -> Edit:
        """Append a correction. Raises `StoreError` without an author and a reason."""
        if not author.strip() or not reason.strip():
            raise StoreError(f"edit of {field} of {subject}: give an author and a reason")
        edit = Edit(subject=subject, field=field, value=value, author=author, reason=reason, at=now())
        row = edit.model_dump() | {"value": json.dumps(value, ensure_ascii=False, allow_nan=False)}
        with self._database.write() as connection:
            connection.execute(EDIT.insert().values(row))
        return edit

    def of(self, subjects: Iterable[str]) -> dict[str, list[Edit]]:
        """The corrections of each subject that has any, oldest first."""
        found: dict[str, list[Edit]] = {}
        with self._database.read() as connection:
            for piece in chunks(list(subjects)):
                query = select(EDIT).where(EDIT.c.subject.in_(piece)).order_by(EDIT.c.seq)
                for row in connection.execute(query).mappings():
                    edit = _edit(row)
                    found.setdefault(edit.subject, []).append(edit)
        return found

    def latest(self, field: str) -> list[Edit]:
        """The last correction of `field` of every subject that has one, in the order in which they were made."""
        found: dict[str, Edit] = {}
        with self._database.read() as connection:
            query = select(EDIT).where(EDIT.c.field == field).order_by(EDIT.c.seq)
            for row in connection.execute(query).mappings():
                edit = _edit(row)
                found.pop(edit.subject, None)
                found[edit.subject] = edit
        return list(found.values())


def _edit(row: RowMapping) -> Edit:
    return Edit.model_validate({k: v for k, v in row.items() if k != "seq"} | {"value": json.loads(row["value"])})


def fold(base: JsonObject, edits: Iterable[Edit]) -> JsonObject:
    """`base` with the corrections applied in order; `base` itself is left as it is."""
    folded = dict(base)
    for edit in edits:
        folded[edit.field] = edit.value
    return folded

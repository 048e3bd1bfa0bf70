"""The phone's state: tables of flat records over an immutable base, copied on write, every change recorded."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from planloop.contract.feedback import Delta

Row = dict[str, Any]  # JSON scalars or lists
Tables = dict[str, dict[str, Row]]

_GONE: Row = {}


class State:
    """Tables `{name: {id: record}}`. The base is shared between instances and never written.

    Writes go to an overlay and to a change log, so a reset drops two dictionaries, and evidence is the net change.
    """

    __slots__ = ("_base", "_changed", "_counters", "_overlay")

    def __init__(self, base: Tables) -> None:
        self._base = base
        self._overlay: Tables = {}
        self._changed: dict[tuple[str, str], Row | None] = {}  # the record at reset, None where there was none
        self._counters: dict[str, int] = {}

    def reset(self, base: Tables) -> None:
        """Start over from `base` with nothing changed."""
        self._base = base
        self._overlay = {}
        self._changed = {}
        self._counters = {}

    def seal(self) -> None:
        """Make the present state the point that deltas are measured from (after a task's overrides)."""
        self._changed = {}

    def get(self, table: str, key: str) -> Row | None:
        """The record, or None. Read only: write through `set`."""
        over = self._overlay.get(table)
        if over is not None:
            row = over.get(key)
            if row is not None:
                return None if row is _GONE else row
        rows = self._base.get(table)
        return None if rows is None else rows.get(key)

    def items(self, table: str) -> Iterator[tuple[str, Row]]:
        """All (id, record) pairs: base order first, then records created since."""
        over = self._overlay.get(table)
        base = self._base.get(table, {})
        if not over:
            yield from base.items()
            return
        for key, row in base.items():
            current = over.get(key, row)
            if current is not _GONE:
                yield key, current
        for key, row in over.items():
            if key not in base and row is not _GONE:
                yield key, row

    def find(self, table: str, **fields: Any) -> list[tuple[str, Row]]:
        """Records whose fields equal the given values."""
        return [(k, r) for k, r in self.items(table) if all(r.get(f) == v for f, v in fields.items())]

    def set(self, table: str, key: str, **fields: Any) -> Row:
        """Change fields of an existing record; unchanged values leave no trace."""
        row = self.get(table, key)
        if row is None:
            raise KeyError(f"{table}/{key}")
        if all(row.get(f, _GONE) == v for f, v in fields.items()):
            return row
        self._remember(table, key, row)
        fresh = {**row, **fields}
        self._overlay.setdefault(table, {})[key] = fresh
        return fresh

    def insert(self, table: str, row: Row, key: str | None = None) -> str:
        """Add a record under `key` (replacing one there), or under the next free `<table singular>_NNN`."""
        if key is None:
            key = self._next_id(table)
        self._remember(table, key, self.get(table, key))
        self._overlay.setdefault(table, {})[key] = row
        return key

    def delete(self, table: str, key: str) -> None:
        """Remove an existing record."""
        row = self.get(table, key)
        if row is None:
            raise KeyError(f"{table}/{key}")
        self._remember(table, key, row)
        self._overlay.setdefault(table, {})[key] = _GONE

    def _remember(self, table: str, key: str, row: Row | None) -> None:
        self._changed.setdefault((table, key), row)

    def _next_id(self, table: str) -> str:
        stem = table[:-1] if table.endswith("s") else table
        number = self._counters.get(table, len(self._base.get(table, ())))
        while True:
            number += 1
            key = f"{stem}_{number:03d}"
            if self.get(table, key) is None and (table, key) not in self._changed:
                self._counters[table] = number
                return key

    def deltas(self) -> tuple[Delta, ...]:
        """Net change since reset or `seal`, field by field; created and deleted records appear whole."""
        out: list[Delta] = []
        for (table, key), before in self._changed.items():
            after = self.get(table, key)
            if before is None or after is None:
                if before is not after:
                    out.append(Delta(table=table, id=key, field=None, before=before, after=after))
                continue
            for name in after.keys() | before.keys():
                if before.get(name) != after.get(name):
                    out.append(Delta(table=table, id=key, field=name, before=before.get(name), after=after.get(name)))
        return tuple(sorted(out, key=lambda d: (d.table, d.id, d.field or "")))

    def tables(self) -> Mapping[str, Mapping[str, Row]]:
        """A full snapshot, for the verifier and for people; not for the hot path."""
        names = list(dict.fromkeys([*self._base, *self._overlay]))
        return {name: dict(self.items(name)) for name in names}

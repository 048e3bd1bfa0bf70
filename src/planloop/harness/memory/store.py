"""The one memory of an episode: seeded by the world, changed only through explicit operations that leave evidence."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from planloop.contract.feedback import Delta
from planloop.harness.memory.record import Category, Layer, MemoryRecord, Origin, Status

TABLE = "memories"


class MemoryConflict(Exception):
    """The memory holds this already; the message names the record."""


class MemoryStore:
    """Records by id. Earlier versions of changed and removed records are kept in `history`."""

    def __init__(self, rows: Mapping[str, Mapping[str, Any]], now: datetime | None) -> None:
        self._records = {key: MemoryRecord.from_row(key, row) for key, row in rows.items()}
        self._start = dict(self._records)
        self._now = now
        self.history: list[MemoryRecord] = []

    @property
    def today(self) -> str:
        """The date of the frozen clock, or empty where there is none."""
        return self._now.strftime("%Y-%m-%d") if self._now else ""

    def records(self) -> tuple[MemoryRecord, ...]:
        """All records, in the order in which they came."""
        return tuple(self._records.values())

    def get(self, key: str) -> MemoryRecord | None:
        """One record."""
        return self._records.get(key)

    def expired(self, record: MemoryRecord) -> bool:
        """Past its expiry date."""
        return bool(record.expires_at and self.today and record.expires_at[:10] < self.today)

    def superseded(self) -> dict[str, str]:
        """Overtaken id -> the id that holds now: by explicit link, or as an older telling of the same fact. Nothing
        overtakes what is trusted more: a newer telling of that kind is itself overtaken."""
        active = [r for r in self._records.values() if r.status is Status.ACTIVE]
        linked = [(self._records[r.supersedes], r) for r in active if r.supersedes and r.supersedes in self._records]
        out = {old.memory_id: new.memory_id for old, new in linked if new.origin.trust >= old.origin.trust}
        latest: dict[tuple[str, str, str], MemoryRecord] = {}
        for record in sorted(active, key=lambda r: (r.valid_from or r.recorded_at, r.recorded_at)):
            if not record.predicate or record.memory_id in out:
                continue
            key = (record.scope, record.subject, record.predicate)
            last = latest.get(key, record)
            weaker = record.origin.trust < last.origin.trust
            if last.value != record.value:
                old, new = (record, last) if weaker else (last, record)
                out[old.memory_id] = new.memory_id
            latest[key] = last if weaker else record
        return out

    def add(
        self, category: str, title: str, text: str, tags: tuple[str, ...], origin: Origin, evidence: tuple[str, ...]
    ) -> MemoryRecord:
        """Store a new record. Raises `MemoryConflict` when a record that holds says the same words."""
        overtaken = self.superseded()
        holding = (r for r in self._records.values() if r.status is Status.ACTIVE and r.memory_id not in overtaken)
        same = next((r for r in holding if not self.expired(r) and _folded(r.text) == _folded(text)), None)
        if same is not None:
            raise MemoryConflict(f"already remembered as {same.memory_id}")
        prospective = category == Category.EVENT.value
        record = MemoryRecord(
            memory_id=self._fresh_id(),
            category=category,
            title=title,
            text=text,
            tags=tags,
            subject="owner" if origin is Origin.USER else "",
            layer=Layer.PROSPECTIVE if prospective else Layer.EPISODIC,
            valid_from=self.today,
            recorded_at=self.today,
            confidence=1.0 if origin is Origin.USER else 0.5,
            origin=origin,
            evidence=evidence,
        )
        self._records[record.memory_id] = record
        return record

    def replace(self, key: str, changes: Mapping[str, Any], origin: Origin) -> MemoryRecord:
        """Give a record new words; the earlier version is kept. Raises `KeyError` when there is no such record.

        Trust never rises by an edit: of the record's origin and that of the new words, the less trusted stays.
        """
        old = self._records[key]
        self.history.append(old)
        lowered = min(old.origin, origin, key=lambda o: o.trust)
        fresh = old.model_copy(update={**changes, "recorded_at": self.today or old.recorded_at, "origin": lowered})
        if "text" in changes:
            fresh = fresh.model_copy(update={"value": "", "valid_from": self.today or old.valid_from})
        self._records[key] = fresh
        return fresh

    def remove(self, key: str) -> MemoryRecord:
        """Delete a record. Raises `KeyError` when there is no such record."""
        old = self._records.pop(key)
        self.history.append(old)
        return old

    def deltas(self) -> tuple[Delta, ...]:
        """Net change since the start, as rows of table `memories`."""
        out: list[Delta] = []
        for key in sorted({*self._start, *self._records}):
            before, after = self._start.get(key), self._records.get(key)
            if before is after or before == after:
                continue
            if before is None or after is None:
                old, new = (before.row() if before else None), (after.row() if after else None)
                out.append(Delta(table=TABLE, id=key, field=None, before=old, after=new))
                continue
            old_row, new_row = before.row(), after.row()
            out.extend(
                Delta(table=TABLE, id=key, field=name, before=old_row[name], after=new_row[name])
                for name in old_row
                if old_row[name] != new_row[name]
            )
        return tuple(out)

    def _fresh_id(self) -> str:
        number = 100 + len(self._start)
        taken = {*self._start, *self._records, *(r.memory_id for r in self.history)}
        while f"mem_{number}" in taken:
            number += 1
        return f"mem_{number}"


def _folded(text: str) -> str:
    return " ".join(text.lower().split()).strip(" .")

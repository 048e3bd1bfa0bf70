"""MemoryRecord: a summary with its source, times, trust and status (method section 6.3)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from planloop.contract.record import JsonObject, Record


class Layer(StrEnum):
    """What kind of memory a record is; layers differ in access and trust."""

    USER_MODEL = "user_model"
    EPISODIC = "episodic"
    LONG_TERM = "long_term"
    PROSPECTIVE = "prospective"
    REVIEW = "review"


class Origin(StrEnum):
    """Where a record came from. The harness sets it; nothing in a record's text can raise it."""

    USER = "user"
    AGENT_DERIVED = "agent_derived"
    EXTERNAL = "external"
    SYSTEM = "system"

    @property
    def trust(self) -> int:
        """Its place among the origins, the least trusted first."""
        return (Origin.EXTERNAL, Origin.AGENT_DERIVED, Origin.USER, Origin.SYSTEM).index(self)


class Status(StrEnum):
    """Whether a record may be used."""

    ACTIVE = "active"
    SUPERSEDED = "superseded"
    WITHDRAWN = "withdrawn"


class Category(StrEnum):
    """The published categories."""

    HABITS = "routines_habits"
    INFO = "important_info"
    EVENT = "important_event"


_LAYERS = {Category.HABITS: Layer.USER_MODEL, Category.INFO: Layer.LONG_TERM, Category.EVENT: Layer.PROSPECTIVE}


class MemoryRecord(Record):
    """One record. Times are ISO text (`YYYY-MM-DD`, optionally with `THH:MM`); `text` is the lossless original.

    `subject`, `predicate` and `value` are its structured reading, where one is known: two active records with the
    same subject and predicate speak about the same fact. `evidence` links to what it was drawn from.
    """

    memory_id: str
    category: str = Category.INFO.value
    title: str = ""
    text: str
    tags: tuple[str, ...] = ()
    scope: str = "user"
    subject: str = ""
    predicate: str = ""
    value: str = ""
    layer: Layer = Layer.LONG_TERM
    valid_from: str = ""
    recorded_at: str = ""
    expires_at: str | None = None
    supersedes: str | None = None
    status: Status = Status.ACTIVE
    confidence: float = 1.0
    origin: Origin = Origin.USER
    evidence: tuple[str, ...] = ()

    @classmethod
    def from_row(cls, key: str, row: Mapping[str, Any]) -> MemoryRecord:
        """The record in a world's table. Unknown origins count as external, the least trusted."""
        category = str(row.get("category") or Category.INFO.value)
        origin = str(row.get("origin") or Origin.EXTERNAL)
        status = str(row.get("status") or Status.ACTIVE)
        known = category in set(Category)
        return cls(
            memory_id=key,
            category=category,
            title=str(row.get("title") or ""),
            text=str(row.get("content") or ""),
            tags=tuple(map(str, row.get("tags") or ())),
            subject=str(row.get("subject") or ""),
            predicate=str(row.get("predicate") or ""),
            value=str(row.get("value") or ""),
            layer=_LAYERS[Category(category)] if known else Layer.EPISODIC,
            valid_from=str(row.get("valid_from") or ""),
            recorded_at=str(row.get("recorded_at") or ""),
            expires_at=None if row.get("expires_at") is None else str(row["expires_at"]),
            supersedes=None if row.get("supersedes") is None else str(row["supersedes"]),
            status=Status(status) if status in set(Status) else Status.WITHDRAWN,
            origin=Origin(origin) if origin in set(Origin) else Origin.EXTERNAL,
        )

    def row(self) -> JsonObject:
        """The record as a row of table `memories`: what evidence and the verifier see."""
        return {
            "memory_id": self.memory_id,
            "category": self.category,
            "title": self.title,
            "content": self.text,
            "tags": list(self.tags),
            "subject": self.subject,
            "predicate": self.predicate,
            "value": self.value,
            "valid_from": self.valid_from,
            "recorded_at": self.recorded_at,
            "expires_at": self.expires_at,
            "origin": self.origin.value,
            "supersedes": self.supersedes,
            "status": self.status.value,
        }

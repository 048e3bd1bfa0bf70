"""Review: a recorded decision on one subject, by a person, a written policy or a model (design rules 6 and 11)."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import field_validator

from planloop.contract.artefact import Artefact
from planloop.contract.lineage import Edge, Relation


class Decision(StrEnum):
    """What was decided."""

    APPROVE = "approve"
    REFUSE = "refuse"
    REVISE = "revise"  # propose again, changed as the reason says
    QUARANTINE = "quarantine"  # keep it, learn nothing from it


class ReviewerKind(StrEnum):
    """Who decided. Nothing is called human-reviewed that a person did not review."""

    PERSON = "person"
    POLICY = "policy"
    MODEL = "model"


class Review(Artefact):
    """A decision bound to exactly the content that the reviewer saw (`subject_hash`).

    `time` is ISO 8601 with a zone. `rules_version` is the hash of a policy's written rules, empty for people.
    """

    PREFIX: ClassVar[str] = "review"

    schema_version: Literal[1] = 1
    subject: str
    subject_hash: str
    decision: Decision
    kind: ReviewerKind
    reviewer: str
    reason: str
    time: str
    rules_version: str = ""

    @field_validator("reviewer", "reason")
    @classmethod
    def _stated(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("a review names its reviewer and gives a reason")
        return text

    @field_validator("time")
    @classmethod
    def _zoned(cls, text: str) -> str:
        if datetime.fromisoformat(text).tzinfo is None:
            raise ValueError(f"time {text!r} needs a zone, e.g. 2026-01-31T12:00:00+00:00")
        return text

    def edges(self) -> tuple[Edge, ...]:
        """The subject was reviewed by this."""
        return (Edge(from_id=self.subject, to_id=self.id, relation=Relation.REVIEWED_BY),)

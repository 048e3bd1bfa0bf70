"""ChangeRequest: a proposed change with evidence and a prediction that is scored afterwards (design rules 6 and 8)."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Literal

from planloop.contract.artefact import Artefact
from planloop.contract.lineage import Edge, Relation
from planloop.contract.record import JsonObject


class ChangeKind(StrEnum):
    """Which part of the loop a change is made to."""

    DATA = "data"
    TRAINING = "training"
    HARNESS = "harness"


class ChangeRequest(Artefact):
    """A proposed change.

    `evidence` are trajectory ids and `answers` the diagnoses or weaknesses it responds to. `target` names what is
    changed (a path of eta, a training setting, a data release id), `base` the version that it applies to, `proposal`
    the change itself. `predicted_fixes` and `predicted_regressions` are task keys or capability groups;
    `predicted_effect` is in points of success (0-100).
    """

    PREFIX: ClassVar[str] = "change"

    schema_version: Literal[1] = 1
    kind: ChangeKind
    title: str
    evidence: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    target: str
    base: str | None = None
    proposal: JsonObject
    predicted_fixes: tuple[str, ...] = ()
    predicted_regressions: tuple[str, ...] = ()
    predicted_effect: float = 0.0
    removed_tasks: tuple[str, ...] = ()
    safety_sensitive: bool = False
    proposer: str
    revises: str | None = None

    def edges(self) -> tuple[Edge, ...]:
        """Responds to its evidence, diagnoses and weaknesses; a revision is the child of what it revises."""
        key = self.id
        causes = dict.fromkeys((*self.answers, *self.evidence))
        answers = [Edge(from_id=key, to_id=c, relation=Relation.ANSWERS) for c in causes]
        if self.revises is not None:
            answers.append(Edge(from_id=self.revises, to_id=key, relation=Relation.PARENT_OF))
        return tuple(answers)

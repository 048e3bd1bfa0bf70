"""The immutable versions: data releases, checkpoints, harness versions, and the releases that serve."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, field_validator

from planloop.contract.artefact import Artefact
from planloop.contract.lineage import Edge, Relation
from planloop.contract.record import JsonObject, Record


class Purpose(StrEnum):
    """Why a trajectory is in a data release (method 4.5)."""

    COVERAGE = "coverage"  # the capability was missing
    REPAIR = "repair"  # the capability fails
    STABILISATION = "stabilisation"  # the capability is unstable
    PRESERVATION = "preservation"  # mastered, or left to a later round; kept in small measure


class Member(Record):
    """One trajectory of a data release and the weight of its loss (0 keeps it there without training on it)."""

    trajectory_id: str
    weight: float = Field(default=1.0, ge=0.0)
    purpose: Purpose = Purpose.COVERAGE


class DataRelease(Artefact):
    """What a training step may learn from: one reviewable bundle, frozen once approved.

    `mixture` maps `axis=value` (for instance `capability=memory/composition`) to its share; `answers` are weakness ids.
    """

    PREFIX: ClassVar[str] = "data"

    schema_version: Literal[1] = 1
    members: tuple[Member, ...]
    tasks: tuple[str, ...] = ()
    mixture: dict[str, float] = {}
    answers: tuple[str, ...] = ()
    stats: JsonObject = {}
    parent: str | None = None

    @field_validator("members")
    @classmethod
    def _once_each(cls, members: tuple[Member, ...]) -> tuple[Member, ...]:
        if len({m.trajectory_id for m in members}) != len(members):
            raise ValueError("a trajectory is a member twice: give it one entry with the summed weight")
        return members

    def edges(self) -> tuple[Edge, ...]:
        """Members and tasks belong to it; it answers its weaknesses."""
        key = self.id
        inside = dict.fromkeys((*(m.trajectory_id for m in self.members), *self.tasks))
        members = [Edge(from_id=i, to_id=key, relation=Relation.MEMBER_OF) for i in inside]
        answers = [Edge(from_id=key, to_id=a, relation=Relation.ANSWERS) for a in self.answers]
        return (*members, *answers, *_parent(self.parent, key))


class FileTree(Record):
    """A folder by content: relative POSIX path -> SHA-256 (hex) of the file's bytes."""

    files: dict[str, str]

    @field_validator("files")
    @classmethod
    def _inside(cls, files: dict[str, str]) -> dict[str, str]:
        for path in files:
            parts = path.split("/")
            if not path or "\\" in path or any(part in ("", ".", "..") for part in parts):
                raise ValueError(f"path {path!r} of a file tree must be relative, with / and without . or ..")
        return dict(sorted(files.items()))


class Checkpoint(Artefact):
    """Weights as a folder of files, with the training run that made them. `trained_on` are data release ids."""

    PREFIX: ClassVar[str] = "checkpoint"

    schema_version: Literal[1] = 1
    tree: FileTree
    parent: str | None = None
    trained_on: tuple[str, ...] = ()
    training: JsonObject = {}

    def edges(self) -> tuple[Edge, ...]:
        """Trained on its data releases, child of its parent."""
        key = self.id
        trained = [Edge(from_id=key, to_id=d, relation=Relation.TRAINED_ON) for d in self.trained_on]
        return (*trained, *_parent(self.parent, key))


class HarnessVersion(Artefact):
    """eta, a folder of text files. `changes` are the change requests that made it out of `parent`."""

    PREFIX: ClassVar[str] = "harness"

    schema_version: Literal[1] = 1
    tree: FileTree
    parent: str | None = None
    changes: tuple[str, ...] = ()
    note: str = ""

    def edges(self) -> tuple[Edge, ...]:
        """Made from its changes, child of its parent."""
        key = self.id
        made = [Edge(from_id=c, to_id=key, relation=Relation.PROPOSED_FOR) for c in self.changes]
        return (*made, *_parent(self.parent, key))


class ReleaseCandidate(Artefact):
    """A (checkpoint, harness) pair proposed to serve: the subject of the review that a release needs.

    `changes` are the change requests in it, `measurements` the measurement ids it is judged on, `parent` the release
    that it would replace.
    """

    PREFIX: ClassVar[str] = "candidate"

    schema_version: Literal[1] = 1
    checkpoint: str
    harness: str
    parent: str | None = None
    changes: tuple[str, ...] = ()
    measurements: tuple[str, ...] = ()
    proposer: str
    note: str = ""

    def edges(self) -> tuple[Edge, ...]:
        """Its parts were proposed for it; its measurements judge it."""
        key = self.id
        parts = dict.fromkeys((self.checkpoint, self.harness, *self.changes))
        made = [Edge(from_id=p, to_id=key, relation=Relation.PROPOSED_FOR) for p in parts]
        judged = [Edge(from_id=key, to_id=m, relation=Relation.EVALUATED_ON) for m in self.measurements]
        return (*made, *judged)


class Release(Artefact):
    """An approved (checkpoint, harness) pair that serves, or has served. `review` is the approving review's id."""

    PREFIX: ClassVar[str] = "release"

    schema_version: Literal[1] = 1
    checkpoint: str
    harness: str
    parent: str | None = None
    review: str

    def edges(self) -> tuple[Edge, ...]:
        """Came out of its review, child of the release that it replaced."""
        made = Edge(from_id=self.review, to_id=self.id, relation=Relation.RELEASED_AS)
        return (made, *_parent(self.parent, self.id))


def _parent(parent: str | None, child: str) -> tuple[Edge, ...]:
    return () if parent is None else (Edge(from_id=parent, to_id=child, relation=Relation.PARENT_OF),)

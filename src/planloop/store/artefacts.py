"""Artefacts in the store: content-addressed, immutable, appended together with the lineage that they state."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from sqlalchemy import select

from planloop.contract.artefact import Artefact
from planloop.contract.change import ChangeRequest
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.lineage import Edge
from planloop.contract.prediction import PredictionScore
from planloop.contract.review import Review
from planloop.contract.split import Split, Stage, require_readable
from planloop.contract.version import Checkpoint, DataRelease, HarnessVersion, Release, ReleaseCandidate
from planloop.contract.weakness import Weakness
from planloop.store.blobs import Blobs
from planloop.store.database import Database, chunks, now
from planloop.store.errors import AccessError, BlobError, ConflictError, UnknownIdError
from planloop.store.lineage import Lineage
from planloop.store.schema import ARTEFACT, MEASUREMENT, TASK, TRAJECTORY

A = TypeVar("A", bound=Artefact)
KINDS: dict[str, type[Artefact]] = {
    kind.PREFIX: kind
    for kind in (
        DataRelease,
        Checkpoint,
        HarnessVersion,
        ReleaseCandidate,
        Release,
        ChangeRequest,
        Review,
        Diagnosis,
        Weakness,
        PredictionScore,
    )
}
LEARNS_FROM: dict[type[Artefact], Stage] = {
    DataRelease: Stage.TRAINING,
    Diagnosis: Stage.DIAGNOSIS,
    Weakness: Stage.DIAGNOSIS,
    ChangeRequest: Stage.DIAGNOSIS,
}
"""Kinds whose trajectories and tasks must be readable by a stage (design rule 1)."""
GOVERNED = (Review, Release)
"""Kinds that only a decision or a promotion may append (design rule 6)."""


class Artefacts:
    """Every kind in one place, by id."""

    def __init__(self, database: Database, blobs: Blobs, lineage: Lineage) -> None:
        self._database = database
        self._blobs = blobs
        self._lineage = lineage

    def add(self, artefact: Artefact) -> str:
        """Append an artefact and its edges; returns its id. Appending it again changes nothing.

        Raises `UnknownIdError` where it names something that is not held, `WrongSplitError` where it would learn from
        a split that it may not, `AccessError` for reviews and releases, which only `decisions` and `releases` append.
        """
        if isinstance(artefact, GOVERNED):
            raise AccessError(
                f"a {artefact.PREFIX} is not appended by hand: use governance.review.decide or "
                "governance.release.promote"
            )
        return self.append(artefact)

    def append(self, artefact: Artefact, *, review: bool = False) -> str:
        """As `add`, without its refusal: for `decisions` and `releases`."""
        key = artefact.id
        edges = artefact.edges()
        with self._database.write(review=review) as connection:
            held = connection.execute(select(ARTEFACT.c.hash).where(ARTEFACT.c.id == key)).scalar_one_or_none()
            if held is not None:
                if held != artefact.content_hash():
                    raise ConflictError(f"{key} is held with other content under the same short hash: change its note")
                return key
            self._require_references(artefact, key, edges)
            row = {"id": key, "kind": artefact.PREFIX, "hash": artefact.content_hash(), "json": artefact.to_json()}
            connection.execute(ARTEFACT.insert().values(row | {"at": now()}))
            self._lineage.add(edges, review=review)
        return key

    def get(self, key: str) -> Artefact:
        """The artefact as it was appended. Raises `UnknownIdError`."""
        query = select(ARTEFACT.c.kind, ARTEFACT.c.json).where(ARTEFACT.c.id == key)
        with self._database.read() as connection:
            row = connection.execute(query).one_or_none()
        if row is None:
            raise UnknownIdError(f"{key} is not in the store: check the id with `planloop why`, or append it first")
        return KINDS[row.kind].from_json(row.json)

    def get_as(self, kind: type[A], key: str) -> A:
        """The artefact, which must be of `kind`. Raises `UnknownIdError` otherwise."""
        artefact = self.get(key)
        if not isinstance(artefact, kind):
            raise UnknownIdError(f"{key} is a {artefact.PREFIX}, not a {kind.PREFIX}: give the id of a {kind.PREFIX}")
        return artefact

    def all(self, kind: type[A]) -> list[A]:
        """Every artefact of `kind`, oldest first."""
        query = select(ARTEFACT.c.json).where(ARTEFACT.c.kind == kind.PREFIX).order_by(ARTEFACT.c.seq)
        with self._database.read() as connection:
            return [kind.from_json(text) for text in connection.execute(query).scalars()]

    def has(self, key: str) -> bool:
        """Whether an artefact of this id is held."""
        with self._database.read() as connection:
            return connection.execute(select(ARTEFACT.c.id).where(ARTEFACT.c.id == key)).first() is not None

    def kinds(self, ids: Iterable[str]) -> dict[str, str]:
        """What each held id is: an artefact prefix, `trajectory`, `task` or `measurement`; unknown ids are left out."""
        wanted = list(dict.fromkeys(ids))
        found: dict[str, str] = {}
        with self._database.read() as connection:
            for piece in chunks(wanted):
                tasks = connection.execute(select(TASK.c.key).where(TASK.c.key.in_(piece))).scalars()
                found.update(dict.fromkeys(tasks, "task"))
                shown = connection.execute(select(TRAJECTORY.c.id).where(TRAJECTORY.c.id.in_(piece))).scalars()
                found.update(dict.fromkeys(shown, "trajectory"))
                held = select(ARTEFACT.c.id, ARTEFACT.c.kind).where(ARTEFACT.c.id.in_(piece))
                found.update((key, kind) for key, kind in connection.execute(held).all())
            names = (MEASUREMENT.c.run, MEASUREMENT.c.name)
            if any(key.startswith("measurement:") for key in wanted):
                measured = {f"measurement:{r}:{n}" for r, n in connection.execute(select(*names).distinct()).all()}
                found.update((key, "measurement") for key in wanted if key in measured)
        return found

    def _require_references(self, artefact: Artefact, key: str, edges: tuple[Edge, ...]) -> None:
        others = [e.cause if e.effect == key else e.effect for e in edges]
        kinds = self.kinds(others)
        for other in others:
            if other not in kinds:
                raise UnknownIdError(
                    f"{artefact.PREFIX} {key} names {other}, which is not in the store: append it first"
                )
        stage = LEARNS_FROM.get(type(artefact))
        if stage is not None:
            for other, split in self._splits(kinds).items():
                require_readable(stage, split, f"{kinds[other]} {other} (in {artefact.PREFIX} {key})")
        if isinstance(artefact, Checkpoint | HarnessVersion):
            for name, address in artefact.tree.files.items():
                if not self._blobs.has(address):
                    raise BlobError(
                        f"file {name} of {key} is not in the store: take the tree with store.snapshot(folder)"
                    )

    def _splits(self, kinds: dict[str, str]) -> dict[str, Split]:
        found: dict[str, Split] = {}
        with self._database.read() as connection:
            for column, kind in ((TRAJECTORY.c.id, "trajectory"), (TASK.c.key, "task")):
                for piece in chunks([key for key, k in kinds.items() if k == kind]):
                    query = select(column, column.table.c.split).where(column.in_(piece))
                    found.update((key, Split(split)) for key, split in connection.execute(query).all())
        return found

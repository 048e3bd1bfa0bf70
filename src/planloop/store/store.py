"""Store: one folder that keeps everything that a loop accepted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Self

from pydantic import JsonValue
from sqlalchemy import Connection, select

from planloop.contract.artefact import Artefact
from planloop.contract.record import JsonObject, Record
from planloop.contract.split import Split, Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason
from planloop.contract.version import Checkpoint, FileTree, HarnessVersion
from planloop.store import tree
from planloop.store.artefacts import A, Artefacts
from planloop.store.blobs import Blobs
from planloop.store.database import Access, Database
from planloop.store.decisions import Decisions
from planloop.store.edits import NOTE, Edit, Edits, fold
from planloop.store.errors import AccessError, StoreError, UnknownIdError
from planloop.store.ledger import Ledger
from planloop.store.lineage import Lineage
from planloop.store.lock import WriterLock
from planloop.store.measurements import Measurement, Measurements
from planloop.store.releases import Releases
from planloop.store.schema import TASK, TRAJECTORY
from planloop.store.tasks import Tasks
from planloop.store.trajectories import Trajectories, TrajectoryFilter, corrected

FIXED_FIELDS = frozenset(
    "schema_version id task_key task_hash split seed versions trajectory_id trajectories members tasks tree parent "
    "trained_on checkpoint harness measurements answers diagnoses changes revises proposer author".split()
)
"""Fields that say what a record is or leads to; an edit cannot move a record to another task, split or origin."""


class TrajectoryCard(Record):
    """What may be said of a trajectory without reading it, whatever its split."""

    id: str
    task_key: str
    split: Split
    run: str
    round: int
    stage: Stage
    source: str
    success: bool
    valid: bool
    stop: StopReason


class TaskCard(Record):
    """What may be said of a task without reading it, whatever its split."""

    key: str
    split: Split
    capability_group: str
    template: str


class Store:
    """Use `Store.open`, as a context manager or with `close`. Safe for several threads of the opening process.

    Parts: `blobs`, `lineage`, `edits`, `artefacts`, `measurements`, `decisions`, `releases`.
    """

    def __init__(self, root: Path, access: Access, lock: WriterLock | None) -> None:
        """Internal: `Store.open` and `Store.open_review` take the lock that belongs to the access."""
        self.root = root
        self.access = access
        self._lock = lock
        self.database = Database(root, access)
        self.blobs = Blobs(root)
        self.lineage = Lineage(self.database)
        self.edits = Edits(self.database)
        self.artefacts = Artefacts(self.database, self.blobs, self.lineage)
        self.measurements = Measurements(self.database, self.lineage)
        self.decisions = Decisions(self.database, self.artefacts, self.edits)
        self.releases = Releases(self.database, self.artefacts)
        self._tasks = Tasks(self.database, self.blobs)
        self._trajectories = Trajectories(self.database, self.blobs, self._tasks, self.edits, self.lineage)
        self._ledgers: dict[str, Ledger] = {}
        if access is Access.WRITE:
            self.blobs.sweep()

    @classmethod
    def open(cls, root: Path, *, executor: str = "local", readonly: bool = False) -> Store:
        """Open the store at `root`; for writing it is created where it does not exist, and locked.

        `executor` names the writer to others. Raises `StoreLockedError` for a second writer, `SchemaError` for a store
        of a newer planloop, `StoreMissingError` where a store that does not exist is opened to be read.
        """
        if readonly:
            return cls(root, Access.READ, None)
        root.mkdir(parents=True, exist_ok=True)
        lock = WriterLock(root, executor)
        try:
            return cls(root, Access.WRITE, lock)
        except BaseException:
            lock.release()
            raise

    @classmethod
    def open_review(cls, root: Path) -> Store:
        """Open an existing store to read it and to record review decisions, also beside a running writer."""
        return cls(root, Access.REVIEW, None)

    def close(self) -> None:
        """Close the database and give the lock back."""
        self.database.close()
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def transaction(self) -> AbstractContextManager[Connection]:
        """Everything appended inside is committed together or not at all."""
        return self.database.write()

    # Tasks

    def add_tasks(self, tasks: Sequence[Task]) -> int:
        """Append tasks; see `Tasks.add`."""
        return self._tasks.add(tasks)

    def revise_task(self, task: Task, *, author: str, reason: str) -> None:
        """Append a new revision of a task; see `Tasks.revise`."""
        self._tasks.revise(task, author=author, reason=reason)

    def tasks(
        self,
        *,
        stage: Stage,
        split: Split | None = None,
        keys: Sequence[str] | None = None,
        template: str | None = None,
        group: str | None = None,
    ) -> list[Task]:
        """The tasks that `stage` may read; see `Tasks.select`."""
        return self._tasks.select(stage=stage, split=split, keys=keys, template=template, group=group)

    def task(self, key: str, *, stage: Stage) -> Task:
        """One task by its key. Raises `UnknownIdError` or `WrongSplitError`."""
        return self.tasks(stage=stage, keys=[key])[0]

    def task_card(self, key: str) -> TaskCard:
        """What the index says of the newest revision of a task. Raises `UnknownIdError`."""
        columns = [TASK.c[name] for name in TaskCard.model_fields]
        query = select(*columns).where(TASK.c.key == key).order_by(TASK.c.seq.desc()).limit(1)
        with self.database.read() as connection:
            row = connection.execute(query).mappings().one_or_none()
        if row is None:
            raise UnknownIdError(f"task {key} is not in the store: add it with store.add_tasks first")
        return TaskCard.model_validate(dict(row))

    # Trajectories

    def add_trajectories(self, trajectories: Sequence[Trajectory], *, run: str, stage: Stage, round: int = 0) -> int:  # noqa: A002
        """Append a batch in one transaction; see `Trajectories.add`. When it returns, the batch survives a kill."""
        return self._trajectories.add(trajectories, run=run, round=round, stage=stage)

    def trajectories(
        self,
        *,
        stage: Stage,
        split: Split | None = None,
        ids: Sequence[str] | None = None,
        run: str | None = None,
        round: int | None = None,  # noqa: A002
        collected_in: Stage | None = None,
        task_key: str | None = None,
        source: str | None = None,
        success: bool | None = None,
        valid: bool | None = None,
        stop: StopReason | None = None,
        limit: int | None = None,
        as_recorded: bool = False,
    ) -> Iterator[Trajectory]:
        """The trajectories that `stage` may read, edits applied; see `Trajectories.select`."""
        where = TrajectoryFilter(
            split=split,
            ids=None if ids is None else tuple(ids),
            run=run,
            round=round,
            collected_in=collected_in,
            task_key=task_key,
            source=source,
            success=success,
            valid=valid,
            stop=stop,
        )
        return self._trajectories.select(stage=stage, where=where, limit=limit, as_recorded=as_recorded)

    def trajectory_ids(self, where: TrajectoryFilter, *, stage: Stage) -> list[str]:
        """The ids of the same, without loading the records."""
        return self._trajectories.ids(stage=stage, where=where)

    def trajectory(self, trajectory_id: str, *, stage: Stage, as_recorded: bool = False) -> Trajectory:
        """One trajectory by its id. Raises `UnknownIdError` or `WrongSplitError`."""
        return next(self.trajectories(stage=stage, ids=[trajectory_id], as_recorded=as_recorded))

    def card(self, trajectory_id: str) -> TrajectoryCard:
        """What the index says of a trajectory. Raises `UnknownIdError`."""
        columns = [TRAJECTORY.c[name] for name in TrajectoryCard.model_fields]
        with self.database.read() as connection:
            query = select(*columns).where(TRAJECTORY.c.id == trajectory_id)
            row = connection.execute(query).mappings().one_or_none()
        if row is None:
            raise UnknownIdError(f"trajectory {trajectory_id} is not in the store: append it first, or check the id")
        return TrajectoryCard.model_validate(dict(row))

    # Artefacts

    def add(self, artefact: Artefact) -> str:
        """Append an artefact with its lineage; returns its id; see `Artefacts.add`."""
        return self.artefacts.add(artefact)

    def get(self, kind: type[A], artefact_id: str) -> A:
        """An artefact of `kind` as it was appended. Raises `UnknownIdError`."""
        return self.artefacts.get_as(kind, artefact_id)

    def all(self, kind: type[A]) -> list[A]:
        """Every artefact of `kind`, oldest first."""
        return self.artefacts.all(kind)

    def snapshot(self, folder: Path) -> FileTree:
        """Keep every file under `folder` as blobs; see `tree.snapshot`."""
        self._require_writer("snapshot")
        return tree.snapshot(self.blobs, folder)

    def put_tree(self, files: dict[str, bytes]) -> FileTree:
        """Keep files given in memory as blobs."""
        self._require_writer("put_tree")
        return tree.put_tree(self.blobs, files)

    def materialise(self, version: Checkpoint | HarnessVersion | str, target: Path) -> Path:
        """Write the folder of a checkpoint or harness version (record or id) to `target`; see `tree.materialise`."""
        artefact = self.artefacts.get(version) if isinstance(version, str) else version
        if not isinstance(artefact, Checkpoint | HarnessVersion):
            raise StoreError(f"{artefact.id} has no folder: give the id of a checkpoint or a harness version")
        return tree.materialise(self.blobs, artefact.tree, target)

    # Edits

    def edit(self, subject: str, field: str, value: JsonValue, *, author: str, reason: str) -> Edit:
        """Correct a field of a trajectory or artefact, or leave a note (`note.<anything>`) beside any record.

        The record itself never changes. Raises `StoreError` for a field that cannot be corrected, `UnknownIdError`,
        and `pydantic.ValidationError` where the corrected record would not be valid.
        """
        kind = self.artefacts.kinds([subject]).get(subject)
        if kind is None:
            raise UnknownIdError(f"{subject} is not in the store: nothing to correct")
        if field.startswith(NOTE):
            return self.edits.add(subject, field, value, author=author, reason=reason)
        if kind in ("task", "measurement", "review", "release"):
            raise StoreError(
                f"{subject} is a {kind}; it is not edited: use revise_task, a new record, or a note.* field"
            )
        if field in FIXED_FIELDS or (kind, field) == ("change", "evidence"):
            raise StoreError(f"field {field} says what {subject} is and cannot be edited: append a new record instead")
        with self.transaction():
            edit = self.edits.add(subject, field, value, author=author, reason=reason)
            changes = self.edits.of([subject])[subject]
            if kind == "trajectory":
                self._trajectories.reindex(corrected(self._recorded(subject), changes))
            else:
                base = self.artefacts.get(subject)
                real = [change for change in changes if not change.field.startswith(NOTE)]
                type(base).model_validate(fold(base.model_dump(mode="json"), real))
        return edit

    def current(self, subject: str, *, stage: Stage | None = None) -> JsonObject:
        """A record as JSON with every correction and note applied; tasks and trajectories need the reading `stage`.

        Raises `UnknownIdError`, `WrongSplitError`, and `AccessError` where the stage is missing.
        """
        kind = self.artefacts.kinds([subject]).get(subject)
        if kind in ("task", "trajectory") and stage is None:
            raise AccessError(f"{subject} is a {kind}: say which stage reads it, e.g. stage=Stage.DIAGNOSIS")
        base: Record
        if kind == "task" and stage is not None:
            base = self.task(subject, stage=stage)
        elif kind == "trajectory" and stage is not None:
            base = self.trajectory(subject, stage=stage, as_recorded=True)
        elif kind == "measurement":
            base = self.measurement(subject)
        else:
            base = self.artefacts.get(subject)
        return fold(base.model_dump(mode="json"), self.edits.of([subject]).get(subject, ()))

    # Measurements and runs

    def measure(self, name: str, trajectories: Sequence[Trajectory], *, run: str, round: int = 0) -> str:  # noqa: A002
        """Count held trajectories under a name; returns the measurement's id; see `Measurements.add`."""
        return self.measurements.add(run=run, round=round, name=name, trajectories=trajectories)

    def measurement(self, name: str, *, run: str | None = None) -> Measurement:
        """A measurement by name or id, with its `trajectory_ids`; see `Measurements.get`."""
        return self.measurements.get(name, run=run)

    def ledger(self, run: str) -> Ledger:
        """The ledger of a run; the same object for the same run."""
        return self._ledgers.setdefault(run, Ledger(self.database, run))

    def _recorded(self, trajectory_id: str) -> Trajectory:
        with self.database.read() as connection:
            query = select(TRAJECTORY.c.blob).where(TRAJECTORY.c.id == trajectory_id)
            address = connection.execute(query).scalar_one()
        return Trajectory.from_json(self.blobs.get(address))

    def _require_writer(self, action: str) -> None:
        if self.access is not Access.WRITE:
            raise AccessError(f"{action} needs a store that is open for writing: use Store.open({str(self.root)!r})")

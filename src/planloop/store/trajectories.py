"""Trajectories in the store: appended once, read by stage, corrected by edits beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from sqlalchemy import ColumnElement, Connection, func, select

from planloop.contract.lineage import Edge, Relation
from planloop.contract.record import Record
from planloop.contract.split import READABLE, Split, Stage, WrongSplitError, require_readable
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason
from planloop.store.blobs import Blobs
from planloop.store.database import Database, chunks, now
from planloop.store.edits import NOTE, Edit, Edits, fold
from planloop.store.errors import ConflictError, UnknownIdError
from planloop.store.lineage import Lineage
from planloop.store.schema import TRAJECTORY
from planloop.store.tasks import Tasks


class TrajectoryFilter(Record):
    """Which trajectories are wanted; None means any. `collected_in` is the stage that ran the episode."""

    split: Split | None = None
    ids: tuple[str, ...] | None = None
    run: str | None = None
    round: int | None = None
    collected_in: Stage | None = None
    task_key: str | None = None
    source: str | None = None
    success: bool | None = None
    valid: bool | None = None
    stop: StopReason | None = None

    def conditions(self) -> list[ColumnElement[bool]]:
        """The same as SQL, except `ids`."""
        columns = TRAJECTORY.c
        wanted = {
            columns.split: self.split,
            columns.run: self.run,
            columns.round: self.round,
            columns.stage: self.collected_in,
            columns.task_key: self.task_key,
            columns.source: self.source,
            columns.success: self.success,
            columns.valid: self.valid,
            columns.stop: self.stop,
        }
        return [column == value for column, value in wanted.items() if value is not None]


class Trajectories:
    """Each id once. The indexed columns follow the edits; the recorded blob never changes."""

    def __init__(self, database: Database, blobs: Blobs, tasks: Tasks, edits: Edits, lineage: Lineage) -> None:
        self._database = database
        self._blobs = blobs
        self._tasks = tasks
        self._edits = edits
        self._lineage = lineage

    def add(self, trajectories: Sequence[Trajectory], *, run: str, round: int, stage: Stage) -> int:  # noqa: A002
        """Append in one transaction; returns how many were new.

        The same id with the same content is passed over, with other content it raises `ConflictError` and nothing of
        the batch is kept. A split that `stage` may not read, or that differs from the held task's, raises
        `WrongSplitError`.
        """
        splits = self._tasks.splits({t.task_key for t in trajectories})
        for trajectory in trajectories:
            require_readable(stage, trajectory.split, f"trajectory {trajectory.id}")
            if splits.get(trajectory.task_key, trajectory.split) is not trajectory.split:
                raise WrongSplitError(
                    f"trajectory {trajectory.id} says split {trajectory.split}, its task {trajectory.task_key} is of "
                    f"split {splits[trajectory.task_key]}: record it under the task's split"
                )
        blobs = self._blobs.put_many(t.to_json().encode() for t in trajectories)
        with self._database.write() as connection:
            held = self._held(connection, [t.id for t in trajectories])
            rows: list[dict[str, object]] = []
            for trajectory, blob in zip(trajectories, blobs, strict=True):
                if trajectory.id in held:
                    self._require_same(trajectory, blob, held[trajectory.id])
                    continue
                held[trajectory.id] = blob
                place = {"run": run, "round": round, "stage": stage.value, "blob": blob, "at": now()}
                rows.append(_columns(trajectory) | place)
            if rows:
                connection.execute(TRAJECTORY.insert(), rows)
            self._lineage.add(
                Edge(from_id=t.id, to_id=t.task_key, relation=Relation.COLLECTED_FROM) for t in trajectories
            )
        return len(rows)

    def select(
        self, *, stage: Stage, where: TrajectoryFilter, limit: int | None = None, as_recorded: bool = False
    ) -> Iterator[Trajectory]:
        """The wanted trajectories that `stage` may read, in order of arrival, loaded one by one.

        Explicitly asking for a split, id or task that the stage may not read raises `WrongSplitError` at once; an
        unknown id raises `UnknownIdError`. Edits are applied unless `as_recorded`.
        """
        rows = self._rows(stage, where, limit)
        return self._load(rows, as_recorded)

    def ids(self, *, stage: Stage, where: TrajectoryFilter) -> list[str]:
        """As `select`, without loading the records."""
        return [id_ for id_, _ in self._rows(stage, where, None)]

    def count(self, *, stage: Stage, where: TrajectoryFilter) -> int:
        """How many `select` would give."""
        return len(self._rows(stage, where, None))

    def splits(self, ids: Iterable[str]) -> dict[str, Split]:
        """The split of each id that is held; unknown ids are left out."""
        found: dict[str, Split] = {}
        with self._database.read() as connection:
            for piece in chunks(list(ids)):
                query = select(TRAJECTORY.c.id, TRAJECTORY.c.split).where(TRAJECTORY.c.id.in_(piece))
                found.update((id_, Split(split)) for id_, split in connection.execute(query).all())
        return found

    def reindex(self, trajectory: Trajectory) -> None:
        """Bring the indexed columns of a corrected trajectory up to date."""
        with self._database.write() as connection:
            update = TRAJECTORY.update().where(TRAJECTORY.c.id == trajectory.id)
            connection.execute(update.values(_columns(trajectory)))

    def _rows(self, stage: Stage, where: TrajectoryFilter, limit: int | None) -> list[tuple[str, str]]:
        self._require_asked(stage, where)
        columns = TRAJECTORY.c
        query = select(columns.id, columns.blob, columns.seq).where(*where.conditions())
        query = query.where(columns.split.in_(sorted(READABLE[stage]))).order_by(columns.seq).limit(limit)
        with self._database.read() as connection:
            if where.ids is None:
                return [(id_, blob) for id_, blob, _ in connection.execute(query).all()]
            rows: list[tuple[str, str, int]] = []
            for piece in chunks(list(dict.fromkeys(where.ids))):
                found = connection.execute(query.where(columns.id.in_(piece))).all()
                rows.extend((id_, blob, seq) for id_, blob, seq in found)
        rows.sort(key=lambda row: row[2])
        return [(id_, blob) for id_, blob, _ in rows[:limit]]

    def _require_asked(self, stage: Stage, where: TrajectoryFilter) -> None:
        if where.split is not None:
            require_readable(stage, where.split, f"the set of trajectories asked for (split={where.split})")
        if where.task_key is not None:
            for split in self._task_splits(where.task_key):
                require_readable(stage, split, f"task {where.task_key}")
        if where.ids is not None:
            splits = self.splits(where.ids)
            for id_ in where.ids:
                if id_ not in splits:
                    raise UnknownIdError(f"trajectory {id_} is not in the store: append it first, or check the id")
                require_readable(stage, splits[id_], f"trajectory {id_}")

    def _task_splits(self, key: str) -> list[Split]:
        query = select(TRAJECTORY.c.split).where(TRAJECTORY.c.task_key == key).group_by(TRAJECTORY.c.split)
        with self._database.read() as connection:
            found = [Split(split) for split in connection.execute(query).scalars()]
        return found + list(self._tasks.splits([key]).values())

    def _load(self, rows: list[tuple[str, str]], as_recorded: bool) -> Iterator[Trajectory]:
        for start in range(0, len(rows), 100):
            piece = rows[start : start + 100]
            edits = {} if as_recorded else self._edits.of([id_ for id_, _ in piece])
            for id_, blob in piece:
                trajectory = Trajectory.from_json(self._blobs.get(blob))
                yield corrected(trajectory, edits.get(id_, ()))

    def _held(self, connection: Connection, ids: list[str]) -> dict[str, str]:
        held: dict[str, str] = {}
        for piece in chunks(ids):
            query = select(TRAJECTORY.c.id, TRAJECTORY.c.blob).where(TRAJECTORY.c.id.in_(piece))
            held.update((id_, blob) for id_, blob in connection.execute(query).all())
        return held

    def _require_same(self, trajectory: Trajectory, blob: str, held_blob: str) -> None:
        if blob != held_blob and Trajectory.from_json(self._blobs.get(held_blob)) != trajectory:
            raise ConflictError(
                f"trajectory {trajectory.id} is held with other content: give the new episode a new id, "
                "or correct the held one with store.edit"
            )

    def total(self) -> int:
        """How many trajectories are held, over all splits."""
        with self._database.read() as connection:
            return connection.execute(select(func.count()).select_from(TRAJECTORY)).scalar_one()


def corrected(trajectory: Trajectory, edits: Iterable[Edit]) -> Trajectory:
    """The trajectory with its edits applied; notes (fields `note.*`) are not part of it."""
    changes = [edit for edit in edits if not edit.field.startswith(NOTE)]
    if not changes:
        return trajectory
    return Trajectory.model_validate(fold(trajectory.model_dump(mode="json"), changes))


def _columns(trajectory: Trajectory) -> dict[str, object]:
    return {
        "id": trajectory.id,
        "task_key": trajectory.task_key,
        "split": trajectory.split.value,
        "source": trajectory.source,
        "success": trajectory.success,
        "valid": trajectory.valid,
        "stop": trajectory.stop.value,
    }

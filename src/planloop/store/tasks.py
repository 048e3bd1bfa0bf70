"""Tasks in the store: durable keys, revisions beside each other, reads checked against the split."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import func, select

from planloop.contract.split import READABLE, Split, Stage, WrongSplitError, require_readable
from planloop.contract.task import Task
from planloop.store.blobs import Blobs
from planloop.store.database import Database, chunks, now
from planloop.store.errors import ConflictError, UnknownIdError
from planloop.store.schema import TASK


class Tasks:
    """The newest revision of a key is the task; older ones stay readable by their hash in trajectories."""

    def __init__(self, database: Database, blobs: Blobs) -> None:
        self._database = database
        self._blobs = blobs

    def add(self, tasks: Sequence[Task]) -> int:
        """Append tasks in one transaction; returns how many were new.

        A task already held with the same content is passed over; other content raises `ConflictError`.
        """
        return self._append(tasks, author="", reason="", revision=False)

    def revise(self, task: Task, *, author: str, reason: str) -> None:
        """Append a new revision of a held key. Raises `WrongSplitError` if the split differs: keys never move."""
        self._append([task], author=author, reason=reason, revision=True)

    def select(
        self,
        *,
        stage: Stage,
        split: Split | None = None,
        keys: Sequence[str] | None = None,
        template: str | None = None,
        group: str | None = None,
    ) -> list[Task]:
        """The newest revisions that `stage` may read, in the order in which they came in.

        `group` is a capability group (`dimension/behaviour`). Asking by name for a split or key that the stage may not
        read raises `WrongSplitError`; an unknown key raises `UnknownIdError`.
        """
        if split is not None:
            require_readable(stage, split, f"the set of tasks asked for (split={split})")
        if keys is not None:
            splits = self.splits(keys)
            for key in keys:
                if key not in splits:
                    raise UnknownIdError(f"task {key} is not in the store: add it with store.add_tasks first")
                require_readable(stage, splits[key], f"task {key}")
        newest = select(func.max(TASK.c.seq)).group_by(TASK.c.key)
        query = select(TASK.c.seq, TASK.c.blob).where(TASK.c.seq.in_(newest))
        query = query.where(TASK.c.split.in_([split] if split is not None else sorted(READABLE[stage])))
        if template is not None:
            query = query.where(TASK.c.template == template)
        if group is not None:
            query = query.where(TASK.c.capability_group == group)
        with self._database.read() as connection:
            if keys is None:
                rows = [(seq, blob) for seq, blob in connection.execute(query).all()]
            else:
                pieces = chunks(list(dict.fromkeys(keys)))
                found = [connection.execute(query.where(TASK.c.key.in_(piece))).all() for piece in pieces]
                rows = [(seq, blob) for piece in found for seq, blob in piece]
        return [Task.from_json(self._blobs.get(blob)) for _, blob in sorted(rows)]

    def splits(self, keys: Iterable[str]) -> dict[str, Split]:
        """The split of each key that is held; unknown keys are left out."""
        found: dict[str, Split] = {}
        with self._database.read() as connection:
            for piece in chunks(list(keys)):
                rows = connection.execute(select(TASK.c.key, TASK.c.split).where(TASK.c.key.in_(piece))).all()
                found.update((key, Split(split)) for key, split in rows)
        return found

    def _append(self, tasks: Sequence[Task], *, author: str, reason: str, revision: bool) -> int:
        blobs = self._blobs.put_many(t.to_json().encode() for t in tasks)
        new = 0
        with self._database.write() as connection:
            for task, blob in zip(tasks, blobs, strict=True):
                digest = task.content_hash()
                query = select(TASK.c.hash, TASK.c.split).where(TASK.c.key == task.key).order_by(TASK.c.seq.desc())
                held = connection.execute(query).all()
                if held and held[0].split != task.split:
                    raise WrongSplitError(
                        f"task {task.key} is held as {held[0].split} and given as {task.split}: give it a new key"
                    )
                if any(h == digest for h, _ in held):
                    continue
                if held and not revision:
                    raise ConflictError(f"task {task.key} is held with other content: use a new key or revise_task")
                if not held and revision:
                    raise UnknownIdError(f"task {task.key} is not in the store: add it with store.add_tasks first")
                row = {
                    "key": task.key,
                    "hash": digest,
                    "split": task.split.value,
                    "capability_group": task.capability.group,
                    "template": task.template,
                    "skeleton": task.skeleton,
                    "blob": blob,
                    "author": author,
                    "reason": reason,
                    "at": now(),
                }
                connection.execute(TASK.insert().values(row))
                new += 1
        return new

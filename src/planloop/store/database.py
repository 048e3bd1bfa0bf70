"""The SQLite database behind the store: connections, transactions, and who may write."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError

from planloop.store.errors import AccessError, StoreError, StoreMissingError
from planloop.store.schema import prepare

DATABASE_FILE = "planloop.sqlite"
BUSY_TIMEOUT_MS = 30_000
CHUNK = 500
"""Ids per `IN (...)`, below SQLite's limit on bound parameters."""


class Access(StrEnum):
    """What an open store may do."""

    WRITE = "write"  # everything; needs the writer lock
    REVIEW = "review"  # read, and record review decisions in short transactions beside a running writer
    READ = "read"


class Database:
    """One SQLite file in WAL mode with full synchronisation: a committed transaction survives kill and power loss."""

    def __init__(self, root: Path, access: Access) -> None:
        """Open or (for `Access.WRITE`) create `<root>/planloop.sqlite`. Raises `SchemaError`, `StoreMissingError`."""
        self.root = root
        self.access = access
        self._pid = os.getpid()
        self._guard = threading.RLock()
        self._local = threading.local()
        path = root / DATABASE_FILE
        if access is not Access.WRITE and not path.exists():
            raise StoreMissingError(f"there is no store at {root}: run `planloop run` or `planloop init` there first")
        self.engine = _engine(path, access)
        try:
            if access is Access.WRITE:
                with self.write() as connection:
                    prepare(connection, may_write=True, place=str(root))
            else:
                with self.read() as connection:
                    prepare(connection, may_write=False, place=str(root))
        except DatabaseError as error:
            self.engine.dispose()
            raise StoreError(f"{path} cannot be used as a store ({error.orig}): restore it, or move it away") from error
        except BaseException:
            self.engine.dispose()
            raise

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A consistent view; inside `write` of the same thread it is that transaction."""
        self._check_process()
        current = self._current()
        if current is not None:
            yield current
            return
        with self.engine.begin() as connection:
            yield connection

    @contextmanager
    def write(self, *, review: bool = False) -> Iterator[Connection]:
        """A write transaction, committed at the end, rolled back on error; nested calls join the outer one.

        `review` marks the writes that `Access.REVIEW` may make. Raises `AccessError` where the access forbids it.
        """
        self._check_process()
        if self.access is Access.READ or (self.access is Access.REVIEW and not review):
            raise AccessError(
                f"store {self.root} is open for {self.access} only: open it with Store.open(root) to write"
            )
        current = self._current()
        if current is not None:
            yield current
            return
        with self._guard, self.engine.connect() as plain:
            connection = plain.execution_options(planloop_write=True)
            with connection.begin():
                self._local.connection = connection
                try:
                    yield connection
                finally:
                    self._local.connection = None

    @property
    def in_transaction(self) -> bool:
        """Whether this thread is inside `write`."""
        return self._current() is not None

    def close(self) -> None:
        """Close every connection."""
        self.engine.dispose()

    def _current(self) -> Connection | None:
        connection: Connection | None = getattr(self._local, "connection", None)
        return connection

    def _check_process(self) -> None:
        if os.getpid() != self._pid:
            raise AccessError(
                f"store {self.root} was opened in process {self._pid} and used in its fork {os.getpid()}: "
                "open it in the child with readonly=True"
            )


def _engine(path: Path, access: Access) -> Engine:
    engine = create_engine(f"sqlite:///{path}", connect_args={"timeout": BUSY_TIMEOUT_MS / 1000})

    @event.listens_for(engine, "connect")
    def _on_connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun below, not by the driver
        cursor = connection.cursor()
        if access is Access.WRITE:
            cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        if access is Access.READ:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    @event.listens_for(engine, "begin")
    def _on_begin(connection: Connection) -> None:
        write = connection.get_execution_options().get("planloop_write", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")

    return engine


def now() -> str:
    """The time as ISO 8601 in UTC, the form of every time in the store."""
    return datetime.now(UTC).isoformat()


def chunks(ids: list[str]) -> Iterator[list[str]]:
    """`ids` in pieces that fit one `IN (...)`."""
    for start in range(0, len(ids), CHUNK):
        yield ids[start : start + CHUNK]

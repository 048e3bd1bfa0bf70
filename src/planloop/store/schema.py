"""The tables, their version, and the migrations between versions."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    inspect,
    select,
)

from planloop.store.errors import SchemaError

SCHEMA_VERSION = 1
Migration = Callable[[Connection], None]
MIGRATIONS: dict[int, Migration] = {}
"""`MIGRATIONS[n]` brings a store of schema n to n + 1, inside one transaction."""

TABLES = MetaData()

META = Table("meta", TABLES, Column("key", String, primary_key=True), Column("value", String, nullable=False))

TASK = Table(
    "task",
    TABLES,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("key", String, nullable=False),
    Column("hash", String, nullable=False),
    Column("split", String, nullable=False, index=True),
    Column("capability_group", String, nullable=False, index=True),
    Column("template", String, nullable=False),
    Column("skeleton", String, nullable=False),
    Column("blob", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("author", String, nullable=False),
    Column("at", String, nullable=False),
    UniqueConstraint("key", "hash"),
)

TRAJECTORY = Table(
    "trajectory",
    TABLES,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("id", String, nullable=False, unique=True),
    Column("task_key", String, nullable=False, index=True),
    Column("split", String, nullable=False, index=True),
    Column("run", String, nullable=False),
    Column("round", Integer, nullable=False),
    Column("stage", String, nullable=False),
    Column("source", String, nullable=False),
    Column("success", Boolean, nullable=False),
    Column("valid", Boolean, nullable=False),
    Column("stop", String, nullable=False),
    Column("blob", String, nullable=False),
    Column("at", String, nullable=False),
    Index("trajectory_by_run", "run", "round", "stage"),
)

ARTEFACT = Table(
    "artefact",
    TABLES,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("id", String, nullable=False, unique=True),
    Column("kind", String, nullable=False, index=True),
    Column("hash", String, nullable=False),
    Column("json", String, nullable=False),
    Column("at", String, nullable=False),
)

EDGE = Table(
    "edge",
    TABLES,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("from_id", String, nullable=False),
    Column("to_id", String, nullable=False, index=True),
    Column("relation", String, nullable=False),
    Column("at", String, nullable=False),
    UniqueConstraint("from_id", "to_id", "relation"),
)

EDIT = Table(
    "edit",
    TABLES,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("subject", String, nullable=False, index=True),
    Column("field", String, nullable=False),
    Column("value", String, nullable=False),
    Column("author", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("at", String, nullable=False),
)

MEASUREMENT = Table(
    "measurement",
    TABLES,
    Column("run", String, primary_key=True),
    Column("name", String, primary_key=True),
    Column("trajectory_id", String, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("split", String, nullable=False),
    Column("task_key", String, nullable=False),
    Column("success", Boolean, nullable=False),
    Column("valid", Boolean, nullable=False),
    Column("progress", Float, nullable=False),
    Column("input_tokens", Integer, nullable=False),
    Column("output_tokens", Integer, nullable=False),
    Column("tool_calls", Integer, nullable=False),
    Column("turns", Integer, nullable=False),
)

LEDGER = Table(
    "ledger",
    TABLES,
    Column("run", String, primary_key=True),
    Column("key", String, primary_key=True),
    Column("status", String, nullable=False),
    Column("result", String),
    Column("error", String),
    Column("attempts", Integer, nullable=False),
    Column("started_at", String, nullable=False),
    Column("finished_at", String),
)

REVIEW_REQUEST = Table(
    "review_request",
    TABLES,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("subject", String, nullable=False, unique=True),
    Column("subject_hash", String, nullable=False),
    Column("requester", String, nullable=False),
    Column("at", String, nullable=False),
)

DECISION = Table(
    "decision",
    TABLES,
    Column("subject", String, primary_key=True),
    Column("review", String, nullable=False, unique=True),
    Column("consumer", String),
    Column("consumed_at", String),
)

RELEASE_EVENT = Table(
    "release_event",
    TABLES,
    Column("seq", Integer, primary_key=True, autoincrement=True),
    Column("release", String, nullable=False),
    Column("action", String, nullable=False),
    Column("author", String, nullable=False),
    Column("reason", String, nullable=False),
    Column("at", String, nullable=False),
)


def stored_version(connection: Connection) -> int | None:
    """The schema version of the open database, or None if it holds no store yet."""
    if not inspect(connection).has_table(META.name):
        return None
    value = connection.execute(select(META.c.value).where(META.c.key == "schema_version")).scalar_one_or_none()
    return None if value is None else int(value)


def prepare(connection: Connection, *, may_write: bool, place: str) -> None:
    """Create the tables or migrate them to `SCHEMA_VERSION`, in the caller's transaction.

    Raises `SchemaError` for a newer store, and for an older one where `may_write` is False.
    """
    version = stored_version(connection)
    if version is not None and version > SCHEMA_VERSION:
        raise SchemaError(
            f"store {place} has schema {version}, this planloop reads up to {SCHEMA_VERSION}: upgrade planloop"
        )
    if version == SCHEMA_VERSION:
        return
    if not may_write:
        raise SchemaError(f"store {place} has schema {version}, not {SCHEMA_VERSION}: open it once for writing")
    if version is None:
        TABLES.create_all(connection)
        connection.execute(META.insert().values(key="schema_version", value=str(SCHEMA_VERSION)))
        return
    for step in range(version, SCHEMA_VERSION):
        if step not in MIGRATIONS:
            raise SchemaError(
                f"store {place} has schema {version} and there is no migration from {step}: export it anew"
            )
        MIGRATIONS[step](connection)
    connection.execute(META.update().where(META.c.key == "schema_version").values(value=str(SCHEMA_VERSION)))

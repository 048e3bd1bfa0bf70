"""Opening: one writer, readers beside it, and stores of other versions."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.store.builders import make_task

from planloop.contract.split import Stage
from planloop.store import schema
from planloop.store.errors import AccessError, SchemaError, StoreError, StoreLockedError, StoreMissingError
from planloop.store.store import Store

HOLDER = """
import sys
from pathlib import Path
from planloop.store.store import Store
store = Store.open(Path(sys.argv[1]), executor="holder")
print("open", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_told_who_writes_and_what_to_do(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"open\n"
        with pytest.raises(StoreLockedError, match=rf"pid {holder.pid} \(executor holder.*readonly=True"):
            Store.open(tmp_path)
        with Store.open(tmp_path, readonly=True) as reader:
            assert reader.tasks(stage=Stage.TRAINING) == []
        holder.kill()
        holder.wait()
    with Store.open(tmp_path) as store:
        assert store.add_tasks([make_task()]) == 1


def test_the_same_process_cannot_write_twice(tmp_path: Path) -> None:
    with Store.open(tmp_path), pytest.raises(StoreLockedError, match="already open"):
        Store.open(tmp_path)
    Store.open(tmp_path).close()


def test_a_reader_sees_and_cannot_write(tmp_path: Path) -> None:
    with pytest.raises(StoreMissingError, match="no store"):
        Store.open(tmp_path, readonly=True)
    with Store.open(tmp_path) as store:
        store.add_tasks([make_task()])
        with Store.open(tmp_path, readonly=True) as reader, Store.open_review(tmp_path) as reviewer:
            assert len(reader.tasks(stage=Stage.TRAINING)) == 1
            for other in (reader, reviewer):
                with pytest.raises(AccessError, match="to write"):
                    other.ledger("r").once("k", lambda: 1)
                with pytest.raises(AccessError, match="open for writing"):
                    other.put_tree({"a": b"x"})


def test_a_fork_cannot_use_its_parents_store(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        child = os.fork()
        if child == 0:
            try:
                store.tasks(stage=Stage.TRAINING)
            except AccessError:
                os._exit(7)
            os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7
        assert store.tasks(stage=Stage.TRAINING) == []


def test_a_newer_store_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer:
        newer.setattr(schema, "SCHEMA_VERSION", 9)
        Store.open(tmp_path).close()
    for readonly in (False, True):
        with pytest.raises(SchemaError, match=r"schema 9.*upgrade planloop"):
            Store.open(tmp_path, readonly=readonly)


def test_an_older_store_is_migrated_in_one_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Store.open(tmp_path) as store:
        store.add_tasks([make_task()])
    monkeypatch.setattr(schema, "SCHEMA_VERSION", schema.SCHEMA_VERSION + 1)
    with pytest.raises(SchemaError, match="no migration"):
        Store.open(tmp_path)
    with pytest.raises(SchemaError, match="once for writing"):
        Store.open(tmp_path, readonly=True)

    def failing(connection: Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE task ADD COLUMN extra TEXT")
        raise RuntimeError("power cut")

    monkeypatch.setitem(schema.MIGRATIONS, schema.SCHEMA_VERSION - 1, failing)
    with pytest.raises(RuntimeError, match="power cut"):
        Store.open(tmp_path)

    def migration(connection: Connection) -> None:
        connection.exec_driver_sql("ALTER TABLE task ADD COLUMN extra TEXT")

    monkeypatch.setitem(schema.MIGRATIONS, schema.SCHEMA_VERSION - 1, migration)
    for _ in range(2):
        with Store.open(tmp_path) as store:
            assert len(store.tasks(stage=Stage.TRAINING)) == 1


def test_a_file_that_is_no_database_is_named(tmp_path: Path) -> None:
    (tmp_path / "planloop.sqlite").write_bytes(b"not a database, but long enough to be read as one" * 100)
    for readonly in (False, True, False):
        with pytest.raises(StoreError, match=r"planloop\.sqlite cannot be used as a store"):
            Store.open(tmp_path, readonly=readonly)


def test_an_error_inside_a_transaction_takes_everything_back(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        with pytest.raises(RuntimeError, match="half way"), store.transaction():
            store.add_tasks([make_task()])
            raise RuntimeError("half way")
        assert store.tasks(stage=Stage.TRAINING) == []

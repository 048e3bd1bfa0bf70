"""What a disk, a database or a file of the store refuses is one line with the place and the cure."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError

from planloop.bench.begun import RUN_FILE
from planloop.cli.main import main
from planloop.cli.stores import refusals
from planloop.contract.errors import PlanloopError
from planloop.store.database import DATABASE_FILE
from planloop.store.store import Store


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which a command line is refused."""
    with pytest.raises(SystemExit) as ending:
        main(list(arguments))
    assert ending.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


@pytest.mark.parametrize("command", [["releases"], ["review", "list"], ["rollback", "--reason", "r"], ["run"]])
def test_a_path_that_no_folder_can_have_is_refused(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = refused(capsys, *command, "--store", str(tmp_path / ("x" * 300)))
    assert "xxx" in line and "File name too long" in line and line.endswith("Correct the path")


def test_a_full_disk_names_the_store_and_the_cure(tmp_path: Path) -> None:
    with pytest.raises(PlanloopError) as caught, refusals(tmp_path):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert str(caught.value).startswith(f"{tmp_path}: No space left on device. Make room there")


def test_a_database_damaged_behind_its_first_page_is_refused(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.ledger("run").once("step", lambda: ["x" * 1000] * 100)
    file = tmp_path / DATABASE_FILE
    with file.open("r+b") as database:
        database.seek(4096)
        database.write(b"\xff" * (file.stat().st_size - 4096))
    with pytest.raises(PlanloopError) as caught, refusals(tmp_path), Store.open(tmp_path, readonly=True) as store:
        store.ledger("run").steps()
    assert str(tmp_path) in str(caught.value) and "malformed" in str(caught.value)


def test_our_own_mistakes_keep_their_traceback(tmp_path: Path) -> None:
    with pytest.raises(IntegrityError), Store.open(tmp_path) as store, refusals(tmp_path), store.transaction() as held:
        held.execute(text("CREATE TABLE t (x NOT NULL)"))
        held.execute(text("INSERT INTO t VALUES (NULL)"))
    with pytest.raises(BrokenPipeError), refusals(tmp_path):
        raise BrokenPipeError(errno.EPIPE, "closed")


@pytest.mark.parametrize(
    "held", ["", "[]", "{}", '{"run": "x", "config": {"bogus": 1}}', '{"run": "x", "config": 3}', "[" * 100_000, "\0"]
)
def test_a_damaged_note_of_the_run_is_refused_by_name(
    held: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Store.open(tmp_path).close()
    (tmp_path / RUN_FILE).write_text(held)
    for arguments in (["--continue"], ["--planner", "tiny", "--no-wait"]):
        assert str(tmp_path / RUN_FILE) in refused(capsys, "run", "--store", str(tmp_path), *arguments)

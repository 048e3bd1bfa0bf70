"""The workflow around a run: resumed after a kill as the same attempt, once per step, errors as they were raised."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from planloop.bench.durable import DATABASE, run_durably
from planloop.evolution.loop import Once
from planloop.store.store import Store

SCRIPT = """
import os, signal, sys
from pathlib import Path
from planloop.bench.durable import run_durably
from planloop.store.store import Store

root, deadly = Path(sys.argv[1]), int(sys.argv[2])

def step(number):
    def act():
        with (root / "acted").open("a") as file:
            file.write(f"{number}\\n")
        if number == deadly:
            os.kill(os.getpid(), signal.SIGKILL)
        return number
    return act

def work(once):
    return {"sum": sum(once(f"step/{n}", step(n)) for n in range(5))}

with Store.open(root) as store:
    print(run_durably(root, store.ledger("r"), work))
"""


def process(root: Path, deadly: int) -> subprocess.CompletedProcess[str]:
    """The five steps in a process of their own, killed inside step `deadly`."""
    command = [sys.executable, "-c", SCRIPT, str(root), str(deadly)]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={"PYTHONPATH": ":".join(sys.path)})


def attempts(root: Path) -> list[str]:
    """How each workflow of the store ended."""
    with closing(sqlite3.connect(root / DATABASE)) as connection:
        return [status for (status,) in connection.execute("select status from workflow_status")]


def test_a_killed_workflow_is_recovered_as_itself_and_repeats_only_the_killed_step(tmp_path: Path) -> None:
    assert process(tmp_path, deadly=3).returncode < 0
    done = process(tmp_path, deadly=-1)
    assert done.stdout.strip() == "{'sum': 10}", done.stderr
    assert (tmp_path / "acted").read_text().split() == ["0", "1", "2", "3", "3", "4"]
    assert attempts(tmp_path) == ["SUCCESS"]


def test_an_error_is_raised_as_it_was_and_the_next_call_goes_on_behind_it(tmp_path: Path) -> None:
    calls: list[str] = []

    def work(once: Once) -> dict[str, Any]:
        once("first", lambda: calls.append("first"))
        if len(calls) < 2:
            calls.append("broken")
            raise ValueError("no space left")
        return {"calls": len(calls)}

    with Store.open(tmp_path) as store:
        with pytest.raises(ValueError, match="no space left"):
            run_durably(tmp_path, store.ledger("r"), work)
        assert run_durably(tmp_path, store.ledger("r"), work) == {"calls": 2}
    assert calls == ["first", "broken"]

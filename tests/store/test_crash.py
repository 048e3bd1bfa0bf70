"""Kill -9 at any moment: nothing acknowledged is lost, nothing is there twice, no blob is torn (design rule 9)."""

from __future__ import annotations

import os
import random
import signal
import time
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, event
from tests.store.builders import make_trajectory

from planloop.contract.split import Stage
from planloop.store.store import Store

KILLS = 10
POINTS = range(1, 60, 3)
PER_BATCH = 12


def write_until_killed(root: Path, start: int, acknowledge: int) -> None:
    """Append batch after batch and say each one's number once it is committed."""
    store = Store.open(root)
    for batch in range(start, start + 1_000_000):
        records = [make_trajectory(f"e{batch}-{i}", text=f"{batch} {i} " * 200) for i in range(PER_BATCH)]
        store.add_trajectories(records, run="r", stage=Stage.TRAINING)
        store.ledger("r").once(f"batch-{batch}", lambda ids=[r.id for r in records]: ids)  # type: ignore[misc]
        os.write(acknowledge, f"{batch}\n".encode())


def run_and_kill(root: Path, start: int, after_batches: int, then_s: float) -> list[int]:
    """The batches that a writer process acknowledged before it was killed, `then_s` after so many batches."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            write_until_killed(root, start, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as lines:
        first = [lines.readline() for _ in range(after_batches)]
        time.sleep(then_s)
        os.kill(child, signal.SIGKILL)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        return [int(line) for line in (*first, *lines)]


def kill_self_at(point: int) -> None:
    """From now on, the `point`-th SQL statement or rename of this process kills it."""
    steps = count(1)
    rename = Path.replace

    def step(*_: Any) -> None:
        if next(steps) == point:
            os.kill(os.getpid(), signal.SIGKILL)

    def counted(source: Path, target: Path) -> Path:
        step()
        return rename(source, target)

    Path.replace = counted  # type: ignore[method-assign, assignment]
    event.listen(Engine, "before_cursor_execute", step)
    event.listen(Engine, "commit", step)


def check(root: Path, acknowledged: set[int]) -> None:
    """Everything acknowledged is there once, every batch whole, every blob readable under its hash."""
    with Store.open(root) as store:
        found = [t.id for t in store.trajectories(stage=Stage.TRAINING)]
        assert len(found) == len(set(found))
        assert set(found) >= {f"e{batch}-{i}" for batch in acknowledged for i in range(PER_BATCH)}
        assert len(found) % PER_BATCH == 0, "a batch is there in part"
        done = {step.key for step in store.ledger("r").steps() if step.status == "done"}
        assert done >= {f"batch-{batch}" for batch in acknowledged}
        for address in store.blobs.addresses():
            store.blobs.get(address)


def test_kills_lose_nothing_acknowledged_and_tear_no_blob(tmp_path: Path) -> None:
    chance = random.Random(7)
    acknowledged: set[int] = set()
    for kill in range(KILLS):
        start = max(acknowledged, default=0)  # the next writer repeats the last batch
        acknowledged.update(run_and_kill(tmp_path, start, kill % 5, chance.uniform(0.0, 0.05)))
        check(tmp_path, acknowledged)
    assert len(acknowledged) >= KILLS


def test_a_kill_at_each_statement_and_rename_leaves_batches_whole(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    for point in POINTS:
        child = os.fork()
        if child == 0:
            try:
                kill_self_at(point)
                write_until_killed(tmp_path, 1000 * point, os.open(os.devnull, os.O_WRONLY))
            finally:
                os._exit(1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        check(tmp_path, set())

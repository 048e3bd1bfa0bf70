"""Kill -9 at any moment: nothing acknowledged is lost, nothing is there twice, no blob is torn (design rule 9)."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

from tests.store.builders import make_trajectory

from planloop.contract.split import Stage
from planloop.store.store import Store

KILLS = 10
PER_BATCH = 3


def write_until_killed(root: Path, start: int, acknowledge: int) -> None:
    """Append batch after batch and say each one's number once it is committed."""
    store = Store.open(root)
    for batch in range(start, start + 1_000_000):
        records = [make_trajectory(f"e{batch}-{i}", text=f"{batch} {i} " * 200) for i in range(PER_BATCH)]
        store.add_trajectories(records, run="r", stage=Stage.TRAINING)
        store.ledger("r").once(f"batch-{batch}", lambda ids=[r.id for r in records]: ids)  # type: ignore[misc]
        os.write(acknowledge, f"{batch}\n".encode())


def run_and_kill(root: Path, start: int, after_s: float) -> list[int]:
    """The batches that a writer process acknowledged before it was killed, `after_s` seconds after its start."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            write_until_killed(root, start, writing)
        finally:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading) as lines:
        time.sleep(after_s)
        os.kill(child, signal.SIGKILL)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
        return [int(line) for line in lines]


def test_kills_lose_nothing_acknowledged_and_tear_no_blob(tmp_path: Path) -> None:
    chance = random.Random(7)
    acknowledged: set[int] = set()
    for _ in range(KILLS):
        start = max(acknowledged, default=0)  # the next writer repeats the last batch
        acknowledged.update(run_and_kill(tmp_path, start, chance.uniform(0.005, 0.4)))
    assert len(acknowledged) > KILLS
    with Store.open(tmp_path) as store:
        found = [t.id for t in store.trajectories(stage=Stage.TRAINING)]  # reading checks every blob's hash
        assert len(found) == len(set(found))
        assert set(found) >= {f"e{batch}-{i}" for batch in acknowledged for i in range(PER_BATCH)}
        assert len(found) % PER_BATCH == 0, "a batch is there in part"
        done = {step.key for step in store.ledger("r").steps() if step.status == "done"}
        assert done >= {f"batch-{batch}" for batch in acknowledged}
        for address in store.blobs.addresses():
            store.blobs.get(address)

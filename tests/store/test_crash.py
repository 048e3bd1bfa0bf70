"""Kill -9 at any moment: nothing acknowledged is lost, nothing is there twice, no blob is torn (design rule 9)."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from planloop.contract.split import Stage
from planloop.store.store import Store

WRITER = """
import sys
from pathlib import Path
from planloop.contract.split import Stage
from planloop.store.store import Store
from tests.store.builders import make_trajectory

store = Store.open(Path(sys.argv[1]))
start = int(sys.argv[2])
for batch in range(start, start + 100_000):
    records = [make_trajectory(f"e{batch}-{i}", text=f"{batch} {i} " * 200) for i in range(3)]
    store.add_trajectories(records, run="r", stage=Stage.TRAINING)
    ledger = store.ledger("r").once(f"batch-{batch}", lambda: [r.id for r in records])
    print(batch, flush=True)
"""
KILLS = 10


def test_kills_lose_nothing_acknowledged_and_tear_no_blob(tmp_path: Path) -> None:
    chance = random.Random(7)
    acknowledged: set[int] = set()
    start = 0
    for _ in range(KILLS):
        command = [sys.executable, "-c", WRITER, str(tmp_path), str(start)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            first = writer.stdout.readline()
            time.sleep(chance.uniform(0.0, 0.15))
            writer.kill()
            lines = [first, *writer.stdout.read().splitlines(keepends=True)]
        assert first, "the writer did not start"
        acknowledged.update(int(line) for line in lines if line.endswith("\n"))
        start = max(acknowledged)  # the next writer repeats the last batch
    assert len(acknowledged) > KILLS
    with Store.open(tmp_path) as store:
        found = [t.id for t in store.trajectories(stage=Stage.TRAINING)]  # reading checks every blob's hash
        assert len(found) == len(set(found))
        assert set(found) >= {f"e{batch}-{i}" for batch in acknowledged for i in range(3)}
        done = {step.key for step in store.ledger("r").steps() if step.status == "done"}
        assert done >= {f"batch-{batch}" for batch in acknowledged}
        for address in store.blobs.addresses():
            store.blobs.get(address)

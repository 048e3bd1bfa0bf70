"""`python -m planloop.bench.freeze`: regenerate the frozen suite, bit for bit.

The suite is made once from the scenarios and then stays; regenerate it only to make a new version.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from planloop.bench.suite import PHONE_STARTER, SUITES, Manifest, write_suite
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.data.disjoint import crossings
from planloop.data.generate import Factory

VERSION = "2"
SEED = 1
SIZES = {Split.TEST: 320, Split.DEV_EVOLVE: 180, Split.DEV_GATE: 140}


class CrossingError(Exception):
    """Two splits hold the same delexicalised request with the same plan skeleton."""


def freeze(folder: Path, sizes: dict[Split, int] | None = None, seed: int = SEED) -> Manifest:
    """Make every split and write it to `folder`. Raises `CrossingError` rather than write a leaking suite."""
    made: dict[Split, list[tuple[Task, Solution]]] = {}
    for split, size in (sizes or SIZES).items():
        made[split] = Factory(split, PHONE_STARTER).balanced(size, seed)
    shared = list(crossings(task for pairs in made.values() for task, _ in pairs))
    if shared:
        raise CrossingError(f"{len(shared)} shapes cross splits, for instance {shared[0]}")
    return write_suite(folder, PHONE_STARTER, VERSION, made)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the suite (by default in place) and say what it holds."""
    parser = argparse.ArgumentParser(prog="planloop.bench.freeze", description=__doc__)
    parser.add_argument("--out", type=Path, default=SUITES / PHONE_STARTER, help="folder to write")
    options = parser.parse_args(arguments)
    manifest = freeze(options.out)
    for split, counts in manifest.counts.items():
        print(f"{split}: {sum(counts.values())} tasks, {manifest.shapes[split]} shapes", file=sys.stderr)
    print(f"{options.out}: {manifest.name} version {manifest.version}, content {manifest.content}")


if __name__ == "__main__":
    main()

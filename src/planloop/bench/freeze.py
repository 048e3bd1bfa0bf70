"""`python -m planloop.bench.freeze`: regenerate a frozen suite, bit for bit.

A suite is made once from the scenarios and then stays; regenerate it only to make a new version.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from planloop.bench.suite import PHONE_STARTER, SUITES, Manifest, write_suite
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.data.disjoint import crossings
from planloop.data.generate import Factory
from planloop.phone.storey import Storey


@dataclass(frozen=True)
class Recipe:
    """What a suite is made from."""

    version: str
    storey: Storey
    sizes: dict[Split, int]
    seed: int = 1


RECIPES = {
    PHONE_STARTER: Recipe("2", Storey.FIRST, {Split.TEST: 320, Split.DEV_EVOLVE: 180, Split.DEV_GATE: 140}),
}


class CrossingError(Exception):
    """Two splits hold the same delexicalised request with the same plan skeleton."""


def freeze(folder: Path, name: str = PHONE_STARTER, sizes: dict[Split, int] | None = None) -> Manifest:
    """Make every split of a suite and write it to `folder`, in the recipe's sizes or in others. Raises `CrossingError`
    rather than write a leaking suite."""
    recipe = RECIPES[name]
    made: dict[Split, list[tuple[Task, Solution]]] = {}
    for split, size in (sizes or recipe.sizes).items():
        made[split] = Factory(split, name, recipe.storey).balanced(size, recipe.seed)
    shared = list(crossings(task for pairs in made.values() for task, _ in pairs))
    if shared:
        raise CrossingError(f"{len(shared)} shapes cross splits, for instance {shared[0]}")
    return write_suite(folder, name, recipe.version, made)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write a suite (by default in place) and say what it holds."""
    parser = argparse.ArgumentParser(prog="planloop.bench.freeze", description=__doc__)
    parser.add_argument("--suite", choices=sorted(RECIPES), default=PHONE_STARTER, help="which suite")
    parser.add_argument("--out", type=Path, help="folder to write (default: in place)")
    options = parser.parse_args(arguments)
    out = options.out or SUITES / options.suite
    manifest = freeze(out, options.suite)
    for split, counts in manifest.counts.items():
        print(f"{split}: {sum(counts.values())} tasks, {manifest.shapes[split]} shapes", file=sys.stderr)
    print(f"{out}: {manifest.name} version {manifest.version}, content {manifest.content}")


if __name__ == "__main__":
    main()

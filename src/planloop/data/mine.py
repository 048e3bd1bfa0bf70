"""`python -m planloop.data.mine`: write what train tasks say about tools into `usage.jsonl` of a harness folder.

Every task is made with a solution that was played; all are of the train split, so nothing held out is in it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from planloop.contract.action import SKILL_PREFIX
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.data.generate import Factory
from planloop.harness.eta import DEFAULT
from planloop.harness.usage import USAGE_FILE, Use
from planloop.phone.storey import Storey

TASKS, SEED = 3000, 3


def uses(pairs: Iterable[tuple[Task, Solution]]) -> list[Use]:
    """What each request took, those of other words only once; skills belong to worlds and are left out."""
    found: dict[tuple[str, tuple[str, ...]], Use] = {}
    for task, solution in pairs:
        called = dict.fromkeys(call.name for turn in solution.turns for call in turn.calls)
        tools = tuple(name for name in called if not name.startswith(SKILL_PREFIX))
        if tools:
            found.setdefault((task.template, tools), Use(task.request, tools))
    return sorted(found.values(), key=lambda use: (use.tools, use.request))


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the tasks, write the file, and say how many requests it holds."""
    parser = argparse.ArgumentParser(prog="planloop.data.mine", description=__doc__)
    parser.add_argument("--tasks", type=int, default=TASKS, help="train tasks to make")
    parser.add_argument("--storey", type=Storey, choices=list(Storey), default=Storey.FIRST, help="of which phone")
    parser.add_argument("--out", type=Path, default=DEFAULT / USAGE_FILE, help="file to write (default: in place)")
    options = parser.parse_args(arguments)
    found = uses(Factory(Split.TRAIN, "usage", options.storey).balanced(options.tasks, SEED))
    options.out.write_text("".join(f"{use.to_json()}\n" for use in found), encoding="utf-8")
    print(f"{options.out}: {len(found)} requests", file=sys.stderr)


if __name__ == "__main__":
    main()

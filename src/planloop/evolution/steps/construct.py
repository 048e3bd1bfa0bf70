"""Construct: new train tasks for a composition's orders, each with a solution that was run, none near a held-out task."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from planloop.contract.split import Split, Stage
from planloop.contract.task import Solution, Task
from planloop.data.compose import Order
from planloop.data.construct import ConstructionError, Constructor
from planloop.data.duplicates import near_key
from planloop.data.teach import Classroom
from planloop.evolution.loop import Loop, stream
from planloop.phone.scenario import SCENARIOS, Scenario

GROUP = 12
"""Tasks that share one list of exposed tools, and so one prompt prefix."""
PIECE = 5
"""Groups that are kept together."""


def scenarios_by_leaf() -> dict[str, list[str]]:
    """Scenario keys of each capability leaf."""
    import planloop.phone.scenarios  # noqa: F401  (registers them)

    out: dict[str, list[str]] = {}
    for key, scenario in sorted(SCENARIOS.items()):
        out.setdefault(str(scenario.capability), []).append(key)
    return out


def construct(loop: Loop, key: str, orders: Sequence[Order], harness: str) -> list[Task]:
    """The tasks that the orders ask for, in the store, with their solutions known to the loop.

    A scenario that no world supports is passed over; a task with the wording and plan of a held-out one is dropped.
    """
    wanted = _drawn(orders, f"{loop.seed}/{key}")
    groups = [wanted[i : i + GROUP] for i in range(0, len(wanted), GROUP)]
    keys: list[str] = []
    for number in range(0, len(groups), PIECE):
        piece = groups[number : number + PIECE]
        name = f"{key}/{number // PIECE}"
        made = loop.object(name, partial(_piece, loop, name, piece, harness))
        loop.learn_solutions(_solutions(loop, str(made["solutions"])))
        keys.extend(made["tasks"])
        loop.voice.progress(min(number + PIECE, len(groups)) * GROUP, len(groups) * GROUP, "tasks made")
    return loop.store.tasks(stage=Stage.TRAINING, keys=keys) if keys else []


def _drawn(orders: Sequence[Order], seed: str) -> list[Scenario]:
    """One scenario for each task, those of a domain side by side (their gold tools share a list)."""
    import planloop.phone.scenarios  # noqa: F401  (registers them)

    rng = stream(seed)
    chosen: list[Scenario] = []
    for order in orders:
        keys = list(order.scenarios)
        rng.shuffle(keys)
        chosen.extend(SCENARIOS[keys[n % len(keys)]] for n in range(order.count))
    return sorted(chosen, key=lambda s: (s.capability.domain.value, s.capability.group, s.key))


def _piece(loop: Loop, name: str, groups: Sequence[Sequence[Scenario]], harness: str) -> dict[str, Any]:
    sandbox = loop.sandbox()
    played = loop.harness(harness)
    constructor = Constructor(
        Split.TRAIN,
        played.specs(sandbox),
        Classroom(played, None, sandbox).play,
        suite=f"{loop.suite.name}/{loop.run}/{name}",
        fixed=loop.roles.fixed,
    )
    tasks: list[Task] = []
    solutions: list[Solution] = []
    passed_over = near = 0
    for number, scenarios in enumerate(groups):
        made, lost = _group(constructor, scenarios, number)
        passed_over += lost
        for task, solution in made:
            if {near_key(task, solution), (task.template, task.skeleton)} & loop.held_out:
                near += 1
                continue
            tasks.append(task)
            solutions.append(solution)
    loop.store.add_tasks(tasks)
    text = "\n".join(s.to_json() for s in solutions)
    return {
        "tasks": [t.key for t in tasks],
        "solutions": loop.store.blobs.put(text.encode()),
        "passed_over": passed_over,
        "near_held_out": near,
    }


def _group(
    constructor: Constructor, scenarios: Sequence[Scenario], number: int
) -> tuple[list[tuple[Task, Solution]], int]:
    """One group; where a scenario of it cannot be drawn, the others one by one."""
    try:
        return constructor.group(scenarios, number), 0
    except ConstructionError:
        made = list(_singly(constructor, scenarios, number))
        return made, len(scenarios) - len(made)


def _singly(constructor: Constructor, scenarios: Sequence[Scenario], number: int) -> Iterator[tuple[Task, Solution]]:
    for index, scenario in enumerate(scenarios):
        digest = hashlib.sha256(f"{number}/{index}".encode()).digest()
        try:
            yield from constructor.group([scenario], 1000 + int.from_bytes(digest[:4], "big"))
        except ConstructionError:
            continue


def _solutions(loop: Loop, address: str) -> dict[str, Solution]:
    lines = loop.store.blobs.get(address).decode().splitlines()
    return {s.task_key: s for s in map(Solution.from_json, lines)}

"""Construct: new train tasks for what is in demand, each with a solution that was run, none near a held-out task."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from planloop.contract.split import Stage
from planloop.contract.task import Solution, Task
from planloop.data.compose import Order
from planloop.data.duplicates import near_key
from planloop.data.join import pair_capability
from planloop.data.validate import Failure, Validator
from planloop.evolution.loop import Loop
from planloop.evolution.seed import derived
from planloop.phone.scenario import scenarios

PIECE = 80
"""Tasks that are kept together: what a kill can cost at most."""
SEED_BITS = 40
"""Each piece has a seed of its own, which is a part of its tasks' keys."""


def scenarios_by_leaf() -> dict[str, list[str]]:
    """Scenario keys of each capability leaf; where two-part requests count for it, of their first parts too."""
    out: dict[str, list[str]] = {}
    for key, scenario in sorted(scenarios().items()):
        out.setdefault(str(scenario.capability), []).append(key)
        if scenario.joinable:
            out.setdefault(str(pair_capability(scenario)), []).append(key)
    return out


def scenarios_by_group() -> dict[str, list[str]]:
    """Scenario keys of each capability group."""
    out: dict[str, list[str]] = {}
    for leaf, keys in scenarios_by_leaf().items():
        out.setdefault(leaf.rpartition("/")[0], []).extend(keys)
    return out


def ordered(orders: Iterable[Order]) -> dict[str, int]:
    """How many tasks of each capability (leaf or group) a composition asks for."""
    out: dict[str, int] = {}
    for order in orders:
        out[order.capability] = out.get(order.capability, 0) + order.count
    return out


def construct(loop: Loop, key: str, demand: Mapping[str, int]) -> list[Task]:
    """Tasks of each capability (group or leaf) in the number demanded, in the store, with solutions known to the loop.

    A task with the wording and plan of a held-out one is dropped, and so is one that is not sound: every task is
    played without acting and judged twice, and of each scenario the first of a piece is played with wrong solutions.
    """
    pieces = _pieces(demand)
    keys: list[str] = []
    for number, piece in enumerate(pieces):
        made = loop.object(f"{key}/{number}", partial(_piece, loop, f"{key}/{number}", piece))
        loop.learn_solutions(_solutions(loop, str(made["solutions"])))
        keys.extend(made["tasks"])
        loop.voice.progress(number + 1, len(pieces), "sets of tasks made")
    return loop.store.tasks(stage=Stage.TRAINING, keys=keys) if keys else []


def _pieces(demand: Mapping[str, int]) -> list[list[tuple[str, int]]]:
    """The demand in pieces of at most `PIECE` tasks, those of one domain together: they can share a prompt."""
    pieces: list[list[tuple[str, int]]] = []
    room = 0
    for name, count in sorted(demand.items(), key=lambda item: (item[0].split("/")[2:], item[0])):
        left = count
        while left > 0:
            if not room:
                pieces.append([])
                room = PIECE
            taken = min(left, room)
            pieces[-1].append((name, taken))
            left, room = left - taken, room - taken
    return pieces


def _piece(loop: Loop, name: str, wanted: Sequence[tuple[str, int]]) -> dict[str, Any]:
    tasks: list[Task] = []
    solutions: list[Solution] = []
    near = 0
    validator, tried, unsound = Validator(), set[str](), list[Failure]()
    for task, solution in loop.roles.construct(dict(wanted), derived(loop.seed, name, SEED_BITS)):
        if {near_key(task, solution), (task.template, task.skeleton)} & loop.held_out:
            near += 1
            continue
        scenarios = {part.rpartition("/")[0] for part in task.template.split("+")}
        faults = validator.faults(task, solution, mutations=not scenarios <= tried)
        tried |= scenarios
        if faults:
            unsound += faults[:1]
            continue
        tasks.append(task)
        solutions.append(solution)
    if unsound:
        loop.voice.note(f"{len(unsound)} tasks are not sound and left out, as {unsound[0].task}: {unsound[0].detail}")
    loop.store.add_tasks(tasks)
    text = "\n".join(s.to_json() for s in solutions)
    return {
        "tasks": [t.key for t in tasks],
        "solutions": loop.store.blobs.put(text.encode()),
        "near_held_out": near,
        "unsound": len(unsound),
    }


def _solutions(loop: Loop, address: str) -> dict[str, Solution]:
    lines = loop.store.blobs.get(address).decode().splitlines()
    return {s.task_key: s for s in map(Solution.from_json, lines)}

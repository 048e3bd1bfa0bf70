"""First: from the base to the first trained release - what a first deployment has before the loop turns."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split
from planloop.contract.version import Checkpoint, HarnessVersion
from planloop.evolution.loop import Loop, Pair
from planloop.evolution.round import State, replace_checkpoint
from planloop.evolution.seed import derived
from planloop.evolution.steps.construct import construct
from planloop.evolution.steps.dataset import Composed, approved, first_release, judged, kept
from planloop.evolution.steps.lesson import lessons
from planloop.evolution.steps.measure import glance, measure, only
from planloop.evolution.steps.promote import PROPOSER, promote
from planloop.evolution.steps.train import Lesson, packed_tokens, rows_of, train
from planloop.harness.eta import DEFAULT, Eta
from planloop.training.evaluate import Z95_ONE_SIDED, TaskResult

T = TypeVar("T")
PATIENCE = 1
"""Looks at `dev.evolve` without improvement after which the cold start ends."""


def open_run(loop: Loop, base: Path, eta: Path) -> Pair:
    """Put the suite, the base weights and the harness in the folder `eta` into the store, and let that pair serve."""
    loop.voice.stage("opening the store with the suite, the base weights and the harness")
    found = loop.object("open", lambda: _open(loop, base, eta))
    return Pair(checkpoint=str(found["checkpoint"]), harness=str(found["harness"]))


def cold_start(loop: Loop, base: Pair) -> tuple[State, dict[str, Any]]:
    """Train on the capabilities given until they stop improving on `dev.evolve`, and release the result."""
    plan = loop.config.training.cold_start
    if loop.student.slow:
        loop.voice.note("this processor cannot multiply in bfloat16: a run takes three to four times as long here")
    loop.voice.stage(f"cold start: making {plan.tasks} tasks of the {len(plan.capabilities)} capabilities given")
    share = -(-plan.tasks // len(plan.capabilities))
    tasks = construct(loop, "cold/construct", dict.fromkeys(plan.capabilities, share))
    known = {t.key: t for t in tasks}
    loop.voice.stage("cold start: playing the known solutions through the harness")
    taught = lessons(loop, "cold/teach", tasks, base.harness, 0)

    def compose() -> Composed:
        curated = judged(loop, known, taught)
        return (*first_release(known, curated), curated)

    made = kept(loop, "cold/data", compose)
    assert made is not None  # a first release is made of whatever there is
    data, change = made
    if not approved(loop, "cold/data", data, change):
        raise PlanloopError(
            "the data of the cold start was not approved, so there is nothing to deploy",
            place=change.id,
            cure="decide it with `planloop review`, or start again with other capabilities",
        )
    best, looks = _train(loop, base, data.id)
    outcome = promote(loop, "cold/promote", base, best, (change.id,), 0)
    pair = best if outcome["release"] else base
    state = State(serving=pair, pair=pair, tasks=known)
    entry = {
        "capabilities": list(plan.capabilities),
        "tasks": len(tasks),
        "trajectories": len(data.members),
        "change": change.id,
        "looks": looks,
        "release": outcome,
    }
    return state, entry


def as_given(base: Pair) -> tuple[State, dict[str, Any]]:
    """Where a run begins that trains nothing: with the base, and the log entry of a cold start that did not happen."""
    outcome = {"release": None, "reason": "training is off"}
    entry: dict[str, Any] = {"capabilities": [], "tasks": 0, "trajectories": 0, "change": None, "looks": []}
    return State(serving=base, pair=base, tasks={}), entry | {"release": outcome}


def evenly_cut(rows: Sequence[T], share: float) -> list[T]:
    """The given share of the rows (all from 1 on, never none), evenly spread: rows come sorted by what they teach, so
    that a beginning of them would leave whole capabilities out."""
    count = min(len(rows), max(1, int(len(rows) * share)))
    return [rows[place * len(rows) // count] for place in range(count)]


def fitting(rows: Sequence[T], tokens: int, cost: Callable[[Sequence[T]], int]) -> tuple[list[T], int]:
    """As many of the rows, evenly cut, as cost at most `tokens` (one at least), and what these cost. Rows that share
    prompts do not cost in proportion to their number."""
    kept, share = list(rows), 1.0
    spent = cost(kept)
    while spent > tokens and len(kept) > 1:
        share *= min(0.97, tokens / spent)
        kept = evenly_cut(rows, share)
        spent = cost(kept)
    return kept, spent


def _train(loop: Loop, base: Pair, data: str) -> tuple[Pair, list[dict[str, Any]]]:
    """Train in equal parts of one pass, at most `tokens` of the budget; keep the best by `dev.evolve`: the base, unless
    a part has `improved` on the capabilities given. Where nothing can be measured there, all parts are trained."""
    plan = loop.config.training.cold_start
    lesson = Lesson("cold/train", base.checkpoint, data, plan.learning_rate, derived(loop.seed, "cold/train"))
    rows, tokens = fitting(rows_of(loop.store, data), plan.tokens, lambda some: packed_tokens(loop, some, lesson.seed))
    parts = max(1, round(tokens / plan.chunk_tokens))
    loop.voice.stage("cold start: what the base solves on dev.evolve")
    reached = only(measure(loop, base, Split.DEV_EVOLVE, 0).results, plan.capabilities)
    loop.voice.note(f"dev.evolve on the capabilities given: {_points(reached)}")
    looks: list[dict[str, Any]] = [_look(0, base, reached)]
    best, shown, stale = base, reached, 0
    for part in range(1, parts + 1):
        loop.voice.stage(f"cold start: training part {part} of at most {parts}")
        pair = replace_checkpoint(base, train(loop, lesson, rows, part=(part, parts)))
        loop.voice.stage("cold start: is it still improving on dev.evolve?")
        reached = glance(loop, pair, Split.DEV_EVOLVE, 0, plan.capabilities)
        looks.append(_look(part, pair, reached))
        loop.voice.note(f"dev.evolve on the capabilities given: {_points(reached)}")
        if not shown or not reached or improved(shown, reached):
            best, shown, stale = pair, reached, 0
        else:
            stale += 1
        if stale >= PATIENCE:
            break
    loop.discard(lesson.key)
    return best, looks


def improved(before: Sequence[TaskResult], after: Sequence[TaskResult]) -> bool:
    """Whether the tasks of both differ for the better by more than chance (one-sided 95 %): a task or two more of forty
    is no evidence, and would cost a comparison on `dev.gate` to refute."""
    old = {r.task_key: r.success for r in before}
    steps = [r.success - old[r.task_key] for r in after if r.task_key in old]
    return sum(steps) > Z95_ONE_SIDED * math.sqrt(sum(step * step for step in steps))


def _look(part: int, pair: Pair, results: Sequence[TaskResult]) -> dict[str, Any]:
    return {"part": part, "checkpoint": pair.checkpoint, "success": 100 * _success(results) if results else None}


def _points(results: Sequence[TaskResult]) -> str:
    return f"{100 * _success(results):.0f} %" if results else "it has no task of them"


def _success(results: Sequence[TaskResult]) -> float:
    return sum(r.success for r in results) / len(results)


def _open(loop: Loop, base: Path, eta: Path) -> dict[str, Any]:
    for split in Split:
        loop.store.add_tasks(loop.chosen(split))
    checkpoint = loop.store.add(Checkpoint(tree=loop.store.snapshot(base), training={"kind": "base"}))
    tree = loop.store.put_tree({name: text.encode() for name, text in Eta.load(eta).files.items()})
    harness = loop.store.add(HarnessVersion(tree=tree, note="as packaged" if eta == DEFAULT else "as given"))
    loop.board.release(
        checkpoint,
        harness,
        proposer=PROPOSER,
        changes=(),
        measurements=(),
        measured={},
        note="the base",
    )
    return {"checkpoint": checkpoint, "harness": harness}

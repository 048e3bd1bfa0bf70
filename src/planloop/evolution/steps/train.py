"""Train: supervised updates on a data release, resumable inside, ending in a checkpoint."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planloop.contract.errors import PlanloopError
from planloop.contract.record import JsonObject, content_hash
from planloop.contract.split import Stage
from planloop.contract.version import Checkpoint, DataRelease, Purpose
from planloop.evolution.loop import Loop
from planloop.store.store import Store

if TYPE_CHECKING:
    from planloop.training.coldstart import BatchSettings, Progress
    from planloop.training.rows import TrainRow

ROWS, CLUSTER = 5, 8
"""Small updates: with few tokens to learn from, their number counts for more than the tokens that a larger cluster
would save."""
WARMUP = 8
UP_RATIO = 8.0
UNREAD = 0.2
"""What the text that ends an episode counts for in a refresh where no criterion of its task reads it. It is a quarter
of what there is to learn, and can be said in many ways."""
SAVE_EVERY = 10


@dataclass(frozen=True)
class Lesson:
    """One supervised training: from checkpoint `start` on the members of release `data`, at `rate`.

    `grow` directions are added to an adapter and trained, the rest stays; 0 trains the adapter itself. They read what
    tells the other members from those that preserve, and `strength` of what they learnt is kept.
    """

    key: str
    start: str
    data: str
    rate: float
    seed: int
    grow: int = 0
    strength: float = 1.0


def rows_of(store: Store, data: str, unread: float = 1.0) -> list[TrainRow]:
    """The rows of a data release as the store has it, judgements applied, each with its member's weight, its capability
    group as kind. A member that was judged unsuitable since gives none.

    What an episode says at its end counts for `unread` where no criterion of its task reads it. Weights are scaled to a
    mean of 1 over the learnt tokens, so that a mixture does not change the learning rate.
    """
    from planloop.training.rows import learnt_tokens, sft_rows

    release = store.get(DataRelease, data)
    weights = {m.trajectory_id: m.weight for m in release.members if m.weight > 0}
    tasks = {t.key: t for t in store.tasks(stage=Stage.TRAINING, keys=release.tasks)}
    rows: list[TrainRow] = []
    for trajectory in store.trajectories(stage=Stage.TRAINING, ids=list(weights)):
        if not trajectory.suitability.unsuitable:
            task = tasks.get(trajectory.task_key)
            made = sft_rows([trajectory], weight=weights[trajectory.id])
            if task is not None and not task.reads_closing:
                made = [row.weighed(unread, row.closing) for row in made]
            rows.extend(replace(row, kind=task.capability.group if task is not None else "") for row in made)
    mean = sum(sum(row.weights[1:]) for row in rows) / max(1, learnt_tokens(rows))
    return [row.weighed(1 / mean) for row in rows] if mean else rows


def packed_tokens(loop: Loop, rows: Sequence[TrainRow], seed: int) -> int:
    """How many packed tokens `train` computes in one pass over `rows` with this seed."""
    from planloop.training.coldstart import plan_batches
    from planloop.training.trainer import TrainSettings
    from planloop.training.tree import split_packs

    if not loop.student.shares_prompts:
        return sum(len(row.ids) for row in rows)
    bounds = TrainSettings()
    batches = ([rows[i] for i in batch] for batch in plan_batches(rows, _batches(seed)))
    packs = (pack for batch in batches for pack in split_packs(batch, bounds.pack_tokens, bounds.min_shared))
    return sum(len(pack.ids) for pack in packs)


def train(loop: Loop, lesson: Lesson, rows: Sequence[TrainRow], *, part: tuple[int, int] = (1, 1)) -> dict[str, Any]:
    """Train `lesson` up to `part[0]` of `part[1]` equal parts of one pass over `rows`; the step's result.

    Its state is saved inside, so that a killed step goes on; the checkpoint is appended at the end. Behind the last
    part the state is removed; who ends with an earlier one discards the lesson's work.
    """
    key = lesson.key if part == (1, 1) else f"{lesson.key}/{part[0]}"
    found = loop.object(key, lambda: _train(loop, lesson, rows, part))
    if part[0] == part[1]:
        loop.discard(lesson.key)
    return found


def _train(loop: Loop, lesson: Lesson, rows: Sequence[TrainRow], part: tuple[int, int]) -> dict[str, Any]:
    from planloop.training.checkpoint import saved_place
    from planloop.training.coldstart import cold_start, plan_batches
    from planloop.training.trainer import Trainer, TrainSettings

    settings = _batches(lesson.seed)
    batches = len(plan_batches(rows, settings))
    stop = -(-batches * part[0] // part[1])
    work = loop.work(lesson.key)
    model = loop.student.learner(loop.folder(lesson.start))
    grown = (
        loop.student.grow(lesson.grow, *by_purpose(loop.store, lesson.data, rows), lesson.seed) if lesson.grow else 0
    )
    plan = TrainSettings(
        learning_rate=lesson.rate,
        up_ratio=UP_RATIO if grown else 1.0,
        total_steps=max(1, batches),
        warmup_steps=min(WARMUP, batches),
        shared_gradient=not grown,  # an eighth faster; no loss that could be told from chance
    )
    trainer = Trainer(model, plan)
    _same_rows(work, rows)
    curve = work / "curve.jsonl"
    _end_line(curve)

    done = saved_place(work / "state")
    begun = 0 if done is None else done.batches

    def progress(p: Progress) -> None:
        loop.voice.progress(p.batch - begun, p.batches - begun, "updates")
        with curve.open("a", encoding="utf-8") as file:
            file.write(json.dumps([p.report.step, round(p.report.loss, 4), p.report.packed_tokens]) + "\n")

    loop.voice.progress(0, stop - begun, "updates")  # the search for directions is not a part of their speed
    try:
        place = cold_start(
            trainer, rows, settings, state=work / "state", save_every=SAVE_EVERY, progress=progress, stop_after=stop
        )
    except FloatingPointError as error:
        raise diverged(error, "refresh" if grown else "cold_start") from error
    if grown:
        loop.student.settle(grown, lesson.strength)
    points = read_curve(curve, place.step)
    facts: JsonObject = {
        "kind": "supervised",
        "updates": place.step,
        "row_tokens": place.tokens,
        "packed_tokens": sum(int(tokens) for _, _, tokens in points),
        "rate": lesson.rate,
        "directions": grown,
        "strength": lesson.strength if grown else 1.0,
    }
    checkpoint = keep(loop, lesson.start, (lesson.data,), facts)
    return {"checkpoint": checkpoint, "updates": place.step, "curve": [list(p) for p in points], **facts}


def _end_line(file: Path) -> None:
    """A line that a kill has cut off must not swallow the next one."""
    if file.exists() and not file.read_bytes().endswith(b"\n"):
        with file.open("a", encoding="utf-8") as opened:
            opened.write("\n")


def diverged(error: FloatingPointError, section: str) -> PlanloopError:
    """What to tell of a training whose gradients are no numbers any more."""
    cure = "lower it in planloop.yaml and start again with another --store"
    return PlanloopError(str(error), place=f"training.{section}.learning_rate", cure=cure)


def _same_rows(work: Path, rows: Sequence[TrainRow]) -> None:
    """Unfinished work goes on only on the rows that it began with: one that was judged unsuitable since is not learnt
    from, so the work begins anew."""
    named = content_hash([row.source for row in rows])
    file = work / "rows"
    if file.exists() and file.read_text(encoding="utf-8") != named:
        shutil.rmtree(work)
    work.mkdir(parents=True, exist_ok=True)
    file.write_text(named, encoding="utf-8")


def by_purpose(store: Store, data: str, rows: Sequence[TrainRow]) -> tuple[list[TrainRow], list[TrainRow]]:
    """The rows that only keep what the planner can do, and those that it is to learn something from."""
    members = store.get(DataRelease, data).members
    kept = {m.trajectory_id for m in members if m.purpose is Purpose.PRESERVATION}
    return [row for row in rows if row.source in kept], [row for row in rows if row.source not in kept]


def _batches(seed: int) -> BatchSettings:
    from planloop.training.coldstart import BatchSettings

    return BatchSettings(rows=ROWS, cluster=CLUSTER, seed=seed)


def keep(loop: Loop, parent: str, data: Sequence[str], facts: JsonObject) -> str:
    """Append the learning copy's weights as a checkpoint; returns its id."""
    folder = loop.work("keep")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    loop.student.save(folder)
    tree = loop.store.snapshot(folder)
    shutil.rmtree(folder, ignore_errors=True)
    return loop.store.add(Checkpoint(tree=tree, parent=parent, trained_on=tuple(data), training=facts))


def read_curve(file: Path, last: int) -> list[tuple[int, float, int]]:
    """(update, loss, packed tokens) up to update `last`; where an update ran twice because of a kill, the later run."""
    if not file.exists():
        return []
    points: dict[int, tuple[int, float, int]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        try:
            step, loss, tokens = json.loads(line)
        except ValueError:
            continue  # cut off by a kill
        points[step] = (step, loss, tokens)
    return [points[step] for step in sorted(points) if step <= last]

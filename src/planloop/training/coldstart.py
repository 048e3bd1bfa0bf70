"""Planning-oriented cold start: supervised training on verified trajectories (method section 5.1, Eq. 4)."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from planloop.training.checkpoint import Place, load_state, save_state, saved_place
from planloop.training.rows import TrainRow, learnt_tokens
from planloop.training.trainer import StepReport, Trainer, negative_log_likelihood
from planloop.training.tree import MIN_SHARED, common_prefix

PROMPT_SHARE = 0.6
"""Part of a prompt that neighbouring rows share: more than the instructions that all prompts begin with."""


@dataclass(frozen=True)
class Progress:
    """What a run tells while it goes. `eta_seconds` extrapolates the tokens still to come at the recent speed."""

    report: StepReport
    batch: int
    batches: int
    tokens: int
    tokens_per_second: float
    eta_seconds: float


@dataclass(frozen=True)
class BatchSettings:
    """What one update sees: about `rows` rows, taken as clusters of at most `cluster` rows that share a prompt
    prefix (of at least `min_shared` tokens), so that the prefix is computed once. `epochs` may be fractional."""

    rows: int = 32
    cluster: int = 8
    epochs: float = 1.0
    min_shared: int = MIN_SHARED
    seed: int = 0


def plan_batches(rows: Sequence[TrainRow], settings: BatchSettings) -> list[list[int]]:
    """The whole run as lists of row indices; the same rows and settings give the same plan."""
    batches: list[list[int]] = []
    remaining = round(len(rows) * settings.epochs)
    epoch = 0
    while remaining > 0:
        shuffle = random.Random(f"{settings.seed}/{epoch}")
        current: list[int] = []
        for cluster in _clusters(rows, settings, shuffle):
            current.extend(cluster[:remaining])
            remaining -= min(len(cluster), remaining)
            if len(current) >= settings.rows or not remaining:
                batches.append(current)
                current = []
            if not remaining:
                break
        if current:
            batches.append(current)
        epoch += 1
    return batches


def _clusters(rows: Sequence[TrainRow], settings: BatchSettings, shuffle: random.Random) -> list[list[int]]:
    order = sorted(range(len(rows)), key=lambda i: rows[i].ids)
    clans: list[list[int]] = []
    for index in order:
        if clans and _shared(rows, clans[-1][-1], index) >= _enough(rows[clans[-1][-1]], rows[index], settings):
            clans[-1].append(index)
        else:
            clans.append([index])
    clusters: list[list[int]] = []
    for clan in clans:
        shuffle.shuffle(clan)
        clusters.extend(clan[i : i + settings.cluster] for i in range(0, len(clan), settings.cluster))
    shuffle.shuffle(clusters)
    return clusters


def _enough(a: TrainRow, b: TrainRow, settings: BatchSettings) -> int:
    """What two rows must share to be computed together: most of the shorter prompt, not just its first lines."""
    return max(settings.min_shared, round(PROMPT_SHARE * min(a.prefix_length, b.prefix_length)))


def _shared(rows: Sequence[TrainRow], a: int, b: int) -> int:
    return common_prefix(rows[a].ids, rows[b].ids, 0)


def cold_start(
    trainer: Trainer,
    rows: Sequence[TrainRow],
    settings: BatchSettings,
    *,
    state: Path | None = None,
    save_every: int = 50,
    progress: Callable[[Progress], None] | None = None,
    stop_after: int | None = None,
) -> Place:
    """Train on `rows` as planned by `settings`; returns the place reached.

    With `state`, the run is saved there every `save_every` batches and at its end, and a saved run is resumed where
    it stood. `stop_after` ends early after that many batches of the plan. Set the trainer's `total_steps` to
    `len(plan_batches(rows, settings))`.
    """
    plan = plan_batches(rows, settings)
    place = Place(trainer.step_number, 0, 0)
    if state is not None and saved_place(state) is not None:
        place = load_state(trainer, state)
    end = len(plan) if stop_after is None else min(len(plan), stop_after)
    seconds, speed_tokens = 0.0, 0
    for number in range(place.batches, end):
        batch = [rows[i] for i in plan[number]]
        report = trainer.step(batch, negative_log_likelihood, max(1, learnt_tokens(batch)))
        place = Place(report.step, number + 1, place.tokens + report.row_tokens)
        seconds, speed_tokens = 0.8 * seconds + report.seconds, round(0.8 * speed_tokens) + report.row_tokens
        if progress is not None:
            speed = speed_tokens / max(seconds, 1e-9)
            left = sum(len(rows[i].ids) for later in plan[number + 1 : end] for i in later)
            progress(Progress(report, number + 1, end, place.tokens, speed, left / max(speed, 1e-9)))
        if state is not None and ((number + 1) % save_every == 0 or number + 1 == end):
            save_state(trainer, state, place)
    return place

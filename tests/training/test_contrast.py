"""Fresh directions that read what is new: large there, small where things are to stay."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
import torch
from tests.training.conftest import tiny_model

from planloop.training.contrast import contrast, moments, sample
from planloop.training.growth import grow
from planloop.training.lora import LoraSettings, adapted, add_lora
from planloop.training.rows import TrainRow
from planloop.training.trainer import Trainer, TrainSettings, negative_log_likelihood

SHAPE = LoraSettings(rank=4, alpha=8)


def rows_of(words: range, seed: int, count: int = 40) -> list[TrainRow]:
    rand = random.Random(seed)
    ids = [tuple(rand.choice(words) for _ in range(30)) for _ in range(count)]
    return [TrainRow(ids=i, weights=(0.0,) * 20 + (1.0,) * 10) for i in ids]


KNOWN, NEW = rows_of(range(48), 0), rows_of(range(40, 96), 1)


def reader() -> Trainer:
    return Trainer(add_lora(tiny_model(), SHAPE, seed=1), TrainSettings(min_shared=4))


@pytest.mark.parametrize("rank", [3, 12])
def test_directions_read_more_of_what_is_new_than_random_ones(rank: int) -> None:
    found = reader()
    directions = contrast(found, KNOWN, NEW, rank)
    kept, sought = moments(found, KNOWN), moments(found, NEW)
    assert set(directions) == {name for name, _ in adapted(found.model)}
    for name, rows in directions.items():
        known, new = kept.sums[kept.alias[name]], sought.sums[sought.alias[name]]
        told = ((rows @ new) * rows).sum(1) / ((rows @ known) * rows).sum(1)
        assert rows.shape == (rank, known.shape[0])
        assert float(told.mean()) > 1.3 * float(new.trace() / known.trace()), name


def test_directions_are_the_same_every_time_and_are_shared_by_layers_of_one_input() -> None:
    first, second = contrast(reader(), KNOWN, NEW, 3), contrast(reader(), KNOWN, NEW, 3)
    assert all(torch.equal(first[name], second[name]) for name in first)
    shared = [d for name, d in first.items() if "layers.1.self_attn" in name and name.endswith(("q_proj", "v_proj"))]
    assert torch.equal(*shared)


def test_a_layer_has_no_more_directions_than_its_input_has_numbers() -> None:
    trainer = reader()
    directions = contrast(trainer, KNOWN, NEW, 40)
    assert {len(rows) for rows in directions.values()} == {40}
    grow(trainer.model, 40, directions=directions)
    narrow = next(rows for rows in directions.values() if rows.shape[1] == 32)
    assert torch.isfinite(narrow).all() and int((narrow.abs().sum(1) > 0).sum()) == 32


def test_what_is_known_moves_less_than_through_random_directions() -> None:
    def moved(told: bool) -> tuple[float, float]:
        trainer = reader()
        before = [trainer.logps(rows) for rows in (KNOWN, NEW)]
        directions = contrast(trainer, KNOWN, NEW, 4) if told else None
        grow(trainer.model, 4, seed=2, directions=directions)
        learner = Trainer(trainer.model, TrainSettings(total_steps=8, min_shared=4, up_ratio=8.0, learning_rate=1e-3))
        for _ in range(8):
            learner.step(NEW[:16], negative_log_likelihood, 160.0)
        after = [learner.logps(rows) for rows in (KNOWN, NEW)]
        return tuple(  # type: ignore[return-value]
            sum(abs(b - a) for x, y in zip(old, new, strict=True) for a, b in zip(x, y, strict=True))
            for old, new in zip(before, after, strict=True)
        )

    (known, new), (known_random, new_random) = moved(told=True), moved(told=False)
    assert known / new < 0.6 * known_random / new_random


def test_every_kind_of_row_is_read_alike_and_from_all_over() -> None:
    rows = [replace(row, kind="rare" if n < 3 else "often") for n, row in enumerate(sorted(NEW, key=lambda r: r.ids))]
    read = sample(rows, 12)
    assert [sum(row.kind == kind for row in read) for kind in ("rare", "often")] == [3, 6]
    often = [rows.index(row) for row in read if row.kind == "often"]
    assert min(often) == 3 and max(often) > len(rows) // 2
    assert len(sample(NEW, 24)) == 24
    for few in range(1, 12):
        assert sorted(row.ids for row in sample(NEW[:few], 24)) == sorted(row.ids for row in NEW[:few])

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from planloop.training.checkpoint import saved_place
from planloop.training.coldstart import BatchSettings, Progress, cold_start, plan_batches
from planloop.training.lora import LoraSettings, add_lora, load_lora
from planloop.training.trainer import Trainer, TrainSettings

Make = Callable[..., Any]
BATCHES = BatchSettings(rows=4, cluster=4, epochs=2.5, min_shared=4, seed=5)


def trainer_of(make_model: Make) -> Trainer:
    return Trainer(add_lora(make_model(), LoraSettings(rank=4)), TrainSettings(total_steps=8, min_shared=4))


def weights(trainer: Trainer) -> list[torch.Tensor]:
    return [p.detach().clone() for p in trainer.parameters]


def test_every_row_is_seen_once_an_epoch_in_an_order_set_by_the_seed(make_rows: Make) -> None:
    rows = make_rows(groups=5)
    plan = plan_batches(rows, BatchSettings(rows=6, cluster=3, epochs=1, min_shared=4, seed=1))
    assert sorted(i for batch in plan for i in batch) == list(range(len(rows)))
    assert plan == plan_batches(rows, BatchSettings(rows=6, cluster=3, epochs=1, min_shared=4, seed=1))
    assert plan != plan_batches(rows, BatchSettings(rows=6, cluster=3, epochs=1, min_shared=4, seed=2))
    half = plan_batches(rows, BatchSettings(rows=6, cluster=3, epochs=1.5, min_shared=4, seed=1))
    assert sum(map(len, half)) == 30


def test_a_resumed_run_ends_bit_equal_to_an_uninterrupted_one(
    make_model: Make, make_rows: Make, tmp_path: Path
) -> None:
    rows = make_rows()
    whole = trainer_of(make_model)
    place = cold_start(whole, rows, BATCHES)
    cold_start(trainer_of(make_model), rows, BATCHES, state=tmp_path / "run", stop_after=3, save_every=2)
    kept = saved_place(tmp_path / "run")
    assert kept is not None and kept.batches == 3
    resumed = trainer_of(make_model)
    assert cold_start(resumed, rows, BATCHES, state=tmp_path / "run", save_every=2) == place
    assert all(torch.equal(a, b) for a, b in zip(weights(whole), weights(resumed), strict=True))


def test_a_run_killed_while_the_state_was_replaced_resumes_from_the_older_state(
    make_model: Make, make_rows: Make, tmp_path: Path
) -> None:
    state = tmp_path / "run"
    cold_start(trainer_of(make_model), make_rows(), BATCHES, state=state, stop_after=2)
    state.rename(tmp_path / "run.old")
    (tmp_path / "run.new").mkdir()
    kept = saved_place(state)
    assert kept is not None and kept.batches == 2
    resumed = trainer_of(make_model)
    assert cold_start(resumed, make_rows(), BATCHES, state=state, stop_after=3).batches == 3
    assert not (tmp_path / "run.old").exists() and not (tmp_path / "run.new").exists()


def test_the_saved_adapter_is_a_peft_folder_with_the_trained_weights(
    make_model: Make, make_rows: Make, tmp_path: Path
) -> None:
    trainer = trainer_of(make_model)
    cold_start(trainer, make_rows(), BATCHES, state=tmp_path / "run", stop_after=2)
    loaded = load_lora(make_model(), str(tmp_path / "run" / "adapter"))
    found = [p for p in loaded.parameters() if p.requires_grad]
    assert all(torch.equal(a, b) for a, b in zip(weights(trainer), found, strict=True))


def test_training_lowers_the_loss_and_reports_progress(make_model: Make, make_rows: Make) -> None:
    seen: list[Progress] = []
    settings = TrainSettings(learning_rate=1e-2, total_steps=30, min_shared=4)
    trainer = Trainer(make_model(), settings)
    cold_start(trainer, make_rows(), BatchSettings(rows=12, epochs=30, min_shared=4), progress=seen.append)
    assert seen[-1].report.loss < 0.8 * seen[0].report.loss
    assert [p.batch for p in seen] == list(range(1, seen[-1].batches + 1))
    assert seen[-1].eta_seconds == 0.0
    assert seen[0].report.packed_tokens < seen[0].report.row_tokens

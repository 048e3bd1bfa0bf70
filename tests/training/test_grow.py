"""Adapters that grow: what was learnt stays, only the added directions are trained, and the file stays an adapter."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.training.conftest import prompt_rows, tiny_model

from planloop.planners.engine.weights import adapter_deltas, live_deltas
from planloop.training.checkpoint import Place, load_state, save_state
from planloop.training.growth import grow, settle
from planloop.training.lora import LoraSettings, add_lora, load_lora, save_weights, set_adapter
from planloop.training.trainer import Trainer, TrainSettings, negative_log_likelihood

LAYER = "model.layers.0.mlp.up_proj.weight"


def learnt(rank: int = 4) -> Any:
    """A model whose adapter has learnt something."""
    model = add_lora(tiny_model(), LoraSettings(rank=rank, alpha=2 * rank), seed=1)
    train(model, 2)
    return model


def train(model: Any, steps: int, ratio: float = 1.0) -> Trainer:
    trainer = Trainer(model, TrainSettings(total_steps=steps, min_shared=4, warmup_steps=0, up_ratio=ratio))
    for _ in range(steps):
        trainer.step(prompt_rows(), negative_log_likelihood, 10.0)
    return trainer


def test_growing_changes_nothing_until_training_does() -> None:
    model = learnt()
    before = live_deltas(model)
    spoken = Trainer(model, TrainSettings(min_shared=4)).logps(prompt_rows())
    grow(model, 3, seed=5)
    grown = Trainer(model, TrainSettings(min_shared=4)).logps(prompt_rows())
    assert all(a == pytest.approx(b, abs=1e-5) for a, b in zip(spoken, grown, strict=True))
    settle(model, 3, 1.0)
    assert all(torch.allclose(delta, before[name], atol=1e-7) for name, delta in live_deltas(model).items())


def test_only_the_added_directions_are_trained() -> None:
    model = learnt()
    old = {n: p.detach().clone() for n, p in model.named_parameters() if p.requires_grad}
    weights = {n: p.detach().clone() for n, p in model.named_parameters() if not p.requires_grad}
    before = live_deltas(model)[LAYER]
    grow(model, 3, seed=5)
    train(model, 3, ratio=8.0)
    settle(model, 3, 1.0)
    for name, weight in model.named_parameters():
        if weight.requires_grad:
            kept = weight[:4] if ".lora_A." in name else weight[:, :4]
            assert torch.equal(kept, old[name])
    assert not torch.allclose(live_deltas(model)[LAYER], before)
    assert all(torch.equal(p, weights[n]) for n, p in model.named_parameters() if n in weights)


def test_part_of_what_the_added_directions_learnt_can_be_kept() -> None:
    model = learnt()
    start = live_deltas(model)
    grow(model, 3, seed=5)
    train(model, 3, ratio=8.0)
    settle(model, 3, 1.0)
    full = live_deltas(model)
    settle(model, 3, 0.25)
    for name, delta in live_deltas(model).items():
        assert torch.allclose(delta, start[name] + 0.25 * (full[name] - start[name]), atol=1e-6), name


def test_a_grown_adapter_is_saved_as_one_adapter_and_taken_up_at_its_rank(tmp_path: Path) -> None:
    model = learnt()
    grow(model, 3, seed=5)
    train(model, 1)
    settle(model, 3, 1.0)
    save_weights(model, tmp_path)
    config = json.loads((tmp_path / "adapter_config.json").read_text())
    assert (config["r"], config["lora_alpha"]) == (7, 14)
    here = live_deltas(model)
    smaller = learnt(rank=2)
    set_adapter(smaller, tmp_path)
    for found in (adapter_deltas(tmp_path), live_deltas(smaller), live_deltas(load_lora(tiny_model(), str(tmp_path)))):
        assert found.keys() == here.keys() and all(torch.allclose(found[n], here[n], atol=1e-6) for n in here)
    train(smaller, 1)  # all of it is trainable
    weights = dict(smaller.named_parameters())
    first = next(n for n in weights if n.endswith("up_proj.lora_A.default.weight"))
    assert not torch.equal(weights[first][:4], dict(model.named_parameters())[first][:4])


@pytest.mark.parametrize("stabilised", [False, True])
def test_the_scale_survives_a_rank_that_alpha_is_no_multiple_of(tmp_path: Path, stabilised: bool) -> None:
    model = add_lora(tiny_model(), LoraSettings(rank=6, alpha=4), seed=1)
    model.peft_config["default"].use_rslora = stabilised
    scale = 4 / (6**0.5 if stabilised else 6)
    for module in model.modules():
        if "default" in getattr(module, "lora_A", ()):
            module.scaling["default"] = scale
    train(model, 2)
    grow(model, 4, seed=5)
    train(model, 1)
    settle(model, 4, 1.0)
    save_weights(model, tmp_path)
    here = live_deltas(model)
    other = learnt(rank=2)
    set_adapter(other, tmp_path)
    for found in (adapter_deltas(tmp_path), live_deltas(other)):
        assert all(torch.allclose(found[n], here[n], atol=1e-6) for n in here)


def test_a_killed_training_of_added_directions_goes_on_where_it_stood(tmp_path: Path) -> None:
    def fresh() -> Any:
        model = add_lora(tiny_model(), LoraSettings(rank=4, alpha=8), seed=1)
        grow(model, 3, seed=5)
        return model

    settings = TrainSettings(total_steps=4, min_shared=4, up_ratio=8.0)
    whole = Trainer(fresh(), settings)
    for _ in range(4):
        whole.step(prompt_rows(), negative_log_likelihood, 10.0)
    half = Trainer(fresh(), settings)
    for _ in range(2):
        half.step(prompt_rows(), negative_log_likelihood, 10.0)
    save_state(half, tmp_path / "state", Place(2, 2, 0))
    again = Trainer(fresh(), settings)
    load_state(again, tmp_path / "state")
    for _ in range(2):
        again.step(prompt_rows(), negative_log_likelihood, 10.0)
    for trainer in (whole, again):
        settle(trainer.model, 3, 1.0)
    a, b = live_deltas(whole.model), live_deltas(again.model)
    assert all(torch.equal(a[n], b[n]) for n in a)


def test_b_moves_at_its_own_rate() -> None:
    trainer = Trainer(learnt(), TrainSettings(learning_rate=1e-3, warmup_steps=0, total_steps=9, up_ratio=8.0))
    trainer.step(prompt_rows(), negative_log_likelihood, 10.0)
    rates = sorted(group["lr"] for group in trainer.optimizer.param_groups)
    assert rates == pytest.approx([1e-3, 8e-3])


def test_an_adapter_of_other_layers_is_refused(tmp_path: Path) -> None:
    save_weights(learnt(), tmp_path)
    other = add_lora(tiny_model(), LoraSettings(rank=4))
    del other.base_model.model.model.layers[1]
    with pytest.raises(ValueError, match="lacks"):
        set_adapter(other, tmp_path)


def test_a_model_that_was_left_growing_takes_up_a_checkpoint_with_its_own_weights(tmp_path: Path) -> None:
    save_weights(learnt(), tmp_path)
    model = learnt()
    weights = {n: p.detach().clone() for n, p in model.named_parameters() if not p.requires_grad}
    grow(model, 3, seed=5)
    train(model, 1)
    set_adapter(model, tmp_path)
    assert all(torch.equal(p, weights[n]) for n, p in model.named_parameters() if n in weights)
    assert all(torch.equal(delta, adapter_deltas(tmp_path)[name]) for name, delta in live_deltas(model).items())

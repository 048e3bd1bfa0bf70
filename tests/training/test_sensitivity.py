"""Where fresh directions write less: what is known moves less for the same lesson, and settling changes nothing."""

from __future__ import annotations

import pytest
import torch
from tests.training.conftest import tiny_model
from tests.training.test_contrast import KNOWN, NEW, SHAPE

from planloop.planners.engine.weights import live_deltas
from planloop.training.growth import grow, settle
from planloop.training.lora import adapted, add_lora
from planloop.training.sensitivity import sensitivity
from planloop.training.trainer import Trainer, TrainSettings, negative_log_likelihood


def reader() -> Trainer:
    return Trainer(add_lora(tiny_model(), SHAPE, seed=1), TrainSettings(min_shared=4))


def learner(damped: bool) -> Trainer:
    """After eight updates on what is new, through four fresh directions."""
    trainer = reader()
    grow(trainer.model, 4, seed=2, damping=sensitivity(trainer, KNOWN) if damped else None)
    settings = TrainSettings(total_steps=8, min_shared=4, up_ratio=8.0, learning_rate=1e-3)
    found = Trainer(trainer.model, settings)
    for _ in range(8):
        found.step(NEW[:16], negative_log_likelihood, 160.0)
    return found


def test_every_adapted_layer_has_directions_and_factors_that_only_shorten() -> None:
    trainer = reader()
    found = sensitivity(trainer, KNOWN)
    assert set(found) == {name for name, _ in adapted(trainer.model)}
    for damping in found.values():
        count = damping.basis.shape[1]
        assert torch.allclose(damping.basis.t() @ damping.basis, torch.eye(count), atol=1e-4)
        assert ((damping.factors > 0) & (damping.factors <= 1)).all() and float(damping.factors.min()) < 0.9
        along = damping.basis[:, -1:]
        assert torch.allclose(damping(along), along * damping.factors[-1], atol=1e-5)
    assert all(p.grad is None for p in trainer.parameters)


def test_it_is_the_same_every_time() -> None:
    first, second = sensitivity(reader(), KNOWN), sensitivity(reader(), KNOWN)
    assert all(torch.equal(first[name].factors, second[name].factors) for name in first)


def test_what_is_known_moves_less_for_what_is_learnt() -> None:
    def moved(damped: bool) -> tuple[float, float]:
        before, after = ([trainer.logps(rows) for rows in (KNOWN, NEW[:16])] for trainer in (reader(), learner(damped)))
        known = sum(abs(b - a) for x, y in zip(before[0], after[0], strict=True) for a, b in zip(x, y, strict=True))
        gain = sum(b - a for x, y in zip(before[1], after[1], strict=True) for a, b in zip(x, y, strict=True))
        return known, gain

    (known, gain), (plain_known, plain_gain) = moved(damped=True), moved(damped=False)
    assert gain > 0 and known / gain < plain_known / plain_gain


def test_settling_keeps_what_was_learnt_as_an_ordinary_adapter() -> None:
    trainer = learner(damped=True)
    before = trainer.logps(NEW[:4])
    settle(trainer.model, 4, 1.0)
    plain = live_deltas(trainer.model)
    assert all(
        torch.allclose(torch.tensor(a), torch.tensor(b), atol=1e-5)
        for a, b in zip(before, trainer.logps(NEW[:4]), strict=True)
    )
    assert all("growth" not in vars(module) for _, module in adapted(trainer.model))
    settle(trainer.model, 4, 1.0)
    assert all(torch.equal(delta, plain[name]) for name, delta in live_deltas(trainer.model).items())


def test_a_layer_that_still_learns_is_not_computed_without_its_damping() -> None:
    trainer = learner(damped=True)
    ids = torch.tensor([NEW[0].ids])
    with torch.autocast("cpu", torch.bfloat16), pytest.raises(RuntimeError, match="settle"):
        trainer.model(input_ids=ids)

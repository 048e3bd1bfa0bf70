from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import torch

from planloop.training.care import CareParameters, Regime, outcomes, vanilla
from planloop.training.objective import ClippedObjective, ClipSettings, corrected_rows
from planloop.training.rl import RlSettings, group_rows, rl_step, score_groups
from planloop.training.rollout import Group
from planloop.training.rows import TrainRow, rl_rows
from planloop.training.trainer import TargetBatch, Trainer, TrainSettings

Make = Callable[..., Any]
PHI = CareParameters()


def sampled_groups(make_task: Make, make_trajectory: Make, model: Any, wins: tuple[int, ...] = (2, 0)) -> list[Group]:
    """Groups of four ragged episodes with the log-probabilities the model itself gives."""
    rand = random.Random(0)
    trainer = Trainer(model, TrainSettings(min_shared=4))
    groups = []
    for number, won in enumerate(wins):
        prompt = [rand.randrange(96) for _ in range(20)]
        found = []
        for i in range(4):
            learnt = rand.randrange(3, 9)
            ids = tuple(prompt + [rand.randrange(96) for _ in range(learnt)])
            row = TrainRow(ids, tuple(float(t >= 20) for t in range(len(ids))))
            logprobs = (0.0,) * 20 + tuple(trainer.logps([row])[0])
            found.append(
                make_trajectory(
                    success=i < won, progress=1.0 if i < won else 0.0, key=f"t{number}", number=i, ids=ids,
                    learnt=learnt, logprobs=logprobs,
                )
            )  # fmt: skip
        groups.append(Group(make_task(f"t{number}"), tuple(found)))
    return groups


def test_one_step_has_the_gradient_of_equation_10(make_task: Make, make_trajectory: Make, make_model: Make) -> None:
    groups = sampled_groups(make_task, make_trajectory, make_model())
    scored, dropped = score_groups(groups, PHI)
    trainer = Trainer(make_model(), TrainSettings(min_shared=4, pack_tokens=50, clip_norm=1e9))
    report = rl_step(trainer, scored, RlSettings(), dropped)
    model = make_model()
    total = torch.zeros(())
    for group in scored:
        for t, advantage in zip(group.trajectories, group.scores.advantages, strict=True):
            ids = torch.tensor([t.segments[0].token_ids])
            logps = model(input_ids=ids).logits[0, 19:-1].log_softmax(-1).gather(1, ids[0, 20:, None])[:, 0]
            ratio = (logps - logps.detach()).exp()
            total = total - (ratio * advantage).mean() / len(group.trajectories) / len(scored)
    total.backward()  # type: ignore[no-untyped-call]
    for (name, found), expected in zip(trainer.model.named_parameters(), model.parameters(), strict=True):
        assert torch.allclose(found.grad, expected.grad, atol=1e-5), name
    assert report.mismatch < 1e-4
    assert report.clip_fraction == 0.0
    assert report.regimes == {Regime.PROGRESS: 1, Regime.OUTCOME: 1, Regime.EFFICIENCY: 0}
    assert report.with_signal == 0.5


def test_the_update_makes_good_episodes_likelier(make_task: Make, make_trajectory: Make, make_model: Make) -> None:
    groups = sampled_groups(make_task, make_trajectory, make_model(), wins=(2,))
    scored, _ = score_groups(groups, PHI, vanilla)
    trainer = Trainer(make_model(), TrainSettings(learning_rate=2e-3, warmup_steps=0, min_shared=4))
    rows = group_rows(scored)
    before = [sum(x) for x in trainer.logps(rows)]
    rl_step(trainer, scored, RlSettings(updates=3))
    after = [sum(x) for x in trainer.logps(rows)]
    gains = [b - a for a, b in zip(before, after, strict=True)]
    good = [g for g, row in zip(gains, rows, strict=True) if row.advantage > 0]
    bad = [g for g, row in zip(gains, rows, strict=True) if row.advantage < 0]
    assert min(good) > max(bad)


def test_groups_with_fewer_than_two_valid_episodes_are_dropped(make_task: Make, make_trajectory: Make) -> None:
    lonely = Group(make_task("a"), (make_trajectory(),), (make_trajectory(valid=False),))
    pair = Group(make_task("b"), (make_trajectory(), make_trajectory(success=False)))
    scored, dropped = score_groups([lonely, pair], PHI)
    assert [g.task_key for g in scored] == ["b"]
    assert dropped == 1
    with pytest.raises(ValueError, match="invalid or unverified"):
        outcomes([make_trajectory(valid=False)], None)


def test_a_batch_without_signal_makes_no_update(make_task: Make, make_trajectory: Make, make_model: Make) -> None:
    trainer = Trainer(make_model(), TrainSettings())
    scored, _ = score_groups([Group(make_task(), tuple(make_trajectory(success=False) for _ in range(3)))], PHI)
    report = rl_step(trainer, scored, RlSettings())
    assert report.steps == () and trainer.step_number == 0


def test_trajectory_weights_are_means_over_its_tokens_in_all_segments(make_trajectory: Make) -> None:
    one = make_trajectory(ids=(1, 2, 3, 4), learnt=3)
    two = one.model_copy(update={"segments": (one.segments[0], make_trajectory(ids=(5, 6), learnt=1).segments[0])})
    rows = rl_rows(two, 1.0, scale=0.5)
    assert [row.weights for row in rows] == [(0.0, 0.125, 0.125, 0.125), (0.0, 0.125)]


@pytest.mark.parametrize(
    ("ratio", "advantage", "gain", "slope"),
    [
        (1.0, 1.0, 1.0, True),
        (1.27, 1.0, 1.27, True),
        (1.5, 1.0, 1.28, False),
        (0.5, 1.0, 0.5, True),
        (0.5, -1.0, -0.8, False),
        (1.5, -1.0, -1.5, True),
        (9.0, -1.0, -5.0, False),
    ],
)
def test_ratios_are_clipped_asymmetrically(ratio: float, advantage: float, gain: float, slope: bool) -> None:
    logps = torch.tensor([ratio]).log().requires_grad_()
    batch = TargetBatch(torch.ones(1), torch.zeros(1), torch.tensor([advantage]))
    loss, sums = ClippedObjective(ClipSettings(low=0.2, high=0.28, cap=5.0))(logps, batch)
    loss.backward()  # type: ignore[no-untyped-call]
    assert float(loss.detach()) == pytest.approx(-gain, abs=1e-5)
    assert (float(logps.grad[0]) != 0.0) is slope  # type: ignore[index]
    assert sums["clipped"] == float(not slope)


def test_mismatch_is_corrected_by_truncated_weights() -> None:
    row = TrainRow((1, 2, 3), (0.0, 0.5, 0.5), (0.0, -1.0, -4.0), 1.0)
    fixed = corrected_rows([row], [[-1.0, -2.0]], cap=2.0)[0]
    assert fixed.old_logps == (0.0, -1.0, -2.0)
    assert fixed.weights == (0.0, 0.5, 1.0)

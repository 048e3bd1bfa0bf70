from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from planloop.contract.mask import TurnFlag, token_mask
from planloop.training.rows import TrainRow, learnt_tokens, rl_rows, sft_rows

Make = Callable[..., Any]


def with_masks(trajectory: Any, masks: tuple[int, ...]) -> Any:
    segment = trajectory.segments[0].model_copy(update={"mask": masks})
    return trajectory.model_copy(update={"segments": (segment,)})


def test_erroneous_turns_stay_in_context_without_loss_and_recoveries_are_trained(make_trajectory: Make) -> None:
    good = int(token_mask(assistant=True, sampled=True))
    wrong = int(token_mask(assistant=True, sampled=True, flags=TurnFlag.ERRONEOUS))
    repair = int(token_mask(assistant=True, sampled=True, flags=TurnFlag.RECOVERY))
    trajectory = with_masks(make_trajectory(ids=(1, 2, 3, 4, 5, 6)), (0, good, wrong, 0, repair, good))
    row = sft_rows([trajectory])[0]
    assert row.ids == (1, 2, 3, 4, 5, 6)
    assert row.weights == (0.0, 1.0, 0.0, 0.0, 1.0, 1.0)
    assert (row.prefix_length, learnt_tokens([row])) == (1, 3)
    assert [bool(w) for w in rl_rows(trajectory, 1.0)[0].weights] == [False, True, True, False, True, True]


def test_trajectories_with_nothing_to_learn_are_left_out(make_trajectory: Make) -> None:
    assert sft_rows([make_trajectory(ids=(1, 2, 3))]) == []
    assert rl_rows(make_trajectory(ids=(1, 2, 3)), 1.0) == []


def test_trajectories_without_tokens_are_refused(make_trajectory: Make) -> None:
    with pytest.raises(ValueError, match="carries no tokens"):
        sft_rows([make_trajectory()])


def test_fields_of_a_row_must_align() -> None:
    with pytest.raises(ValueError, match="differ in length"):
        TrainRow((1, 2), (0.0,))


def test_the_closing_turn_begins_behind_the_others() -> None:
    row = TrainRow(ids=tuple(range(8)), weights=(0.0, 0.0, 1.0, 1.0, 0.0, 1.0, 1.0, 0.0))
    assert row.closing == 5
    assert row.weighed(0.5, row.closing).weights == (0.0, 0.0, 1.0, 1.0, 0.0, 0.5, 0.5, 0.0)
    alone = TrainRow(ids=(1, 2, 3), weights=(0.0, 1.0, 1.0))
    assert alone.closing == 3 and alone.weighed(0.5, alone.closing) == alone
    assert alone.weighed(2.0).weights == (0.0, 2.0, 2.0)

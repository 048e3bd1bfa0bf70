"""The mask algebra: what is learnt from, in both stages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.strategies import FLAGS

from planloop.contract.mask import TokenMask, TurnFlag, learnable_rl, learnable_sft, token_mask, with_flags

MASKS = st.integers(0, 127)


def test_turn_and_token_flags_share_their_bits() -> None:
    assert all(int(TokenMask[flag.name or ""]) == int(flag) for flag in TurnFlag)


@pytest.mark.parametrize(
    ("flags", "sft", "rl"),
    [
        (TurnFlag.NONE, True, True),
        (TurnFlag.RECOVERY, True, True),
        (TurnFlag.ERRONEOUS, False, True),
        (TurnFlag.REJECTED, False, False),
        (TurnFlag.INFRASTRUCTURE, False, False),
        (TurnFlag.CONTEXT, False, False),
        (TurnFlag.RECOVERY | TurnFlag.ERRONEOUS, False, True),
        (TurnFlag.RECOVERY | TurnFlag.REJECTED, False, False),
    ],
)
def test_what_a_judgement_means_for_cold_start_and_rl(flags: TurnFlag, sft: bool, rl: bool) -> None:
    mask = token_mask(assistant=True, sampled=True, flags=flags)
    assert (learnable_sft(mask), learnable_rl(mask)) == (sft, rl)


@given(flags=FLAGS)
def test_tokens_the_planner_did_not_write_are_never_learnt(flags: TurnFlag) -> None:
    mask = token_mask(assistant=False, sampled=False, flags=flags)
    assert not learnable_sft(mask)
    assert not learnable_rl(mask)


@given(flags=FLAGS)
def test_teacher_tokens_are_never_rl_data(flags: TurnFlag) -> None:
    assert not learnable_rl(token_mask(assistant=True, sampled=False, flags=flags))


@given(masks=st.lists(MASKS), first=FLAGS, second=FLAGS)
def test_adding_flags_is_idempotent_commutative_and_takes_nothing_away(
    masks: list[int], first: TurnFlag, second: TurnFlag
) -> None:
    once = with_flags(masks, first)
    assert with_flags(once, first) == once
    assert with_flags(once, second) == with_flags(with_flags(masks, second), first)
    assert all(new & old == old for new, old in zip(once, masks, strict=True))


@given(mask=MASKS, flags=FLAGS)
def test_more_judgements_never_make_a_token_learnable(mask: int, flags: TurnFlag) -> None:
    (judged,) = with_flags([mask], flags)
    assert learnable_sft(judged) <= learnable_sft(mask)
    assert learnable_rl(judged) <= learnable_rl(mask)

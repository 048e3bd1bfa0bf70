"""The mask algebra: why a token is, or is not, learnt from (design rule 5).

A turn carries `TurnFlag`s; a token carries its role, whether it was sampled, and its turn's flags, packed into one
`TokenMask` integer. Cold start and RL read the same integers through `learnable_sft` and `learnable_rl`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag


class TurnFlag(IntFlag):
    """Judgements about a whole model turn."""

    NONE = 0
    ERRONEOUS = 4  # flagged by curation: stays in context, carries no loss (method 5.1)
    RECOVERY = 8  # a verified repair of an earlier erroneous turn: trained
    REJECTED = 16  # rejected by review
    INFRASTRUCTURE = 32  # produced while the environment or endpoint was failing
    CONTEXT = 64  # an assistant turn given as history, not produced in this episode


class TokenMask(IntFlag):
    """The mask of one token: origin bits, joined with the flags of its turn (same bit values as `TurnFlag`)."""

    NONE = 0
    ASSISTANT = 1  # inside a model turn (including its end-of-turn token)
    SAMPLED = 2  # drawn from the planner that is being trained, with a recorded log-probability
    ERRONEOUS = 4
    RECOVERY = 8
    REJECTED = 16
    INFRASTRUCTURE = 32
    CONTEXT = 64


EXCLUDED = TokenMask.REJECTED | TokenMask.INFRASTRUCTURE | TokenMask.CONTEXT


def token_mask(*, assistant: bool, sampled: bool, flags: TurnFlag = TurnFlag.NONE) -> TokenMask:
    """Compose a token's mask from where it stands and what was judged about its turn."""
    mask = TokenMask(int(flags))
    if assistant:
        mask |= TokenMask.ASSISTANT
    if sampled:
        mask |= TokenMask.SAMPLED
    return mask


def learnable_sft(mask: int) -> bool:
    """Cold start trains model turns that are neither erroneous, rejected, infrastructure nor history (Eq. 4)."""
    return bool(mask & TokenMask.ASSISTANT) and not mask & (EXCLUDED | TokenMask.ERRONEOUS)


def learnable_rl(mask: int) -> bool:
    """RL trains every sampled token, errors included (their advantage says what they were worth)."""
    return bool(mask & TokenMask.SAMPLED) and not mask & EXCLUDED


def with_flags(masks: Iterable[int], flags: TurnFlag) -> tuple[int, ...]:
    """The same tokens with more judgements added; nothing is ever taken away."""
    return tuple(int(TokenMask(m) | TokenMask(int(flags))) for m in masks)

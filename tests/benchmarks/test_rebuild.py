"""The second reading of masks, which `benchmarks.exactness` compares with the recorder's, notices what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from benchmarks.rebuild import HISTORY, Markers, MismatchError, rebuild_mask

from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role, ToolCall

MARKERS = Markers({"system": 1, "user": 2, "assistant": 3, "tool": 4}, call=5, end=6)
CALL = ToolCall(id="1", name="f", arguments={})
MESSAGES = [
    Message(role=Role.SYSTEM, content="a"),
    Message(role=Role.USER, content="b"),
    Message(role=Role.ASSISTANT, content="", tool_calls=(CALL,)),
    Message(role=Role.TOOL, content="d", tool_call_id="1"),
    Message(role=Role.ASSISTANT, content="e"),
]
IDS = [1, *b"a", 2, *b"b", 3, 5, *b"f", 6, 4, *b"d", 3, *b"e", 6]
MASK = [0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0, 3, 3]


def decode(ids: Sequence[int], **_: bool) -> str:
    return bytes(ids).decode()


def rebuilt(ids: Sequence[int] = IDS, messages: Sequence[Message] = MESSAGES) -> list[int]:
    return rebuild_mask(ids, messages, MARKERS, decode)


def test_a_sound_record_is_read_again() -> None:
    assert rebuilt() == MASK
    given = [m.model_copy(update={"flags": TurnFlag(HISTORY)}) if m.tool_calls else m for m in MESSAGES]
    assert rebuilt(messages=given) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]


@pytest.mark.parametrize("place", [n for n in range(len(IDS)) if n not in (6, 12)])
def test_no_token_can_be_lost(place: int) -> None:
    """But inside a call, whose text is not read again, and at the end, where a turn may be cut off."""
    with pytest.raises(MismatchError):
        rebuilt([*IDS[:place], *IDS[place + 1 :]])


@pytest.mark.parametrize("place", [1, 3, 9, 11])
def test_no_text_can_change(place: int) -> None:
    with pytest.raises(MismatchError, match="not what its tokens say"):
        rebuilt([*IDS[:place], ord("z"), *IDS[place + 1 :]])


def test_no_turn_or_call_can_be_missing_from_either_side() -> None:
    with pytest.raises(MismatchError, match="call markers"):
        rebuilt(messages=[m.model_copy(update={"tool_calls": ()}) for m in MESSAGES])
    with pytest.raises(MismatchError, match="belong to no message"):
        rebuilt(messages=MESSAGES[:-1])
    with pytest.raises(MismatchError, match="a model turn that the ids lack"):
        rebuilt(IDS[:10])

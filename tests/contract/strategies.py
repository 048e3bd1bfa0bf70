"""Hypothesis strategies for contract records: what planloop itself may write."""

from __future__ import annotations

import math

from hypothesis import strategies as st
from pydantic import JsonValue

from planloop.contract.capability import BEHAVIOURS, Capability, Dimension, Domain
from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.strict_json import JsonProblem, loads
from planloop.contract.trajectory import Segment

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
SCALAR = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT
JSON: st.SearchStrategy[JsonValue] = st.recursive(
    SCALAR, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3), max_leaves=6
)
OBJECT: st.SearchStrategy[JsonObject] = st.dictionaries(TEXT, JSON, max_size=4)
FLAGS = st.sets(st.sampled_from(list(TurnFlag))).map(lambda flags: TurnFlag(sum(flags)))


def broken_arguments(text: str) -> bool:
    """True for argument text that is not a JSON object."""
    try:
        return not isinstance(loads(text), dict)
    except JsonProblem:
        return True


CALL = st.builds(ToolCall, id=TEXT, name=TEXT, arguments=OBJECT, raw=st.none()) | st.builds(
    ToolCall,
    id=TEXT,
    name=TEXT,
    arguments=st.just({}),
    raw=(TEXT | TEXT.map(lambda text: '{"a": ' + text)).filter(broken_arguments),
)
MESSAGE = st.builds(
    Message,
    role=st.sampled_from(Role),
    content=TEXT,
    tool_calls=st.lists(CALL, max_size=3).map(tuple),
    tool_call_id=st.none() | TEXT,
    name=st.none() | TEXT,
    reasoning=st.none() | TEXT,
    flags=FLAGS,
)
CAPABILITY = st.sampled_from(Dimension).flatmap(
    lambda dimension: st.builds(
        Capability,
        dimension=st.just(dimension),
        behaviour=st.sampled_from(BEHAVIOURS[dimension]),
        domain=st.sampled_from(Domain),
    )
)
TOKEN = st.tuples(st.integers(0, 2**17), st.integers(0, 127), st.floats(-50, 0).filter(math.isfinite))


def _segment(messages: list[Message], tokens: list[tuple[int, int, float]]) -> Segment:
    ids, mask, logprobs = zip(*tokens, strict=True) if tokens else ((), (), ())
    return Segment(messages=tuple(messages), token_ids=ids, mask=mask, logprobs=logprobs)


SEGMENT = st.builds(_segment, st.lists(MESSAGE, max_size=3), st.lists(TOKEN, max_size=4))

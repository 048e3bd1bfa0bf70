"""Every contract record survives JSON exactly and is addressed by its content."""

from __future__ import annotations

import importlib
import pkgutil
import typing
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, JsonValue, TypeAdapter, ValidationError
from tests.contract.strategies import CALL, CAPABILITY, FLAGS, JSON, MESSAGE, OBJECT, SEGMENT, TEXT
from tests.contract.versions import VERSIONS

import planloop.contract
from planloop.contract.action import Action, actions
from planloop.contract.capability import Capability
from planloop.contract.criteria import Criterion
from planloop.contract.feedback import Delta, Feedback
from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject, Record, content_hash
from planloop.contract.trajectory import Segment


def record_types() -> list[type[Record]]:
    """Every concrete record of the contract package."""
    for module in pkgutil.iter_modules(planloop.contract.__path__):
        importlib.import_module(f"planloop.contract.{module.name}")
    found: list[type[Record]] = []
    queue: list[type[Record]] = [Record]
    while queue:
        subclasses = queue.pop().__subclasses__()
        queue.extend(subclasses)
        found.extend(record for record in subclasses if record.__module__.startswith("planloop.contract."))
    return sorted(found, key=lambda record: record.__name__)


@cache
def records(record: type[Record]) -> st.SearchStrategy[typing.Any]:
    """Legal values of a record type, drawn field by field."""
    special: dict[type[Record], st.SearchStrategy[typing.Any]] = {
        Capability: CAPABILITY,
        ToolCall: CALL,
        Message: MESSAGE,
        Segment: SEGMENT,
        Action: MESSAGE.flatmap(lambda message: st.sampled_from(actions(message))),
        **VERSIONS,
    }
    if record in special:
        return special[record]
    hints = typing.get_type_hints(record)
    return st.builds(record, **{name: values(hints[name]) for name in record.model_fields})


def values(hint: typing.Any) -> st.SearchStrategy[typing.Any]:
    """Legal values of a field annotation, writable as UTF-8."""
    known = [(JsonObject, OBJECT), (JsonValue, JSON), (str, TEXT), (TurnFlag, FLAGS), (int, st.integers(0, 2**40))]
    for annotation, strategy in known:
        if hint is annotation or hint == annotation:
            return strategy
    if hint is float:
        return st.floats(allow_nan=False, allow_infinity=False)
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return st.deferred(lambda: records(typing.cast(type[Record], hint)))
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        return values(arguments[0])
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    if origin is dict:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=2)
    if origin is typing.Literal:
        return st.sampled_from(arguments)
    if arguments:
        return st.one_of(*(values(argument) for argument in arguments))
    return st.from_type(hint)


@pytest.mark.parametrize("record", record_types(), ids=lambda record: record.__name__)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_json_round_trip_is_exact(record: type[Record], data: st.DataObject) -> None:
    value = data.draw(records(record))
    again = record.from_json(value.to_json())
    assert again == value
    assert again.to_json() == value.to_json()
    assert again.content_hash() == value.content_hash()


def test_the_criterion_union_reads_back_as_the_kind_it_was() -> None:
    read: TypeAdapter[typing.Any] = TypeAdapter(Criterion)
    for kind in typing.get_args(typing.get_args(Criterion)[0]):
        needed: dict[str, dict[str, typing.Any]] = {
            "call": {"tool": "t"},
            "attempt": {"calls": [{"tool": "t", "contains": {"name": ["a", "b"]}}]},
            "state": {"table": "t"},
            "say": {"say": "ask"},
            "handoff": {"tool": "t"},
        }
        name = typing.get_args(kind.model_fields["kind"].annotation)[0]
        assert type(read.validate_python({"kind": name, **needed.get(name, {})})) is kind


def test_the_content_hash_is_fixed_for_ever() -> None:
    call = ToolCall(id="c1", name="set_alarm", arguments={"time": "07:30", "label": "früh"})
    assert call.content_hash() == "3e2a00c904cd18299cb851206e7f7f23bdad9cc508033fb13f92d2eb18534a9f"


def test_the_content_hash_ignores_key_order() -> None:
    assert content_hash({"a": 1, "b": [2, {"c": 3, "d": 4}]}) == content_hash({"b": [2, {"d": 4, "c": 3}], "a": 1})


@given(first=MESSAGE, second=MESSAGE)
def test_messages_have_equal_hashes_only_when_equal(first: Message, second: Message) -> None:
    assert (first.content_hash() == second.content_hash()) == (first.to_json() == second.to_json())


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(ValidationError, match="surprise"):
        Message.from_json('{"role": "user", "surprise": 1}')


def test_records_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        Message(role=Role.USER).content = "other"


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_numbers_that_json_cannot_hold_are_refused(number: float) -> None:
    with pytest.raises(ValidationError):
        Segment(messages=(), token_ids=(1,), mask=(1,), logprobs=(number,))
    with pytest.raises(ValidationError):
        Delta(table="alarms", id="a1", field="volume", before=1, after=number)
    with pytest.raises(ValidationError):
        ToolCall(id="c", name="t", arguments={"deep": [{"x": number}]})


def test_a_segment_whose_token_fields_differ_in_length_is_refused() -> None:
    with pytest.raises(ValidationError, match="differ in length"):
        Segment(messages=(), token_ids=(1, 2), mask=(1,), logprobs=(0.0,))


def test_the_error_envelope_carries_type_and_code() -> None:
    failed = Feedback(call_id="c", tool="t", success=False, message="no alarm a9", error_type="not_found", code=404)  # type: ignore[arg-type]
    assert failed.envelope() == {"success": False, "error": "no alarm a9", "type": "not_found", "code": 404}

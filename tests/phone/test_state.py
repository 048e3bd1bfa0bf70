"""State against a plain dictionary: same contents, net changes only, and a base that is never written."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planloop.phone.state import State, Tables

BASE: Tables = {
    "alarms": {"alarm_001": {"time": "07:00", "on": True}, "alarm_002": {"time": "08:00", "on": False}},
    "settings": {"wifi": {"value": True}},
}
TABLES = st.sampled_from(["alarms", "settings", "notes"])
KEYS = st.sampled_from(["alarm_001", "alarm_002", "wifi", "x"])
FIELDS = st.dictionaries(st.sampled_from(["time", "on", "value"]), st.integers(0, 2), min_size=1)
STEP: st.SearchStrategy[Any] = st.one_of(
    st.tuples(st.just("set"), TABLES, KEYS, FIELDS),
    st.tuples(st.just("insert"), TABLES, KEYS, FIELDS),
    st.tuples(st.just("delete"), TABLES, KEYS, st.just({})),
)
Step = tuple[str, str, str, dict[str, Any]]


def apply(state: State, model: Tables, step: Step) -> None:
    """One step on both; writing to what does not exist must fail."""
    kind, table, key, fields = step
    rows = model.setdefault(table, {})
    if kind == "insert":
        state.insert(table, dict(fields), key=key)
        rows[key] = dict(fields)
    elif key not in rows:
        with pytest.raises(KeyError):
            state.set(table, key, **fields) if kind == "set" else state.delete(table, key)
    elif kind == "set":
        state.set(table, key, **fields)
        rows[key] = {**rows[key], **fields}
    else:
        state.delete(table, key)
        del rows[key]


def replay(model: Tables, state: State) -> Tables:
    """The model with the state's deltas applied to it."""
    out = copy.deepcopy(model)
    for delta in state.deltas():
        rows = out.setdefault(delta.table, {})
        if delta.field is not None:
            rows[delta.id][delta.field] = delta.after
        elif delta.after is None:
            del rows[delta.id]
        else:
            assert isinstance(delta.after, dict)
            rows[delta.id] = dict(delta.after)
    return out


def full(tables: Any) -> dict[str, dict[str, Any]]:
    """Tables without the empty ones."""
    return {name: dict(rows) for name, rows in tables.items() if rows}


@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, max_size=12))
def test_state_reads_like_a_dictionary(steps: list[Step]) -> None:
    state, model = State(BASE), copy.deepcopy(BASE)
    for step in steps:
        apply(state, model, step)
        assert full(state.tables()) == full(model)
        assert state.get(step[1], step[2]) == model.get(step[1], {}).get(step[2])
    for table, rows in model.items():
        assert dict(state.items(table)) == rows
        assert {k for k, _ in state.find(table, on=1)} == {k for k, r in rows.items() if r.get("on") == 1}


@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, max_size=12))
def test_base_is_never_written_and_reset_forgets_everything(steps: list[Step]) -> None:
    base = copy.deepcopy(BASE)
    state = State(base)
    for step in steps:
        apply(state, copy.deepcopy(dict(state.tables())), step)  # type: ignore[arg-type]
    assert base == BASE
    state.reset(base)
    assert not state.deltas() and full(state.tables()) == full(BASE)


@settings(max_examples=60, deadline=None)
@given(st.lists(STEP, max_size=6), st.lists(STEP, max_size=6))
def test_deltas_are_the_net_change_since_seal(before: list[Step], after: list[Step]) -> None:
    state, model = State(BASE), copy.deepcopy(BASE)
    for step in before:
        apply(state, model, step)
    state.seal()
    sealed = copy.deepcopy(model)
    assert not state.deltas()
    for step in after:
        apply(state, model, step)
    assert all(delta.before != delta.after for delta in state.deltas())
    assert (not state.deltas()) == (full(model) == full(sealed))
    for name, rows in replay(sealed, state).items():
        assert {k: {f: v for f, v in r.items() if v is not None} for k, r in rows.items()} == model.get(name, {})


def test_setting_a_value_back_leaves_no_delta() -> None:
    state = State(BASE)
    state.set("settings", "wifi", value=False)
    state.set("settings", "wifi", value=True)
    assert state.deltas() == ()


def test_ids_of_deleted_and_created_records_are_not_given_again() -> None:
    state = State(BASE)
    first = state.insert("alarms", {"time": "09:00"})
    state.delete("alarms", first)
    assert first == "alarm_003" and state.insert("alarms", {"time": "09:00"}) == "alarm_004"

"""Scenarios of time, communication, utilities and travel: they draw, their solutions run, their wordings hold up."""

from __future__ import annotations

import random
import re
import string
from collections import defaultdict
from functools import cache

import pytest

from planloop.contract.action import ActionKind, actions
from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, SayCriterion, SayKind, normal_text
from planloop.contract.message import Message, Role
from planloop.contract.task import WorldSpec
from planloop.phone import scenarios  # noqa: F401  (registers them)
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import REGISTRY
from planloop.phone.scenario import SCENARIOS, Draw, Plan, SkipDraw

DOMAINS = {Domain.TIME, Domain.CALLS, Domain.UTILITIES, Domain.TRAVEL}
MODULES = tuple(
    f"planloop.phone.scenarios.{name}"
    for name in ("agenda", "clock", "contacts", "utilities", "travel", "dependency", "dialogue", "revision", "limits")
)
KEYS = sorted(
    key for key, entry in SCENARIOS.items() if entry.capability.domain in DOMAINS and entry.author.__module__ in MODULES
)
SEEDS = 20


def test_every_module_registers_scenarios_that_are_looked_at_here() -> None:
    assert {SCENARIOS[key].author.__module__ for key in KEYS} == {*MODULES}


@cache
def drawn(key: str) -> tuple[tuple[int, Plan], ...]:
    """Twenty plans of a scenario, each with the seed of its world."""
    out = []
    phone = Phone()
    for seed in range(400):
        phone.reset(WorldSpec(seed=seed))
        try:
            out.append((seed, SCENARIOS[key].author(Draw(phone, random.Random(f"{key}/{seed}")))))
        except SkipDraw:
            continue
        if len(out) == SEEDS:
            return tuple(out)
    raise AssertionError(f"{key}: only {len(out)} of 400 worlds support it")


def play(seed: int, plan: Plan) -> tuple[Phone, list[str], list[ToolError]]:
    """Run a plan's solution on a fresh phone: the texts of its results, and its errors."""
    phone = Phone()
    phone.reset(WorldSpec(seed=seed, overrides=plan.overrides, faults=plan.faults))
    texts: list[str] = []
    errors: list[ToolError] = []
    for turn in plan.turns:
        for call in turn:
            try:
                outcome = phone.call(call.tool, call.arguments)
                texts.append(f"{outcome.message} {outcome.data or ''}")
            except ToolError as error:
                texts.append(error.message)
                errors.append(error)
    return phone, texts, errors


@pytest.mark.parametrize("key", KEYS)
def test_solution_runs_and_changes_what_a_state_checker_needs(key: str) -> None:
    entry = SCENARIOS[key]
    for seed, plan in drawn(key):
        phone, _, errors = play(seed, plan)
        if entry.capability.behaviour is not Behaviour.BOUNDARY:
            assert not errors, f"{key} seed {seed}: {[e.message for e in errors]}"
        if plan.checker is Checker.STATE_CHANGE:
            assert phone.state.deltas(), f"{key} seed {seed}: nothing changed"


@pytest.mark.parametrize("key", KEYS)
def test_wordings_use_exactly_the_slots_of_the_plan(key: str) -> None:
    entry = SCENARIOS[key]
    for _, plan in drawn(key):
        used: set[str] = set()
        for words in entry.wordings:
            names = {name for _, name, _, _ in string.Formatter().parse(words) if name}
            assert names == set(plan.slots), f"{key}: {words!r} has {names}, the plan gives {set(plan.slots)}"
            used |= names
            assert words.format(**plan.slots).strip()
        assert used == set(plan.slots)


@pytest.mark.parametrize("key", KEYS)
def test_closing_text_is_short_and_meets_its_own_say_criteria(key: str) -> None:
    for seed, plan in drawn(key):
        assert len(plan.say.split()) <= 24, f"{key}: {plan.say}"
        kind = actions(Message(role=Role.ASSISTANT, content=plan.say))[0].kind
        text = normal_text(plan.say)
        wanted = {SayKind.ASK: ActionKind.CLARIFICATION, SayKind.REFUSE: ActionKind.REFUSAL}
        for criterion in plan.criteria:
            if isinstance(criterion, SayCriterion):
                assert kind is wanted.get(criterion.say, ActionKind.FINISH), f"{key} seed {seed}: {plan.say}"
                for group in criterion.mentions:
                    assert any(normal_text(word) in text for word in group), f"{key} seed {seed}: {plan.say} {group}"


@pytest.mark.parametrize("key", KEYS)
def test_reported_values_come_from_results_or_the_request(key: str) -> None:
    for seed, plan in drawn(key):
        _, texts, _ = play(seed, plan)
        request = SCENARIOS[key].wordings[0].format(**plan.slots)
        history = " ".join(f"{m.content} {[c.arguments for c in m.tool_calls]}" for m in plan.history)
        known = normal_text(" ".join([request, history, *texts]).replace("_", " "))
        for criterion in plan.criteria:
            if isinstance(criterion, SayCriterion) and criterion.say is SayKind.REPORT:
                for (value,) in criterion.mentions:
                    assert normal_text(value) in known, f"{key} seed {seed}: nothing tells {value!r}"


def test_every_named_tool_is_registered() -> None:
    for key in KEYS:
        for _, plan in drawn(key):
            named = {call.tool for turn in plan.turns for call in turn} | set(plan.distractors)
            assert named <= REGISTRY.tools.keys(), key


def test_free_names_belong_to_changed_tables_or_called_tools() -> None:
    for key in KEYS:
        for seed, plan in drawn(key):
            if plan.checker is Checker.STATE_CHANGE:
                phone, _, _ = play(seed, plan)
                owners = {delta.table for delta in phone.state.deltas()}
            else:
                owners = {call.tool for turn in plan.turns for call in turn}
            assert {name.split(".")[0] for name in plan.free} <= owners, key


def test_no_two_scenarios_ask_for_the_same_calls_in_the_same_words() -> None:
    seen: dict[tuple[str, object], set[str]] = defaultdict(set)
    for key in KEYS:
        shapes = {
            tuple((call.tool, tuple(sorted(call.arguments))) for turn in plan.turns for call in turn)
            for _, plan in drawn(key)
        }
        for words in SCENARIOS[key].wordings:
            form = re.sub(r"[^a-z_ ]", "", re.sub(r"\{\w+\}", "_", words.lower()).replace("please", ""))
            for shape in shapes:
                seen[" ".join(form.split()), shape].add(key)
    assert {form: keys for form, keys in seen.items() if len(keys) > 1} == {}

"""Scenarios of network, display, audio, system, apps, security and devices: every draw can be solved as planned."""

from __future__ import annotations

import random

import pytest

from planloop.contract.capability import BEHAVIOURS, Behaviour, Dimension
from planloop.contract.criteria import Checker
from planloop.contract.task import WorldSpec
from planloop.phone import scenarios  # noqa: F401  (registers them)
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.registry import REGISTRY
from planloop.phone.scenario import SCENARIOS, Draw, Plan, SkipDraw

DRAWS = 20
MODULES = (
    "audio", "device_boundary", "device_dependency", "device_reference", "device_revision",
    "display", "network", "reversals", "security", "storage", "system",
)  # fmt: skip
KEYS = sorted(k for k, s in SCENARIOS.items() if s.author.__module__.rsplit(".", 1)[-1] in MODULES)


def draws(key: str) -> list[tuple[int, Plan]]:
    """Twenty plans of a scenario, with the seeds of their worlds."""
    phone, out = Phone(), []
    for seed in range(400):
        phone.reset(WorldSpec(seed=seed))
        try:
            out.append((seed, SCENARIOS[key].author(Draw(phone, random.Random(f"{key}/{seed}")))))
        except SkipDraw:
            continue
        if len(out) == DRAWS:
            return out
    raise AssertionError(f"{key}: only {len(out)} draws in 400 worlds")


@pytest.mark.parametrize("key", KEYS)
def test_every_draw_is_solved_by_its_plan(key: str) -> None:
    scenario = SCENARIOS[key]
    phone = Phone()
    texts = set()
    for seed, plan in draws(key):
        for wording in scenario.wordings:
            text = wording.format(**plan.slots)
            assert "{" not in text
            texts.add(text)
        phone.reset(WorldSpec(seed=seed, overrides=plan.overrides, faults=plan.faults))
        errors = 0
        for turn in plan.turns:
            for call in turn:
                REGISTRY.tools[call.tool].bind(call.arguments)
                try:
                    phone.call(call.tool, call.arguments)
                except ToolError as error:
                    errors += 1
                    assert scenario.capability.behaviour is Behaviour.BOUNDARY, f"{call}: {error}"
        if plan.checker is Checker.STATE_CHANGE:
            assert phone.state.deltas(), "the plan changes nothing"
        if plan.checker is Checker.BEHAVIOUR:
            assert plan.criteria and not phone.state.deltas()
        assert 0 < len(plan.say.split()) <= 15, plan.say
        for criterion in plan.criteria:
            for group in getattr(criterion, "mentions", ()):
                assert any(word.lower() in plan.say.lower() for word in group), (plan.say, group)
        for tool in plan.distractors:
            assert tool in REGISTRY.tools
    assert len(texts) >= len(scenario.wordings)


@pytest.mark.parametrize("key", KEYS)
def test_every_slot_of_a_plan_is_spoken_in_every_wording(key: str) -> None:
    _, plan = draws(key)[0]
    for wording in SCENARIOS[key].wordings:
        for slot in plan.slots:
            assert "{" + slot + "}" in wording, wording


def test_all_five_behaviours_are_covered() -> None:
    assert {SCENARIOS[k].capability.behaviour for k in KEYS} >= set(BEHAVIOURS[Dimension.TOOL_USE])

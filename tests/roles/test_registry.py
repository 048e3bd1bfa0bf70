"""Roles are found by name and kind; only what works is there, and what it does fits together."""

from __future__ import annotations

import pytest
from tests.evolution.phone_cases import case, made, play, say

from planloop.config.model import RoleKind
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split
from planloop.contract.weakness import Route, WeaknessStatus
from planloop.evolution.finding import Diagnosed
from planloop.roles.registry import ANALYST, CONSTRUCTOR, CONTROLLER, DIAGNOSER, EDITOR, ROLES
from planloop.roles.role import Role
from planloop.training.care import CareParameters
from planloop.training.controller import Observation


def test_every_role_has_rules_and_the_diagnoser_a_model() -> None:
    assert set(ROLES) == {"constructor", "judge", "analyst", "diagnoser", "editor", "controller"}
    assert all(RoleKind.RULES in role.kinds for role in ROLES.values())
    assert DIAGNOSER.kinds == (RoleKind.LLM, RoleKind.RULES)
    assert ROLES["editor"] is EDITOR


def test_what_is_missing_is_named_with_what_there_is() -> None:
    with pytest.raises(PlanloopError, match=r"role editor.*no llm.*rules"):
        EDITOR.get(RoleKind.LLM)
    with pytest.raises(PlanloopError, match="not a role"):
        ROLES["poet"]
    with pytest.raises(ValueError, match="already"):
        DIAGNOSER.register(RoleKind.RULES, lambda chat=None: DIAGNOSER.get(RoleKind.RULES)())
    with pytest.raises(ValueError, match="endpoint"):
        DIAGNOSER.get(RoleKind.LLM)()
    assert Role("empty").kinds == ()


def test_the_analyst_routes_what_the_diagnoser_found() -> None:
    diagnose = DIAGNOSER.get(RoleKind.RULES)()
    failures = [case("apps.open.corrected", lambda t: (say("Done."),), seed=n) for n in range(1, 5)]
    found = [diagnose(c) for c in failures]
    diagnoses = [d.diagnosis for d in found if isinstance(d, Diagnosed)]
    leaf = str(failures[0].task.capability)
    result = ANALYST.get(RoleKind.RULES)(
        [c.trajectory for c in failures], {c.task.key: c.task for c in failures}, {leaf: 9}, diagnoses
    )
    weakness = result.leaves[leaf].weakness
    assert weakness.status is WeaknessStatus.FAILING
    assert weakness.routing is not None
    assert weakness.routing.route is Route.MODEL
    assert "4 diagnosed failures" in weakness.routing.reason


def test_the_constructor_makes_what_is_wanted_and_the_tasks_can_be_solved() -> None:
    tasks = CONSTRUCTOR.get(RoleKind.RULES)({"apps.open.corrected": 6, "tool_use/revision/time": 5}, 5)
    assert len(tasks) == len({t.key for t, _ in tasks}) == 11
    assert {t.split for t, _ in tasks} == {Split.TRAIN}
    assert all(play(t, s.turns).success for t, s in tasks)
    assert sum(t.template.startswith("apps.open.corrected/") for t, _ in tasks) >= 6
    assert made("apps.open.corrected")[0].key not in {t.key for t, _ in tasks}


def test_the_controller_says_why_it_changes_a_parameter() -> None:
    hard = Observation(progress_share=0.9, efficiency_share=0.0, success=0.1)
    proposal = CONTROLLER.get(RoleKind.RULES)(CareParameters(), hard, None)
    assert proposal.phi.lambda_prog > CareParameters().lambda_prog
    assert "90% of groups rarely succeed" in proposal.reasons[0]

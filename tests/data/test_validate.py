"""Soundness of tasks: right solutions pass, wrong ones fail, and the validator notices a task that cannot tell."""

from __future__ import annotations

import pytest

from planloop.bench.soundness import suite_pairs
from planloop.contract.criteria import AttemptCriterion, CleanCriterion, SayCriterion, SayKind
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.data.disjoint import shape
from planloop.data.generate import train_set, train_tasks
from planloop.data.quota import by_group
from planloop.data.validate import Validator


def test_a_sample_of_the_suite_is_sound() -> None:
    account = Validator().validate(suite_pairs("phone-starter", 24)).result()
    assert account["failures"] == []
    assert account["valid"] == account["tasks"] == 24
    assert account["mutations"] == account["mutations_killed"] > 100


@pytest.mark.slow
def test_the_whole_suite_is_sound() -> None:
    account = Validator().validate(suite_pairs("phone-starter", None)).result()
    assert account["failures"] == []
    assert account["mutations"] == account["mutations_killed"]


@pytest.mark.slow
def test_train_tasks_of_every_scenario_are_sound() -> None:
    groups = by_group()
    pairs = train_set({s.key: 2 for found in groups.values() for s in found}, seed=11)
    account = Validator().validate(pairs).result()
    assert len(pairs) == 2 * sum(map(len, groups.values()))
    assert account["failures"] == []
    assert account["mutations"] == account["mutations_killed"]


def test_a_task_that_any_text_solves_is_reported() -> None:
    task, solution = next(p for p in suite_pairs("phone-starter", None) if p[0].template.startswith("memory.alarm/"))
    anything = (SayCriterion(say=SayKind.REPORT), CleanCriterion(allowed_tables=("alarms",)))
    weak = task.model_copy(update={"criteria": anything, "gold_memories": ()})
    account = Validator().validate([(weak, solution)])
    assert account.valid == 0
    assert "fails_for_nothing" in {f.check for f in account.failures}


def test_a_task_that_lists_a_tool_which_does_not_exist_is_reported() -> None:
    task, solution = next(iter(suite_pairs("phone-starter", 1)))
    wrong = task.model_copy(update={"tools": (*task.tools[:-1], "set_brightnes")})
    account = Validator().validate([(wrong, solution)])
    assert ("tools_exist", "lists a tool that does not exist: set_brightnes") in {
        (f.check, f.detail) for f in account.failures
    }


def boundary(prefix: str) -> tuple[Task, Solution]:
    return next(p for p in suite_pairs("phone-starter", None) if p[0].template.startswith(prefix))


@pytest.mark.parametrize("template", ["apps.open.not_installed/", "calls.call.unknown/", "files.delete.denied/"])
def test_without_its_attempt_a_boundary_task_is_reported_as_open_to_blind_refusals(template: str) -> None:
    task, solution = boundary(template)
    kept = tuple(c for c in task.criteria if not isinstance(c, AttemptCriterion))
    assert len(kept) < len(task.criteria)
    account = Validator().validate([(task, solution), (task.model_copy(update={"criteria": kept}), solution)])
    assert account.valid == 1
    assert {f.check for f in account.failures} == {"false_claim", "blind_refusal"}


def test_a_task_that_any_refusal_solves_is_reported() -> None:
    task, solution = boundary("security.permission.spying/")
    weak = task.model_copy(update={"criteria": (SayCriterion(say=SayKind.REFUSE), CleanCriterion())})
    account = Validator().validate([(weak, solution)])
    assert {f.check for f in account.failures} == {"blind_refusal"}


def test_a_task_that_any_question_solves_is_reported() -> None:
    task, solution = boundary("display.brightness.how_much/")
    weak = task.model_copy(update={"criteria": (SayCriterion(say=SayKind.ASK), CleanCriterion())})
    account = Validator().validate([(weak, solution)])
    assert {f.check for f in account.failures} == {"blind_question"}


def test_every_boundary_solution_that_looks_is_asked_to_look() -> None:
    for task, solution in suite_pairs("phone-starter", None):
        says = [c.say for c in task.criteria if isinstance(c, SayCriterion)]
        if SayKind.REFUSE in says or SayKind.ASK in says:
            looked = any(turn.calls for turn in solution.turns)
            assert any(isinstance(c, AttemptCriterion) for c in task.criteria) is looked, task.key


def test_train_tasks_are_of_the_asked_capability_and_split_and_deterministic() -> None:
    which = ["memory/composition", "time.alarm.create", "skills/mixed_routing", "tool_use/revision"]
    first, again = train_tasks(which, 16, seed=3), train_tasks(which, 16, seed=3)
    assert [t.to_json() for t, _ in first] == [t.to_json() for t, _ in again]
    assert all(t.split is Split.TRAIN and len(t.tools) <= 15 for t, _ in first)
    assert sum(t.capability.group == "memory/composition" for t, _ in first) == 4
    assert any("+" in t.template for t, _ in first)


def test_no_shape_of_training_tasks_occurs_in_the_suite() -> None:
    held_out = {shape(t) for t, _ in suite_pairs("phone-starter", None)}
    groups = ["memory/single_record", "memory/conflicting_records", "skills/skill_only", "tool_use/boundary"]
    assert held_out.isdisjoint(shape(t) for t, _ in train_tasks(groups, 60, seed=11))

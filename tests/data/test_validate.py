"""Soundness of tasks: right solutions pass, wrong ones fail, and the validator notices a task that cannot tell."""

from __future__ import annotations

import pytest

from planloop.bench.soundness import suite_pairs
from planloop.contract.criteria import CleanCriterion, SayCriterion, SayKind
from planloop.contract.split import Split
from planloop.data.disjoint import shape
from planloop.data.generate import train_tasks
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


def test_a_task_that_any_text_solves_is_reported() -> None:
    task, solution = next(p for p in suite_pairs("phone-starter", None) if p[0].template.startswith("memory.alarm/"))
    anything = (SayCriterion(say=SayKind.REPORT), CleanCriterion(allowed_tables=("alarms",)))
    weak = task.model_copy(update={"criteria": anything, "gold_memories": ()})
    account = Validator().validate([(weak, solution)])
    assert account.valid == 0
    assert "fails_for_nothing" in {f.check for f in account.failures}


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

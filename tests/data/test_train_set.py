"""Training tasks are what was asked for, by group, by leaf and by scenario."""

from __future__ import annotations

from collections import Counter

import pytest

from planloop.contract.capability import Domain
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split
from planloop.data.generate import train_set
from planloop.data.join import pair_split
from planloop.evolution.steps.construct import scenarios_by_leaf

APPS, AUDIO, TIME = (f"tool_use/revision/{domain}" for domain in (Domain.APPS, Domain.AUDIO, Domain.TIME))


def test_a_leaf_holds_the_two_part_requests_that_its_group_holds() -> None:
    made = [task for task, _ in train_set({APPS: 6, TIME: 6}, seed=11)]
    assert Counter(str(task.capability) for task in made) == {APPS: 6, TIME: 6}
    pairs = [task for task in made if "+" in task.template]
    assert Counter(str(task.capability) for task in pairs) == {APPS: 3, TIME: 3}
    for task in pairs:
        first, second = (part.rpartition("/")[0] for part in task.template.split("+"))
        assert first != second and pair_split(first, second) is Split.TRAIN


def test_of_an_odd_number_either_kind_gets_the_odd_one() -> None:
    found = Counter("+" in task.template for seed in range(12) for task, _ in train_set({APPS: 1}, seed=seed))
    assert found[True] and found[False]


def test_a_leaf_with_two_part_requests_alone_is_made_of_them() -> None:
    assert AUDIO in scenarios_by_leaf()
    made = [task for task, _ in train_set({AUDIO: 3}, seed=4)]
    assert all("+" in task.template and str(task.capability) == AUDIO for task in made) and len(made) == 3


def test_a_leaf_that_nothing_is_of_is_named() -> None:
    with pytest.raises(PlanloopError, match="no scenario has the capability 'tool_use/revision/files'"):
        train_set({"tool_use/revision/files": 1}, seed=0)

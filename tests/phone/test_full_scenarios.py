"""Scenarios of the full phone: each can be drawn in every split, is sound there, and says it in words of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from planloop.contract.split import Split
from planloop.data.generate import Factory
from planloop.data.quota import Wish
from planloop.data.validate import Validator
from planloop.phone.scenario import scenarios
from planloop.phone.storey import Storey

ALL = scenarios(Storey.FULL)
ABOVE = {key: s for key, s in ALL.items() if s.storey is Storey.FULL}
FACTORIES = {split: Factory(split, "phone", Storey.FULL) for split in (Split.TEST, Split.TRAIN)}
VALIDATOR = Validator()


@pytest.mark.parametrize("key", sorted(ABOVE))
def test_tasks_of_it_are_sound(key: str) -> None:
    for split, factory in FACTORIES.items():
        made = factory.tasks([Wish(ABOVE[key])], seed=5)
        found = VALIDATOR.validate(made)
        assert not found.failures, f"{split}: {made[0][0].request}"
        assert found.killed.total() == found.mutations.total()
        assert made[0][0].world.storey == "full"


def test_the_first_storey_has_none_of_them() -> None:
    first = scenarios()
    assert not ABOVE.keys() & first.keys()
    assert ABOVE.keys() | first.keys() == ALL.keys()


def test_they_share_no_wording_with_another() -> None:
    """Splits are told apart by wordings."""
    said = Counter(w for s in ALL.values() if not s.words_like for w in set(s.wordings))
    assert {w for s in ABOVE.values() if not s.words_like for w in s.wordings if said[w] > 1} == set()


def test_each_has_at_least_twelve_wordings() -> None:
    assert {key: len(s.wordings) for key, s in ABOVE.items() if len(s.wordings) < 12} == {}

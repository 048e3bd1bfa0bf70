"""Only an approved pair serves, and the way back is open."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.governance.story import approve, first_release, tell

from planloop.contract.review import Decision
from planloop.governance.release import (
    ReleaseError,
    current_release,
    history,
    promote,
    propose_release,
    rollback,
)
from planloop.governance.review import decide
from planloop.store.errors import DecisionError, UnknownIdError
from planloop.store.store import Store


def test_only_an_approved_pair_is_promoted(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        story = tell(store)
        with pytest.raises(DecisionError, match="not approved yet"):
            promote(store, story.candidate.id, author="loop")
        decide(store, story.candidate.id, Decision.REFUSE, reviewer="ann", reason="worse")
        with pytest.raises(DecisionError, match="not approved: refuse"):
            promote(store, story.candidate.id, author="loop")
        assert current_release(store) == story.first
        with pytest.raises(UnknownIdError, match="not a checkpoint"):
            propose_release(store, story.first.harness, story.first.harness, proposer="loop")


def test_promotion_is_repeatable_and_survives_a_restart(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        story = tell(store)
        approve(store, story.candidate.id)
        release = promote(store, story.candidate.id, author="loop")
    with Store.open(tmp_path) as store:
        assert promote(store, story.candidate.id, author="loop") == release
        assert current_release(store) == release
        assert release.parent == story.first.id
        assert len(history(store)) == 2


def test_rollback_steps_back_and_forgets_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        with pytest.raises(ReleaseError, match="nothing serves yet"):
            rollback(store, "why", author="ann")
        story = tell(store)
        approve(store, story.candidate.id)
        release = promote(store, story.candidate.id, author="loop")
        with pytest.raises(ReleaseError, match="needs a reason"):
            rollback(store, " ", author="ann")
        assert rollback(store, "calls the wrong person", author="ann") == story.first
        assert current_release(store) == story.first
        assert promote(store, story.candidate.id, author="loop") == release
        assert current_release(store) == story.first, "a repeated promotion does not undo a rollback"
        with pytest.raises(ReleaseError, match="nothing to roll back to"):
            rollback(store, "more", author="ann")
        log = [(event.release, event.action, event.reason) for event in history(store)]
        assert log == [
            (story.first.id, "promote", "the start"),
            (release.id, "promote", "better on the gate"),
            (story.first.id, "rollback", "calls the wrong person"),
        ]


def test_a_candidate_compared_with_another_release_is_not_promoted(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        first = first_release(store)
        rivals = [
            propose_release(store, first.checkpoint, first.harness, proposer="loop", note=note) for note in ("a", "b")
        ]
        for rival in rivals:
            approve(store, rival.id)
        serving = promote(store, rivals[0].id, author="loop")
        with pytest.raises(ReleaseError, match="propose it again"):
            promote(store, rivals[1].id, author="loop")
        assert current_release(store) == serving

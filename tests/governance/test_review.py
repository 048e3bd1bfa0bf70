"""The review queue: one decision, on what was seen, by somebody else, also from another process."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.governance.story import approve, make_change
from tests.store.builders import make_trajectory

from planloop.contract.review import Decision, ReviewerKind
from planloop.contract.split import Stage
from planloop.contract.version import DataRelease, Member
from planloop.governance.review import decide, decision_on, pending, request_review, require_approved, use_decision
from planloop.store.errors import AccessError, DecisionError, UnknownIdError
from planloop.store.store import Store

REVIEWER = """
import sys
from pathlib import Path
from planloop.contract.review import Decision
from planloop.governance.review import decide, pending
from planloop.store.store import Store
with Store.open_review(Path(sys.argv[1])) as store:
    for request in pending(store):
        decide(store, request.subject, Decision.APPROVE, reviewer="ann", reason="fine", seen_hash=request.subject_hash)
"""


def test_a_decision_from_another_process_reaches_the_running_writer(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        change = make_change()
        request_review(store, change)
        assert decision_on(store, change.id) is None
        subprocess.run([sys.executable, "-c", REVIEWER, str(tmp_path)], check=True)
        review = require_approved(store, change.id)
        assert (review.kind, review.reviewer, review.subject) == (ReviewerKind.PERSON, "ann", change.id)
        assert pending(store) == []
        assert store.lineage.effects(change.id)[0].to_id == review.id
        with Store.open_review(tmp_path) as other, pytest.raises(DecisionError, match=r"decided already: approve.*ann"):
            decide(other, change.id, Decision.REFUSE, reviewer="bob", reason="no")


def test_the_queue_and_decisions_survive_a_restart(tmp_path: Path) -> None:
    first, second = make_change(), make_change(title="another")
    with Store.open(tmp_path) as store:
        request_review(store, first)
        request_review(store, second)
        request_review(store, first)
    with Store.open(tmp_path) as store:
        assert [r.subject for r in pending(store)] == [first.id, second.id]
        decide(store, first.id, Decision.REVISE, reviewer="ann", reason="shorter")
    with Store.open(tmp_path) as store:
        assert [r.subject for r in pending(store)] == [second.id]
        with pytest.raises(DecisionError, match="not approved: revise by person ann"):
            require_approved(store, first.id)
        with pytest.raises(DecisionError, match="not approved yet"):
            require_approved(store, second.id)


def test_of_many_reviewers_at_once_exactly_one_decides(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        change = make_change()
        request_review(store, change)

        def attempt(number: int) -> str:
            with Store.open_review(tmp_path) as reviewer:
                try:
                    return approve(reviewer, change.id, f"reviewer {number}").reviewer
                except DecisionError:
                    return ""

        with ThreadPoolExecutor(8) as pool:
            winners = [name for name in pool.map(attempt, range(8)) if name]
        held = decision_on(store, change.id)
        assert held is not None
        assert winners == [held.reviewer]


def test_a_decision_binds_to_what_was_seen(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        change = make_change()
        seen = request_review(store, change).subject_hash
        store.edit(change.id, "proposal", {"append": "Anything."}, author="eve", reason="slip in")
        with pytest.raises(DecisionError, match="changed since it was shown"):
            decide(store, change.id, Decision.APPROVE, reviewer="ann", reason="fine", seen_hash=seen)
        with pytest.raises(DecisionError, match="changed since it was shown"):
            approve(store, change.id)
        assert request_review(store, change).subject_hash != seen
        approve(store, change.id)
        store.edit(change.id, "proposal", {"append": "Again."}, author="eve", reason="slip in")
        with pytest.raises(DecisionError, match="edited after its decision"):
            use_decision(store, change.id, consumer="apply")
        with pytest.raises(DecisionError, match="edited after its decision"):
            request_review(store, change)


def test_a_decision_is_used_once_by_one_step(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        change = make_change()
        request_review(store, change)
        with pytest.raises(DecisionError, match="no decision yet"):
            use_decision(store, change.id, consumer="round-1/apply")
        approve(store, change.id)
        first = use_decision(store, change.id, consumer="round-1/apply")
        assert use_decision(store, change.id, consumer="round-1/apply") == first
        with pytest.raises(DecisionError, match="used by round-1/apply"):
            use_decision(store, change.id, consumer="round-2/apply")


@pytest.mark.parametrize("name", ["rules:editor", " Rules:Editor "])
def test_nobody_reviews_their_own_proposal(tmp_path: Path, name: str) -> None:
    with Store.open(tmp_path) as store:
        change = make_change()
        request_review(store, change)
        with pytest.raises(DecisionError, match="cannot review it"):
            approve(store, change.id, name)
        store.add_trajectories([make_trajectory()], run="r", stage=Stage.TRAINING)
        data = DataRelease(members=(Member(trajectory_id="e1"),))
        request_review(store, data, requester="loop")
        with pytest.raises(DecisionError, match="loop proposed"):
            approve(store, data.id, "loop")


def test_what_does_not_wait_cannot_be_decided(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        with pytest.raises(DecisionError, match="no review of change-0 is waiting"):
            approve(store, "change-0")
        with pytest.raises(UnknownIdError, match="request_review"):
            store.decisions.requested("change-0")


def test_a_reviewer_cannot_put_things_into_the_queue(tmp_path: Path) -> None:
    with Store.open(tmp_path), Store.open_review(tmp_path) as reviewer, pytest.raises(AccessError, match="to write"):
        request_review(reviewer, make_change())


@pytest.mark.parametrize(("reviewer", "reason"), [("", "fine"), ("ann", "  ")])
def test_a_review_names_its_reviewer_and_reason(tmp_path: Path, reviewer: str, reason: str) -> None:
    with Store.open(tmp_path) as store:
        change = make_change()
        request_review(store, change)
        with pytest.raises(ValueError, match="names its reviewer and gives a reason"):
            decide(store, change.id, Decision.APPROVE, reviewer=reviewer, reason=reason)
        assert len(pending(store)) == 1

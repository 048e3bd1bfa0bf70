"""What the report says of a round comes from the store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.data.builders import TIME
from tests.governance.story import approve, tell

from planloop.bench.rounds import causes, release_review
from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.store.store import Store


@dataclass
class Held:
    """A loop as far as the lookup needs one."""

    store: Store


def test_the_review_of_a_release_is_the_decision_on_what_was_proposed(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        story, held = tell(store), Held(store)
        candidate = {"checkpoint": story.candidate.checkpoint, "harness": story.candidate.harness}
        assert _id(held, candidate | {"release": story.first.id}) == story.first.review
        assert _id(held, candidate) is None
        approve(store, story.candidate.id)
        assert _id(held, candidate) is None, "approved by a later round that proposed the same pair"
        assert _id(held, {"release": None, "reason": "the round changed nothing"}) is None


def test_causes_count_what_was_failed_before_and_after_the_training() -> None:
    def found(cause: Cause, number: int, *, tested: bool = False) -> Diagnosis:
        return Diagnosis(
            trajectory_id=f"t{number}",
            task_key="k",
            capability=TIME,
            side=cause.side,
            cause=cause,
            evidence=f"seen in {number}",
            confidence=0.8,
            tested=tested,
            author="rules",
        )

    before = [found(Cause.ROUTING, 1), found(Cause.CLOSURE, 2), found(Cause.CLOSURE, 3)]
    after = [found(Cause.ROUTING, 4, tested=True), found(Cause.RECOVERY, 5)]
    counted = {c.cause: c for c in causes(before, after)}
    assert [*counted] == [Cause.CLOSURE, Cause.ROUTING, Cause.RECOVERY]
    assert [(c.count, c.left, c.tested) for c in counted.values()] == [(2, 0, 0), (1, 1, 1), (0, 1, 0)]
    assert counted[Cause.ROUTING].examples == ("t4", "t1") and counted[Cause.ROUTING].evidence == "seen in 4"


def _id(held: Any, entry: dict[str, Any]) -> str | None:
    found = release_review(held, entry)
    return None if found is None else found.id

"""What the report says of a round comes from the store."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.governance.story import approve, tell

from planloop.bench.rounds import release_review
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


def _id(held: Any, entry: dict[str, Any]) -> str | None:
    found = release_review(held, entry)
    return None if found is None else found.id

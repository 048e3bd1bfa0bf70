"""Why: both directions, complete, short, and closed about held-out content."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.governance.story import approve, tell
from tests.store.builders import make_trajectory

from planloop.contract.split import Stage
from planloop.contract.version import DataRelease, Member
from planloop.governance.provenance import Provenance, render, why
from planloop.governance.release import promote
from planloop.store.errors import UnknownIdError
from planloop.store.store import Store


def test_a_release_leads_back_to_everything_that_made_it(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        story = tell(store)
        review = approve(store, story.candidate.id)
        release = promote(store, story.candidate.id, author="loop")
        answer = why(store, release.id)
        found = set(answer.came_from.ids())
        candidate = story.candidate
        assert found >= {review.id, candidate.id, candidate.checkpoint, candidate.harness, story.change.id}
        assert found >= {story.data.id, story.weakness, story.diagnosis, "e1", "e2", "t1", "x1", "measurement:r:gate"}
        assert Provenance.from_json(answer.to_json()) == answer
        text = render(answer, width=400)
        for part in (
            review.id,
            "model/routing",
            "tool_use/grounding, dev.gate, template alarm",
            "1 of 1 valid episodes",
        ):
            assert part in text
        approved = "[approve by person ann]"
        for key in (story.change.id, story.data.id, candidate.id):
            first = next(line for line in text.splitlines() if f" {key}:" in line)
            assert approved in first
        assert "Set an alarm" not in text
        assert max(len(line) for line in render(answer, width=80).splitlines()) <= 80


@pytest.mark.parametrize("start", ["t1", "e1", "weakness", "change"])
def test_every_cause_leads_on_to_the_release(tmp_path: Path, start: str) -> None:
    with Store.open(tmp_path) as store:
        story = tell(store)
        approve(store, story.candidate.id)
        release = promote(store, story.candidate.id, author="loop")
        subject = {"weakness": story.weakness, "change": story.change.id}.get(start, start)
        assert release.id in why(store, subject).led_to.ids()


def test_a_long_answer_counts_what_it_leaves_out(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        records = [make_trajectory(f"e{i}") for i in range(20)]
        store.add_trajectories(records, run="r", stage=Stage.TRAINING)
        key = store.add(DataRelease(members=tuple(Member(trajectory_id=r.id) for r in records)))
        answer = why(store, key, limit=5)
        assert len(answer.came_from.children) == 5
        assert answer.came_from.omitted == {"trajectory": 15}
        assert "and 15 more of kind trajectory" in render(answer)
        assert "nothing recorded" in render(answer)


def test_an_unknown_id_is_named(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store, pytest.raises(UnknownIdError, match="release-0"):
        why(store, "release-0")

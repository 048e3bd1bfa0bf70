"""What a person sees of a subject: enough to judge it, and nothing of a held-out task."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.governance.story import Story, make_change, tell
from tests.store.builders import make_task, make_trajectory

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.split import Split, Stage
from planloop.contract.version import Checkpoint, DataRelease, HarnessVersion, Member, Purpose, Release
from planloop.evolution.loop import Pair
from planloop.governance.dossier import dossier, render
from planloop.governance.release import propose_release
from planloop.governance.review import request_review
from planloop.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path) as opened:
        yield opened


@pytest.fixture
def story(store: Store) -> Story:
    return tell(store)


def data_change(store: Store) -> ChangeRequest:
    """A data change over eight repaired failures and one preserved success."""
    members = [Member(trajectory_id=f"r{n}", purpose=Purpose.REPAIR) for n in range(8)]
    members.append(Member(trajectory_id="kept", purpose=Purpose.PRESERVATION, weight=0.5))
    records = [make_trajectory(f"r{n}", text=f"Answer {n}.") for n in range(8)]
    records.append(make_trajectory("kept", success=True, text="Answer that is kept."))
    store.add_trajectories(records, run="r", stage=Stage.TRAINING)
    store.edit("kept", "suitability", "suitable", author="judge:rules", reason="supported by its evidence")
    data = DataRelease(members=tuple(members), tasks=("t1",), mixture={"capability=tool_use/grounding": 1.0})
    store.add(data)
    change = make_change(kind=ChangeKind.DATA, target=data.id, title="nine trajectories", proposal={"tokens": 40})
    request_review(store, change)
    return change


def test_a_data_change_shows_trajectories_that_differ(store: Store, story: Story) -> None:
    change = data_change(store)
    found = dossier(store, change.id, examples=2)
    assert [example.trajectory for example in found.examples] == ["r0", "kept"]
    text = render(found)
    assert "9 trajectories of 1 tasks; 8 repair, 1 preservation" in text
    assert "100.0%  capability=tool_use/grounding" in text
    assert "for preservation, weight 0.5, by rollout: success; suitable: supported by its evidence" in text
    assert "agent: Answer that is kept." in text
    assert dossier(store, change.id, examples=2) == found, "always the same ones"


@pytest.mark.parametrize(("asked", "shown"), [(0, 0), (3, 3), (50, 9)])
def test_as_many_trajectories_are_shown_as_are_asked_for(store: Store, story: Story, asked: int, shown: int) -> None:
    found = dossier(store, data_change(store).id, examples=asked)
    assert len({example.trajectory for example in found.examples}) == shown


def test_a_harness_change_shows_the_diff_of_the_version_that_it_made(store: Store, story: Story) -> None:
    text = render(dossier(store, story.change.id))
    assert "--- instructions.md\n+++ instructions.md" in text
    assert "-Plan.\n+Plan well." in text
    assert "predicted effect +3 points" in text


def test_a_harness_change_shows_what_was_measured_of_it(store: Store, story: Story) -> None:
    version = next(v for v in store.all(HarnessVersion) if story.change.id in v.changes)
    assert version.parent is not None
    for harness, success in ((version.parent, False), (version.id, True)):
        played = [make_trajectory(f"g-{success}", "g1", Split.DEV_GATE, success=success)]
        store.add_trajectories(played, run="r", stage=Stage.GATE)
        pair = Pair(checkpoint=story.first.checkpoint, harness=harness)
        store.measure(f"dev.gate/{pair.short}", played, run="r")
    assert "measured on dev.gate: +100.0 points" in render(dossier(store, story.change.id))


def test_a_harness_change_that_made_no_version_shows_its_edits(store: Store) -> None:
    edit = {"file": "runtime.yaml", "key": "list_items", "before": 8, "after": 16}
    change = make_change(proposal={"edits": [edit]})
    request_review(store, change)
    assert "runtime.yaml: list_items: 8 -> 16" in render(dossier(store, change.id))


def test_a_candidate_shows_what_it_would_replace_and_the_difference(store: Store, story: Story) -> None:
    played = [make_trajectory("x2", "g1", Split.DEV_GATE)]
    store.add_trajectories(played, run="r", stage=Stage.GATE)
    before, after = store.measure("before", played, run="r"), "measurement:r:gate"
    candidate = propose_release(
        store,
        story.candidate.checkpoint,
        story.candidate.harness,
        proposer="loop",
        changes=[story.change.id],
        measurements=[before, after],
    )
    text = render(dossier(store, candidate.id))
    assert f"it would replace {story.first.id}" in text
    assert "say which alarm tool to use" in text
    assert "measured on dev.gate: +100.0 points" in text
    assert "-Plan.\n+Plan well." in text


def test_the_first_candidate_replaces_nothing(store: Store) -> None:
    checkpoint = store.add(Checkpoint(tree=store.put_tree({"w": b"0"})))
    harness = store.add(HarnessVersion(tree=store.put_tree({"instructions.md": b"Plan."})))
    candidate = propose_release(store, checkpoint, harness, proposer="loop")
    assert "it replaces nothing" in render(dossier(store, candidate.id))
    assert not store.all(Release)


def test_a_transcript_cannot_reach_the_terminal(store: Store, story: Story) -> None:
    store.add_tasks([make_task("t2")])
    store.add_trajectories([make_trajectory("evil", "t2", text="\x1b[2Jgone")], run="r", stage=Stage.TRAINING)
    data = DataRelease(members=(Member(trajectory_id="evil"),), tasks=("t2",))
    store.add(data)
    request_review(store, data)
    text = render(dossier(store, data.id))
    assert "\x1b" not in text
    assert "gone" in text

"""One round in small: task, failure, diagnosis, change, data, training, candidate."""

from __future__ import annotations

from typing import NamedTuple

from tests.store.builders import make_diagnosis, make_task, make_trajectory

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.review import Decision, Review
from planloop.contract.split import Split, Stage
from planloop.contract.version import Checkpoint, DataRelease, HarnessVersion, Member, Release, ReleaseCandidate
from planloop.contract.weakness import Weakness, WeaknessStatus
from planloop.governance.release import promote, propose_release
from planloop.governance.review import decide, request_review
from planloop.store.store import Store


class Story(NamedTuple):
    """The ids and records of a round."""

    first: Release
    change: ChangeRequest
    data: DataRelease
    candidate: ReleaseCandidate
    diagnosis: str
    weakness: str


def make_change(**fields: object) -> ChangeRequest:
    """A harmless harness change by the rules editor, with other `fields` where given."""
    base: dict[str, object] = {
        "kind": ChangeKind.HARNESS,
        "title": "say which alarm tool to use",
        "target": "skills/alarm/SKILL.md",
        "proposal": {"append": "Use set_alarm for times of day."},
        "predicted_fixes": ("t1",),
        "predicted_effect": 3.0,
        "proposer": "rules:editor",
    }
    return ChangeRequest.model_validate(base | fields)


def first_release(store: Store, weights: bytes = b"0") -> Release:
    """Approve and promote a pair that replaces nothing."""
    checkpoint = store.add(Checkpoint(tree=store.put_tree({"w": weights})))
    harness = store.add(HarnessVersion(tree=store.put_tree({"instructions.md": b"Plan."})))
    candidate = propose_release(store, checkpoint, harness, proposer="loop")
    decide(store, candidate.id, Decision.APPROVE, reviewer="ann", reason="the start")
    return promote(store, candidate.id, author="ann")


def tell(store: Store) -> Story:
    """Everything up to a candidate that waits for its review."""
    first = first_release(store)
    store.add_tasks([make_task(), make_task("g1", Split.DEV_GATE)])
    store.add_trajectories([make_trajectory("e1"), make_trajectory("e2")], run="r", stage=Stage.TRAINING)
    gate = [make_trajectory("x1", "g1", Split.DEV_GATE, success=True)]
    store.add_trajectories(gate, run="r", stage=Stage.GATE)
    diagnosis = store.add(make_diagnosis())
    weakness = store.add(
        Weakness(
            capability="tool_use/grounding",
            successes=0,
            n=2,
            low=0.0,
            high=0.7,
            status=WeaknessStatus.FAILING,
            trajectories=("e1", "e2"),
            diagnoses=(diagnosis,),
        )
    )
    change = make_change(evidence=("e1",), answers=(diagnosis,), base=first.harness)
    data = DataRelease(members=(Member(trajectory_id="e2"),), tasks=("t1",), answers=(weakness,))
    for subject in (change, data):
        request_review(store, subject, requester="loop")
        decide(store, subject.id, Decision.APPROVE, reviewer="ann", reason="sound")
    tree = store.put_tree({"w": b"1"})
    checkpoint = store.add(Checkpoint(tree=tree, parent=first.checkpoint, trained_on=(data.id,)))
    eta = store.put_tree({"instructions.md": b"Plan well."})
    harness = store.add(HarnessVersion(tree=eta, parent=first.harness, changes=(change.id,)))
    measured = store.measure("gate", gate, run="r")
    candidate = propose_release(
        store, checkpoint, harness, proposer="loop", changes=[change.id], measurements=[measured]
    )
    return Story(first, change, data, candidate, diagnosis, weakness)


def approve(store: Store, subject: str, reviewer: str = "ann") -> Review:
    """A person's approval."""
    return decide(store, subject, Decision.APPROVE, reviewer=reviewer, reason="better on the gate")

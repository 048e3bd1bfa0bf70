"""Artefacts, lineage and measurements."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from tests.store.builders import make_diagnosis, make_task, make_trajectory

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.diagnosis import HARNESS_CAUSES, MODEL_CAUSES, Cause, Side
from planloop.contract.lineage import Edge, Relation
from planloop.contract.split import Split, Stage, WrongSplitError
from planloop.contract.version import DataRelease, Member, Release
from planloop.contract.weakness import Route, Routing, Weakness, WeaknessStatus
from planloop.store.artefacts import KINDS
from planloop.store.errors import AccessError, ConflictError, StoreError, UnknownIdError
from planloop.store.store import Store


def make_weakness(*trajectories: str, diagnoses: tuple[str, ...] = ()) -> Weakness:
    return Weakness(
        capability="tool_use/grounding",
        successes=1,
        n=8,
        low=0.02,
        high=0.47,
        status=WeaknessStatus.FAILING,
        routing=Routing(route=Route.MODEL, reason="wrong tool chosen"),
        trajectories=trajectories,
        diagnoses=diagnoses,
    )


def test_artefacts_come_back_equal_under_an_id_made_from_their_content(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.add_trajectories([make_trajectory()], run="r", stage=Stage.TRAINING)
        diagnosis = make_diagnosis()
        weakness = make_weakness("e1", diagnoses=(diagnosis.id,))
        with pytest.raises(UnknownIdError, match="append it first"):
            store.add(weakness)
        for artefact in (diagnosis, weakness, weakness):
            assert store.add(artefact) == artefact.id
            assert store.get(type(artefact), artefact.id) == artefact
            assert KINDS[artefact.PREFIX].from_json(artefact.to_json()) == artefact
        assert store.all(Weakness) == [weakness]
        assert make_diagnosis(cause=Cause.RETRIEVAL).id != diagnosis.id
        with pytest.raises(UnknownIdError, match="not a weakness"):
            store.get(Weakness, diagnosis.id)


def test_corrections_of_an_artefact_are_folded_and_checked(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.add_trajectories([make_trajectory()], run="r", stage=Stage.TRAINING)
        key = store.add(make_diagnosis())
        store.edit(key, "confidence", 0.5, author="ann", reason="thin evidence")
        assert store.current(key)["confidence"] == 0.5
        assert store.artefacts.get(key) == make_diagnosis()
        with pytest.raises(ValueError, match="lies on side"):
            store.edit(key, "side", "harness", author="ann", reason="no")
        with pytest.raises(StoreError, match="cannot be edited"):
            store.edit(key, "trajectory_id", "e2", author="ann", reason="no")


@pytest.mark.parametrize("split", [Split.DEV_EVOLVE, Split.DEV_GATE, Split.TEST])
def test_a_data_release_takes_only_train_members(tmp_path: Path, split: Split) -> None:
    stage = {Split.DEV_EVOLVE: Stage.DIAGNOSIS, Split.DEV_GATE: Stage.GATE, Split.TEST: Stage.BENCH}[split]
    with Store.open(tmp_path) as store:
        store.add_tasks([make_task("held", split)])
        store.add_trajectories([make_trajectory("e1"), make_trajectory("e2")], run="r", stage=Stage.TRAINING)
        store.add_trajectories([make_trajectory("x", "held", split)], run="r", stage=stage)
        good = (Member(trajectory_id="e1"), Member(trajectory_id="e2", weight=0.5))
        with pytest.raises(WrongSplitError, match="trajectory x"):
            store.add(DataRelease(members=(*good, Member(trajectory_id="x"))))
        with pytest.raises(WrongSplitError, match="task held"):
            store.add(DataRelease(members=good, tasks=("held",)))
        key = store.add(DataRelease(members=good))
        assert store.lineage.upstream(key) == ("e1", "e2", "t1")


def test_diagnosis_never_rests_on_the_gate_or_the_test(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.add_trajectories([make_trajectory("g", "gt", Split.DEV_GATE)], run="r", stage=Stage.GATE)
        change = ChangeRequest(
            kind=ChangeKind.HARNESS, title="t", evidence=("g",), target="x", proposal={}, proposer="editor"
        )
        for artefact in (make_diagnosis("g", "gt"), make_weakness("g"), change):
            with pytest.raises(WrongSplitError, match=r"dev\.gate"):
                store.add(artefact)


def test_reviews_and_releases_are_not_appended_by_hand(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store, pytest.raises(AccessError, match="promote"):
        store.add(Release(checkpoint="c", harness="h", review="r"))


def test_every_cause_has_its_published_side() -> None:
    assert len(MODEL_CAUSES) == 6 and all(c.side is Side.MODEL for c in MODEL_CAUSES)
    assert len(HARNESS_CAUSES) == 5 and all(c.side is Side.HARNESS for c in HARNESS_CAUSES)
    assert Cause.ENVIRONMENT_FAULT.side is Side.ENVIRONMENT and Cause.TASK_FAULT.side is Side.TASK
    assert len(Cause) == 13


def test_lineage_walks_both_ways_through_every_relation(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        for relation in Relation:
            first, second = f"{relation}-1", f"{relation}-2"
            ends = (first, second) if relation.cause_is_source else (second, first)
            edge = Edge(from_id=ends[0], to_id=ends[1], relation=relation)
            store.lineage.add([edge, edge])
            assert store.lineage.upstream(second) == (first,)
            assert store.lineage.downstream(first) == (second,)
            assert store.lineage.effects(first) == (edge,)
            assert store.lineage.upstream(second, without=[relation]) == ()
        loop = [Edge(from_id="a", to_id="b", relation=Relation.PARENT_OF)]
        loop.append(Edge(from_id="b", to_id="a", relation=Relation.PARENT_OF))
        store.lineage.add(loop)
        assert store.lineage.upstream("a") == ("b",)


def test_a_number_leads_to_its_trajectories(tmp_path: Path) -> None:
    records = [make_trajectory("a", success=True), make_trajectory("b"), make_trajectory("c", valid=False)]
    with Store.open(tmp_path) as store:
        with pytest.raises(UnknownIdError, match="append it first"):
            store.measure("dev.before", records, run="r")
        store.add_trajectories(records, run="r", stage=Stage.TRAINING)
        store.measure("dev.before", records[:1], run="r")
        key = store.measure("dev.before", records, run="r")
        measured = store.measurement("dev.before")
        assert measured == store.measurement(key)
        assert measured.trajectory_ids == ("a", "b", "c")
        assert [e.success for e in measured.valid_episodes] == [True, False]
        assert measured.episodes[1].progress == 0.25
        assert set(store.lineage.upstream(key)) == {"a", "b", "c", "t1"}
        with pytest.raises(ConflictError, match="round 0"):
            store.measure("dev.before", records, run="r", round=1)
        with pytest.raises(UnknownIdError, match="no run has it"):
            store.measurement("dev.after")
        store.measure("dev.before", records, run="s")
        with pytest.raises(UnknownIdError, match="runs r, s"):
            store.measurement("dev.before")


def test_the_database_is_in_wal_mode(tmp_path: Path) -> None:
    Store.open(tmp_path).close()
    connection = sqlite3.connect(tmp_path / "planloop.sqlite")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()

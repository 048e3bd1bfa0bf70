"""A round's data is compared with what its weights were trained on, and checked as the store has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.data.builders import TIME, make_task, make_trajectory

from planloop.config.model import Config
from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.split import Split, Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import Suitability
from planloop.contract.version import DataRelease, Member, Purpose
from planloop.data.compose import Composition
from planloop.data.curate import Curated
from planloop.data.duplicates import near_key
from planloop.data.weakness import WeaknessMap
from planloop.evolution.loop import Loop, Roles
from planloop.evolution.steps.dataset import broken_rules, judged, kept, round_release, taught
from planloop.governance.quarantine import judge, quarantined
from planloop.store.store import Store

TASKS = {t.key: t for t in (make_task(f"train/{n}", TIME, Split.TRAIN) for n in range(3))}
MEMBERS = tuple(Member(trajectory_id=f"{key}-0", purpose=Purpose.REPAIR) for key in TASKS)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "store") as opened:
        yield opened


def loop_of(store: Store, held_out: tuple[Task, ...] = ()) -> Loop:
    """A loop with a store and a suite of some held-out tasks."""
    nothing = cast(Any, None)
    suite = cast(Any, SimpleNamespace(solutions={}, tasks=lambda split: [t for t in held_out if t.split is split]))
    roles = Roles(diagnose=nothing, propose=nothing)
    return Loop(store, "r", Config(), suite, nothing, nothing, roles, lambda _, step: step())


def held(store: Store, suitability: Suitability) -> list[Trajectory]:
    """A solved episode of every task, in the store."""
    update = {"suitability": suitability}
    made = [make_trajectory(task, True).model_copy(update=update) for task in TASKS.values()]
    store.add_tasks(list(TASKS.values()))
    store.add_trajectories(made, run="r", stage=Stage.TRAINING)
    return made


def release() -> DataRelease:
    return DataRelease(members=MEMBERS, tasks=tuple(TASKS))


def test_a_round_says_what_of_its_parent_it_does_not_repeat(store: Store) -> None:
    pool = [Curated(trajectory=t) for t in held(store, Suitability.SUITABLE)]
    store.add_tasks([make_task("train/gone", TIME, Split.TRAIN)])
    parent = store.add(DataRelease(members=(), tasks=("train/0", "train/gone")))
    plan = Composition(weights={}, cells=(), members=MEMBERS, orders=(), repair={}, tokens=9)
    empty = WeaknessMap(groups={}, leaves={})
    data, change = round_release(loop_of(store), empty, plan, TASKS, pool, parent)
    assert data.parent == parent
    assert change.removed_tasks == ("train/gone",)
    assert (data.stats["added_tasks"], data.stats["removed_tasks"]) == (2, 1)
    first, _ = round_release(loop_of(store), empty, plan, TASKS, pool, "")
    assert (first.parent, first.stats["added_tasks"]) == (None, 3)


def test_what_a_release_taught_is_what_it_did_not_only_preserve(store: Store) -> None:
    held(store, Suitability.SUITABLE)
    kept = tuple(m.model_copy(update={"purpose": Purpose.PRESERVATION}) for m in MEMBERS)
    only = store.add(DataRelease(members=kept, tasks=tuple(TASKS)))
    more = store.add(release())
    assert taught(loop_of(store), only, TASKS) == ()
    assert taught(loop_of(store), more, TASKS) == (str(TIME),)


def test_data_of_suitable_members_breaks_no_rule_until_a_person_judges_one_otherwise(store: Store) -> None:
    held(store, Suitability.SUITABLE)
    loop = loop_of(store)
    assert broken_rules(loop, release()) == ()
    store.edit("train/1-0", "suitability", "rejected", author="ann", reason="leaks the answer")
    assert broken_rules(loop, release()) == ("trajectory train/1-0 is rejected",)


def test_data_near_a_held_out_task_breaks_a_rule(store: Store) -> None:
    held(store, Suitability.SUITABLE)
    near = TASKS["train/2"].model_copy(update={"key": "dev/2", "split": Split.DEV_EVOLVE})
    assert near_key(near) == near_key(TASKS["train/2"])
    (problem,) = broken_rules(loop_of(store, (near,)), release())
    assert "held-out task" in problem


def test_what_a_person_judged_holds_for_every_later_round(store: Store) -> None:
    first, *_ = held(store, Suitability.UNJUDGED)
    loop = loop_of(store)
    store.edit(first.id, "suitability", "diagnostic_only", author="ann", reason="teaches a detour")
    store.edit(first.id, "suitability", "suitable", author="judge:rules", reason="supported by its evidence")
    (found,) = judged(loop, TASKS, [store.trajectory(first.id, stage=Stage.TRAINING)])
    assert found.trajectory.suitability.unsuitable
    assert any("a person judged it diagnostic only" in reason for reason in found.reasons)


def test_what_curation_is_not_sure_of_waits_for_a_person_though_it_is_no_member(store: Store) -> None:
    first, second, _ = held(store, Suitability.UNJUDGED)
    unsure = Curated(
        trajectory=second.model_copy(update={"suitability": Suitability.QUARANTINED}),
        reasons=("the same run was judged both ways",),
        needs_review=True,
    )
    sure = Curated(trajectory=first.model_copy(update={"suitability": Suitability.SUITABLE}))
    loop = loop_of(store)
    data = DataRelease(members=MEMBERS[:1], tasks=tuple(TASKS))
    change = ChangeRequest(kind=ChangeKind.DATA, title="some", target=data.id, proposal={}, proposer="test")
    kept(loop, "r1/data", lambda: (data, change, (sure, unsure)))
    assert [(e.subject, e.reason) for e in quarantined(store)] == [(second.id, "the same run was judged both ways")]
    judge(store, second.id, "rejected", reviewer="Ada", reason="it claims too much")
    (found,) = judged(loop, TASKS, [store.trajectory(second.id, stage=Stage.TRAINING)])
    assert found.trajectory.suitability is Suitability.REJECTED


def test_the_judge_of_the_loop_decides_what_may_be_learnt_from(store: Store) -> None:
    def stern(trajectories: Iterable[Trajectory], *given: Any, **named: Any) -> tuple[Curated, ...]:
        return tuple(
            Curated(trajectory=t.model_copy(update={"suitability": Suitability.REJECTED}), reasons=("not today",))
            for t in trajectories
        )

    loop = loop_of(store)
    loop.roles = replace(loop.roles, judge=stern)
    found = judged(loop, TASKS, held(store, Suitability.UNJUDGED))
    assert [c.suitable for c in found] == [False] * 3
    assert found[0].reasons == ("not today",)

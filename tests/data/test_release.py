"""A data release is what was composed and curated, clean of held-out tasks, with a prediction."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.data.builders import MEMORY, TIME, make_task, make_trajectory

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split, WrongSplitError
from planloop.contract.task import Task
from planloop.contract.verdict import Suitability
from planloop.contract.version import DataRelease
from planloop.data.choice import PoolItem
from planloop.data.compose import Budget, Composition, compose
from planloop.data.curate import Curated
from planloop.data.duplicates import Pair, delexicalise, near_key, similar_texts
from planloop.data.release import ContaminationError, build_release, held_out_pairs, predicted_effects
from planloop.data.weakness import WeaknessMap, weakness_map

DEV = [make_task(f"dev/{c}", c) for c in (TIME, MEMORY)]
TASKS = {t.key: t for t in [make_task(f"train/{n}", TIME, Split.TRAIN) for n in range(5)]}


def weaknesses() -> WeaknessMap:
    tasks = {t.key: t for t in DEV}
    found = [make_trajectory(DEV[0], n % 4 == 0, n) for n in range(8)]
    found += [make_trajectory(DEV[1], True, n) for n in range(8)]
    return weakness_map(found, tasks, {str(TIME): 5})


def curated(suitability: Suitability = Suitability.SUITABLE) -> list[Curated]:
    out = []
    for n, task in enumerate(TASKS.values()):
        trajectory = make_trajectory(task, True, n).model_copy(update={"suitability": suitability})
        out.append(Curated(trajectory=trajectory, reasons=("because",)))
    return out


def composed() -> Composition:
    pool = [
        PoolItem(trajectory_id=c.trajectory.id, capability=TIME, difficulty="1 call", tokens=100) for c in curated()
    ]
    return compose(weaknesses(), pool, {str(TIME): ("time.alarm",)}, Budget(tokens=5000))


def release(
    held_out: frozenset[Pair] = frozenset(),
    records: list[Curated] | None = None,
    tasks: dict[str, Task] | None = None,
    parent: DataRelease | None = None,
) -> tuple[DataRelease, ChangeRequest]:
    return build_release(
        composed(),
        curated() if records is None else records,
        TASKS if tasks is None else tasks,
        weaknesses(),
        held_out=held_out,
        parent=parent,
    )


def test_a_release_and_its_request_point_at_each_other_and_at_their_reasons() -> None:
    made, change = release()
    weak = weaknesses().weaknesses
    assert change.kind is ChangeKind.DATA
    assert change.target == made.id
    assert set(made.answers) == {a.weakness.id for a in weak} == set(change.answers)
    assert set(made.tasks) == set(TASKS)
    assert all(t.startswith("dev/") for t in change.evidence)
    assert made.mixture["source=rollout"] == pytest.approx(sum(s for _, s in composed().cells), abs=1e-5)


def test_the_prediction_is_about_the_weak_group() -> None:
    _, change = release()
    effects = change.proposal["predicted_effects"]
    assert isinstance(effects, dict)
    assert effects[TIME.group] > 0
    assert effects[MEMORY.group] == -2.0  # mastered, and nothing in the release keeps it
    assert change.predicted_fixes == (TIME.group,)
    assert change.predicted_regressions == (MEMORY.group,)


def test_what_the_parent_held_and_this_does_not_is_named() -> None:
    parent = DataRelease(members=(), tasks=("train/gone", "train/0"))
    made, change = release(parent=parent)
    assert change.removed_tasks == ("train/gone",)
    assert made.parent == parent.id
    assert made.stats["removed_tasks"] == 1
    assert made.stats["added_tasks"] == 4


@pytest.mark.parametrize("form", ["template", "wording"])
def test_a_near_duplicate_of_a_held_out_task_refuses_the_release(form: str) -> None:
    task = TASKS["train/3"]
    pair = (task.template, task.skeleton) if form == "template" else near_key(task)
    with pytest.raises(ContaminationError, match="train/"):
        release(frozenset({pair}))


def test_the_same_wording_with_another_plan_is_no_duplicate() -> None:
    made, _ = release(frozenset({(near_key(TASKS["train/3"])[0], "another plan")}))
    assert "train/3" in made.tasks


def test_held_out_tasks_and_unsuitable_records_refuse_the_release() -> None:
    dev = {k: t.model_copy(update={"split": Split.DEV_EVOLVE}) for k, t in TASKS.items()}
    with pytest.raises(WrongSplitError):
        release(tasks=dev)
    with pytest.raises(PlanloopError, match="not suitable"):
        release(records=curated(Suitability.QUARANTINED))
    with pytest.raises(PlanloopError, match="never curated"):
        release(records=[])


def test_held_out_pairs_come_from_dev_and_test_only() -> None:
    assert held_out_pairs(TASKS.values()) == frozenset()
    assert near_key(DEV[0]) in held_out_pairs(DEV)


@given(st.integers(0, 500), st.integers(1, 500))
def test_more_traces_never_predict_less(few: int, more: int) -> None:
    found = weaknesses()
    one = predicted_effects(found, {str(TIME): few})[TIME.group]
    two = predicted_effects(found, {str(TIME): few + more})[TIME.group]
    assert 0 <= one <= two <= 100


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (("Alarm for 7:30", ["7:30"]), ("alarm  for 8:15", ["8:15"]), True),
        (("Call Anna Bell", ["Anna Bell"]), ("Call Bob", ["Bob"]), True),
        (("Call Anna", ["Anna"]), ("Ring Anna", ["Anna"]), False),
        (("Set it to 40 percent", []), ("Set it to 7 percent", []), True),
    ],
)
def test_wordings_are_compared_without_their_values(
    first: tuple[str, list[str]], second: tuple[str, list[str]], same: bool
) -> None:
    assert (delexicalise(*first) == delexicalise(*second)) is same


def test_similar_texts_are_found_and_different_ones_are_not() -> None:
    long = "please look for the cheapest flight from Oslo to Rome next week and book it with my usual card, thanks"
    texts = {"a": long, "b": long + "!", "c": "turn the flashlight on and then play some music in the kitchen"}
    assert similar_texts(texts) == (("a", "b"),)

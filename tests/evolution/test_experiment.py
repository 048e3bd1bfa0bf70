"""The experiments of a round: which are made, what they change, and what is kept of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.evolution.phone_cases import made, play, room, say
from tests.evolution.readers import Habit, Reader, grounded

from planloop.bench.rounds import experiments
from planloop.config.model import Config
from planloop.contract.capability import Behaviour, Capability, Dimension, Domain
from planloop.contract.diagnosis import Cause, Side
from planloop.contract.errors import PlanloopError
from planloop.contract.intervention import InterventionKind
from planloop.contract.split import Split, Stage
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.version import Checkpoint, HarnessVersion
from planloop.environments.sandbox import Sandbox
from planloop.evolution.attribute import UNTESTED_CONFIDENCE
from planloop.evolution.diagnose import diagnose, to_diagnosis
from planloop.evolution.experiment import choose
from planloop.evolution.finding import Diagnosed, Finding, Undiagnosed
from planloop.evolution.gold import Case
from planloop.evolution.loop import Loop, Pair, Roles
from planloop.evolution.replay import Failure
from planloop.evolution.steps.collect import Recorded
from planloop.evolution.steps.measure import Measured, measure
from planloop.evolution.steps.survey import Survey, survey
from planloop.governance.provenance import why
from planloop.harness.eta import DEFAULT
from planloop.harness.harness import Harness
from planloop.store.store import Store

SCENARIOS = (
    "apps.open.corrected",
    "memory.alarm",
    "memory.setting",
    "memory.two_alarms",
    "display.brightness.corrected",
)


@dataclass
class Student:
    """A planner that reads its context, in the place of weights; it counts the pools that it was given."""

    habit: Habit
    pools: list[int]

    def use(self, folder: Path) -> None:
        assert folder.is_dir()

    def play(self, episodes: Iterable[Any], *, temperature: float) -> None:
        assert temperature == 0
        pool = [e._episode if isinstance(e, Recorded) else e for e in episodes]
        self.pools.append(len(pool))
        Reader(self.habit).play(pool)


@dataclass
class Tasks:
    """The scenarios' tasks as a suite."""

    name: str = "few"

    @property
    def solutions(self) -> dict[str, Solution]:
        return {s.task_key: s for _, s in map(made, SCENARIOS)}

    def tasks(self, split: Split) -> Sequence[Task]:
        return [made(s)[0] for s in SCENARIOS] if split is Split.DEV_EVOLVE else ()


def searching_badly() -> Habit:
    """Searches for nothing that helps, and opens apps and sets levels well."""
    return grounded(Tasks().solutions, query="zebra crossing")


def claiming(task: Task, messages: object, tools: object) -> SolutionTurn:
    """Claims success without a call."""
    return say("Done.")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store.open(tmp_path / "store") as held:
        yield held


def loop_on(store: Store, habit: Habit, count: int = 8, diagnoser: Any = diagnose) -> tuple[Loop, Pair]:
    """A loop over the few tasks whose planner has this habit, and the pair that it plays with."""
    config = Config.model_validate({"evolution": {"experiments": count, "evolve_tasks": 0}})
    ledger = store.ledger("r")
    roles = Roles(diagnose=diagnoser, propose=lambda *given: ())
    student: Any = Student(habit, [])
    loop = Loop(store, "r", config, Tasks(), student, board=None, roles=roles, once=ledger.once)  # type: ignore[arg-type]
    store.add_tasks(list(Tasks().tasks(Split.DEV_EVOLVE)))
    checkpoint = store.add(Checkpoint(tree=store.snapshot(DEFAULT), training={"kind": "base"}))
    harness = store.add(HarnessVersion(tree=store.snapshot(DEFAULT), note="as packaged"))
    return loop, Pair(checkpoint=checkpoint, harness=harness)


def looked(loop: Loop, pair: Pair, key: str = "r1/survey") -> tuple[Measured, Survey]:
    measured = measure(loop, pair, Split.DEV_EVOLVE, 1)
    return measured, survey(loop, key, measured, pair, {}, 1)


def as_retrieval(case: Case) -> Diagnosed:
    """Believes that every failure is one of retrieval, whatever it is."""
    finding = Finding(cause=Cause.RETRIEVAL, evidence="suspected", confidence=0.9, turn=0, tool="search_user_memory")
    t = case.trajectory
    return Diagnosed(diagnosis=to_diagnosis(finding, t.id, t.task_key, case.task.capability, "test"), finding=finding)


def test_confirmed_causes_are_marked_and_their_replays_lead_back(store: Store) -> None:
    loop, pair = loop_on(store, searching_badly(), diagnoser=as_retrieval)
    measured, found = looked(loop, pair)
    failed = [t for t in measured.trajectories if not t.success]
    assert len(failed) == len(found.trials) == 3
    assert loop.student.pools == [len(SCENARIOS), 6]  # type: ignore[attr-defined]
    for item in found.diagnosed:
        assert item.diagnosis.tested and item.diagnosis.confidence == 1.0
        answer = why(store, item.diagnosis.id).came_from
        assert [c.summary.split(", ")[:2] for c in answer.children if c.relation == "evaluated_on"] == [
            ["replay", "success"],
            ["replay", "failure"],
        ]
        assert "tested" in answer.summary
    weakness = found.map.groups["memory/single_record"].weakness
    assert set(weakness.diagnoses) <= {d.diagnosis.id for d in found.diagnosed}
    assert weakness.routing is not None and "100% harness" in weakness.routing.reason


def test_a_refuted_cause_in_the_harness_steers_nothing(store: Store) -> None:
    loop, pair = loop_on(store, claiming, diagnoser=as_retrieval)
    _, found = looked(loop, pair)
    tested = {t.attribution.diagnosis.trajectory_id for t in found.trials}
    believed = [d.diagnosis for d in found.diagnosed if d.diagnosis.trajectory_id in tested]
    assert len(believed) == 3 and not any(d.tested for d in believed)
    assert {d.confidence for d in believed} == {UNTESTED_CONFIDENCE}
    group = found.map.groups["memory/single_record"].weakness
    assert group.routing is not None and "no failure was diagnosed with enough confidence" in group.routing.reason


def test_model_causes_are_confirmed_where_the_planner_goes_on_well(store: Store) -> None:
    """It claims at once to be done, and where the first step is taken for it, it takes the others."""

    def needs_a_push(task: Task, messages: Any, tools: Any) -> SolutionTurn:
        if all(m.role != "assistant" for m in messages):
            return say("Done.")
        return grounded(Tasks().solutions)(task, messages, tools)

    loop, pair = loop_on(store, needs_a_push)
    _, found = looked(loop, pair)
    assert found.causes == {"closure": len(SCENARIOS)}
    assert all(t.attribution.asserted for t in found.trials) and len(found.trials) == len(SCENARIOS)
    assert {t.attribution.intervention.kind for t in found.trials} == {InterventionKind.CORRECT_TURN}
    counted = experiments(found.trials)
    assert [(c.cause, c.trials, c.flipped, c.control, c.confirmed) for c in counted] == [(Cause.CLOSURE, 5, 5, 0, 5)]


def test_no_more_than_the_configured_number_is_tested_and_none_if_it_is_zero(store: Store) -> None:
    loop, pair = loop_on(store, claiming, count=2)
    assert len(looked(loop, pair)[1].trials) == 2
    loop.config = loop_on(store, claiming, count=0)[0].config
    measured, found = looked(loop, pair, "r2/survey")
    assert found.trials == () and len(found.diagnosed) == len(measured.trajectories)
    assert store.ledger("r").step("r2/survey/experiment") is None


def test_what_was_replayed_once_for_a_pair_is_not_played_again(store: Store) -> None:
    loop, pair = loop_on(store, claiming)
    first = looked(loop, pair)[1]
    pools = list(loop.student.pools)  # type: ignore[attr-defined]
    assert looked(loop, pair)[1] == first, "a committed step is read"
    assert looked(loop, pair, "r1/survey-after")[1].trials == first.trials, "the same failures have the same replays"
    assert loop.student.pools == pools  # type: ignore[attr-defined]


def test_the_failures_of_one_measurement_are_read_once_however_often_it_is_surveyed(store: Store) -> None:
    read: list[str] = []

    def counting(case: Case) -> Any:
        read.append(case.trajectory.id)
        return diagnose(case)

    loop, pair = loop_on(store, claiming, diagnoser=counting)
    first = looked(loop, pair)[1]
    assert looked(loop, pair, "r2/survey")[1].diagnosed == first.diagnosed
    assert len(read) == len(set(read)) == len(SCENARIOS)


def test_a_diagnoser_that_is_gone_for_most_failures_stops_the_run_which_can_go_on_later(store: Store) -> None:
    def gone(case: Case) -> Undiagnosed:
        return Undiagnosed(trajectory_id=case.trajectory.id, reason="connection refused", author="test", lost=True)

    loop, pair = loop_on(store, claiming, diagnoser=gone)
    with pytest.raises(PlanloopError, match=r"5 of 5 failures could not be diagnosed: connection refused"):
        looked(loop, pair)
    loop.roles = Roles(diagnose=diagnose, propose=lambda *given: ())
    assert len(looked(loop, pair)[1].diagnosed) == len(SCENARIOS), "nothing was kept of the first reading"


def test_what_has_no_cause_is_counted_by_the_reason(store: Store) -> None:
    def refusing(case: Case) -> Undiagnosed:
        return Undiagnosed(trajectory_id=case.trajectory.id, reason="the model refused", author="test")

    loop, pair = loop_on(store, claiming, diagnoser=refusing)
    found = looked(loop, pair)[1]
    assert found.undiagnosed == {"the model refused": len(SCENARIOS)} and not found.diagnosed


def test_a_kill_between_the_replays_and_their_commit_loses_and_repeats_nothing(store: Store) -> None:
    loop, pair = loop_on(store, claiming)
    ledger = store.ledger("r")

    def dying(key: str, step: Any) -> Any:
        if not key.endswith("/experiment"):
            return ledger.once(key, step)
        step()
        raise KeyboardInterrupt

    loop.once = dying
    with pytest.raises(KeyboardInterrupt):
        looked(loop, pair)
    pools, held = list(loop.student.pools), store._trajectories.total()  # type: ignore[attr-defined]
    loop.once = ledger.once
    _, found = looked(loop, pair)
    assert len(found.trials) == len(SCENARIOS)
    assert loop.student.pools == pools and store._trajectories.total() == held  # type: ignore[attr-defined]


def test_replays_enter_no_measurement(store: Store) -> None:
    loop, pair = loop_on(store, claiming)
    measured, found = looked(loop, pair)
    replays = {i for t in found.trials for i in (*t.repaired, *t.control)}
    assert not replays & set(store.measurement(measured.id).trajectory_ids)
    assert all(t.source == "replay" for t in store.trajectories(stage=Stage.DIAGNOSIS, ids=list(replays)))


def suspect(number: int, cause: Cause, behaviour: Behaviour, confidence: float = 0.9) -> Diagnosed:
    task, _ = made("apps.open.corrected")
    capability = Capability(dimension=Dimension.TOOL_USE, behaviour=behaviour, domain=Domain.APPS)
    finding = Finding(cause=cause, evidence="suspected", confidence=confidence, turn=0, tool="open_app")
    return Diagnosed(diagnosis=to_diagnosis(finding, f"t{number}", task.key, capability, "test"), finding=finding)


def failing(item: Diagnosed) -> Failure:
    """A failure of a task that does not expose its tool, so that exposure and turns can be repaired."""
    task, solution = made("apps.open.corrected")
    task = task.model_copy(update={"tools": tuple(n for n in task.tools if n != "open_app")})
    return Failure(Case(task, play(task, (say("Done."),)), room()[1], solution), Harness(), Sandbox)


def test_harness_causes_come_first_then_the_commonest_of_the_model_spread_over_groups() -> None:
    grounding, boundary, revision = Behaviour.GROUNDING, Behaviour.BOUNDARY, Behaviour.REVISION
    found = [
        suspect(0, Cause.CLOSURE, grounding, 0.8),
        suspect(1, Cause.CLOSURE, grounding, 0.9),
        suspect(2, Cause.CLOSURE, boundary, 0.7),
        suspect(3, Cause.ROUTING, boundary, 0.7),
        suspect(4, Cause.ROUTING, revision, 0.6),
        suspect(5, Cause.TASK_FAULT, revision),
        suspect(6, Cause.TOOL_EXPOSURE, grounding),
        suspect(7, Cause.SKILL_GUIDANCE, grounding),  # no line of guidance names the tool: nothing to repair
    ]

    def numbers(count: int) -> list[str]:
        return [e.diagnosed.diagnosis.trajectory_id for e in choose(found, failing, count)]

    assert numbers(9) == ["t6", "t2", "t4", "t1", "t3", "t0"]
    assert numbers(3) == ["t6", "t2", "t4"]
    assert choose(found, failing, 9)[0].diagnosed.diagnosis.side is Side.HARNESS

"""A harness cause is asserted only where its repair flips the verdict."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.evolution.phone_cases import made, play, say

from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.contract.intervention import Intervention, InterventionKind
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.evolution.attribute import (
    UNTESTED_CONFIDENCE,
    Replay,
    attribute,
    fisher,
    intervention_for,
)
from planloop.evolution.diagnose import to_diagnosis
from planloop.evolution.finding import Finding


def suspected(cause: Cause, turn: int | None = 0) -> tuple[Task, Diagnosis]:
    task, _ = made("apps.open.corrected")
    finding = Finding(cause=cause, evidence="suspected", confidence=0.9, turn=turn)
    return task, to_diagnosis(finding, "t1", task.key, task.capability, "test")


def replays(repaired: bool, untouched: bool = False, valid: bool = True) -> Replay:
    """A world where the repair has this effect; every other intervention has none."""
    _, solution = made("apps.open.corrected")

    def replay(task: Task, what: Intervention, seed: int) -> Trajectory:
        works = untouched if what.kind is InterventionKind.NONE else repaired
        episode = play(task, solution.turns if works else (say("Done."),))
        return episode.model_copy(update={"valid": valid})

    return replay


def test_a_cause_whose_repair_helps_is_asserted_and_marked_as_tested() -> None:
    task, diagnosis = suspected(Cause.TOOL_EXPOSURE)
    result = attribute(diagnosis, task, replays(repaired=True), tool="open_app")
    assert result.asserted
    assert result.diagnosis.tested
    assert result.intervention == Intervention(kind=InterventionKind.EXPOSE_TOOL, tool="open_app", turn=0)
    assert (result.flipped, result.control, result.trials) == (3, 0, 3)


@pytest.mark.parametrize("replay", [replays(False), replays(True, untouched=True), replays(True, valid=False)])
def test_no_effect_a_recovery_by_itself_and_invalid_replays_assert_nothing(replay: Replay) -> None:
    task, diagnosis = suspected(Cause.RETRIEVAL)
    result = attribute(diagnosis, task, replay)
    assert not result.asserted
    assert not result.diagnosis.tested
    assert result.diagnosis.confidence <= UNTESTED_CONFIDENCE


def test_one_replay_decides_for_a_deterministic_planner_but_not_for_a_sampling_one() -> None:
    task, diagnosis = suspected(Cause.STALE_MEMORY)
    assert attribute(diagnosis, task, replays(True), deterministic=True).asserted
    assert not attribute(diagnosis, task, replays(True), trials=1).asserted


def test_model_causes_are_tested_by_correcting_their_turn_and_faults_not_at_all() -> None:
    _, model = suspected(Cause.ROUTING)
    assert intervention_for(model).kind is InterventionKind.CORRECT_TURN
    task, fault = suspected(Cause.TASK_FAULT)
    result = attribute(fault, task, replays(True))
    assert not result.asserted
    assert result.diagnosis == fault


@given(st.integers(1, 8), st.integers(1, 8), st.data())
def test_the_exact_test_is_a_probability_that_falls_with_every_flip(n: int, m: int, data: st.DataObject) -> None:
    control = data.draw(st.integers(0, m))
    chances = [fisher(s, n, control, m) for s in range(n + 1)]
    assert all(0 < p <= 1 + 1e-12 for p in chances)
    assert all(b <= a + 1e-12 for a, b in pairwise(chances))


def test_the_exact_test_matches_hand_computed_values() -> None:
    assert fisher(3, 3, 0, 3) == pytest.approx(1 / 20)
    assert fisher(1, 1, 0, 1) == pytest.approx(1 / 2)
    assert fisher(2, 2, 2, 2) == pytest.approx(1.0)

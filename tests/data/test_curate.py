"""Curation keeps what can be learnt from, says why not otherwise, and masks mistakes without hiding them."""

from __future__ import annotations

import pytest
from tests.evolution.phone_cases import call, made, play, say

from planloop.contract.feedback import Evidence
from planloop.contract.mask import TokenMask, TurnFlag, learnable_sft
from planloop.contract.message import Message, Role
from planloop.contract.split import Split, WrongSplitError
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.trajectory import Segment, Trajectory
from planloop.contract.verdict import Suitability
from planloop.data.curate import Curated, curate
from planloop.data.reverify import reverifier
from planloop.data.turns import AlignmentError, turn_runs
from planloop.environments.sandbox import Sandbox

AGAIN = reverifier(Sandbox())
TRAIN = Split.TRAIN


def judged(task: Task, *trajectories: Trajectory, solution: Solution | None = None, near: int = 8) -> list[Curated]:
    solutions = {task.key: solution} if solution else {}
    return list(curate(trajectories, {task.key: task}, AGAIN, solutions=solutions, near_copies=near))


def solved(scenario: str = "memory.alarm", *before: SolutionTurn) -> tuple[Task, Solution, Trajectory]:
    task, solution = made(scenario, TRAIN)
    return task, solution, play(task, (*before, *solution.turns))


def test_a_verified_success_is_suitable() -> None:
    task, solution, good = solved()
    (found,) = judged(task, good, solution=solution)
    assert found.suitable
    assert not found.needs_review
    assert found.reasons == ()
    assert all(m.flags == TurnFlag.NONE for m in found.trajectory.messages)


def test_a_failure_is_kept_for_diagnosis_only() -> None:
    task, _, _ = solved()
    (found,) = judged(task, play(task, (say("Done."),)))
    assert found.trajectory.suitability is Suitability.DIAGNOSTIC_ONLY
    assert "not solved" in found.reasons[0]


@pytest.mark.parametrize("word", [s for s in Suitability if s.unsuitable])
def test_nobody_learns_from_what_a_person_judged_unsuitable(word: Suitability) -> None:
    task, solution, good = solved()
    (found,) = curate([good], {task.key: task}, AGAIN, solutions={task.key: solution}, said_by_people={good.id: word})
    assert found.trajectory.suitability is word
    assert "a person judged it" in found.reasons[0]


def test_a_person_lifts_a_quarantine_but_makes_no_lesson_of_a_failure() -> None:
    task, _, good = solved()
    failed = play(task, (say("Done."),)).model_copy(update={"id": "failed"})
    doubted = good.model_copy(update={"backend": "simulated"})
    said = dict.fromkeys((doubted.id, failed.id), Suitability.SUITABLE)
    found = [c.trajectory.suitability for c in curate([doubted, failed], {task.key: task}, AGAIN, said_by_people=said)]
    assert judged(task, doubted)[0].trajectory.suitability is Suitability.QUARANTINED
    assert found == [Suitability.SUITABLE, Suitability.DIAGNOSTIC_ONLY]


def test_an_outcome_that_the_evidence_does_not_support_is_quarantined_for_a_person() -> None:
    task, _, good = solved()
    (found,) = judged(task, good.model_copy(update={"evidence": Evidence()}))
    assert found.trajectory.suitability is Suitability.QUARANTINED
    assert found.needs_review
    assert "verified again as a failure" in " ".join(found.reasons)


@pytest.mark.parametrize("missing", ["verdict", "evidence"])
def test_no_verdict_or_no_evidence_is_unsupported(missing: str) -> None:
    task, _, good = solved()
    (found,) = judged(task, good.model_copy(update={missing: None}))
    assert found.trajectory.suitability is Suitability.QUARANTINED


def test_an_invalid_execution_is_rejected() -> None:
    task, _, good = solved()
    (found,) = judged(task, good.model_copy(update={"valid": False, "invalid_reason": "lost"}))
    assert found.trajectory.suitability is Suitability.REJECTED


def test_another_backend_and_another_task_revision_need_a_person() -> None:
    task, _, good = solved()
    for change in ({"backend": "simulated"}, {"task_hash": "old"}):
        (found,) = judged(task, good.model_copy(update=change))
        assert found.trajectory.suitability is Suitability.QUARANTINED
        assert found.needs_review


def test_a_result_without_a_call_and_a_call_without_a_result_are_malformed() -> None:
    task, _, good = solved()
    messages = good.segments[0].messages
    stray = Message(role=Role.TOOL, content="ok", tool_call_id="nobody")
    unanswered = tuple(m for m in messages if m.role is not Role.TOOL)
    for changed in ((*messages, stray), unanswered):
        segment = good.segments[0].model_copy(update={"messages": changed})
        (found,) = judged(task, good.model_copy(update={"segments": (segment,)}))
        assert found.trajectory.suitability is Suitability.REJECTED
        assert "malformed" in found.reasons[0]


def test_exact_duplicates_go_and_near_ones_are_capped() -> None:
    task, _, good = solved()
    copy = good.model_copy(update={"id": "copy"})
    other = play(task, (*made("memory.alarm", TRAIN)[1].turns[:-1], say("It is set, good night.")))
    first, second = judged(task, good, copy)
    assert first.suitable
    assert second.trajectory.suitability is Suitability.REJECTED
    assert good.id in second.reasons[0]
    kept, capped = judged(task, good, other, near=1)
    assert kept.suitable
    assert capped.trajectory.suitability is Suitability.DIAGNOSTIC_ONLY


def test_the_same_run_judged_both_ways_is_quarantined() -> None:
    task, _, good = solved()
    assert good.verdict is not None
    bad = good.model_copy(update={"id": "b", "verdict": good.verdict.model_copy(update={"success": False})})
    found = judged(task, good, bad)
    assert found[0].trajectory.suitability is Suitability.QUARANTINED


def test_a_repaired_mistake_is_masked_and_its_repair_is_trained() -> None:
    task, solution = made("time.event.create", TRAIN)
    wrong = call("calendar_service", action="create", title="x", date="31st of Nevember", time="25:99")
    (found,) = judged(task, play(task, (wrong, *solution.turns)), solution=solution)
    assert found.suitable, found.reasons
    turns = [m.flags for m in found.trajectory.messages if m.role is Role.ASSISTANT]
    assert turns == [TurnFlag.ERRONEOUS, TurnFlag.RECOVERY, TurnFlag.NONE]


def test_an_error_that_the_known_solution_meets_is_no_mistake() -> None:
    task, solution = made("time.event.create", TRAIN)
    wrong = call("calendar_service", action="create", title="x", date="31st of Nevember", time="25:99")
    known = solution.model_copy(update={"turns": (wrong, *solution.turns)})
    (found,) = judged(task, play(task, known.turns), solution=known)
    assert all(m.flags == TurnFlag.NONE for m in found.trajectory.messages)


def test_the_same_failing_call_twice_is_a_mistake_each_time() -> None:
    task, solution = made("apps.open.corrected", TRAIN)
    wrong = [call("open_app", n, appName="No Such App") for n in range(2)]
    (found,) = judged(task, play(task, (*wrong, *solution.turns)), solution=solution)
    flags = [m.flags for m in found.trajectory.messages if m.role is Role.ASSISTANT]
    assert flags[:3] == [TurnFlag.ERRONEOUS, TurnFlag.ERRONEOUS, TurnFlag.RECOVERY]


def test_an_unasked_side_effect_is_a_mistake() -> None:
    task, solution = made("apps.open.corrected", TRAIN)
    extra = call("set_brightness", level=3)
    episode = play(task.model_copy(update={"tools": (*task.tools, "set_brightness")}), (extra, *solution.turns))
    episode = episode.model_copy(update={"task_hash": task.content_hash()})
    assert not episode.success
    (found,) = judged(task, episode, solution=solution)
    flags = [m.flags for m in found.trajectory.messages if m.role is Role.ASSISTANT]
    assert flags[0] == TurnFlag.ERRONEOUS
    assert TurnFlag.ERRONEOUS not in flags[1:]


def tokens(messages: tuple[Message, ...]) -> Segment:
    """Three tokens a message, the last two of a model turn its own."""
    own, other = int(TokenMask.ASSISTANT), int(TokenMask.NONE)
    mask = [m for message in messages for m in ([other, own, own] if message.role is Role.ASSISTANT else [other] * 3)]
    return Segment(messages=messages, token_ids=tuple(range(len(mask))), mask=tuple(mask), logprobs=(0.0,) * len(mask))


def test_flags_reach_exactly_the_tokens_of_their_turn() -> None:
    task, solution = made("time.event.create", TRAIN)
    wrong = call("calendar_service", action="create", title="x", date="31st of Nevember", time="25:99")
    episode = play(task, (wrong, *solution.turns))
    episode = episode.model_copy(update={"segments": (tokens(episode.segments[0].messages),)})
    (found,) = judged(task, episode, solution=solution)
    segment = found.trajectory.segments[0]
    runs = turn_runs(segment)
    for position, message in enumerate(segment.messages):
        if message.role is Role.ASSISTANT:
            start, end = runs[position]
            assert end - start == 2
            trained = [learnable_sft(m) for m in segment.mask[start:end]]
            assert trained == [not message.flags & TurnFlag.ERRONEOUS] * 2
    assert sum(map(learnable_sft, segment.mask)) == 4


def test_tokens_that_are_not_the_turns_are_malformed() -> None:
    task, _, good = solved()
    whole = tokens(good.segments[0].messages)
    broken = whole.model_copy(update={"mask": tuple(0 for _ in whole.mask)})
    with pytest.raises(AlignmentError):
        turn_runs(broken)
    (found,) = judged(task, good.model_copy(update={"segments": (broken,)}))
    assert found.trajectory.suitability is Suitability.REJECTED


def test_held_out_trajectories_are_never_curated() -> None:
    task, solution = made("memory.alarm", Split.DEV_EVOLVE)
    with pytest.raises(WrongSplitError):
        judged(task, play(task, solution.turns))

"""Turns that are given: the planner finds the context that it would have had, and the budgets that are left."""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest
from tests.evolution.phone_cases import made
from tests.harness.fake import FakeEnvironment, calling, saying, task

from planloop.contract.mask import TokenMask, TurnFlag
from planloop.contract.message import Message, Role
from planloop.contract.trajectory import Trajectory
from planloop.environments.sandbox import Sandbox
from planloop.harness.bounds import Bounds
from planloop.harness.episode import HarnessEpisode
from planloop.harness.harness import Harness
from planloop.harness.opening import open_with, recorded
from planloop.planners.base import Reply
from planloop.planners.render import Compact, Renderer
from planloop.planners.teacher import TeacherPlanner
from planloop.planners.tiny import MARKERS, tiny_tokenizer


@cache
def renderer() -> Renderer:
    words = "set alarm open app volume level search memory time on the my is ok error action create " * 20
    return Renderer(tiny_tokenizer([words, "abcdefghijklmnopqrstuvwxyz _-:,.()|?"], 400), Compact(MARKERS))


def taught(scenario: str, given: tuple[Reply, ...] = ()) -> Trajectory:
    """The known solution of a task, its first turns given and the others played in tokens."""
    made_task, solution = made(scenario)
    episode = Harness().episode(made_task, Sandbox(), 0, lambda trajectory: None)
    assert isinstance(episode, HarnessEpisode)
    open_with(episode, given)
    TeacherPlanner(renderer(), lambda _: solution.turns[len(given) :]).play([episode])
    assert episode.trajectory is not None
    return episode.trajectory


@pytest.mark.parametrize("scenario", ["memory.two_alarms", "skills.mixed", "apps.open.corrected"])
def test_a_planner_that_takes_over_reads_the_tokens_that_it_would_have_read(scenario: str) -> None:
    whole = taught(scenario)
    turns = recorded(whole)
    for number in range(len(turns)):
        found = taught(scenario, turns[:number])
        assert found.segments[0].token_ids == whole.segments[0].token_ids
        assert found.segments[0].tool_names == whole.segments[0].tool_names
        assert found.success and found.cost.turns == whole.cost.turns
        assert found.cost.output_tokens == whole.cost.output_tokens


def test_given_turns_are_learnt_from_by_nobody() -> None:
    whole = taught("memory.two_alarms")
    found = taught("memory.two_alarms", recorded(whole)[:1])
    own = [sum(bool(m & TokenMask.ASSISTANT) for m in t.segments[0].mask) for t in (whole, found)]
    assert own[1] == own[0] - recorded(whole)[0].output_tokens
    flags = [m.flags for m in found.messages if m.role is Role.ASSISTANT]
    assert flags == [TurnFlag.CONTEXT, TurnFlag.NONE, TurnFlag.NONE]


def test_what_the_given_turns_took_is_left_out_of_the_budget() -> None:
    made_task, _ = made("memory.two_alarms")
    turns = recorded(taught("memory.two_alarms"))
    left = []
    for number in range(len(turns)):
        episode = Harness(bounds=Bounds(max_output_tokens=400)).episode(
            made_task, Sandbox(), 0, lambda trajectory: None
        )
        assert isinstance(episode, HarnessEpisode)
        open_with(episode, turns[:number])
        left.append(episode.prompt.max_output_tokens)
    assert left[0] == 400
    assert [a - b for a, b in pairwise(left)] == [t.output_tokens for t in turns[:-1]]
    assert all(t.output_tokens > 0 for t in turns)


def test_malformed_and_numbered_turns_are_given_again_as_they_were() -> None:
    broken = Reply(message=Message(role=Role.ASSISTANT, content="create_alarm("), parse_error="no closing bracket")
    first = ("create_alarm", {"time": "07:30"})
    episode = Harness().episode(task(), FakeEnvironment(), 7, lambda trajectory: None)
    for reply in (broken, calling(first), calling(("list_alarms", {})), saying("Done.")):
        episode.advance(reply)
    assert episode.trajectory is not None
    turns = recorded(episode.trajectory)
    assert [t.parse_error for t in turns] == ["no closing bracket", None, None, None]
    again = Harness().episode(task(), FakeEnvironment(), 7, lambda trajectory: None)
    assert isinstance(again, HarnessEpisode)
    open_with(again, turns)
    assert again.ended and again.trajectory is not None
    plain = [m.model_copy(update={"flags": TurnFlag.NONE}) for m in again.trajectory.messages]
    assert tuple(plain) == episode.trajectory.messages
    assert again.trajectory.verdict == episode.trajectory.verdict


def test_history_is_no_turn_of_the_episode() -> None:
    history = (Message(role=Role.USER, content="hello"), Message(role=Role.ASSISTANT, content="hi"))
    episode = Harness().episode(task(history=history), FakeEnvironment(), 7, lambda trajectory: None)
    episode.advance(saying("Done."))
    assert episode.trajectory is not None
    assert [t.message.content for t in recorded(episode.trajectory)] == ["Done."]

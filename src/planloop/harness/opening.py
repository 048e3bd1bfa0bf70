"""Opening: turns that are given at the start of an episode, so that the planner takes over in the middle of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from planloop.contract.mask import TokenMask, TurnFlag
from planloop.contract.message import Message, Role
from planloop.contract.task import SolutionTurn
from planloop.contract.trajectory import Trajectory
from planloop.harness.episode import BAD_FORMAT, ONCE_MORE, HarnessEpisode
from planloop.planners.base import Reply


def open_with(episode: HarnessEpisode, turns: Sequence[Reply]) -> None:
    """Play `turns` in a fresh episode, as given: they and what came of them join its prompt, before the planner's turn.

    They count as turns, calls and output tokens of the episode like any other, and are learnt from by nobody. An
    episode that one of them ends is over.
    """
    prompt = episode.prompt
    later = dict(prompt.later_tools)
    for turn in turns:
        flags = turn.message.flags | TurnFlag.CONTEXT
        message = turn.message.model_copy(update={"flags": flags})
        following = episode.advance(replace(turn, message=message, sampled=False))
        if following is None:
            return
        if following.tools:
            later[len(episode.messages) - 1] = following.tools
    left = prompt.max_output_tokens - sum(t.output_tokens for t in turns)
    episode.prompt = replace(prompt, messages=episode.messages, max_output_tokens=max(1, left), later_tools=later)


def recorded(trajectory: Trajectory) -> tuple[Reply, ...]:
    """The planner's turns of a recorded episode as they can be given again. They hold no tokens, only their number.

    A malformed turn is told by the answer that it got.
    """
    spoken = [i for i, m in enumerate(trajectory.messages) if _own(m)]
    ends = [*spoken[1:], len(trajectory.messages)]
    sizes = _sizes(trajectory)
    known = len(sizes) == len(spoken)
    return tuple(
        Reply(
            message=trajectory.messages[start],
            output_tokens=sizes[number] if known else 0,
            parse_error=_problem(trajectory.messages[start + 1 : end]),
            sampled=False,
        )
        for number, (start, end) in enumerate(zip(spoken, ends, strict=True))
    )


def written(turn: SolutionTurn) -> Reply:
    """A turn of a known solution, to be given."""
    return Reply(message=Message(role=Role.ASSISTANT, content=turn.text, tool_calls=turn.calls), sampled=False)


def _own(message: Message) -> bool:
    return message.role is Role.ASSISTANT and not message.flags & TurnFlag.CONTEXT


def _sizes(trajectory: Trajectory) -> list[int]:
    """Tokens of each turn; none where the planner exposed no tokens."""
    masks = [m for segment in trajectory.segments for m in segment.mask]
    return [len(list(run)) for own, run in groupby(masks, lambda m: bool(m & TokenMask.ASSISTANT)) if own]


def _problem(answers: Sequence[Message]) -> str | None:
    for answer in answers:
        text = answer.content.removeprefix("[").removesuffix("]")
        if text.startswith(BAD_FORMAT):
            return text.removeprefix(BAD_FORMAT).removesuffix(ONCE_MORE)
    return None

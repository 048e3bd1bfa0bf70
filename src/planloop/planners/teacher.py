"""The teacher: plays known solutions and records them in a planner's own tokens, ready to be learnt from."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from planloop.contract.message import Message, Role
from planloop.contract.task import SolutionTurn, Task
from planloop.planners.base import Episode, Reply
from planloop.planners.render import Renderer
from planloop.planners.scripted import TaskEpisode

Script = Callable[[Task], Iterable[SolutionTurn]]


class TeacherPlanner:
    """Plays `script` and renders every turn with `renderer`: written tokens, not sampled ones, without
    log-probabilities. The trajectories it leaves are verified like any other."""

    def __init__(self, renderer: Renderer, script: Script, name: str = "teacher") -> None:
        self.name = name
        self._renderer = renderer
        self._script = script

    def play(self, episodes: Iterable[Episode]) -> None:
        """One episode after the other, each to the end of its script."""
        for episode in episodes:
            self._play(episode)  # type: ignore[arg-type]

    def _play(self, episode: TaskEpisode) -> None:
        prompt = episode.prompt
        context, _ = self._renderer.prompt_ids(prompt.messages, prompt.tools, prompt.schemas, prompt.later_tools)
        length = 0
        for turn in self._script(episode.task):
            message = Message(role=Role.ASSISTANT, content=turn.text, tool_calls=turn.calls)
            ids = self._renderer.turn_ids(message)
            length += len(context)
            reply = Reply(
                message=message,
                context_ids=tuple(context),
                token_ids=tuple(ids),
                logprobs=(0.0,) * len(ids),
                input_tokens=length,
                output_tokens=len(ids),
                sampled=False,
            )
            length += len(ids)
            following = episode.advance(reply)
            if following is None:
                return
            context = self._renderer.append_ids(following.messages, following.tools, prompt.schemas)
        episode.fail("the script ended before the episode did")

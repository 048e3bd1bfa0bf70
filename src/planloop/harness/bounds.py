"""Bounds: what an installation allows an episode, beside what its task and eta say."""

from __future__ import annotations

from dataclasses import dataclass, replace

from planloop.harness.retrieval import EXPOSED
from planloop.planners.base import Prompt


@dataclass(frozen=True)
class Bounds:
    """`exposed_tools` at the start where tools are retrieved; at most `max_turns` planner turns and `max_output_tokens`
    in an episode. None leaves it to the task and to eta."""

    exposed_tools: int = EXPOSED
    max_turns: int | None = None
    max_output_tokens: int | None = None

    def turns(self, task_turns: int) -> int:
        """The turns that an episode has of a task that allows `task_turns`."""
        return task_turns if self.max_turns is None else min(task_turns, self.max_turns)

    def prompt(self, prompt: Prompt) -> Prompt:
        """The prompt with this output budget, where one is given."""
        if self.max_output_tokens is None:
            return prompt
        return replace(prompt, max_output_tokens=self.max_output_tokens)


OPEN = Bounds()

from __future__ import annotations

import random
from dataclasses import dataclass, field

from planloop.contract.message import Message, Role
from planloop.contract.tool import ToolSpec
from planloop.environments.base import InfrastructureError
from planloop.planners.base import Continue, Prompt, Reply

WORDS = "set wake find alarm Ada number run call time label done nothing status error found".split()


@dataclass
class ToyEpisode:
    """Answers each of `turns` turns with some words; records every reply."""

    prompt: Prompt
    turns: int = 3
    breaks_at: int | None = None
    later: tuple[ToolSpec, ...] = ()  # callable from the second turn on
    replies: list[Reply] = field(default_factory=list)
    ended: bool = False
    failure: str = ""

    def advance(self, reply: Reply) -> Continue | None:
        assert not self.ended
        self.replies.append(reply)
        if self.breaks_at == len(self.replies):
            raise InfrastructureError("the phone is gone")
        if len(self.replies) >= self.turns:
            self.ended = True
            return None
        rand = random.Random(f"{self.prompt.seed}/{len(self.replies)}")
        text = " ".join(rand.choices(WORDS, k=rand.randrange(2, 30)))
        return Continue((Message(role=Role.TOOL, content=text),), self.later if len(self.replies) == 1 else ())

    def fail(self, reason: str) -> None:
        self.ended = True
        self.failure = reason

    @property
    def ids(self) -> list[int]:
        """The whole context, as recorded."""
        return [i for r in self.replies for i in (*r.context_ids, *r.token_ids)]

    @property
    def logps(self) -> list[float | None]:
        out: list[float | None] = []
        for reply in self.replies:
            out += [None] * len(reply.context_ids) + list(reply.logprobs)
        return out


def toy_episodes(
    tasks: int, group: int, tools: tuple[ToolSpec, ...], *, budget: int = 120, turn: int = 24, system: str = "Help."
) -> list[ToyEpisode]:
    """`group` episodes of each task: they share the prompt, and all tasks share system text and tools."""
    out = []
    for task in range(tasks):
        rand = random.Random(task)
        request = " ".join(rand.choices(WORDS, k=rand.randrange(3, 25)))
        messages = (Message(role=Role.SYSTEM, content=system), Message(role=Role.USER, content=request))
        for member in range(group):
            prompt = Prompt(messages, tools, seed=task * 1000 + member, max_output_tokens=budget, max_turn_tokens=turn)
            out.append(ToyEpisode(prompt, turns=1 + (task + member) % 4))
    return out

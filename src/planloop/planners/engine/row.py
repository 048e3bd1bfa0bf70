"""A row: one live episode in the batch, with what it has yet to read and what it has said in this turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from torch import Tensor

from planloop.contract.tool import ToolSpec
from planloop.planners.base import Episode, Reply
from planloop.planners.engine.grammar import Call
from planloop.planners.engine.sampling import generator
from planloop.planners.engine.store import Stretch
from planloop.planners.render import Renderer


@dataclass
class Ticket:
    """An episode that waits for a slot, its prompt already rendered."""

    episode: Episode
    ids: tuple[int, ...]
    prefix: tuple[int, ...]  # the shareable beginning of `ids`


@dataclass
class Row:
    """The state of one episode. `length` counts the tokens whose keys and values stand in the row's own slot."""

    ticket: Ticket
    slot: int
    shared: Stretch | None
    pending: list[int]  # tokens that the model has not read yet
    length: int = 0
    leader: Row | None = None  # reads the same prompt in this step; its result is copied
    recalled: tuple[Stretch, Tensor] | None = None  # an earlier row's reading of the same prompt
    context: tuple[int, ...] = ()  # appended since the previous reply
    tokens: list[int] = field(default_factory=list)
    logps: list[float] = field(default_factory=list)
    produced: int = 0
    tools: tuple[ToolSpec, ...] = ()  # what may be called
    call: Call | None = None  # the call that is being written
    random: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.context = self.ticket.ids
        prompt = self.ticket.episode.prompt
        self.tools = (*prompt.tools, *(tool for tools in prompt.later_tools.values() for tool in tools))
        self.random = generator(self.ticket.episode.prompt.seed)

    @property
    def base(self) -> int:
        """Tokens before the slot's first one."""
        return self.shared.length if self.shared else 0

    @property
    def position(self) -> int:
        """Tokens read so far."""
        return self.base + self.length

    def room(self, max_context: int) -> int:
        """How many more tokens this turn may hold."""
        prompt = self.ticket.episode.prompt
        left = min(prompt.max_turn_tokens - len(self.tokens), prompt.max_output_tokens - self.produced)
        return min(left, max_context - self.position - len(self.pending))

    def take(self, token: int, logp: float) -> None:
        """Add a sampled token; it is read by the model in the next step."""
        self.tokens.append(token)
        self.logps.append(logp)
        self.produced += 1
        self.pending = [token]

    def reply(self, renderer: Renderer, truncated: bool) -> Reply:
        """The finished turn. `input_tokens` is the whole context that the turn was conditioned on."""
        message, problem = renderer.parse(self.tokens)
        read = self.position + len(self.pending)
        return Reply(
            message=message,
            context_ids=self.context,
            token_ids=tuple(self.tokens),
            logprobs=tuple(self.logps),
            input_tokens=read - len(self.tokens),
            output_tokens=len(self.tokens),
            parse_error=None if truncated else problem,
            truncated=truncated,
        )

    def extend(self, ids: list[int], tools: Sequence[ToolSpec]) -> None:
        """Begin the next turn after appended messages, with which `tools` became callable."""
        self.tools, self.call = (*self.tools, *tools), None
        self.context = tuple(ids)
        self.pending = [*self.pending, *ids]
        self.tokens, self.logps = [], []

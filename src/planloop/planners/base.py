"""The Planner interface: a planner drives a pool of episodes; each episode is a small state machine.

The planner decides how to batch (continuous batching with a kept KV cache, threads over an endpoint, a plain loop);
the episode, which the harness implements, decides what the planner sees next.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from planloop.contract.message import Message
from planloop.contract.tool import ToolSpec


class SchemaStyle(StrEnum):
    """How a planner that renders its own context writes tools: a signature and a line, or the full JSON schema."""

    COMPACT = "compact"
    FULL = "full"


@dataclass(frozen=True)
class Prompt:
    """The start of a segment: messages and the tools exposed with them.

    `messages[0]` is the system message; its text and `tools` form the stable prefix that many episodes share (planners
    cache it). `later_tools[i]` became callable with message i, where the prompt holds turns that were played already.
    `seed` makes sampling deterministic and distinct inside a group. Lengths are in planner tokens.
    """

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...]
    seed: int = 0
    max_output_tokens: int = 512  # over the whole episode
    max_turn_tokens: int = 160
    schemas: SchemaStyle = SchemaStyle.COMPACT
    later_tools: Mapping[int, tuple[ToolSpec, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """One planner turn.

    `context_ids` are the tokens appended to the context since the previous reply (the rendered prompt, or tool
    results) and `token_ids` the sampled turn including its end token; both are empty where tokens are not exposed.
    `logprobs` belong to `token_ids`, at temperature 1. `parse_error` is set when the turn held a malformed call;
    `truncated` when a token budget cut it.
    """

    message: Message
    context_ids: tuple[int, ...] = ()
    token_ids: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()
    input_tokens: int = 0
    output_tokens: int = 0
    parse_error: str | None = None
    truncated: bool = False
    sampled: bool = True  # False for a teacher's turn: its tokens were written, not drawn


@dataclass(frozen=True)
class Continue:
    """What the harness appends before the planner's next turn (tool results, notices, new tools as text)."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = field(default=())  # tools that became callable with this message


class Episode(Protocol):
    """The harness's side of one episode, driven by a planner."""

    prompt: Prompt

    def advance(self, reply: Reply) -> Continue | None:
        """Take the planner's turn, execute its calls, and return what comes next; None when the episode has ended."""
        ...

    def fail(self, reason: str) -> None:
        """End the episode as invalid: an infrastructure failure, never the planner's fault."""
        ...


class Planner(Protocol):
    """Weights (or a script, or an endpoint) behind one method."""

    name: str

    def play(self, episodes: Iterable[Episode]) -> None:
        """Drive every episode to its end. Endpoint or engine failures end the episode through `fail`."""
        ...

"""Trajectory: the full record of one episode, as append-only segments (design rule 5)."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from planloop.contract.feedback import Evidence, Feedback
from planloop.contract.message import Message
from planloop.contract.record import Record
from planloop.contract.split import Split
from planloop.contract.verdict import StopReason, Suitability, Verdict


class Segment(Record):
    """A stretch of one growing context. Token fields are empty where the planner exposes no tokens (endpoints).

    `mask[i]` is the `TokenMask` of `token_ids[i]`; `logprobs[i]` is the log-probability under the sampling planner
    at temperature 1 (0.0 where the token was not sampled). Lengths are equal.
    """

    messages: tuple[Message, ...]
    tool_names: tuple[str, ...] = ()
    token_ids: tuple[int, ...] = ()
    mask: tuple[int, ...] = ()
    logprobs: tuple[float, ...] = ()

    @model_validator(mode="after")
    def _aligned(self) -> Segment:
        if not len(self.token_ids) == len(self.mask) == len(self.logprobs):
            raise ValueError(
                f"segment fields differ in length: {len(self.token_ids)} ids, {len(self.mask)} masks, "
                f"{len(self.logprobs)} logprobs"
            )
        return self


class Versions(Record):
    """Everything that made this trajectory, by content hash or name."""

    planner: str
    harness: str
    suite: str
    skills: dict[str, str] = {}
    code: str = ""


class Cost(Record):
    """What the episode cost. Tokens are counted by the planner's own tokenizer."""

    input_tokens: int = 0
    output_tokens: int = 0
    tool_calls: int = 0
    turns: int = 0


class Trajectory(Record):
    """One episode. Outcome (`verdict`), validity and suitability are three separate judgements. `omitted` says what its
    first context left out, and why."""

    schema_version: Literal[1] = 1
    id: str
    task_key: str
    task_hash: str
    split: Split
    seed: int
    versions: Versions
    segments: tuple[Segment, ...]
    feedback: tuple[Feedback, ...] = ()
    evidence: Evidence | None = None
    verdict: Verdict | None = None
    stop: StopReason
    valid: bool = True
    invalid_reason: str = ""
    suitability: Suitability = Suitability.UNJUDGED
    cost: Cost = Cost()
    omitted: tuple[str, ...] = ()
    backend: str = "sandbox"
    source: str = "rollout"  # rollout, teacher, import, replay

    @property
    def success(self) -> bool:
        """True only for a valid episode whose verdict is a success."""
        return self.valid and self.verdict is not None and self.verdict.success

    @property
    def messages(self) -> tuple[Message, ...]:
        """All messages, in order, over segments."""
        return tuple(m for segment in self.segments for m in segment.messages)

    @property
    def closing_text(self) -> str:
        """The planner's last text without calls, or empty."""
        for message in reversed(self.messages):
            if message.role == "assistant" and not message.tool_calls:
                return message.content
        return ""

"""The recorder: an episode as it happens, turned into the contract's Trajectory at its end."""

from __future__ import annotations

from dataclasses import dataclass, field

from planloop import __version__
from planloop.contract.feedback import Evidence, Feedback
from planloop.contract.mask import token_mask
from planloop.contract.message import Message
from planloop.contract.record import content_hash
from planloop.contract.task import Task
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Cost, Segment, Trajectory, Versions
from planloop.contract.verdict import StopReason, Verdict
from planloop.planners.base import Prompt, Reply

_CONTEXT = int(token_mask(assistant=False, sampled=False))
_TURN = {sampled: int(token_mask(assistant=True, sampled=sampled)) for sampled in (True, False)}


@dataclass(frozen=True)
class Labels:
    """Where an episode comes from, for its record. `planner` is a name or content hash."""

    planner: str = ""
    suite: str = ""
    source: str = "rollout"


@dataclass
class Recorder:
    """Collects one episode as a single append-only segment. Token ids are kept as they were sampled."""

    task: Task
    seed: int
    prompt: Prompt
    omitted: tuple[str, ...] = ()
    messages: list[Message] = field(default_factory=list)
    tool_names: list[str] = field(default_factory=list)
    token_ids: list[int] = field(default_factory=list)
    mask: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    feedback: list[Feedback] = field(default_factory=list)
    input_tokens: int = 0
    output_tokens: int = 0
    turns: int = 0

    def __post_init__(self) -> None:
        self.messages.extend(self.prompt.messages)
        self.tool_names.extend(t.name for t in self.prompt.tools)

    def reply(self, reply: Reply) -> None:
        """Take a planner turn. Raises `ValueError` when ids and log-probabilities differ in number."""
        if len(reply.token_ids) != len(reply.logprobs):
            raise ValueError(f"a reply with {len(reply.token_ids)} tokens has {len(reply.logprobs)} log-probabilities")
        self.messages.append(reply.message)
        self.token_ids.extend((*reply.context_ids, *reply.token_ids))
        self.mask.extend([_CONTEXT] * len(reply.context_ids) + [_TURN[reply.sampled]] * len(reply.token_ids))
        self.logprobs.extend((*([0.0] * len(reply.context_ids)), *reply.logprobs))
        self.input_tokens += reply.input_tokens
        self.output_tokens += reply.output_tokens
        self.turns += 1

    def appended(self, messages: tuple[Message, ...], tools: tuple[ToolSpec, ...] = ()) -> None:
        """Take what the harness appended after a turn."""
        self.messages.extend(messages)
        self.tool_names.extend(t.name for t in tools)

    def trajectory(
        self,
        labels: Labels,
        harness: str,
        skills: dict[str, str],
        backend: str,
        stop: StopReason,
        evidence: Evidence | None,
        verdict: Verdict | None,
        invalid_reason: str = "",
    ) -> Trajectory:
        """The finished record. Its id depends on task, seed, versions, source, and what was said, done and left out."""
        segment = Segment(
            messages=tuple(self.messages),
            tool_names=tuple(self.tool_names),
            token_ids=tuple(self.token_ids),
            mask=tuple(self.mask),
            logprobs=tuple(self.logprobs),
        )
        task_hash = self.task.content_hash()
        said = content_hash([segment.model_dump(mode="json"), stop.value, invalid_reason, list(self.omitted)])
        versions = Versions(
            planner=labels.planner, harness=harness, suite=labels.suite, skills=skills, code=__version__
        )
        by = content_hash(versions.model_dump(mode="json"))
        return Trajectory(
            id=content_hash([task_hash, self.seed, by, labels.source, said])[:24],
            task_key=self.task.key,
            task_hash=task_hash,
            split=self.task.split,
            seed=self.seed,
            versions=versions,
            segments=(segment,),
            feedback=tuple(self.feedback),
            evidence=evidence,
            verdict=verdict,
            stop=stop,
            valid=not invalid_reason,
            invalid_reason=invalid_reason,
            omitted=self.omitted,
            cost=Cost(
                input_tokens=self.input_tokens,
                output_tokens=self.output_tokens,
                tool_calls=sum(len(m.tool_calls) for m in self.messages[len(self.prompt.messages) :]),
                turns=self.turns,
            ),
            backend=backend,
            source=labels.source,
        )

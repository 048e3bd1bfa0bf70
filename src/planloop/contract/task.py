"""Task: a goal with its start, its resources and its completion criteria, and no reference trajectory."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import JsonValue, SerializerFunctionWrapHandler, model_serializer

from planloop.contract.capability import Capability
from planloop.contract.criteria import Checker, Criterion, SayCriterion
from planloop.contract.feedback import ErrorType
from planloop.contract.message import Message, ToolCall
from planloop.contract.record import Record
from planloop.contract.split import Split


class Override(Record):
    """One difference from the seeded world: set `field` of record `id` (or the whole record when `field` is None).

    A None `value` with no `field` deletes the record.
    """

    table: str
    id: str
    field: str | None = None
    value: JsonValue = None


class Fault(Record):
    """An injected fault: the `nth` call (from 1) of `tool` fails with `error_type`; `nth=0` means every call."""

    tool: str
    nth: int
    error_type: ErrorType
    message: str


class WorldSpec(Record):
    """The initial state: a seeded world plus overrides and faults. `storey` says how much of the phone there is: what
    the suite `phone-starter` needs, or all of it."""

    seed: int
    storey: Literal["first", "full"] = "first"

    @model_serializer(mode="wrap")
    def _dense(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """Without the storey where it is the first: tasks from before there was another keep their hashes."""
        value: dict[str, Any] = write(self)
        if self.storey == "first":
            value.pop("storey", None)
        return value

    overrides: tuple[Override, ...] = ()
    faults: tuple[Fault, ...] = ()


class ReferenceCost(Record):
    """About twice the cost of a good solution: CARE's `e_i` is a share of it."""

    output_tokens: int
    tool_calls: int


class Task(Record):
    """One task. `key` is durable across revisions; `content_hash()` names exactly this text."""

    schema_version: Literal[1] = 1
    key: str
    split: Split
    request: str
    language: str = "en"
    history: tuple[Message, ...] = ()
    world: WorldSpec
    tools: tuple[str, ...]  # exposed at the start (N = 15), skill loaders and memory tools included
    capability: Capability
    checker: Checker
    criteria: tuple[Criterion, ...]
    gold_memories: tuple[str, ...] = ()
    gold_skill: str | None = None
    template: str
    skeleton: str
    reference: ReferenceCost
    max_turns: int = 15

    @property
    def reads_closing(self) -> bool:
        """Whether a criterion looks at what the planner says at the end."""
        return any(isinstance(criterion, SayCriterion) for criterion in self.criteria)


class SolutionTurn(Record):
    """One turn of a known solution: calls, or a closing text."""

    calls: tuple[ToolCall, ...] = ()
    text: str = ""


class Solution(Record):
    """A known solution of a task, kept apart from it (oracle, validation, teacher)."""

    task_key: str
    turns: tuple[SolutionTurn, ...]

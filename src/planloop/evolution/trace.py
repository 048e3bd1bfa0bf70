"""Trace: an episode as the diagnoser reads it - model turns, their calls, and what came back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from planloop.contract.feedback import ErrorType, Executed, Feedback
from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.strict_json import JsonProblem, loads
from planloop.contract.trajectory import Trajectory

_ERRORS = {e.value: e for e in ErrorType}


@dataclass(frozen=True)
class Done:
    """One call of an episode. `shown` is the text that the planner read, `full` the result before it was worded."""

    turn: int
    call: ToolCall
    success: bool
    error: ErrorType | None = None
    shown: str = ""
    full: JsonObject = field(default_factory=dict)
    side_effect: str = "read"
    returned_memories: tuple[str, ...] = ()
    loaded_skill: str | None = None

    @property
    def name(self) -> str:
        """The tool."""
        return self.call.name

    @property
    def key(self) -> str:
        """Equal for equal calls."""
        return f"{self.name} {json.dumps(self.call.arguments, sort_keys=True)}"


@dataclass(frozen=True)
class Trace:
    """`turns` counts model turns from 0; `before` is what stood in the context first (system text, history, request).

    `exposed` are all tools that were callable at some time, `closing` the last text without calls.
    """

    calls: tuple[Done, ...]
    turns: int
    before: tuple[Message, ...]
    exposed: frozenset[str]
    closing: str

    def of(self, tool: str) -> tuple[Done, ...]:
        """The calls of one tool."""
        return tuple(c for c in self.calls if c.name == tool)

    @property
    def guidance(self) -> str:
        """What the harness told the planner: system text and loaded skills."""
        system = [m.content for m in self.before if m.role is Role.SYSTEM]
        return "\n".join([*system, *(c.shown for c in self.calls if c.loaded_skill)])


def read_trace(trajectory: Trajectory, exposed: Sequence[str] = ()) -> Trace:
    """The trace of a recorded episode; `exposed` adds tools that its segments do not name."""
    done = {o.call_id: o for o in (trajectory.evidence.operations if trajectory.evidence else ())}
    results = {f.call_id: f for f in trajectory.feedback}
    names = frozenset(n for s in trajectory.segments for n in s.tool_names) | frozenset(exposed)
    return _read(trajectory.messages, names, done, results)


def read_messages(messages: Sequence[Message], exposed: Sequence[str] = ()) -> Trace:
    """The trace of an imported chat log: everything after the last user message is the episode."""
    return _read(messages, frozenset(exposed), {}, {})


def _read(
    messages: Sequence[Message],
    exposed: frozenset[str],
    done: Mapping[str, Executed],
    results: Mapping[str, Feedback],
) -> Trace:
    start = _start(messages)
    shown = {m.tool_call_id: m.content for m in messages[start:] if m.role is Role.TOOL}
    calls: list[Done] = []
    turn = -1
    closing = ""
    for message in messages[start:]:
        if message.role is not Role.ASSISTANT:
            continue
        turn += 1
        closing = message.content if not message.tool_calls else closing
        for call in message.tool_calls:
            calls.append(_done(turn, call, str(shown.get(call.id, "")), done.get(call.id), results.get(call.id)))
    return Trace(tuple(calls), turn + 1, tuple(messages[:start]), exposed, closing)


def _start(messages: Sequence[Message]) -> int:
    """Position after the history: the first model turn that follows the last user message that has one after it."""
    spoken = [i for i, m in enumerate(messages) if m.role is Role.ASSISTANT and not m.flags & TurnFlag.CONTEXT]
    flagged = any(m.flags & TurnFlag.CONTEXT for m in messages)
    if not spoken:
        return len(messages)
    if flagged:
        return spoken[0]
    asked = [i for i, m in enumerate(messages) if m.role is Role.USER and i < spoken[-1]]
    return next((i for i in spoken if not asked or i > asked[-1]), len(messages))


def _done(turn: int, call: ToolCall, shown: str, executed: Executed | None, feedback: Feedback | None) -> Done:
    if executed is not None:
        success, error = executed.success, executed.error_type
    elif feedback is not None:
        success, error = feedback.success, feedback.error_type
    else:
        success, error = _outcome(shown)
    return Done(
        turn=turn,
        call=call,
        success=success and call.raw is None,
        error=error,
        shown=shown,
        full=feedback.data if feedback is not None else {},
        side_effect=executed.side_effect if executed is not None else "read",
        returned_memories=executed.returned_memories if executed is not None else (),
        loaded_skill=executed.loaded_skill if executed is not None else None,
    )


def _outcome(shown: str) -> tuple[bool, ErrorType | None]:
    """Success and error type as far as an answer's text tells them, in our wording or in the published envelopes."""
    text = shown.strip()
    if text.lower().startswith("error"):
        kind = text.split()[1].rstrip(":") if len(text.split()) > 1 else ""
        return False, _ERRORS.get(kind)
    try:
        value = loads(text)
    except JsonProblem:
        return True, None
    if isinstance(value, dict) and (value.get("success") is False or value.get("error") or value.get("ok") is False):
        kind = str(value.get("type", ""))
        return False, _ERRORS.get(kind)
    return True, None

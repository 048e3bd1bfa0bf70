"""Context construction: the stable prefix, the history that fits, and the request with what varies per task."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role
from planloop.contract.task import Task
from planloop.contract.tool import ToolSpec
from planloop.harness.adapter import Adapter
from planloop.harness.budget import message_tokens, tool_tokens
from planloop.harness.eta_files import Runtime
from planloop.harness.memory.search import Hit
from planloop.harness.mode import HarnessMode
from planloop.harness.wording import user_text
from planloop.planners.base import Prompt, SchemaStyle

PLAIN = "You are a phone assistant. Use the tools to do what the user asks, then answer."
"""The system prompt of the harness that is switched off."""
SHORTENED = 160  # characters kept of an old tool result when history must shrink


class Omission(StrEnum):
    """What was left out of a context."""

    OLD_RESULT = "old tool result shortened"
    OLD_EXCHANGE = "old exchange dropped"
    RECALL = "recalled memory dropped"


@dataclass(frozen=True)
class Omitted:
    """One thing left out, why (in tokens over the budget), and about how many tokens that saved."""

    what: Omission
    over_by: int
    saved: int

    def __str__(self) -> str:
        return f"{self.what}: the context was {self.over_by} tokens over its budget, this saved {self.saved}"


@dataclass(frozen=True)
class Context:
    """A prompt and what did not fit into it."""

    prompt: Prompt
    omitted: tuple[Omitted, ...] = ()


def system_text(adapter: Adapter, exposed: Iterable[str], mode: HarnessMode) -> str:
    """The system message: it depends on eta and the exposed tools only, so that many tasks share it byte for byte."""
    if mode is HarnessMode.OFF:
        return PLAIN
    names = list(exposed)
    guidance = adapter.inject(names, skills=mode.skills) if mode.adapter else ""
    return "\n".join(part for part in (adapter.eta.instructions, guidance) if part)


def build_context(
    task: Task,
    tools: Sequence[ToolSpec],
    adapter: Adapter,
    mode: HarnessMode,
    *,
    now: datetime | None,
    recalled: Sequence[Hit] = (),
    seed: int = 0,
) -> Context:
    """The context of the first turn. Priorities: system and tools, request, newest history, recalled memory."""
    runtime = adapter.eta.runtime
    schemas = SchemaStyle.COMPACT if mode.compact else SchemaStyle.FULL
    system = Message(role=Role.SYSTEM, content=system_text(adapter, [t.name for t in tools], mode))
    user = Message(role=Role.USER, content=_request(task, now, recalled, runtime))
    bare = Message(role=Role.USER, content=_request(task, now, (), runtime))
    fixed = message_tokens(system) + sum(tool_tokens(t, schemas) for t in tools)
    omitted: list[Omitted] = []
    history = [m.model_copy(update={"flags": _given(m)}) for m in task.history]
    history = _fit(history, fixed + message_tokens(bare), runtime.context_tokens, mode, omitted)
    total = fixed + message_tokens(user) + sum(map(message_tokens, history))
    if recalled and total > runtime.context_tokens:
        saved = message_tokens(user) - message_tokens(bare)
        omitted.append(Omitted(Omission.RECALL, total - runtime.context_tokens, saved))
        user = bare
    prompt = Prompt(
        messages=(system, *history, user),
        tools=tuple(tools),
        seed=seed,
        max_output_tokens=runtime.max_output_tokens,
        max_turn_tokens=runtime.max_turn_tokens,
        schemas=schemas,
    )
    return Context(prompt, tuple(omitted))


def _given(message: Message) -> TurnFlag:
    return message.flags | TurnFlag.CONTEXT if message.role is Role.ASSISTANT else message.flags


def _request(task: Task, now: datetime | None, recalled: Sequence[Hit], runtime: Runtime) -> str:
    lines = [user_text(now, task.request) if now is not None and runtime.show_clock else task.request]
    for hit in recalled:
        note = f" {hit.note}" if hit.note else ""
        lines.append(f"[memory {hit.record.memory_id} {hit.record.recorded_at}{note}] {hit.record.text}")
    return "\n".join(lines)


def _fit(history: list[Message], fixed: int, budget: int, mode: HarnessMode, omitted: list[Omitted]) -> list[Message]:
    """Shorten old tool results first (unless the harness is off), then drop the oldest exchanges."""

    def over() -> int:
        return fixed + sum(map(message_tokens, history)) - budget

    if mode.compact:
        for index, message in enumerate(history):
            if over() <= 0:
                break
            if message.role is Role.TOOL and len(message.content) > SHORTENED + 3:
                short = message.model_copy(update={"content": message.content[:SHORTENED] + "..."})
                saved = message_tokens(message) - message_tokens(short)
                omitted.append(Omitted(Omission.OLD_RESULT, over(), saved))
                history[index] = short
    while history and over() > 0:
        end = next((i for i, m in enumerate(history[1:], start=1) if m.role is Role.USER), len(history))
        omitted.append(Omitted(Omission.OLD_EXCHANGE, over(), sum(map(message_tokens, history[:end]))))
        history = history[end:]
    return history

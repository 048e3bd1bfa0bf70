"""A trajectory as text that a person can read, with findings beside the messages they are about."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence

from planloop.contract.message import Message, Role
from planloop.contract.trajectory import Trajectory
from planloop.data.findings import Finding
from planloop.data.trace_results import read_result

_NAMES = {Role.SYSTEM: "system", Role.USER: "user", Role.ASSISTANT: "agent"}
LONG = 400


def transcript(trajectory: Trajectory, findings: Sequence[Finding] = (), *, title: str = "", width: int = 100) -> str:
    """One block per message, numbered from 1; long texts are shortened and say by how much."""
    calls, stop = trajectory.cost.tool_calls, trajectory.stop
    head = f"{title or trajectory.task_key}  {trajectory.id}  ({calls} calls, stop: {stop})"
    lines = [head]
    for number, message in enumerate(trajectory.messages, start=1):
        lines += _block(number, message, width)
        lines += [f"      !! {item.kind}: {item.detail}" for item in findings if item.message == number]
    return "\n".join(lines)


def _block(number: int, message: Message, width: int) -> Iterator[str]:
    prefix = f"{number:4d}  "
    if message.role is Role.TOOL:
        result = read_result(message.content, message.tool_call_id or "", message.name or "")
        yield from _wrapped(f"{prefix}{'ok' if result.success else 'FAILED'} <- ", message.content, width)
        return
    if message.reasoning:
        yield from _wrapped(f"{prefix}{_NAMES[message.role]} thinks: ", message.reasoning, width)
    if message.content or not message.tool_calls:
        yield from _wrapped(f"{prefix}{_NAMES[message.role]}: ", message.content, width)
    for call in message.tool_calls:
        text = call.raw if call.raw is not None else json.dumps(call.arguments, ensure_ascii=False)
        mark = "calls (malformed)" if call.raw is not None else "calls"
        yield from _wrapped(f"{prefix}{_NAMES[message.role]} {mark}: ", f"{call.name} {text}", width)


def _wrapped(prefix: str, text: str, width: int) -> Iterator[str]:
    shown = printable(" ".join(text.split()))
    if len(shown) > LONG:
        shown = f"{shown[:LONG]} ... ({len(shown) - LONG} more characters)"
    yield from textwrap.wrap(prefix + shown, width, subsequent_indent=" " * 10) or [prefix]


def printable(text: str) -> str:
    """The text without control characters, but for line ends: those of a foreign log never reach the terminal."""
    return "".join(char if char.isprintable() or char == "\n" else "?" for char in text)

"""The compact dialect of the embedded planner: one marker token per turn, calls as `name` and `key: value` lines.

A string value is written as it is, so that it has the same tokens in the request and in the call; a string that would
read as something else (a number, `true`, a leading quote or bracket, inner line breaks) and every other JSON value is
written as JSON. The layout needs no schema to be read back exactly.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import JsonValue

from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.tool import ToolSpec
from planloop.planners.render.dialect import Marker, Piece
from planloop.planners.render.signature import signature


class Compact:
    """Layout: `<system> text\\n sig\\n sig<user> text<assistant><call> name\\nkey: value<end><result> ...`."""

    def __init__(self, markers: dict[Marker, str]) -> None:
        self.markers = markers

    def system(self, message: Message, tools: Sequence[ToolSpec]) -> list[Piece]:
        """Instructions, then one signature a line."""
        return [Marker.SYSTEM, " " + "\n ".join([message.content, *map(signature, tools)])]

    def append(self, message: Message, tools: Sequence[ToolSpec]) -> list[Piece]:
        """User text, a tool result, or a notice; signatures of newly callable tools follow it."""
        marker = {Role.USER: Marker.USER, Role.TOOL: Marker.RESULT}.get(message.role, Marker.SYSTEM)
        return [marker, " " + "\n ".join([message.content, *map(signature, tools)])]

    def turn(self, message: Message) -> list[Piece]:
        """Calls, each after a call marker; else the text."""
        pieces: list[Piece] = []
        if message.content:
            pieces.append(" " + message.content)
        for call in message.tool_calls:
            lines = [" " + call.name, *(f"{key}: {_write(value)}" for key, value in call.arguments.items())]
            pieces += [Marker.CALL, "\n".join(lines)]
        return [*pieces, Marker.END]

    def read(self, pieces: Sequence[Piece]) -> tuple[Message, str | None]:
        """Inverse of `turn`; tolerant of a missing end marker, strict about everything else."""
        text, calls, problem, marker = "", [], None, None
        for piece in pieces:
            if isinstance(piece, Marker):
                marker = piece
                if piece not in (Marker.CALL, Marker.END):
                    problem = problem or f"a turn cannot hold a {piece} marker"
            elif marker is None:
                text += piece
            elif marker is Marker.CALL:
                call, wrong = _read_call(piece, len(calls))
                problem = problem or wrong
                calls.append(call)
        text = text[1:] if text.startswith(" ") else text
        return Message(role=Role.ASSISTANT, content=text, tool_calls=tuple(calls)), problem


def _read_call(text: str, index: int) -> tuple[ToolCall, str | None]:
    head, *lines = text.split("\n")
    name = head.strip()
    problem = None if name and " " not in name else f"call {index + 1}: {name!r} is not a tool name"
    arguments: JsonObject = {}
    for line in lines:
        key, colon, value = line.partition(": ")
        if not colon or not key or key in arguments:
            what = "repeats an argument" if key in arguments else "is not 'argument: value'"
            problem = problem or f"call {index + 1} ({name}): line {line!r} {what}"
            continue
        arguments[key] = _read(value)
    raw = text if problem else None
    return ToolCall(id=f"c{index}", name=name, arguments={} if problem else arguments, raw=raw), problem


def _write(value: JsonValue) -> str:
    if isinstance(value, str) and _plain(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _plain(value: str) -> bool:
    if not value or value != value.strip() or len(value.splitlines()) != 1 or "\n" in value or "\r" in value:
        return False
    if value[0] in "\"[{":
        return False
    try:
        json.loads(value)
    except (ValueError, RecursionError):
        return True
    return False


def _read(text: str) -> JsonValue:
    try:
        value: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return text
    return value

"""The compact dialect of the embedded planner: one marker token per turn, calls as `name` and `key: value` lines.

A string value is written as it is, so that it has the same tokens in the request and in the call; a string that would
read as something else (a number, `true`, a leading quote or bracket, inner line breaks) and every other JSON value is
written as JSON. The layout needs no schema to be read back exactly.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from pydantic import JsonValue

from planloop.contract import strict_json
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.tool import ToolSpec
from planloop.planners.base import SchemaStyle
from planloop.planners.render.dialect import Marker, Piece
from planloop.planners.render.signature import tool_line

MOST_ONCE = 6
"""Arguments of a tool up to which the grammar of its calls knows which were given."""
OPEN_LINE = r'"\n" /[^\n]+: [^\n]+/'
"""A line of a tool whose schema does not name all of its arguments."""


class Compact:
    """Layout: `<system> text\\n sig\\n sig<user> text<assistant><call> name\\nkey: value<end><result> ...`."""

    def __init__(self, markers: dict[Marker, str]) -> None:
        self.markers = markers

    def system(self, message: Message, tools: Sequence[ToolSpec], schemas: SchemaStyle) -> list[Piece]:
        """Instructions, then one signature a line."""
        return [Marker.SYSTEM, " " + "\n ".join([message.content, *(tool_line(tool, schemas) for tool in tools)])]

    def append(
        self,
        message: Message,
        tools: Sequence[ToolSpec],
        schemas: SchemaStyle,
        *,
        first: bool = True,
        last: bool = True,
    ) -> list[Piece]:
        """User text, a tool result, or a notice; signatures of newly callable tools follow it."""
        marker = {Role.USER: Marker.USER, Role.TOOL: Marker.RESULT}.get(message.role, Marker.SYSTEM)
        return [marker, " " + "\n ".join([message.content, *(tool_line(tool, schemas) for tool in tools)])]

    def turn(self, message: Message) -> list[Piece]:
        """The text, then the calls, each after a call marker."""
        pieces: list[Piece] = []
        if message.content:
            pieces.append(" " + message.content)
        for call in message.tool_calls:
            lines = [" " + call.name, *(f"{_key(key)}: {_write(value)}" for key, value in call.arguments.items())]
            pieces += [Marker.CALL, "\n".join(lines)]
        return [*pieces, Marker.END]

    def call_grammar(self, tools: Sequence[ToolSpec]) -> str | None:
        """Names of tools and arguments, each argument once, and values by their schema. That an argument is required is
        not in it: a planner that lacks one should rather fail than invent it."""
        rules = [f"start: {' | '.join(f'tool{n}' for n in range(len(tools)))}"]
        for number, tool in enumerate(tools):
            rules += _call_rules(f"tool{number}", tool)
        return "\n".join([*rules, r"VALUE: /[^\n]+/"]) if tools else None

    def read(self, pieces: Sequence[Piece]) -> tuple[Message, str | None]:
        """Inverse of `turn`; tolerant of a missing end marker, strict about everything else."""
        bodies: list[str] = [""]  # the text, then one body for each call
        problem = None
        for piece in pieces:
            if not isinstance(piece, Marker):
                bodies[-1] += piece
            elif piece is Marker.CALL:
                bodies.append("")
            elif piece is not Marker.END:
                problem = problem or f"a turn cannot hold a {piece} marker"
        calls = []
        for index, body in enumerate(bodies[1:]):
            call, wrong = _read_call(body, index)
            problem = problem or wrong
            calls.append(call)
        return Message(role=Role.ASSISTANT, content=bodies[0].removeprefix(" "), tool_calls=tuple(calls)), problem


def _read_call(text: str, index: int) -> tuple[ToolCall, str | None]:
    head, *lines = text.split("\n")
    name = head.strip()
    problem = None if name and " " not in name else f"call {index + 1}: {name!r} is not a tool name"
    arguments: JsonObject = {}
    for line in lines:
        key, rest = _split(line)
        if key is None or key in arguments:
            what = "is not 'argument: value'" if key is None else "repeats an argument"
            problem = problem or f"call {index + 1} ({name}): line {line!r} {what}"
            continue
        arguments[key] = _read(rest)
    raw = text if problem else None
    return ToolCall(id=f"c{index}", name=name, arguments={} if problem else arguments, raw=raw), problem


def _call_rules(rule: str, tool: ToolSpec) -> list[str]:
    """Lark rules of a call: its name, then `key: value` lines in any order, none of a key that was given. One rule for
    each set of keys that may follow, so tools of many arguments are only kept to as many lines as they have keys."""
    lines = [f'"\\n" {_quoted(_key(key) + ": ")} {_value(schema)}' for key, schema in _properties(tool).items()]
    name = f"{rule}: {_quoted(' ' + tool.name)}"
    if _open(tool):
        return [f"{name} ({' | '.join([*lines, OPEN_LINE])})*"]
    if len(lines) > MOST_ONCE:
        return [f"{name} ({' | '.join(lines)}){{0,{len(lines)}}}"]

    def then(left: int) -> str:
        """What may follow where these keys are left, as bits."""
        return f" {rule}_{left}?" if left else ""

    rules = [name + then(2 ** len(lines) - 1)]
    for left in range(1, 2 ** len(lines)):
        options = [f"{rule}_line{n}{then(left ^ 1 << n)}" for n in range(len(lines)) if left >> n & 1]
        rules.append(f"{rule}_{left}: {' | '.join(options)}")
    return [*rules, *(f"{rule}_line{n}: {line}" for n, line in enumerate(lines))]


def _properties(tool: ToolSpec) -> JsonObject:
    found = tool.parameters.get("properties")
    return found if isinstance(found, dict) else {}


def _open(tool: ToolSpec) -> bool:
    """Whether arguments may be given that the schema does not name here."""
    elsewhere = {"patternProperties", "$ref", "allOf", "anyOf", "oneOf"} & {*tool.parameters}
    return bool(elsewhere) or tool.parameters.get("additionalProperties", False) is not False


def _quoted(text: str) -> str:
    """A Lark string of exactly this text."""
    return json.dumps(text).replace("\x7f", "\\u007f")


def _value(schema: JsonValue) -> str:
    """The text of a value of a schema, as a Lark expression."""
    if not isinstance(schema, dict):
        return "VALUE"
    options = schema.get("enum")
    if isinstance(options, list) and options:
        return f"({' | '.join(_quoted(_write(option)) for option in options)})"
    kind = schema.get("type")
    if kind == "boolean":
        return '("true" | "false")'
    return "/-?(0|[1-9][0-9]*)/" if kind == "integer" else "VALUE"


def _key(key: str) -> str:
    plain = key and ": " not in key and not key.startswith('"') and "\n" not in key and not key.endswith(":")
    return key if plain else json.dumps(key, ensure_ascii=False)


def _split(line: str) -> tuple[str | None, str]:
    """The argument's name (None where there is none) and the text of its value."""
    if line.startswith('"'):
        try:
            key, end = json.JSONDecoder().raw_decode(line)
        except ValueError:
            return None, ""
        return (key, line[end + 2 :]) if line[end : end + 2] == ": " else (None, "")
    name, colon, value = line.partition(": ")
    return (name, value) if name and colon else (None, "")


def _write(value: JsonValue) -> str:
    if isinstance(value, str) and _plain(value):
        return value
    return json.dumps(value, ensure_ascii=False)


def _plain(value: str) -> bool:
    if not value or value != value.strip() or "\n" in value or "\r" in value or value[0] in '"[{':
        return False
    return isinstance(_read(value), str)


def _read(text: str) -> JsonValue:
    if text[:1] not in _JSON_STARTS:
        return text
    try:
        return strict_json.loads(text)
    except ValueError:
        return text


_JSON_STARTS = frozenset('"[{-0123456789tfn \t\r')

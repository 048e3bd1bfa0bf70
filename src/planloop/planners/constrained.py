"""Constrained replies: a JSON schema that admits exactly the exposed tools, for models without native tool calls.

The reply is `{"calls": [{"name": ..., "arguments": {...}}]}` or `{"text": ...}`. Lengths are bounded, so that a model
that rambles still closes its JSON inside the token budget. Tools are shown as text, and tool results as user messages,
since the chat templates of small models know neither.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.strict_json import JsonProblem, loads
from planloop.contract.tool import ToolSpec
from planloop.planners.render.signature import signature
from planloop.planners.wire import argument_text, read_call

_KEPT = ("type", "enum", "const", "items", "properties", "required", "minimum", "maximum", "anyOf", "oneOf")


@dataclass(frozen=True)
class Bounds:
    """Limits of a constrained reply: characters of one string, items of one list, calls of one turn."""

    string: int = 80
    items: int = 4
    calls: int = 3
    text: int = 160


def reply_schema(tools: Sequence[ToolSpec], bounds: Bounds, *, must_call: bool = False) -> JsonObject:
    """The JSON schema of one planner turn over the exposed tools; with `must_call` it admits no closing text."""
    text: JsonObject = {"text": {"type": "string", "minLength": 1, "maxLength": bounds.text}}
    closing = _object(text, ["text"])
    if not tools:
        return closing
    calls: list[JsonValue] = [
        _object({"name": {"const": tool.name}, "arguments": _bounded(tool.parameters, bounds)}, ["name", "arguments"])
        for tool in tools
    ]
    listed: JsonObject = {"type": "array", "minItems": 1, "maxItems": bounds.calls, "items": {"oneOf": calls}}
    calling = _object({"calls": listed}, ["calls"])
    return calling if must_call else {"oneOf": [calling, closing]}


def _object(properties: JsonObject, required: list[JsonValue]) -> JsonObject:
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _bounded(schema: JsonValue, bounds: Bounds) -> JsonValue:
    """The structural part of a tool's schema with lengths bounded; an untyped value becomes a string."""
    if not isinstance(schema, dict):
        return {"type": "string", "maxLength": bounds.string}
    kept: JsonObject = {key: schema[key] for key in _KEPT if key in schema}
    for key in ("anyOf", "oneOf"):
        options = kept.get(key)
        if isinstance(options, list):
            kept[key] = [_bounded(option, bounds) for option in options]
    if "enum" in kept or "const" in kept or "anyOf" in kept or "oneOf" in kept:
        return kept
    kind = kept.get("type")
    if kind == "object" or "properties" in kept:
        given = kept.get("properties")
        properties = given if isinstance(given, dict) else {}
        required = kept.get("required")
        return _object(
            {name: _bounded(value, bounds) for name, value in properties.items()},
            required if isinstance(required, list) else [],
        )
    if kind == "array":
        return {"type": "array", "items": _bounded(kept.get("items"), bounds), "maxItems": bounds.items}
    if kind in ("integer", "number", "boolean"):
        return kept
    return {"type": "string", "maxLength": bounds.string}


def instructions(tools: Sequence[ToolSpec]) -> str:
    """How to answer, and every tool as a signature and a line; appended to the system message."""
    lines = [
        'Answer with JSON only: {"calls": [{"name": tool, "arguments": {...}}]} to use tools, or {"text": "..."} to '
        "tell the user that the request is done or what is missing.",
        "Tools (? marks optional arguments):",
    ]
    return "\n".join([*lines, *(f"{signature(tool)} - {_sentence(tool)}" for tool in tools)])


def _sentence(tool: ToolSpec) -> str:
    return tool.description.split(". ")[0].rstrip(".")


def flatten(messages: Sequence[Message], tools: Sequence[ToolSpec]) -> list[JsonValue]:
    """The dialogue in system, user and assistant messages that alternate; calls and results as JSON text."""
    out: list[dict[str, str]] = []
    for message in messages:
        role, text = _flat(message)
        if out and out[-1]["role"] == role:
            out[-1]["content"] += "\n" + text
        else:
            out.append({"role": role, "content": text})
    if not out or out[0]["role"] != "system":
        out.insert(0, {"role": "system", "content": ""})
    out[0]["content"] = f"{out[0]['content']}\n\n{instructions(tools)}".strip()
    return [dict[str, JsonValue](item) for item in out]


def _flat(message: Message) -> tuple[str, str]:
    if message.role is Role.TOOL:
        return "user", f"Result of {message.name or 'the call'}: {message.content}"
    if message.role is not Role.ASSISTANT:
        return message.role.value, message.content
    if not message.tool_calls:
        return "assistant", json.dumps({"text": message.content}, ensure_ascii=False)
    calls = ", ".join(
        f'{{"name": {json.dumps(call.name)}, "arguments": {argument_text(call)}}}' for call in message.tool_calls
    )
    return "assistant", f'{{"calls": [{calls}]}}'


def read_constrained(text: str, turn: int) -> tuple[Message, str | None]:
    """The message in a constrained reply, and what was wrong with it (None if nothing); broken text is kept raw."""
    try:
        value = loads(text)
    except JsonProblem as error:
        raw = ToolCall(id=f"t{turn}c0", name="", arguments={}, raw=text)
        return Message(role=Role.ASSISTANT, tool_calls=(raw,)), f"the reply is {error}"
    if isinstance(value, dict) and isinstance(value.get("text"), str):
        return Message(role=Role.ASSISTANT, content=str(value["text"])), None
    listed = value.get("calls") if isinstance(value, dict) else None
    if not isinstance(listed, list) or not listed:
        raw = ToolCall(id=f"t{turn}c0", name="", arguments={}, raw=text)
        return Message(role=Role.ASSISTANT, tool_calls=(raw,)), 'the reply has neither "calls" nor "text"'
    problems: list[str] = []
    calls: list[ToolCall] = []
    for index, item in enumerate(listed):
        call_id = f"t{turn}c{index}"
        if isinstance(item, dict) and isinstance(item.get("name"), str):
            calls.append(read_call(call_id, str(item["name"]), item.get("arguments"), problems))
        else:
            problems.append("a call has no name")
            calls.append(ToolCall(id=call_id, name="", arguments={}, raw=json.dumps(item, ensure_ascii=False)))
    return Message(role=Role.ASSISTANT, tool_calls=tuple(calls)), "; ".join(problems) or None

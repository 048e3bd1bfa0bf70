"""Our messages in the OpenAI chat-completions wire format, and a server's answer back into a planner reply."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import JsonValue

from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.strict_json import JsonProblem, loads
from planloop.planners.base import Reply

_TAGGED = re.compile(r"<tool_call>(.*?)(?:</tool_call>|\Z)", re.DOTALL)


class NonsenseError(Exception):
    """The server answered, but not with a chat completion; the message says what was found instead."""


@dataclass(frozen=True)
class Usage:
    """Tokens as the server counted them; None where it reported nothing."""

    input_tokens: int | None
    output_tokens: int | None


@dataclass(frozen=True)
class Completion:
    """The first choice of a chat completion, still in wire form, and what it cost."""

    message: JsonObject
    finish_reason: str
    usage: Usage


def to_wire(messages: Iterable[Message]) -> list[JsonValue]:
    """The `messages` of a request. Malformed calls go back exactly as the model wrote them."""
    return [_wire(message) for message in messages]


def _wire(message: Message) -> JsonObject:
    out: JsonObject = {"role": message.role.value, "content": message.content}
    if message.tool_calls:
        out["content"] = message.content or None
        out["tool_calls"] = [
            {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": argument_text(call)}}
            for call in message.tool_calls
        ]
    if message.tool_call_id is not None:
        out["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        out["name"] = message.name
    return out


def argument_text(call: ToolCall) -> str:
    """The arguments as the JSON text of the wire."""
    return json.dumps(call.arguments, ensure_ascii=False) if call.raw is None else call.raw


def read_completion(body: JsonValue) -> Completion:
    """The first choice of a response body. Raises `NonsenseError` when it is not a chat completion."""
    choices = body.get("choices") if isinstance(body, dict) else None
    first = choices[0] if isinstance(choices, list) and choices else None
    message = first.get("message") if isinstance(first, dict) else None
    if not isinstance(body, dict) or not isinstance(first, dict) or not isinstance(message, dict):
        raise NonsenseError(f"the answer has no choices[0].message: {json.dumps(body)[:200]}")
    content = message.get("content")
    if content is not None and not isinstance(content, str | list):
        raise NonsenseError(f"the answer's content is {type(content).__name__}, not text")
    usage = body.get("usage")
    return Completion(
        message=message,
        finish_reason=str(first.get("finish_reason") or ""),
        usage=Usage(_count(usage, "prompt_tokens"), _count(usage, "completion_tokens")),
    )


def _count(usage: JsonValue, key: str) -> int | None:
    value = usage.get(key) if isinstance(usage, dict) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def completion_text(message: JsonObject) -> str:
    """The text of a wire message, whether plain or in parts."""
    content = message.get("content")
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


def read_reply(completion: Completion, turn: int) -> Reply:
    """The planner turn in a completion. Whatever cannot be read as a call is kept raw and named in `parse_error`.

    `turn` (from 0) makes call ids unique where the server gives none or repeats one. Calls that a server without a
    tool parser leaves in the text as `<tool_call>` blocks are read too.
    """
    message = completion.message
    text = completion_text(message)
    problems: list[str] = []
    listed = message.get("tool_calls") or []
    raw_calls: list[JsonValue] = listed if isinstance(listed, list) else [listed]
    if not raw_calls and "<tool_call>" in text:
        raw_calls = [match.strip() for match in _TAGGED.findall(text)]
        text = _TAGGED.sub("", text).strip()
    calls = [_call(raw, f"t{turn}c{index}", problems) for index, raw in enumerate(raw_calls)]
    if not calls and not text.strip():
        problems.append("the reply holds neither text nor calls")
    reasoning = message.get("reasoning_content", message.get("reasoning"))
    return Reply(
        message=Message(
            role=Role.ASSISTANT,
            content=text,
            tool_calls=unique_ids(calls, turn),
            reasoning=reasoning if isinstance(reasoning, str) and reasoning else None,
        ),
        input_tokens=completion.usage.input_tokens or 0,
        output_tokens=completion.usage.output_tokens or 0,
        parse_error="; ".join(problems) or None,
        truncated=completion.finish_reason == "length",
    )


def unique_ids(calls: Iterable[ToolCall], turn: int) -> tuple[ToolCall, ...]:
    """The same calls with ids that differ inside the turn."""
    seen: set[str] = set()
    out = []
    for index, call in enumerate(calls):
        fresh = call if call.id not in seen else call.model_copy(update={"id": f"t{turn}c{index}"})
        seen.add(fresh.id)
        out.append(fresh)
    return tuple(out)


def _call(raw: JsonValue, fallback_id: str, problems: list[str]) -> ToolCall:
    if isinstance(raw, str):
        return _tagged(raw, fallback_id, problems)
    function = raw.get("function", raw) if isinstance(raw, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(raw, dict) or not isinstance(function, dict) or not isinstance(name, str) or not name:
        problems.append("a tool call has no function name")
        return ToolCall(id=fallback_id, name="", arguments={}, raw=json.dumps(raw, ensure_ascii=False))
    given = raw.get("id")
    call_id = given if isinstance(given, str) and given else fallback_id
    return read_call(call_id, name, function.get("arguments"), problems)


def _tagged(text: str, call_id: str, problems: list[str]) -> ToolCall:
    try:
        value = loads(text)
    except JsonProblem as error:
        problems.append(f"a <tool_call> block is {error}")
        return ToolCall(id=call_id, name="", arguments={}, raw=text)
    name = value.get("name") if isinstance(value, dict) else None
    if not isinstance(value, dict) or not isinstance(name, str):
        problems.append("a <tool_call> block has no name")
        return ToolCall(id=call_id, name="", arguments={}, raw=text)
    return read_call(call_id, name, value.get("arguments"), problems)


def read_call(call_id: str, name: str, given: JsonValue, problems: list[str]) -> ToolCall:
    """One call from a name and its arguments (JSON text, an object, or nothing at all)."""
    if given is None or given == "":
        return ToolCall(id=call_id, name=name, arguments={})
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    try:
        arguments = loads(text)
    except JsonProblem as error:
        problems.append(f"the arguments of {name} are {error}")
        return ToolCall(id=call_id, name=name, arguments={}, raw=text)
    if not isinstance(arguments, dict):
        problems.append(f"the arguments of {name} are not a JSON object")
        return ToolCall(id=call_id, name=name, arguments={}, raw=text)
    return ToolCall(id=call_id, name=name, arguments=arguments)

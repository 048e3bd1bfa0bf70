"""OpenAI chat JSONL out and in: one conversation a line, with a message-level `loss_mask` (0 or 1)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from pydantic import ValidationError

from planloop.contract.chat_envelope import Envelope, find_messages
from planloop.contract.errors import PlanloopError
from planloop.contract.mask import TurnFlag, learnable_sft, token_mask
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject, Record
from planloop.contract.strict_json import JsonProblem, loads
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Trajectory

_ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "human": Role.USER,
    "assistant": Role.ASSISTANT,
    "gpt": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
    "observation": Role.TOOL,
}


class Conversation(Record):
    """One imported conversation. `line` counts from 1; `problems` names what was odd but could be kept."""

    line: int
    id: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    problems: tuple[str, ...] = ()


def loss_mask(message: Message) -> int:
    """1 where cold start would train this message, else 0 (Eq. 4 at message level)."""
    mask = token_mask(assistant=message.role is Role.ASSISTANT, sampled=False, flags=message.flags)
    return int(learnable_sft(mask))


def export_messages(
    messages: Iterable[Message],
    *,
    id: str = "",  # noqa: A002
    tools: Sequence[ToolSpec] = (),
    weight: float = 1.0,
) -> str:
    """One JSONL line (without the newline) that `import_chat` reads back to equal messages. `weight`, of its loss, is
    written where it is not 1."""
    line: JsonObject = {"id": id} if id else {}
    if weight != 1.0:
        line["weight"] = weight
    line["messages"] = [_exported(message) for message in messages]
    if tools:
        line["tools"] = [tool.to_openai() for tool in tools]
    return json.dumps(line, ensure_ascii=False, allow_nan=False)


def export_trajectory(trajectory: Trajectory, tools: Sequence[ToolSpec] = (), weight: float = 1.0) -> tuple[str, ...]:
    """One line per segment, since each segment is one growing context; segment `k` has id `<trajectory id>/<k>`."""
    return tuple(
        export_messages(segment.messages, id=f"{trajectory.id}/{index}", tools=tools, weight=weight)
        for index, segment in enumerate(trajectory.segments)
    )


def import_chat(text: str, name: str = "chat log") -> tuple[Conversation, ...]:
    """Every conversation of a JSONL text; `name` stands for the file in messages. Blank lines are skipped.

    Tools need not be known or listed. A call whose arguments are not a JSON object keeps them in `ToolCall.raw` and is
    named in `problems`. A line that holds no conversation raises `PlanloopError` naming it.
    """
    conversations: list[Conversation] = []
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            conversations.append(_conversation(line, number, f"{name} line {number}"))
    return tuple(conversations)


def _exported(message: Message) -> JsonObject:
    silent = message.tool_calls and not message.content
    out: JsonObject = {"role": message.role.value, "content": None if silent else message.content}
    if message.tool_calls:
        out["tool_calls"] = [_exported_call(call) for call in message.tool_calls]
    if message.tool_call_id is not None:
        out["tool_call_id"] = message.tool_call_id
    if message.name is not None:
        out["name"] = message.name
    if message.reasoning is not None:
        out["reasoning_content"] = message.reasoning
    out["loss_mask"] = loss_mask(message)
    if message.flags:
        out["flags"] = int(message.flags)
    return out


def _exported_call(call: ToolCall) -> JsonObject:
    text = json.dumps(call.arguments, ensure_ascii=False, allow_nan=False) if call.raw is None else call.raw
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": text}}


def _conversation(line: str, number: int, place: str) -> Conversation:
    try:
        envelope = find_messages(loads(line))
        problems: list[str] = []
        messages = [_message(raw, f"message {i}", problems) for i, raw in enumerate(envelope.messages, start=1)]
        return Conversation(
            line=number,
            id=envelope.id or f"line-{number}",
            messages=tuple(messages),
            tools=_tools(envelope, problems),
            problems=tuple(f"{place}, {problem}" for problem in problems),
        )
    except JsonProblem as error:
        raise PlanloopError(
            str(error), place=place, cure='give one JSON object a line, e.g. {"messages": [{"role": "user", ...}]}'
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        raise PlanloopError(f"{field}: {first['msg']}", place=place, cure="correct that field") from error


def _message(raw: JsonObject, where: str, problems: list[str]) -> Message:
    role = raw.get("role", raw.get("from"))
    if not isinstance(role, str) or role not in _ROLES:
        raise JsonProblem(f"{where} has role {role!r}; known roles are {', '.join(_ROLES)}")
    calls = raw.get("tool_calls") or []
    if not isinstance(calls, list):
        raise JsonProblem(f"{where}: tool_calls must be a list")
    if not calls and isinstance(raw.get("function_call"), dict):
        calls = [{"function": raw["function_call"]}]
    return Message(
        role=_ROLES[role],
        content=_text(raw.get("content", raw.get("value")), where, problems),
        tool_calls=tuple(_call(call, f"{where}, call {i}", problems) for i, call in enumerate(calls, start=1)),
        tool_call_id=_optional_text(raw, "tool_call_id", where),
        name=_optional_text(raw, "name", where),
        reasoning=_optional_text(raw, "reasoning_content" if "reasoning_content" in raw else "reasoning", where),
        flags=_flags(raw, _ROLES[role], where),
    )


def _flags(raw: JsonObject, role: Role, where: str) -> TurnFlag:
    """The stored flags; in foreign logs `loss_mask` 0 on an assistant turn makes it history."""
    flags = raw.get("flags", 0)
    if not isinstance(flags, int) or isinstance(flags, bool) or flags & ~sum(TurnFlag):
        raise JsonProblem(f"{where}: flags must be a sum of turn flags, not {flags!r}")
    mask = raw.get("loss_mask", raw.get("weight", 1))
    if mask not in (0, 1):
        raise JsonProblem(f"{where}: loss_mask must be 0 or 1, not {mask!r}")
    if role is Role.ASSISTANT and mask == 0 and not flags:
        return TurnFlag.CONTEXT
    return TurnFlag(flags)


def _optional_text(raw: JsonObject, key: str, where: str) -> str | None:
    value = raw.get(key)
    if value is not None and not isinstance(value, str):
        raise JsonProblem(f"{where}: {key} must be text, not {value!r}")
    return value


def _text(content: object, where: str, problems: list[str]) -> str:
    if content is None or isinstance(content, str):
        return content or ""
    if not isinstance(content, list):
        return json.dumps(content, ensure_ascii=False)
    parts: list[str] = []
    for part in content:
        if isinstance(part, dict) and isinstance(part.get("text"), str):
            parts.append(part["text"])
        else:
            kind = part.get("type") if isinstance(part, dict) else part
            problems.append(f"{where}: a content part of type {kind!r} is not text and was left out")
    return "".join(parts)


def _call(raw: object, where: str, problems: list[str]) -> ToolCall:
    if not isinstance(raw, dict):
        raise JsonProblem(f"{where} must be an object, not {raw!r}")
    function = raw.get("function", raw)
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(name, str):
        raise JsonProblem(f"{where} has no function name")
    call_id = raw.get("id")
    if not isinstance(call_id, str):
        call_id = "call_" + where.replace("message ", "").replace(", call ", "_")
    given = function.get("arguments", {})
    if given is None:
        given = {}
    if isinstance(given, dict):
        return ToolCall(id=call_id, name=name, arguments=given)
    text = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    try:
        arguments = loads(text)
    except JsonProblem as error:
        problems.append(f"{where} ({name}): arguments are {error}")
        return ToolCall(id=call_id, name=name, arguments={}, raw=text)
    if not isinstance(arguments, dict):
        problems.append(f"{where} ({name}): arguments are {type(arguments).__name__}, not a JSON object")
        return ToolCall(id=call_id, name=name, arguments={}, raw=text)
    return ToolCall(id=call_id, name=name, arguments=arguments)


def _tools(envelope: Envelope, problems: list[str]) -> tuple[ToolSpec, ...]:
    specs: list[ToolSpec] = []
    for index, raw in enumerate(envelope.tools, start=1):
        function = raw.get("function", raw) if isinstance(raw, dict) else None
        if not isinstance(function, dict) or not isinstance(function.get("name"), str):
            problems.append(f"tool {index} has no name and was left out")
            continue
        parameters = function.get("parameters")
        specs.append(
            ToolSpec(
                name=str(function["name"]),
                description=str(function.get("description") or ""),
                parameters=parameters if isinstance(parameters, dict) else {"type": "object", "properties": {}},
                domain="imported",
            )
        )
    return tuple(specs)

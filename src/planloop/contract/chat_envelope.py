"""Finding the conversation inside a logged line, whichever common envelope it came in."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import JsonValue

from planloop.contract.record import JsonObject
from planloop.contract.strict_json import JsonProblem

_LISTS = ("messages", "conversations", "conversation", "dialogue", "chat")
_WRAPPERS = ("request", "body", "input", "data", "record", "payload")


@dataclass(frozen=True)
class Envelope:
    """The raw messages and tools of one line, still unread."""

    messages: tuple[JsonObject, ...]
    tools: tuple[JsonValue, ...]
    id: str


def find_messages(value: JsonValue) -> Envelope:
    """The conversation in `value`. Raises `JsonProblem` saying what was expected.

    Read are: a bare list of messages; an object with `messages` (or `conversations`, ...); prompt and completion lists;
    the same inside `request`, `body`, `input`, ...; and a response with `choices` or `message`, which is appended.
    """
    if isinstance(value, list):
        return Envelope(messages=_objects(value), tools=(), id="")
    if not isinstance(value, dict):
        raise JsonProblem(f"a line must be an object or a list of messages, not {type(value).__name__}")
    holder = _holder(value)
    if holder is None:
        raise JsonProblem(f"no conversation found: none of {', '.join(_LISTS)} is a list here")
    messages = _listed(holder)
    tools = holder.get("tools") or value.get("tools") or []
    named = value.get("id", holder.get("id"))
    return Envelope(
        messages=_objects([*messages, *_response(value)]),
        tools=tuple(tools) if isinstance(tools, list) else (),
        id=named if isinstance(named, str) else "",
    )


def _holder(value: JsonObject) -> JsonObject | None:
    if _listed(value):
        return value
    for key in _WRAPPERS:
        inner = value.get(key)
        if isinstance(inner, dict):
            found = _holder(inner)
            if found is not None:
                return found
        if isinstance(inner, list) and all(isinstance(item, dict) and "role" in item for item in inner):
            return {"messages": inner}
    return value if any(isinstance(value.get(key), list) for key in _LISTS) else None


def _listed(value: JsonObject) -> list[JsonValue]:
    for key in _LISTS:
        found = value.get(key)
        if isinstance(found, list):
            return found
    prompt, completion = value.get("prompt"), value.get("completion")
    if isinstance(prompt, list) and isinstance(completion, list):
        return [*prompt, *completion]
    return []


def _response(value: JsonObject) -> list[JsonValue]:
    """The assistant message of a logged response, if the line holds one."""
    response = value.get("response", value)
    if not isinstance(response, dict):
        return []
    choices = response.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else response
    message = first.get("message") if isinstance(first, dict) else None
    return [message] if isinstance(message, dict) else []


def _objects(items: list[JsonValue]) -> tuple[JsonObject, ...]:
    for index, item in enumerate(items, start=1):
        if not isinstance(item, dict):
            raise JsonProblem(f"message {index} must be an object, not {type(item).__name__}")
    return tuple(item for item in items if isinstance(item, dict))

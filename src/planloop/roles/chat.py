"""Structured answers over any OpenAI-compatible endpoint: constrained by a JSON schema, validated here.

The endpoint's own client serves. pydantic-ai was tried on paper and left out: its native output sends
`response_format: json_schema` only, which llama.cpp's Python server refuses, and it would bring a second HTTP stack.
"""

from __future__ import annotations

from typing import Protocol, TypeVar

from pydantic import JsonValue, ValidationError

from planloop.contract.record import JsonObject, Record
from planloop.contract.strict_json import JsonProblem, loads
from planloop.environments.base import InfrastructureError

R = TypeVar("R", bound=Record)
ATTEMPTS = 2


class Answer(Protocol):
    """A chat completion: the assistant message on the wire, and why it ended."""

    @property
    def message(self) -> JsonObject:
        """`content`, perhaps `refusal`."""
        ...

    @property
    def finish_reason(self) -> str:
        """`stop`, `length`, `content_filter`, ..."""
        ...


class Chat(Protocol):
    """What a role needs of an endpoint client (`planloop.planners.chat_client.ChatClient` is one)."""

    model: str

    def complete(self, request: JsonObject) -> Answer:
        """One chat completion. Raises `InfrastructureError` when the server could not be used."""
        ...


class NoAnswerError(Exception):
    """The model gave no usable answer: it refused, twice wrote something else, or could not be reached."""


def ask(chat: Chat, messages: list[JsonValue], answer: type[R], schema: JsonObject, *, max_tokens: int = 300) -> R:
    """The model's answer as a record; a malformed one is asked for once more, with what was wrong with it.

    The schema goes out as `json_schema`, and as `json_object` with a schema where the server refuses that form. Raises
    `NoAnswerError`; a refusal is not asked again.
    """
    problem = ""
    for _ in range(ATTEMPTS):
        asked = [*messages, *_again(problem)]
        completion = _complete(chat, asked, schema, max_tokens)
        refusal = completion.message.get("refusal")
        if refusal or completion.finish_reason == "content_filter":
            raise NoAnswerError(f"the model refused: {str(refusal or 'content filter')[:160]}")
        text = completion.message.get("content")
        try:
            return answer.model_validate(loads(str(text)))
        except JsonProblem as error:
            problem = f"it was {error}"
        except ValidationError as error:
            first = error.errors()[0]
            problem = f"{'.'.join(str(p) for p in first['loc']) or 'the answer'}: {first['msg']}"
        if completion.finish_reason == "length":
            problem = f"it was cut off after {max_tokens} tokens"
    raise NoAnswerError(f"malformed twice: {problem[:200]}")


def _again(problem: str) -> list[JsonValue]:
    if not problem:
        return []
    return [{"role": "user", "content": f"Your last answer could not be used: {problem[:200]}. Answer again."}]


def _complete(chat: Chat, messages: list[JsonValue], schema: JsonObject, max_tokens: int) -> Answer:
    base: JsonObject = {"messages": messages, "max_tokens": max_tokens, "temperature": 0.0, "seed": 0}
    named: JsonObject = {"name": "answer", "strict": True, "schema": schema}
    forms: tuple[JsonObject, ...] = (
        {"type": "json_schema", "json_schema": named},
        {"type": "json_object", "schema": schema},
    )
    problem = ""
    for form in forms:
        try:
            return chat.complete({**base, "response_format": form})
        except InfrastructureError as error:
            problem = str(error)
            if getattr(error, "transient", True):
                break
    raise NoAnswerError(f"the endpoint gave no answer: {problem[:200]}")

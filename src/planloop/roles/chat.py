"""Structured answers over any OpenAI-compatible endpoint: constrained by a JSON schema, validated here.

The endpoint's own client serves. pydantic-ai is left out: its native output sends `response_format: json_schema` only,
which llama.cpp's Python server refuses (measured: HTTP 500), and it would bring a second HTTP stack.
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
    """The model gave no usable answer: it refused, twice wrote something else, or (`lost`) could not be reached."""

    def __init__(self, reason: str, *, lost: bool = False) -> None:
        super().__init__(reason)
        self.lost = lost


class Asker:
    """Asks one endpoint. The schema goes out as `json_schema`, or for good as `json_object` where that is refused."""

    def __init__(self, chat: Chat) -> None:
        self._chat = chat
        self._forms = [_named, _plain]

    def ask(self, messages: list[JsonValue], answer: type[R], schema: JsonObject, *, max_tokens: int = 300) -> R:
        """The model's answer as a record; a malformed one is asked for once more, with what was wrong with it.

        Raises `NoAnswerError`; a refusal is not asked again.
        """
        problem = ""
        for _ in range(ATTEMPTS):
            completion = self._complete([*messages, *_again(problem)], schema, max_tokens)
            refusal = completion.message.get("refusal")
            if refusal or completion.finish_reason == "content_filter":
                raise NoAnswerError(f"the model refused: {str(refusal or 'content filter')[:160]}")
            try:
                return answer.model_validate(loads(str(completion.message.get("content"))))
            except JsonProblem as error:
                problem = f"it was {error}"
            except ValidationError as error:
                first = error.errors()[0]
                problem = f"{'.'.join(str(p) for p in first['loc']) or 'the answer'}: {first['msg']}"
            if completion.finish_reason == "length":
                problem = f"it was cut off after {max_tokens} tokens"
        raise NoAnswerError(f"malformed twice: {problem[:200]}")

    def _complete(self, messages: list[JsonValue], schema: JsonObject, max_tokens: int) -> Answer:
        request: JsonObject = {"messages": messages, "max_tokens": max_tokens, "temperature": 0.0, "seed": 0}
        while True:
            try:
                return self._chat.complete({**request, "response_format": self._forms[0](schema)})
            except InfrastructureError as error:
                refused = not getattr(error, "transient", True) or "response_format" in str(error)
                if len(self._forms) == 1 or not refused:
                    raise NoAnswerError(f"the endpoint gave no answer: {str(error)[:200]}", lost=True) from error
                del self._forms[0]


def _named(schema: JsonObject) -> JsonObject:
    return {"type": "json_schema", "json_schema": {"name": "answer", "strict": True, "schema": schema}}


def _plain(schema: JsonObject) -> JsonObject:
    return {"type": "json_object", "schema": schema}


def _again(problem: str) -> list[JsonValue]:
    if not problem:
        return []
    return [{"role": "user", "content": f"Your last answer could not be used: {problem[:200]}. Answer again."}]

"""An HTTP client for any OpenAI-compatible chat server: deadlines, retries, and errors that say what to do."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

from pydantic import JsonValue

from planloop.contract.errors import PlanloopError
from planloop.contract.record import JsonObject
from planloop.contract.strict_json import JsonProblem, loads
from planloop.environments.base import InfrastructureError
from planloop.planners.wire import Completion, NonsenseError, completion_text, read_completion

if TYPE_CHECKING:
    import httpx

MAX_BODY_BYTES = 16 * 1024 * 1024
RETRIED_STATUS = frozenset({408, 409, 425, 429})
LONGEST_PAUSE_S = 30.0
SECRET_LENGTH = 12
"""Shorter keys ("none", "EMPTY") are stand-ins for servers without one, and could be words of an answer."""
DEFAULT_KEY = "OPENAI_API_KEY"


class EndpointError(InfrastructureError):
    """The server could not be used for this request. `transient` tells outages from answers that make no sense."""

    def __init__(self, message: str, *, transient: bool) -> None:
        super().__init__(message)
        self.transient = transient


class ContextFullError(Exception):
    """The request does not fit into the model's context: a budget that ran out, not a broken server."""


class ChatClient:
    """Thread-safe. `url` is the base that ends in `/v1`; `timeout_s` bounds one whole request, however it trickles.

    `api_key` is sent and never told: where a server repeats it in an answer, the answer is read without it.

    Only outages are retried: transport errors, 5xx and 429 (and 408, 409, 425), with exponential backoff from
    `backoff_s` and the server's own Retry-After. Nonsense is not: the server would only repeat it.
    """

    def __init__(
        self,
        url: str,
        model: str,
        *,
        api_key: str | None = None,
        timeout_s: float = 120.0,
        retries: int = 3,
        backoff_s: float = 0.5,
    ) -> None:
        import httpx

        self.url = url.rstrip("/")
        self.model = model
        self._timeout_s = timeout_s
        self._retries = retries
        self._backoff_s = backoff_s
        self._closed = threading.Event()
        self._secret = api_key.encode() if api_key and len(api_key) >= SECRET_LENGTH else b""
        headers = {"Authorization": f"Bearer {api_key}"} if api_key else {}
        limits = httpx.Limits(max_connections=256, max_keepalive_connections=64)
        timeout = httpx.Timeout(timeout_s, connect=min(10.0, timeout_s), pool=None)
        self._http = httpx.Client(headers=headers, timeout=timeout, limits=limits)

    def close(self) -> None:
        """Give the connections back and stop waiting between retries."""
        self._closed.set()
        self._http.close()

    def check(self) -> None:
        """Raise `PlanloopError` unless something answers at the URL and lets us in. One request, no retries."""
        import httpx

        cure = "start the server, or correct its URL (it usually ends in /v1)"
        try:
            status = self._http.get(f"{self.url}/models", timeout=min(10.0, self._timeout_s)).status_code
        except httpx.InvalidURL as error:
            raise PlanloopError(f"not a usable URL: {error}", place=f"endpoint {self.url}", cure=cure) from error
        except httpx.HTTPError as error:
            raise PlanloopError(
                f"cannot be reached: {_reason(error)}", place=f"endpoint {self.url}", cure=cure
            ) from error
        if status in (401, 403):
            raise PlanloopError(
                f"refused the key (HTTP {status})", place=f"endpoint {self.url}", cure="give a valid API key"
            )

    def complete(self, request: JsonObject) -> Completion:
        """POST a chat completion. Raises `EndpointError`, or `ContextFullError` when the prompt is too long."""
        last = EndpointError(f"endpoint {self.url}: not tried", transient=True)
        for attempt in range(self._retries + 1):
            try:
                return self._once({"model": self.model, **request})
            except _RetryLater as error:
                last = EndpointError(f"endpoint {self.url}: {error} ({attempt + 1} attempts)", transient=True)
                pause = max(error.wait_s, min(LONGEST_PAUSE_S, self._backoff_s * 2**attempt))
                if attempt < self._retries and self._closed.wait(pause):
                    break
            except NonsenseError as error:
                raise EndpointError(f"endpoint {self.url} talks nonsense: {error}", transient=False) from error
        raise last

    def structured(
        self, messages: list[JsonValue], schema: JsonObject, *, max_tokens: int = 512, seed: int = 0
    ) -> JsonObject:
        """A JSON object that the server was asked to shape by `schema`, sampled at temperature 0.

        Raises `EndpointError` (not transient) when the model refused, was cut off, or did not write a JSON object.
        The caller validates it: not every server enforces a schema.
        """
        request: JsonObject = {"messages": messages, "max_tokens": max_tokens, "seed": seed, "temperature": 0.0}
        completion = self.complete({**request, "response_format": {"type": "json_object", "schema": schema}})
        text = completion_text(completion.message)
        refusal = completion.message.get("refusal")
        problem = f"refused: {refusal}" if refusal else ""
        if not problem and completion.finish_reason == "length":
            problem = f"was cut off after {max_tokens} tokens"
        if not problem:
            try:
                value = loads(text)
                if isinstance(value, dict):
                    return value
                problem = f"wrote a {type(value).__name__} instead of a JSON object"
            except JsonProblem as error:
                problem = f"wrote text that is {error}"
        raise EndpointError(f"endpoint {self.url}: model {self.model} {problem}: {text[:120]!r}", transient=False)

    def _once(self, request: JsonObject) -> Completion:
        import httpx

        deadline = time.monotonic() + self._timeout_s
        try:
            with self._http.stream("POST", f"{self.url}/chat/completions", json=request) as response:
                body = self._body(response, deadline)
        except httpx.TransportError as error:
            raise _RetryLater(_reason(error)) from error
        except (httpx.HTTPError, RuntimeError) as error:  # RuntimeError: the client was closed under us
            raise NonsenseError(_reason(error)) from error
        if response.status_code >= 500 or response.status_code in RETRIED_STATUS:
            raise _RetryLater(f"HTTP {response.status_code} {_excerpt(body)}", _retry_after(response))
        if response.status_code != 200:
            if _context_full(body):
                raise ContextFullError(_excerpt(body))
            raise NonsenseError(f"HTTP {response.status_code} {_excerpt(body)}")
        try:
            value = loads(body.decode())
        except (JsonProblem, UnicodeDecodeError):
            raise NonsenseError(f"the answer is not JSON: {_excerpt(body)}") from None
        return read_completion(value)

    def _body(self, response: httpx.Response, deadline: float) -> bytes:
        parts: list[bytes] = []
        size = 0
        for part in response.iter_bytes():
            size += len(part)
            parts.append(part)
            if size > MAX_BODY_BYTES:
                raise NonsenseError(f"the answer is longer than {MAX_BODY_BYTES} bytes")
            if time.monotonic() > deadline:
                raise _RetryLater(f"no complete answer within {self._timeout_s:g} s")
        whole = b"".join(parts)
        return whole.replace(self._secret, b"***") if self._secret else whole


def open_client(url: str, model: str, api_key_env: str | None = None, *, timeout_s: float = 120.0) -> ChatClient:
    """A client whose key, if any, stands in the environment variable `api_key_env`; see `read_key`."""
    return ChatClient(url, model, api_key=read_key(api_key_env, f"endpoint {url}"), timeout_s=timeout_s)


def read_key(variable: str | None, place: str) -> str | None:
    """The API key in an environment variable; None where no variable is named.

    Raises `PlanloopError`, which never holds the key, where the variable is not set or cannot be sent as a header.
    """
    if variable is None:
        return None
    key = os.environ.get(variable, "").strip()
    if not key:
        raise PlanloopError(
            f"the environment variable {variable} is not set",
            place=place,
            cure="export the key in it, or name another variable or none",
        )
    if not all("!" <= char <= "~" for char in key):
        raise PlanloopError(
            f"the environment variable {variable} holds no key: there are spaces or other characters in it",
            place=place,
            cure="export the key alone, as one line",
        )
    return key


def key_variable(chosen: str | None) -> str | None:
    """The variable that holds the key of a server named on the command line: `chosen`, else `DEFAULT_KEY` if it is
    set."""
    return chosen or (DEFAULT_KEY if os.environ.get(DEFAULT_KEY) else None)


class _RetryLater(Exception):
    def __init__(self, reason: str, wait_s: float = 0.0) -> None:
        super().__init__(reason)
        self.wait_s = wait_s


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _excerpt(body: bytes) -> str:
    return " ".join(body[:200].decode(errors="replace").split())


def _retry_after(response: httpx.Response) -> float:
    try:
        return min(LONGEST_PAUSE_S, max(0.0, float(response.headers.get("retry-after", "0"))))
    except ValueError:
        return 0.0


def _context_full(body: bytes) -> bool:
    text = body[:4000].decode(errors="replace").lower()
    return (
        "context_length_exceeded" in text or "maximum context length" in text or "exceeds the available context" in text
    )

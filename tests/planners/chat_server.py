"""A real HTTP server on loopback that speaks the chat-completions protocol, and misbehaves on request."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any


@dataclass(frozen=True)
class Answer:
    """What the server does with one request: send `body` with `status`, slowly, or hang up before or inside it."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    hang_up_after: int | None = None  # bytes of the body
    delay_s: float = 0.0
    trickle_s: float = 0.0  # pause after each byte


def say(text: str | None = None, calls: list[Any] | None = None, finish: str = "stop", usage: bool = True) -> Answer:
    """A well-formed completion."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls is not None:
        message["tool_calls"] = calls
    body: dict[str, Any] = {"choices": [{"index": 0, "message": message, "finish_reason": finish}]}
    if usage:
        body["usage"] = {"prompt_tokens": 100, "completion_tokens": 7}
    return Answer(json.dumps(body).encode())


def call(name: str, arguments: str, call_id: str = "c1") -> dict[str, Any]:
    """A wire tool call."""
    return {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}


class ChatServer:
    """Answers each chat request with `script(request, n)`, `n` counting from 0. Keeps what it was sent."""

    def __init__(self, script: Callable[[dict[str, Any], int], Answer], models_status: int = 200) -> None:
        self.requests: list[dict[str, Any]] = []
        self.authorizations: list[str | None] = []
        lock = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                self._send(Answer(b'{"data": []}', status=models_status))

            def do_POST(self) -> None:
                request = json.loads(self.rfile.read(int(self.headers["content-length"])))
                with lock:
                    number = len(outer.requests)
                    outer.requests.append(request)
                    outer.authorizations.append(self.headers.get("authorization"))
                self._send(script(request, number))

            def _send(self, answer: Answer) -> None:
                time.sleep(answer.delay_s)
                try:
                    self.send_response(answer.status)
                    for key, value in answer.headers.items():
                        self.send_header(key, value)
                    self.send_header("content-length", str(len(answer.body)))
                    self.end_headers()
                    if answer.trickle_s:
                        for byte in answer.body:
                            self.wfile.write(bytes([byte]))
                            time.sleep(answer.trickle_s)
                        return
                    self.wfile.write(answer.body[: answer.hang_up_after])
                except (BrokenPipeError, ConnectionResetError):
                    self.close_connection = True
                if answer.hang_up_after is not None:
                    self.close_connection = True

            def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it
                return

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> ChatServer:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._server.shutdown()
        self._server.server_close()

"""The worker as a subprocess: one JSON line out, one back, with a deadline; a dead worker is an outage."""

from __future__ import annotations

import json
import queue
import subprocess
import tempfile
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

from planloop.contract.record import JsonObject
from planloop.environments.base import InfrastructureError

WORKER = Path(__file__).with_name("worker.py")


class RefusedError(Exception):
    """The worker understood the request and refused it (an unknown tool, an impossible argument name)."""


class WorkerProcess:
    """One worker. Its environment holds nothing of ours: an isolated Python, an empty folder, no variables."""

    def __init__(self, python: Path, *, timeout_s: float = 60.0) -> None:
        self._timeout_s = timeout_s
        self._folder = tempfile.TemporaryDirectory(prefix="planloop-bfcl-")
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        self._lines: queue.Queue[bytes] = queue.Queue()
        try:
            self._process = subprocess.Popen(
                [str(python), "-I", str(WORKER)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                cwd=self._folder.name,
                env={"PATH": "/usr/bin:/bin", "PYTHONIOENCODING": "utf-8"},
            )
        except OSError as error:
            raise InfrastructureError(f"the BFCL worker cannot be started with {python}: {error}") from error
        threading.Thread(target=self._read, daemon=True).start()

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The worker's answer. Raises `RefusedError`, or `InfrastructureError` when the worker is broken or silent."""
        request: JsonObject = {"op": op, **fields}
        try:
            stdin = self._process.stdin
            if stdin is None:
                raise BrokenPipeError("closed")
            stdin.write(json.dumps(request).encode() + b"\n")
            stdin.flush()
            line = self._lines.get(timeout=self._timeout_s)
        except (OSError, ValueError) as error:
            raise InfrastructureError(f"the BFCL worker is gone: {error} {self._tail()}") from error
        except queue.Empty:
            self.close()
            raise InfrastructureError(f"the BFCL worker gave no answer to {op} in {self._timeout_s:g} s") from None
        if not line:
            raise InfrastructureError(f"the BFCL worker ended during {op}: {self._tail()}")
        answer = self._understood(line)
        if answer["ok"]:
            return answer
        if answer.get("refused"):
            raise RefusedError(str(answer["error"]).removeprefix("RefusedError: "))
        raise InfrastructureError(f"the BFCL worker failed at {op}: {answer['error']}")

    def _understood(self, line: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(line)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or "ok" not in answer:
            raise InfrastructureError(f"the BFCL worker talks nonsense: {line[:200].decode(errors='replace')}")
        return answer

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """End the process. Safe to call twice."""
        with suppress(OSError):
            self._process.kill()
        self._process.wait()
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        self._folder.cleanup()
        self._log.close()

    def _read(self) -> None:
        if self._process.stdout is not None:
            for line in self._process.stdout:
                self._lines.put(line)
        self._lines.put(b"")

    def _tail(self) -> str:
        if self._log.closed:
            return ""
        self._log.seek(0)
        return self._log.read()[-300:].decode(errors="replace").strip()

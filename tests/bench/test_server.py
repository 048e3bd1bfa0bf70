"""The local model server: found, started on a free port, stopped, and what it says when it cannot be."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from planloop.bench import server as server_module
from planloop.bench.server import LlamaServer, ServerOptions
from planloop.bench.venvs import Peer, find_python, peer_python
from planloop.contract.errors import PlanloopError
from planloop.environments.base import InfrastructureError
from planloop.planners.chat_client import ChatClient


def test_a_peer_that_is_not_built_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLANLOOP_LLAMA_PYTHON", str(tmp_path / "python"))
    with pytest.raises(PlanloopError, match="make llama"):
        peer_python(Peer.LLAMA)


def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    gguf = tmp_path / "broken.gguf"
    gguf.write_bytes(b"not a model")
    with pytest.raises(InfrastructureError, match="llama_cpp"), LlamaServer(gguf, python=Path(sys.executable)):
        pass


@pytest.mark.slow
@pytest.mark.skipif(find_python(Peer.LLAMA) is None, reason="llama.cpp is not built: run `make llama`")
def test_a_real_model_answers_under_a_schema_and_the_server_is_gone_afterwards() -> None:
    schema = {"type": "object", "properties": {"cause": {"enum": ["routing", "grounding"]}}, "required": ["cause"]}
    with LlamaServer(options=ServerOptions(context=1024)) as server:
        chat = ChatClient(server.url, server.model)
        answer = chat.structured([{"role": "user", "content": "Why did the call fail?"}], schema, max_tokens=40)
        assert answer["cause"] in ("routing", "grounding")
        assert server.died() == ""
        port = int(server.url.split(":")[2].split("/")[0])
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) != 0


def stand_in(folder: Path, ending: str) -> Path:
    """A Python whose `llama_cpp.server` answers one request and then does what `ending` says."""
    package = folder / "llama_cpp" / "server"
    package.mkdir(parents=True)
    (folder / "llama_cpp" / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(
        "import http.server, os, sys, time\n"
        "class Once(http.server.BaseHTTPRequestHandler):\n"
        "    def do_GET(self):\n"
        "        self.send_response(200); self.end_headers()\n"
        "port = int(sys.argv[sys.argv.index('--port') + 1])\n"
        "http.server.HTTPServer(('127.0.0.1', port), Once).handle_request()\n"
        f"{ending}\n"
    )
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={folder} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    return python


def test_a_server_that_dies_on_its_own_says_with_what_status(tmp_path: Path) -> None:
    python = stand_in(tmp_path, "print('out of cache', flush=True); os._exit(9)")
    with LlamaServer(tmp_path / "any.gguf", python=python) as server:
        deadline = time.monotonic() + 5
        while not server.died() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert "status 9" in server.died()
        assert "out of cache" in server.died()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ties a process to the one that started it")
def test_a_server_whose_owner_is_killed_does_not_outlive_it(tmp_path: Path) -> None:
    python = stand_in(tmp_path, "time.sleep(60)")
    owner = (
        "import sys, time; from pathlib import Path; from planloop.bench.server import LlamaServer\n"
        f"with LlamaServer(Path('any.gguf'), python=Path({str(python)!r})) as server:\n"
        "    print(server._process.pid, flush=True); time.sleep(60)\n"
    )
    source = str(Path(server_module.__file__).parents[2])
    process = subprocess.Popen(
        [sys.executable, "-c", owner], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": source}
    )
    assert process.stdout is not None
    server = int(process.stdout.readline())
    process.kill()
    process.wait()
    deadline = time.monotonic() + 20
    while running(server) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not running(server)


def running(pid: int) -> bool:
    """Whether a process exists and has not ended (a zombie has)."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False

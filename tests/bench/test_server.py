"""The local model server: found, started on a free port, stopped, and what it says when it cannot be."""

from __future__ import annotations

import socket
import sys
import time
from pathlib import Path

import pytest

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


def test_a_server_that_dies_on_its_own_says_with_what_status(tmp_path: Path) -> None:
    package = tmp_path / "llama_cpp" / "server"
    package.mkdir(parents=True)
    (tmp_path / "llama_cpp" / "__init__.py").write_text("")
    (package / "__init__.py").write_text("")
    (package / "__main__.py").write_text(
        "import http.server, os, sys\n"
        "class Once(http.server.BaseHTTPRequestHandler):\n"
        "    def do_GET(self):\n"
        "        self.send_response(200); self.end_headers()\n"
        "port = int(sys.argv[sys.argv.index('--port') + 1])\n"
        "http.server.HTTPServer(('127.0.0.1', port), Once).handle_request()\n"
        "print('out of cache', flush=True)\n"
        "os._exit(9)\n"
    )
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={tmp_path} exec {sys.executable} "$@"\n')
    python.chmod(0o755)
    with LlamaServer(tmp_path / "any.gguf", python=python) as server:
        deadline = time.monotonic() + 5
        while not server.died() and time.monotonic() < deadline:
            time.sleep(0.02)
        assert "status 9" in server.died()
        assert "out of cache" in server.died()

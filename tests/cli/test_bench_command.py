"""`planloop bench` over HTTP: the API key comes from the environment, is sent, and is told to nobody."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.planners.chat_server import Answer, ChatServer, say

from planloop.cli.main import main

KEY = "sk-test-0123456789abcdef"


def bench(server: ChatServer, *arguments: str) -> int:
    """The exit code of a bench of two episodes."""
    with pytest.raises(SystemExit) as ending:
        main(["bench", "--planner", f"endpoint:m@{server.url}", "--limit", "2", *arguments])
    return int(ending.value.code or 0)


@pytest.fixture(autouse=True)
def no_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


@pytest.mark.parametrize(
    ("variables", "arguments", "sent"),
    [
        ({}, (), None),
        ({"OPENAI_API_KEY": KEY}, (), f"Bearer {KEY}"),
        ({"OPENAI_API_KEY": "sk-another-0123456789", "MY_KEY": KEY}, ("--api-key-env", "MY_KEY"), f"Bearer {KEY}"),
    ],
)
def test_the_key_of_the_named_variable_is_sent(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    variables: dict[str, str],
    arguments: tuple[str, ...],
    sent: str | None,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with ChatServer(lambda request, n: say("Done.")) as server:
        assert bench(server, "--json", "--out", str(tmp_path / "out.jsonl"), *arguments) == 0
        assert set(server.authorizations) == {sent}
    out, err = capsys.readouterr()
    assert json.loads(out)["episodes"] == 2
    assert "sk-" not in out + err + (tmp_path / "out.jsonl").read_text()


def test_a_variable_that_is_not_set_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with ChatServer(lambda request, n: say("Done.")) as server:
        assert bench(server, "--api-key-env", "NO_SUCH_KEY") == 2
        assert server.requests == []
    assert "the environment variable NO_SUCH_KEY is not set" in capsys.readouterr().err


def test_a_key_that_cannot_be_sent_is_refused_without_being_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\n# my key")
    with ChatServer(lambda request, n: say("Done.")) as server:
        assert bench(server) == 2
    err = capsys.readouterr().err
    assert "OPENAI_API_KEY holds no key" in err
    assert KEY not in err


def test_a_server_that_repeats_the_key_does_not_get_it_printed_or_stored(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    refusal = Answer(json.dumps({"error": f"Incorrect API key provided: {KEY}"}).encode(), status=400)
    with ChatServer(lambda request, n: refusal) as server:
        assert bench(server, "--out", str(tmp_path / "out.jsonl")) == 2
    err = capsys.readouterr().err
    assert "Incorrect API key provided: ***" in err
    assert KEY not in err

"""`planloop trace`: import, show and replay as a person runs them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from planloop.cli.main import main
from planloop.contract.split import Stage
from planloop.contract.trajectory import Trajectory
from planloop.store.store import Store

MAIN = "from planloop.cli.main import main; main()"
GOOD = {
    "messages": [
        {"role": "user", "content": "Wake me at 6:35 and tell me a joke."},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [
                {
                    "id": "c1",
                    "type": "function",
                    "function": {"name": "manage_alarm", "arguments": '{"action": "create", "time": "06:35"}'},
                },
                {"id": "c2", "type": "function", "function": {"name": "tell_joke", "arguments": '{"topic": '}},
                {"id": "c3", "type": "function", "function": {"name": "tell_joke", "arguments": "{}"}},
                {
                    "id": "c4",
                    "type": "function",
                    "function": {"name": "manage_alarm", "arguments": '{"action": "explode"}'},
                },
            ],
        },
        {
            "role": "tool",
            "tool_call_id": "c1",
            "content": '{"success": true, "data": {"alarmId": "1", "ringtone": "x"}}',
        },
        {"role": "tool", "tool_call_id": "c2", "content": "Error: bad arguments"},
        {"role": "tool", "tool_call_id": "c3", "content": "Why did the phone cross the road?"},
        {"role": "tool", "tool_call_id": "c4", "content": '{"success": true}'},
        {"role": "assistant", "content": "Alarm set."},
    ]
}


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = 0
    try:
        main(["trace", *arguments])
    except SystemExit as ending:
        code = int(ending.code or 0)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "agent.jsonl"
    path.write_text(json.dumps(GOOD) + "\n")
    return path


def as_json(text: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(text.strip().splitlines()[-1])
    return value


def held(folder: Path) -> list[Trajectory]:
    with Store.open(folder, readonly=True) as store:
        return list(store.trajectories(stage=Stage.TRAINING))


def test_import_keeps_every_conversation_once_and_reports_what_is_wrong(
    capsys: pytest.CaptureFixture[str], log: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "store"
    for new in (1, 0):
        code, stdout, stderr = run(capsys, "import", str(log), "--store", str(folder), "--json")
        value = as_json(stdout)
        assert code == 0
        assert (value["conversations"], value["calls"], value["malformed_calls"], value["new"]) == (1, 4, 1, new)
        assert value["findings"]["malformed_arguments"] == 1
        assert value["causes"]["argument_grounding"] == 1
        assert "line 1" in stderr
        assert "call 2" in stderr
        assert [t.id for t in held(folder)] == value["trajectories"]
    (trajectory,) = held(folder)
    assert trajectory.source == "import"
    assert trajectory.messages[1].tool_calls[1].raw == '{"topic": '


def test_a_bad_file_is_one_line_with_exit_status_2_and_leaves_nothing(
    capsys: pytest.CaptureFixture[str], log: Path, tmp_path: Path
) -> None:
    with log.open("a") as file:
        file.write('{"messages": [\n')
    folder = tmp_path / "store"
    code, stdout, stderr = run(capsys, "import", str(log), "--store", str(folder))
    assert code == 2
    assert stdout == ""
    assert len(stderr.strip().splitlines()) == 1
    assert "line 2" in stderr
    assert not folder.exists()


def test_a_store_in_use_or_in_the_way_is_one_line(
    capsys: pytest.CaptureFixture[str], log: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "store"
    with Store.open(folder):
        other = subprocess.run(
            [sys.executable, "-c", MAIN, "trace", "import", str(log), "--store", str(folder)],
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )
    assert other.returncode == 2
    said = [line for line in other.stderr.splitlines() if "call 2" not in line]
    assert len(said) == 1 and "is being written by" in said[0]
    code, _, stderr = run(capsys, "import", str(log), "--store", str(log))
    assert code == 2
    assert f"planloop: {log}: File exists. Correct the path\n" in stderr


def test_show_prints_a_transcript_and_refuses_a_line_that_is_not_there(
    capsys: pytest.CaptureFixture[str], log: Path
) -> None:
    code, stdout, _ = run(capsys, "show", str(log))
    assert code == 0
    assert "agent calls (malformed): tell_joke" in stdout
    assert "!! malformed_arguments" in stdout
    assert "?? argument_grounding (model, confidence" in stdout
    code, _, stderr = run(capsys, "show", str(log), "--line", "9")
    assert code == 2
    assert "line 9" in stderr
    code, stdout, _ = run(capsys, "show", str(log), "--json")
    (shown,) = as_json(stdout)["conversations"]
    assert shown["causes"][0]["cause"] == "argument_grounding"


def test_replay_counts_accepted_calls_and_lists_differences(capsys: pytest.CaptureFixture[str], log: Path) -> None:
    code, stdout, _ = run(capsys, "replay", str(log), "--json")
    value = as_json(stdout)
    assert code == 0
    assert (value["calls"], value["accepted"]) == (4, 1)
    kinds = [(item["tool"], item["kind"]) for item in value["differences"]]
    assert kinds == [
        ("manage_alarm", "result_keys"),
        ("tell_joke", "bad_argument"),
        ("tell_joke", "unknown_tool"),
        ("manage_alarm", "bad_argument"),
    ]
    code, stdout, _ = run(capsys, "replay", str(log))
    assert "4 calls, 1 accepted, 4 differences" in stdout


def test_control_sequences_of_a_foreign_log_do_not_reach_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    evil = "\x1b]0;owned\x07"
    calls = [{"id": "c1", "type": "function", "function": {"name": f"tool{evil}", "arguments": f'{{"a": "{evil}'}}]
    messages = [
        {"role": "user", "content": evil},
        {"role": "assistant", "tool_calls": calls},
        {"role": "tool", "tool_call_id": "c1", "content": "[" * 20_000},
        {"role": "assistant", "content": f"Done{evil}"},
    ]
    path = tmp_path / "agent.jsonl"
    tool = {"type": "function", "function": {"name": "other", "parameters": {"$ref": "#/nowhere"}}}
    path.write_text(json.dumps({"id": f"id{evil}", "messages": messages, "tools": [tool]}) + "\n")
    for arguments in (("import", "--store", str(tmp_path / "store")), ("show",), ("replay",)):
        code, stdout, stderr = run(capsys, arguments[0], str(path), *arguments[1:])
        assert code == 0
        assert stdout and not {"\x1b", "\x07"} & {*stdout, *stderr}

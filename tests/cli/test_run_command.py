"""`planloop run` as a person meets it: what it says beforehand, Ctrl-C and going on, and what it refuses."""

from __future__ import annotations

import json
import os
import pty
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.bench.tiny_run import SETTINGS, contents
from tests.cli.processes import PLANLOOP, SOURCE, Ended, interrupt, planloop, start

from planloop.cli.main import main
from planloop.store.store import Store

SCRIPT: dict[str, Any] = {
    "planner": {"kind": "scripted", "model": "droplast"},
    "training": {"enabled": False, "rounds": 1},
    "evolution": {"evolve_tasks": 12, "gate_tasks": 12},
    "bench": {"tasks": 12},
}
"""A run of seconds: nothing is trained and no model is asked."""


def project(folder: Path, settings: dict[str, Any], **sections: Any) -> Path:
    """A folder with a planloop.yaml."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "planloop.yaml").write_text(yaml.safe_dump(settings | sections))
    return folder


def refused(folder: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """The one line with which a run in `folder` is refused."""
    with pytest.raises(SystemExit) as ending:
        main(["run", "--config", str(folder), *arguments])
    assert ending.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def interrupted(ended: Ended, command: str) -> None:
    """Check that Ctrl-C gave one message, with the command to go on with."""
    assert ended.code == 130, ended.err
    assert ended.out == ""
    assert "Traceback" not in ended.err
    said = [line for line in ended.err.splitlines() if line.startswith("planloop:")]
    message = f"planloop: interrupted; nothing accepted is lost; go on with the same command: `planloop {command}`"
    assert said == [message]
    assert ended.err.endswith(f"{message}\n")


def test_ctrl_c_says_how_to_go_on_and_the_same_command_goes_on(tmp_path: Path) -> None:
    folder = project(tmp_path, SCRIPT)
    ended = interrupt(start(folder, "run", "--json"), folder, "round 1: looking")
    interrupted(ended, "run --json")
    with Store.open(folder / ".planloop", readonly=True) as store:
        name = json.loads((folder / ".planloop" / "run.json").read_text())["run"]
        before = {step.key: step for step in store.ledger(name).steps() if step.result is not None}
    assert "measure/test.before" in before
    again = planloop(folder, "run", "--json")
    assert again.code == 0, again.err
    assert Path(folder / json.loads(again.out)["report"]).is_file()
    with Store.open(folder / ".planloop", readonly=True) as store:
        after = {step.key: step for step in store.ledger(name).steps()}
    assert {key: after[key] for key in before} == before, "committed steps are not computed again"


def test_ctrl_c_before_anything_has_begun_leaves_nothing_to_mend(tmp_path: Path) -> None:
    folder = project(tmp_path, SCRIPT)
    process = start(folder, "run")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=300)
    said = (folder / "stderr").read_text()
    assert process.returncode in (130, -signal.SIGINT), said
    assert out == ""
    assert planloop(folder, "run").code == 0


def test_ctrl_c_gives_the_terminal_back_as_it_was(tmp_path: Path) -> None:
    folder = project(tmp_path, SCRIPT)
    child, screen = pty.fork()
    if child == 0:
        os.chdir(folder)
        os.environ.update(PYTHONPATH=str(SOURCE), TERM="xterm", OMP_NUM_THREADS="1")
        os.execv(sys.executable, (*PLANLOOP, "run", "--no-wait"))
    shown = b""
    while b"round 1: looking" not in shown:
        shown += os.read(screen, 4096)
    os.write(screen, b"\x03")
    shown += rest(screen)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 130
    assert b"\x1b[?25l" in shown, "the spinner hides the cursor"
    assert shown.rindex(b"\x1b[?25h") > shown.rindex(b"\x1b[?25l"), "it is shown again"
    assert shown.rindex(b"planloop: interrupted") > shown.rindex(b"\x1b[?25h")


def rest(screen: int) -> bytes:
    """What is still written until the other end is closed."""
    found = b""
    while True:
        try:
            piece = os.read(screen, 4096)
        except OSError:  # Linux says so when the other end is closed
            return found
        if not piece:
            return found
        found += piece


@pytest.mark.slow
def test_ctrl_c_while_training_loses_nothing(tmp_path: Path) -> None:
    whole = project(tmp_path / "whole", SETTINGS)
    assert planloop(whole, "run", "--no-wait").code == 0
    halves = project(tmp_path / "halves", SETTINGS)
    for moment in ("cold start: training part 1", "round 1: practising with rewards", "writing the report"):
        interrupted(interrupt(start(halves, "run", "--no-wait"), halves, moment), "run --no-wait")
    ended = planloop(halves, "run", "--no-wait")
    assert ended.code == 0, ended.err
    assert "report:" in ended.out
    assert contents(halves / ".planloop") == contents(whole / ".planloop")


def test_a_dry_run_says_what_would_happen_starts_nothing_and_loads_no_torch(tmp_path: Path) -> None:
    folder = project(tmp_path, {"planner": {"model": "tiny"}, "bench": {"tasks": 12}})
    code = (
        "import sys; from planloop.cli.main import main\n"
        "try: main(['run', '--dry-run', '--json', '--rounds', '3'])\n"
        "finally: assert not {'torch', 'transformers', 'dbos'} & set(sys.modules), 'heavy'"
    )
    ended = finish_code(folder, code)
    assert ended.code == 0, ended.err
    found = json.loads(ended.out)
    assert found["config"]["training"]["rounds"] == 3
    assert found["tasks"]["test"] == [12, 320]
    assert found["tasks"]["dev.evolve"][0] == 90
    assert found["store"] == ".planloop"
    assert found["total"]["updates"] == sum(step["updates"] for step in found["steps"]) > 0
    assert [step["name"] for step in found["steps"]][:2] == ["cold start", "cold start: gate"]
    assert sorted(path.name for path in folder.iterdir()) == ["planloop.yaml", "stderr"]


def finish_code(folder: Path, code: str) -> Ended:
    """Run Python code in `folder`."""
    import subprocess

    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with (folder / "stderr").open("w") as err:
        done = subprocess.run(
            [sys.executable, "-c", code], cwd=folder, stdout=subprocess.PIPE, stderr=err, text=True, env=environment
        )
    return Ended(done.returncode, done.stdout, (folder / "stderr").read_text())


def test_a_dry_run_bounds_what_the_run_then_plays(tmp_path: Path) -> None:
    folder = project(tmp_path, SCRIPT)
    found = json.loads(planloop(folder, "run", "--dry-run", "--json").out)
    assert planloop(folder, "run").code == 0
    with Store.open(folder / ".planloop", readonly=True) as store:
        played = sum(
            len(store.measurement(name, run=run).episodes)
            for run, name in store.measurements.names()
            if not name.startswith("test.scripted") and name != "test.after-first-harness" and name != "test.after"
        )
    replays = 2 * 8  # of both arms of every experiment, which no measurement counts
    # a script promises fixes that never appear, so its harness changes are not played on dev.gate, as they could be
    assert 0 < played <= found["total"]["episodes"] <= 4 * played + replays
    again = json.loads(planloop(folder, "run", "--dry-run", "--json").out)
    assert again["committed"] > 0
    assert again["refused"] is None
    other = json.loads(planloop(folder, "run", "--dry-run", "--json", "--seed", "5").out)
    assert found["run"] in other["refused"]


def test_a_run_begins_with_the_harness_of_the_project_and_keeps_it(tmp_path: Path) -> None:
    folder = tmp_path / "agent"
    assert planloop(tmp_path, "init", str(folder)).code == 0
    project(folder, SCRIPT, harness={"folder": "harness"})
    rules = folder / "harness" / "domains" / "general.md"
    rules.write_text(rules.read_text() + "- Never guess a name.\n")
    ended = planloop(folder, "run", "--no-wait", "--json")
    assert ended.code == 0, ended.err
    with Store.open(folder / ".planloop", readonly=True) as store:
        first = store.releases.history()[0].release
        found = store.artefacts.get(first)
        version = store.artefacts.get(found.harness)  # type: ignore[attr-defined]
        assert b"Never guess a name." in store.blobs.get(version.tree.files["domains/general.md"])  # type: ignore[attr-defined]
        assert "README.md" not in version.tree.files  # type: ignore[attr-defined]
    rules.write_text(rules.read_text() + "- Another rule.\n")
    changed = planloop(folder, "run", "--no-wait", "--json")
    assert changed.code == 2
    assert "began with another harness" in changed.err
    assert "--continue" in changed.err
    goes_on = json.loads(planloop(folder, "run", "--continue", "--no-wait", "--json").out)
    assert goes_on["releases"] == json.loads(ended.out)["releases"]


def test_a_broken_harness_folder_is_named_before_anything_begins(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = project(tmp_path, SCRIPT, harness={"folder": "mine"})
    assert f"{folder / 'mine'}: there is no such folder" in refused(folder, capsys)
    (folder / "mine").mkdir()
    (folder / "mine" / "instructions.md").write_text("Plan.")
    (folder / "mine" / "routing.yaml").write_text("core_tools: [serch_user_memory]\n")
    line = refused(folder, capsys)
    assert f"{folder / 'mine' / 'routing.yaml'}: names a tool that does not exist" in line
    assert line.endswith("Did you mean search_user_memory?")
    assert not (folder / ".planloop").exists()


@pytest.mark.parametrize("arguments", [(), ("--dry-run",)])
def test_without_torch_a_local_planner_is_refused_with_what_to_install(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    line = refused(project(tmp_path, {"planner": {"model": "tiny"}}), capsys, *arguments)
    assert "local models need torch" in line
    assert "pip install 'planloop[train]'" in line


@pytest.mark.parametrize(
    ("settings", "arguments", "message"),
    [
        (
            {"planner": {"kind": "endpoint", "model": "m", "base_url": "http://127.0.0.1:9/v1"}},
            (),
            "planloop.yaml line 3, planner.kind: endpoint has no weights that can be trained here. "
            "Set training.enabled: false to improve only its harness, or planner.kind: local to train",
        ),
        ({}, ("--seed", "-1"), "training.seed: -1 is impossible"),
        (
            {"planner": {"model": "tiny"}, "training": {"cold_start": {"capabilities": ["tool_use/groundin"]}}},
            (),
            "training.cold_start.capabilities: no scenario has the capability 'tool_use/groundin'",
        ),
        (
            {},
            ("--planner", "endpoint:m@http://127.0.0.1:9/v1"),
            "set planner.kind, planner.model, planner.base_url and training",
        ),
        ({}, ("--continue",), "holds no run to go on with"),
        (
            {
                "planner": {"kind": "endpoint", "model": "m", "base_url": "http://h/v1", "api_key_env": "NO_SUCH_KEY"},
                "training": {"enabled": False},
            },
            ("--dry-run",),
            "the environment variable NO_SUCH_KEY is not set",
        ),
    ],
)
def test_what_cannot_be_run_is_refused_in_one_line(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    settings: dict[str, Any],
    arguments: tuple[str, ...],
    message: str,
) -> None:
    assert message.casefold() in refused(project(tmp_path, settings), capsys, *arguments).casefold()

"""The command line's error funnel, exit codes, and output convention."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest
import typer

from planloop import __version__
from planloop.cli import lazy
from planloop.cli.main import main
from planloop.cli.output import Output
from planloop.cli.resume import resume_with
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split, Stage, require_readable

SOURCE = Path(__file__).resolve().parents[2] / "src"


def run(*arguments: str) -> int:
    """The exit code of a command line."""
    with pytest.raises(SystemExit) as ending:
        main(list(arguments))
    return int(ending.value.code or 0)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> typer.Typer:
    """An extra command `broken`, whose behaviour the test adds."""
    app = typer.Typer()
    module = ModuleType("planloop_test_broken")
    module.app = app  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setitem(lazy.COMMANDS, "broken", module.__name__)
    return app


def test_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out.strip() == f"planloop {__version__}"


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    page = capsys.readouterr().out
    assert all(name in page for name in lazy.COMMANDS)


@pytest.mark.parametrize("name", lazy.COMMANDS)
def test_a_commands_help_offers_no_completion_of_the_shell(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(name, "--help") == 0
    assert "completion" not in capsys.readouterr().out


def test_an_error_becomes_one_line_on_stderr_and_exit_2(
    broken: typer.Typer, capsys: pytest.CaptureFixture[str]
) -> None:
    @broken.command()
    def command() -> NoReturn:
        raise PlanloopError("the file is empty", place="tasks.yaml line 3", cure="add a task")

    assert run("broken") == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "planloop: tasks.yaml line 3: the file is empty. Add a task\n")


def test_a_read_of_the_wrong_split_is_told_without_a_traceback(
    broken: typer.Typer, capsys: pytest.CaptureFixture[str]
) -> None:
    @broken.command()
    def command() -> None:
        require_readable(Stage.TRAINING, Split.TEST, "task t1")

    assert run("broken") == 2
    assert "task t1 is of split test" in capsys.readouterr().err


def test_interrupting_exits_130_and_says_how_to_resume(broken: typer.Typer, capsys: pytest.CaptureFixture[str]) -> None:
    @broken.command()
    def command() -> NoReturn:
        raise KeyboardInterrupt

    assert run("broken") == 130
    assert "nothing accepted is lost; go on with the same command: `planloop broken`" in capsys.readouterr().err


def test_a_command_can_name_its_own_resume_command(broken: typer.Typer, capsys: pytest.CaptureFixture[str]) -> None:
    @broken.command()
    def command() -> NoReturn:
        resume_with("planloop run --continue")
        raise KeyboardInterrupt

    assert run("broken") == 130
    assert "the same command: `planloop run --continue`" in capsys.readouterr().err


def test_a_defect_keeps_its_traceback(broken: typer.Typer) -> None:
    @broken.command()
    def command() -> NoReturn:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        main(["broken"])


def test_an_unknown_command_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("nonsense") == 2
    assert "nonsense" in capsys.readouterr().err


def test_json_prints_exactly_one_object_and_progress_goes_to_stderr(capsys: pytest.CaptureFixture[str]) -> None:
    output = Output(as_json=True)
    output.progress("half way")
    output.result({"score": 41.5}, "score 41.5")
    out, err = capsys.readouterr()
    assert json.loads(out) == {"score": 41.5}
    assert err == "half way\n"
    with pytest.raises(RuntimeError):
        output.result({}, "")


def test_a_number_that_could_not_be_measured_is_refused() -> None:
    with pytest.raises(ValueError, match="JSON"):
        Output(as_json=True).result({"score": float("nan")}, "")


def test_init_writes_a_project_that_config_reads(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "agent"
    assert run("init", str(folder)) == 0
    capsys.readouterr()
    assert run("config", str(folder), "--json") == 0
    assert json.loads(capsys.readouterr().out)["approval"]["policy"] == "ask"


def test_init_never_overwrites(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "planloop.yaml").write_text("training: {rounds: 7}\n")
    assert run("init", str(tmp_path)) == 2
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "planloop.yaml").read_text() == "training: {rounds: 7}\n"


def test_init_writes_a_harness_that_is_the_built_in_one_until_it_is_edited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from planloop.harness.eta import Eta

    assert run("init", str(tmp_path)) == 0
    assert (tmp_path / "harness" / "README.md").is_file()
    assert Eta.load(tmp_path / "harness").digest() == Eta.load().digest()
    (tmp_path / "harness" / "runtime.yaml").write_text("list_item: 4\n")
    capsys.readouterr()
    assert run("config", str(tmp_path)) == 2
    assert f"{tmp_path / 'harness' / 'runtime.yaml'}: list_item: unknown key" in capsys.readouterr().err


def test_init_in_a_repository_adds_a_line_to_its_gitignore(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("dist/")
    assert run("init", str(tmp_path)) == 0
    assert (tmp_path / ".gitignore").read_text() == "dist/\n.planloop/\n"


def test_a_dry_run_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("init", str(tmp_path / "agent"), "--dry-run") == 0
    assert "planner:" in capsys.readouterr().out
    assert not (tmp_path / "agent").exists()


def test_the_help_page_loads_only_what_draws_it() -> None:
    """Its seconds are measured by `python -m benchmarks.startup`."""
    code = (
        "import sys; from planloop.cli.main import main\n"
        "try: main(['--help'])\n"
        "finally: print('loaded:', *{name.split('.')[0] for name in sys.modules})"
    )
    page = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, cwd=SOURCE).stdout
    loaded = set(page.rpartition("loaded:")[2].split()) - set(sys.stdlib_module_names)
    drawing = {"typer", "annotated_doc", "rich", "pygments", "markdown_it", "mdurl", "shellingham", "click", "attr"}
    assert {name for name in loaded if not name.startswith("_")} <= {"planloop", *drawing}


def test_ctrl_c_that_ends_as_another_error_is_ctrl_c_all_the_same() -> None:
    """As where it hits the import of a compiled extension, which reports it as its own."""
    code = (
        "import os, signal\n"
        "import planloop.cli.main as cli\n"
        "def interrupted(**_):\n"
        "    try: os.kill(os.getpid(), signal.SIGINT); signal.pause()\n"
        "    except KeyboardInterrupt: raise ValueError('made of it') from None\n"
        "cli.app = interrupted\n"
        "cli.main(['run'])"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=SOURCE)
    assert ended.returncode == 130, ended.stderr
    assert ended.stderr.strip().endswith("go on with the same command: `planloop run`")
    assert "Traceback" not in ended.stderr

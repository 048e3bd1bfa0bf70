"""The command line in a process of its own, as a person runs it and interrupts it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).resolve().parents[2] / "src"
PLANLOOP = (sys.executable, "-c", "from planloop.cli.main import main; main()")
PATIENCE = 300.0


class Ended(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """A command started in `folder`; its stderr goes to `folder/stderr`."""
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "OMP_NUM_THREADS": "1"}
    with (folder / "stderr").open("w") as err:
        return subprocess.Popen(
            [*PLANLOOP, *arguments],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=err,
            text=True,
            env=environment,
        )


def finish(process: subprocess.Popen[str], folder: Path) -> Ended:
    """Wait for a command that was started in `folder`."""
    out, _ = process.communicate(timeout=PATIENCE)
    return Ended(process.returncode, out, (folder / "stderr").read_text())


def planloop(folder: Path, *arguments: str) -> Ended:
    """Run a command to its end."""
    return finish(start(folder, *arguments), folder)


def interrupt(process: subprocess.Popen[str], folder: Path, said: str) -> Ended:
    """Press Ctrl-C once the command has said something on stderr."""
    deadline = time.monotonic() + PATIENCE
    while said not in (folder / "stderr").read_text():
        assert process.poll() is None, (folder / "stderr").read_text()
        assert time.monotonic() < deadline, (folder / "stderr").read_text()
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    return finish(process, folder)

"""`python -m benchmarks.startup`: how soon `planloop --help` answers, and how much the core install takes on disk.

The help page is asked for in fresh processes. Seconds of the clock say what a person waits on this machine, as busy as
it is, seconds of the processor what the command costs. `--install` builds a wheel of this checkout and installs it with
its core dependencies, at the pinned versions, into a throwaway environment: it needs a package index (`PIP_ARGS` as for
make) and leaves nothing behind.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
HELP = "from planloop.cli.main import main; main(['--help'])"
LARGEST = 6
MB = 1e6


def help_page(repeats: int) -> dict[str, float]:
    """Seconds of the clock (best, and worst) and of the processor (best) until the help page is printed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    clock: list[float] = []
    processor: list[float] = []
    for _ in range(repeats):
        before, begin = _spent(), time.perf_counter()
        subprocess.run([sys.executable, "-c", HELP], check=True, capture_output=True, env=environment)
        clock.append(time.perf_counter() - begin)
        processor.append(_spent() - before)
    return {
        "help_s": round(min(clock), 3),
        "help_s_lo": round(min(clock), 3),
        "help_s_hi": round(max(clock), 3),
        "help_s_n": repeats,
        "help_cpu_s": round(min(processor), 3),
    }


def core_install() -> dict[str, Any]:
    """Megabytes (10^6 bytes) that `pip install planloop` adds to an empty environment, and the largest packages."""
    more = shlex.split(os.environ.get("PIP_ARGS", ""))
    with tempfile.TemporaryDirectory(prefix="planloop-startup-") as name:
        folder = Path(name)
        _run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", *more, "--wheel-dir", name, str(ROOT))
        (wheel,) = folder.glob("*.whl")
        _run(sys.executable, "-m", "venv", str(folder / "venv"))
        python = str(folder / "venv" / "bin" / "python")
        (packages,) = (folder / "venv").glob("lib/python*/site-packages")
        empty = _size(packages)
        pinned = str(ROOT / "constraints.txt")
        _run(python, "-m", "pip", "install", "--quiet", *more, "-c", pinned, str(wheel))
        _run(python, "-c", HELP)
        sizes = {p.name: _size(p) for p in packages.iterdir() if not p.name.startswith(("pip", "setuptools"))}
        listed = subprocess.run(
            [python, "-m", "pip", "list", "--format", "json"], check=True, capture_output=True, text=True
        )
        names = {entry["name"] for entry in json.loads(listed.stdout)} - {"pip", "setuptools"}
        largest = sorted(sizes.items(), key=lambda item: -item[1])[:LARGEST]
        return {
            "install_mb": round((_size(packages) - empty) / MB, 1),
            "install_packages": len(names),
            "largest": {package: round(size / MB, 1) for package, size in largest},
            "torch": "torch" in names,
        }


def _run(*command: str) -> None:
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"could not measure: {shlex.join(command)}\n{done.stdout}{done.stderr}")


def _size(path: Path) -> int:
    """Bytes of a file or of all files in a folder."""
    return path.stat().st_size if path.is_file() else sum(f.stat().st_size for f in path.rglob("*") if f.is_file())


def _spent() -> float:
    """Processor seconds of all finished child processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, and print a table or one JSON object."""
    parser = argparse.ArgumentParser(prog="benchmarks.startup", description=__doc__)
    parser.add_argument("--repeats", type=int, default=5, help="how often the help page is asked for")
    parser.add_argument("--install", action="store_true", help="measure the core install too (needs a package index)")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    value: dict[str, Any] = help_page(options.repeats)
    if options.install:
        value |= core_install()
    if options.json:
        print(json.dumps(value))
        return
    spread = f"[{value['help_s_lo']}, {value['help_s_hi']}] of {options.repeats}"
    print(f"planloop --help   {value['help_s']:8.3f} s   {spread}")
    print(f"  processor       {value['help_cpu_s']:8.3f} s")
    if options.install:
        torch = "with" if value["torch"] else "without"
        print(f"core install      {value['install_mb']:8.1f} MB  {value['install_packages']} packages, {torch} torch")
        for package, size in value["largest"].items():
            print(f"  {package:15} {size:8.1f} MB")


if __name__ == "__main__":
    main()

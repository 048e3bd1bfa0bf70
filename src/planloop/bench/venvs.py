"""Environments of their own for peers whose pins clash with ours: how to build one, and where its Python is.

`python -m planloop.bench.venvs llama` (or `bfcl`) builds `.venvs/<name>` in the present folder with pip as configured.
"""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from planloop.contract.errors import PlanloopError

FOLDER = Path(".venvs")


class Peer(StrEnum):
    """A package kept out of our own environment."""

    LLAMA = "llama"  # llama.cpp's server, built from source: a real model behind HTTP on any CPU
    BFCL = "bfcl"  # the BFCL v4 tasks and checkers; its pins conflict with ours


@dataclass(frozen=True)
class Recipe:
    """`alone` is installed without its dependencies, `packages` with them; `proof` must import afterwards. `cmake` are
    options of what is compiled: none of it is taken from pip's cache, which does not know them."""

    packages: tuple[str, ...]
    proof: str
    alone: tuple[str, ...] = ()
    cmake: tuple[str, ...] = ()


RECIPES: dict[Peer, Recipe] = {
    Peer.LLAMA: Recipe(
        packages=("llama-cpp-python[server]==0.3.36",),
        proof="llama_cpp.server.app",
        cmake=("-DGGML_NATIVE=OFF",),  # built for the very processor, it ends with SIGILL where that has AMX
    ),
    Peer.BFCL: Recipe(
        alone=("bfcl-eval==2026.3.23",),
        packages=(
            "numpy==1.26.4",
            "mpmath==1.3.0",
            "rank_bm25==0.2.2",
            "tqdm",
            "requests",
            "pydantic>=2",
            "python-dotenv",
            "overrides",
        ),
        proof="bfcl_eval.eval_checker.multi_turn_eval.multi_turn_checker",
    ),
}


def find_python(peer: Peer) -> Path | None:
    """The peer's Python: `PLANLOOP_<PEER>_PYTHON`, or `.venvs/<peer>` here or beside our sources, or None."""
    named = os.environ.get(f"PLANLOOP_{peer.name}_PYTHON")
    if named:
        return Path(named)
    for root in (Path.cwd(), Path(__file__).parents[3]):
        python = root / FOLDER / peer.value / "bin" / "python"
        if python.exists():
            return python.absolute()
    return None


def peer_python(peer: Peer) -> Path:
    """Like `find_python`, but a peer that is not built raises `PlanloopError` with the command that builds it."""
    python = find_python(peer)
    if python is None or not python.exists():
        place = f"environment {FOLDER / peer.value}" if python is None else str(python)
        raise PlanloopError("is not there", place=place, cure=f"run `make {peer.value}` (python -m {__name__} {peer})")
    return python


def build(peer: Peer, root: Path) -> Path:
    """Build the peer's environment under `root/.venvs`; a complete one is left as it is. Returns its Python."""
    folder = root / FOLDER / peer.value
    python = folder / "bin" / "python"
    recipe = RECIPES[peer]
    done = folder / ".complete"
    stamp = "\n".join((*recipe.alone, *recipe.packages, *recipe.cmake))
    if done.exists() and done.read_text() == stamp:
        return python
    venv.create(folder, with_pip=True, clear=done.exists() or not python.exists())
    done.unlink(missing_ok=True)
    steps = [["--no-deps", *recipe.alone]] if recipe.alone else []
    for arguments in [*steps, list(recipe.packages)]:
        cached = ["--no-cache-dir"] if recipe.cmake else []
        _run([str(python), "-m", "pip", "install", "--quiet", *cached, *arguments], peer)
    _run([str(python), "-c", f"import {recipe.proof}"], peer)
    done.write_text(stamp)
    return python


def _run(command: list[str], peer: Peer) -> None:
    options = " ".join((*RECIPES[peer].cmake, os.environ.get("CMAKE_ARGS", "")))
    if subprocess.run(command, check=False, env={**os.environ, "CMAKE_ARGS": options.strip()}).returncode != 0:
        raise PlanloopError(
            f"`{' '.join(command[1:])}` failed",
            place=f"environment {peer}",
            cure="read pip's message above; llama needs a C++ compiler and cmake; then run the same command again",
        )


def main(arguments: list[str]) -> None:
    """Build the named peers in the present folder."""
    legal = [peer.value for peer in Peer]
    if not arguments or any(name not in legal for name in arguments):
        raise SystemExit(f"usage: python -m planloop.bench.venvs {{{','.join(legal)}}}...")
    for name in arguments:
        try:
            print(f"{name}: {build(Peer(name), Path.cwd())}")
        except PlanloopError as error:
            raise SystemExit(f"planloop: {error}") from None


if __name__ == "__main__":
    main(sys.argv[1:])

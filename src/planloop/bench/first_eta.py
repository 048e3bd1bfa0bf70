"""First eta: the harness that a run starts from, kept in its store, so that editing a folder cannot change a run."""

from __future__ import annotations

import shutil
from pathlib import Path

from planloop.contract.errors import PlanloopError
from planloop.harness.eta import DEFAULT, Eta

FOLDER = "first-harness"


def read_eta(folder: Path) -> Eta:
    """The harness in `folder`, for the sandbox phone. Raises `PlanloopError` naming the file that is wrong."""
    from planloop.environments.sandbox import Sandbox
    from planloop.harness.harness import Harness
    from planloop.harness.soundness import require_sound

    eta = Eta.load(folder)
    require_sound(eta, Harness().specs(Sandbox()), str(folder))
    return eta


def first_eta(root: Path, given: Eta | None, *, begun: bool) -> Path:
    """The folder that the run in the store at `root` starts from.

    A run that has not begun gets a copy of `given` (None: the built-in harness). One that has `begun` keeps what it
    has; raises `PlanloopError` where `given` is something else by now.
    """
    held = root / FOLDER
    if not begun:
        _replace(held, given)
        return DEFAULT if given is None else held
    started_with = held if held.is_dir() else DEFAULT
    if given is not None and Eta.load(started_with).digest() != given.digest():
        raise PlanloopError(
            "holds a run that began with another harness: the harness folder has changed since",
            place=str(root),
            cure="go on with that run by `planloop run --continue`, or give the changed harness its own --store DIR",
        )
    return started_with


def _replace(held: Path, given: Eta | None) -> None:
    shutil.rmtree(held, ignore_errors=True)
    if given is None:
        return
    partial = held.with_name(f"{held.name}.partial")
    shutil.rmtree(partial, ignore_errors=True)
    given.write(partial)
    partial.rename(held)

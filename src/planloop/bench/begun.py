"""Begun: which run a store holds, and whether anything of it was accepted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from planloop.config.model import ApprovalPolicy, Config
from planloop.contract.errors import PlanloopError
from planloop.store.ledger import StepStatus
from planloop.store.store import Store

RUN_FILE = "run.json"
LAST = "test.after-first-harness"
"""The measurement that a run ends with: behind it only the report is written."""


class BegunRun(NamedTuple):
    """A run that has committed `steps` steps to its store, or has put something before a person (0 steps, perhaps)."""

    name: str
    steps: int


class Standing(NamedTuple):
    """Where a begun run stands: what a person must decide before it goes on, and whether all of it is done."""

    waits_for: str | None
    finished: bool


def recorded(root: Path) -> tuple[str, Config] | None:
    """Name and configuration of the run that was last started in the store at `root`.

    Raises `PlanloopError` where the file that says so is damaged.
    """
    file = root / RUN_FILE
    if not file.is_file():
        return None
    try:
        held = json.loads(file.read_text(encoding="utf-8"))
        return str(held["run"]), Config.model_validate(held["config"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        problem = f"says no run that this planloop can go on with ({_first(error)})"
        cure = "restore it from a copy, or give the run its own folder with --store DIR"
        raise PlanloopError(problem, place=str(file), cure=cure) from error


def _first(error: Exception) -> str:
    """What is wrong, in a few words."""
    if not isinstance(error, ValidationError):
        return f"no {error}" if isinstance(error, KeyError) else str(error)
    found = error.errors(include_url=False)[0]
    return f"{'.'.join(map(str, found['loc']))}: {found['msg']}"


def record(root: Path, name: str, config: Config) -> None:
    """Say which run is started in the store at `root`."""
    file = root / RUN_FILE
    partial = file.with_suffix(".partial")
    partial.write_text(json.dumps({"run": name, "config": config.model_dump(mode="json")}), encoding="utf-8")
    partial.replace(file)


def begun_run(root: Path, store: Store | None = None) -> BegunRun | None:
    """The run in the store at `root`, if it has begun; one that failed before its first step has left nothing.

    The first step asks for the base's release: a run that waits there for a person has begun, too.

    `store` is the open store, where there is one.
    """
    held = recorded(root)
    if held is None:
        return None
    if store is None:
        with Store.open(root, readonly=True) as opened:
            return begun_run(root, opened)
    name, _ = held
    done = sum(step.status is StepStatus.DONE for step in store.ledger(name).steps())
    return BegunRun(name, done) if done or store.decisions.put_to_people() else None


def standing(root: Path, held: BegunRun, config: Config) -> Standing:
    """Where the run in the store at `root` stands, which was begun with `config`."""
    with Store.open(root, readonly=True) as store:
        last = store.ledger(held.name).step(f"measure/{LAST}")
        if last is not None and last.status is StepStatus.DONE:
            return Standing(None, finished=True)
        waiting = store.decisions.pending() if config.approval.policy is ApprovalPolicy.ASK else []
        return Standing(waiting[0].subject if waiting else None, finished=False)

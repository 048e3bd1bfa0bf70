"""One arm of `benchmarks.loop`: `planloop run --json` in a process of its own, and what its store says of each task."""

from __future__ import annotations

import hashlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import JsonValue

import planloop
from planloop.config.model import Config, Strategy
from planloop.config.read import FILE_NAME, resolved
from planloop.contract.errors import PlanloopError
from planloop.contract.record import JsonObject, Record
from planloop.contract.split import Split, Stage
from planloop.contract.version import Checkpoint, Release
from planloop.store.store import Store

PLANLOOP = (sys.executable, "-c", "from planloop.cli.main import main; main()")
PROBE = (
    "import json, torch; from planloop.planners.device import device; d = device(); "
    "print(json.dumps([torch.get_num_threads(), torch.cuda.get_device_name(d) if d.startswith('cuda') else '']))"
)
MEASURED = {"before": "test.before", "middle": "test.after-first-harness", "after": "test.after"}
TAIL = 12
"""Lines of a failed run's messages that are shown."""


class Arm(StrEnum):
    """The loop, or the control beside it."""

    LOOP = "loop"
    CONTROL = "control"


class ArmRound(Record):
    """One round: packed tokens of its supervised training, tasks and trajectories in it, RL updates and episodes,
    harness changes that were approved, and whether its pair was released."""

    refresh_tokens: int
    constructed: int
    trajectories: int
    tasks: int
    rl_updates: int
    rl_episodes: int
    edits: int
    released: bool


class ArmResult(Record):
    """A finished arm. `outcomes` are solved or not by task key, for each name of `MEASURED`; `capabilities` the tasks'.

    `suite` is its name with its version. `start` holds the SHA-256 of the first release's weight files. `wall_s` in
    seconds, `peak_memory_gb` the largest resident set in 10^9 bytes. `report` lies beside the result.
    """

    arm: Arm
    seed: int
    suite: str
    machine: JsonObject
    wall_s: float
    peak_memory_gb: float
    outcomes: dict[str, dict[str, bool]]
    capabilities: dict[str, str]
    start: dict[str, str]
    harness_changed: bool
    rounds: tuple[ArmRound, ...]
    report: str


@dataclass(frozen=True)
class ArmFailure:
    """An arm that did not finish."""

    arm: Arm
    seed: int
    code: int
    message: str
    log: Path


@dataclass(frozen=True)
class Ended:
    """A process that ended: exit status, its stdout, seconds, the largest resident set in 10^9 bytes, last messages."""

    code: int
    out: str
    wall_s: float
    peak_memory_gb: float
    tail: str


def control_config(config: Config, loop: ArmResult) -> Config:
    """The loop's configuration with undiagnosed rounds, each of which trains on as many tokens as the loop's did."""
    plan = config.model_dump()
    plan["evolution"]["strategy"] = Strategy.UNIFORM
    plan["training"]["refresh"]["round_tokens"] = tuple(r.refresh_tokens for r in loop.rounds)
    return Config.model_validate(plan)


def play(folder: Path, arm: Arm, config: Config, *, keep: bool) -> ArmResult | ArmFailure:
    """Run an arm in `folder`, or go on with it, or read what it has left there.

    Raises `PlanloopError` where the folder holds an arm of another configuration.
    """
    claim(folder, "configuration", config.model_dump(mode="json"))
    held, store, log = folder / "result.json", folder / "store", folder / "log"
    if held.is_file():
        return ArmResult.from_json(held.read_text(encoding="utf-8"))
    (folder / FILE_NAME).write_text(resolved(config), encoding="utf-8")
    options = ("run", "--config", str(folder / FILE_NAME), "--store", str(store), "--json", "--no-wait")
    ended = execute([*PLANLOOP, *options], log, f"seed {config.training.seed} {arm}:")
    if ended.code:
        return ArmFailure(arm, config.training.seed, ended.code, ended.tail, log)
    result = _read(arm, config, ended, store)
    report = folder / "report.html"
    shutil.copyfile(store / "report.html", report)
    result = result.model_copy(update={"report": report.name})
    partial = held.with_suffix(".partial")
    partial.write_text(result.to_json(), encoding="utf-8")
    partial.replace(held)
    if not keep:
        shutil.rmtree(store)
    return result


def execute(command: Sequence[str], log: Path, prefix: str) -> Ended:
    """Run a command to its end. Its stderr goes to `log`, and line by line to ours behind `prefix`."""
    began = time.monotonic()
    lines: list[str] = []
    out = log.with_suffix(".out")
    with out.open("w", encoding="utf-8") as stdout, log.open("a", buffering=1, encoding="utf-8") as file:
        process = subprocess.Popen(command, stdout=stdout, stderr=subprocess.PIPE, text=True, errors="replace")
        assert process.stderr is not None
        try:
            for line in process.stderr:
                lines = [*lines, line.rstrip()][-TAIL:]
                print(f"{prefix} {line.rstrip()}", file=sys.stderr, flush=True)
                file.write(line)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        except BaseException:
            process.send_signal(signal.SIGINT)
            process.wait()
            raise
    unit = 1024 if sys.platform != "darwin" else 1
    text = out.read_text(encoding="utf-8")
    out.unlink()
    peak = round(usage.ru_maxrss * unit / 1e9, 3)
    return Ended(process.returncode, text, time.monotonic() - began, peak, "\n".join(lines))


def claim(folder: Path, what: str, value: JsonValue) -> None:
    """Make `folder` for results of this `value`; raises `PlanloopError` where it holds those of another."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{what}.json"
    if not file.is_file():
        file.write_text(json.dumps(value), encoding="utf-8")
    if json.loads(file.read_text(encoding="utf-8")) != value:
        raise PlanloopError(
            f"holds results of another {what}", place=str(folder), cure="give another --out, or remove that folder"
        )


def code_version() -> str:
    """The hash of planloop's files: results of different code are not compared."""
    root = Path(planloop.__file__).parent
    found = hashlib.sha256()
    for file in sorted(p for p in root.rglob("*") if p.is_file() and "__pycache__" not in p.parts):
        found.update(file.relative_to(root).as_posix().encode() + b"\0" + file.read_bytes())
    return found.hexdigest()[:16]


def machine(config: Config) -> JsonObject:
    """What a run of this configuration computes on, asked in a process of its own so that this one stays small."""
    answer = subprocess.run([sys.executable, "-c", PROBE], capture_output=True, text=True, check=True)
    threads, accelerator = json.loads(answer.stdout)
    return {
        "cpu": _processor(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 0,
        "torch_threads": config.training.threads or threads,
        "accelerator": accelerator,
        "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9, 1),
        "python": platform.python_version(),
    }


def _read(arm: Arm, config: Config, ended: Ended, root: Path) -> ArmResult:
    """The arm's result from its JSON, and from its store the verdict on every test task."""
    found: dict[str, Any] = json.loads(ended.out)
    summary = found["summary"]
    with Store.open(root, readonly=True) as store:
        tasks = store.tasks(stage=Stage.BENCH, split=Split.TEST)
        first = store.get(Release, summary["before_release"])
        last = store.get(Release, summary["after_release"])
        weights = store.get(Checkpoint, first.checkpoint).tree.files
        solved = {name: _solved(store, found["run"], held) for name, held in MEASURED.items()}
    return ArmResult(
        arm=arm,
        seed=config.training.seed,
        suite=found["suite"],
        machine=machine(config),
        wall_s=round(max(ended.wall_s, found["wall_s"]), 1),
        peak_memory_gb=ended.peak_memory_gb,
        outcomes={name: {t.key: t.key in keys for t in tasks} for name, keys in solved.items()},
        capabilities={t.key: str(t.capability) for t in tasks},
        start={name: digest for name, digest in weights.items() if name.endswith(".safetensors")},
        harness_changed=first.harness != last.harness,
        rounds=tuple(_round(entry) for entry in found["rounds"]),
        report=found["report"],
    )


def _solved(store: Store, run: str, name: str) -> set[str]:
    """Keys of the tasks that were solved; what is invalid or missing was not."""
    if (run, name) not in store.measurements.names(run=run):
        return set()
    return {e.task_key for e in store.measurement(name, run=run).episodes if e.valid and e.success}


def _round(entry: Mapping[str, Any]) -> ArmRound:
    updates = entry.get("rl", {}).get("steps", [])
    return ArmRound(
        refresh_tokens=entry.get("refresh", {}).get("packed_tokens", 0),
        constructed=entry["constructed"],
        trajectories=entry["data"].get("trajectories", 0),
        tasks=entry["data"].get("tasks", 0),
        rl_updates=sum(bool(u["updated"]) for u in updates),
        rl_episodes=sum(g["episodes"] for u in updates for g in u["groups"]),
        edits=sum(e["ruling"] == "approved" for e in entry["edits"]),
        released=bool(entry["release"]["release"]),
    )


def _processor() -> str:
    file = Path("/proc/cpuinfo")
    if file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()

"""Episodes: the file behind a score, one trajectory a line, written as they end, so that a killed bench run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from pydantic import ValidationError

from planloop.bench.invalid import RETRIES
from planloop.bench.suite import PHONE_STARTER, Suite, load_suite
from planloop.contract.errors import PlanloopError
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory

Keep = Callable[[Trajectory], None]
STRIDE = 100
"""Between the seeds of two repetitions; what is tried again takes the ones between."""


def repetition(trajectory: Trajectory, seed: int) -> int:
    """Which repetition of its task an episode is, in a run with that seed."""
    return (trajectory.seed - seed) // STRIDE


@contextmanager
def keeping(path: Path | None) -> Iterator[Keep]:
    """Append to the file every trajectory that is given to what this gives, at once; without a path keep nothing."""
    if path is None:
        yield lambda trajectory: None
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:

        def keep(trajectory: Trajectory) -> None:
            file.write(trajectory.to_json() + "\n")
            file.flush()

        yield keep


def reopened(path: Path | None, planner: str, harness: str, suite: str, seed: int) -> list[Trajectory]:
    """What an earlier run of the same measurement left in the file; a line that was cut short by a kill is removed.

    Raises `PlanloopError` where the file holds anything else: it is neither mixed nor overwritten.
    """
    if path is None or not path.exists():
        return []
    _mend(path)
    found = read_episodes(path, empty=True)
    wanted = {"planner": planner, "harness": harness, "suite": suite}
    for trajectory in found:
        held = {name: getattr(trajectory.versions, name) for name in wanted}
        other = next((f"{name} {held[name]}" for name in wanted if held[name] != wanted[name]), "")
        if not other and not (trajectory.seed >= seed and (trajectory.seed - seed) % STRIDE <= RETRIES):
            other = f"seed {trajectory.seed}"
        if other:
            cure = "name another file with --out, or delete this one"
            raise PlanloopError(f"holds episodes of another measurement ({other})", place=str(path), cure=cure)
    return found


def read_episodes(path: Path, *, empty: bool = False) -> list[Trajectory]:
    """The trajectories in a file that `planloop bench --out` wrote. Raises `PlanloopError` naming the line."""
    cure = "give a file that `planloop bench --out` wrote"
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise PlanloopError(f"cannot be read ({error})", place=str(path), cure=cure) from error
    found = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(Trajectory.from_json(line))
        except (ValidationError, RecursionError) as error:
            raise PlanloopError("is not a trajectory", place=f"{path}:{number}", cure=cure) from error
    if not found and not empty:
        raise PlanloopError("holds no trajectory", place=str(path), cure=cure)
    return found


def suite_of(trajectories: Sequence[Trajectory], path: Path) -> tuple[Suite, list[Task]]:
    """The frozen suite that episodes were played on, and its tasks among them, in its order.

    Raises `PlanloopError` where they are of several suites, or of none that is installed in this version.
    """
    names = sorted({trajectory.versions.suite for trajectory in trajectories})
    if len(names) > 1:
        cure = "keep one file for each suite"
        raise PlanloopError(f"holds episodes of {' and '.join(names)}", place=str(path), cure=cure)
    suite = load_suite(names[0].partition("@")[0] or PHONE_STARTER)
    if suite.name != names[0]:
        raise PlanloopError(
            f"was played on {names[0]}, and {suite.name} is installed",
            place=str(path),
            cure="use the version of planloop that played it, or play it again",
        )
    played = {trajectory.task_key for trajectory in trajectories}
    splits = sorted({trajectory.split for trajectory in trajectories})
    return suite, [task for split in splits for task in suite.all_tasks(split) if task.key in played]


def _mend(path: Path) -> None:
    """Cut off a last line that has no end."""
    data = path.read_bytes()
    if data and not data.endswith(b"\n"):
        with path.open("r+b") as file:
            file.truncate(data.rfind(b"\n") + 1)

"""What a loop needs from outside: tasks, a jury, and somebody to tell. Higher layers provide them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Protocol

from planloop.contract.artefact import Artefact
from planloop.contract.change import ChangeRequest
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import Suitability
from planloop.contract.version import Release
from planloop.data.curate import Curated, Reverify
from planloop.data.weakness import WeaknessMap
from planloop.evolution.finding import Diagnosed, Undiagnosed
from planloop.evolution.gold import Case
from planloop.evolution.leaks import LeakCheck
from planloop.evolution.propose import Evolve


class Suite(Protocol):
    """A frozen set of held-out tasks with their known solutions (by task key)."""

    @property
    def name(self) -> str:
        """The suite's name."""
        ...

    @property
    def solutions(self) -> Mapping[str, Solution]:
        """Known solutions of its tasks."""
        ...

    def tasks(self, split: Split) -> Sequence[Task]:
        """The tasks of a split, in a fixed order."""
        ...


class Ruling(StrEnum):
    """What became of a subject that was put to review."""

    APPROVED = "approved"
    REFUSED = "refused"
    WAITING = "waiting"  # left to a person, and nobody waits for it


Measured = Mapping[str, float | int | bool | None]
"""What was measured about a subject, by the names of the approval policy."""


class Board(Protocol):
    """Puts subjects to review and acts on decisions (design rule 6). A board may wait for a person."""

    def review(self, subject: Artefact, *, requester: str, measured: Measured) -> Ruling:
        """Ask for a decision; returns when there is one, or when nobody waits for it."""
        ...

    def release(
        self,
        checkpoint: str,
        harness: str,
        *,
        proposer: str,
        changes: Sequence[str],
        measurements: Sequence[str],
        measured: Measured,
        note: str,
    ) -> tuple[Ruling, Release | None]:
        """Propose a pair as the successor of what serves; the ruling, and the release where it was approved."""
        ...

    def current(self) -> Release | None:
        """What serves."""
        ...


class Voice(Protocol):
    """Tells a person what is happening."""

    def stage(self, words: str) -> None:
        """A new stage begins."""
        ...

    def progress(self, done: int, total: int, unit: str) -> None:
        """How far the present stage is."""
        ...

    def note(self, words: str) -> None:
        """Something worth reading happened."""
        ...


class Silent:
    """A voice for tests and libraries: says nothing."""

    def stage(self, words: str) -> None:
        """Nothing."""

    def progress(self, done: int, total: int, unit: str) -> None:
        """Nothing."""

    def note(self, words: str) -> None:
        """Nothing."""


Construct = Callable[[Mapping[str, int], int], Sequence[tuple[Task, Solution]]]
"""Makes train tasks with their solutions, in the numbers wanted by capability, from a seed."""
Analyse = Callable[[Sequence[Trajectory], Mapping[str, Task], Mapping[str, int], Sequence[Diagnosis]], WeaknessMap]
"""Trajectories, tasks by key, suitable train tasks per leaf, and diagnoses to a routed weakness map."""


class Judge(Protocol):
    """The judge role: may anyone learn from a record? Its outcome and validity are not the judge's."""

    def __call__(
        self,
        trajectories: Iterable[Trajectory],
        tasks: Mapping[str, Task],
        reverify: Reverify,
        *,
        solutions: Mapping[str, Solution] | None = None,
        said_by_people: Mapping[str, Suitability] | None = None,
    ) -> tuple[Curated, ...]:
        """Every record with its suitability and the reasons, in the given order; people's word holds."""
        ...


Diagnose = Callable[[Case], Diagnosed | Undiagnosed]
"""The diagnoser role: the believed cause of one episode, or why none can be asserted."""
Propose = Callable[
    [Sequence[Diagnosed], Mapping[str, str], Mapping[str, ToolSpec], LeakCheck, Evolve], tuple[ChangeRequest, ...]
]
"""The editor role: from diagnoses, eta's files, all tools and what may not be said to harness changes, most promising
first, each of which applies to eta on its own."""

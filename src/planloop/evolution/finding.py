"""Finding: a suspected cause in structured form, from which diagnoses and edits are made."""

from __future__ import annotations

from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.contract.record import Record


class Finding(Record):
    """One suspected cause. `turn` counts model turns from 0.

    `tool` is the tool that was needed, `other` the one used instead; `argument` and `error` narrow it down. `evidence`
    names classes and places, never a task's gold value: it may reach an editor whose text reaches the planner.
    """

    cause: Cause
    evidence: str
    confidence: float
    turn: int | None = None
    tool: str = ""
    other: str = ""
    argument: str = ""
    error: str = ""


class Diagnosed(Record):
    """A diagnosis with the finding behind it and the weaker findings beside it."""

    diagnosis: Diagnosis
    finding: Finding
    others: tuple[Finding, ...] = ()


class Undiagnosed(Record):
    """No cause could be asserted, and why; `lost` where the diagnoser could not be reached."""

    trajectory_id: str
    reason: str
    author: str
    lost: bool = False

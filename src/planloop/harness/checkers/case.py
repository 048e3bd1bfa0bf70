"""Case: everything a checker may read about one ended episode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from planloop.contract.criteria import Criterion
from planloop.contract.feedback import Evidence
from planloop.contract.task import Task
from planloop.contract.verdict import StopReason

Tables = Mapping[str, Mapping[str, Mapping[str, Any]]]
"""`{table: {id: record}}`."""

CLOSED = frozenset({StopReason.FINISHED, StopReason.CLARIFICATION, StopReason.REFUSAL})
"""The endings that the planner chose itself; only these can be a success."""


@dataclass(frozen=True)
class Case:
    """`initial` are the tables at reset; the final ones follow from `evidence.deltas`. `text` closes the episode."""

    task: Task
    initial: Tables
    evidence: Evidence
    text: str
    stop: StopReason

    @property
    def criteria(self) -> tuple[Criterion, ...]:
        """The task's completion criteria, by number."""
        return self.task.criteria


@dataclass(frozen=True)
class Finding:
    """One criterion: did it hold at the start, does it hold at the end, and why."""

    initially: bool
    finally_: bool
    detail: str

"""The Environment interface: reset, step, evidence. Agents can do none of these but step (design rule 3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from planloop.contract.feedback import Evidence, Feedback
from planloop.contract.message import ToolCall
from planloop.contract.task import Task
from planloop.contract.tool import ToolSpec


class InfrastructureError(Exception):
    """The environment or endpoint failed, not the planner: the episode is invalid, not failed (design rule 4)."""


class Environment(Protocol):
    """One instance, leased by one live episode at a time (`planloop.environments.lease`). `reset` must come first;
    `evidence` is read once the episode has ended."""

    name: str

    def reset(self, task: Task, seed: int) -> None:
        """Bring the instance to the task's initial state. `seed` drives ids and any stochastic behaviour."""
        ...

    def specs(self) -> Sequence[ToolSpec]:
        """Every tool that this environment offers (the harness chooses which are exposed)."""
        ...

    def step(self, call: ToolCall, turn: int) -> Feedback:
        """Execute one call. A tool error is a `Feedback`; only a broken environment raises `InfrastructureError`."""
        ...

    def evidence(self) -> Evidence:
        """Deltas since reset and the operation log. For the verifier only."""
        ...

    def initial(self) -> dict[str, dict[str, dict[str, object]]]:
        """The tables at reset, `{table: {id: record}}`, for criteria that ask what already held. Read only."""
        ...

    def close(self) -> None:
        """Give the instance back."""
        ...

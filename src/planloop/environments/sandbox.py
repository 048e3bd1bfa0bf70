"""The sandbox backend: the phone in this process, deterministic, reset in microseconds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from planloop.contract.feedback import ERROR_CODES, Evidence, Executed, Feedback
from planloop.contract.message import ToolCall
from planloop.contract.task import Task
from planloop.contract.tool import ToolSpec
from planloop.environments.base import InfrastructureError
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.storey import Storey


class Sandbox:
    """One phone, leased for one episode at a time. It is of the given storey until a task of another begins. `seed` is
    unused: nothing in the sandbox is random."""

    name = "sandbox"

    def __init__(self, storey: Storey = Storey.FIRST) -> None:
        self.phone = Phone(storey)
        self._operations: list[Executed] = []
        self._initial: dict[str, dict[str, dict[str, Any]]] | None = None

    @property
    def now(self) -> datetime:
        """The phone's frozen clock."""
        return self.phone.now

    def reset(self, task: Task, seed: int) -> None:
        """Bring the phone to the task's world."""
        try:
            self.phone.reset(task.world)
        except (KeyError, ValueError) as error:
            raise InfrastructureError(f"task {task.key}: its world cannot be built: {error}") from error
        self._operations = []
        self._initial = None

    def specs(self) -> Sequence[ToolSpec]:
        """Every tool of the phone."""
        return tuple(found.spec for found in self.phone.tools.values())

    def step(self, call: ToolCall, turn: int) -> Feedback:
        """Run one call; tool errors come back as feedback."""
        found = self.phone.tools.get(call.name)
        side_effect = "read" if found is None else found.side_effect(call.arguments).value
        try:
            outcome = self.phone.call(call.name, call.arguments)
        except ToolError as error:
            kind = error.error_type
            self._log(call, turn, side_effect, kind)
            return Feedback(
                call_id=call.id,
                tool=call.name,
                success=False,
                message=error.message,
                error_type=kind,
                code=ERROR_CODES[kind],
            )
        self._log(call, turn, side_effect, None)
        return Feedback(call_id=call.id, tool=call.name, success=True, message=outcome.message, data=outcome.data or {})

    def _log(self, call: ToolCall, turn: int, side_effect: str, error: Any) -> None:
        self._operations.append(
            Executed(
                call_id=call.id,
                tool=call.name,
                arguments=call.arguments,
                success=error is None,
                error_type=error,
                side_effect=side_effect,
                turn=turn,
            )
        )

    def evidence(self) -> Evidence:
        """Net state change since reset and the operation log."""
        return Evidence(deltas=self.phone.state.deltas(), operations=tuple(self._operations))

    def initial(self) -> dict[str, dict[str, dict[str, Any]]]:
        """The tables at reset, rebuilt from the present state by undoing the recorded changes."""
        tables = {name: dict(rows) for name, rows in self.phone.state.tables().items()}
        for delta in self.phone.state.deltas():
            rows = tables.setdefault(delta.table, {})
            if delta.field is not None:
                rows[delta.id] = {**rows[delta.id], delta.field: delta.before}
            elif delta.before is None:
                rows.pop(delta.id, None)
            else:
                rows[delta.id] = dict(delta.before) if isinstance(delta.before, dict) else {}
        return tables

    def close(self) -> None:
        """Nothing to give back: the phone lives in this process."""

"""BFCL behind the Environment interface: a fresh state per episode in a worker process of its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from planloop.contract.feedback import ERROR_CODES, ErrorType, Evidence, Executed, Feedback
from planloop.contract.message import ToolCall
from planloop.contract.task import Task
from planloop.contract.tool import SideEffect, ToolSpec
from planloop.environments.base import InfrastructureError
from planloop.environments.bfcl.process import RefusedError, WorkerProcess
from planloop.environments.bfcl.suite import BfclTask, Category, load

Turns = Sequence[Sequence[Sequence[ToolCall]]]
_BROKEN = "Error during execution:"


@dataclass(frozen=True)
class BfclGrade:
    """BFCL's own decision. `reason` is empty on success, else its error type and message."""

    success: bool
    reason: str


class BfclEnvironment:
    """One worker. `reset` takes the tasks of `suite`; `grade` is for the harness after the episode has ended."""

    name = "bfcl"

    def __init__(self, python: Path, category: Category = Category.BASE) -> None:
        self.category = category
        self._worker = WorkerProcess(python)
        self.suite: tuple[BfclTask, ...] = load(self._worker, category)
        self._by_key = {item.task.key: item for item in self.suite}
        self._tools: tuple[ToolSpec, ...] = ()
        self._operations: list[Executed] = []
        self.executed: list[ToolCall] = []  # since reset, with the arguments that really ran

    @property
    def alive(self) -> bool:
        """Whether the worker can take another episode."""
        return self._worker.alive

    def reset(self, task: Task, seed: int) -> None:
        """A fresh instance of the task's classes. `seed` is unused: BFCL draws its ids from fixed seeds of its own."""
        known = self._by_key.get(task.key)
        if known is None:
            raise InfrastructureError(f"task {task.key} is not one of {self.category}")
        self._tools = known.tools
        self._operations = []
        self.executed = []
        self._worker.ask("start", id=task.key.removeprefix("bfcl/"))

    def specs(self) -> Sequence[ToolSpec]:
        """The tools of the present task's classes."""
        return self._tools

    def step(self, call: ToolCall, turn: int) -> Feedback:
        """Execute one call. `data["result"]` is BFCL's own result text, which is what the planner should read."""
        try:
            result = str(self._worker.ask("step", name=call.name, arguments=call.arguments)["result"])
        except RefusedError as refusal:
            known = any(spec.name == call.name for spec in self._tools)
            return self._log(call, turn, ErrorType.BAD_ARGUMENT if known else ErrorType.UNKNOWN_TOOL, str(refusal))
        self.executed.append(call)
        return self._log(call, turn, error_of(result), result)

    def grade(self, turns: Turns) -> BfclGrade:
        """Replay `turns` (user turn, step, call) beside the gold calls and compare states and results."""
        rows = [[[[call.name, call.arguments] for call in step] for step in turn] for turn in turns]
        answer = self._worker.ask("grade", turns=rows)
        wanted = ["checked", "silent"] if self.category.demands_silence else ["checked"]
        failed = [str(answer[name]["reason"]) for name in wanted if not answer[name]["valid"]]
        return BfclGrade(success=not failed, reason="; ".join(failed))

    def evidence(self) -> Evidence:
        """The operation log. BFCL compares states itself, in `grade`; it exposes no deltas."""
        return Evidence(operations=tuple(self._operations))

    def initial(self) -> dict[str, dict[str, dict[str, object]]]:
        """Empty: the state stays inside the worker."""
        return {}

    def close(self) -> None:
        """End the worker."""
        self._worker.close()

    def _log(self, call: ToolCall, turn: int, error: ErrorType | None, result: str) -> Feedback:
        self._operations.append(
            Executed(
                call_id=call.id,
                tool=call.name,
                arguments=call.arguments,
                success=error is None,
                error_type=error,
                side_effect=SideEffect.REVERSIBLE.value,
                turn=turn,
            )
        )
        if error is None:
            return Feedback(call_id=call.id, tool=call.name, success=True, data={"result": result})
        return Feedback(
            call_id=call.id,
            tool=call.name,
            success=False,
            message=result,
            error_type=error,
            code=ERROR_CODES[error],
            data={"result": result},
        )


def error_of(result: str) -> ErrorType | None:
    """What a result text says went wrong: a call Python refused, or an error the simulated service returned."""
    if result.startswith(_BROKEN):
        return ErrorType.BAD_ARGUMENT
    try:
        value = json.loads(result)
    except ValueError:
        return None
    return ErrorType.CONFLICT if isinstance(value, dict) and "error" in value else None

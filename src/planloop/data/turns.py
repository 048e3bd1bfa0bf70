"""Which turns of an episode were mistakes, and which repaired one (method section 5.1)."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from planloop.contract.criteria import CallCriterion, CleanCriterion, HandoffCriterion
from planloop.contract.feedback import ErrorType, Executed
from planloop.contract.mask import TokenMask, TurnFlag, with_flags
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.task import Solution, Task
from planloop.contract.trajectory import Segment, Trajectory

UNFORESEEABLE = frozenset(
    {ErrorType.UNAVAILABLE, ErrorType.PERMISSION_DENIED, ErrorType.UNSUPPORTED, ErrorType.BLOCKED}
)
"""Errors that a planner can learn of only by trying: the call that meets one first is no mistake."""


class AlignmentError(ValueError):
    """The token runs of a segment do not match its model turns; the record is malformed."""


@dataclass(frozen=True)
class Step:
    """One executed call and the model turn (position of its message in the trajectory) that made it."""

    message: int
    call: ToolCall
    done: Executed

    @property
    def same(self) -> str:
        """Equal for equal calls."""
        return call_key(self.call)


@dataclass
class _Marks:
    flags: dict[int, TurnFlag] = field(default_factory=dict)

    def add(self, message: int, flag: TurnFlag) -> None:
        self.flags[message] = self.flags.get(message, TurnFlag.NONE) | flag


def call_key(call: ToolCall) -> str:
    """Equal for calls of the same tool with the same arguments."""
    return f"{call.name} {json.dumps(call.arguments, sort_keys=True)}"


def steps(trajectory: Trajectory) -> tuple[Step, ...]:
    """The executed calls in order, matched to their messages by call id."""
    executed = {o.call_id: o for o in (trajectory.evidence.operations if trajectory.evidence else ())}
    out = []
    for position, message in enumerate(trajectory.messages):
        if message.role is not Role.ASSISTANT or message.flags & TurnFlag.CONTEXT:
            continue
        for call in message.tool_calls:
            done = executed.get(call.id)
            if done is not None and done.tool == call.name:
                out.append(Step(position, call, done))
    return tuple(out)


def judge_turns(trajectory: Trajectory, task: Task, solution: Solution | None = None) -> dict[int, TurnFlag]:
    """Flags by message position.

    Erroneous: a call that failed for a reason its maker could have foreseen and was later repaired or repeated; the
    repetition of a failing call; a side effect nobody asked for; a call whose arguments are not JSON. Recovery: in a
    verified success, the turn whose call repaired an erroneous one. A call that the known solution makes is no error.
    """
    known = {call_key(c) for turn in (solution.turns if solution else ()) for c in turn.calls}
    done = steps(trajectory)
    marks = _Marks()
    seen: set[str] = set()
    for number, step in enumerate(done):
        repair = next((s for s in done[number + 1 :] if s.done.success and s.call.name == step.call.name), None)
        if not step.done.success:
            foreseeable = step.done.error_type not in UNFORESEEABLE and step.same not in known
            wrong = step.same in seen and step.done.error_type is not ErrorType.UNAVAILABLE
            if wrong or (foreseeable and (repair is not None or step.done.error_type in _ALWAYS)):
                marks.add(step.message, TurnFlag.ERRONEOUS)
                if repair is not None and trajectory.success and repair.message != step.message:
                    marks.add(repair.message, TurnFlag.RECOVERY)
            seen.add(step.same)
    for step in _extraneous(trajectory, task, known, done):
        marks.add(step.message, TurnFlag.ERRONEOUS)
    for position, message in enumerate(trajectory.messages):
        if message.role is Role.ASSISTANT and any(c.raw is not None for c in message.tool_calls):
            marks.add(position, TurnFlag.ERRONEOUS)
    return {p: f & ~TurnFlag.RECOVERY if f & TurnFlag.ERRONEOUS else f for p, f in marks.flags.items()}


_ALWAYS = frozenset({ErrorType.BAD_ARGUMENT, ErrorType.UNKNOWN_TOOL})


def _extraneous(trajectory: Trajectory, task: Task, known: set[str], done: tuple[Step, ...]) -> list[Step]:
    """Side effects outside the task, where the verdict says that a minefield was hit."""
    verdict = trajectory.verdict
    if verdict is None or all(r.positive or r.finally_ for r in verdict.results):
        return []
    named = {c.tool for c in task.criteria if isinstance(c, CallCriterion | HandoffCriterion)}
    allowed = {t for c in task.criteria if isinstance(c, CleanCriterion) for t in c.allowed_tools}
    named |= {key.split(" ", 1)[0] for key in known}
    writes = [s for s in done if s.done.success and s.done.side_effect != "read"]
    if not named:
        return writes if not known else []
    return [s for s in writes if s.call.name not in named | allowed]


def with_turn_flags(trajectory: Trajectory, flags: dict[int, TurnFlag]) -> Trajectory:
    """The same trajectory with the flags on its messages and on the tokens of those turns. Nothing is taken away."""
    start = 0
    segments = []
    for segment in trajectory.segments:
        here = {p - start: f for p, f in flags.items() if 0 <= p - start < len(segment.messages)}
        segments.append(_flagged(segment, here))
        start += len(segment.messages)
    return trajectory.model_copy(update={"segments": tuple(segments)})


def turn_runs(segment: Segment) -> dict[int, tuple[int, int]]:
    """Message position -> [start, end) of its tokens. Turns given as history may have none (they are the first ones).

    Raises `AlignmentError` when the runs of model tokens cannot be those turns.
    """
    if not segment.token_ids:
        return {}
    runs: list[tuple[int, int]] = []
    for index, mask in enumerate(segment.mask):
        if mask & TokenMask.ASSISTANT:
            if runs and runs[-1][1] == index:
                runs[-1] = (runs[-1][0], index + 1)
            else:
                runs.append((index, index + 1))
    spoken = [i for i, m in enumerate(segment.messages) if m.role is Role.ASSISTANT]
    given = sum(1 for i in spoken if segment.messages[i].flags & TurnFlag.CONTEXT)
    if len(runs) not in (len(spoken), len(spoken) - given):
        raise AlignmentError(f"{len(runs)} runs of model tokens for {len(spoken)} model turns, {given} of them history")
    return dict(zip(spoken[len(spoken) - len(runs) :], runs, strict=True))


def _flagged(segment: Segment, flags: dict[int, TurnFlag]) -> Segment:
    if not flags:
        return segment
    messages: list[Message] = list(segment.messages)
    mask = list(segment.mask)
    runs = turn_runs(segment)
    for position, flag in flags.items():
        messages[position] = messages[position].model_copy(update={"flags": messages[position].flags | flag})
        if position in runs:
            start, end = runs[position]
            mask[start:end] = with_flags(mask[start:end], flag)
    return segment.model_copy(update={"messages": tuple(messages), "mask": tuple(mask)})

"""Replaying a logged conversation's calls against an environment of ours, and where the two differ."""

from __future__ import annotations

from enum import StrEnum

from planloop.contract.capability import Behaviour, Capability, Dimension, Domain
from planloop.contract.criteria import Checker
from planloop.contract.feedback import ErrorType, Feedback
from planloop.contract.record import Record
from planloop.contract.task import ReferenceCost, Task, WorldSpec
from planloop.contract.trajectory import Trajectory
from planloop.environments.base import Environment


class DifferenceKind(StrEnum):
    """How our answer differs from the logged one."""

    UNKNOWN_TOOL = "unknown_tool"
    BAD_ARGUMENT = "bad_argument"  # ours refuses the arguments
    OUTCOME = "outcome"  # one succeeded, the other failed
    RESULT_KEYS = "result_keys"  # the logged result has keys that ours lacks


class Difference(Record):
    """One difference. `message` counts from 1."""

    kind: DifferenceKind
    message: int
    tool: str
    logged: str
    ours: str


class Replay(Record):
    """`accepted`: calls whose tool we have and whose arguments it takes, whatever then came of them."""

    calls: int
    accepted: int
    differences: tuple[Difference, ...]


def replay(trajectory: Trajectory, environment: Environment, world: WorldSpec) -> Replay:
    """Execute the logged calls in order in a fresh world. Malformed calls are counted and never executed."""
    environment.reset(_task(trajectory, world), world.seed)
    logged = {feedback.call_id: feedback for feedback in trajectory.feedback}
    calls = accepted = 0
    differences: list[Difference] = []
    for number, message in enumerate(trajectory.messages, start=1):
        for call in message.tool_calls:
            calls += 1
            if call.raw is not None:
                differences.append(_difference(DifferenceKind.BAD_ARGUMENT, number, call.name, call.raw, "not JSON"))
                continue
            ours = environment.step(call, number)
            refused = ours.error_type in (ErrorType.UNKNOWN_TOOL, ErrorType.BAD_ARGUMENT)
            accepted += not refused
            difference = _compare(number, logged.get(call.id), ours)
            if difference is not None:
                differences.append(difference)
    return Replay(calls=calls, accepted=accepted, differences=tuple(differences))


def _compare(number: int, logged: Feedback | None, ours: Feedback) -> Difference | None:
    text = "no result" if logged is None else _outcome(logged)
    if ours.error_type is ErrorType.UNKNOWN_TOOL:
        return _difference(DifferenceKind.UNKNOWN_TOOL, number, ours.tool, text, ours.message)
    if ours.error_type is ErrorType.BAD_ARGUMENT and (logged is None or logged.success):
        return _difference(DifferenceKind.BAD_ARGUMENT, number, ours.tool, text, ours.message)
    if logged is None:
        return None
    if logged.success != ours.success:
        return _difference(DifferenceKind.OUTCOME, number, ours.tool, text, _outcome(ours))
    missing = sorted(set(logged.data) - set(ours.data)) if ours.success else []
    if missing:
        names = ", ".join(sorted(ours.data)) or "none"
        return _difference(DifferenceKind.RESULT_KEYS, number, ours.tool, ", ".join(missing), names)
    return None


def _difference(kind: DifferenceKind, number: int, tool: str, logged: str, ours: str) -> Difference:
    return Difference(kind=kind, message=number, tool=tool, logged=logged[:200], ours=ours[:200])


def _outcome(feedback: Feedback) -> str:
    if feedback.success:
        return "success"
    return f"failed ({feedback.error_type or feedback.code}): {feedback.message}"


def _task(trajectory: Trajectory, world: WorldSpec) -> Task:
    """The conversation as a task without criteria: an environment only needs its world."""
    return Task(
        key=trajectory.task_key,
        split=trajectory.split,
        request=next((message.content for message in trajectory.messages if message.role == "user"), ""),
        world=world,
        tools=(),
        capability=Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.GROUNDING, domain=Domain.UTILITIES),
        checker=Checker.TOOL_CALL,
        criteria=(),
        template="import",
        skeleton="",
        reference=ReferenceCost(output_tokens=0, tool_calls=trajectory.cost.tool_calls),
    )

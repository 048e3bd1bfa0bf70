"""Small valid records for tests."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Capability, Dimension, Domain
from planloop.contract.criteria import CallCriterion, Checker
from planloop.contract.diagnosis import Cause, Diagnosis
from planloop.contract.message import Message, Role
from planloop.contract.split import Split
from planloop.contract.task import ReferenceCost, Task, WorldSpec
from planloop.contract.trajectory import Cost, Segment, Trajectory, Versions
from planloop.contract.verdict import StopReason, Verdict

CAPABILITY = Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.GROUNDING, domain=Domain.TIME)


def make_task(key: str = "t1", split: Split = Split.TRAIN, request: str = "Set an alarm for 7.") -> Task:
    return Task(
        key=key,
        split=split,
        request=request,
        world=WorldSpec(seed=1),
        tools=("set_alarm",),
        capability=CAPABILITY,
        checker=Checker.TOOL_CALL,
        criteria=(CallCriterion(tool="set_alarm"),),
        template="alarm",
        skeleton="set_alarm(request)",
        reference=ReferenceCost(output_tokens=20, tool_calls=1),
    )


def make_trajectory(
    id_: str = "e1",
    task_key: str = "t1",
    split: Split = Split.TRAIN,
    *,
    success: bool = False,
    valid: bool = True,
    text: str = "Done.",
) -> Trajectory:
    verdict = Verdict(
        success=success,
        progress=1.0 if success else 0.25,
        checker_passed=success,
        memory_gate=True,
        skill_gate=True,
        results=(),
        summary="",
    )
    messages = (Message(role=Role.USER, content="Set an alarm."), Message(role=Role.ASSISTANT, content=text))
    return Trajectory(
        id=id_,
        task_key=task_key,
        task_hash="0" * 64,
        split=split,
        seed=3,
        versions=Versions(planner="p", harness="h", suite="s"),
        segments=(Segment(messages=messages, token_ids=(1, 2), mask=(0, 3), logprobs=(0.0, -0.125)),),
        verdict=verdict,
        stop=StopReason.FINISHED,
        valid=valid,
        cost=Cost(input_tokens=10, output_tokens=5, tool_calls=1, turns=2),
    )


def make_diagnosis(trajectory_id: str = "e1", task_key: str = "t1", cause: Cause = Cause.ROUTING) -> Diagnosis:
    return Diagnosis(
        trajectory_id=trajectory_id,
        task_key=task_key,
        capability=CAPABILITY,
        side=cause.side,
        cause=cause,
        evidence="called set_timer",
        turn=0,
        confidence=0.75,
        author="rules:diagnoser",
    )

"""Small records for the tests of data."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Capability, Dimension, Domain
from planloop.contract.criteria import Checker, StateCriterion
from planloop.contract.feedback import Evidence
from planloop.contract.message import Message, Role
from planloop.contract.split import Split
from planloop.contract.task import ReferenceCost, Task, WorldSpec
from planloop.contract.trajectory import Segment, Trajectory, Versions
from planloop.contract.verdict import StopReason, Verdict

TIME = Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.GROUNDING, domain=Domain.TIME)
AUDIO = Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.GROUNDING, domain=Domain.AUDIO)
MEMORY = Capability(dimension=Dimension.MEMORY, behaviour=Behaviour.COMPOSITION, domain=Domain.TIME)


def make_task(key: str, capability: Capability = TIME, split: Split = Split.DEV_EVOLVE) -> Task:
    """A task of a capability."""
    return Task(
        key=key,
        split=split,
        request=f"Set an alarm for {len(key)}:30",
        world=WorldSpec(seed=1),
        tools=("manage_alarm",),
        capability=capability,
        checker=Checker.STATE_CHANGE,
        criteria=(StateCriterion(table="alarms", match={"time": f"{len(key)}:30"}),),
        template=f"time.alarm/{key}",
        skeleton="manage_alarm(action=create,time=request)>say",
        reference=ReferenceCost(output_tokens=40, tool_calls=2),
    )


def make_trajectory(
    task: Task, success: bool, number: int = 0, *, valid: bool = True, text: str | None = None
) -> Trajectory:
    """A judged episode of a task in which the planner only talks."""
    verdict = Verdict(
        success=success,
        progress=float(success),
        checker_passed=success,
        memory_gate=True,
        skill_gate=True,
        results=(),
        summary="",
    )
    said = Message(role=Role.ASSISTANT, content=text or f"Done {number}.")
    return Trajectory(
        id=f"{task.key}-{number}",
        task_key=task.key,
        task_hash=task.content_hash(),
        split=task.split,
        seed=number,
        versions=Versions(planner="p", harness="h", suite="s"),
        segments=(Segment(messages=(Message(role=Role.USER, content=task.request), said)),),
        evidence=Evidence(),
        verdict=verdict if valid else None,
        stop=StopReason.FINISHED if valid else StopReason.INVALID,
        valid=valid,
        invalid_reason="" if valid else "endpoint lost",
    )

"""Rule-based diagnosis: why one episode failed, or cost too much (design section 10, method section 6.5).

Rules are read-only and independent; each gives findings with a confidence. A cause that lies outside the model is
believed before one inside it that could be its consequence: a tool that was never shown cannot have been chosen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from planloop.contract.capability import Capability
from planloop.contract.diagnosis import Cause, Diagnosis, Side
from planloop.contract.message import Message
from planloop.evolution.diagnose_harness import outside
from planloop.evolution.diagnose_model import broken_calls, gave_up, inside, repeated_failures
from planloop.evolution.finding import Diagnosed, Finding, Undiagnosed
from planloop.evolution.gold import Case
from planloop.evolution.trace import Trace, read_messages

AUTHOR = "diagnoser:rules"
_RANK = {Side.ENVIRONMENT: 0, Side.TASK: 1, Side.HARNESS: 2, Side.MODEL: 3}


def diagnose(case: Case) -> Diagnosed | Undiagnosed:
    """The cause of one failed episode, or of a success that cost more than its reference."""
    trace = case.trace
    trajectory = case.trajectory
    if trajectory.success:
        found = list(costly(case, trace))
        reason = "the episode succeeded within its reference cost"
    else:
        found = ranked([*outside(case, trace), *inside(case, trace)])
        reason = "no rule applies: nothing distinguishes this episode from the known solution"
    if not found:
        return Undiagnosed(trajectory_id=trajectory.id, reason=reason, author=AUTHOR)
    diagnosis = to_diagnosis(found[0], trajectory.id, case.task.key, case.task.capability, AUTHOR)
    return Diagnosed(diagnosis=diagnosis, finding=found[0], others=tuple(found[1:]))


def costly(case: Case, trace: Trace) -> Iterable[Finding]:
    """Why a success took more calls than its reference (about twice a good solution's)."""
    if len(trace.calls) <= case.task.reference.tool_calls:
        return
    wasted = [d for d in trace.calls if not d.success]
    twice = [name for name, n in Counter(d.key for d in trace.calls if d.success).items() if n > 1]
    text = f"{len(trace.calls)} calls where {case.task.reference.tool_calls} are ample"
    if twice:
        cause, why = Cause.STATE_TRACKING, f"{text}; the same call succeeded more than once"
    elif wasted:
        cause, why = Cause.RECOVERY, f"{text}; {len(wasted)} of them failed"
    else:
        cause, why = Cause.DECOMPOSITION, text
    yield Finding(cause=cause, evidence=why, confidence=0.5)


def inspect(messages: Sequence[Message], tools: Sequence[str] = ()) -> tuple[Finding, ...]:
    """What a chat log of an unknown task shows by itself: broken or unknown calls, repeated and unanswered errors."""
    trace = read_messages(messages, tools)
    found = [*broken_calls(trace), *repeated_failures(trace), *gave_up(trace)]
    if tools:
        for done in trace.calls:
            if done.name not in trace.exposed:
                text = f"called {done.name}, which was not among the listed tools"
                found.append(
                    Finding(cause=Cause.ROUTING, evidence=text, confidence=0.7, turn=done.turn, tool=done.name)
                )
    return tuple(ranked(found))


def ranked(findings: Iterable[Finding]) -> list[Finding]:
    """Believed order: by side, then confidence, then the order in which the rules gave them; one per cause."""
    ordered = sorted(findings, key=lambda f: (_RANK[f.cause.side], -f.confidence))
    out: dict[Cause, Finding] = {}
    for finding in ordered:
        out.setdefault(finding.cause, finding)
    return list(out.values())


def to_diagnosis(finding: Finding, trajectory_id: str, task_key: str, capability: Capability, author: str) -> Diagnosis:
    """The contract's record of a finding."""
    return Diagnosis(
        trajectory_id=trajectory_id,
        task_key=task_key,
        capability=capability,
        side=finding.cause.side,
        cause=finding.cause,
        evidence=finding.evidence,
        turn=finding.turn,
        confidence=finding.confidence,
        author=author,
    )

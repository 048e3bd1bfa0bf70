"""Rules for causes outside the model: environment and task faults, exposure, guidance, memory, feedback."""

from __future__ import annotations

import re
from collections.abc import Iterator

from planloop.contract.action import SKILL_PREFIX
from planloop.contract.criteria import normal_text
from planloop.contract.diagnosis import Cause
from planloop.contract.feedback import ErrorType
from planloop.contract.message import ToolCall
from planloop.contract.verdict import StopReason
from planloop.evolution.finding import Finding
from planloop.evolution.gold import Case, same_call
from planloop.evolution.trace import Trace

SEARCH = "search_user_memory"
_FORBIDS = re.compile(r"\b(never|not|don't|avoid|instead of|rather than)\b", re.IGNORECASE)
_CUT = re.compile(r"\(\+\d+ more\)|\[truncated\]|\.\.\.$", re.MULTILINE)
_STOP = frozenset("the and for you are was with that this what when where which from have has can please tell".split())


def outside(case: Case, trace: Trace) -> Iterator[Finding]:
    """Findings on the environment, the task and the harness, surest first within each."""
    yield from _environment(case, trace)
    yield from _task(case, trace)
    lacking = case.lacking(trace)
    yield from _exposure(case, trace, lacking)
    yield from _guidance(case, trace, lacking)
    yield from _memory(case, trace)
    yield from _feedback(trace, lacking)


def _environment(case: Case, trace: Trace) -> Iterator[Finding]:
    if not case.trajectory.valid or case.trajectory.stop is StopReason.INVALID:
        reason = case.trajectory.invalid_reason or "no reason recorded"
        yield Finding(cause=Cause.ENVIRONMENT_FAULT, evidence=f"the episode is invalid: {reason}", confidence=0.95)
        return
    planted = {f.tool for f in case.task.world.faults}
    for done in trace.calls:
        down = done.error is ErrorType.UNAVAILABLE and done.name not in planted
        if down and not any(c.success for c in trace.of(done.name)):
            text = f"{done.name} was unavailable, and the task plants no such fault"
            yield Finding(cause=Cause.ENVIRONMENT_FAULT, evidence=text, confidence=0.9, turn=done.turn, tool=done.name)
            return


def _task(case: Case, trace: Trace) -> Iterator[Finding]:
    verdict = case.trajectory.verdict
    if verdict is None:
        return
    positive = [r for r in verdict.results if r.positive]
    if positive and all(r.initially for r in positive):
        yield Finding(cause=Cause.TASK_FAULT, evidence="every criterion held before the first turn", confidence=0.9)
    unknown = [c.name for c in case.gold if c.name not in case.specs and not c.name.startswith(SKILL_PREFIX)]
    if unknown and case.specs:
        text = f"the task needs {unknown[0]}, which does not exist"
        yield Finding(cause=Cause.TASK_FAULT, evidence=text, confidence=0.9, tool=unknown[0])
    if case.solution is not None and len(case.solution.turns) > case.task.max_turns:
        text = f"its known solution takes {len(case.solution.turns)} turns of {case.task.max_turns} allowed"
        yield Finding(cause=Cause.TASK_FAULT, evidence=text, confidence=0.9)
    exact = len(trace.calls) == len(case.gold) and all(map(same_call, case.gold, trace.calls)) and trace.calls
    said = [r for r in positive if not r.finally_ and case.task.criteria[r.index].kind in ("state", "call", "handoff")]
    if case.solution is not None and exact and said and all(d.success for d in trace.calls):
        text = "all calls of the known solution were made and succeeded, and yet a criterion on effects fails"
        yield Finding(cause=Cause.TASK_FAULT, evidence=text, confidence=0.85)


def _exposure(case: Case, trace: Trace, lacking: tuple[ToolCall, ...]) -> Iterator[Finding]:
    loaded = [d for d in trace.calls if d.loaded_skill]
    by_skill = case.task.gold_skill is not None and not loaded
    for call in lacking:
        if call.name not in trace.exposed and call.name in case.specs and not by_skill:
            text = f"{call.name} was needed and was at no time among the {len(trace.exposed)} exposed tools"
            yield Finding(cause=Cause.TOOL_EXPOSURE, evidence=text, confidence=0.9, tool=call.name)
            return


def _guidance(case: Case, trace: Trace, lacking: tuple[ToolCall, ...]) -> Iterator[Finding]:
    needed = {c.name for c in lacking}
    for tool in sorted(needed):
        for line in trace.guidance.splitlines():
            if tool in line and _FORBIDS.search(line):
                text = f"a line of the guidance turns the planner away from {tool}, which was needed"
                yield Finding(cause=Cause.SKILL_GUIDANCE, evidence=text, confidence=0.8, tool=tool)
                return
    skill = case.task.gold_skill
    if skill is None:
        return
    loads = [d for d in trace.calls if d.loaded_skill == skill]
    if loads:
        silent = [t for t in sorted(needed) if t not in loads[0].shown and not t.startswith(SKILL_PREFIX)]
        if silent and not trace.of(silent[0]):
            text = f"skill {skill} was loaded, and its text never names {silent[0]}, which was needed"
            yield Finding(
                cause=Cause.SKILL_GUIDANCE,
                evidence=text,
                confidence=0.8,
                turn=loads[0].turn,
                tool=silent[0],
                other=skill,
            )


def _memory(case: Case, trace: Trace) -> Iterator[Finding]:
    searches = [d for d in trace.of(SEARCH) if d.success]
    returned = {m for d in searches for m in d.returned_memories}
    missed = [m for m in case.task.gold_memories if m not in returned]
    if not searches or not missed:
        return
    stale = [old for old, new in case.superseded.items() if new in missed and old in returned]
    turn = searches[0].turn
    if stale:
        text = "search gave a record that had been overtaken, and not the one that replaced it"
        yield Finding(cause=Cause.STALE_MEMORY, evidence=text, confidence=0.9, turn=turn, tool=SEARCH)
        return
    asked = " ".join(str(d.call.arguments.get("query", "")) for d in searches)
    about = " ".join(case.memories.get(m, "") for m in missed) or case.task.request
    if words(asked) & words(about):
        text = f"{len(searches)} searches with fitting words did not return {len(missed)} needed record(s)"
        yield Finding(cause=Cause.RETRIEVAL, evidence=text, confidence=0.85, turn=turn, tool=SEARCH)
    else:
        text = "the words searched for have nothing to do with the record that was needed"
        yield Finding(
            cause=Cause.ARGUMENT_GROUNDING, evidence=text, confidence=0.8, turn=turn, tool=SEARCH, argument="query"
        )


def _feedback(trace: Trace, lacking: tuple[ToolCall, ...]) -> Iterator[Finding]:
    """A needed value was in a result and not in the text that the planner was shown of it."""
    for call in lacking:
        for name, value in call.arguments.items():
            text = normal_text(value)
            if len(text) < 2:
                continue
            for done in trace.calls:
                hidden = done.full and text in normal_text(done.full) and text not in done.shown.lower()
                if hidden and (_CUT.search(done.shown) or len(done.shown) < len(str(done.full))):
                    why = f"the value needed for {name} of {call.name} was in the result of {done.name} but was cut off"
                    yield Finding(
                        cause=Cause.FEEDBACK_FORMATTING,
                        evidence=why,
                        confidence=0.85,
                        turn=done.turn,
                        tool=done.name,
                        argument=name,
                    )
                    return


def words(text: str) -> frozenset[str]:
    """Content words, cut to their first five letters so that forms of one word meet."""
    return frozenset(w[:5] for w in re.findall(r"[^\W_]{3,}", text.lower()) if w not in _STOP)

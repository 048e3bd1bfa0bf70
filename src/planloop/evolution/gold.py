"""What a task needed, for the diagnoser only: gold calls, where their values come from, what was wrong instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from planloop.contract.capability import Behaviour
from planloop.contract.criteria import AttemptCriterion, CallCriterion, HandoffCriterion, normal_text
from planloop.contract.message import Role, ToolCall
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Trajectory
from planloop.evolution.trace import Done, Trace, read_trace

FREE_TEXT = frozenset({"query", "reason", "instruction", "content", "text", "body", "message", "title", "label"})
"""Arguments worded by the planner: a different text is not a wrong one."""


@dataclass(frozen=True)
class Case:
    """Everything the diagnoser may read about one episode.

    `solution` may be absent (then the criteria's calls stand for it); `specs` are all known tools by name; `superseded`
    maps an overtaken memory id to the one that replaced it; `memories` maps memory ids to their texts.
    """

    task: Task
    trajectory: Trajectory
    specs: Mapping[str, ToolSpec]
    solution: Solution | None = None
    superseded: Mapping[str, str] = field(default_factory=dict)
    memories: Mapping[str, str] = field(default_factory=dict)

    @property
    def trace(self) -> Trace:
        """The episode."""
        return read_trace(self.trajectory, self.task.tools)

    @property
    def gold(self) -> tuple[ToolCall, ...]:
        """The calls that solve the task."""
        if self.solution is not None:
            return tuple(c for turn in self.solution.turns for c in turn.calls)
        wanted = [c for c in self.task.criteria if isinstance(c, CallCriterion | HandoffCriterion)]
        return tuple(ToolCall(id=f"g{i}", name=c.tool, arguments=c.arguments) for i, c in enumerate(wanted))

    def lacking(self, trace: Trace) -> tuple[ToolCall, ...]:
        """The gold calls that were not made. A try is not lacking where another one showed the same."""
        boundary = self.task.capability.behaviour is Behaviour.BOUNDARY or bool(self.task.world.faults)
        tried = self._tried()
        return tuple(c for c in open_calls(self.gold, trace, errors_expected=boundary) if c.name not in tried)

    def _tried(self) -> frozenset[str]:
        """The tools of every attempt criterion that the verdict says is met."""
        verdict = self.trajectory.verdict
        held = [self.task.criteria[r.index] for r in verdict.results if r.finally_] if verdict is not None else []
        return frozenset(w.tool for c in held if isinstance(c, AttemptCriterion) for w in c.calls)

    def correction(self, turn: int) -> SolutionTurn | None:
        """What the known solution does at model turn `turn`, after the turns before it: its first calls that were not
        made yet, or its closing text. None for a turn that was not played, and where no solution is known."""
        trace = self.trace
        if self.solution is None or not 0 <= turn < trace.turns:
            return None
        before = replace(trace, calls=tuple(d for d in trace.calls if d.turn < turn), turns=turn)
        lacking = self.lacking(before)
        for known in self.solution.turns:
            calls = tuple(c for c in known.calls if c in lacking)
            if calls:
                return SolutionTurn(calls=calls, text=known.text)
        return next((t for t in reversed(self.solution.turns) if not t.calls), None)


def same_call(gold: ToolCall, done: Done) -> bool:
    """Whether a call does what a gold call does: every argument but free text agrees."""
    return gold.name == done.name and not wrong_arguments(gold, done)


def wrong_arguments(gold: ToolCall, done: Done) -> tuple[str, ...]:
    """Names of gold arguments that the call lacks or gives another value; extra arguments are not compared."""
    given = done.call.arguments
    return tuple(
        name
        for name, value in gold.arguments.items()
        if name not in FREE_TEXT and normal_text(given.get(name)) != normal_text(value)
    )


def open_calls(gold: tuple[ToolCall, ...], trace: Trace, *, errors_expected: bool) -> tuple[ToolCall, ...]:
    """Gold calls that no call of the trace does; each call of the trace serves one.

    `errors_expected`: the known solution itself meets errors, so that a failed call may be just what it makes.
    """
    free = list(trace.calls)
    out = []
    for call in gold:
        match = next((d for d in free if d.success and same_call(call, d)), None)
        if match is None and errors_expected:
            match = next((d for d in free if same_call(call, d)), None)
        if match is None:
            out.append(call)
        else:
            free.remove(match)
    return tuple(out)


def source(value: JsonValue, trace: Trace, until: int | None = None) -> str:
    """Where a value stands in the context: `request`, `history`, `result` (of a turn before `until`), or `nowhere`."""
    text = normal_text(value)
    if not text:
        return "nowhere"
    users = [m for m in trace.before if m.role is Role.USER]
    if users and _stands(text, _CLOCK.sub("", users[-1].content)):
        return "request"
    results = [c for c in trace.calls if until is None or c.turn < until]
    if any(_stands(text, c.shown) for c in results):
        return "result"
    history = [m for m in trace.before if m.role is not Role.SYSTEM and m not in users[-1:]]
    if any(_stands(text, f"{m.content} {[c.arguments for c in m.tool_calls]}") for m in history):
        return "history"
    return "nowhere"


_CLOCK = re.compile(r"^\[[^\]]*\d{1,2}:\d{2}\]")
"""The clock line before a request: the minute of the hour is no source of anybody's values."""


def _stands(value: str, text: str) -> bool:
    """Whether a value occurs as whole words: 5 is not in 55, nor in 12:05."""
    return re.search(rf"(?<![\w:.]){re.escape(value)}(?![\w:])", text.lower()) is not None


def similar(first: str, second: str, specs: Mapping[str, ToolSpec]) -> bool:
    """Tools of a similar purpose: the same domain, or a shared word in the name."""
    if first == second:
        return False
    a, b = specs.get(first), specs.get(second)
    if a is not None and b is not None and a.domain == b.domain:
        return True
    return bool(_words(first) & _words(second))


def _words(name: str) -> frozenset[str]:
    common = {"manage", "control", "set", "get", "query", "user", "agent", "service", "skill"}
    return frozenset(w for w in name.lower().split("_") if len(w) > 2) - common

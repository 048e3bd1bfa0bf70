"""The executor: checks, permits, routes and records every call (design section 7)."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from planloop.contract.action import MEMORY_TOOLS, SKILL_PREFIX
from planloop.contract.feedback import ERROR_CODES, ErrorType, Evidence, Executed, Feedback
from planloop.contract.message import ToolCall
from planloop.contract.tool import SideEffect, ToolSpec
from planloop.environments.base import Environment
from planloop.harness.arguments import BadArgument, checked
from planloop.harness.eta_files import Decision, Runtime
from planloop.harness.memory.tools import MemoryTools
from planloop.harness.repeats import RepeatCounter
from planloop.harness.skills import Skill, SkillLibrary, skill_name
from planloop.harness.subagents.coordinator import Coordinator

Approver = Callable[[ToolCall, ToolSpec], bool]
"""Asked where the policy says `ask`; absent in unattended runs, where `ask` means `deny`."""


@dataclass(frozen=True)
class TurnResult:
    """What one planner turn brought about: a result per call, notices, and tools that became callable."""

    feedback: tuple[Feedback, ...]
    notices: Mapping[int, str] = field(default_factory=dict)  # by position of the call
    new_tools: tuple[ToolSpec, ...] = ()


@dataclass
class _Logged:
    executed: Executed
    by_environment: bool


class Executor:
    """Executes the calls of one episode. `specs` are all tools of environment and harness, by name."""

    def __init__(
        self,
        environment: Environment,
        specs: Mapping[str, ToolSpec],
        exposed: Iterable[str],
        memory: MemoryTools,
        skills: SkillLibrary,
        runtime: Runtime,
        *,
        checks: bool = True,
        approver: Approver | None = None,
    ) -> None:
        self._environment = environment
        self._specs = specs
        self._callable = set(exposed)
        self._memory = memory
        self._skills = skills
        self._runtime = runtime
        self._checks = checks
        self._approver = approver
        self._repeats = RepeatCounter(runtime.failure_threshold)
        self._log: list[_Logged] = []
        self.agents = Coordinator()
        self.loaded: dict[str, Skill] = {}

    def run(self, calls: Iterable[ToolCall], turn: int) -> TurnResult:
        """Execute the calls of one turn, which the planner made without seeing their results. They run one after the
        other in its order, so that an episode can be repeated exactly. Raises `InfrastructureError` when the
        environment breaks."""
        results: list[Feedback] = []
        notices: dict[int, str] = {}
        before = set(self._callable)
        for position, call in enumerate(calls):
            feedback = self._one(call, turn, before)
            results.append(feedback)
            said = self._notice(feedback)
            if said:
                notices[position] = said
        fresh = tuple(self._specs[n] for n in sorted(self._callable - before))
        return TurnResult(tuple(results), notices, fresh)

    def _notice(self, feedback: Feedback) -> str:
        """What is said behind a result: the hint for its type of error, and that this call fails again and again."""
        repeated = self._repeats.note(feedback)
        if not self._checks:
            return ""
        hint = self._runtime.error_hints.get(feedback.error_type) if feedback.error_type else None
        return "\n".join(filter(None, (hint, repeated if self._runtime.failure_notice else None)))

    def evidence(self) -> Evidence:
        """What really happened, in the order of execution: the environment's own record where it has one."""
        theirs = self._environment.evidence()
        own = list(theirs.operations)
        merged: list[Executed] = []
        for entry in self._log:
            match = None
            if entry.by_environment:
                key = (entry.executed.call_id, entry.executed.tool)
                match = next((i for i, o in enumerate(own) if (o.call_id, o.tool) == key), None)
            merged.append(entry.executed if match is None else own.pop(match))
        deltas = tuple(d for d in theirs.deltas if d.table != "memories") + self._memory.deltas()
        return Evidence(deltas=deltas, operations=(*merged, *own))

    def _one(self, call: ToolCall, turn: int, available: set[str]) -> Feedback:
        spec = self._specs.get(call.name)
        if call.name not in available:
            return self._refuse(call, turn, ErrorType.UNKNOWN_TOOL, self._unknown(call.name, available))
        if spec is None:
            return self._refuse(call, turn, ErrorType.UNKNOWN_TOOL, f"{call.name} is not installed")
        if call.raw is not None:
            return self._refuse(call, turn, ErrorType.BAD_ARGUMENT, "arguments must be a JSON object")
        ours = call.name in MEMORY_TOOLS or call.name.startswith(SKILL_PREFIX)
        if self._checks or ours:
            try:
                arguments = checked(
                    spec.parameters,
                    call.arguments,
                    normalise=self._checks and self._runtime.normalise_arguments,
                )
            except BadArgument as error:
                return self._refuse(call, turn, ErrorType.BAD_ARGUMENT, str(error))
            call = call.model_copy(update={"arguments": arguments})
        if self._checks and not self._permitted(call, spec):
            return self._refuse(call, turn, ErrorType.BLOCKED, f"{call.name} is not permitted by policy")
        if call.name.startswith(SKILL_PREFIX):
            return self._load(call, turn)
        if call.name in MEMORY_TOOLS:
            feedback, returned = self._memory.run(call)
            self._record(call, turn, feedback, spec.side_effect, returned)
            return feedback
        feedback = self._environment.step(call, turn)
        self.agents.observe(call, feedback, turn)
        self._record(call, turn, feedback, spec.side_effect, by_environment=True)
        return feedback

    def _permitted(self, call: ToolCall, spec: ToolSpec) -> bool:
        if spec.side_effect is SideEffect.READ and spec.name not in self._runtime.permissions.tools:
            return self._runtime.permissions.read is Decision.ALLOW
        decision = self._runtime.permissions.decide(spec.name, spec.side_effect)
        if decision is Decision.ASK:
            return self._approver is not None and self._approver(call, spec)
        return decision is Decision.ALLOW

    def _load(self, call: ToolCall, turn: int) -> Feedback:
        skill = self._skills.get(call.name)
        if skill is None:
            return self._refuse(call, turn, ErrorType.NOT_FOUND, f"skill {skill_name(call.name)} is not installed")
        data = self._skills.result(skill, self._specs)
        self.loaded[skill.name] = skill
        self._callable.update(t for t in skill.allowed_tools if t in self._specs)
        message = f"loaded {skill.name}"
        feedback = Feedback(call_id=call.id, tool=call.name, success=True, message=message, data=data)
        self._record(call, turn, feedback, SideEffect.READ, skill=skill.name)
        return feedback

    def _unknown(self, name: str, available: set[str]) -> str:
        near = difflib.get_close_matches(name, sorted(available), n=1, cutoff=0.7)
        return f"{name} is not available" + (f", use {near[0]}" if near and self._checks else "")

    def _refuse(self, call: ToolCall, turn: int, kind: ErrorType, message: str) -> Feedback:
        feedback = Feedback(
            call_id=call.id, tool=call.name, success=False, message=message, error_type=kind, code=ERROR_CODES[kind]
        )
        spec = self._specs.get(call.name)
        self._record(call, turn, feedback, spec.side_effect if spec else SideEffect.READ)
        return feedback

    def _record(
        self,
        call: ToolCall,
        turn: int,
        feedback: Feedback,
        effect: SideEffect,
        returned: tuple[str, ...] = (),
        *,
        skill: str | None = None,
        by_environment: bool = False,
    ) -> None:
        executed = Executed(
            call_id=call.id,
            tool=call.name,
            arguments=call.arguments,
            success=feedback.success,
            error_type=feedback.error_type,
            side_effect=effect.value,
            turn=turn,
            returned_memories=returned,
            loaded_skill=skill,
        )
        self._log.append(_Logged(executed, by_environment))

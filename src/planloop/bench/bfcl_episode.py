"""One BFCL episode: a sequence of user turns; a planner turn without calls ends the user turn and brings the next."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import jsonschema

from planloop.contract.action import ActionKind, kinds
from planloop.contract.feedback import ERROR_CODES, ErrorType, Evidence, Feedback
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.task import Task
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Cost, Segment, Trajectory, Versions
from planloop.contract.verdict import StopReason, Verdict
from planloop.environments.base import InfrastructureError
from planloop.environments.bfcl.environment import BfclEnvironment, BfclGrade
from planloop.environments.bfcl.suite import STEPS_PER_TURN, BfclTask
from planloop.planners.base import Continue, Prompt, Reply

SYSTEM = (
    "You are an assistant that works with tools. Do what the user asks by calling tools, one after the other where a "
    "call needs an earlier result. When the request is done, say so in one short sentence."
)
MORE_TOOLS = "More tools are available now; use them for what could not be done before."
_STOPS = {
    ActionKind.CLARIFICATION: StopReason.CLARIFICATION,
    ActionKind.REFUSAL: StopReason.REFUSAL,
    ActionKind.FINISH: StopReason.FINISHED,
}


@dataclass(frozen=True)
class EpisodeLimits:
    """`steps` per user turn (BFCL ends the whole task when it is used up); tokens as in `Prompt`."""

    steps: int = STEPS_PER_TURN
    output_tokens: int = 8192
    turn_tokens: int = 512


@dataclass(frozen=True)
class CallCounts:
    """`made` calls (a reply that holds only broken text counts as one); how many were well-formed, how many accepted.

    Well-formed: read as JSON, an exposed tool, arguments that satisfy its schema. Accepted: executed without an error.
    """

    made: int = 0
    well_formed: int = 0
    accepted: int = 0

    def __add__(self, other: CallCounts) -> CallCounts:
        return CallCounts(self.made + other.made, self.well_formed + other.well_formed, self.accepted + other.accepted)


class BfclEpisode:
    """Implements `planners.base.Episode`. `done(episode)` is called once, when it has ended or failed."""

    def __init__(
        self,
        item: BfclTask,
        environment: BfclEnvironment,
        done: Callable[[BfclEpisode], None],
        *,
        limits: EpisodeLimits | None = None,
        seed: int = 0,
        planner: str = "",
    ) -> None:
        self.item = item
        self.task: Task = item.task
        self.environment = environment
        self.counts = CallCounts()
        self.grade: BfclGrade | None = None
        self.invalid_reason = ""
        self._done = done
        self._limits = limits or EpisodeLimits()
        self._seed = seed
        self._planner = planner
        self._user_turn = 0
        self._steps_taken = 0
        self._steps: list[list[list[ToolCall]]] = [[]]
        self._feedback: list[Feedback] = []
        self._stop = StopReason.INVALID
        self._cost = Cost()
        held = {name for names in item.held_back.values() for name in names}
        self._tools = [tool for tool in item.tools if tool.name not in held]
        self._messages = [
            Message(role=Role.SYSTEM, content=SYSTEM),
            Message(role=Role.USER, content=item.user_turns[0]),
        ]
        self.prompt = Prompt(
            messages=tuple(self._messages),
            tools=tuple(self._tools),
            seed=seed,
            max_output_tokens=self._limits.output_tokens,
            max_turn_tokens=self._limits.turn_tokens,
        )

    def advance(self, reply: Reply) -> Continue | None:
        """Execute the turn's calls, or go on to the next user turn; None when the last one is finished."""
        self._messages.append(reply.message)
        cost = self._cost
        self._cost = Cost(
            input_tokens=cost.input_tokens + reply.input_tokens,
            output_tokens=cost.output_tokens + reply.output_tokens,
            tool_calls=cost.tool_calls + len(reply.message.tool_calls),
            turns=cost.turns + 1,
        )
        try:
            return self._advance(reply)
        except InfrastructureError as error:
            self.fail(str(error))
            return None

    def fail(self, reason: str) -> None:
        """End as invalid: the worker, the endpoint or the engine failed."""
        self.invalid_reason = reason
        self._stop = StopReason.INVALID
        self._done(self)

    def trajectory(self) -> Trajectory:
        """The full record, once the episode has ended."""
        grade = self.grade
        verdict = None
        if grade is not None:
            verdict = Verdict(
                success=grade.success,
                progress=float(grade.success),
                checker_passed=grade.success,
                memory_gate=True,
                skill_gate=True,
                results=(),
                summary=grade.reason or "states and results equal the gold run's",
            )
        return Trajectory(
            id=f"{self.task.key}/{self._planner}/{self._seed}",
            task_key=self.task.key,
            task_hash=self.task.content_hash(),
            split=self.task.split,
            seed=self._seed,
            versions=Versions(planner=self._planner, harness="bfcl-plain", suite=f"bfcl/{self.environment.category}"),
            segments=(Segment(messages=tuple(self._messages), tool_names=tuple(tool.name for tool in self._tools)),),
            feedback=tuple(self._feedback),
            evidence=Evidence() if self.invalid_reason else self.environment.evidence(),
            verdict=verdict,
            stop=self._stop,
            valid=not self.invalid_reason,
            invalid_reason=self.invalid_reason,
            cost=self._cost,
            backend="bfcl",
        )

    # Inside ----------------------------------------------------------------------------------

    def _advance(self, reply: Reply) -> Continue | None:
        calls = reply.message.tool_calls
        if reply.parse_error and not calls:
            self.counts += CallCounts(made=1)
        if reply.truncated and not calls and not reply.message.content:
            self._end(StopReason.TOKEN_BUDGET)
            return None
        if not calls:
            return self._next_user_turn(reply.message)
        results = [self._execute(call) for call in calls]
        self._feedback.extend(results)
        executed = [call for call in calls if call.raw is None and self._tool(call.name) is not None]
        if executed:
            self._steps[-1].append(executed)
        self._messages.extend(_message(feedback) for feedback in results)
        self._steps_taken += 1
        if self._steps_taken >= self._limits.steps:
            self._end(StopReason.STEP_BUDGET)
            return None
        return Continue(messages=tuple(self._messages[-len(results) :]))

    def _next_user_turn(self, message: Message) -> Continue | None:
        self._user_turn += 1
        self._steps_taken = 0
        if self._user_turn >= len(self.item.user_turns):
            self._end(_STOPS[kinds(message)[0]])
            return None
        self._steps.append([])
        names = self.item.held_back.get(self._user_turn, ())
        added = tuple(tool for tool in self.item.tools if tool.name in names)
        self._tools.extend(added)
        request = Message(role=Role.USER, content=self.item.user_turns[self._user_turn] or MORE_TOOLS)
        self._messages.append(request)
        return Continue(messages=(request,), tools=added)

    def _end(self, stop: StopReason) -> None:
        missing = len(self.item.user_turns) - len(self._steps)
        self.grade = self.environment.grade([*self._steps, *([[]] * missing)])
        if stop in (StopReason.STEP_BUDGET, StopReason.TOKEN_BUDGET) and self.grade.success:
            self.grade = replace(self.grade, success=False, reason=f"ended by {stop} before the last user turn closed")
        self._stop = stop
        self._done(self)

    def _tool(self, name: str) -> ToolSpec | None:
        return next((tool for tool in self._tools if tool.name == name), None)

    def _execute(self, call: ToolCall) -> Feedback:
        problem = _problem(call, self._tool(call.name))
        if call.raw is not None:
            feedback = _refused(call, ErrorType.BAD_ARGUMENT, problem)
        elif self._tool(call.name) is None:
            feedback = _refused(call, ErrorType.UNKNOWN_TOOL, problem)
        else:
            feedback = self.environment.step(call, self._cost.turns)
        self.counts += CallCounts(1, int(not problem), int(not problem and feedback.success))
        return feedback


def _problem(call: ToolCall, tool: ToolSpec | None) -> str:
    """Why a call is not well-formed; empty if it is."""
    if call.raw is not None:
        return "the call is not valid JSON"
    if tool is None:
        return f"there is no tool {call.name}"
    error = next(iter(jsonschema.Draft202012Validator(tool.parameters).iter_errors(call.arguments)), None)
    if error is not None:
        return str(error.message)
    properties = tool.parameters.get("properties")
    unknown = sorted(set(call.arguments) - set(properties if isinstance(properties, dict) else ()))
    return f"there is no argument {unknown[0]}" if unknown else ""


def _refused(call: ToolCall, error: ErrorType, problem: str) -> Feedback:
    return Feedback(
        call_id=call.id, tool=call.name, success=False, message=problem, error_type=error, code=ERROR_CODES[error]
    )


def _message(feedback: Feedback) -> Message:
    result = feedback.data.get("result")
    text = result if isinstance(result, str) else json.dumps(feedback.envelope(), ensure_ascii=False)
    return Message(role=Role.TOOL, content=text, tool_call_id=feedback.call_id, name=feedback.tool)


def select(items: Sequence[BfclTask], count: int | None) -> tuple[BfclTask, ...]:
    """`count` tasks spread evenly over the suite (all when None): neighbours use the same classes."""
    if count is None or count >= len(items):
        return tuple(items)
    return tuple(items[index * len(items) // count] for index in range(count))

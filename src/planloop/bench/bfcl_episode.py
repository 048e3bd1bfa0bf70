"""One BFCL episode: a sequence of user turns; a planner turn without calls ends the user turn and brings the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planloop.contract.action import ActionKind, actions
from planloop.contract.feedback import ERROR_CODES, ErrorType, Evidence, Feedback
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.strict_json import JsonProblem, loads
from planloop.contract.task import Task
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason, Verdict
from planloop.data.foreign_schema import misfit
from planloop.environments.base import InfrastructureError
from planloop.environments.bfcl.environment import BfclEnvironment, BfclGrade
from planloop.environments.bfcl.suite import STEPS_PER_TURN, BfclTask
from planloop.environments.lease import begin
from planloop.harness.eta_files import MemoryPolicy, Runtime
from planloop.harness.executor import Executor
from planloop.harness.memory.store import MemoryStore
from planloop.harness.memory.tools import MemoryTools
from planloop.harness.mode import FeedbackStyle, HarnessMode
from planloop.harness.recorder import Labels, Recorder
from planloop.harness.render import render
from planloop.harness.skills import SkillLibrary
from planloop.planners.base import Continue, Prompt, Reply, SchemaStyle

SYSTEM = (
    "You are an assistant that works with tools. Do what the user asks by calling tools, one after the other where a "
    "call needs an earlier result. When the request is done, say so in one short sentence."
)
LISTED = 50  # items of a list that the compact rendering shows
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
    """Implements `planners.base.Episode`. It resets the environment and holds it until `done(episode)` is called:
    once, when it has ended or failed. Raises `EnvironmentHeldError` where another live episode holds the environment.

    Calls run through the harness's executor. With the harness off, every call to an offered tool is executed as it
    is and the planner reads BFCL's own result text, as BFCL does it; with it on, arguments are checked and brought
    into the schema's form, repeated failures are noticed, and results are rendered compactly.
    """

    def __init__(
        self,
        item: BfclTask,
        environment: BfclEnvironment,
        done: Callable[[BfclEpisode], None],
        *,
        limits: EpisodeLimits | None = None,
        seed: int = 0,
        planner: str = "",
        mode: HarnessMode = HarnessMode.OFF,
    ) -> None:
        self.item = item
        self.task: Task = item.task
        self.environment = environment
        self.counts = CallCounts()
        self.grade: BfclGrade | None = None
        self.trajectory: Trajectory | None = None
        self._done = done
        self._limits = limits or EpisodeLimits()
        self._labels = Labels(planner=planner, suite=f"bfcl/{environment.category}")
        self._mode = mode
        self._user_turn = 0
        self._steps_taken = 0
        self._steps: list[list[list[ToolCall]]] = [[]]
        held = {name for names in item.held_back.values() for name in names}
        self._tools = [tool for tool in item.tools if tool.name not in held]
        self.prompt = Prompt(
            messages=(
                Message(role=Role.SYSTEM, content=SYSTEM),
                Message(role=Role.USER, content=item.user_turns[0]),
            ),
            tools=tuple(self._tools),
            seed=seed,
            max_output_tokens=self._limits.output_tokens,
            max_turn_tokens=self._limits.turn_tokens,
            schemas=SchemaStyle.COMPACT if mode.compact else SchemaStyle.FULL,
        )
        self._recorder = Recorder(item.task, seed, self.prompt)
        self._executor = self._new_executor()
        self._lease = begin(environment, item.task, seed)

    def advance(self, reply: Reply) -> Continue | None:
        """Execute the turn's calls, or go on to the next user turn; None when the last one is finished."""
        if self.trajectory is not None:
            return None
        self._recorder.reply(reply)
        try:
            return self._advance(reply)
        except InfrastructureError as error:
            self.fail(str(error))
            return None

    def fail(self, reason: str) -> None:
        """End as invalid: the worker, the endpoint or the engine failed."""
        if self.trajectory is None:
            self._deliver(StopReason.INVALID, None, None, reason or "the infrastructure failed")

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
        messages = self._execute(calls)
        self._recorder.appended(messages)
        self._steps_taken += 1
        if self._steps_taken >= self._limits.steps:
            self._end(StopReason.STEP_BUDGET)
            return None
        return Continue(messages=messages)

    def _execute(self, calls: Sequence[ToolCall]) -> tuple[Message, ...]:
        """Run the calls that could be read, in order; the others are answered with what is wrong with them."""
        before = len(self.environment.executed)
        readable = [call for call in calls if call.raw is None]
        result = self._executor.run(readable, self._recorder.turns - 1)
        ran = dict(zip((call.id for call in readable), result.feedback, strict=True))
        notices = {readable[position].id: notice for position, notice in result.notices.items()}
        if len(self.environment.executed) > before:
            self._steps[-1].append(self.environment.executed[before:])
        messages = []
        for call in calls:
            feedback = ran.get(call.id) or _unreadable(call)
            problem = _problem(call, self._tool(call.name))
            self.counts += CallCounts(1, int(not problem), int(not problem and feedback.success))
            self._recorder.feedback.append(feedback)
            messages.append(_message(feedback, self._mode, notices.get(call.id)))
        return tuple(messages)

    def _next_user_turn(self, message: Message) -> Continue | None:
        self._user_turn += 1
        self._steps_taken = 0
        if self._user_turn >= len(self.item.user_turns):
            self._end(_STOPS[actions(message)[0].kind])
            return None
        self._steps.append([])
        names = self.item.held_back.get(self._user_turn, ())
        added = tuple(tool for tool in self.item.tools if tool.name in names)
        if added:
            self._tools.extend(added)
            self._executor = self._new_executor()
        request = Message(role=Role.USER, content=self.item.user_turns[self._user_turn] or MORE_TOOLS)
        self._recorder.appended((request,), added)
        return Continue(messages=(request,), tools=added)

    def _end(self, stop: StopReason) -> None:
        missing = len(self.item.user_turns) - len(self._steps)
        grade = self.environment.grade([*self._steps, *([[]] * missing)])
        if stop in (StopReason.STEP_BUDGET, StopReason.TOKEN_BUDGET) and grade.success:
            grade = BfclGrade(success=False, reason=f"ended by {stop} before the last user turn closed")
        self.grade = grade
        verdict = Verdict(
            success=grade.success,
            progress=float(grade.success),
            checker_passed=grade.success,
            memory_gate=True,
            skill_gate=True,
            results=(),
            summary=grade.reason or "states and results equal the gold run's",
        )
        self._deliver(stop, self._executor.evidence(), verdict)

    def _deliver(self, stop: StopReason, evidence: Evidence | None, verdict: Verdict | None, why: str = "") -> None:
        harness = f"bfcl:{self._mode}"
        self.trajectory = self._recorder.trajectory(self._labels, harness, {}, "bfcl", stop, evidence, verdict, why)
        self._lease.release()
        self._done(self)

    def _new_executor(self) -> Executor:
        """BFCL's worlds have neither memories nor skills; the permission policy and the notices are eta's defaults."""
        return Executor(
            self.environment,
            {tool.name: tool for tool in self._tools},
            [tool.name for tool in self._tools],
            MemoryTools(lambda: MemoryStore({}, None), MemoryPolicy(), self.item.user_turns),
            SkillLibrary(),
            Runtime(),
            checks=self._mode.compact,
        )

    def _tool(self, name: str) -> ToolSpec | None:
        return next((tool for tool in self._tools if tool.name == name), None)


def _problem(call: ToolCall, tool: ToolSpec | None) -> str:
    """Why a call is not well-formed; empty if it is."""
    if call.raw is not None:
        return "the call is not valid JSON"
    if tool is None:
        return f"there is no tool {call.name}"
    problem = misfit(tool.parameters, call.arguments)
    if problem is not None:
        return problem
    properties = tool.parameters.get("properties")
    unknown = sorted(set(call.arguments) - set(properties if isinstance(properties, dict) else ()))
    return f"there is no argument {unknown[0]}" if unknown else ""


def _unreadable(call: ToolCall) -> Feedback:
    kind = ErrorType.BAD_ARGUMENT
    message = "the call is not valid JSON"
    return Feedback(
        call_id=call.id, tool=call.name, success=False, message=message, error_type=kind, code=ERROR_CODES[kind]
    )


def _message(feedback: Feedback, mode: HarnessMode, notice: str | None) -> Message:
    result = feedback.data.get("result")
    if mode.compact:
        text = render(_opened(feedback), FeedbackStyle.COMPACT, LISTED, notice)
    elif isinstance(result, str):
        text = result
    else:
        text = render(feedback, FeedbackStyle.ENVELOPE)
    return Message(role=Role.TOOL, content=text, tool_call_id=feedback.call_id, name=feedback.tool)


def _opened(feedback: Feedback) -> Feedback:
    """The same feedback with BFCL's result text taken apart where it is a JSON object."""
    result = feedback.data.get("result")
    try:
        value = loads(result) if isinstance(result, str) else None
    except JsonProblem:
        value = None
    if not isinstance(value, dict):
        return feedback
    error = value.get("error")
    message = error if isinstance(error, str) and not feedback.success else feedback.message
    return feedback.model_copy(update={"data": value, "message": message})


def select(items: Sequence[BfclTask], count: int | None) -> tuple[BfclTask, ...]:
    """`count` tasks spread evenly over the suite (all when None): neighbours use the same classes."""
    if count is None or count >= len(items):
        return tuple(items)
    return tuple(items[index * len(items) // count] for index in range(count))

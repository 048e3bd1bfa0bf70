"""HarnessEpisode: the harness's side of one episode, from the prompt to the judged trajectory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from planloop.contract.action import ActionKind, actions
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason
from planloop.environments.base import Environment, InfrastructureError
from planloop.environments.lease import Lease
from planloop.harness.checkers.case import Tables
from planloop.harness.context import Omitted
from planloop.harness.eta_files import Runtime
from planloop.harness.executor import Executor, TurnResult
from planloop.harness.mode import FeedbackStyle
from planloop.harness.recorder import Labels, Recorder
from planloop.harness.render import render
from planloop.harness.verifier import verify
from planloop.planners.base import Continue, Prompt, Reply

Collector = Callable[[Trajectory], None]
BAD_FORMAT, ONCE_MORE = "error bad_format 400: ", ". Send one well-formed call or an answer."
"""What stands before and after the problem in the answer to a malformed turn."""
_STOPS = {
    ActionKind.CLARIFICATION: StopReason.CLARIFICATION,
    ActionKind.REFUSAL: StopReason.REFUSAL,
    ActionKind.FINISH: StopReason.FINISHED,
}


class HarnessEpisode:
    """One episode over a reset environment, which it holds until it has ended. `collector` receives the trajectory
    exactly once, then.

    Verification runs after the end only; nothing of it can reach the planner.
    """

    def __init__(
        self,
        task: Task,
        seed: int,
        prompt: Prompt,
        environment: Environment,
        lease: Lease,
        executor: Executor,
        initial: Tables,
        collector: Collector,
        *,
        turns: int,
        runtime: Runtime,
        style: FeedbackStyle,
        harness: str,
        labels: Labels,
        omitted: tuple[Omitted, ...] = (),
    ) -> None:
        self.task = task
        self.prompt = prompt
        self.trajectory: Trajectory | None = None
        self._environment = environment
        self._lease = lease
        self._executor = executor
        self._initial = initial
        self._collector = collector
        self._turns = turns
        self._runtime = runtime
        self._style = style
        self._harness = harness
        self._labels = labels
        self._recorder = Recorder(task, seed, prompt, tuple(map(str, omitted)))
        self._corrections = runtime.parse_corrections
        self._failed_turns = 0
        self._used = {c.id for m in task.history for c in m.tool_calls}

    @property
    def ended(self) -> bool:
        """Whether the trajectory has been delivered."""
        return self.trajectory is not None

    @property
    def messages(self) -> tuple[Message, ...]:
        """Everything that was said so far."""
        return tuple(self._recorder.messages)

    def advance(self, reply: Reply) -> Continue | None:
        """Take the planner's turn: execute its calls, or end the episode by its text. None when it has ended."""
        if self.ended:
            return None
        reply = self._numbered(reply)
        self._recorder.reply(reply)
        if reply.truncated:
            self._end(StopReason.TOKEN_BUDGET)
            return None
        if reply.parse_error is not None:
            return self._correct(reply)
        calls = reply.message.tool_calls
        if not calls:
            self._end(_STOPS[actions(reply.message)[0].kind], reply.message.content)
            return None
        try:
            result = self._executor.run(calls, self._recorder.turns - 1)
        except InfrastructureError as error:
            self.fail(str(error))
            return None
        return self._continue(calls, result)

    def _numbered(self, reply: Reply) -> Reply:
        """The reply with call ids that no earlier turn used: planners that read calls from text restart at `c0`."""
        calls = reply.message.tool_calls
        ids = [c.id for c in calls]
        if not calls or (len(set(ids)) == len(ids) and self._used.isdisjoint(ids)):
            self._used.update(ids)
            return reply
        fresh = [f"t{self._recorder.turns}-{n}" for n in range(len(calls))]
        self._used.update(fresh)
        named = tuple(c.model_copy(update={"id": i}) for c, i in zip(calls, fresh, strict=True))
        return replace(reply, message=reply.message.model_copy(update={"tool_calls": named}))

    def fail(self, reason: str) -> None:
        """End as invalid: an infrastructure failure, excluded from rewards and statistics (design rule 4)."""
        if self.ended:
            return
        skills = {name: skill.digest for name, skill in self._executor.loaded.items()}
        self._deliver(
            self._recorder.trajectory(
                self._labels,
                self._harness,
                skills,
                self._environment.name,
                StopReason.INVALID,
                None,
                None,
                reason or "the infrastructure failed",
            )
        )

    def _continue(self, calls: tuple[ToolCall, ...], result: TurnResult) -> Continue | None:
        self._recorder.feedback.extend(result.feedback)
        self._failed_turns = 0 if any(f.success for f in result.feedback) else self._failed_turns + 1
        messages = tuple(
            Message(
                role=Role.TOOL,
                content=render(feedback, self._style, self._runtime.list_items, result.notices.get(position)),
                tool_call_id=call.id,
                name=call.name,
            )
            for position, (call, feedback) in enumerate(zip(calls, result.feedback, strict=True))
        )
        return self._append(messages, result)

    def _append(self, messages: tuple[Message, ...], result: TurnResult | None = None) -> Continue | None:
        tools = result.new_tools if result is not None else ()
        self._recorder.appended(messages, tools)
        stuck = self._failed_turns >= self._runtime.failed_turns
        if stuck or self._recorder.turns >= self._turns:
            self._end(StopReason.STEP_BUDGET)
            return None
        return Continue(messages, tools)

    def _correct(self, reply: Reply) -> Continue | None:
        """One malformed turn may be repaired; none of its calls runs."""
        if self._corrections == 0:
            self._end(StopReason.PARSE_ERROR)
            return None
        self._corrections -= 1
        text = f"{BAD_FORMAT}{reply.parse_error}{ONCE_MORE}"
        calls = reply.message.tool_calls
        if calls:
            answers = [Message(role=Role.TOOL, content=text, tool_call_id=c.id, name=c.name) for c in calls]
        else:
            answers = [Message(role=Role.USER, content=f"[{text}]")]
        return self._append(tuple(answers))

    def _end(self, stop: StopReason, text: str = "") -> None:
        try:
            evidence = self._executor.evidence()
        except InfrastructureError as error:
            self.fail(str(error))
            return
        verdict = verify(self.task, self._initial, evidence, text, stop)
        skills = {name: skill.digest for name, skill in self._executor.loaded.items()}
        self._deliver(
            self._recorder.trajectory(
                self._labels, self._harness, skills, self._environment.name, stop, evidence, verdict
            )
        )

    def _deliver(self, trajectory: Trajectory) -> None:
        self.trajectory = trajectory
        self._lease.release()
        self._collector(trajectory)


class BrokenEpisode:
    """An episode whose environment could not be reset: invalid from the start, and over before its first turn."""

    def __init__(self, task: Task, prompt: Prompt, trajectory: Trajectory, collector: Collector) -> None:
        self.task = task
        self.prompt = prompt
        self.trajectory = trajectory
        collector(trajectory)

    ended = True

    def advance(self, reply: Reply) -> Continue | None:
        """Nothing can follow."""
        return None

    def fail(self, reason: str) -> None:
        """It has failed already."""

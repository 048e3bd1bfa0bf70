"""Rule-based findings over one trajectory, from any agent: what went wrong and where, so that a person can check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from planloop.contract.action import ActionKind, actions
from planloop.contract.feedback import Feedback
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import Record, content_hash
from planloop.contract.tool import SideEffect, ToolSpec
from planloop.contract.trajectory import Trajectory
from planloop.data.foreign_schema import misfit
from planloop.data.trace_results import loaded_tools, read_result


class FindingKind(StrEnum):
    """What a rule can find."""

    MALFORMED_ARGUMENTS = "malformed_arguments"  # not a JSON object
    INVALID_ARGUMENTS = "invalid_arguments"  # against the offered tool's schema
    UNOFFERED_TOOL = "unoffered_tool"
    REPEATED_FAILURE = "repeated_failure"  # the same call failed again unchanged
    IGNORED_ERROR = "ignored_error"  # never resolved, never mentioned
    CLAIMED_SUCCESS = "claimed_success"  # the closing text claims what an unresolved error denies
    UNANSWERED_CALL = "unanswered_call"
    UNREQUESTED_RESULT = "unrequested_result"
    DUPLICATED_SIDE_EFFECT = "duplicated_side_effect"
    UNFINISHED = "unfinished"  # the log ends without a closing text


class Finding(Record):
    """One finding. `message` counts from 1 over the whole trajectory; `tool` is empty where no tool is at fault."""

    kind: FindingKind
    message: int
    tool: str = ""
    detail: str


@dataclass
class _Done:
    """A call, where it was made, and its result (None: never answered)."""

    call: ToolCall
    message: int
    result: Feedback | None = None

    @property
    def key(self) -> str:
        return content_hash([self.call.name, self.call.arguments, self.call.raw])


@dataclass
class _UserTurn:
    """Everything between two user messages."""

    calls: list[_Done] = field(default_factory=list)
    closing: Message | None = None
    closing_at: int = 0


_ADMITS = re.compile(
    r"fail|error|could ?n[o']t|unable|not (been )?(found|available|possible|completed?|set|sent)|does ?n[o']t exist|"
    r"no (such|matching)|problem|unfortunately|however|denied|conflict|invalid|instead|already|"
    r"无法|失败|错误|未找到|找不到|不存在|没有成功|抱歉",
    re.IGNORECASE,
)
_CLAIMS = re.compile(
    r"\b(done|success\w*|completed?|finished|all set|is (now )?(set|on|off|ready)|(has|have|i've|was|were)\b.{0,40}"
    r"\b(set|sent|created|booked|added|deleted|removed|updated|turned|enabled|disabled|saved|moved|cancel+ed|changed)|"
    r"(set|sent|created|booked|added|deleted|removed|updated|enabled|disabled|saved|moved|cancel+ed|changed)[.!]?$)|"
    r"已|完成|成功",
    re.IGNORECASE | re.MULTILINE,
)
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_READ_WORDS = frozenset(
    "get list query search find read show check view display fetch look describe count estimate calculate compute "
    "convert ls cat grep pwd diff sort stat status verify is has translate".split()
)
_WRITE_WORDS = frozenset("set add create delete remove send post update write move cancel book order buy sell".split())
_READ_ACTIONS = frozenset({"query", "list", "get", "search", "status", "read"})


def find(
    trajectory: Trajectory,
    tools: Sequence[ToolSpec] = (),
    is_read: Callable[[ToolCall], bool | None] = lambda call: None,
) -> tuple[Finding, ...]:
    """Every finding, in the order of messages.

    `tools` are the specs the log carried; without them nothing is known to be unoffered. `is_read` says whether a call
    only reads, where something knows; otherwise its name is judged (`get`, `list`, ... and `action: query`).
    """
    turns, strays = _walk(trajectory.messages)
    calls = [done for turn in turns for done in turn.calls]
    found = [*strays, *_malformed(calls), *_against_specs(calls, trajectory, tools), *_repeated(calls)]
    found += [finding for done in calls for finding in _unanswered(done)]
    for turn in turns:
        found += [*_unresolved(turn), *_duplicated(turn, is_read)]
    found += _unfinished(trajectory.messages)
    return tuple(sorted(found, key=lambda finding: finding.message))


def _walk(messages: Sequence[Message]) -> tuple[list[_UserTurn], list[Finding]]:
    turns = [_UserTurn()]
    waiting: dict[str, _Done] = {}
    strays: list[Finding] = []
    for number, message in enumerate(messages, start=1):
        if message.role is Role.USER:
            turns.append(_UserTurn())
        elif message.role is Role.ASSISTANT:
            for call in message.tool_calls:
                done = _Done(call, number)
                turns[-1].calls.append(done)
                waiting[call.id] = done
            if not message.tool_calls:
                turns[-1].closing, turns[-1].closing_at = message, number
        elif message.role is Role.TOOL:
            answered = _answered(message, waiting)
            if answered is None:
                detail = f"a result for call {message.tool_call_id!r}, which was never made or already answered"
                kind = FindingKind.UNREQUESTED_RESULT
                strays.append(Finding(kind=kind, message=number, tool=message.name or "", detail=detail))
            else:
                answered.result = read_result(message.content, answered.call.id, answered.call.name)
    return turns, strays


def _answered(message: Message, waiting: dict[str, _Done]) -> _Done | None:
    if message.tool_call_id is not None:
        return waiting.pop(message.tool_call_id, None)
    for key, done in waiting.items():
        if message.name in (None, done.call.name):
            return waiting.pop(key)
    return None


def _malformed(calls: list[_Done]) -> Iterator[Finding]:
    for done in calls:
        if done.call.raw is not None:
            detail = f"the arguments are not a JSON object: {done.call.raw[:80]}"
            yield _at(FindingKind.MALFORMED_ARGUMENTS, done, detail)


def _against_specs(calls: list[_Done], trajectory: Trajectory, tools: Sequence[ToolSpec]) -> Iterator[Finding]:
    if not tools:
        return
    known = {tool.name: tool for tool in tools}
    loaded = {name for feedback in trajectory.feedback for name in loaded_tools(feedback)}
    for done in calls:
        name = done.call.name
        if name in known and done.call.raw is None:
            problem = misfit(known[name].parameters, done.call.arguments)
            if problem is not None:
                yield _at(FindingKind.INVALID_ARGUMENTS, done, problem[:160])
        elif name not in known and name not in loaded:
            yield _at(FindingKind.UNOFFERED_TOOL, done, f"{name} is not among the {len(known)} tools offered")


def _repeated(calls: list[_Done]) -> Iterator[Finding]:
    failures: dict[str, int] = {}
    for done in calls:
        if done.result is None:
            continue
        if done.result.success:
            failures.pop(done.key, None)
            continue
        failures[done.key] = count = failures.get(done.key, 0) + 1
        if count > 1:
            detail = f"the same call failed for the {count}. time: {done.result.message[:100]}"
            yield _at(FindingKind.REPEATED_FAILURE, done, detail)


def _unanswered(done: _Done) -> Iterator[Finding]:
    if done.result is None:
        yield _at(FindingKind.UNANSWERED_CALL, done, "no result was recorded for this call")


def _unresolved(turn: _UserTurn) -> Iterator[Finding]:
    """Failed calls whose tool never succeeded afterwards, when the closing text does not admit it."""
    closing = turn.closing
    if closing is None or actions(closing)[0].kind is not ActionKind.FINISH or _ADMITS.search(closing.content):
        return
    open_failures: dict[str, _Done] = {}
    for done in turn.calls:
        if done.result is not None and done.result.success:
            open_failures.pop(done.call.name, None)
        elif done.result is not None:
            open_failures[done.call.name] = done
    for done in open_failures.values():
        message = done.result.message[:100] if done.result is not None else ""
        if _CLAIMS.search(closing.content):
            detail = f"message {turn.closing_at} claims success: {closing.content[:80]!r}; the call failed: {message}"
            yield _at(FindingKind.CLAIMED_SUCCESS, done, detail)
        else:
            yield _at(FindingKind.IGNORED_ERROR, done, f"failed and was neither repaired nor mentioned: {message}")


def _duplicated(turn: _UserTurn, is_read: Callable[[ToolCall], bool | None]) -> Iterator[Finding]:
    """The same successful change twice for one request, with no other change by that tool in between."""
    last: dict[str, _Done] = {}
    for done in turn.calls:
        if done.result is None or not done.result.success or _reads(done.call, is_read):
            continue
        before = last.get(done.call.name)
        if before is not None and before.key == done.key:
            detail = f"repeats the change already made in message {before.message}"
            yield _at(FindingKind.DUPLICATED_SIDE_EFFECT, done, detail)
        last[done.call.name] = done


def _reads(call: ToolCall, is_read: Callable[[ToolCall], bool | None]) -> bool:
    known = is_read(call)
    if known is not None:
        return known
    words = {word.lower() for word in _WORDS.findall(call.name)}
    return bool(words & _READ_WORDS and not words & _WRITE_WORDS) or call.arguments.get("action") in _READ_ACTIONS


def _unfinished(messages: Sequence[Message]) -> Iterator[Finding]:
    last = messages[-1]
    if last.role is not Role.ASSISTANT or last.tool_calls or not last.content.strip():
        detail = "the log ends without a closing text of the agent"
        yield Finding(kind=FindingKind.UNFINISHED, message=len(messages), detail=detail)


def _at(kind: FindingKind, done: _Done, detail: str) -> Finding:
    return Finding(kind=kind, message=done.message, tool=done.call.name, detail=" ".join(detail.split()))


def phone_reads(call: ToolCall) -> bool | None:
    """Whether our phone knows the tool and says that this call only reads; None for tools it does not know."""
    import planloop.phone.apps  # noqa: F401 - registers the tools
    from planloop.phone.registry import REGISTRY

    tool = REGISTRY.tools.get(call.name)
    return None if tool is None else tool.side_effect(call.arguments) is SideEffect.READ

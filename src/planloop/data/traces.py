"""Chat logs of any tool-calling agent as contract trajectories: all of a file, or nothing of it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from planloop.contract.action import ActionKind, actions
from planloop.contract.chat import Conversation, import_chat
from planloop.contract.errors import PlanloopError
from planloop.contract.feedback import Feedback
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import content_hash
from planloop.contract.split import Split
from planloop.contract.strict_json import JsonProblem, loads
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Cost, Segment, Trajectory, Versions
from planloop.contract.verdict import StopReason
from planloop.data.trace_results import read_result

SOURCE = "import"
MAX_FILE_BYTES = 1 << 30
_STOPS = {ActionKind.CLARIFICATION: StopReason.CLARIFICATION, ActionKind.REFUSAL: StopReason.REFUSAL}


@dataclass(frozen=True)
class ImportedTrace:
    """One conversation. `tools` are the specs the log carried (often none); `problems` what was odd but kept.

    The trajectory's id is the digest of its messages: the same conversation is the same record, wherever it was logged.
    """

    line: int
    name: str
    trajectory: Trajectory
    tools: tuple[ToolSpec, ...]
    problems: tuple[str, ...]


def read_traces(path: Path, split: Split = Split.TRAIN) -> tuple[ImportedTrace, ...]:
    """Every conversation of a chat log: JSONL, or one JSON document. Any other file raises `PlanloopError`."""
    place = str(path)
    cure = "give a JSONL file with one conversation per line"
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise PlanloopError("is larger than 1 GiB", place=place, cure="split it by lines and import the parts")
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise PlanloopError(f"is not UTF-8 text (byte {error.start + 1})", place=place, cure=cure) from error
    except OSError as error:
        raise PlanloopError(f"cannot be read: {error.strerror or error}", place=place, cure=cure) from error
    traces = import_traces(text, path.name, split)
    if not traces:
        raise PlanloopError("holds no conversation", place=place, cure=cure)
    return traces


def import_traces(text: str, name: str, split: Split = Split.TRAIN) -> tuple[ImportedTrace, ...]:
    """The conversations in `text`. The first line that is not a conversation raises, and nothing is returned."""
    document = _document(text)
    if document is None:
        return tuple(_trace(found, name, split) for found in import_chat(text, name))
    return tuple(_trace(found, name, split) for found in import_chat(document, f"{name}, conversation in"))


def _document(text: str) -> str | None:
    """JSONL of a text that is one JSON document (pretty-printed, or a list of conversations); None if it is JSONL."""
    head = text.lstrip()[:1]
    if head not in ("{", "["):
        return None
    try:
        value = loads(text)
    except JsonProblem:
        return None
    if not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    one = all(isinstance(item, dict) and ("role" in item or "from" in item) for item in value)
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in ([value] if one and value else value))


def _trace(found: Conversation, name: str, split: Split) -> ImportedTrace:
    if not found.messages:
        raise PlanloopError("the conversation has no messages", place=f"{name} line {found.line}", cure="remove it")
    messages = numbered(found.messages)
    feedback = tuple(results(messages))
    names = tuple(tool.name for tool in found.tools)
    digest = content_hash([[message.model_dump(mode="json") for message in messages], list(names)])
    assistant = [message for message in messages if message.role is Role.ASSISTANT]
    trajectory = Trajectory(
        id=f"import-{digest[:24]}",
        task_key=f"import/{digest[:24]}",
        task_hash=digest,
        split=split,
        seed=0,
        versions=Versions(planner=SOURCE, harness=SOURCE, suite=SOURCE),
        segments=(Segment(messages=messages, tool_names=names),),
        feedback=feedback,
        stop=stop_reason(messages),
        cost=Cost(turns=len(assistant), tool_calls=sum(len(message.tool_calls) for message in assistant)),
        backend=SOURCE,
        source=SOURCE,
    )
    return ImportedTrace(
        line=found.line, name=found.id, trajectory=trajectory, tools=found.tools, problems=found.problems
    )


def numbered(messages: Iterable[Message]) -> tuple[Message, ...]:
    """The same messages, in which every call has an id of its own and every result that can be matched names it.

    Some logs begin anew with the ids in each turn, and some have none: a result then answers the oldest open call of
    the id, or of the tool, that it names. A call that is still open when its id is used in a later turn has no result.
    """
    used: set[str] = set()
    waiting: list[tuple[str, ToolCall]] = []  # the id in the log, and the call as it is named here
    out = []
    for message in messages:
        calls = []
        anew = {call.id for call in message.tool_calls}
        waiting = [entry for entry in waiting if entry[0] not in anew]
        for call in message.tool_calls:
            number, name = 1, call.id
            while not name or name in used:
                number += 1
                name = f"{call.id or 'call'}-{number}"
            used.add(name)
            calls.append(call if name == call.id else call.model_copy(update={"id": name}))
            waiting.append((call.id, calls[-1]))
        update: dict[str, object] = {"tool_calls": tuple(calls)}
        if message.role is Role.TOOL and (answered := _answered(message, waiting)) is not None:
            waiting.remove(answered)
            update["tool_call_id"] = answered[1].id
        out.append(message.model_copy(update=update))
    return tuple(out)


def _answered(message: Message, waiting: list[tuple[str, ToolCall]]) -> tuple[str, ToolCall] | None:
    if message.tool_call_id:
        return next((entry for entry in waiting if entry[0] == message.tool_call_id), None)
    return next((entry for entry in waiting if message.name in (None, entry[1].name)), None)


def results(messages: Iterable[Message]) -> Iterable[Feedback]:
    """The feedback of every tool message; the messages are `numbered`."""
    tools: dict[str, str] = {}
    for message in messages:
        tools |= {call.id: call.name for call in message.tool_calls}
        if message.role is Role.TOOL:
            call_id = message.tool_call_id or ""
            yield read_result(message.content, call_id, tools.get(call_id) or message.name or "")


def stop_reason(messages: tuple[Message, ...]) -> StopReason:
    """Why the logged episode ended, as far as its last message tells."""
    last = messages[-1]
    if last.role is not Role.ASSISTANT or last.tool_calls:
        broken = any(call.raw is not None for call in last.tool_calls)
        return StopReason.PARSE_ERROR if broken else StopReason.STEP_BUDGET
    return _STOPS.get(actions(last)[0].kind, StopReason.FINISHED)

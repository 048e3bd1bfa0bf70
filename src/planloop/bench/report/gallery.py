"""Gallery: trajectories as the step-through viewer reads them, and as JSON that is inert inside a page."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import Any

from planloop.bench.report import criteria
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.summary import RunSummary
from planloop.contract.trajectory import Trajectory
from planloop.harness.episode import BAD_FORMAT

_ESCAPES = {"<": "\\u003c", ">": "\\u003e", "&": "\\u0026", "\u2028": "\\u2028", "\u2029": "\\u2029"}


def viewer_json(summary: RunSummary, trajectories: Mapping[str, Trajectory], diagnoses: Iterable[Diagnosis]) -> str:
    """The gallery of `summary` as JSON text for a script element: no `<`, `>` or `&` can end or open markup in it.

    Raises `KeyError` for a gallery item whose trajectory is not in `trajectories`.
    """
    found: dict[str, list[Diagnosis]] = {}
    for diagnosis in diagnoses:
        found.setdefault(diagnosis.trajectory_id, []).append(diagnosis)
    items = [
        {
            "kind": item.kind.value,
            "task": item.task_key,
            "request": item.request,
            "capability": str(item.capability),
            "criteria": [criteria.words(criterion) for criterion in item.criteria],
            "sides": [view(trajectories[key], found.get(key, [])) for key in (item.before, item.after)],
        }
        for item in summary.gallery
    ]
    return inert(items)


def inert(value: object) -> str:
    """JSON text that an HTML parser reads as nothing but text."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    for character, escape in _ESCAPES.items():
        text = text.replace(character, escape)
    return text


def view(trajectory: Trajectory, diagnoses: Iterable[Diagnosis]) -> dict[str, Any]:
    """One side of the viewer: an opening turn with the context, then one turn per planner message with its results."""
    verdict = trajectory.verdict
    return {
        "id": trajectory.id,
        "planner": trajectory.versions.planner,
        "harness": trajectory.versions.harness,
        "success": trajectory.success,
        "valid": trajectory.valid,
        "invalid_reason": trajectory.invalid_reason,
        "stop": trajectory.stop.value,
        "cost": trajectory.cost.model_dump(mode="json"),
        "verdict": verdict.model_dump(mode="json") if verdict else None,
        "diagnoses": [
            d.model_dump(mode="json", include={"side", "cause", "evidence", "turn", "confidence", "tested", "author"})
            for d in diagnoses
        ],
        "turns": _turns(trajectory),
    }


def _turns(trajectory: Trajectory) -> list[dict[str, Any]]:
    turns: list[dict[str, Any]] = [{"actor": "context", "parts": []}]
    outcomes: dict[str, deque[bool]] = defaultdict(deque)  # calls of several turns may have the same id
    for feedback in trajectory.feedback:
        outcomes[feedback.call_id].append(feedback.success)
    for message in trajectory.messages:
        own = message.role is Role.ASSISTANT and TurnFlag.CONTEXT not in message.flags
        if own or (message.role is not Role.TOOL and turns[-1]["actor"] == "planner"):
            turns.append({"actor": "planner" if own else "context", "parts": []})
        part = _part(message)
        if message.role is Role.TOOL and message.content.startswith(BAD_FORMAT):
            part["success"] = False  # it was never run
        elif message.role is Role.TOOL and outcomes[message.tool_call_id or ""]:
            part["success"] = outcomes[message.tool_call_id or ""].popleft()
        turns[-1]["parts"].append(part)
    return turns


def _part(message: Message) -> JsonObject:
    flags = [flag.name.lower() for flag in TurnFlag if flag and flag in message.flags and flag.name]
    part: JsonObject = {"role": message.role.value, "text": message.content, "flags": list(flags)}
    if message.reasoning:
        part["reasoning"] = message.reasoning
    if message.tool_calls:
        part["calls"] = [_call(call) for call in message.tool_calls]
    if message.tool_call_id is not None:
        part["answers"] = message.tool_call_id
    return part


def _call(call: ToolCall) -> JsonObject:
    return {"id": call.id, "name": call.name, "arguments": call.arguments if call.raw is None else call.raw}

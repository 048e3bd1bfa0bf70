"""Shortcut baselines, published beside every score: what can be had without planning (design section 11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from planloop.bench.slots import SlotKind, slots
from planloop.contract.message import ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.tool import ToolSpec
from planloop.harness.lexical import Bm25, terms
from planloop.planners.scripted import NOTHING, ScriptedPlanner


def keyword(specs: Mapping[str, ToolSpec]) -> ScriptedPlanner:
    """Calls the exposed tool that shares most words with the request, with arguments by type, and claims success."""

    def script(task: Task) -> Iterable[SolutionTurn]:
        exposed = [specs[name] for name in task.tools if name in specs]
        words = [f"{s.name} {s.description}" for s in exposed]
        scores = Bm25([dict.fromkeys(terms(w), 1.0) for w in words]).scores(terms(task.request))
        best = max(range(len(exposed)), key=lambda i: (scores[i], -i), default=None)
        if best is None:
            return (SolutionTurn(text=NOTHING),)
        call = ToolCall(id="c0", name=exposed[best].name, arguments=_arguments(exposed[best], task.request))
        return (SolutionTurn(calls=(call,)), SolutionTurn(text=NOTHING))

    return ScriptedPlanner("scripted:keyword", script)


def _arguments(spec: ToolSpec, request: str) -> JsonObject:
    properties, required = spec.parameters.get("properties"), spec.parameters.get("required")
    if not isinstance(properties, dict) or not isinstance(required, list):
        return {}
    values = {kind: list(found) for kind, found in slots(request).items()}
    said = set(terms(request))
    out: JsonObject = {}
    for name, schema in properties.items():
        value = _value(schema if isinstance(schema, dict) else {}, values, said, request, name in required)
        if value is not None:
            out[name] = value
    return out


def _value(
    schema: Mapping[str, JsonValue], values: dict[SlotKind, list[str]], said: set[str], request: str, required: bool
) -> JsonValue:
    legal = schema.get("enum")
    if isinstance(legal, list):
        spoken = [v for v in legal if set(terms(str(v))) & said]
        return spoken[0] if spoken else legal[0] if required else None
    hint = str(schema.get("x-hint", ""))
    kinds = [SlotKind.QUOTED, SlotKind.NAME]
    if hint == "HH:MM":
        kinds = [SlotKind.TIME]
    elif hint == "YYYY-MM-DD":
        kinds = [SlotKind.DATE]
    elif schema.get("type") in ("integer", "number"):
        kinds = [SlotKind.NUMBER]
    for kind in kinds:
        if values[kind]:
            text = values[kind].pop(0)
            return (
                float(text)
                if schema.get("type") == "number"
                else int(float(text))
                if kinds[0] is SlotKind.NUMBER
                else text
            )
    return request if required and schema.get("type") == "string" else None


def nearest(train: Sequence[tuple[Task, Solution]]) -> ScriptedPlanner:
    """Plays the solution of the training task whose request shares most words, with the values of this request."""
    index = Bm25([dict.fromkeys(terms(task.request), 1.0) for task, _ in train])
    firsts = [{call.name for turn in solution.turns[:1] for call in turn.calls} for _, solution in train]

    def script(task: Task) -> Iterable[SolutionTurn]:
        scores = index.scores(terms(task.request))
        exposed = set(task.tools)
        able = [i for i, called in enumerate(firsts) if called <= exposed]
        best = max(able, key=lambda i: (scores[i], -i), default=None)
        if best is None:
            return (SolutionTurn(text=NOTHING),)
        known, solution = train[best]
        return _refilled(solution, slots(known.request), slots(task.request))

    return ScriptedPlanner("scripted:nearest", script)


def _refilled(
    solution: Solution, known: Mapping[SlotKind, list[str]], said: Mapping[SlotKind, list[str]]
) -> tuple[SolutionTurn, ...]:
    swap = {old: new for kind, values in known.items() for old, new in zip(values, said[kind], strict=False)}
    return tuple(
        SolutionTurn(
            calls=tuple(
                c.model_copy(update={"arguments": {n: _swapped(v, swap) for n, v in c.arguments.items()}})
                for c in turn.calls
            ),
            text=_reworded(turn.text, swap),
        )
        for turn in solution.turns
    )


def _swapped(value: JsonValue, swap: Mapping[str, str]) -> JsonValue:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        new = swap.get(str(value))
        return type(value)(float(new)) if new is not None else value
    return _reworded(value, swap) if isinstance(value, str) else value


def _reworded(text: str, swap: Mapping[str, str]) -> str:
    if text in swap:
        return swap[text]
    for old, new in sorted(swap.items(), key=lambda item: -len(item[0])):
        if old in text:
            text = text.replace(old, new)
    return text

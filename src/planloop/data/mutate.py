"""Wrong solutions made of a right one: each differs in one respect that a sound checker must notice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue

from planloop.contract.action import SKILL_PREFIX
from planloop.contract.criteria import (
    AttemptCriterion,
    CallCriterion,
    CleanCriterion,
    HandoffCriterion,
    SayCriterion,
)
from planloop.contract.feedback import Executed
from planloop.contract.message import ToolCall
from planloop.contract.task import Solution, SolutionTurn, Task
from planloop.contract.tool import SideEffect, ToolSpec
from planloop.data.exposure import SEARCH
from planloop.data.probes import DONE, blind_claims, blind_questions, blind_refusals
from planloop.harness.checkers.behaviour import attempted

Turns = tuple[SolutionTurn, ...]


class Mutation(StrEnum):
    """What was done to the solution."""

    DROPPED_CALL = "dropped_call"  # a call with an effect, a needed try, memory search or skill load left out
    WRONG_VALUE = "wrong_value"  # one argument names another entity or value
    EXTRA_WRITE = "extra_write"  # something nobody asked for is changed as well
    WRONG_ORDER = "wrong_order"  # where the order matters
    SILENT_END = "silent_end"  # "Done." in place of the question, refusal or report
    FALSE_CLAIM = "false_claim"  # the solution's closing text, or a claim of success, and nothing done
    BLIND_REFUSAL = "blind_refusal"  # it cannot be done, and nobody looked
    BLIND_QUESTION = "blind_question"  # a question that names nothing, and nobody looked


@dataclass(frozen=True)
class Mutant:
    """A wrong solution. `tools` are exposed beside the task's own, for an extra write."""

    kind: Mutation
    detail: str
    turns: Turns
    tools: tuple[str, ...] = ()


EXTRAS: tuple[ToolCall, ...] = (
    ToolCall(id="x", name="set_brightness", arguments={"level": 1}),
    ToolCall(id="x", name="manage_note", arguments={"action": "create", "title": "Zebra", "content": "unasked"}),
    ToolCall(id="x", name="set_screen_timeout", arguments={"timeout": "30m"}),
)
"""Writes nobody asks for; the first whose tool the solution does not use is taken."""


def mutants(task: Task, solution: Solution, log: tuple[Executed, ...], specs: Mapping[str, ToolSpec]) -> list[Mutant]:
    """Every mutant of a solution. `log` is what its calls did when played, `specs` are all tools by name."""
    turns = solution.turns
    by_id = {o.call_id: o for o in log}
    out: list[Mutant] = []
    out.extend(_dropped(task, turns, by_id))
    out.extend(_wrong_values(task, turns, by_id, specs))
    out.append(_extra(turns))
    out.extend(_reordered(task, turns))
    says = [c for c in task.criteria if isinstance(c, SayCriterion)]
    if says:
        out.append(Mutant(Mutation.SILENT_END, DONE, (*turns[:-1], SolutionTurn(text=DONE))))
    looks = any(turn.calls for turn in turns)
    if looks:
        out.append(Mutant(Mutation.FALSE_CLAIM, turns[-1].text, (turns[-1],)))
    hacks = {
        Mutation.FALSE_CLAIM: blind_claims(task),
        Mutation.BLIND_REFUSAL: blind_refusals(task, looks=looks),
        Mutation.BLIND_QUESTION: blind_questions(task),
    }
    out.extend(Mutant(kind, text, (SolutionTurn(text=text),)) for kind, texts in hacks.items() for text in texts)
    return out


def _without(turns: Turns, call_id: str) -> Turns:
    out = []
    for turn in turns:
        kept = tuple(c for c in turn.calls if c.id != call_id)
        if kept or not turn.calls:
            out.append(SolutionTurn(calls=kept, text=turn.text))
    return tuple(out)


def _replaced(turns: Turns, call: ToolCall) -> Turns:
    return tuple(
        SolutionTurn(calls=tuple(call if c.id == call.id else c for c in turn.calls), text=turn.text) for turn in turns
    )


def _dropped(task: Task, turns: Turns, log: Mapping[str, Executed]) -> Iterator[Mutant]:
    asked = {c.tool for c in task.criteria if isinstance(c, CallCriterion | HandoffCriterion)}
    only = _only_tries(task, log)
    for call in (c for turn in turns for c in turn.calls):
        done = log[call.id]
        others = {m for o in log.values() if o.call_id != call.id for m in o.returned_memories}
        needed = call.name == SEARCH and not others.issuperset(task.gold_memories)
        gate = needed or call.name.startswith(SKILL_PREFIX)
        wanted = gate or done.side_effect != SideEffect.READ.value or call.name in asked
        if (done.success and wanted) or call.id in only:
            yield Mutant(Mutation.DROPPED_CALL, call.name, _without(turns, call.id))


def _only_tries(task: Task, log: Mapping[str, Executed]) -> dict[str, AttemptCriterion]:
    """Calls that alone meet an attempt criterion, with that criterion."""
    out: dict[str, AttemptCriterion] = {}
    for criterion in (c for c in task.criteria if isinstance(c, AttemptCriterion)):
        met = [call_id for call_id, done in log.items() if _meets(criterion, done)]
        if len(met) == 1:
            out[met[0]] = criterion
    return out


def _meets(criterion: AttemptCriterion, done: Executed) -> bool:
    return any(attempted(wanted, done) for wanted in criterion.calls)


def _wrong_values(
    task: Task, turns: Turns, log: Mapping[str, Executed], specs: Mapping[str, ToolSpec]
) -> Iterator[Mutant]:
    free = {name for c in task.criteria if isinstance(c, CleanCriterion) for name in c.allowed_fields}
    asked = {(c.tool, name) for c in task.criteria if isinstance(c, CallCriterion) for name in c.arguments} | {
        (c.tool, c.payload_argument) for c in task.criteria if isinstance(c, HandoffCriterion)
    }
    only = _only_tries(task, log)
    for call in (c for turn in turns for c in turn.calls):
        done = log[call.id]
        if call.name.startswith(SKILL_PREFIX) or call.name == SEARCH:
            continue
        for name, value in call.arguments.items():
            acted = done.success and done.side_effect != SideEffect.READ.value
            checked = acted or (done.success and (call.name, name) in asked) or call.id in only
            if not checked or f"{call.name}.{name}" in free or any(f.endswith(f".{name}") for f in free):
                continue
            for other in _others(value, _schema(specs, call.name, name)):
                wrong = call.model_copy(update={"arguments": {**call.arguments, name: other}})
                other_try = done.model_copy(update={"arguments": wrong.arguments})
                if call.id in only and _meets(only[call.id], other_try):
                    continue  # another way to try the same, or an argument that does not matter there
                yield Mutant(Mutation.WRONG_VALUE, f"{call.name}.{name}={other!r}", _replaced(turns, wrong))


def _schema(specs: Mapping[str, ToolSpec], tool: str, name: str) -> Mapping[str, JsonValue]:
    properties = specs[tool].parameters["properties"]
    found = properties.get(name) if isinstance(properties, dict) else None
    return found if isinstance(found, dict) else {}


OPPOSITES = {
    "on": "off",
    "off": "on",
    "arrive": "leave",
    "leave": "arrive at",
    "below": "above",
    "mute": "unmute",
    "open": "close",
    "start": "stop",
    "play": "stop",
    "enable": "disable",
}


def _others(value: JsonValue, schema: Mapping[str, JsonValue]) -> Iterator[JsonValue]:
    """Legal values that mean something else: another one, and for a sentence the opposite."""
    other = _other(value, schema)
    if other is not None:
        yield other
    if "enum" not in schema and isinstance(value, str) and " " in value:
        words = value.split(" ")
        where = next((i for i, w in enumerate(words) if w in OPPOSITES), None)
        if where is not None:
            yield " ".join([*words[:where], OPPOSITES[words[where]], *words[where + 1 :]])


def _other(value: JsonValue, schema: Mapping[str, JsonValue]) -> JsonValue:
    """A legal value that means something else, or None where there is none."""
    legal = schema.get("enum")
    if isinstance(legal, list):
        return next((v for v in legal if v != value), None)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value - 1 if value > 1 else value + 1
    if isinstance(value, list):
        return ["Zebra"]
    text = str(value)
    if re.fullmatch(r"\d\d:\d\d", text):
        return "03:33" if text != "03:33" else "03:34"
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        return "2026-12-24" if text != "2026-12-24" else "2026-12-23"
    if re.fullmatch(r"\d+", text):
        return str(int(text) + 1)
    return "Zebra 9"


def _extra(turns: Turns) -> Mutant:
    used = {c.name for turn in turns for c in turn.calls}
    call = next(c for c in EXTRAS if c.name not in used)
    extended = (*turns[:-1], SolutionTurn(calls=(call,)), turns[-1])
    return Mutant(Mutation.EXTRA_WRITE, call.name, extended, (call.name,))


def _reordered(task: Task, turns: Turns) -> Iterator[Mutant]:
    if any(isinstance(c, CallCriterion) and c.after is not None for c in task.criteria) and len(turns) > 2:
        acting = [t for t in turns if t.calls]
        yield Mutant(Mutation.WRONG_ORDER, "turns reversed", (*reversed(acting), turns[-1]))

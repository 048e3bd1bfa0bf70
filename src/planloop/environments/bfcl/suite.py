"""BFCL's tasks as ours: contract tasks, tool specs, and gold solutions, read from the worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from pydantic import JsonValue

from planloop.contract.capability import Behaviour, Capability, Dimension, Domain
from planloop.contract.criteria import Checker
from planloop.contract.message import ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.split import Split
from planloop.contract.task import ReferenceCost, Solution, SolutionTurn, Task, WorldSpec
from planloop.contract.tool import SideEffect, ToolSpec
from planloop.environments.bfcl.process import WorkerProcess

STEPS_PER_TURN = 20  # BFCL's own limit on steps inside one user turn
CLOSING = "Done."
_TYPES = {"dict": "object", "float": "number", "tuple": "array", "any": "string"}


class Category(StrEnum):
    """The multi-turn categories of BFCL v4."""

    BASE = "multi_turn_base"
    MISSING_FUNCTION = "multi_turn_miss_func"
    MISSING_PARAMETER = "multi_turn_miss_param"
    LONG_CONTEXT = "multi_turn_long_context"

    @property
    def demands_silence(self) -> bool:
        """Whether some turns are right only without any call."""
        return self in (Category.MISSING_FUNCTION, Category.MISSING_PARAMETER)


@dataclass(frozen=True)
class BfclTask:
    """One task: user turns over some stateful classes. `held_back` names tools that appear only from a turn on."""

    task: Task
    user_turns: tuple[str, ...]
    tools: tuple[ToolSpec, ...]
    solution: Solution
    held_back: dict[int, tuple[str, ...]]


def load(worker: WorkerProcess, category: Category) -> tuple[BfclTask, ...]:
    """Every task of a category, in the package's order."""
    answer = worker.ask("load", category=category.value)
    specs = {name: tuple(tool_spec(doc, name) for doc in docs) for name, docs in answer["docs"].items()}
    return tuple(_task(raw, specs, category) for raw in answer["tasks"])


def _task(raw: dict[str, Any], specs: dict[str, tuple[ToolSpec, ...]], category: Category) -> BfclTask:
    key = f"bfcl/{raw['id']}"
    user_turns = tuple("\n".join(parts) for parts in raw["turns"])
    tools = tuple(spec for name in raw["classes"] for spec in specs[name])
    solution = Solution(task_key=key, turns=tuple(_solution_turns(raw["gold"])))
    calls = [call for turn in solution.turns for call in turn.calls]
    task = Task(
        key=key,
        split=Split.TEST,
        request=user_turns[0],
        world=WorldSpec(seed=0),
        tools=tuple(spec.name for spec in tools),
        capability=Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.DEPENDENCY, domain=Domain.UTILITIES),
        checker=Checker.STATE_CHANGE,
        criteria=(),
        template=f"bfcl/{category}",
        skeleton=">".join(call.name for call in calls),
        reference=ReferenceCost(output_tokens=0, tool_calls=len(calls)),
        max_turns=len(user_turns) * (STEPS_PER_TURN + 1),
    )
    held_back = {int(index): tuple(names) for index, names in raw["held_back"].items()}
    return BfclTask(task=task, user_turns=user_turns, tools=tools, solution=solution, held_back=held_back)


def _solution_turns(gold: Sequence[Sequence[Any]]) -> list[SolutionTurn]:
    """For each user turn its gold calls in one planner turn (none where gold calls nothing), then a closing text."""
    turns: list[SolutionTurn] = []
    for number, calls in enumerate(gold):
        if calls:
            made = [ToolCall(id=f"g{number}_{i}", name=name, arguments=args) for i, (name, args) in enumerate(calls)]
            turns.append(SolutionTurn(calls=tuple(made)))
        turns.append(SolutionTurn(text=CLOSING))
    return turns


def tool_spec(doc: dict[str, Any], class_name: str) -> ToolSpec:
    """A function document as a tool; the class's blurb, the same in front of every tool, is left out."""
    description = str(doc["description"]).split("Tool description: ")[-1].strip()
    return ToolSpec(
        name=str(doc["name"]),
        description=description,
        parameters=_object_schema(doc["parameters"]),
        domain=class_name,
        side_effect=SideEffect.REVERSIBLE,
    )


def _object_schema(value: Any) -> JsonObject:
    schema = json_schema(value)
    if not isinstance(schema, dict):
        raise ValueError("a function document has no parameters")
    return {"required": [], **schema}


def json_schema(value: Any) -> JsonValue:
    """BFCL's schema dialect as JSON schema: `dict` is an object, `float` a number; defaults stay."""
    if isinstance(value, list):
        return [json_schema(item) for item in value]
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    out: JsonObject = {}
    for key, item in value.items():
        if key == "properties" and isinstance(item, dict):
            out[key] = {name: json_schema(inner) for name, inner in item.items()}
        elif key == "type" and isinstance(item, str):
            out[key] = _TYPES.get(item, item)
        else:
            out[key] = json_schema(item)
    return out

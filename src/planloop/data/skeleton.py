"""Plan skeletons: the tool sequence and where each argument comes from (design rule 1)."""

from __future__ import annotations

from pydantic import JsonValue

from planloop.contract.criteria import normal_text
from planloop.contract.task import SolutionTurn
from planloop.phone.registry import REGISTRY


def skeleton(turns: tuple[SolutionTurn, ...], request: str, history: str, results: str) -> str:
    """`tool(arg=source,...)` per call, `+` between parallel calls, `>` between turns, then how it closes.

    Sources: an enum value itself, `request`, `history`, `result` (a tool answer), or `own` (the planner's own choice).
    """
    places = (("request", request.lower()), ("history", history.lower()), ("result", results.lower()))
    parts = []
    for turn in turns:
        calls = []
        for call in turn.calls:
            sources = [f"{n}={_source(call.name, n, v, places)}" for n, v in sorted(call.arguments.items())]
            calls.append(f"{call.name}({','.join(sources)})")
        parts.append("+".join(calls) if calls else _closing(turn.text))
    return ">".join(parts)


def _closing(text: str) -> str:
    return "ask" if text.strip().endswith(("?", "？")) else "say"


def _source(tool: str, name: str, value: JsonValue, places: tuple[tuple[str, str], ...]) -> str:
    found = REGISTRY.tools.get(tool)
    if found is not None:
        properties = found.spec.parameters["properties"]
        if isinstance(properties, dict):
            schema = properties.get(name)
            if isinstance(schema, dict) and "enum" in schema:
                return str(value)
    if isinstance(value, bool):
        return str(value)
    text = normal_text(value)
    return next((place for place, content in places if text and text in content), "own")

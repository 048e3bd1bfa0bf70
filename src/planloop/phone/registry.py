"""The tool registry: a typed Python function becomes a tool with a JSON schema and a compiled argument check."""

from __future__ import annotations

import inspect
import re
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args, get_origin

from planloop.contract.capability import Domain
from planloop.contract.record import JsonObject
from planloop.contract.tool import SideEffect, ToolSpec
from planloop.phone.errors import ToolError, bad
from planloop.phone.storey import Storey


@dataclass(frozen=True)
class Hint:
    """A short form shown in compact signatures (`HH:MM`) with the pattern that values must match."""

    text: str
    pattern: str | None = None


Time = Annotated[str, Hint("HH:MM", r"([01]\d|2[0-3]):[0-5]\d")]
Date = Annotated[str, Hint("YYYY-MM-DD", r"\d{4}-\d{2}-\d{2}")]
Percent = Annotated[int, Hint("0-100", r"100|\d{1,2}")]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an app function returns on success."""

    message: str
    data: JsonObject | None = None


Check = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """A registered tool: what the planner sees (`spec`), what runs (`run`), and the check of each argument."""

    spec: ToolSpec
    run: Callable[..., Outcome]
    checks: dict[str, Check]
    required: tuple[str, ...]
    reads: frozenset[str]  # values of `action` that change nothing

    def bind(self, arguments: JsonObject) -> JsonObject:
        """Checked and coerced arguments. Raises `ToolError` (400) naming the first argument that is wrong."""
        checks = self.checks
        bound: JsonObject = {}
        for name, value in arguments.items():
            check = checks.get(name)
            if check is None:
                raise bad(f"{self.spec.name} has no argument {name}; it takes {', '.join(checks)}")
            if value is None and name not in self.required:
                continue
            try:
                bound[name] = check(value)
            except ValueError as error:
                raise bad(f"{name}: {error}") from None
        for name in self.required:
            if name not in bound:
                raise bad(f"missing argument {name}")
        return bound

    def side_effect(self, arguments: JsonObject) -> SideEffect:
        """The class of this very call: `action: query` of a writing tool only reads."""
        if str(arguments.get("action", "")) in self.reads:
            return SideEffect.READ
        return self.spec.side_effect


class Registry:
    """All tools of the phone, filled by the `tool` decorator when `planloop.phone.apps` modules are imported."""

    def __init__(self) -> None:
        self.tools: dict[str, Tool] = {}

    def of(self, storey: Storey) -> dict[str, Tool]:
        """The tools of a storey by name. The apps must be registered (`planloop.phone.world.install`)."""
        return {name: found for name, found in self.tools.items() if storey.holds(found.run.__module__)}

    def tool(
        self,
        domain: Domain,
        side_effect: SideEffect = SideEffect.READ,
        *,
        permission: str | None = None,
        reads: tuple[str, ...] = ("query", "list", "search", "status"),
    ) -> Callable[[Callable[..., Outcome]], Callable[..., Outcome]]:
        """Register a function `f(phone, argumentName: type, ...) -> Outcome`; its docstring's first line is the
        description. Supported types: str, int, float, bool, Literal, list[str], Optional, and `Annotated` with `Hint`.
        """

        def register(function: Callable[..., Outcome]) -> Callable[..., Outcome]:
            name = function.__name__
            if name in self.tools:
                raise ValueError(f"tool {name} is registered twice")
            self.tools[name] = _compile(function, domain, side_effect, permission, frozenset(reads))
            return function

        return register


REGISTRY = Registry()
tool = REGISTRY.tool


def _compile(
    function: Callable[..., Outcome],
    domain: Domain,
    side_effect: SideEffect,
    permission: str | None,
    reads: frozenset[str],
) -> Tool:
    hints = typing.get_type_hints(function, include_extras=True)
    properties: JsonObject = {}
    checks: dict[str, Check] = {}
    required: list[str] = []
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        schema, check = _schema(hints[parameter.name])
        properties[parameter.name] = schema
        checks[parameter.name] = check
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
    parameters: JsonObject = {"type": "object", "properties": properties, "required": list(required)}
    parameters["additionalProperties"] = False
    description = (inspect.getdoc(function) or "").split("\n")[0]
    spec = ToolSpec(
        name=function.__name__,
        description=description,
        parameters=parameters,
        domain=domain.value,
        side_effect=side_effect,
        permission=permission,
    )
    return Tool(spec, function, checks, tuple(required), reads)


def _schema(annotation: Any) -> tuple[JsonObject, Check]:
    origin = get_origin(annotation)
    if origin is Annotated:
        base, *extras = get_args(annotation)
        schema, check = _schema(base)
        hint = next((e for e in extras if isinstance(e, Hint)), None)
        return (schema, check) if hint is None else _hinted(schema, check, hint)
    if origin in (typing.Union, types.UnionType):
        inner = next(a for a in get_args(annotation) if a is not type(None))
        return _schema(inner)
    if origin is Literal:
        return _enum(get_args(annotation))
    if origin is list:
        return {"type": "array", "items": {"type": "string"}}, _strings
    simple: dict[Any, tuple[JsonObject, Check]] = {
        str: ({"type": "string"}, _string),
        int: ({"type": "integer"}, _integer),
        float: ({"type": "number"}, _number),
        bool: ({"type": "boolean"}, _boolean),
    }
    if annotation not in simple:
        raise TypeError(f"tool arguments of type {annotation} are not supported")
    return simple[annotation]


def _hinted(schema: JsonObject, check: Check, hint: Hint) -> tuple[JsonObject, Check]:
    schema = {**schema, "x-hint": hint.text}
    if hint.pattern is None:
        return schema, check
    pattern = re.compile(hint.pattern)

    def checked(value: Any) -> Any:
        out = check(value)
        if not pattern.fullmatch(str(out)):
            raise ValueError(f"{out!r} is not {hint.text}")
        return out

    return schema, checked


def _enum(values: tuple[Any, ...]) -> tuple[JsonObject, Check]:
    legal = frozenset(values)

    def check(value: Any) -> Any:
        if value not in legal:
            raise ValueError(f"unsupported value {value!r}")
        return value

    return {"type": "string", "enum": list(values)}, check


def _string(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise ValueError(f"expected text, got {value!r}")


def _integer(value: Any) -> int:
    if isinstance(value, bool):
        raise ValueError(f"expected a whole number, got {value!r}")
    if isinstance(value, str) and re.fullmatch(r"-?\d+", value.strip()):
        return int(value)
    if isinstance(value, int) or (isinstance(value, float) and value.is_integer()):
        return int(value)
    raise ValueError(f"expected a whole number, got {value!r}")


def _number(value: Any) -> float:
    try:
        if isinstance(value, bool):
            raise ValueError
        number = float(value)
    except (TypeError, ValueError):
        raise ValueError(f"expected a number, got {value!r}") from None
    if number != number or number in (float("inf"), float("-inf")):
        raise ValueError("expected a finite number")
    return number


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return bool(value == "true")
    raise ValueError(f"expected true or false, got {value!r}")


def _strings(value: Any) -> list[str]:
    if isinstance(value, list) and all(isinstance(v, str) for v in value):
        return value
    raise ValueError(f"expected a list of texts, got {value!r}")


__all__ = ["REGISTRY", "Date", "Hint", "Outcome", "Percent", "Registry", "Time", "Tool", "ToolError", "tool"]

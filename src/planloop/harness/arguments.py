"""Arguments against a tool's schema: the smallest helpful error, and values brought into the schema's form."""

from __future__ import annotations

import re

from pydantic import JsonValue

from planloop.contract.record import JsonObject
from planloop.harness.normalise import canonical

_INTEGER = re.compile(r"-?\d+")
_KINDS: dict[str, type | tuple[type, ...]] = {
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "array": list,
    "object": dict,
}
_CLOCK = re.compile(r"\d{2}:\d{2}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class BadArgument(Exception):
    """An argument does not fit; the message says which, and what would."""


def checked(schema: JsonObject, arguments: JsonObject, *, normalise: bool) -> JsonObject:
    """The arguments, in the schema's own form when `normalise`. Raises `BadArgument` for the first misfit."""
    properties = schema.get("properties")
    known: JsonObject = properties if isinstance(properties, dict) else {}
    required = schema.get("required")
    needed = [str(name) for name in required] if isinstance(required, list) else []
    out: JsonObject = {}
    for name, value in arguments.items():
        part = known.get(name)
        if not isinstance(part, dict):
            if schema.get("additionalProperties", False) is False:
                raise BadArgument(f"no argument {name}, use {', '.join(known) or 'none'}")
            out[name] = value
        elif value is not None or name in needed:
            out[name] = _value(name, part, value, normalise)
    for name in needed:
        if name not in out:
            raise BadArgument(f"missing argument {name}")
    return out


def _value(name: str, schema: JsonObject, value: JsonValue, normalise: bool) -> JsonValue:
    if normalise:
        value = _brought(schema, value)
    kind = schema.get("type")
    legal = schema.get("enum")
    if isinstance(legal, list):
        if value not in legal:
            raise BadArgument(f"{name} must be one of {', '.join(map(str, legal))}")
        return value
    expected = _KINDS.get(str(kind))
    if expected is None:
        return value
    wrong = not isinstance(value, expected) or (isinstance(value, bool) and kind != "boolean")
    if wrong:
        hint = schema.get("x-hint")
        raise BadArgument(f"{name} must be {hint if isinstance(hint, str) else kind}")
    return value


def _brought(schema: JsonObject, value: JsonValue) -> JsonValue:
    """A value that means the right thing in a slightly wrong form, in the right one."""
    kind, hint, legal = schema.get("type"), str(schema.get("x-hint", "")), schema.get("enum")
    if isinstance(legal, list) and isinstance(value, str):
        folded = value.strip().lower().replace(" ", "_")
        return next((v for v in legal if str(v).lower() in (folded, value.strip().lower())), value)
    form = canonical(value) if isinstance(value, str) else ""
    if kind == "string":
        if isinstance(value, int | float) and not isinstance(value, bool):
            return canonical(value)
        if ("HH:MM" in hint and _CLOCK.fullmatch(form)) or ("YYYY-MM-DD" in hint and _DATE.fullmatch(form)):
            return form
    elif kind == "integer":
        if isinstance(value, float) and value.is_integer():
            return int(value)
        if _INTEGER.fullmatch(form):
            return int(form)
    elif kind == "number" and form:
        try:
            return float(form) if "." in form else int(form)
        except ValueError:
            return value
    elif kind == "boolean" and form in ("true", "false"):
        return form == "true"
    elif kind == "array" and isinstance(value, str) and value:
        return [value]
    return value

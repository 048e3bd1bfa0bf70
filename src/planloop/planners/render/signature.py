"""Compact tool signatures: a typed line instead of a page of JSON schema (input tokens are most of the bill)."""

from __future__ import annotations

import json

from planloop.contract.record import JsonObject
from planloop.contract.tool import ToolSpec
from planloop.planners.base import SchemaStyle

_TYPES = {"integer": "int", "number": "number", "boolean": "bool", "array": "[text]", "object": "{}"}


def signature(tool: ToolSpec, *, describe: bool = False) -> str:
    """`manage_alarm(action: create|delete, time?: HH:MM, label?)`; with `describe`, its description after a dash."""
    properties = tool.parameters.get("properties")
    required = tool.parameters.get("required")
    names = required if isinstance(required, list) else []
    parts = []
    if isinstance(properties, dict):
        for name, schema in properties.items():
            hint = _hint(schema) if isinstance(schema, dict) else ""
            optional = "" if name in names else "?"
            parts.append(f"{name}{optional}: {hint}" if hint else f"{name}{optional}")
    text = f"{tool.name}({', '.join(parts)})"
    return f"{text} - {tool.description}" if describe and tool.description else text


def tool_line(tool: ToolSpec, schemas: SchemaStyle, *, describe: bool = False) -> str:
    """One line for a tool: its signature, or the JSON of its OpenAI `tools[]` entry."""
    if schemas is SchemaStyle.FULL:
        return json.dumps(tool.to_openai(), ensure_ascii=False)
    return signature(tool, describe=describe)


def _hint(schema: JsonObject) -> str:
    values = schema.get("enum")
    if isinstance(values, list):
        return "|".join(str(v) for v in values)
    hint = schema.get("x-hint") or schema.get("format")
    if isinstance(hint, str):
        return hint
    return _TYPES.get(str(schema.get("type")), "")

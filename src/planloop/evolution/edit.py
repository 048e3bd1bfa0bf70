"""Applying eta edits: exact, idempotent, all or nothing; comments in YAML files stay."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import yaml
from pydantic import JsonValue

from planloop.contract import strict_yaml
from planloop.contract.errors import PlanloopError
from planloop.contract.eta_edit import EtaEdit

ABSENT = object()


class EditConflictError(PlanloopError):
    """An edit's `before` is not what the file holds."""


def read_eta(folder: Path) -> dict[str, str]:
    """Every text file of eta by relative path; hidden files and caches are left out.

    Raises `PlanloopError` naming a file that is not text.
    """
    out = {}
    for file in sorted(folder.rglob("*")):
        relative = file.relative_to(folder)
        if file.is_file() and not any(part.startswith((".", "__")) for part in relative.parts):
            try:
                out[relative.as_posix()] = file.read_text(encoding="utf-8")
            except UnicodeDecodeError as error:
                raise PlanloopError("is not UTF-8 text", place=str(file), cure="save it as UTF-8") from error
    return out


def apply(folder: Path, edits: Sequence[EtaEdit], target: Path) -> Path:
    """Write the edited eta to `target`, a new or empty folder. Nothing is written when any edit conflicts."""
    files = edited(read_eta(folder), edits)
    if target.exists() and any(target.iterdir()):
        raise PlanloopError("is not empty", place=str(target), cure="give a new folder for the edited harness")
    for name, text in files.items():
        file = target / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return target


def edited(files: Mapping[str, str], edits: Sequence[EtaEdit]) -> dict[str, str]:
    """The files after the edits, in order. An edit whose result is there already changes nothing.

    Raises `EditConflictError` naming every edit that does not fit.
    """
    out = dict(files)
    conflicts = []
    for edit in edits:
        text = out.get(edit.file, "")
        try:
            out[edit.file] = _prose(text, edit) if edit.key is None else _value(text, edit)
        except _Mismatch as mismatch:
            conflicts.append(f"{edit.place}: {mismatch}")
    if conflicts:
        raise EditConflictError(
            f"{len(conflicts)} edit(s) do not fit: {'; '.join(conflicts)}",
            place="eta",
            cure="propose the change again from the present version",
        )
    return out


def value_at(text: str, key: str) -> JsonValue:
    """The value of a dotted key in a YAML text; None where it is absent."""
    value: JsonValue = strict_yaml.loads(text)
    for part in key.split("."):
        if not isinstance(value, dict) or part not in value:
            return None
        value = value[part]
    return value


class _Mismatch(Exception):
    """Why an edit does not fit."""


def _prose(text: str, edit: EtaEdit) -> str:
    lines = text.splitlines()
    before, after = edit.before, edit.after
    present = [line.strip() for line in lines]
    if isinstance(after, str) and after.strip() in present and (before is None or str(before).strip() not in present):
        return text
    if isinstance(before, str):
        if before.strip() not in present:
            if after is None:
                return text
            raise _Mismatch(f"the line {before.strip()[:60]!r} is not there")
        at = present.index(before.strip())
        lines[at : at + 1] = [after] if isinstance(after, str) else []
    elif isinstance(after, str):
        at = next((i for i, line in enumerate(present) if line.startswith("- ")), len(lines))
        lines.insert(at, after)
    return "\n".join(lines) + "\n"


def _value(text: str, edit: EtaEdit) -> str:
    key = str(edit.key)
    try:
        now = value_at(text, key)
    except strict_yaml.YamlProblem as error:
        raise _Mismatch(f"the file is not valid YAML: {' '.join(str(error).split())}") from error
    if now == edit.after:
        return text
    if now != edit.before:
        raise _Mismatch(f"the value is {json.dumps(now)}, the edit expects {json.dumps(edit.before)}")
    out = _spliced(text, key.split("."), edit.after)
    if value_at(out, key) != edit.after:
        raise _Mismatch("the value could not be written")
    return out


def _spliced(text: str, path: list[str], value: JsonValue) -> str:
    """Replace one value in the text by its place, so that comments and order stay."""
    node = yaml.compose(text)
    if node is None:
        return text + _block(path, value, 0)
    at = 0
    while isinstance(node, yaml.MappingNode):
        pair = next(((k, v) for k, v in node.value if k.value == path[at]), None)
        if pair is None:
            return _insert(text, node, path[at:], value)
        name, node = pair
        at += 1
        if at == len(path):
            if value is None:
                return _without_lines(text, name.start_mark.line, node.end_mark.line, node.end_mark.column)
            tail = "\n" if node.end_mark.column == 0 and node.end_mark.index > node.start_mark.index else ""
            return text[: node.start_mark.index] + _flow(value) + tail + text[node.end_mark.index :]
    raise _Mismatch(f"{'.'.join(path[:at])} is a single value and holds no keys")


def _insert(text: str, node: yaml.MappingNode, path: list[str], value: JsonValue) -> str:
    if node.flow_style:
        start = node.start_mark.index + 1
        rest = ", " if node.value else ""
        return text[:start] + _nested_flow(path, value) + rest + text[start:]
    column = node.start_mark.column
    first = node.start_mark.index - column
    return text[:first] + _block(path, value, column) + text[first:]


def _without_lines(text: str, first: int, last: int, column: int) -> str:
    lines = text.splitlines(keepends=True)
    end = last if column == 0 else last + 1
    return "".join(lines[:first] + lines[max(end, first + 1) :])


def _block(path: list[str], value: JsonValue, indent: int) -> str:
    lines = [" " * (indent + 2 * depth) + f"{_scalar(name)}:" for depth, name in enumerate(path)]
    return "\n".join(lines) + f" {_flow(value)}\n"


def _nested_flow(path: list[str], value: JsonValue) -> str:
    text = _flow(value)
    for name in reversed(path[1:]):
        text = f"{{{_scalar(name)}: {text}}}"
    return f"{_scalar(path[0])}: {text}"


def _scalar(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() else json.dumps(name)


def _flow(value: JsonValue) -> str:
    return json.dumps(value, ensure_ascii=False)

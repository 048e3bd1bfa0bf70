"""Reading planloop.yaml: one clear message for whatever is wrong with it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError

from planloop.config.model import Config
from planloop.contract import strict_yaml
from planloop.contract.errors import PlanloopError

FILE_NAME = "planloop.yaml"


def read_config(path: Path) -> Config:
    """The validated configuration in `path` (the file, or the project folder that holds it)."""
    file = path / FILE_NAME if path.is_dir() else path
    try:
        text = file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        raise PlanloopError("there is no such file", place=str(file), cure="run `planloop init DIR` first") from None
    except (OSError, UnicodeDecodeError) as error:
        raise PlanloopError(f"cannot be read: {error}", place=str(file), cure="save it as UTF-8 text") from error
    return parse_config(text, str(file))


def parse_config(text: str, name: str = FILE_NAME) -> Config:
    """The configuration in YAML `text`. Raises `PlanloopError` naming line, key and the closest legal key or value."""
    try:
        node, raw = strict_yaml.load(text)
    except strict_yaml.YamlProblem as error:
        place = name if error.line is None else f"{name} line {error.line}"
        cure = "check the indentation, and write each value in quotes or as a plain number"
        raise PlanloopError(f"not valid YAML: {error.problem}", place=place, cure=cure) from error
    if raw is None:
        return Config()
    if not isinstance(raw, dict):
        raise PlanloopError(
            "expected sections, each a mapping", place=name, cure=f"legal sections: {', '.join(Config.model_fields)}"
        )
    lines = _lines(node, ())
    _refuse_unknown(raw, Config, (), lines, name)
    return _validated(raw, lines, name)


def changed(config: Config, values: Mapping[str, Any]) -> Config:
    """The configuration with other values, by dotted key, as an option of the command line sets them.

    Raises `PlanloopError` naming the key where a value is impossible.
    """
    raw = config.model_dump()
    for key, value in values.items():
        section, _, name = key.rpartition(".")
        raw[section][name] = value
    return _validated(raw, {}, "")


def harness_folder(config: Config, home: Path) -> Path | None:
    """The harness folder that the configuration names, seen from `home`, the folder of planloop.yaml."""
    return None if config.harness.folder is None else home / config.harness.folder


def resolved(config: Config) -> str:
    """The configuration with every default written out, as YAML that `parse_config` reads back equal."""
    return yaml.safe_dump(config.model_dump(mode="json"), sort_keys=False, allow_unicode=True)


def _validated(raw: Mapping[str, Any], lines: Mapping[tuple[str, ...], int], name: str) -> Config:
    try:
        return Config.model_validate(raw)
    except ValidationError as error:
        raise _explained(error, lines, name) from error


def _lines(node: yaml.Node | None, path: tuple[str, ...]) -> dict[tuple[str, ...], int]:
    """The line (from 1) of every key, by its path."""
    lines: dict[tuple[str, ...], int] = {}
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = (*path, str(key.value))
            lines[here] = key.start_mark.line + 1
            lines |= _lines(value, here)
    return lines


def _place(name: str, path: tuple[str, ...], lines: Mapping[tuple[str, ...], int]) -> str:
    for end in range(len(path), 0, -1):
        if path[:end] in lines:
            return f"{name} line {lines[path[:end]]}, {'.'.join(path)}"
    return ", ".join(part for part in (name, ".".join(path)) if part)


def _refuse_unknown(
    raw: Mapping[Any, Any],
    model: type[BaseModel],
    path: tuple[str, ...],
    lines: Mapping[tuple[str, ...], int],
    name: str,
) -> None:
    legal = list(model.model_fields)
    for key, value in raw.items():
        here = (*path, str(key))
        if key not in legal:
            closest = difflib.get_close_matches(str(key), legal, n=1, cutoff=0.5)
            cure = f"did you mean {closest[0]}?" if closest else f"legal keys here: {', '.join(legal)}"
            raise PlanloopError(f"unknown key {key!r}", place=_place(name, here, lines), cure=cure)
        inner = model.model_fields[key].annotation
        if isinstance(value, dict) and isinstance(inner, type) and issubclass(inner, BaseModel):
            _refuse_unknown(value, inner, here, lines, name)


def _explained(error: ValidationError, lines: Mapping[tuple[str, ...], int], name: str) -> PlanloopError:
    first = error.errors(include_url=False)[0]
    context = first.get("ctx", {})
    path = tuple(context["place"].split(".")) if "place" in context else tuple(str(part) for part in first["loc"])
    message = first["msg"].removeprefix("Value error, ")
    message = message[0].lower() + message[1:]
    given = first.get("input")
    if path and not isinstance(given, dict):
        message = f"{given!r} is impossible: {message}"
    more = error.error_count() - 1
    cure = str(context.get("cure", "correct the value"))
    cure += f" ({more} more problem{'s' if more > 1 else ''} in this file)" if more else ""
    return PlanloopError(message, place=_place(name, path, lines), cure=cure)

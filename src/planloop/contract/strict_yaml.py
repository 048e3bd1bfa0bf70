"""Reading YAML that others wrote: whatever is wrong with a text is one kind of error, with its line."""

from __future__ import annotations

from typing import Any

import yaml

DEPTH = 100
"""Levels that a text may be nested."""


class YamlProblem(ValueError):
    """The text cannot be read; the message completes "not valid YAML: ...". `line` counts from 1."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.line = line

    def __str__(self) -> str:
        return self.problem if self.line is None else f"{self.problem} (line {self.line})"


def load(text: str) -> tuple[yaml.Node | None, Any]:
    """The node, which knows its lines, and the value of `text`; both None where it is empty.

    Syntax, values that YAML takes for a date or number and cannot make (`2026-13-45`), keys given twice, aliases that
    hold themselves and absurd depth are refused with `YamlProblem`.
    """
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        _require_plain(node)
        return node, yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "unreadable"
        raise YamlProblem(str(problem), mark.line + 1 if mark else None) from error
    except RecursionError:
        raise YamlProblem("nested too deeply to be read") from None
    except YamlProblem:
        raise
    except (ValueError, TypeError, OverflowError) as error:
        raise YamlProblem(f"a value cannot be read: {error}") from error


def loads(text: str) -> Any:
    """The value of `text`; see `load`."""
    return load(text)[1]


def _require_plain(root: yaml.Node | None) -> None:
    """Refuse what a mapping of keys to values never is."""
    todo: list[tuple[yaml.Node | None, tuple[int, ...]]] = [(root, ())]
    seen: set[int] = set()
    while todo:
        node, above = todo.pop()
        if not isinstance(node, yaml.CollectionNode):
            continue
        line = node.start_mark.line + 1
        if id(node) in above:
            raise YamlProblem("an alias that holds itself", line)
        if len(above) > DEPTH:
            raise YamlProblem("nested too deeply to be read", line)
        if id(node) in seen:
            continue
        seen.add(id(node))
        inner = (*above, id(node))
        if isinstance(node, yaml.MappingNode):
            _require_once(node)
            todo += [(part, inner) for pair in node.value for part in pair]
        else:
            todo += [(part, inner) for part in node.value]


def _require_once(node: yaml.MappingNode) -> None:
    held: set[tuple[str, str]] = set()
    for key, _ in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.tag == "tag:yaml.org,2002:merge":
            continue
        if (key.tag, key.value) in held:
            raise YamlProblem(f"the key {key.value!r} is there twice", key.start_mark.line + 1)
        held.add((key.tag, key.value))

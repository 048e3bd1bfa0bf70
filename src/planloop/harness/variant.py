"""Variants: copies of eta that differ in one respect, for experiments that ask what that respect does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml

from planloop.harness.eta import Eta

ALL_ITEMS = 10_000
"""More items than any list of the phone holds."""
ROUTING, RUNTIME = "routing.yaml", "runtime.yaml"


def showing_all(eta: Eta) -> Eta:
    """eta under which tool results are shown whole."""
    runtime = _values(eta.files, RUNTIME) | {"list_items": ALL_ITEMS}
    return Eta.parse({**eta.files, RUNTIME: yaml.safe_dump(runtime)}, "eta that shows all")


def without_guidance(eta: Eta, tool: str) -> Eta:
    """eta without the lines that name `tool`: instructions, rules, steps of its skills, and the tool's note.

    The same eta where no line names it.
    """
    named = re.compile(rf"\b{re.escape(tool)}\b")
    files = dict(eta.files)
    for name, text in eta.files.items():
        if name.endswith(".md"):
            files[name] = _without(text, named)
    routing = _values(files, ROUTING)
    notes = routing.get("notes") or {}
    left = {key: note for key, note in notes.items() if key != tool and not named.search(str(note))}
    if left != notes:
        files[ROUTING] = yaml.safe_dump(routing | {"notes": left})
    return eta if files == dict(eta.files) else Eta.parse(files, f"eta without guidance on {tool}")


def _without(text: str, named: re.Pattern[str]) -> str:
    """The text without matching lines; a frontmatter stays, since it says what may be called and is no guidance."""
    lines = text.splitlines(keepends=True)
    start = 0
    if lines and lines[0].strip() == "---":
        start = next((i + 1 for i, line in enumerate(lines[1:], start=1) if line.strip() == "---"), 0)
    return "".join([*lines[:start], *(line for line in lines[start:] if not named.search(line))])


def _values(files: Mapping[str, str], name: str) -> dict[str, Any]:
    found = yaml.safe_load(files.get(name, "")) or {}
    return dict(found)

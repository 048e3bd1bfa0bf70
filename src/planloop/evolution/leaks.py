"""Leak check: no edit may carry a dev request's words or a task's answer into the planner's context (rules 1 and 2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pydantic import JsonValue

from planloop.contract.criteria import HandoffCriterion, SayCriterion, SayKind
from planloop.contract.eta_edit import EtaEdit
from planloop.contract.task import Solution, Task
from planloop.contract.tool import ToolSpec
from planloop.data.duplicates import task_values

SHINGLE = 5
"""So many words in a row of a request are a citation."""
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?|\d+")


class LeakCheck:
    """What may not be said, collected once from the tasks that steer."""

    def __init__(
        self,
        tasks: Iterable[Task],
        specs: Mapping[str, ToolSpec],
        solutions: Mapping[str, Solution] | None = None,
    ) -> None:
        public = " ".join(f"{s.name} {s.description} {s.parameters}" for s in specs.values()).lower()
        public_words = frozenset(_words(public))
        self._shingles: set[tuple[str, ...]] = set()
        self._values: set[tuple[str, ...]] = set()
        self._keys: set[str] = set()
        for task in tasks:
            words = _words(task.request)
            self._shingles.update(tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1))
            spoken_of = [c for c in task.criteria if isinstance(c, SayCriterion)]
            said = [w for c in spoken_of for g in c.mentions for w in g if c.say is SayKind.REPORT or _is_name(w)]
            said += [w for c in task.criteria if isinstance(c, HandoffCriterion) for g in c.contains for w in g]
            for value in (*task_values(task, (solutions or {}).get(task.key)), *said):
                spoken = tuple(_words(value))
                if spoken and not (set(spoken) <= public_words) and len("".join(spoken)) > 1:
                    self._values.add(spoken)
            self._keys.update((task.key, task.template, *task.gold_memories))

    def problems(self, edit: EtaEdit) -> tuple[str, ...]:
        """What the edit gives away: a citation, a value, or an identifier. Empty when it is clean."""
        out = []
        for text in _texts(edit.after):
            words = _words(text)
            runs = [tuple(words[i : i + SHINGLE]) for i in range(len(words) - SHINGLE + 1)]
            cited = next((r for r in runs if r in self._shingles), None)
            if cited:
                out.append(f"{edit.place}: cites a request ({' '.join(cited)})")
            value = next((v for v in sorted(self._values) if _contains(words, v)), None)
            if value:
                out.append(f"{edit.place}: holds a task's value ({' '.join(value)})")
            if any(key and key in text for key in self._keys):
                out.append(f"{edit.place}: names a task or a record")
        return tuple(out)


def _texts(value: JsonValue) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [t for v in value for t in _texts(v)]
    if isinstance(value, dict):
        return [t for k, v in value.items() for t in (k, *_texts(v))]
    return []


def _is_name(text: str) -> bool:
    """Whether a mention names something of a task; lower-case ones are plain vocabulary (`who`, `permission`)."""
    return any(c.isupper() or c.isdigit() for c in text)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower().replace("_", " "))


def _contains(words: list[str], value: tuple[str, ...]) -> bool:
    span = len(value)
    return any(tuple(words[i : i + span]) == value for i in range(len(words) - span + 1))

"""Usage: what successful traces say about tools - which requests led to which, and which were called together.

`usage.jsonl` of eta holds one `{"request": ..., "tools": [...]}` a line. Requests that resemble the present one vote
for their tools; the shares of traces that called one tool and another too are the edges of a graph.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from planloop.contract.errors import PlanloopError
from planloop.harness.lexical import Bm25, terms

USAGE_FILE = "usage.jsonl"
NEIGHBOURS = 20
"""Requests that vote."""
LEAST_SHARE = 0.02
"""Of the traces that call a tool: what is called with it less often is no edge."""


@dataclass(frozen=True)
class Use:
    """One successful trace: the request, and the tools that it took."""

    request: str
    tools: tuple[str, ...]

    def to_json(self) -> str:
        """Its line in the file."""
        return json.dumps({"request": self.request, "tools": self.tools}, ensure_ascii=False)


@dataclass(frozen=True)
class Usage:
    """Uses, indexed. Nothing is built before it is asked for."""

    uses: tuple[Use, ...] = ()

    @classmethod
    def parse(cls, text: str, place: str) -> Usage:
        """Read the lines of `usage.jsonl`. Raises `PlanloopError` naming the line that is wrong."""
        lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
        return cls(tuple(_use(line, f"{place}, line {number}") for number, line in lines))

    def votes(self, words: Sequence[str]) -> dict[str, float]:
        """For a request of these terms: tool to weight, 1 for the tool with most; empty where no word was ever said."""
        scores = self._index.found(words)
        nearest = sorted(scores, key=lambda i: (-scores[i], i))[:NEIGHBOURS]
        found: dict[str, float] = defaultdict(float)
        for number in nearest:
            for tool in self.uses[number].tools:
                found[tool] += (scores[number] / scores[nearest[0]]) ** 2
        most = max(found.values(), default=1.0)
        return {tool: weight / most for tool, weight in found.items()}

    def beside(self, tool: str) -> Mapping[str, float]:
        """Other tools by the share of the traces with `tool` that called them too."""
        return self._graph.get(tool, {})

    @cached_property
    def _graph(self) -> dict[str, dict[str, float]]:
        alone = Counter(tool for use in self.uses for tool in use.tools)
        pairs = Counter((a, b) for use in self.uses for a in use.tools for b in use.tools if a != b)
        out: dict[str, dict[str, float]] = {}
        for (one, other), count in pairs.items():
            if count >= LEAST_SHARE * alone[one]:
                out.setdefault(one, {})[other] = count / alone[one]
        return out

    @cached_property
    def _index(self) -> Bm25:
        return Bm25([dict.fromkeys(terms(use.request), 1.0) for use in self.uses])


def _use(line: str, place: str) -> Use:
    cure = 'write {"request": "...", "tools": ["tool_a", "tool_b"]}'
    try:
        value = json.loads(line)
        request, tools = value["request"], value["tools"]
        sound = len(value) == 2 and isinstance(request, str) and isinstance(tools, list)
    except (ValueError, RecursionError, LookupError, TypeError):
        sound = False
    if not sound or not all(isinstance(tool, str) for tool in tools):
        raise PlanloopError("is not a use of tools", place=place, cure=cure)
    return Use(request, tuple(dict.fromkeys(tools)))

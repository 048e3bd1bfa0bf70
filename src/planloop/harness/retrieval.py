"""Tool exposure: the fifteen tools stored with a task, or those that the request finds (design section 11)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from planloop.contract.tool import ToolSpec
from planloop.harness.eta_files import Routing
from planloop.harness.lexical import Bm25, terms

EXPOSED = 15


class ToolIndex:
    """A ranked view of a tool set: name, description and parameter names, weighted by eta's routing.yaml."""

    def __init__(self, specs: Iterable[ToolSpec], routing: Routing) -> None:
        self.specs = tuple(sorted(specs, key=lambda s: s.name))
        self._routing = routing
        self._bm25 = Bm25([self._document(spec) for spec in self.specs])

    def rank(self, query: str) -> list[tuple[ToolSpec, float]]:
        """All tools, best first; equal scores by name."""
        scores = self._bm25.scores(terms(query))
        return sorted(zip(self.specs, scores, strict=True), key=lambda pair: (-pair[1], pair[0].name))

    def expose(self, query: str, count: int = EXPOSED, *, ranked: bool = True) -> tuple[str, ...]:
        """`count` tool names, sorted: the core set and the best for the request (or the first by name)."""
        names: Sequence[str] = [s.name for s, _ in self.rank(query)] if ranked else [s.name for s in self.specs]
        known = set(names)
        chosen = [n for n in self._routing.core_tools if n in known][:count]
        chosen.extend([n for n in names if n not in chosen][: count - len(chosen)])
        return tuple(sorted(chosen))

    def _document(self, spec: ToolSpec) -> dict[str, float]:
        weights = self._routing.exposure
        properties = spec.parameters.get("properties")
        names = " ".join(properties) if isinstance(properties, dict) else ""
        document: dict[str, float] = defaultdict(float)
        for text, weight in (
            (spec.name, weights.name),
            (spec.description, weights.description),
            (names, weights.parameters),
        ):
            for term in terms(text):
                document[term] += weight
        return dict(document)

"""Tool exposure: the fifteen tools stored with a task, or those that the request finds (design section 11)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from planloop.contract.tool import ToolSpec
from planloop.harness.eta_files import Routing
from planloop.harness.lexical import Bm25, terms
from planloop.harness.usage import Usage

EXPOSED = 15
SEEDS = 6
"""Best tools whose companions are looked at."""
_CLAUSE = re.compile(r"(?<=[.;?!,])\s+|(?<=[\u3002\uff1b\uff0c\uff1f\uff01])")


class ToolIndex:
    """A ranked view of a tool set: name, description and parameter names, weighted by eta's routing.yaml, and what
    traces say of its tools."""

    def __init__(self, specs: Iterable[ToolSpec], routing: Routing, usage: Usage | None = None) -> None:
        self.specs = tuple(sorted(specs, key=lambda s: s.name))
        self._routing = routing
        self._usage = usage or Usage()
        self._bm25 = Bm25([self._document(spec) for spec in self.specs])

    def rank(self, request: str, called: Collection[str] = ()) -> list[tuple[ToolSpec, float]]:
        """All tools, best first; equal scores by name. `called` are those of the dialogue's earlier turns.

        A request of several clauses asks for several things: each tool has the best of its scores for the whole and
        for each of them.
        """
        weights = self._routing.exposure
        scores = dict.fromkeys((spec.name for spec in self.specs), 0.0)
        for part in _parts(request):
            for name, score in self._worded(part).items():
                scores[name] = max(scores[name], score)
        for name in called:
            if name in scores:
                scores[name] += weights.earlier
        for name, share in self._beside(scores).items():
            scores[name] += weights.together * share
        return sorted(((s, scores[s.name]) for s in self.specs), key=lambda pair: (-pair[1], pair[0].name))

    def expose(
        self, request: str, count: int = EXPOSED, *, called: Collection[str] = (), ranked: bool = True
    ) -> tuple[str, ...]:
        """`count` tool names, sorted: the core set and the best for the request (or the first by name)."""
        names: Sequence[str] = [s.name for s in self.specs]
        if ranked:
            names = [s.name for s, _ in self.rank(request, called)]
        known = set(names)
        chosen = [n for n in self._routing.core_tools if n in known][:count]
        chosen.extend([n for n in names if n not in chosen][: count - len(chosen)])
        return tuple(sorted(chosen))

    def _worded(self, text: str) -> dict[str, float]:
        """Each tool's score for words: its own, and those of requests that it has served."""
        words = terms(text)
        own = self._bm25.scores(words)
        best = max(own, default=0.0) or 1.0
        scores = {spec.name: score / best for spec, score in zip(self.specs, own, strict=True)}
        for name, vote in self._usage.votes(words).items():
            if name in scores:
                scores[name] += self._routing.exposure.usage * vote
        return scores

    def _beside(self, scores: Mapping[str, float]) -> dict[str, float]:
        """What comes with the best tools: for each the largest of their scores times its share of their traces."""
        out: dict[str, float] = {}
        for name in sorted(scores, key=lambda n: (-scores[n], n))[:SEEDS]:
            for other, share in self._usage.beside(name).items():
                if other in scores:
                    out[other] = max(out.get(other, 0.0), scores[name] * share)
        return out

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


def _parts(request: str) -> list[str]:
    """The request, and its clauses where there are several of at least two words that count."""
    clauses = [part for part in _CLAUSE.split(request) if len(terms(part)) >= 2]
    return [request, *clauses] if len(clauses) > 1 else [request]

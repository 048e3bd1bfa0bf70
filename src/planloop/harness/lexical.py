"""Words of identifiers and sentences, lightly stemmed, and BM25 over small collections."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[a-z0-9]+|[\u2e80-\u9fff]")
STOP = frozenset(
    "a an and are as at be by can do for from i if in is it its me my of on or our please so some that the this to "
    "us use was we what when where which who will with would you your".split()
)
K1, B = 1.2, 0.6
LEAST_PREFIX, PARTIAL = 3, 0.5
KNOWN = 4096
"""Terms of which an index keeps what they add to documents."""


def stem(word: str) -> str:
    """Fold common English endings: plural, -ing, -ed, -er/-or left alone."""
    for ending, least in (("ies", 4), ("ing", 5), ("ed", 4), ("es", 4), ("s", 3)):
        if word.endswith(ending) and len(word) - len(ending) >= least - 1 and not word.endswith("ss"):
            base = word[: -len(ending)]
            if ending == "ies":
                return base + "y"
            if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "ls":
                base = base[:-1]
            return base[:-1] if base.endswith("e") and len(base) > 3 else base
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def terms(text: str) -> list[str]:
    """Stemmed words of a text or an identifier (snake_case and camelCase are split), without stop words."""
    return [stem(w) for w in _WORD.findall(_CAMEL.sub(" ", text).lower()) if w not in STOP]


class Bm25:
    """BM25 over documents whose terms carry weights (a term in a heavier field counts more).

    With `prefixes`, `bed` also finds `bedtime`; meant for small collections.
    """

    def __init__(self, documents: Sequence[Mapping[str, float]], *, prefixes: bool = False) -> None:
        self._count = len(documents)
        self._prefixes = prefixes
        lengths = [sum(d.values()) for d in documents]
        mean = sum(lengths) / max(1, len(documents)) or 1.0
        self._norms = [K1 * (1 - B + B * length / mean) for length in lengths]
        self._holding: dict[str, list[tuple[int, float]]] = {}
        for number, document in enumerate(documents):
            for term, weight in document.items():
                self._holding.setdefault(term, []).append((number, weight))
        self._known: dict[str, list[tuple[int, float]]] = {}

    def scores(self, query: Sequence[str]) -> list[float]:
        """One score per document; 0 where no query term occurs."""
        out = [0.0] * self._count
        for number, score in self.found(query).items():
            out[number] = score
        return out

    def found(self, query: Sequence[str]) -> dict[int, float]:
        """The scores of the documents in which a query term occurs, by their numbers."""
        out: dict[int, float] = {}
        for term in dict.fromkeys(query):
            known = self._known.get(term)
            if known is None:
                known = self._scored(term)
                if len(self._known) < KNOWN:
                    self._known[term] = known
            for number, score in known:
                out[number] = out.get(number, 0.0) + score
        return out

    def _scored(self, term: str) -> list[tuple[int, float]]:
        """What a term adds to documents."""
        out = []
        for number, weight, found in self._weights(term):
            rarity = math.log(1 + (self._count - found + 0.5) / (found + 0.5))
            out.append((number, rarity * weight * (K1 + 1) / (weight + self._norms[number])))
        return out

    def _weights(self, term: str) -> Iterator[tuple[int, float, int]]:
        """Documents with a term's weight there and in how many it occurs; one that begins or is begun counts half."""
        exact = self._holding.get(term, [])
        for number, weight in exact:
            yield number, weight, len(exact)
        if not self._prefixes or len(term) < LEAST_PREFIX:
            return
        near: dict[int, list[tuple[float, int]]] = {}
        for other, holding in self._holding.items():
            if len(other) >= LEAST_PREFIX and (other.startswith(term) or term.startswith(other)):
                for number, weight in holding:
                    near.setdefault(number, []).append((weight, len(holding)))
        for number in near.keys() - {number for number, _ in exact}:
            yield number, PARTIAL * max(w for w, _ in near[number]), min(count for _, count in near[number])

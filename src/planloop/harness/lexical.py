"""Words of identifiers and sentences, lightly stemmed, and BM25 over small collections."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[a-z0-9]+|[\u2e80-\u9fff]")
STOP = frozenset(
    "a an and are as at be by can do for from i if in is it its me my of on or our please so some that the this to "
    "us use was we what when where which who will with would you your".split()
)
K1, B = 1.2, 0.6
LEAST_PREFIX, PARTIAL = 3, 0.5


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
        self._documents = documents
        self._prefixes = prefixes
        self._lengths = [sum(d.values()) for d in documents]
        self._mean = (sum(self._lengths) / len(documents)) if documents else 1.0
        self._found = Counter(term for d in documents for term in d)

    def scores(self, query: Sequence[str]) -> list[float]:
        """One score per document; 0 where no query term occurs."""
        count = len(self._documents)
        out = []
        for document, length in zip(self._documents, self._lengths, strict=True):
            score = 0.0
            for term in dict.fromkeys(query):
                weight, found = self._weight(document, term)
                if weight:
                    rarity = math.log(1 + (count - found + 0.5) / (found + 0.5))
                    score += rarity * weight * (K1 + 1) / (weight + K1 * (1 - B + B * length / self._mean))
            out.append(score)
        return out

    def _weight(self, document: Mapping[str, float], term: str) -> tuple[float, int]:
        """A term's weight in a document and in how many it occurs; a word that begins or is begun counts half."""
        if term in document:
            return document[term], self._found[term]
        if len(term) < LEAST_PREFIX or not self._prefixes:
            return 0.0, 0
        near = [t for t in document if len(t) >= LEAST_PREFIX and (t.startswith(term) or term.startswith(t))]
        return (PARTIAL * max(document[t] for t in near), min(self._found[t] for t in near)) if near else (0.0, 0)

"""Sentences of a closing text in the form in which the rubrics read them: lower case, contractions written out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from planloop.harness.normalise import plain, words

_SENTENCE = re.compile(r"(?<=[.!?。！？;])\s+|\n+|(?<=[。！？])")
_CONTRAST = re.compile(r"[,\s]*\b(?:but|however|although|though|instead)\b[,\s]*")
_CONDITION = re.compile(r"\b(if|unless|in case|once|as soon as)\b[^,.;:!?]*")
_QUOTED = re.compile(r'"[^"]*"')
_BARE = re.compile(r"\b(ca|wo|do|does|did|is|are|was|were|could|would|have|has|had)nt\b")
_WHOLE = (
    (re.compile(r"\bcannot\b"), "can not"),
    (re.compile(r"\bca n't\b"), "can not"),
    (re.compile(r"\bwo n't\b"), "will not"),
    (re.compile(r"\bai n't\b"), "is not"),
    (re.compile(r" ?n't\b"), " not"),
    (re.compile(r"\b(i)'m\b"), r"\1 am"),
    (re.compile(r"'ve\b"), " have"),
    (re.compile(r"'re\b"), " are"),
    (re.compile(r"'ll\b"), " will"),
    (re.compile(r"'d\b"), " would"),
    (re.compile(r"\b(there|it|that|this|here|what|who|he|she|nothing|nobody)'s\b"), r"\1 is"),
    (re.compile(r"(\w)'s (not|no|already|missing|denied|off)\b"), r"\1 is \2"),
)
SHOWN = 4  # phrases of a group that a reason lists
LEAD = (
    r"(?:(?:i am |we are )?(?:very |so |really |terribly )?(?:sorry|afraid|apologi[sz]e\w*)|apologies|my apologies|"
    r"unfortunately|sadly|regrettably|alas|hm+|well|oh|oops|no|nope|ok|okay|right|hello|hi|hey|so|and|then|also|"
    r"for (?:that|this|it)|about that|that)"
)
"""Words that may stand before a sentence without a subject ("Sorry, can't open it")."""
START = rf"^(?:{LEAD}\b[,:!\- ]*){{0,4}}"


@dataclass(frozen=True)
class Sentence:
    """`said` as written (what it names is looked up there); `read` lower case, contractions written out, quotes and
    conditions emptied (what it does is looked up there)."""

    said: str
    read: str

    @property
    def question(self) -> bool:
        """Whether it ends in a question mark."""
        return self.said.rstrip(" \"')").endswith(("?", "？"))

    def clauses(self) -> tuple[str, ...]:
        """Its parts around `but` and the like, as `read`."""
        return tuple(c for c in _CONTRAST.split(self.read) if c)

    def parts(self) -> tuple[str, ...]:
        """The same parts as written; as many as `clauses` where both split alike, else the whole sentence."""
        found = tuple(c for c in re.split(_CONTRAST.pattern, self.said, flags=re.IGNORECASE) if c)
        return found if len(found) == len(self.clauses()) else (self.said,) * len(self.clauses())


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text, in order."""
    found = (s.strip() for s in _SENTENCE.split(plain(text)) if s)
    return tuple(Sentence(s, read(s)) for s in found if s)


def read(sentence: str) -> str:
    """Lower case, single spaces, contractions written out (`can't` as `can not`), quotations and conditions emptied."""
    text = _QUOTED.sub('""', " ".join(sentence.lower().split()))
    text = _BARE.sub(r"\1n't", text)
    text = re.sub(r"\b(ca|wo|ai)n't\b", r"\1 n't", text)
    for pattern, form in _WHOLE:
        text = pattern.sub(form, text)
    return _CONDITION.sub(r"\1", text).strip(" .!?*_")


def one_of(phrases: Sequence[str]) -> str:
    """Phrases for people: some of them, joined by `or`."""
    return " or ".join(phrases[:SHOWN]) + (" or the like" if len(phrases) > SHOWN else "")


def without_copies(text: str, request: str) -> str:
    """The text without the request where it is quoted or stands as a sentence of its own: a copy says nothing."""
    wanted = words(request)
    if not wanted:
        return text
    text = _QUOTED.sub(lambda m: '""' if words(m[0]) == wanted else m[0], plain(text))
    copied = {wanted} | {words(s) for s in _SENTENCE.split(plain(request)) if words(s)}
    return " ".join(s for s in _SENTENCE.split(text) if words(s) not in copied)

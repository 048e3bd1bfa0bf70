"""The rubric of a question: it asks openly or between alternatives, and names the slot that is missing.

A yes-or-no question about doing the request, an offer of further help and a copy of the request are none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from planloop.harness.checkers.refusal import Groups, claims_success
from planloop.harness.checkers.sentences import START, Sentence, one_of, sentences, without_copies
from planloop.harness.normalise import says, words

_OPEN = re.compile(
    r"\b(?:what(?! (?:about|if))|which|who|whom|whose|when|where|how (?:much|many|bright|dim|long|high|low|strong|far)|"
    r"how (?:should|do|would|shall|must|is|does))\b"
)
_BETWEEN = re.compile(r"\b(?:or|mean)\b")
_GIVE = r"(?:tell|give|let me know|specify|provide|share|choose|pick|name|say|enter|clarify|confirm|state|indicate)"
_PROMPT = re.compile(
    rf"\b(?:can|could|would|will) you(?: please| kindly)? {_GIVE}\b|\bmind (?:telling|giving|sharing)\b"
)
_IN_MIND = re.compile(
    r"\b(?:do|did|is|are|would) (?:you|there)\b.*\b(?:in mind|particular|specific|certain|preferred)\b"
)
_STATED = re.compile(
    rf"{START}(?:please |kindly |just ){{0,2}}{_GIVE}\b|\b(?:please|kindly) {_GIVE}\b|"
    r"\bi (?:still |just |only |first )?need (?:to know|you to)\b"
)
_OFFER = re.compile(
    r"\b(?:anything|something|someone|somebody) else\b|\bfurther (?:help|assistance)\b|\bmore help\b|\bnext time\b|"
    r"\b(?:how|what) (?:else )?(?:can|may|could) i (?:help|assist|do)\b|\bwhen(?:ever)? you (?:need|are)\b"
)
_BACK = re.compile(
    r"\b(?:which(?: one| of)?|who|one of (?:them|these|those)|mean|what (?:is|was|should) (?:it|that))\b"
)
_BRIEF = 3  # words of a question without a verb ("What time?", "The recipient?")


def question_problem(text: str, groups: Groups, request: str = "") -> str:
    """Why `text` is no question that names one phrase of every group; empty when it is."""
    own = without_copies(text, request) if request else text
    found = sentences(own)
    if claims_success(found):
        return "success is claimed"
    asking = [n for n, s in enumerate(found) if _asks(s)]
    if not asking:
        return "no question was asked"
    whole = " ".join(_spoken(s) for s in found)
    for group in groups:
        if not any(says(whole, phrase) for phrase in group):
            return f"does not mention {one_of(group)}"
    phrases = [p for group in groups for p in group]
    if phrases and not any(says(_window(found, n), p) for n in asking for p in phrases):
        return "the question does not name what is missing"
    return ""


def _asks(sentence: Sentence) -> bool:
    read = sentence.read
    if _OFFER.search(read):
        return False
    if not sentence.question:
        return bool(_STATED.search(read))
    brief = len(words(sentence.said)) <= _BRIEF
    return brief or any(p.search(read) for p in (_OPEN, _BETWEEN, _PROMPT, _IN_MIND))


def _window(found: Sequence[Sentence], position: int) -> str:
    """The question, with the sentence before it where it points back ("Which one?")."""
    sentence = found[position]
    back = position and _BACK.search(sentence.read)
    return f"{_spoken(found[position - 1])} {_spoken(sentence)}" if back else _spoken(sentence)


def _spoken(sentence: Sentence) -> str:
    """What a sentence names, also where a contraction hides it ("Who's the recipient?")."""
    return f"{sentence.said} {sentence.read}"

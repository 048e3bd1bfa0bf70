"""The rubric of a refusal: the speaker declines or is unable, says that it was not done, or that the thing is absent.

A statement about somebody else ("Maya does not have permission") is none of these. A text that also claims success
is no refusal either, and a refusal names what it is about in the same or a neighbouring sentence.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from planloop.contract.action import ActionKind, actions
from planloop.contract.message import Message, Role
from planloop.harness.checkers.forms import ABSENT, CLAIMS, DECLINES, FORBIDDEN, NOT_DONE, has_form
from planloop.harness.checkers.sentences import Sentence, one_of, sentences
from planloop.harness.normalise import says

Groups = Sequence[Sequence[str]]
_REFUSING = (*DECLINES, *NOT_DONE, *ABSENT, *FORBIDDEN)
_CJK = re.compile(r"[\u3400-\u9fff]")


def refusal_problem(text: str, groups: Groups) -> str:
    """Why `text` is no refusal that names one phrase of every group; empty when it is."""
    found = sentences(text)
    if claims_success(found):
        return "success is claimed"
    places = [(n, part) for n, s in enumerate(found) for part in _refusing(s)]
    if not places:
        return "nothing was refused"
    for group in groups:
        if not any(says(text, phrase) for phrase in group):
            return f"does not mention {one_of(group)}"
    phrases = [p for group in groups for p in group]
    if phrases and not any(says(_around(found, n, part), p) for n, part in places for p in phrases):
        return "what was refused is not named beside the refusal"
    return ""


def claims_success(found: Sequence[Sentence]) -> bool:
    """Whether any statement says that the work is done."""
    return any(has_form(clause, CLAIMS) for s in found if not s.question for clause in s.clauses())


def _refusing(sentence: Sentence) -> list[str]:
    """The parts of a sentence that refuse, as written. In a question only what stands before its last comma can."""
    if _CJK.search(sentence.said):
        text = Message(role=Role.ASSISTANT, content=sentence.said)
        return [sentence.said] if actions(text)[0].kind is ActionKind.REFUSAL else []
    if sentence.question:
        head = re.split(r"[,;:]| - ", sentence.said)[:-1]
        return [p for s in sentences(", ".join(head)) for p in _refusing(s)] if head else []
    pairs = zip(sentence.clauses(), sentence.parts(), strict=True)
    return [said for read, said in pairs if has_form(read, _REFUSING)]


def _around(found: Sequence[Sentence], position: int, part: str) -> str:
    """The refusing part with the sentences beside it."""
    before = found[position - 1].said if position else ""
    after = found[position + 1].said if position + 1 < len(found) else ""
    whole = found[position].said
    return f"{before} {whole[: whole.find(part) + len(part)] if part in whole else part} {after}"

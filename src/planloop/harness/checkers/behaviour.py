"""The behaviour checker: what the closing text does - ask, refuse or report - and what it names."""

from __future__ import annotations

import re

from planloop.contract.action import ActionKind, kinds
from planloop.contract.criteria import SayCriterion, SayKind
from planloop.contract.message import Message, Role
from planloop.harness.checkers.case import CLOSED, Case, Finding
from planloop.harness.normalise import says

_IMPOSSIBLE = re.compile(
    r"\b(no such|there(?:'s| is| was) no|is not|isn't|does not|doesn't|"
    r"not (?:found|installed|granted|available)|denied)\b",
    re.IGNORECASE,
)
"""Reports that something cannot be done without the words of a refusal."""
_SENTENCE = re.compile(r"(?<=[.!?。！？;])\s+|\n+|(?<=[。！？])")


def findings(case: Case) -> dict[int, Finding]:
    """The say criteria. They never hold at the start, and not when the episode was cut off."""
    out: dict[int, Finding] = {}
    for index, criterion in enumerate(case.criteria):
        if isinstance(criterion, SayCriterion):
            why = _problem(criterion, case.text) if case.stop in CLOSED else f"the episode ended by {case.stop.value}"
            out[index] = Finding(False, not why, why or "said")
    return out


def kind_of(text: str) -> ActionKind:
    """What a text without calls does, by the contract's own rule."""
    return kinds(Message(role=Role.ASSISTANT, content=text))[0]


def _problem(criterion: SayCriterion, text: str) -> str:
    if not text.strip():
        return "nothing was said"
    if criterion.say is SayKind.ASK and kind_of(text) is not ActionKind.CLARIFICATION:
        return "no question was asked"
    if criterion.say is SayKind.REFUSE and not _refuses(text):
        return "nothing was refused"
    for group in criterion.mentions:
        if not any(says(text, word) for word in group):
            return f"does not mention {' or '.join(group)}"
    return ""


def _refuses(text: str) -> bool:
    """A refusal may be followed by an offer: any sentence that refuses counts."""
    sentences = [s for s in _SENTENCE.split(text) if s and s.strip()]
    return any(
        kind_of(sentence) is ActionKind.REFUSAL
        or (kind_of(sentence) is ActionKind.FINISH and _IMPOSSIBLE.search(sentence))
        for sentence in sentences
    )

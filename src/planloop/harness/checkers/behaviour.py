"""The behaviour checker: what the closing text does - ask, refuse or report - and what was tried before."""

from __future__ import annotations

from planloop.contract.criteria import Attempt, AttemptCriterion, SayCriterion, SayKind
from planloop.contract.feedback import ErrorType, Executed
from planloop.harness.checkers.case import CLOSED, Case, Finding
from planloop.harness.checkers.question import question_problem
from planloop.harness.checkers.refusal import refusal_problem
from planloop.harness.checkers.sentences import one_of
from planloop.harness.normalise import includes, says

UNSENT = frozenset({ErrorType.UNKNOWN_TOOL, ErrorType.BAD_ARGUMENT})
"""Errors of a call that never reached the world: it shows nothing about it."""


def findings(case: Case) -> dict[int, Finding]:
    """The say criteria and the attempts. They never hold at the start; nothing was said where the episode was cut."""
    out: dict[int, Finding] = {}
    for index, criterion in enumerate(case.criteria):
        if isinstance(criterion, SayCriterion):
            why = _problem(criterion, case) if case.stop in CLOSED else f"the episode ended by {case.stop.value}"
            out[index] = Finding(False, not why, why or "said")
        elif isinstance(criterion, AttemptCriterion):
            made = any(attempted(wanted, o) for wanted in criterion.calls for o in case.evidence.operations)
            tools = " or ".join(dict.fromkeys(c.tool for c in criterion.calls))
            out[index] = Finding(False, made, "tried" if made else f"never tried {tools} on what was asked for")
    return out


def attempted(wanted: Attempt, operation: Executed) -> bool:
    """Whether a call is the wanted one, successful or not."""
    if operation.tool != wanted.tool or operation.error_type in UNSENT:
        return False
    given = operation.arguments
    spoken = all(any(says(str(given.get(n) or ""), p) for p in phrases) for n, phrases in wanted.contains.items())
    return spoken and includes(given, wanted.arguments)


def _problem(criterion: SayCriterion, case: Case) -> str:
    text = case.text
    if not text.strip():
        return "nothing was said"
    if criterion.say is SayKind.ASK:
        return question_problem(text, criterion.mentions, case.task.request)
    if criterion.say is SayKind.REFUSE:
        return refusal_problem(text, criterion.mentions)
    missing = next((g for g in criterion.mentions if not any(says(text, word) for word in g)), None)
    return "" if missing is None else f"does not mention {one_of(missing)}"

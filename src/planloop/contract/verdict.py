"""Verdict: the verifier's decision per criterion, and the three judgements that are never merged."""

from __future__ import annotations

from enum import StrEnum

from planloop.contract.record import Record


class StopReason(StrEnum):
    """Why an episode ended: exactly one (design section 5)."""

    FINISHED = "finished"
    CLARIFICATION = "clarification"
    REFUSAL = "refusal"
    STEP_BUDGET = "step_budget"
    TOKEN_BUDGET = "token_budget"
    PARSE_ERROR = "parse_error"
    INVALID = "invalid"


class Suitability(StrEnum):
    """Should anyone learn from this record?"""

    UNJUDGED = "unjudged"
    SUITABLE = "suitable"
    DIAGNOSTIC_ONLY = "diagnostic_only"
    QUARANTINED = "quarantined"
    REJECTED = "rejected"

    @property
    def unsuitable(self) -> bool:
        """Whether it was judged that nobody should."""
        return self not in (Suitability.UNJUDGED, Suitability.SUITABLE)


class CriterionResult(Record):
    """One criterion: was it already true at the start, does it hold at the end, and why (for people)."""

    index: int
    positive: bool  # False for minefields
    initially: bool
    finally_: bool
    detail: str


class Verdict(Record):
    """Outcome of one episode. `progress` is CARE's R_prog in [0, 1]: newly satisfied positive criteria over those
    that were unsatisfied at the start; 1 on success, 0 if a minefield was hit."""

    success: bool
    progress: float
    checker_passed: bool
    memory_gate: bool
    skill_gate: bool
    results: tuple[CriterionResult, ...]
    summary: str

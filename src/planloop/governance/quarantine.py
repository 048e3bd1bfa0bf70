"""Quarantine: records that curation is not sure of. Nobody learns from them until a person has judged them."""

from __future__ import annotations

from planloop.contract.errors import PlanloopError
from planloop.contract.verdict import Suitability
from planloop.store.edits import Edit
from planloop.store.store import Store

FIELD = "suitability"
WORDS = (Suitability.SUITABLE, Suitability.DIAGNOSTIC_ONLY, Suitability.REJECTED)
"""What a person may say of a record."""


def quarantined(store: Store) -> list[Edit]:
    """The judgement of every record that waits for a person's, the oldest first."""
    return [edit for edit in store.edits.latest(FIELD) if edit.value == Suitability.QUARANTINED.value]


def judge(store: Store, record: str, word: str, *, reviewer: str, reason: str) -> Edit:
    """A person's word on a quarantined record, kept beside it: the next curation holds to it.

    Raises `PlanloopError` for an unknown word, no reason, or a record that is not in quarantine.
    """
    words = {w.value: w for w in WORDS}
    if word not in words:
        raise PlanloopError(f"{word!r} is no judgement", place=record, cure=f"say one of {', '.join(words)}")
    if not reason.strip():
        raise PlanloopError("is empty", place="--reason", cure="say why; it is kept with the judgement")
    if record not in {edit.subject for edit in quarantined(store)}:
        raise PlanloopError("is not in quarantine", place=record, cure="`planloop review records` lists those that are")
    return store.edit(record, FIELD, word, author=reviewer, reason=reason)

"""Completion criteria: what must hold at the end, what must not happen, what must be said."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from planloop.contract.record import JsonObject, Record


class Checker(StrEnum):
    """The one primary checker of a task, fixed when it is made (method section 11)."""

    TOOL_CALL = "tool_call"
    STATE_CHANGE = "state_change"
    BEHAVIOUR = "behaviour"


class CallCriterion(Record):
    """A successful call of `tool` whose normalised arguments include `arguments`, after criterion number `after`."""

    kind: Literal["call"] = "call"
    tool: str
    arguments: JsonObject = {}
    after: int | None = None


class Attempt(Record):
    """One call that counts as a try or a look: `tool` with `arguments`; each argument in `contains` holds a phrase.

    `contains` is for arguments that can be worded in several ways (a name, a search text).
    """

    tool: str
    arguments: JsonObject = {}
    contains: dict[str, tuple[str, ...]] = {}


class AttemptCriterion(Record):
    """At least one of `calls` was made and reached the world, whether or not it succeeded.

    For what only the world can say: that a name does not exist, that a permission is missing.
    """

    kind: Literal["attempt"] = "attempt"
    calls: tuple[Attempt, ...]


class StateCriterion(Record):
    """A record that must exist at the end with these field values (`exists=False`: must be gone).

    The record is named by `id`, or found as the one whose fields include `match` (for records created in the episode).
    `contains` is for free text: the field must hold at least one phrase of every group.
    """

    kind: Literal["state"] = "state"
    table: str
    id: str | None = None
    match: JsonObject = {}
    fields: JsonObject = {}
    contains: dict[str, tuple[tuple[str, ...], ...]] = {}
    exists: bool = True


class SayKind(StrEnum):
    """What the closing text must do."""

    ASK = "ask"  # a question that names the slot
    REFUSE = "refuse"  # say that it cannot be done or was not done
    REPORT = "report"  # state a value


class SayCriterion(Record):
    """The closing text asks, refuses or reports; at least one word of every group in `mentions` must occur in it."""

    kind: Literal["say"] = "say"
    say: SayKind
    mentions: tuple[tuple[str, ...], ...] = ()


class HandoffCriterion(Record):
    """A sub-agent received a payload: `tool` was called with `action`, and its text contains each of `contains`."""

    kind: Literal["handoff"] = "handoff"
    tool: str
    arguments: JsonObject = {}
    payload_argument: str = "instruction"
    contains: tuple[tuple[str, ...], ...] = ()


class CleanCriterion(Record):
    """A minefield: no successful side effect beyond those the positive criteria name.

    `allowed_tools` may be used freely, `allowed_tables` changed freely, and `allowed_fields` (`table.field`) changed on
    records that a positive criterion names. Violated criteria make `R_prog` 0 and the outcome a failure.
    """

    kind: Literal["clean"] = "clean"
    allowed_tools: tuple[str, ...] = ()
    allowed_tables: tuple[str, ...] = ()
    allowed_fields: tuple[str, ...] = ()


Criterion = Annotated[
    CallCriterion | AttemptCriterion | StateCriterion | SayCriterion | HandoffCriterion | CleanCriterion,
    Field(discriminator="kind"),
]


def normal_text(value: JsonValue) -> str:
    """The comparison form of a scalar: lower case, single spaces, no surrounding punctuation."""
    return " ".join(str(value).lower().split()).strip(" .!?\"'")

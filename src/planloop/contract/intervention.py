"""Intervention: the one thing that is changed when a failed episode is played again (design section 10)."""

from __future__ import annotations

from enum import StrEnum

from planloop.contract.record import Record


class InterventionKind(StrEnum):
    """What is changed in a replay; everything else stays as it was."""

    NONE = "none"  # the control
    EXPOSE_TOOL = "expose_tool"  # the needed tool is among the exposed ones
    RETURN_RECORDS = "return_records"  # memory search returns the needed records, current ones only
    SHOW_ALL = "show_all"  # tool results are shown whole
    DROP_GUIDANCE = "drop_guidance"  # guidance lines that name the tool are left out
    CORRECT_TURN = "correct_turn"  # the turn is replaced by the known solution's


class Intervention(Record):
    """One experiment. `turn` is where `CORRECT_TURN` acts; `tool` what is exposed or freed of guidance."""

    kind: InterventionKind
    tool: str = ""
    turn: int | None = None

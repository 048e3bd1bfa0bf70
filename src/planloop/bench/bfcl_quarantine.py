"""BFCL multi-turn tasks whose gold answer the dialogue does not determine: reported with and without them.

Found by replaying gold with one argument changed at a time (is the exact value load-bearing?) and reading whether the
user's words or any tool result give that value. `honest` is what a careful planner would send instead; a test replays
it and sees BFCL's checker refuse it. Reports in the benchmark's own tracker start from gorilla#1367, #1133 and #1267;
of those, what version 2026.3.23 still shows is listed here (task 198 of #1267 does not: booking returns the id).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pydantic import JsonValue


class Defect(StrEnum):
    """Why gold cannot be reached on purpose."""

    UNREACHABLE = "unreachable"  # no tool result and no user words yield the value
    CONTRADICTED = "contradicted"  # the user says something else
    UNDETERMINED = "undetermined"  # several readings are right, the checker accepts one


@dataclass(frozen=True)
class Quarantined:
    """The call and argument at fault (no argument: the call itself).

    `honest` None: the argument is left out, as nothing determines it.
    """

    defect: Defect
    tool: str
    argument: str
    honest: JsonValue
    reason: str
    source: str = "replay"


QUARANTINE: dict[str, Quarantined] = {
    "multi_turn_base_4": Quarantined(
        Defect.UNREACHABLE,
        "post_tweet",
        "content",
        "Initial report content Unsorted data More unsorted data",
        "sort orders lines and the file has one line; gold tweets its words in another order",
        "gorilla#1367",
    ),
    "multi_turn_base_18": Quarantined(
        Defect.UNREACHABLE,
        "post_tweet",
        "content",
        "- Introduction to History. Ancient civilizations.\n+ Advanced History. Modern world events.",
        "gold tweets the diff without the line break that diff returns",
    ),
    "multi_turn_base_152": Quarantined(
        Defect.UNDETERMINED,
        "create_ticket",
        "priority",
        4,
        "'high-priority' is 5 here and 4 in task 187",
    ),
    "multi_turn_base_171": Quarantined(
        Defect.UNDETERMINED,
        "send_message",
        "message",
        "Thank you for your efficient handling of my booking to Beijing. My trip is confirmed for June 15th from JFK "
        "to PEK in first class",
        "the dictated text has no full stop, gold has one",
    ),
    "multi_turn_base_173": Quarantined(
        Defect.UNREACHABLE,
        "close_ticket",
        "ticket_id",
        1,
        "the schema asks for an integer, gold sends 'ticket_001', and listing tickets needs a password never given",
    ),
    "multi_turn_base_176": Quarantined(
        Defect.CONTRADICTED,
        "create_ticket",
        "description",
        "Due to unexpected changes in schedule, the flight from JFK to LAX on December 15, 2026, needs to be canceled "
        "immediately.",
        "the user dictates 2026, gold writes 2023",
    ),
    "multi_turn_base_178": Quarantined(
        Defect.UNDETERMINED,
        "create_ticket",
        "priority",
        None,
        "gold sets priority 4, the user names none and the default is 1",
    ),
    "multi_turn_base_184": Quarantined(
        Defect.UNDETERMINED,
        "send_message",
        "message",
        "Hi Sam, my travel plans have changed. I'll update you soon",
        "the dictated text has no full stop, gold has one",
    ),
    "multi_turn_base_187": Quarantined(
        Defect.UNREACHABLE,
        "create_ticket",
        "description",
        "Customer support's reply was less than satisfactory.",
        "the ticket's description is compared word by word but never dictated",
    ),
    "multi_turn_miss_func_49": Quarantined(
        Defect.UNREACHABLE,
        "tail",
        "",
        None,
        "gold calls tail two turns before tail is offered",
    ),
}

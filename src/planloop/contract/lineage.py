"""Lineage: typed edges between everything that has an id (design section 2)."""

from __future__ import annotations

from enum import StrEnum

from planloop.contract.record import Record


class Relation(StrEnum):
    """How `from_id` stands to `to_id`. `cause_is_source` says which end came first."""

    COLLECTED_FROM = "collected_from"  # trajectory -> the task it attempted
    DIAGNOSED_AS = "diagnosed_as"  # trajectory -> diagnosis or weakness that it shows
    ANSWERS = "answers"  # change, data release or task -> what it responds to
    MEMBER_OF = "member_of"  # trajectory or task -> data release
    TRAINED_ON = "trained_on"  # checkpoint -> data release
    EVALUATED_ON = "evaluated_on"  # what is judged -> the measurement or trajectory it is judged on
    PROPOSED_FOR = "proposed_for"  # change, checkpoint or harness -> what it became part of
    REVIEWED_BY = "reviewed_by"  # subject -> review
    RELEASED_AS = "released_as"  # review or candidate -> release
    PARENT_OF = "parent_of"  # older version -> newer version

    @property
    def cause_is_source(self) -> bool:
        """True where `from_id` led to `to_id`; False where `from_id` came out of `to_id`."""
        return self not in _CAUSE_IS_TARGET


_CAUSE_IS_TARGET = frozenset({Relation.COLLECTED_FROM, Relation.ANSWERS, Relation.TRAINED_ON, Relation.EVALUATED_ON})


class Edge(Record):
    """One edge of the lineage graph."""

    from_id: str
    to_id: str
    relation: Relation

    @property
    def cause(self) -> str:
        """The id that came first."""
        return self.from_id if self.relation.cause_is_source else self.to_id

    @property
    def effect(self) -> str:
        """The id that came out of it."""
        return self.to_id if self.relation.cause_is_source else self.from_id

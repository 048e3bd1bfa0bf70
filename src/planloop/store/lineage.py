"""The lineage graph in the store: append-only edges and walks in both directions."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.dialects.sqlite import insert

from planloop.contract.lineage import Edge, Relation
from planloop.store.database import Database, chunks, now
from planloop.store.schema import EDGE

_FORWARD = [r.value for r in Relation if r.cause_is_source]
_BACKWARD = [r.value for r in Relation if not r.cause_is_source]


class Lineage:
    """Edges are only ever added; adding one twice changes nothing."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, edges: Iterable[Edge], *, review: bool = False) -> None:
        """Append edges, in one transaction (`review`: as part of a review decision)."""
        rows = [{"from_id": e.from_id, "to_id": e.to_id, "relation": e.relation.value, "at": now()} for e in edges]
        if not rows:
            return
        with self._database.write(review=review) as connection:
            connection.execute(insert(EDGE).on_conflict_do_nothing(), rows)

    def causes(self, subject: str) -> tuple[Edge, ...]:
        """The edges to what `subject` came directly out of, oldest first."""
        return self._edges(_is_effect([subject]))

    def effects(self, subject: str) -> tuple[Edge, ...]:
        """The edges to what came directly out of `subject`, oldest first."""
        return self._edges(_is_cause([subject]))

    def upstream(self, subject: str, *, without: Collection[Relation] = ()) -> tuple[str, ...]:
        """Every id that `subject` came out of, nearest first; edges of the relations in `without` are not followed."""
        return self._walk(subject, towards_causes=True, without=without)

    def downstream(self, subject: str, *, without: Collection[Relation] = ()) -> tuple[str, ...]:
        """Every id that came out of `subject`, nearest first; edges of the relations in `without` are not followed."""
        return self._walk(subject, towards_causes=False, without=without)

    def _walk(self, subject: str, *, towards_causes: bool, without: Collection[Relation]) -> tuple[str, ...]:
        seen: dict[str, None] = {subject: None}
        frontier = [subject]
        while frontier:
            found: list[str] = []
            for piece in chunks(frontier):
                for edge in self._edges(_is_effect(piece) if towards_causes else _is_cause(piece)):
                    other = edge.cause if towards_causes else edge.effect
                    if edge.relation not in without and other not in seen:
                        seen[other] = None
                        found.append(other)
            frontier = found
        return tuple(seen)[1:]

    def _edges(self, condition: ColumnElement[bool]) -> tuple[Edge, ...]:
        query = select(EDGE.c.from_id, EDGE.c.to_id, EDGE.c.relation).where(condition).order_by(EDGE.c.seq)
        with self._database.read() as connection:
            rows = connection.execute(query).all()
        return tuple(Edge(from_id=f, to_id=t, relation=Relation(r)) for f, t, r in rows)


def _is_effect(ids: list[str]) -> ColumnElement[bool]:
    return or_(
        and_(EDGE.c.to_id.in_(ids), EDGE.c.relation.in_(_FORWARD)),
        and_(EDGE.c.from_id.in_(ids), EDGE.c.relation.in_(_BACKWARD)),
    )


def _is_cause(ids: list[str]) -> ColumnElement[bool]:
    return or_(
        and_(EDGE.c.from_id.in_(ids), EDGE.c.relation.in_(_FORWARD)),
        and_(EDGE.c.to_id.in_(ids), EDGE.c.relation.in_(_BACKWARD)),
    )

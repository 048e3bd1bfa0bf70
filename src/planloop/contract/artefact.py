"""Artefact: an immutable record whose id is made from its content."""

from __future__ import annotations

from typing import ClassVar

from planloop.contract.lineage import Edge
from planloop.contract.record import Record

ID_DIGITS = 16


class Artefact(Record):
    """A content-addressed record: equal content, equal id. Subclasses set `PREFIX`, the readable start of the id."""

    PREFIX: ClassVar[str] = "artefact"

    @property
    def id(self) -> str:
        """`prefix-` and the first 16 hex digits of the content hash."""
        return f"{self.PREFIX}-{self.content_hash()[:ID_DIGITS]}"

    def edges(self) -> tuple[Edge, ...]:
        """The lineage that the content itself states; the store writes it together with the record."""
        return ()

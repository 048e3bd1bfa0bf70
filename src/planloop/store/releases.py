"""What serves, and what has served: an append-only log of promotions and rollbacks."""

from __future__ import annotations

from enum import StrEnum

from sqlalchemy import select

from planloop.contract.record import Record
from planloop.contract.version import Release
from planloop.store.artefacts import Artefacts
from planloop.store.database import Database, now
from planloop.store.schema import RELEASE_EVENT


class ReleaseAction(StrEnum):
    """How a release came to serve."""

    PROMOTE = "promote"
    ROLLBACK = "rollback"


class ReleaseEvent(Record):
    """From `at` (ISO 8601 in UTC) on, `release` serves."""

    release: str
    action: ReleaseAction
    author: str
    reason: str
    at: str


class Releases:
    """The log. Whether a release may serve is decided in `governance.release`."""

    def __init__(self, database: Database, artefacts: Artefacts) -> None:
        self._database = database
        self._artefacts = artefacts

    def serve(self, release: Release, *, action: ReleaseAction, author: str, reason: str) -> ReleaseEvent:
        """Append the release where it is new, and the event that it serves, in one transaction."""
        event = ReleaseEvent(release=release.id, action=action, author=author, reason=reason, at=now())
        with self._database.write() as connection:
            self._artefacts.append(release)
            connection.execute(RELEASE_EVENT.insert().values(event.model_dump(mode="json")))
        return event

    def history(self) -> list[ReleaseEvent]:
        """Every event, oldest first."""
        columns = [RELEASE_EVENT.c[name] for name in ReleaseEvent.model_fields]
        with self._database.read() as connection:
            rows = connection.execute(select(*columns).order_by(RELEASE_EVENT.c.seq)).mappings()
            return [ReleaseEvent.model_validate(dict(row)) for row in rows]

    def current(self) -> Release | None:
        """The release that serves, or None before the first."""
        history = self.history()
        return self._artefacts.get_as(Release, history[-1].release) if history else None

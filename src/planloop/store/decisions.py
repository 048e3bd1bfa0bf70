"""The review queue: requests wait, one decision each, used once, bound to what the reviewer saw.

A run may hold the writer lock for hours while a person reviews in another process. The queue is therefore the one
part of the store that a second process may write, through `Store.open_review`: a decision is one short SQLite
transaction (`BEGIN IMMEDIATE`), so that of two reviewers exactly one is accepted and the other is told at once.
"""

from __future__ import annotations

from sqlalchemy import Connection, select

from planloop.contract.artefact import Artefact
from planloop.contract.change import ChangeRequest
from planloop.contract.record import Record, content_hash
from planloop.contract.review import Review, ReviewerKind
from planloop.contract.version import ReleaseCandidate
from planloop.store.artefacts import Artefacts
from planloop.store.database import Database, now
from planloop.store.edits import Edits, fold
from planloop.store.errors import DecisionError, UnknownIdError
from planloop.store.schema import DECISION, REVIEW_REQUEST


class ReviewRequest(Record):
    """A subject that waits for, or has had, its decision. `requester` asked for it; `at` is ISO 8601 in UTC."""

    subject: str
    subject_hash: str
    requester: str
    at: str


class Decisions:
    """Requests and decisions, across processes."""

    def __init__(self, database: Database, artefacts: Artefacts, edits: Edits) -> None:
        self._database = database
        self._artefacts = artefacts
        self._edits = edits

    def subject_hash(self, subject: str) -> str:
        """The hash of an artefact with its corrections: what a reviewer of it sees now."""
        base = self._artefacts.get(subject).model_dump(mode="json")
        return content_hash(fold(base, self._edits.of([subject]).get(subject, ())))

    def request(self, subject: str, *, requester: str) -> ReviewRequest:
        """Put an artefact into the queue; asking again renews the hash of one that still waits.

        Raises `DecisionError` if it was edited after its decision: a new proposal is needed then.
        """
        digest = self.subject_hash(subject)
        row = {"subject": subject, "subject_hash": digest, "requester": requester, "at": now()}
        with self._database.write() as connection:
            held = self._request(connection, subject)
            if held is None:
                connection.execute(REVIEW_REQUEST.insert().values(row))
                return ReviewRequest.model_validate(row)
            if held.subject_hash == digest:
                return held
            if self._row(connection, subject) is not None:
                raise DecisionError(f"{subject} was edited after its decision: propose the edited form as a new record")
            update = REVIEW_REQUEST.update().where(REVIEW_REQUEST.c.subject == subject)
            connection.execute(update.values(subject_hash=digest))
        return held.model_copy(update={"subject_hash": digest})

    def pending(self) -> list[ReviewRequest]:
        """What waits for a decision, oldest first."""
        columns = [REVIEW_REQUEST.c[name] for name in ReviewRequest.model_fields]
        decided = select(DECISION.c.subject)
        query = select(*columns).where(REVIEW_REQUEST.c.subject.not_in(decided)).order_by(REVIEW_REQUEST.c.seq)
        with self._database.read() as connection:
            return [ReviewRequest.model_validate(dict(row)) for row in connection.execute(query).mappings()]

    def put_to_people(self) -> bool:
        """Whether something waits for a decision, or a person has decided something."""
        with self._database.read() as connection:
            decided = connection.execute(select(DECISION.c.review)).scalars().all()
        return bool(self.pending()) or any(
            self._artefacts.get_as(Review, review).kind is ReviewerKind.PERSON for review in decided
        )

    def decide(self, review: Review) -> str:
        """Record the decision on a waiting subject; returns the review's id. Repeating the same review is harmless.

        Raises `DecisionError` if nothing waits, if the subject is decided already, if it is not what the reviewer
        saw, or if the reviewer proposed it (design rule 6).
        """
        with self._database.write(review=True) as connection:
            held = self._request(connection, review.subject)
            if held is None:
                raise DecisionError(f"no review of {review.subject} is waiting: see `planloop review`")
            row = self._row(connection, review.subject)
            if row is not None and row[0] == review.id:
                return review.id
            if row is not None:
                first = self._artefacts.get_as(Review, row[0])
                raise DecisionError(
                    f"{review.subject} is decided already: {first.decision} by {first.kind} {first.reviewer} at "
                    f"{first.time}. A decision stands; propose a new change to reverse it"
                )
            if not review.subject_hash == held.subject_hash == self.subject_hash(review.subject):
                raise DecisionError(f"{review.subject} has changed since it was shown: look at it again, then decide")
            proposer = _proposer(self._artefacts.get(review.subject), held)
            if review.reviewer.strip().casefold() == proposer.strip().casefold():
                raise DecisionError(f"{proposer} proposed {review.subject} and cannot review it: ask another reviewer")
            self._artefacts.append(review, review=True)
            connection.execute(DECISION.insert().values(subject=review.subject, review=review.id))
        return review.id

    def decision(self, subject: str) -> Review | None:
        """The decision on a subject, or None while it waits."""
        with self._database.read() as connection:
            row = self._row(connection, subject)
        return None if row is None else self._artefacts.get_as(Review, row[0])

    def consume(self, subject: str, *, consumer: str) -> Review:
        """Use a decision, once: the same `consumer` may repeat it after a restart, another is refused.

        Raises `DecisionError` if there is none, if it was used by another consumer, or if the subject changed since.
        """
        with self._database.write() as connection:
            row = self._row(connection, subject)
            if row is None:
                raise DecisionError(f"{subject} has no decision yet: decide it with `planloop review`")
            review = self._artefacts.get_as(Review, row[0])
            if row[1] is not None and row[1] != consumer:
                raise DecisionError(f"the decision on {subject} was used by {row[1]}: {consumer} needs its own review")
            if review.subject_hash != self.subject_hash(subject):
                raise DecisionError(f"{subject} was edited after its decision: propose the edited form as a new record")
            if row[1] is None:
                update = DECISION.update().where(DECISION.c.subject == subject)
                connection.execute(update.values(consumer=consumer, consumed_at=now()))
        return review

    def requested(self, subject: str) -> ReviewRequest:
        """The request for a subject, decided or not. Raises `UnknownIdError`."""
        with self._database.read() as connection:
            held = self._request(connection, subject)
        if held is None:
            raise UnknownIdError(f"no review of {subject} was asked for: use governance.review.request_review")
        return held

    def _request(self, connection: Connection, subject: str) -> ReviewRequest | None:
        columns = [REVIEW_REQUEST.c[name] for name in ReviewRequest.model_fields]
        query = select(*columns).where(REVIEW_REQUEST.c.subject == subject)
        row = connection.execute(query).mappings().one_or_none()
        return None if row is None else ReviewRequest.model_validate(dict(row))

    def _row(self, connection: Connection, subject: str) -> tuple[str, str | None] | None:
        query = select(DECISION.c.review, DECISION.c.consumer).where(DECISION.c.subject == subject)
        row = connection.execute(query).one_or_none()
        return None if row is None else (row[0], row[1])


def _proposer(subject: Artefact, request: ReviewRequest) -> str:
    if isinstance(subject, ChangeRequest | ReleaseCandidate):
        return subject.proposer
    return request.requester

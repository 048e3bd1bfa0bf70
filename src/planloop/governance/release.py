"""Releases: promotion of an approved (checkpoint, harness) pair, and the way back (design rule 6)."""

from __future__ import annotations

from collections.abc import Sequence

from planloop.contract.version import Checkpoint, HarnessVersion, Release, ReleaseCandidate
from planloop.governance.review import request_review, require_approved, use_decision
from planloop.store.errors import StoreError
from planloop.store.releases import ReleaseAction, ReleaseEvent
from planloop.store.store import Store


class ReleaseError(StoreError):
    """A promotion or rollback that cannot be done."""


def propose_release(
    store: Store,
    checkpoint: str,
    harness: str,
    *,
    proposer: str,
    changes: Sequence[str] = (),
    measurements: Sequence[str] = (),
    note: str = "",
) -> ReleaseCandidate:
    """Put a pair up for review as the successor of what serves now; decide on `candidate.id`, then `promote`."""
    store.get(Checkpoint, checkpoint)
    store.get(HarnessVersion, harness)
    current = current_release(store)
    candidate = ReleaseCandidate(
        checkpoint=checkpoint,
        harness=harness,
        parent=None if current is None else current.id,
        changes=tuple(changes),
        measurements=tuple(measurements),
        proposer=proposer,
        note=note,
    )
    request_review(store, candidate, requester=proposer)
    return candidate


def promote(store: Store, candidate_id: str, *, author: str) -> Release:
    """Make an approved candidate serve; repeating it after a restart changes nothing.

    Raises `DecisionError` without an approving review, `ReleaseError` if what serves is no longer what the candidate
    was compared with.
    """
    candidate = store.get(ReleaseCandidate, candidate_id)
    review = require_approved(store, candidate_id)
    release = Release(
        checkpoint=candidate.checkpoint, harness=candidate.harness, parent=candidate.parent, review=review.id
    )
    with store.transaction():
        use_decision(store, candidate_id, consumer=f"promote:{candidate_id}")
        if any(event.release == release.id for event in store.releases.history()):
            return release
        current = current_release(store)
        serving = None if current is None else current.id
        if serving != candidate.parent:
            raise ReleaseError(
                f"{candidate_id} was approved as the successor of {candidate.parent or 'nothing'}, but "
                f"{serving or 'nothing'} serves now: propose it again"
            )
        store.releases.serve(release, action=ReleaseAction.PROMOTE, author=author, reason=review.reason)
    return release


def current_release(store: Store) -> Release | None:
    """What serves now, or None before the first promotion."""
    return store.releases.current()


def history(store: Store) -> list[ReleaseEvent]:
    """Every promotion and rollback, oldest first; nothing is ever taken out."""
    return store.releases.history()


def rollback(store: Store, reason: str, *, author: str) -> Release:
    """Let the parent of the current release serve again; the step back is appended to the history.

    Raises `ReleaseError` where nothing serves, or the first release does, or without a reason.
    """
    if not reason.strip():
        raise ReleaseError("a rollback needs a reason: say what went wrong")
    with store.transaction():
        current = current_release(store)
        if current is None:
            raise ReleaseError("nothing serves yet: promote a candidate first")
        if current.parent is None:
            raise ReleaseError(f"{current.id} is the first release: there is nothing to roll back to")
        previous = store.get(Release, current.parent)
        store.releases.serve(previous, action=ReleaseAction.ROLLBACK, author=author, reason=reason)
    return previous

"""Search over the memory: words, recency, and checks for overtaken and expired records."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from planloop.harness.eta_files import MemoryPolicy, Stale
from planloop.harness.lexical import Bm25, terms
from planloop.harness.memory.record import MemoryRecord, Status
from planloop.harness.memory.store import MemoryStore


@dataclass(frozen=True)
class Hit:
    """A found record. `note` says why it should not be relied on; empty for a good one."""

    record: MemoryRecord
    score: float
    note: str = ""


def search(
    store: MemoryStore,
    query: str,
    policy: MemoryPolicy,
    *,
    count: int | None = None,
    category: str | None = None,
    newest_first: bool = False,
    governed: bool = True,
) -> tuple[Hit, ...]:
    """The best records for `query`, at most `count`. Ungoverned search is word overlap and nothing else."""
    superseded = store.superseded() if governed else {}
    pool: list[tuple[MemoryRecord, str]] = []
    for record in store.records():
        if category is not None and record.category != category:
            continue
        note = _note(store, record, superseded) if governed else ""
        if _hidden(note, policy) or record.status is Status.WITHDRAWN:
            continue
        pool.append((record, "" if _shown(note, policy) else note))
    scores = _scores(store, [r for r, _ in pool], query, policy, governed)
    hits = [Hit(r, s, note) for (r, note), s in zip(pool, scores, strict=True) if s > 0]
    order = sorted(hits, key=lambda h: (bool(h.note), -h.score, h.record.memory_id))
    best = order[: count or policy.max_results]
    return tuple(sorted(best, key=lambda h: h.record.recorded_at, reverse=True)) if newest_first else tuple(best)


def with_records(store: MemoryStore, hits: Sequence[Hit], wanted: Sequence[str]) -> tuple[Hit, ...]:
    """`hits` with the `wanted` records first and without what is overtaken or expired; as many as before, or more
    where more are wanted."""
    overtaken = store.superseded()
    best = max((h.score for h in hits), default=1.0)
    first = [Hit(record, best) for record in map(store.get, wanted) if record is not None]
    others = [h for h in hits if not _note(store, h.record, overtaken) and h.record.memory_id not in wanted]
    return (*first, *others)[: max(len(hits), len(first))]


def _note(store: MemoryStore, record: MemoryRecord, superseded: dict[str, str]) -> str:
    if record.memory_id in superseded:
        return f"superseded by {superseded[record.memory_id]}"
    if record.status is Status.SUPERSEDED:
        return "superseded"
    return "expired" if store.expired(record) else ""


def _policy(note: str, policy: MemoryPolicy) -> Stale | None:
    if not note:
        return None
    return policy.expired if note == "expired" else policy.superseded


def _hidden(note: str, policy: MemoryPolicy) -> bool:
    return _policy(note, policy) is Stale.HIDE


def _shown(note: str, policy: MemoryPolicy) -> bool:
    return _policy(note, policy) is Stale.SHOW


def _scores(
    store: MemoryStore, records: list[MemoryRecord], query: str, policy: MemoryPolicy, governed: bool
) -> list[float]:
    documents = []
    for record in records:
        document: dict[str, float] = defaultdict(float)
        heavier = policy.title_weight if governed else 1.0
        for text, weight in ((record.title, heavier), (record.text, 1.0), (" ".join(record.tags), 1.0)):
            for term in terms(text):
                document[term] += weight
        if governed:
            for term in terms(record.predicate):
                document[term] = max(document[term], 1.0)
        documents.append(dict(document))
    wanted = terms(query)
    scores = Bm25(documents, prefixes=governed).scores(_widened(wanted, policy) if governed else wanted)
    if not governed:
        return scores
    return [
        s * (1 + policy.recency_weight * _freshness(store, r, policy)) if s else 0.0
        for s, r in zip(scores, records, strict=True)
    ]


def _widened(query: list[str], policy: MemoryPolicy) -> list[str]:
    """The query's terms and those that the policy holds to mean the same."""
    out = list(query)
    for group in policy.synonyms:
        stems = [t for word in group for t in terms(word)]
        if any(t in query for t in stems):
            out.extend(stems)
    return out


def _freshness(store: MemoryStore, record: MemoryRecord, policy: MemoryPolicy) -> float:
    try:
        age = (date.fromisoformat(store.today) - date.fromisoformat(record.recorded_at[:10])).days
    except ValueError:
        return 0.0
    return float(0.5 ** (max(0, age) / policy.half_life_days))

"""AI Assistant: the speaking coach - practice sessions that measure what was said and keep a record."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.voice_assistant import open_session
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TOPICS: dict[str, tuple[str, ...]] = {
    "Job interview": ("experience", "team", "strength", "project", "learn", "goal"),
    "Wedding toast": ("friends", "love", "met", "wish", "glass", "happy"),
    "Sales pitch": ("customer", "price", "problem", "save", "offer", "trial"),
    "Apology": ("sorry", "mistake", "understand", "repair", "promise"),
    "Weather report": ("morning", "rain", "wind", "degrees", "evening"),
    "Book review": ("author", "story", "character", "chapter", "recommend"),
    "Self introduction": ("name", "live", "work", "family", "hobby"),
    "Recipe talk": ("minutes", "oven", "cut", "stir", "serve", "taste"),
    "City tour": ("built", "street", "century", "bridge", "left", "museum"),
    "Farewell speech": ("years", "thank", "remember", "future", "colleagues"),
}
FILLERS = re.compile(r"\b(u+m+|u+h+|er+m?|you know|i mean|sort of|kind of|basically)\b", re.IGNORECASE)
ATTEMPTS = 5
CAP = 5


@populate(order=60)
def coach(builder: WorldBuilder) -> None:
    """Five topics with words to use and a pace to reach, and one or two records of earlier practice."""
    rng = builder.rng
    names = rng.sample(sorted(TOPICS), 5)
    for name in names:
        words = sorted(rng.sample(TOPICS[name], 4))
        builder.add("coach_topics", {"name": name, "words": words, "pace": rng.randrange(110, 151, 10)})
    for name in rng.sample(names, rng.randrange(1, 3)):
        row = {"topic": name, "score": rng.randrange(38, 86), "attempts": rng.randrange(1, 4)}
        builder.add("coach_records", {**row, "date": builder.now.replace(day=1).date().isoformat()})
    builder.tables.setdefault("coach_sessions", {})


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA, permission="microphone")
def speaking_coach_agent(
    phone: Phone,
    action: Literal["query", "start", "practice", "finish", "cancel"],
    topic: str | None = None,
    text: str | None = None,
    seconds: int | None = None,
    sessionId: str | None = None,
) -> Outcome:
    """Coach for speaking alone: start a topic, practice(text, seconds) for a score of pace and words, then finish."""
    if action == "query":
        return _records(phone, topic)
    if action == "start":
        return _start(phone, topic)
    key, row = _session(phone, sessionId)
    if action == "cancel":
        phone.state.set("coach_sessions", key, status="cancelled")
        return Outcome(f"session {key} cancelled, nothing kept", {"sessionId": key, "status": "cancelled"})
    if action == "finish":
        return _finish(phone, key, row)
    if not text or not text.strip():
        raise bad("missing argument text")
    if seconds is None:
        raise bad("missing argument seconds")
    if not 1 <= seconds <= 1800:
        raise bad(f"seconds: {seconds} is not 1-1800")
    if len(row["scores"]) >= ATTEMPTS:
        raise conflict(f"{ATTEMPTS} attempts were made; finish the session")
    found = measure(text, seconds, row["words"], row["pace"])
    scores = [*row["scores"], found["score"]]
    step = f"attempt {len(scores)}: score {found['score']}"
    phone.state.set("coach_sessions", key, scores=scores, steps=[*row["steps"], step], status="practising")
    return Outcome(step, {"sessionId": key, "status": "practising", **found})


def measure(text: str, seconds: int, wanted: list[str], pace: int) -> Row:
    """Score (0-100) of a spoken text: 40 for the topic's words, 30 for the pace, 15 for few fillers, 15 for variety."""
    words = re.findall(r"[\w']+", text.lower())
    if not words:
        raise bad("text has no words")
    used = [w for w in wanted if any(said.startswith(w) for said in words)]
    fillers = len(FILLERS.findall(text))
    rate = round(60 * len(words) / seconds)
    steady = max(0.0, 1 - abs(rate - pace) / pace)
    clean = max(0.0, 1 - 5 * fillers / len(words))
    score = round(40 * len(used) / len(wanted) + 30 * steady + 15 * clean + 15 * len(set(words)) / len(words))
    unused = [w for w in wanted if w not in used]
    return {"score": score, "wordsPerMinute": rate, "targetPace": pace, "fillers": fillers, "missingWords": unused}


def _start(phone: Phone, topic: str | None) -> Outcome:
    if topic is None:
        raise bad("missing argument topic")
    state = phone.state
    drill = state.get("coach_topics", resolve(state.items("coach_topics"), topic, "topic")) or {}
    for key, row in state.items("coach_sessions"):
        if row["status"] in ("open", "practising"):
            raise conflict(f"session {key} on {row['topic']} is open; finish it first")
    if phone.setting("playback") == "playing":
        raise conflict("music is playing; pause it first")
    if open_session(phone):
        raise conflict("the assistant is listening; end its session first")
    made: Row = {"topic": drill["name"], "words": list(drill["words"]), "pace": drill["pace"], "status": "open"}
    key = state.insert("coach_sessions", {**made, "scores": [], "steps": [f"topic {drill['name']}"]})
    data: Row = {"sessionId": key, "status": "open", "wordsToUse": made["words"], "targetPace": made["pace"]}
    return Outcome(f"session {key} on {drill['name']}; speak, then practice", data)


def _session(phone: Phone, session: str | None) -> tuple[str, Row]:
    if not session:
        raise bad("missing argument sessionId")
    row = phone.state.get("coach_sessions", session)
    if row is None:
        raise missing(f"no session {session}")
    if row["status"] not in ("open", "practising"):
        raise conflict(f"session {session} is already {row['status']}")
    return session, row


def _finish(phone: Phone, key: str, row: Row) -> Outcome:
    """Keep the best attempt as a record of today."""
    if not row["scores"]:
        raise conflict("nothing was practised; practice or cancel")
    best = max(row["scores"])
    past = [int(r["score"]) for _, r in phone.state.find("coach_records", topic=row["topic"])]
    phone.state.set("coach_sessions", key, status="finished", steps=[*row["steps"], f"finished with {best}"])
    record = {"topic": row["topic"], "score": best, "attempts": len(row["scores"])}
    kept = phone.state.insert("coach_records", {**record, "date": phone.now.date().isoformat()})
    gain = best - max(past) if past else 0
    data: Row = {"sessionId": key, "status": "finished", "recordId": kept, "score": best, "gain": gain}
    return Outcome(f"{row['topic']}: best score {best} kept", data)


def _records(phone: Phone, topic: str | None) -> Outcome:
    state = phone.state
    names = [str(r["name"]) for _, r in state.items("coach_topics")]
    rows = [r for _, r in state.items("coach_records") if topic is None or r["topic"].lower() == topic.strip().lower()]
    shown = listing("records", list(reversed(rows)), CAP).data or {}
    return Outcome(f"{len(rows)} practice records", {**shown, "topics": list(names)})

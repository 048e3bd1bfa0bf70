"""AI Assistant: agents with sessions - images, spoken practice, dialogues - and what they leave behind."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.files import file
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

FACTS = (
    ("boiling point of water", "100 °C at sea level"), ("capital of Kenya", "Nairobi"), ("tallest mountain", "Everest"),
    ("number of bones in an adult", "206"), ("speed of light", "about 300,000 km per second"),
    ("longest river of Europe", "the Volga"), ("chemical symbol of gold", "Au"), ("moons of Mars", "Phobos and Deimos"),
    ("author of Don Quixote", "Miguel de Cervantes"), ("largest ocean", "the Pacific"),
)  # fmt: skip
TOPICS = ("job interview", "small talk", "presentation", "ordering food", "at the doctor", "checking in")
FILLERS = re.compile(r"\b(um|uh|er|like|you know|well)\b", re.IGNORECASE)
IMAGE_MB = 2


@populate(order=60)
def agents(builder: WorldBuilder) -> None:
    """What the assistant knows: six facts. No session is open."""
    for question, answer in builder.rng.sample(FACTS, 6):
        builder.add("facts", {"question": question, "answer": answer})
    builder.setting("image_style", builder.rng.choice(("photo", "watercolour", "comic")))


@tool(Domain.ASSISTANT)
def general_qa_agent(phone: Phone, question: str) -> Outcome:
    """Answer a question of general knowledge; says so where it does not know."""
    words = set(re.findall(r"\w+", question.lower()))
    if not words:
        raise bad("question is empty")
    for _, row in phone.state.items("facts"):
        keys = {w for w in re.findall(r"\w+", row["question"].lower()) if len(w) > 3}
        if keys <= words:
            return Outcome(row["answer"], {"answer": row["answer"], "found": True})
    return Outcome("no answer known", {"answer": "", "found": False})


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA, permission="storage")
def control_ai_image_agent(
    phone: Phone,
    action: Literal["start", "execute", "cancel"],
    prompt: str | None = None,
    style: Literal["photo", "watercolour", "comic", "sketch"] | None = None,
    sourceFile: str | None = None,
    sessionId: str | None = None,
) -> Outcome:
    """Make a picture from words or from a photo: start with a prompt, then execute with the sessionId."""
    state = phone.state
    if action == "start":
        if not prompt or not prompt.strip():
            raise bad("missing argument prompt")
        source = ""
        if sourceFile is not None:
            row = file(phone, sourceFile)[1]
            if row["type"] != "image":
                raise unsupported(f"{row['name']} is no picture")
            source = row["name"]
        made = {"prompt": prompt, "style": style or phone.setting("image_style"), "source": source, "status": "pending"}
        key = state.insert("image_sessions", made)
        return Outcome(f"session {key} is ready, execute it", {"sessionId": key, "style": made["style"]})
    key, row = _session(phone, "image_sessions", sessionId)
    if action == "cancel":
        state.set("image_sessions", key, status="cancelled")
        return Outcome(f"session {key} cancelled")
    if phone.setting("free_mb") < IMAGE_MB:
        raise conflict(f"storage is full: {phone.setting('free_mb')} MB are free")
    state.set("image_sessions", key, status="completed")
    number = 1 + sum(1 for _, r in state.items("files") if r["name"].startswith("AI picture"))
    name = f"AI picture {number}.png"
    made = {"name": name, "type": "image", "folder": "Pictures", "sizeMb": IMAGE_MB, "hidden": False}
    state.insert("files", {**made, "date": phone.now.date().isoformat()})
    phone.change("free_mb", phone.setting("free_mb") - IMAGE_MB)
    return Outcome(f"saved {name}", {"status": "completed", "fileName": name})


def _session(phone: Phone, table: str, session: str | None) -> tuple[str, Row]:
    if not session:
        raise bad("missing argument sessionId")
    row = phone.state.get(table, session)
    if row is None:
        raise missing(f"no session {session}")
    if row["status"] not in ("pending", "open"):
        raise conflict(f"session {session} is already {row['status']}")
    return session, row


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA, permission="microphone")
def speaking_coach_agent(
    phone: Phone,
    action: Literal["start", "speak", "finish"],
    topic: Literal["job interview", "small talk", "presentation", "ordering food", "at the doctor", "checking in"]
    | None = None,
    text: str | None = None,
    sessionId: str | None = None,
) -> Outcome:
    """Practise speaking: start a topic, give what was said turn by turn, finish for a score that is kept."""
    state = phone.state
    if action == "start":
        if topic is None:
            raise bad("missing argument topic")
        made: Row = {"topic": topic, "status": "open", "turns": 0, "words": 0, "fillers": 0}
        key = state.insert("coach_sessions", made)
        return Outcome(f"session {key}: {topic}", {"sessionId": key})
    key, row = _session(phone, "coach_sessions", sessionId)
    if action == "speak":
        if not text or not text.strip():
            raise bad("missing argument text")
        words, fillers = len(text.split()), len(FILLERS.findall(text))
        counted = {"turns": row["turns"] + 1, "words": row["words"] + words, "fillers": row["fillers"] + fillers}
        state.set("coach_sessions", key, **counted)
        return Outcome(f"{words} words, {fillers} fillers", {"turns": counted["turns"]})
    if not row["turns"]:
        raise conflict("nothing was said yet")
    score = max(0, min(100, 50 + row["words"] // max(1, row["turns"]) * 2 - 100 * row["fillers"] // row["words"]))
    state.set("coach_sessions", key, status="finished")
    state.insert("practice_records", {"kind": "speaking", "topic": row["topic"], "score": score})
    return Outcome(f"score {score} of 100", {"score": score, "turns": row["turns"]})


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA)
def scenario_dialogue_agent(
    phone: Phone,
    action: Literal["start", "reply", "finish"],
    scenario: Literal["restaurant", "airport", "shop", "doctor", "hotel"] | None = None,
    language: Literal["English", "Spanish", "French", "German"] = "English",
    text: str | None = None,
    sessionId: str | None = None,
) -> Outcome:
    """Play a dialogue in a language (restaurant, airport): start it, reply in turn, finish to keep a record."""
    state = phone.state
    if action == "start":
        if scenario is None:
            raise bad("missing argument scenario")
        open_ones = state.find("dialogue_sessions", status="open")
        if open_ones:
            raise conflict(f"dialogue {open_ones[0][0]} is open; finish it first")
        made = {"scenario": scenario, "language": language, "status": "open", "turns": 0}
        key = state.insert("dialogue_sessions", made)
        return Outcome(f"dialogue {key}: {scenario}, {language}", {"sessionId": key})
    key, row = _session(phone, "dialogue_sessions", sessionId)
    if action == "reply":
        if not text or not text.strip():
            raise bad("missing argument text")
        state.set("dialogue_sessions", key, turns=row["turns"] + 1)
        return Outcome(f"turn {row['turns'] + 1} taken", {"turns": row["turns"] + 1})
    state.set("dialogue_sessions", key, status="finished")
    record = {
        "kind": "dialogue",
        "topic": f"{row['scenario']}, {row['language']}",
        "score": min(100, 10 * row["turns"]),
    }
    state.insert("practice_records", record)
    return Outcome(f"{row['turns']} turns in {row['language']}", {"turns": row["turns"]})

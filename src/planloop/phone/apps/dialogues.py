"""AI Assistant: role-play dialogues - the agent plays the other side, the owner's replies carry a scene to its end."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

_COUNTS = r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve"
NEEDS = {
    "greeting": r"\b(hello|hi|hey|good (morning|afternoon|evening|day)|nice to meet you)\b",
    "count": rf"\b({_COUNTS}|a (single|couple))\b",
    "time": r"\b\d{1,2}([:.]\d\d)?\s?(am|pm|o'?clock|h)\b|\b\d{1,2}:\d\d\b|\b(noon|midnight|morning|evening)\b",
    "name": r"\b(my name is|i am|i'm|name's|under the name|this is)\s+\w+",
    "yes or no": r"\b(yes|no|yeah|nope|sure|please do|of course|not really|rather not|fine)\b",
    "reason": r"\b(because|since|so that|in order to|due to)\b",
    "thanks": r"\b(thanks|thank you|goodbye|bye|see you)\b",
    "days": rf"\b({_COUNTS}|a few)\s+(days?|nights?|weeks?|hours?)\b|\bsince (yesterday|monday|last)\b",
}
ASKED = {
    "greeting": "Good day, first of all.", "count": "Sorry, how many?", "time": "Sorry, at what time?",
    "name": "Sorry, what is your name?", "yes or no": "Sorry, yes or no?", "reason": "Sorry, why?",
    "thanks": "Sorry, is there anything else?", "days": "Sorry, how many days?",
}  # fmt: skip
"""What the other side says where a reply lacks the need."""
SCENES: dict[str, tuple[tuple[str, str], ...]] = {
    "Hotel check-in": (
        ("Welcome to {house}. How can I help you?", "greeting"), ("Under which name is the room?", "name"),
        ("How long will you stay? The room is {price} EUR a night.", "days"),
        ("Shall I wake you at {hour}?", "yes or no"),
        ("Here is the key to room {number}. Anything else?", "thanks")),
    "Restaurant order": (
        ("Good evening, a table for how many?", "count"), ("Today we have {dish} or {other}. Which one?", "choice"),
        ("Would you like bread with it?", "yes or no"), ("That makes {price} EUR. Was everything well?", "thanks")),
    "Job interview": (
        ("Good morning, please introduce yourself.", "name"), ("Why do you want to work for {house}?", "reason"),
        ("How many years of experience do you have?", "count"), ("When could we talk again?", "time"),
        ("We will write to you soon.", "thanks")),
    "At the doctor": (
        ("Hello, who are you?", "name"), ("How long has it hurt?", "days"), ("Do you take any medicine?", "yes or no"),
        ("Come again at {hour}. Does that suit you?", "yes or no"), ("Get well soon.", "thanks")),
    "Ticket counter": (
        ("Next, please. How many tickets?", "count"), ("At what time do you want to travel?", "time"),
        ("By {dish} or {other}?", "choice"), ("That is {price} EUR, platform {number}.", "thanks")),
    "Lost property": (
        ("Good day, what is your name?", "name"), ("When did you lose it?", "time"),
        ("Why do you think it is here?", "reason"), ("It is on shelf {number}. Sign here?", "yes or no")),
}  # fmt: skip
HOUSES = ("Northwind", "Bluebell", "The Compass", "Old Oak", "Silver Crane")
DISHES = (("pasta", "risotto"), ("fish", "lamb"), ("soup", "salad"), ("curry", "stew"))
TRAINS = (("express", "local train"), ("bus", "ferry"), ("tram", "metro"))
CAP = 5


@populate(order=60)
def dialogues(builder: WorldBuilder) -> None:
    """Four scenes with names, prices and choices of this world; no dialogue is open."""
    rng = builder.rng
    for name in rng.sample(sorted(SCENES), 4):
        first, second = rng.choice(TRAINS if name == "Ticket counter" else DISHES)
        words = {"house": rng.choice(HOUSES), "price": rng.randrange(9, 160), "number": rng.randrange(2, 60)}
        words |= {"dish": first, "other": second, "hour": f"{rng.randrange(7, 12)}:{rng.choice(('00', '30'))}"}
        lines = [line.format(**words) for line, _ in SCENES[name]]
        needs = [f"choice {first}|{second}" if need == "choice" else need for _, need in SCENES[name]]
        builder.add("dialogue_scenes", {"name": name, "lines": lines, "needs": needs})
    builder.tables.setdefault("dialogue_sessions", {})
    builder.tables.setdefault("dialogue_records", {})


def carries(need: str, text: str) -> bool:
    """Whether a reply says what a step of the scene needs (a key of `NEEDS`, or `choice A|B`)."""
    if need.startswith("choice "):
        return sum(bool(re.search(rf"\b{w}\b", text.lower())) for w in need.removeprefix("choice ").split("|")) == 1
    return re.search(NEEDS[need], text.lower()) is not None


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA)
def scenario_dialogue_agent(
    phone: Phone,
    action: Literal["query", "start", "reply", "end"],
    scenario: str | None = None,
    text: str | None = None,
    sessionId: str | None = None,
) -> Outcome:
    """Role-play a scene with the agent (hotel, doctor, interview): start a scenario, reply turn by turn, or end it.

    A reply that does not say what is asked costs points; the last one leaves a record. `query` shows scenarios, the
    open session, records (of a scenario), or what was said in a session. Raises 404 for an unknown scenario or
    session, 409 to start while one is open, or to go on with one that is over.
    """
    state = phone.state
    if action == "query":
        return _said(phone, sessionId) if sessionId else _query(phone, scenario)
    if action == "start":
        return _start(phone, scenario)
    if not sessionId:
        raise bad("missing argument sessionId")
    row = state.get("dialogue_sessions", sessionId)
    if row is None:
        raise missing(f"no session {sessionId}")
    if row["status"] != "open":
        raise conflict(f"session {sessionId} is already {row['status']}")
    if action == "end":
        state.set("dialogue_sessions", sessionId, status="ended")
        done = f"ended after {row['step']} of {row['of']} steps, no record kept"
        return Outcome(done, {"sessionId": sessionId, "status": "ended"})
    if not text or not text.strip():
        raise bad("missing argument text")
    return _reply(phone, sessionId, row, text.strip())


def _query(phone: Phone, scenario: str | None) -> Outcome:
    """Scenarios, the open session, and the records of all or of one scenario, newest first."""
    state = phone.state
    names = [str(r["name"]) for _, r in state.items("dialogue_scenes")]
    only = ""
    if scenario is not None:
        key = resolve(state.items("dialogue_scenes"), scenario, "scenario")
        only = str((state.get("dialogue_scenes", key) or {})["name"])
    rows = [
        {name: row[name] for name in ("scenario", "score", "turns", "date")}
        for _, row in state.items("dialogue_records")
        if only in ("", row["scenario"])
    ]
    shown = listing("records", list(reversed(rows)), CAP).data or {}
    opened: Row = {}
    for session, row in state.find("dialogue_sessions", status="open"):
        opened = {"sessionId": session, **{name: row[name] for name in ("scenario", "step", "of")}}
        opened["line"] = str(row["transcript"][-1]).removeprefix("Agent: ")
    return Outcome(f"{len(names)} scenarios", {**shown, "scenarios": list(names), "open": opened})


def _said(phone: Phone, session: str) -> Outcome:
    """A session whole, open or over."""
    row = phone.state.get("dialogue_sessions", session)
    if row is None:
        raise missing(f"no session {session}")
    data: Row = {name: row[name] for name in ("scenario", "status", "step", "of", "transcript")}
    return Outcome(f"{row['scenario']}, {row['status']}", {"sessionId": session, **data})


def _start(phone: Phone, scenario: str | None) -> Outcome:
    if scenario is None:
        raise bad("missing argument scenario")
    state = phone.state
    scene = resolve(state.items("dialogue_scenes"), scenario, "scenario")
    for key, row in state.find("dialogue_sessions", status="open"):
        raise conflict(f"session {key}, {row['scenario']}, is open; end it first")
    found = state.get("dialogue_scenes", scene) or {}
    line, of = found["lines"][0], len(found["lines"])
    made: Row = {"scene": scene, "scenario": found["name"], "status": "open", "step": 0, "of": of, "misses": 0}
    key = state.insert("dialogue_sessions", {**made, "transcript": [f"Agent: {line}"]})
    return Outcome(line, {"sessionId": key, "status": "open", "step": 0, "of": of, "line": line})


def _reply(phone: Phone, key: str, row: Row, text: str) -> Outcome:
    """Go a step on where the reply says what is needed, ask again where not; the last step leaves a record."""
    state = phone.state
    scene = state.get("dialogue_scenes", row["scene"])
    if scene is None:
        raise missing(f"scenario {row['scenario']} is gone; end the session")
    step, misses = row["step"], row["misses"]
    said = [*row["transcript"], f"You: {text}"]
    if not carries(scene["needs"][step], text):
        need = str(scene["needs"][step])
        first, _, second = need.removeprefix("choice ").partition("|")
        line = f"Sorry, {first} or {second}?" if need.startswith("choice ") else ASKED[need]
        state.set("dialogue_sessions", key, misses=misses + 1, transcript=[*said, f"Agent: {line}"])
        return Outcome(line, {"sessionId": key, "status": "open", "step": step, "of": row["of"], "line": line})
    step += 1
    if step < row["of"]:
        line = scene["lines"][step]
        state.set("dialogue_sessions", key, step=step, transcript=[*said, f"Agent: {line}"])
        return Outcome(line, {"sessionId": key, "status": "open", "step": step, "of": row["of"], "line": line})
    score = round(100 * step / (step + misses))
    state.set("dialogue_sessions", key, step=step, status="completed", transcript=said)
    record: Row = {"scenario": row["scenario"], "score": score, "turns": step + misses, "transcript": said}
    kept = state.insert("dialogue_records", {**record, "date": phone.now.date().isoformat()})
    data: Row = {"sessionId": key, "status": "completed", "step": step, "of": row["of"], "recordId": kept}
    return Outcome(f"{row['scenario']} completed, score {score}", {**data, "score": score})

"""Calls & Communication: what becomes of calls that nobody takes - forwarding and voicemail."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.contacts import party
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.reach import need_network
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

CONDITIONS = ("always", "busy", "no_answer", "unreachable")
SPOKEN = (
    "Please call me back before five.", "Your glasses are ready for pickup.", "I am in front of the door, is it open?",
    "The appointment moves to Thursday at nine.", "Thanks for the flowers, they are lovely.", "Wrong number, sorry.",
    "The landlord will read the meter on Monday.", "Bring the blue charger tonight, please.", "We won the raffle!",
    "The car is repaired and costs 240 euros.", "Choir is cancelled this week.", "Table booked for half past six.",
)  # fmt: skip
GREETINGS = ("Please leave a message.", "I cannot take your call now.", "Speak after the tone.")
LONGEST = 200
CAP = 5


@populate(order=60)
def unanswered(builder: WorldBuilder) -> None:
    """Forwarding of unreachable calls in some worlds, three to five voicemails, one of a stranger, and a greeting."""
    rng = builder.rng
    people = list(builder.tables["contacts"].values())
    for condition in CONDITIONS:
        used = condition in ("no_answer", "unreachable") and rng.random() < 0.4
        person = rng.choice(people)
        row = {"enabled": used and rng.random() < 0.6, "name": person["name"], "phone": person["phone"]}
        builder.add("call_forwards", row if used else {"enabled": False, "name": "", "phone": ""}, key=condition)
    for index, text in enumerate(rng.sample(SPOKEN, rng.randrange(3, 6))):
        person = rng.choice(people) if index else {"name": "", "phone": f"555-0{rng.randrange(100, 1000)}"}
        moment = builder.now - timedelta(minutes=rng.randrange(20, 7000))
        row = {"name": person["name"], "phone": person["phone"], "time": f"{moment:%Y-%m-%d %H:%M}"}
        builder.add("voicemails", {**row, "seconds": rng.randrange(4, 50), "text": text, "heard": rng.random() < 0.4})
    builder.setting("voicemail_greeting", rng.choice(GREETINGS))


@tool(Domain.CALLS, SideEffect.REVERSIBLE, permission="phone")
def manage_call_forwarding(
    phone: Phone,
    action: Literal["query", "enable", "disable"],
    condition: Literal["always", "busy", "no_answer", "unreachable"] | None = None,
    phoneNumber: str | None = None,
) -> Outcome:
    """Send incoming calls on to a number or contact: always, when busy, on no answer, or when unreachable."""
    state = phone.state
    if action == "query":
        rows = [{"condition": key, "to": _target(row)} for key, row in state.find("call_forwards", enabled=True)]
        return listing("forwardings on", rows, CAP)
    need_network(phone)
    if action == "disable":
        for key in CONDITIONS if condition is None else (condition,):
            state.set("call_forwards", key, enabled=False)
        return Outcome(f"forwarding off ({condition or 'all'})")
    if condition is None:
        raise bad("missing argument condition")
    if condition != "always" and (state.get("call_forwards", "always") or {})["enabled"]:
        raise conflict("all calls are forwarded; disable always first")
    row = state.get("call_forwards", condition) or {}
    if phoneNumber is None and not row["phone"]:
        raise bad("missing argument phoneNumber")
    name, number = (row["name"], row["phone"]) if phoneNumber is None else party(phone, phoneNumber)
    if state.find("blocked_numbers", phone=number):
        raise conflict(f"{name or number} is blocked; unblock it first")
    fresh = state.set("call_forwards", condition, enabled=True, name=name, phone=number)
    return Outcome(f"calls go to {_target(fresh)} ({condition})")


def _target(row: Row) -> str:
    return str(row["name"] or row["phone"])


@tool(Domain.CALLS, SideEffect.DESTRUCTIVE, permission="phone")
def manage_voicemail(
    phone: Phone,
    action: Literal["query", "play", "delete", "delete_heard", "set_greeting"],
    caller: str | None = None,
    time: Time | None = None,
    greeting: str | None = None,
) -> Outcome:
    """Voicemail box: list, play or delete spoken messages of missed callers, change the greeting."""
    state = phone.state
    if action == "query":
        rows = [_shown(row) for _, row in state.items("voicemails")]
        rows.sort(key=lambda row: str(row["time"]), reverse=True)
        unheard = sum(not row["heard"] for row in rows)
        data = listing("voicemails", rows, CAP).data or {}
        return Outcome(f"{len(rows)} voicemails, {unheard} unheard", {**data, "greeting": _greeting(phone)})
    if action == "set_greeting":
        if greeting is None or not greeting.strip():
            raise bad("missing argument greeting")
        if len(greeting) > LONGEST:
            raise bad(f"greeting: {len(greeting)} characters, at most {LONGEST}")
        phone.change("voicemail_greeting", greeting.strip())
        return Outcome("greeting changed")
    if action == "delete_heard":
        heard = state.find("voicemails", heard=True)
        for key, _ in heard:
            state.delete("voicemails", key)
        return Outcome(f"{len(heard)} voicemails deleted")
    key, row = _voicemail(phone, caller, time)
    if action == "delete":
        state.delete("voicemails", key)
        return Outcome(f"voicemail of {_target(row)} deleted")
    if phone.setting("playback") == "playing":
        phone.change("playback", "paused")
    state.set("voicemails", key, heard=True)
    return Outcome(
        f"{_target(row)}: {row['text']}", {"caller": _target(row), "phone": row["phone"], "text": row["text"]}
    )


def _greeting(phone: Phone) -> str:
    return str(phone.setting("voicemail_greeting"))


def _shown(row: Row) -> Row:
    return {"caller": _target(row), "time": row["time"], "seconds": row["seconds"], "heard": row["heard"]}


def _voicemail(phone: Phone, caller: str | None, time: str | None) -> tuple[str, Row]:
    """The one message of a caller (at that time of day). Raises 400 without both, 404 for none, 409 for several."""
    if caller is None and time is None:
        raise bad("name the voicemail by caller or time")
    number = None if caller is None else party(phone, caller)[1]
    found = [
        (key, row)
        for key, row in phone.state.items("voicemails")
        if number in (None, row["phone"]) and (time is None or row["time"].endswith(time))
    ]
    if not found:
        raise missing(f"no voicemail {f'of {caller}' if caller else f'at {time}'}")
    if len(found) > 1:
        times = ", ".join(row["time"] for _, row in found[:4])
        raise conflict(f"{len(found)} voicemails match; give caller and time: {times}")
    return found[0]

"""Calls & Communication: the calls of this moment - ringing, active or on hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.record import JsonObject
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

Lines = dict[str, Row]
CAP = 4
ENDED = "ended"


@populate(order=60)
def conversation(builder: WorldBuilder) -> None:
    """In a third of the worlds somebody is calling or (without music) already talking with the owner."""
    rng = builder.rng
    music = builder.tables["settings"]["playback"]["value"] == "playing"
    person = rng.choice(list(builder.tables["contacts"].values()))
    builder.setting("call_muted", False)
    builder.setting("call_speaker", False)
    builder.setting("call_paused_music", False)
    builder.tables.setdefault("live_calls", {})
    if rng.random() < 0.35:
        status = "ringing" if music else rng.choice(("ringing", "active", "held"))
        row = {"name": person["name"], "phone": person["phone"], "status": status, "merged": False}
        builder.add("live_calls", row)


def lines(phone: Phone) -> Lines:
    """Calls that last, by id. One made with `make_call` is under way until it is ended; those before it wait on hold.

    The clock stands still, so a call of the log that began now still goes on.
    """
    if phone.setting("airplane_mode"):
        return {}
    known = dict(phone.state.items("live_calls"))
    made = phone.state.find("calls", type="outgoing", time=f"{phone.now:%Y-%m-%d %H:%M}")
    fresh = [(key, row) for key, row in made if key not in known]
    if fresh:
        known = _hold_all(known)
    for key, row in fresh:
        status = "active" if key == fresh[-1][0] else "held"
        known[key] = {"name": row["name"], "phone": row["phone"], "status": status, "merged": False}
    return {key: row for key, row in known.items() if row["status"] != ENDED}


def talking(phone: Phone) -> bool:
    """Whether a call is active, which holds microphone and loudspeaker."""
    return any(row["status"] == "active" for row in lines(phone).values())


@tool(Domain.CALLS, SideEffect.EXTERNAL, permission="phone")
def control_call(
    phone: Phone,
    action: Literal[
        "query", "answer", "decline", "hold", "resume", "merge", "end", "mute", "unmute", "speaker_on", "speaker_off"
    ],
    contact: str | None = None,
) -> Outcome:
    """During a call: answer, decline, hold, resume, merge into a conference, hang up, mute, loudspeaker.

    Answering pauses music, which goes on after the last call, and holds the active call. `contact` picks one of
    several calls. Raises 409 where no call is in the state that the action needs, 404 for a call with somebody else.
    """
    held = lines(phone)
    if action == "query":
        named = [(key, {"who": _who(row)}) for key, row in held.items()]
        keys = list(held) if contact is None else [resolve(named, contact, "call", "who")]
        rows = [{"with": _who(held[key]), "status": held[key]["status"]} for key in keys]
        data: JsonObject = {"muted": phone.setting("call_muted"), "speaker": phone.setting("call_speaker")}
        out = listing("calls under way", rows, CAP)
        return Outcome(out.message, {**(out.data or {}), **data})
    if action in ("mute", "unmute", "speaker_on", "speaker_off"):
        return _sound(phone, held, action, contact)
    handlers: dict[str, Callable[[Phone, Lines, str | None], str]] = {
        "answer": _answer, "decline": _decline, "hold": _hold, "resume": _resume, "merge": _merge, "end": _end,
    }  # fmt: skip
    return Outcome(handlers[action](phone, held, contact))


def _sound(phone: Phone, held: Lines, action: str, contact: str | None) -> Outcome:
    """Microphone or loudspeaker of the active call; asking for the present state is not an error."""
    _of(held, "active", contact)
    if action in ("mute", "unmute"):
        name, label, on = "call_muted", "microphone", action == "mute"
        state = "muted" if on else "on"
    else:
        name, label, on = "call_speaker", "loudspeaker", action == "speaker_on"
        state = "on" if on else "off"
    old = phone.change(name, on)
    return Outcome(f"{label} was already {state}" if old == on else f"{label} {state}")


def _who(row: Row) -> str:
    return str(row["name"] or row["phone"])


def _of(held: Lines, status: str, contact: str | None) -> str:
    """The one call of a status (with that contact, if one is named). Raises 409 for none, 404 for another's name."""
    rows = [(key, {"who": _who(row)}) for key, row in held.items() if row["status"] == status]
    if not rows:
        raise conflict(f"no call is {status}")
    if contact is not None:
        return resolve(rows, contact, f"{status} call", "who")
    if len(rows) > 1 and not all(held[key]["merged"] for key, _ in rows):
        raise conflict(f"several calls are {status}: {', '.join(row['who'] for _, row in rows)}; give contact")
    return rows[0][0]


def _hold_all(held: Lines) -> Lines:
    return {key: {**row, "status": "held"} if row["status"] == "active" else row for key, row in held.items()}


def _keep(phone: Phone, held: Lines) -> None:
    """Write calls down as they are now; with the last one gone, microphone, loudspeaker and music are as before."""
    for key, row in held.items():
        if phone.state.get("live_calls", key) != row:
            phone.state.insert("live_calls", row, key=key)
    if all(row["status"] in (ENDED, "ringing") for row in held.values()):
        phone.change("call_muted", False)
        phone.change("call_speaker", False)
        if phone.change("call_paused_music", False) and phone.setting("playback") == "paused":
            phone.change("playback", "playing")


def _log(phone: Phone, row: Row, kind: str) -> None:
    entry = {"name": row["name"], "phone": row["phone"], "type": kind, "time": f"{phone.now:%Y-%m-%d %H:%M}"}
    phone.state.insert("calls", entry)


def _answer(phone: Phone, held: Lines, contact: str | None) -> str:
    key = _of(held, "ringing", contact)
    rest = _hold_all(held)
    _keep(phone, {**rest, key: {**held[key], "status": "active"}})
    _log(phone, held[key], "incoming")
    if phone.setting("playback") == "playing":
        phone.change("playback", "paused")
        phone.change("call_paused_music", True)
    return f"talking with {_who(held[key])}"


def _decline(phone: Phone, held: Lines, contact: str | None) -> str:
    key = _of(held, "ringing", contact)
    _keep(phone, {**held, key: {**held[key], "status": ENDED}})
    _log(phone, held[key], "missed")
    return f"call of {_who(held[key])} declined"


def _hold(phone: Phone, held: Lines, contact: str | None) -> str:
    """The active call waits; of a conference all who are in it."""
    _of(held, "active", contact)
    _keep(phone, _hold_all(held))
    return f"on hold: {', '.join(_who(row) for row in held.values() if row['status'] == 'active')}"


def _resume(phone: Phone, held: Lines, contact: str | None) -> str:
    """Go on with a call on hold, or with everybody of a conference on hold."""
    key = _of(held, "held", contact)
    keys = [k for k, r in held.items() if r["status"] == "held" and r["merged"]] if held[key]["merged"] else [key]
    _keep(phone, {**_hold_all(held), **{k: {**held[k], "status": "active"} for k in keys}})
    return f"talking with {', '.join(_who(held[k]) for k in keys)}"


def _merge(phone: Phone, held: Lines, contact: str | None) -> str:
    if contact is not None:
        raise bad("merge joins all calls; leave contact out")
    for status in ("active", "held"):
        if not any(row["status"] == status for row in held.values()):
            raise conflict(f"no call is {status}; a conference needs one active and one held")
    joined = {
        k: {**r, "status": "active", "merged": True} for k, r in held.items() if r["status"] in ("active", "held")
    }
    _keep(phone, {**held, **joined})
    return f"conference with {', '.join(_who(row) for row in joined.values())}"


def _end(phone: Phone, held: Lines, contact: str | None) -> str:
    """Hang up on one person, or on all of the active call; where nobody is active, on the call that waits."""
    taken = {k: r for k, r in held.items() if r["status"] in ("active", "held")}
    if not taken:
        raise conflict("no call was answered; decline the one that rings" if held else "no call is under way")
    status = "active" if any(row["status"] == "active" for row in taken.values()) else "held"
    if contact is not None:
        rows = [(k, {"who": _who(r)}) for k, r in taken.items()]
        keys = [resolve(rows, contact, "call", "who")]
    else:
        key = _of(held, status, None)
        keys = [k for k, r in held.items() if r["status"] == status] if held[key]["merged"] else [key]
    _keep(phone, {**held, **{key: {**held[key], "status": ENDED} for key in keys}})
    return f"call with {', '.join(_who(held[key]) for key in keys)} ended"

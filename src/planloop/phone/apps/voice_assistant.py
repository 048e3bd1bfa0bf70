"""AI Assistant: the voice assistant - wake word and voice, and its open session by voice or with the camera."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.conversation import talking
from planloop.phone.apps.microphone import need_free_microphone
from planloop.phone.apps.saving import free_name, save_file
from planloop.phone.errors import bad, conflict, denied, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

VOICES = ("Alba", "Bruno", "Celia", "Dario", "Esme", "Falk")
WAKE_WORDS = ("Hey Nova", "Hello Juniper", "Okay Comet", "Hey Sparrow", "Hi Marlow")
SAID = (
    ("How far is the airport?", "About 18 km, 25 minutes by car."), ("Flip a coin.", "Heads."),
    ("Say good night in Italian.", "Buona notte."), ("Tell me a riddle.", "What has keys but opens no lock?"),
    ("How warm is it in here?", "I have no thermometer in this room."), ("Spell rhythm.", "R, h, y, t, h, m."),
    ("Which tree is this?", "It looks like a silver birch."), ("What does this sign say?", "It says: no parking."),
)  # fmt: skip
IMAGE_MB = 3


@populate(order=60)
def voice_assistant(builder: WorldBuilder) -> None:
    """Its settings, and in many worlds an open session, by voice or multimodal, with what was said.

    A session pauses music and leaves the microphone to calls, so there is none while music plays or somebody calls.
    """
    rng = builder.rng
    if "camera" not in builder.tables["permissions"]:
        builder.permission("camera")
    busy = builder.tables["settings"]["playback"]["value"] == "playing" or builder.tables["live_calls"]
    opened = "" if busy else rng.choice(("", "voice", "multimodal"))
    builder.setting("voice_assistant_enabled", bool(opened) or rng.random() < 0.6)
    builder.setting("voice_assistant_wake_word", rng.choice(WAKE_WORDS))
    builder.setting("voice_assistant_voice", rng.choice(VOICES))
    builder.setting("voice_assistant_speed", rng.choice((75, 100, 100, 125)))
    builder.setting("voice_assistant_lock_screen", rng.random() < 0.5)
    builder.tables.setdefault("assistant_sessions", {})
    if opened:
        lines = [line for pair in rng.sample(SAID, rng.randrange(1, 4)) for line in pair]
        row = {"mode": opened, "status": "active", "transcript": lines, "pausedMusic": False}
        builder.add("assistant_sessions", {**row, "started": f"{builder.now:%Y-%m-%d %H:%M}"})


def open_session(phone: Phone) -> tuple[str, Row] | None:
    """The open session of the assistant, which holds the microphone, or None."""
    return next(iter(phone.state.find("assistant_sessions", status="active")), None)


@tool(Domain.ASSISTANT, SideEffect.REVERSIBLE)
def manage_voice_assistant(
    phone: Phone,
    action: Literal["query", "enable", "disable", "configure", "start"],
    settingItem: Literal["wake_word", "voice", "speed", "lock_screen"] | None = None,
    settingValue: str | None = None,
    mode: Literal["voice", "multimodal"] = "voice",
) -> Outcome:
    """Voice assistant: switch it, change wake word, voice, speed or lock-screen use, or start a session.

    A session pauses music. Raises 403 without the microphone (and camera, for multimodal), 409 to start while it is
    off, a session is open, something else listens or super_saving is on, and to disable during a session.
    """
    enabled = bool(phone.setting("voice_assistant_enabled"))
    session = open_session(phone)
    if action == "query":
        names = ("enabled", "wake_word", "voice", "speed", "lock_screen")
        data: Row = {name: phone.setting(f"voice_assistant_{name}") for name in names}
        data["session"] = session[1]["mode"] if session else ""
        data["sessionId"] = session[0] if session else ""
        return Outcome(f"voice assistant is {'on' if enabled else 'off'}", data)
    if action == "configure":
        if settingItem is None or settingValue is None:
            raise bad(f"missing argument {'settingValue' if settingItem else 'settingItem'}")
        value = _value(phone, settingItem, settingValue.strip())
        old = phone.change(f"voice_assistant_{settingItem}", value)
        shown = ("on" if value else "off") if isinstance(value, bool) else value
        message = f"{settingItem} was already {shown}" if old == value else f"{settingItem} is now {shown}"
        return Outcome(message, {"old_value": old, "new_value": value})
    if action == "disable":
        if session:
            raise conflict(f"a {session[1]['mode']} session is open; end it first")
        phone.change("voice_assistant_enabled", False)
        return Outcome("voice assistant off" if enabled else "voice assistant was already off")
    if not phone.granted("microphone"):
        raise denied("permission microphone is not granted")
    if action == "enable":
        if not enabled and phone.setting("power_mode") == "super_saving":
            raise conflict("super_saving is on; disable it first")
        phone.change("voice_assistant_enabled", True)
        return Outcome("voice assistant was already on" if enabled else "voice assistant on")
    return _start(phone, mode)


def _value(phone: Phone, item: str, text: str) -> str | int | bool:
    """The checked value of a setting. Raises 400 or 422, and 409 for a wake word that is also somebody's name."""
    if item == "voice":
        voice = next((v for v in VOICES if v.lower() == text.lower()), None)
        if voice is None:
            raise unsupported(f"no voice {text}; voices: {', '.join(VOICES)}")
        return voice
    if item == "speed":
        number = text.removesuffix("%").strip()
        if not (number.isascii() and number.isdigit() and 50 <= int(number) <= 200):
            raise bad(f"settingValue: {text!r} is not 50-200 percent")
        return int(number)
    if item == "lock_screen":
        if text.lower() not in ("on", "off", "true", "false"):
            raise bad(f"settingValue: {text!r} is not on or off")
        return text.lower() in ("on", "true")
    words = text.split()
    if not 4 <= len(text) <= 24 or len(words) > 3 or not all(w.isalpha() for w in words):
        raise bad("settingValue: a wake word has 4-24 letters in at most three words")
    names = {w.lower() for _, r in phone.state.items("contacts") for w in str(r["name"]).split()}
    clash = next((w for w in words if w.lower() in names), None)
    if clash:
        raise conflict(f"{clash} is the name of a contact; choose another word")
    return " ".join(w.capitalize() for w in words)


def _start(phone: Phone, mode: str) -> Outcome:
    if not phone.setting("voice_assistant_enabled"):
        raise conflict("voice assistant is off; enable it first")
    session = open_session(phone)
    if session:
        raise conflict(f"a {session[1]['mode']} session is open; end it first")
    if phone.setting("power_mode") == "super_saving":
        raise conflict("super_saving is on; disable it first")
    need_free_microphone(phone)
    if mode == "multimodal" and not phone.granted("camera"):
        raise denied("permission camera is not granted")
    music = phone.setting("playback") == "playing"
    if music:
        phone.change("playback", "paused")
    row: Row = {"mode": mode, "status": "active", "transcript": [], "pausedMusic": music}
    key = phone.state.insert("assistant_sessions", {**row, "started": f"{phone.now:%Y-%m-%d %H:%M}"})
    return Outcome(f"{mode} session open", {"sessionId": key, "status": "active", "pausedMusic": music})


def _current(phone: Phone, mode: str, other: str) -> tuple[str, Row]:
    session = open_session(phone)
    if session is None:
        raise conflict("no session of the assistant is open")
    if session[1]["mode"] != mode:
        raise conflict(f"the open session is {session[1]['mode']}; use {other}")
    return session


def _close(phone: Phone, key: str, row: Row) -> str:
    """End a session, and let the music go on that its start paused, unless a call is active by now."""
    phone.state.set("assistant_sessions", key, status="closed")
    if row["pausedMusic"] and phone.setting("playback") == "paused" and not talking(phone):
        phone.change("playback", "playing")
        return "; music goes on"
    return ""


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA)
def close_voice_assistant_session(phone: Phone, saveTranscript: bool = False) -> Outcome:
    """End the assistant's open session by voice (not one with camera); saveTranscript keeps what was said as a note.

    Music that the session paused goes on. Raises 409 where no such session is open, and for saveTranscript where
    nothing was said.
    """
    key, row = _current(phone, "voice", "multimodal_dialogue_exit")
    data: Row = {"sessionId": key, "status": "closed"}
    if saveTranscript:
        if not row["transcript"]:
            raise conflict("nothing was said; close without saveTranscript")
        note = {"title": f"Assistant {row['started']}", "content": "\n".join(row["transcript"])}
        if phone.state.find("notes", title=note["title"]):
            raise conflict(f"there is already a note {note['title']}")
        data["noteId"] = phone.state.insert("notes", note)
    return Outcome(f"voice session closed{_close(phone, key, row)}", data)


@tool(Domain.ASSISTANT, SideEffect.WRITES_USER_DATA)
def multimodal_dialogue_exit(phone: Phone, continueByVoice: bool = False, keepImage: bool = False) -> Outcome:
    """Leave the assistant's dialogue with camera and voice: end it or go on by voice; keepImage saves the last view.

    Raises 409 where no such dialogue is open or storage is full, 403 for an image without the storage permission.
    """
    key, row = _current(phone, "multimodal", "close_voice_assistant_session")
    data: Row = {"sessionId": key, "status": "active" if continueByVoice else "closed"}
    if keepImage:
        data["fileName"] = save_file(phone, free_name(phone, "Assistant view", "jpg"), "image", "Pictures", IMAGE_MB)
    if continueByVoice:
        phone.state.set("assistant_sessions", key, mode="voice")
        return Outcome("camera off, the session goes on by voice", data)
    return Outcome(f"multimodal dialogue ended{_close(phone, key, row)}", data)

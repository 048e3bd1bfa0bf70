"""Input & Interaction: the screen readers TalkBack and Select to Speak, and the voice they share."""

from __future__ import annotations

from typing import Any, Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.gestures import three_buttons
from planloop.phone.apps.switch import switch, word
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TALKBACK = {"pitch": "pitch", "soundFeedback": "sound_feedback", "vibrationFeedback": "vibration_feedback"}
SPEAK = {"highlightColor": "highlight_color", "readInBackground": "read_in_background", "language": "language"}
"""Arguments, and the names that their settings have in results."""
COLOURS = ("blue", "green", "orange", "pink", "yellow")
OWN = "English"
"""The language that needs no voice pack."""
Reader = Literal["query", "enable", "disable", "configure"]


@populate()
def screen_readers(builder: WorldBuilder) -> None:
    """How the two readers are set; whether one is on belongs to the gestures, which depend on it."""
    rng = builder.rng
    builder.setting("talkback_pitch", rng.choice((0.8, 1.0, 1.0, 1.2)))
    builder.setting("talkback_sound_feedback", rng.random() < 0.7)
    builder.setting("talkback_vibration_feedback", rng.random() < 0.7)
    builder.setting("select_to_speak_highlight_color", rng.choice(COLOURS))
    builder.setting("select_to_speak_read_in_background", rng.random() < 0.3)
    builder.setting("select_to_speak_language", OWN)


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_talkback(
    phone: Phone,
    action: Reader,
    pitch: float | None = None,
    soundFeedback: bool | None = None,
    vibrationFeedback: bool | None = None,
) -> Outcome:
    """Screen reader TalkBack, which speaks all that is touched: switch it, or set its pitch (0.5-2) and feedback.

    Enabling it ends Select to Speak and brings three buttons. The settings are taken by `enable` and `configure`
    (400 elsewhere); the speech rate is that of `set_speech_rate`.
    """
    given = {"pitch": pitch, "soundFeedback": soundFeedback, "vibrationFeedback": vibrationFeedback}
    fresh = _given(action, {TALKBACK[name]: value for name, value in given.items() if value is not None}, TALKBACK)
    if pitch is not None and not 0.5 <= pitch <= 2:
        raise bad(f"pitch: {pitch:g} is not 0.5-2")
    effects = _alone(phone) if action == "enable" else []
    message = _apply(phone, "talkback", action, fresh, "TalkBack")
    settings = {name: phone.setting(f"talkback_{name}") for name in TALKBACK.values()}
    settings["speech_rate"] = phone.setting("talkback_rate")
    return Outcome("; ".join([message, *effects]), {"enabled": bool(phone.setting("talkback")), "settings": settings})


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_select_to_speak(
    phone: Phone,
    action: Reader,
    highlightColor: Literal["blue", "green", "orange", "pink", "yellow"] | None = None,
    readInBackground: bool | None = None,
    language: str | None = None,
) -> Outcome:
    """Select to Speak, which reads aloud only what is selected: switch it, or set highlight, language, background.

    Enabling it is refused (409) while TalkBack is on. Another language than English needs its voice pack (409), and
    is English again where that is removed. The settings are taken by `enable` and `configure` (400 elsewhere).
    """
    given = {"highlightColor": highlightColor, "readInBackground": readInBackground, "language": language}
    fresh = _given(action, {SPEAK[name]: value for name, value in given.items() if value is not None}, SPEAK)
    if action == "enable" and phone.setting("talkback"):
        raise conflict("TalkBack is on and reads already; disable it first")
    if language is not None:
        fresh["language"] = _voice(phone, language)
    message = _apply(phone, "select_to_speak", action, fresh, "Select to Speak")
    settings = {name: phone.setting(f"select_to_speak_{name}") for name in SPEAK.values()}
    if not _spoken(phone, settings["language"]):
        settings["language"] = OWN
    settings["speech_rate"] = phone.setting("talkback_rate")
    return Outcome(message, {"enabled": bool(phone.setting("select_to_speak")), "settings": settings})


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def set_speech_rate(phone: Phone, rate: float) -> Outcome:
    """How fast TalkBack and Select to Speak speak: 0.5 to 3, 1 is normal."""
    if not 0.5 <= rate <= 3:
        raise bad(f"rate: {rate:g} is not 0.5-3")
    old = phone.change("talkback_rate", float(rate))
    message = f"speech rate was already {rate:g}" if old == rate else f"speech rate {rate:g}"
    return Outcome(message, {"old_value": old, "new_value": float(rate)})


def _given(action: str, fresh: Row, names: dict[str, str]) -> Row:
    """The settings of a call. Raises 400 where `configure` has none, or another action than it and `enable` has."""
    if action == "configure" and not fresh:
        raise bad(f"nothing to change: give {', '.join(names)}")
    if action in ("query", "disable") and fresh:
        name = next(argument for argument, setting in names.items() if setting in fresh)
        raise bad(f"{name} belongs to enable and configure")
    return fresh


def _apply(phone: Phone, reader: str, action: str, fresh: dict[str, Any], label: str) -> str:
    """Write the settings and the switch of a reader; gives back what was done."""
    for name, value in fresh.items():
        phone.change(f"{reader}_{name}", value)
    if action != "configure":
        return switch(phone, reader, action, label).message
    said = {name: word(value) if isinstance(value, bool) else value for name, value in fresh.items()}
    return f"{label}: " + ", ".join(f"{name} {value}" for name, value in said.items())


def _alone(phone: Phone) -> list[str]:
    """Make way for TalkBack: the phone lets one of the two read, and TalkBack works with three buttons."""
    effects: list[str] = []
    if phone.change("select_to_speak", False):
        effects.append("Select to Speak off")
    if phone.setting("navigation") != "three_buttons":
        three_buttons(phone)
        effects.append("navigation by three_buttons")
    return effects


def _spoken(phone: Phone, language: str) -> bool:
    pack = phone.state.get("voice_packs", language.lower())
    return language == OWN or bool(pack and pack["installed"])


def _voice(phone: Phone, text: str) -> str:
    """The language that is meant. Raises 422 where there is no such voice, 409 where its pack is missing."""
    packs = {key: str(row["name"]) for key, row in phone.state.items("voice_packs")}
    name = {OWN.lower(): OWN, **packs}.get(text.strip().lower())
    if name is None:
        raise unsupported(f"no voice reads {text}; there are {', '.join((OWN, *packs.values()))}")
    if not _spoken(phone, name):
        raise conflict(f"the {name} voice pack is not installed; download it with manage_translation first")
    return name

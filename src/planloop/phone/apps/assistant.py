"""AI Assistant: the voice assistant itself - its session, voice, captions, avatar, and what it notices by itself."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

VOICES = ("calm", "bright", "deep", "neutral")
NOTICES = ("glance_to_answer", "raise_to_speak", "leave_reminders", "travel_cards", "parcel_cards")


@populate()
def assistant(builder: WorldBuilder) -> None:
    """The assistant is listening, with a voice and a wake word; some of what it notices is on."""
    rng = builder.rng
    builder.setting("assistant_session", "voice")
    builder.setting("assistant_voice", rng.choice(VOICES))
    builder.setting("assistant_wake_word", rng.random() < 0.6)
    builder.setting("assistant_rate", "normal")
    builder.setting("assistant_camera", rng.random() < 0.5)
    builder.setting("caption_language", "")
    builder.setting("caption_source", "media")
    builder.setting("avatar_expression", "neutral")
    for notice in NOTICES:
        builder.setting(f"notice_{notice}", rng.random() < 0.5)


@tool(Domain.ASSISTANT, SideEffect.REVERSIBLE)
def manage_voice_assistant(
    phone: Phone,
    action: Literal["query", "set_voice", "set_rate", "wake_word_on", "wake_word_off"],
    voice: Literal["calm", "bright", "deep", "neutral"] | None = None,
    rate: Literal["slow", "normal", "fast"] | None = None,
) -> Outcome:
    """The voice assistant's own settings: its voice, how fast it speaks, whether a wake word calls it."""
    if action == "query":
        names = ("voice", "rate", "wake_word")
        return Outcome("voice assistant", {name: phone.setting(f"assistant_{name}") for name in names})
    if action.startswith("wake_word"):
        on = action.endswith("_on")
        if on and not phone.granted("microphone"):
            raise conflict("permission microphone is not granted; the wake word needs it")
        phone.change("assistant_wake_word", on)
        return Outcome(f"wake word {word(on)}")
    value = voice if action == "set_voice" else rate
    if value is None:
        raise bad(f"missing argument {action.removeprefix('set_')}")
    phone.change(f"assistant_{action.removeprefix('set_')}", value)
    return Outcome(f"{action.removeprefix('set_')} {value}")


@tool(Domain.ASSISTANT, SideEffect.REVERSIBLE)
def close_voice_assistant_session(phone: Phone) -> Outcome:
    """End the spoken conversation with the assistant."""
    if phone.setting("assistant_session") == "closed":
        raise conflict("no conversation is open")
    phone.change("assistant_session", "closed")
    phone.change("assistant_camera", False)
    return Outcome("conversation ended")


@tool(Domain.ASSISTANT, SideEffect.REVERSIBLE)
def multimodal_dialogue_exit(phone: Phone) -> Outcome:
    """Stop showing the assistant what the camera sees; the conversation goes on by voice."""
    if not phone.setting("assistant_camera"):
        raise conflict("the assistant does not see the camera")
    phone.change("assistant_camera", False)
    return Outcome("the assistant no longer sees the camera")


@tool(Domain.ASSISTANT, SideEffect.REVERSIBLE)
def display_avatar_expression(
    phone: Phone, expression: Literal["neutral", "happy", "sad", "surprised", "thinking", "wink"]
) -> Outcome:
    """Let the assistant's avatar show a feeling."""
    if phone.setting("assistant_session") == "closed":
        raise conflict("no conversation is open, so no avatar is shown")
    phone.change("avatar_expression", expression)
    return Outcome(f"avatar looks {expression}")


@tool(Domain.ASSISTANT, SideEffect.REVERSIBLE)
def manage_ai_caption(
    phone: Phone,
    action: Literal["query", "start", "stop"],
    language: Literal["English", "Spanish", "French", "German", "Chinese"] = "English",
    source: Literal["media", "microphone", "call"] = "media",
) -> Outcome:
    """Captions by AI with translation: start them in a language for media, microphone or calls, or stop."""
    current = phone.setting("caption_language")
    if action == "query":
        return Outcome(f"captions {current or 'off'}", {"language": current, "source": phone.setting("caption_source")})
    if action == "stop":
        if not current:
            raise conflict("captions are off")
        phone.change("caption_language", "")
        return Outcome("captions stopped")
    if source == "microphone" and not phone.granted("microphone"):
        raise conflict("permission microphone is not granted")
    phone.change("caption_language", language)
    phone.change("caption_source", source)
    return Outcome(f"captions of {source} in {language}")


@tool(Domain.ASSISTANT, SideEffect.REVERSIBLE)
def manage_smart_perception(
    phone: Phone,
    action: Switch,
    feature: Literal["glance_to_answer", "raise_to_speak", "leave_reminders", "travel_cards", "parcel_cards"],
) -> Outcome:
    """What the phone notices by itself: a glance, being raised, leaving home, trips, parcels."""
    return switch(phone, f"notice_{feature}", action, feature)

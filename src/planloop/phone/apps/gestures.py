"""Input & Interaction: screen readers, magnification, gestures, buttons and other ways to use the phone."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

KEYS = ("power_double_press", "power_hold", "volume_both", "back_tap")
DEEDS = ("camera", "assistant", "flashlight", "screenshot", "wallet", "mute", "none")


@populate()
def interaction(builder: WorldBuilder) -> None:
    """Accessibility off in most worlds, and what keys and gestures do."""
    rng = builder.rng
    talkback = rng.random() < 0.1
    builder.setting("talkback", talkback)
    builder.setting("talkback_rate", rng.choice((0.8, 1.0, 1.2)))
    builder.setting("select_to_speak", not talkback and rng.random() < 0.2)
    builder.setting("magnification", rng.choice(("off", "off", "full_screen", "window")))
    gestures = not talkback and rng.random() < 0.5
    builder.setting("navigation", "gestures" if gestures else "three_buttons")
    builder.setting("one_handed", gestures and rng.random() < 0.3)
    builder.setting("touch_sensitivity", rng.choice(("normal", "glove")))
    builder.setting("live_caption", rng.random() < 0.2)
    for key in KEYS:
        builder.setting(f"key_{key}", rng.choice(DEEDS))
    for gesture in ("lift_to_wake", "flip_to_mute", "double_tap_to_wake"):
        builder.setting(gesture, rng.random() < 0.5)
    builder.setting("pointer_speed", rng.randrange(2, 9))


def _three_buttons(phone: Phone) -> None:
    """Navigate by buttons; one-handed mode needs gestures, so it ends."""
    phone.change("navigation", "three_buttons")
    phone.change("one_handed", False)


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_talkback(phone: Phone, action: Switch) -> Outcome:
    """The screen reader TalkBack, which speaks what is touched."""
    if action == "enable":
        phone.change("select_to_speak", False)  # Android lets one of the two read
        _three_buttons(phone)
    out = switch(phone, "talkback", action, "TalkBack")
    data = {"pitch": 1.0, "sound_feedback": True, "speech_rate": phone.setting("talkback_rate")}
    enabled = bool(phone.setting("talkback"))
    return Outcome(out.message, {"enabled": enabled, "settings": {**data, "vibration_feedback": True}})


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_select_to_speak(phone: Phone, action: Switch) -> Outcome:
    """Read aloud only what is selected."""
    if action == "enable" and phone.setting("talkback"):
        raise conflict("TalkBack is on and reads already; disable it first")
    out = switch(phone, "select_to_speak", action, "select to speak")
    settings = {"highlight_color": "blue", "read_in_background": False, "speech_rate": phone.setting("talkback_rate")}
    language = phone.setting("typing_language")
    return Outcome(
        out.message,
        {"enabled": bool(phone.setting("select_to_speak")), "settings": {**settings, "language": language}},
    )


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def set_speech_rate(phone: Phone, rate: float) -> Outcome:
    """How fast the screen readers speak: 0.5 to 3."""
    if not 0.5 <= rate <= 3:
        raise bad(f"rate: {rate:g} is not 0.5-3")
    phone.change("talkback_rate", float(rate))
    return Outcome(f"speech rate {rate:g}")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def set_magnification(phone: Phone, mode: Literal["off", "full_screen", "window"]) -> Outcome:
    """Magnify the whole screen or a window of it."""
    phone.change("magnification", mode)
    return Outcome(f"magnification {mode}")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def set_navigation_mode(phone: Phone, mode: Literal["gestures", "three_buttons"]) -> Outcome:
    """Move through the phone by gestures or by three buttons."""
    if mode == "gestures" and phone.setting("talkback"):
        raise unsupported("TalkBack works with three buttons only on this phone")
    if mode == "gestures":
        phone.change("navigation", mode)
    else:
        _three_buttons(phone)
    return Outcome(f"navigation by {mode}")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_one_handed_mode(phone: Phone, action: Switch) -> Outcome:
    """Pull the top of the screen within reach of one thumb."""
    if action == "enable" and phone.setting("navigation") != "gestures":
        raise conflict("one-handed mode needs navigation by gestures")
    return switch(phone, "one_handed", action, "one-handed mode")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def set_touch_sensitivity(phone: Phone, mode: Literal["normal", "glove"]) -> Outcome:
    """How sensitive the screen is: normal, or for gloves and screen protectors."""
    phone.change("touch_sensitivity", mode)
    return Outcome(f"touch sensitivity {mode}")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_live_caption(phone: Phone, action: Switch) -> Outcome:
    """Show what is said in any video, call or recording as text on the screen."""
    return switch(phone, "live_caption", action, "live caption")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def assign_key(
    phone: Phone,
    key: Literal["power_double_press", "power_hold", "volume_both", "back_tap"],
    does: Literal["camera", "assistant", "flashlight", "screenshot", "wallet", "mute", "none"],
) -> Outcome:
    """What a key press or a tap on the back does: camera, assistant, flashlight, screenshot, wallet, mute."""
    taken = next((k for k in KEYS if k != key and does != "none" and phone.setting(f"key_{k}") == does), None)
    old = phone.change(f"key_{key}", does)
    also = f"; {taken} does so too" if taken else ""
    return Outcome(f"{key}: {does}{also}", {"old_value": old, "new_value": does})


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_wake_gesture(
    phone: Phone, gesture: Literal["lift_to_wake", "flip_to_mute", "double_tap_to_wake"], action: Switch
) -> Outcome:
    """Gestures of the whole phone: lift or double tap to wake, flip to mute."""
    if action == "query":
        on = bool(phone.setting(gesture))
        return Outcome(f"{gesture} is {word(on)}", {"enabled": on})
    return switch(phone, gesture, action, gesture)

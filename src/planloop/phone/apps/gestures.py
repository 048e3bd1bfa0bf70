"""Input & Interaction: magnification, navigation, gestures, keys, touch and captions."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.errors import conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

KEYS = ("power_double_press", "power_hold", "volume_both", "back_tap")
DEEDS = ("camera", "assistant", "flashlight", "screenshot", "wallet", "mute", "none")
GESTURES = ("lift_to_wake", "flip_to_mute", "double_tap_to_wake")
MODES = ("navigation", "magnification", "touch_sensitivity")


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
    for gesture in GESTURES:
        builder.setting(gesture, rng.random() < 0.5)


@tool(Domain.INPUT)
def query_input_settings(phone: Phone, part: Literal["modes", "keys", "wake_gestures"] | None = None) -> Outcome:
    """Read the modes (navigation, magnification, touch sensitivity), what keys do, and wake gestures, or one part."""
    data: Row = {}
    if part in (None, "modes"):
        data["modes"] = {name: phone.setting(name) for name in MODES}
    if part in (None, "keys"):
        data["keys"] = {key: phone.setting(f"key_{key}") for key in KEYS}
    if part in (None, "wake_gestures"):
        data["wake_gestures"] = {gesture: word(bool(phone.setting(gesture))) for gesture in GESTURES}
    said = [f"{name} {value}" for values in data.values() for name, value in values.items()]
    return Outcome(", ".join(said) if part else f"{len(said)} settings of input", data)


def three_buttons(phone: Phone) -> None:
    """Navigate by buttons; one-handed mode needs gestures, so it ends."""
    phone.change("navigation", "three_buttons")
    phone.change("one_handed", False)


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def set_magnification(phone: Phone, mode: Literal["off", "full_screen", "window"]) -> Outcome:
    """Magnify the whole screen or a window of it."""
    return _mode(phone, "magnification", mode, "magnification")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def set_navigation_mode(phone: Phone, mode: Literal["gestures", "three_buttons"]) -> Outcome:
    """Move through the phone by gestures (not with TalkBack) or by three buttons (ends one-handed mode)."""
    if mode == "gestures" and phone.setting("talkback"):
        raise conflict("TalkBack works with three buttons only on this phone; disable it first")
    handed = bool(phone.setting("one_handed"))
    out = _mode(phone, "navigation", mode, "navigation by")
    if mode == "three_buttons":
        three_buttons(phone)
    ended = "; one-handed mode off" if handed and mode == "three_buttons" else ""
    return Outcome(out.message + ended, out.data)


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_one_handed_mode(phone: Phone, action: Switch) -> Outcome:
    """Pull the top of the screen within reach of one thumb; needs navigation by gestures."""
    if action == "enable" and phone.setting("navigation") != "gestures":
        raise conflict("one-handed mode needs navigation by gestures")
    return switch(phone, "one_handed", action, "one-handed mode")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def set_touch_sensitivity(phone: Phone, mode: Literal["normal", "glove"]) -> Outcome:
    """How sensitive the screen is: normal, or for gloves and screen protectors."""
    return _mode(phone, "touch_sensitivity", mode, "touch sensitivity")


def _mode(phone: Phone, setting: str, mode: str, label: str) -> Outcome:
    """Set one of several modes; asking for the present one is not an error."""
    old = phone.change(setting, mode)
    message = f"{label} was already {mode}" if old == mode else f"{label} {mode}"
    return Outcome(message, {"old_value": old, "new_value": mode})


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_live_caption(phone: Phone, action: Switch) -> Outcome:
    """Show what is said in any video, call or recording as text on the screen, untranslated; nothing is kept."""
    return switch(phone, "live_caption", action, "live caption")


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def assign_key(
    phone: Phone,
    key: Literal["power_double_press", "power_hold", "volume_both", "back_tap"],
    does: Literal["camera", "assistant", "flashlight", "screenshot", "wallet", "mute", "none"],
) -> Outcome:
    """What a key press or a tap on the back does: camera, assistant, flashlight, screenshot, wallet, mute, none."""
    taken = next((k for k in KEYS if k != key and does != "none" and phone.setting(f"key_{k}") == does), None)
    old = phone.change(f"key_{key}", does)
    also = f"; {taken} does so too" if taken else ""
    message = f"{key} was already {does}" if old == does else f"{key}: {does}"
    return Outcome(message + also, {"old_value": old, "new_value": does})


@tool(Domain.INPUT, SideEffect.REVERSIBLE)
def manage_wake_gesture(
    phone: Phone, gesture: Literal["lift_to_wake", "flip_to_mute", "double_tap_to_wake"], action: Switch
) -> Outcome:
    """Gestures of the whole phone: lift or double tap to wake, flip to mute."""
    return switch(phone, gesture, action, gesture)

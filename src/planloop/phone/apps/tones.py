"""Display & Sound: ringtones, sound mode, vibration, balance and where sound is helped for those who hear less."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

TONES = ("Chimes", "Marimba", "Raindrop", "Comet", "Old Phone", "Birdsong", "Pulse", "Harp")


@populate(order=60)
def tones(builder: WorldBuilder) -> None:
    """A tone for calls, notifications and alarms; sound mode in step with the ring volume."""
    rng = builder.rng
    for kind in ("ring", "notification", "alarm"):
        builder.setting(f"tone_{kind}", rng.choice(TONES))
    builder.setting("sound_mode", "ring")
    builder.setting("ring_before_silence", 50)
    builder.setting("vibration", rng.choice(("off", "light", "medium", "strong")))
    builder.setting("touch_sounds", rng.random() < 0.5)
    builder.setting("mono_audio", False)
    builder.setting("sound_balance", 0)
    builder.setting("dnd_allowed", sorted(rng.sample(("alarms", "starred_contacts", "repeat_callers", "reminders"), 2)))


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_tone(phone: Phone, kind: Literal["ring", "notification", "alarm"], tone: str) -> Outcome:
    """Choose the tone of calls, notifications or alarms: a built-in one, or a song of the library."""
    built_in = {name.lower(): name for name in TONES}
    chosen = built_in.get(tone.strip().lower())
    if chosen is None:
        songs = phone.state.items("songs")
        chosen = str((phone.state.get("songs", resolve(songs, tone, "tone or song", "title")) or {})["title"])
    phone.change(f"tone_{kind}", chosen)
    return Outcome(f"{kind} tone {chosen}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_sound_mode(phone: Phone, mode: Literal["ring", "vibrate", "silent"]) -> Outcome:
    """Let calls ring, vibrate only, or be silent; vibrate and silent set the ring volume to 0, ring brings it back."""
    current = phone.setting("sound_mode")
    if mode == current:
        return Outcome(f"sound mode was already {mode}")
    if mode == "vibrate" and phone.setting("vibration") == "off":
        raise conflict("vibration is off; set its strength first")
    if mode == "ring":
        phone.change("volume_ring", phone.setting("ring_before_silence"))
    elif current == "ring":
        phone.change("ring_before_silence", phone.setting("volume_ring") or 50)
        phone.change("volume_ring", 0)
    phone.change("sound_mode", mode)
    return Outcome(f"sound mode {mode}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_vibration(phone: Phone, strength: Literal["off", "light", "medium", "strong"]) -> Outcome:
    """How strongly the phone vibrates."""
    if strength == "off" and phone.setting("sound_mode") == "vibrate":
        raise conflict("sound mode is vibrate; change it first")
    phone.change("vibration", strength)
    return Outcome(f"vibration {strength}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_touch_sounds(phone: Phone, action: Switch) -> Outcome:
    """Sounds of touches and keys."""
    return switch(phone, "touch_sounds", action, "touch sounds")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def configure_hearing(phone: Phone, settingItem: Literal["mono_audio", "balance"], settingValue: str) -> Outcome:
    """Sound for those who hear less on one side: mono_audio (on, off), balance (-10 left to 10 right)."""
    value = settingValue.strip().lower()
    if settingItem == "mono_audio":
        if value not in ("on", "off"):
            raise bad(f"settingValue: {settingValue!r} is not on or off")
        phone.change("mono_audio", value == "on")
        return Outcome(f"mono audio {value}")
    if not re.fullmatch(r"[+-]?\d{1,2}", value, re.ASCII) or not -10 <= int(value) <= 10:
        raise bad(f"settingValue: {settingValue!r} is not -10 to 10")
    phone.change("sound_balance", int(value))
    return Outcome(f"balance {int(value)}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_interruptions(
    phone: Phone,
    action: Literal["query", "allow", "block"],
    who: Literal["alarms", "starred_contacts", "repeat_callers", "reminders"] | None = None,
) -> Outcome:
    """What may still sound while do not disturb is on: alarms, starred contacts, repeat callers, reminders.

    Allowing what is allowed, or blocking what is not, changes nothing and is no error.
    """
    allowed = list(phone.setting("dnd_allowed"))
    if action == "query":
        if who is not None:
            return Outcome(f"{who} {'may' if who in allowed else 'may not'} interrupt", {"allowed": list(allowed)})
        return Outcome(f"{len(allowed)} exceptions", {"allowed": list(allowed)})
    if who is None:
        raise bad("missing argument who")
    may = "may" if action == "allow" else "may not"
    if (who in allowed) == (action == "allow"):
        done = "allowed" if action == "allow" else "blocked"
        return Outcome(f"{who} were already {done}", {"allowed": list(allowed)})
    fresh = sorted([*allowed, who]) if action == "allow" else [other for other in allowed if other != who]
    phone.change("dnd_allowed", fresh)
    return Outcome(f"{who} {may} interrupt", {"allowed": list(fresh)})

"""Display & Sound: ringtones, sound mode, vibration, balance and where sound is helped for those who hear less."""

from __future__ import annotations

import re
from typing import Literal, get_args

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TONES = ("Chimes", "Marimba", "Raindrop", "Comet", "Old Phone", "Birdsong", "Pulse", "Harp")
NO_TONE = "None"
Item = Literal[
    "sound_mode", "ring_tone", "notification_tone", "alarm_tone", "vibration", "touch_sounds", "mono_audio", "balance"
]


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


def sound_mode(phone: Phone) -> str:
    """`ring`, `vibrate` or `silent`, as it acts: like on Android, the ring volume decides.

    Above 0 calls ring, whatever mode was chosen before; turned down to 0 they vibrate, or are silent where vibration
    is off.
    """
    if phone.setting("volume_ring"):
        return "ring"
    quiet = phone.setting("sound_mode") == "silent" or phone.setting("vibration") == "off"
    return "silent" if quiet else "vibrate"


@tool(Domain.DISPLAY)
def query_sound_settings(phone: Phone, settingItem: Item | None = None) -> Outcome:
    """Read sound mode, tones, vibration, touch sounds, mono audio and balance, or one; query_volume has the volumes."""
    read = phone.setting
    values: Row = {
        "sound_mode": sound_mode(phone), "ring_tone": read("tone_ring"), "notification_tone": read("tone_notification"),
        "alarm_tone": read("tone_alarm"), "vibration": read("vibration"),
        "touch_sounds": "on" if read("touch_sounds") else "off", "mono_audio": "on" if read("mono_audio") else "off",
        "balance": read("sound_balance"),
    }  # fmt: skip
    names: tuple[str, ...] = get_args(Item) if settingItem is None else (settingItem,)
    data: Row = {name: values[name] for name in names}
    message = f"{len(data)} settings of sound" if settingItem is None else f"{settingItem}: {data[settingItem]}"
    return Outcome(message, data)


def _set(phone: Phone, setting: str, value: str | int, label: str) -> Outcome:
    """Set one of several values; asking for the present one is not an error."""
    old = phone.change(setting, value)
    message = f"{label} was already {value}" if old == value else f"{label} {value}"
    return Outcome(message, {"old_value": old, "new_value": value})


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_tone(phone: Phone, kind: Literal["ring", "notification", "alarm"], tone: str) -> Outcome:
    """Choose the tone of calls, notifications or alarms: a built-in one, a song of the library, or None for no sound.

    How loud it is, is `set_volume`. Raises 404 for an unknown name, 409 for one of several songs.
    """
    built_in = {name.lower(): name for name in (*TONES, NO_TONE)} | {"silent": NO_TONE}
    chosen = built_in.get(tone.strip().lower())
    if chosen is None:
        songs = phone.state.items("songs")
        chosen = str((phone.state.get("songs", resolve(songs, tone, "tone or song", "title")) or {})["title"])
    return _set(phone, f"tone_{kind}", chosen, f"{kind} tone")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_sound_mode(phone: Phone, mode: Literal["ring", "vibrate", "silent"]) -> Outcome:
    """Let calls ring, vibrate only, or be silent; vibrate and silent set the ring volume to 0, ring brings it back.

    Turning the ring volume up with `set_volume` leaves vibrate and silent by itself. Raises 409 for vibrate while
    vibration is off.
    """
    current = sound_mode(phone)
    if mode == "vibrate" and phone.setting("vibration") == "off":
        raise conflict("vibration is off; set its strength first")
    phone.change("sound_mode", mode)  # also where the ring volume has brought the mode about
    if mode == current:
        message = f"sound mode was already {mode}"
    else:
        message = f"sound mode {mode}"
        if mode == "ring":
            phone.change("volume_ring", phone.setting("ring_before_silence"))
        elif current == "ring":
            phone.change("ring_before_silence", phone.setting("volume_ring"))
            phone.change("volume_ring", 0)
    return Outcome(message, {"old_value": current, "new_value": mode, "ringVolume": phone.setting("volume_ring")})


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_vibration(phone: Phone, strength: Literal["off", "light", "medium", "strong"]) -> Outcome:
    """How strongly the phone vibrates for calls and notifications; off is refused (409) in sound mode vibrate."""
    if strength == "off" and sound_mode(phone) == "vibrate":
        raise conflict("sound mode is vibrate; change it first")
    return _set(phone, "vibration", strength, "vibration")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_touch_sounds(phone: Phone, action: Switch) -> Outcome:
    """Clicks when the screen is touched; those of the keyboard are among its own settings."""
    return switch(phone, "touch_sounds", action, "touch sounds")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def configure_hearing(phone: Phone, settingItem: Literal["mono_audio", "balance"], settingValue: str) -> Outcome:
    """Sound for those who hear less on one side: mono_audio (on, off), balance (-10 left to 10 right, 0 even)."""
    value = settingValue.strip().lower()
    if settingItem == "mono_audio":
        if value not in ("on", "off"):
            raise bad(f"settingValue: {settingValue!r} is not on or off")
        old = "on" if phone.change("mono_audio", value == "on") else "off"
        message = f"mono audio was already {value}" if old == value else f"mono audio {value}"
        return Outcome(message, {"old_value": old, "new_value": value})
    if not re.fullmatch(r"[+-]?\d{1,2}", value, re.ASCII) or not -10 <= int(value) <= 10:
        raise bad(f"settingValue: {settingValue!r} is not -10 to 10")
    return _set(phone, "sound_balance", int(value), "balance")


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

"""Skills the owner installed: routines whose steps and values differ from phone to phone, so they must be read."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from planloop.contract.record import JsonObject
from planloop.phone.world import WorldBuilder, populate, stream


@dataclass(frozen=True)
class Routine:
    """A kind of routine: its name, what it is for, and which steps it may hold."""

    name: str
    description: str
    steps: tuple[str, ...]


ROUTINES: tuple[Routine, ...] = (
    Routine("bedtime-routine", "What to set before sleep", ("dark", "bright_low", "media", "dnd", "wifi_off", "alarm")),
    Routine("meeting-mode", "Prepare the phone for a meeting", ("ring_low", "dnd", "rotate_off", "bright", "media")),
    Routine("workout-start", "Get ready for a workout", ("media_high", "shuffle", "bt_on", "bright", "dnd")),
    Routine("leaving-home", "What to change when leaving the house", ("wifi_off", "bt_on", "ring", "saver", "data_on")),
    Routine("movie-night", "Set the phone up for films", ("rotate_on", "bright", "media_high", "dnd", "timeout")),
    Routine(
        "reading-time",
        "Make the screen good for long reading",
        ("dark", "bright_low", "timeout", "rotate_off", "media"),
    ),
    Routine("save-energy", "Stretch the battery", ("saver", "bright_low", "bt_off", "wifi_off", "timeout", "dark")),
    Routine(
        "morning-start", "Start of the day on the phone", ("dnd_off", "ring", "bright", "dark_off", "wifi_on", "alarm")
    ),
    Routine("study-focus", "Cut distractions while studying", ("dnd", "ring_low", "data_off", "timeout", "media")),
)

INSTALLED = 6

Step = tuple[str, JsonObject, str]  # tool, arguments, text of the rule


def step(kind: str, rng: random.Random) -> Step:
    """A concrete step of a kind, with its own value."""
    level = rng.randrange(5, 96)
    low, high = rng.randrange(3, 35), rng.randrange(60, 100)
    on_off = {
        "dark": ("manage_dark_mode", "enable", "turn on dark mode"),
        "dark_off": ("manage_dark_mode", "disable", "turn off dark mode"),
        "dnd": ("manage_do_not_disturb", "enable", "turn on do not disturb"),
        "dnd_off": ("manage_do_not_disturb", "disable", "turn off do not disturb"),
        "wifi_on": ("manage_wifi", "enable", "switch Wi-Fi on"),
        "wifi_off": ("manage_wifi", "disable", "switch Wi-Fi off"),
        "bt_on": ("manage_bluetooth", "enable", "switch Bluetooth on"),
        "bt_off": ("manage_bluetooth", "disable", "switch Bluetooth off"),
        "data_on": ("manage_mobile_data", "enable", "switch mobile data on"),
        "data_off": ("manage_mobile_data", "disable", "switch mobile data off"),
        "rotate_on": ("manage_auto_rotate", "enable", "enable auto-rotate"),
        "rotate_off": ("manage_auto_rotate", "disable", "disable auto-rotate"),
        "saver": ("manage_battery", "enable", "enable the power saver"),
    }
    if kind in on_off:
        tool, action, text = on_off[kind]
        return tool, {"action": action}, text
    if kind in ("bright", "bright_low"):
        value = low if kind == "bright_low" else level
        return "set_brightness", {"level": value}, f"set brightness to {value}"
    if kind in ("media", "media_high", "ring", "ring_low"):
        value = {"media": level, "media_high": high, "ring": level, "ring_low": low}[kind]
        stream = kind.partition("_")[0]
        return "set_volume", {"stream": stream, "level": value}, f"set {stream} volume to {value}"
    if kind == "timeout":
        timeout = rng.choice(("15s", "30s", "1m", "2m", "5m", "10m"))
        return "set_screen_timeout", {"timeout": timeout}, f"set the screen timeout to {timeout}"
    if kind == "alarm":
        time = f"{rng.randrange(5, 9):02d}:{rng.randrange(0, 60, 5):02d}"
        return "manage_alarm", {"action": "create", "time": time}, f"create an alarm at {time}"
    mode = rng.choice(("shuffle", "repeat_all", "sequence"))
    return "set_music_play_mode", {"mode": mode}, f"set the music play mode to {mode}"


@populate(order=70)
def skills(builder: WorldBuilder) -> None:
    """Six installed routines of two to four steps each."""
    rng = builder.rng
    for routine in rng.sample(ROUTINES, INSTALLED):
        steps = [step(kind, rng) for kind in rng.sample(routine.steps, rng.randrange(2, 5))]
        row = {
            "name": routine.name,
            "description": routine.description,
            "instructions": "Steps:\n" + "\n".join(f"- {text}" for _, _, text in steps),
            "allowed_tools": list(dict.fromkeys(tool for tool, _, _ in steps)),
            "steps": [{"tool": tool, "arguments": arguments} for tool, arguments, _ in steps],
        }
        builder.add("skills", row, key=routine.name)


@lru_cache(maxsize=16384)
def installed(seed: int) -> frozenset[str]:
    """Names of the routines installed in the world of a seed, without building the world."""
    rng = stream(seed, f"{skills.__module__}.{skills.__qualname__}")
    return frozenset(routine.name for routine in rng.sample(ROUTINES, INSTALLED))

"""Display & Sound: brightness, dark mode, rotation, timeout, volumes, do not disturb."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch
from planloop.phone.errors import bad
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Percent, Time, tool
from planloop.phone.world import WorldBuilder, populate

STREAMS = ("media", "ring", "alarm")
TIMEOUTS = ("15s", "30s", "1m", "2m", "5m", "10m", "30m")


@populate()
def display(builder: WorldBuilder) -> None:
    """Screen and sound settings."""
    rng = builder.rng
    builder.setting("brightness", rng.randrange(10, 96))
    builder.setting("dark_mode", rng.random() < 0.4)
    builder.setting("dark_schedule", "")
    builder.setting("auto_rotate", rng.random() < 0.5)
    builder.setting("screen_timeout", rng.choice(TIMEOUTS))
    for stream in STREAMS:
        builder.setting(f"volume_{stream}", rng.randrange(5, 96))
    builder.setting("dnd", rng.random() < 0.3)
    builder.setting("dnd_until", "")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_brightness(phone: Phone, level: Percent) -> Outcome:
    """Set the screen brightness."""
    old = phone.change("brightness", level)
    return Outcome(f"brightness {level}", {"old": old, "level": level})


@tool(Domain.DISPLAY)
def query_display(phone: Phone) -> Outcome:
    """Read brightness, screen timeout, dark mode and auto-rotate."""
    data = {
        "brightness": phone.setting("brightness"),
        "timeout": phone.setting("screen_timeout"),
        "darkMode": phone.setting("dark_mode"),
        "autoRotate": phone.setting("auto_rotate"),
    }
    return Outcome(f"brightness {data['brightness']}", data)


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_dark_mode(
    phone: Phone,
    action: Literal["query", "enable", "disable", "schedule"],
    startTime: Time | None = None,
    endTime: Time | None = None,
) -> Outcome:
    """Switch the dark theme, or schedule it from startTime to endTime every day."""
    if action != "schedule":
        return switch(phone, "dark_mode", action, "dark mode")
    if startTime is None or endTime is None:
        raise bad(f"missing argument {'startTime' if startTime is None else 'endTime'}")
    phone.change("dark_schedule", f"{startTime}-{endTime}")
    return Outcome(f"dark mode from {startTime} to {endTime}")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_auto_rotate(phone: Phone, action: Switch) -> Outcome:
    """Switch or query automatic screen rotation."""
    return switch(phone, "auto_rotate", action, "auto-rotate")


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_screen_timeout(phone: Phone, timeout: Literal["15s", "30s", "1m", "2m", "5m", "10m", "30m"]) -> Outcome:
    """Set how long the idle screen stays on."""
    old = phone.change("screen_timeout", timeout)
    return Outcome(f"screen timeout {timeout}", {"old": old, "timeout": timeout})


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def set_volume(phone: Phone, stream: Literal["media", "ring", "alarm"], level: Percent) -> Outcome:
    """Set the volume of media, ringtone or alarms."""
    old = phone.change(f"volume_{stream}", level)
    return Outcome(f"{stream} volume {level}", {"old": old, "level": level})


@tool(Domain.DISPLAY)
def query_volume(phone: Phone) -> Outcome:
    """Read the volumes of media, ringtone and alarms."""
    return Outcome("volumes", {stream: phone.setting(f"volume_{stream}") for stream in STREAMS})


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_do_not_disturb(phone: Phone, action: Switch, until: Time | None = None) -> Outcome:
    """Switch do not disturb, for good or until a time."""
    if action == "query":
        on = bool(phone.setting("dnd"))
        return Outcome(
            f"do not disturb is {'on' if on else 'off'}", {"enabled": on, "until": phone.setting("dnd_until")}
        )
    if action == "disable" and until is not None:
        raise bad("until belongs to enable")
    out = switch(phone, "dnd", action, "do not disturb")
    phone.change("dnd_until", until or "")
    return Outcome(f"do not disturb on until {until}") if until else out

"""Display & Sound: eye comfort, the warm light of the screen, and when it comes by itself."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import switch, word
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Percent, Time, tool

DARK = ("20:00", "06:00")
"""From when to when it is dark; the phone has no almanac."""


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def manage_eye_comfort(
    phone: Phone,
    action: Literal["query", "enable", "disable", "set_strength", "schedule", "schedule_sunset", "clear_schedule"],
    strength: Percent | None = None,
    startTime: Time | None = None,
    endTime: Time | None = None,
) -> Outcome:
    """Warm, less blue light for the eyes: switch it, set its strength, or a schedule (daily times or from sunset).

    A schedule takes effect at once: it switches eye comfort on inside its hours and off outside; `enable` and
    `disable` hold until it next does so. Raises 400 for an argument of another action, 409 for a strength while it is
    off, for a sunset without location, and for clearing where nothing is scheduled.
    """
    if action != "schedule" and (startTime is not None or endTime is not None):
        raise bad("startTime and endTime belong to schedule")
    if strength is not None and action not in ("enable", "set_strength"):
        raise bad("strength belongs to enable and set_strength")
    if action == "query":
        data = {name: phone.setting(f"night_light_{name}") for name in ("strength", "schedule")}
        on = bool(phone.setting("night_light"))
        return Outcome(f"eye comfort is {word(on)}", {"enabled": on, **data})
    if action == "disable":
        return switch(phone, "night_light", action, "eye comfort")
    if action in ("enable", "set_strength"):
        return _warm(phone, action, strength)
    if action == "clear_schedule":
        return _clear(phone)
    return _schedule(phone, startTime, endTime) if action == "schedule" else _sunset(phone)


def _warm(phone: Phone, action: str, strength: int | None) -> Outcome:
    if action == "set_strength" and strength is None:
        raise bad("missing argument strength")
    if action == "set_strength" and not phone.setting("night_light"):
        raise conflict("eye comfort is off; enable it first")
    out = switch(phone, "night_light", "enable", "eye comfort")
    if strength is None:
        return out
    phone.change("night_light_strength", strength)
    return Outcome(f"eye comfort at {strength}%")


def _schedule(phone: Phone, start: str | None, end: str | None) -> Outcome:
    if start is None or end is None:
        raise bad(f"missing argument {'startTime' if start is None else 'endTime'}")
    if start == end:
        raise bad("startTime and endTime are the same")
    return _follow(phone, f"{start}-{end}", (start, end), f"from {start} to {end}")


def _sunset(phone: Phone) -> Outcome:
    if not phone.setting("location"):
        raise conflict("location is off, so sunset is unknown; enable it with manage_location_access first")
    return _follow(phone, "sunset", DARK, "from sunset to sunrise")


def _follow(phone: Phone, schedule: str, hours: tuple[str, str], label: str) -> Outcome:
    """Keep a schedule and bring the screen in line with it."""
    start, end = hours
    now = f"{phone.now:%H:%M}"
    on = start <= now < end if start < end else now >= start or now < end
    phone.change("night_light_schedule", schedule)
    phone.change("night_light", on)
    return Outcome(f"eye comfort {label}; {word(on)} now", {"enabled": on, "schedule": schedule})


def _clear(phone: Phone) -> Outcome:
    if not phone.setting("night_light_schedule"):
        raise conflict("eye comfort has no schedule")
    phone.change("night_light_schedule", "")
    return Outcome(f"eye comfort has no schedule any more; it stays {word(bool(phone.setting('night_light')))}")

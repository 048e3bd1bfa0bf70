"""System Settings: the heat of the phone and its fan."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

COOLS = {"low": 3, "medium": 5, "high": 8}
"""Degrees Celsius that the fan takes away at each speed."""
LOAD = {"high": 3, "balanced": 0, "light": -2}
"""Degrees Celsius that a performance mode adds."""
WARM = 38
"""Degrees Celsius from which the fan runs by itself in `auto`."""
LEAST = 10
"""Percent of battery below which the fan stays off, where nothing charges."""


@populate()
def cooling(builder: WorldBuilder) -> None:
    """How warm the phone is without its fan, from cool to hot, and how the fan is set."""
    rng = builder.rng
    builder.setting("fan_temperature", rng.randrange(27, 46))
    builder.setting("fan_mode", rng.choice(("off", "off", "auto")))
    builder.setting("fan_speed", rng.choice(tuple(COOLS)))


def _heat(phone: Phone) -> int:
    """Degrees Celsius with the load and without the fan; power saving takes the load of high performance away."""
    load = LOAD[str(phone.setting("performance_level"))]
    return int(phone.setting("fan_temperature")) + (load if phone.setting("power_mode") == "normal" else min(load, 0))


def _weak(phone: Phone) -> bool:
    """Whether the battery is too low for the fan."""
    return bool(phone.setting("battery_level") < LEAST and not phone.setting("charging"))


def fan_runs(phone: Phone) -> bool:
    """Whether the fan turns now: super saving and a low battery keep it still, `auto` waits for warmth."""
    mode = phone.setting("fan_mode")
    if mode == "off" or phone.setting("power_mode") == "super_saving" or _weak(phone):
        return False
    return mode == "on" or _heat(phone) >= WARM


def temperature(phone: Phone) -> int:
    """Degrees Celsius of the phone now, with its load and its fan."""
    return _heat(phone) - (COOLS[phone.setting("fan_speed")] if fan_runs(phone) else 0)


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def control_cooling_fan(
    phone: Phone,
    action: Literal["query", "enable", "disable", "auto", "set_speed"],
    speed: Literal["low", "medium", "high"] | None = None,
) -> Outcome:
    """The phone's cooling fan and temperature: on, off, auto (from 38 degrees) and speed.

    Raises 400 for a speed where the fan is read or ends, 409 in super saving, and for enabling it on less than 10 %
    of battery without a charger; there, as in super saving, a fan that is on stands still.
    """
    mode = phone.setting("fan_mode")
    if speed is not None and action in ("query", "disable"):
        raise bad("speed belongs to enable, auto and set_speed")
    if action == "query":
        return Outcome(f"{temperature(phone)} °C, fan {mode}", {**_now(phone), "mode": mode})
    if action == "set_speed" and speed is None:
        raise bad("missing argument speed")
    if action == "disable":
        phone.change("fan_mode", "off")
        return Outcome("fan was already off" if mode == "off" else f"fan off, {temperature(phone)} °C", _now(phone))
    if phone.setting("power_mode") == "super_saving":
        raise conflict("super_saving is on; disable it first")
    if action == "enable" and _weak(phone):
        raise conflict(f"battery is at {phone.setting('battery_level')}%; the fan needs {LEAST}% or a charger")
    fresh = {"enable": "on", "auto": "auto", "set_speed": mode}[action]
    already = fresh == phone.change("fan_mode", fresh) and speed in (None, phone.setting("fan_speed"))
    if speed is not None:
        phone.change("fan_speed", speed)
    was = " was already" if already else ""
    message = f"fan{was} {fresh}, speed {phone.setting('fan_speed')}, {temperature(phone)} °C"
    return Outcome(message, _now(phone))


def _now(phone: Phone) -> Row:
    return {"temperature": temperature(phone), "speed": phone.setting("fan_speed"), "running": fan_runs(phone)}

"""System Settings: the heat of the phone and its fan."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
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
    level = "balanced" if phone.setting("power_mode") != "normal" else str(phone.setting("performance_level"))
    return int(phone.setting("fan_temperature")) + LOAD[level]


def fan_runs(phone: Phone) -> bool:
    """Whether the fan turns now: super saving keeps it still, `auto` waits for warmth."""
    mode = phone.setting("fan_mode")
    if mode == "off" or phone.setting("power_mode") == "super_saving":
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
    """The phone's cooling fan and temperature: on, off, auto (from 38 degrees) and speed."""
    if action == "query":
        data = {
            "temperature": temperature(phone), "mode": phone.setting("fan_mode"), "speed": phone.setting("fan_speed"),
            "running": fan_runs(phone),
        }  # fmt: skip
        return Outcome(f"{data['temperature']} °C, fan {data['mode']}", data)
    if action == "set_speed" and speed is None:
        raise bad("missing argument speed")
    if action == "disable":
        if speed is not None:
            raise bad("speed belongs to enable, auto and set_speed")
        old = phone.change("fan_mode", "off")
        return Outcome("fan was already off" if old == "off" else f"fan off, {temperature(phone)} °C")
    if phone.setting("power_mode") == "super_saving":
        raise conflict("super_saving is on; disable it first")
    level = phone.setting("battery_level")
    if action == "enable" and level < LEAST and not phone.setting("charging"):
        raise conflict(f"battery is at {level}%; the fan needs {LEAST}% or a charger")
    if speed is not None:
        phone.change("fan_speed", speed)
    if action != "set_speed":
        phone.change("fan_mode", "on" if action == "enable" else "auto")
    return Outcome(
        f"fan {phone.setting('fan_mode')}, speed {phone.setting('fan_speed')}, {temperature(phone)} °C",
        {"temperature": temperature(phone), "running": fan_runs(phone)},
    )

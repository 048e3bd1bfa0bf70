"""System Settings: how fast the processor may run."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.cooling import LOAD, fan_runs, temperature
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

LIMIT = 42
"""Degrees Celsius that high performance may not pass."""
BATTERY = 20
"""Percent of battery that high performance needs where nothing charges."""


@populate()
def performance(builder: WorldBuilder) -> None:
    """Most phones run balanced."""
    builder.setting("performance_level", builder.rng.choice(("balanced", "balanced", "balanced", "light")))


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_performance_mode(
    phone: Phone, action: Literal["query", "set"], mode: Literal["high", "balanced", "light"] | None = None
) -> Outcome:
    """Processor speed of the whole phone: high performance (fast, warm), balanced, or light (cool, quiet).

    `acting` tells what rules now: the mode, power saving, or balanced where high performance has grown too hot.
    `high` is refused (409) in power saving, below 20 % of battery without a charger, and where it would heat the phone
    above 42 °C. What games run on is `manage_game_manager`.
    """
    level = phone.setting("performance_level")
    if action == "query":
        if mode is not None:
            raise bad("mode belongs to set")
        acting, cause = _acting(phone, level)
        data = {"mode": level, "acting": acting, "temperature": temperature(phone)}
        return Outcome(f"performance mode {level}" + (f", held back by {cause}" if cause else ""), data)
    if mode is None:
        raise bad("missing argument mode")
    if mode == "high" and level != "high":
        _allow(phone, level)
    old = phone.change("performance_level", mode)
    return Outcome(f"performance mode {'was already ' if old == mode else ''}{mode}", {"old": old, "mode": mode})


def _acting(phone: Phone, level: str) -> tuple[str, str]:
    """What rules the processor now, and what holds its mode back (nothing where that is the mode itself)."""
    saver = str(phone.setting("power_mode"))
    if saver != "normal":
        return saver, saver
    if level == "high" and temperature(phone) > LIMIT:
        return "balanced", "heat"
    return level, ""


def _allow(phone: Phone, level: str) -> None:
    saver, battery = phone.setting("power_mode"), phone.setting("battery_level")
    if saver != "normal":
        raise conflict(f"{saver} is on; disable it first")
    if battery < BATTERY and not phone.setting("charging"):
        raise conflict(f"battery is at {battery}%; high needs {BATTERY}% or a charger")
    heat = temperature(phone) + LOAD["high"] - LOAD[level]
    if heat > LIMIT:
        cure = "set the cooling fan to high speed" if fan_runs(phone) else "enable the cooling fan"
        raise conflict(f"the phone would reach {heat} °C; {cure} first")

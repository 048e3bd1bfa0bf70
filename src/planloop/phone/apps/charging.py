"""System Settings: how the battery is charged and what it gives away."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import switch, word
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

LIMITS = (80, 85, 90, 95, 100)
FEATURES = {
    "fast": "fast charging", "adaptive": "adaptive charging", "bypass": "bypass charging",
    "power_sharing": "power sharing",
}  # fmt: skip
SHARE = 30
"""Percent of battery below which the phone gives no power away."""


@populate(order=60)
def charging(builder: WorldBuilder) -> None:
    """A limit that agrees with what the battery does now: who is held at the limit stays plugged in."""
    rng, settings = builder.rng, builder.tables["settings"]
    level, charges = int(settings["battery_level"]["value"]), bool(settings["charging"]["value"])
    held = not charges and level >= LIMITS[0] and rng.random() < 0.5
    legal = [limit for limit in LIMITS if (limit > level if charges else limit <= level if held else True)]
    limit = rng.choice(legal)
    builder.setting("charging_limit", limit)
    builder.setting("charging_plugged", charges or held)
    builder.setting("charging_fast", rng.random() < 0.6)
    builder.setting("charging_adaptive", limit == 100 and rng.random() < 0.4)
    builder.setting("charging_bypass", False)
    builder.setting("charging_power_sharing", False)


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_charging(
    phone: Phone,
    action: Literal["query", "set_limit", "enable", "disable"],
    feature: Literal["fast", "adaptive", "bypass", "power_sharing"] | None = None,
    limitPercent: int | None = None,
) -> Outcome:
    """Battery protection: stop charging at 80-100 %, fast or adaptive charging, bypass, sharing power to a device."""
    if action == "query":
        return _query(phone)
    if action == "set_limit":
        if limitPercent is None:
            raise bad("missing argument limitPercent")
        return _limit(phone, limitPercent)
    if feature is None:
        raise bad("missing argument feature")
    plugged = _plugged(phone)
    if action == "enable":
        _allow(phone, feature, plugged)
    out = switch(phone, f"charging_{feature}", action, FEATURES[feature])
    if feature == "bypass":
        _flow(phone, plugged)
    return out


def _query(phone: Phone) -> Outcome:
    features = {name: phone.setting(f"charging_{name}") for name in FEATURES}
    data = {"limit": phone.setting("charging_limit"), "plugged": _plugged(phone), "charging": phone.setting("charging")}
    return Outcome(f"limit {data['limit']}%, charging {word(data['charging'])}", {**data, **features})


def _plugged(phone: Phone) -> bool:
    return bool(phone.setting("charging_plugged") or phone.setting("charging"))


def _flow(phone: Phone, plugged: bool) -> None:
    """Let the battery charge or stop, as limit and bypass want it."""
    below = phone.setting("battery_level") < phone.setting("charging_limit")
    phone.change("charging_plugged", plugged)
    phone.change("charging", plugged and below and not phone.setting("charging_bypass"))


def _limit(phone: Phone, limit: int) -> Outcome:
    if limit not in LIMITS:
        raise bad(f"limitPercent: {limit} is not 80, 85, 90, 95 or 100")
    plugged = _plugged(phone)
    old = phone.change("charging_limit", limit)
    ended = limit < 100 and phone.change("charging_adaptive", False)
    _flow(phone, plugged)
    extra = "; adaptive charging off" if ended else ""
    return Outcome(f"charging stops at {limit}%{extra}", {"old": old, "limit": limit})


def _allow(phone: Phone, feature: str, plugged: bool) -> None:
    level, limit, saver = (phone.setting(name) for name in ("battery_level", "charging_limit", "power_mode"))
    if feature == "adaptive" and limit < 100:
        raise conflict(f"the limit is {limit}%; set it to 100 first")
    if feature == "bypass" and not plugged:
        raise conflict("no charger is plugged in; plug it in by hand")
    if feature == "power_sharing" and saver != "normal":
        raise conflict(f"{saver} is on; disable it first")
    if feature == "power_sharing" and level < SHARE:
        raise conflict(f"battery is at {level}%; sharing needs {SHARE}%")

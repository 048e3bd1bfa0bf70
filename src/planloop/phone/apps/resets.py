"""System Settings: putting settings back to how they came."""

from __future__ import annotations

from typing import Any, Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.users import need_owner
from planloop.phone.errors import conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool

NETWORK = {"airplane_mode": False, "wifi": True, "bluetooth": True, "mobile_data": True, "hotspot": False}
SCREEN = {"brightness": 50, "dark_mode": False, "dark_schedule": "", "auto_rotate": True, "screen_timeout": "30s"}
SOUND = {"volume_media": 50, "volume_ring": 50, "volume_alarm": 50, "dnd": False, "dnd_until": ""}
RESETS: dict[str, dict[str, Any]] = {"network": NETWORK, "display_sound": SCREEN | SOUND, "apps": {}}


@tool(Domain.SYSTEM, SideEffect.DESTRUCTIVE)
def reset_settings(
    phone: Phone, scope: Literal["network", "apps", "display_sound"], confirmed: bool = False
) -> Outcome:
    """Reset settings to how they came: network (forgets Wi-Fi and paired devices), apps, display_sound; confirmed."""
    need_owner(phone)
    cast = phone.setting("cast_target")
    if scope == "network" and cast:
        raise conflict(f"casting to {cast}; stop it first")
    if not confirmed:
        raise conflict(f"{_loss(phone, scope)} would be lost; call with confirmed true")
    for name, standard in RESETS[scope].items():
        phone.change(name, standard)
    lost = _loss(phone, scope)
    if scope == "network":
        _forget_networks(phone)
    if scope == "apps":
        _forget_preferences(phone)
    return Outcome(f"{scope} settings are as they came; lost: {lost}")


def _loss(phone: Phone, scope: str) -> str:
    state = phone.state
    if scope == "network":
        saved, paired = len(state.find("networks", saved=True)), sum(1 for _ in state.items("paired"))
        return f"{saved} saved networks and {paired} paired devices"
    if scope == "apps":
        granted = sum(1 for _, row in state.items("apps") if row["granted"])
        return f"permissions of {granted} apps, their languages and battery limits"
    return "brightness, dark mode, timeout, rotation, volumes and do not disturb"


def _forget_networks(phone: Phone) -> None:
    for key, row in list(phone.state.items("networks")):
        phone.state.set("networks", key, saved=not row["secured"], connected=False)  # open ones ask for nothing
    for key, _ in list(phone.state.items("paired")):
        phone.state.delete("paired", key)


def _forget_preferences(phone: Phone) -> None:
    for key, _ in list(phone.state.items("apps")):
        phone.state.set("apps", key, granted=[])
    for key, _ in list(phone.state.items("battery_uses")):
        phone.state.set("battery_uses", key, background="optimized")
    for key, _ in list(phone.state.items("app_languages")):
        phone.state.delete("app_languages", key)

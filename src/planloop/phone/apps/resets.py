"""System Settings: putting settings back to how they came."""

from __future__ import annotations

from typing import Any, Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.appcare import ROLES
from planloop.phone.apps.users import need_owner
from planloop.phone.errors import conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool

NETWORK = {
    "airplane_mode": False, "wifi": True, "bluetooth": True, "mobile_data": True, "hotspot": False, "vpn": "",
    "private_dns": "automatic", "data_saver": False, "data_limit_mb": 0, "data_warning_mb": 0, "roaming": False,
}  # fmt: skip
SCREEN = {
    "brightness": 50, "dark_mode": False, "dark_schedule": "", "auto_rotate": True, "screen_timeout": "30s",
    "adaptive_brightness": True, "font_size": "default", "display_size": "default", "night_light": False,
    "night_light_schedule": "", "night_light_strength": 50, "refresh_rate": "auto", "colour_mode": "natural",
    "colour_correction": "off", "colours_inverted": False, "always_on_display": False,
}  # fmt: skip
SOUND = {
    "volume_media": 50, "volume_ring": 50, "volume_alarm": 50, "dnd": False, "dnd_until": "", "sound_mode": "ring",
    "ring_before_silence": 50, "vibration": "medium", "touch_sounds": True, "mono_audio": False, "sound_balance": 0,
}  # fmt: skip
RESETS: dict[str, dict[str, Any]] = {
    "network": NETWORK,
    "display_sound": SCREEN | SOUND,
    "apps": {f"default_{role}": names[0] for role, names in ROLES.items()},
}


@tool(Domain.SYSTEM, SideEffect.DESTRUCTIVE)
def reset_settings(
    phone: Phone, scope: Literal["network", "apps", "display_sound"], confirmed: bool = False
) -> Outcome:
    """Reset settings (confirmed: true): network (forgets Wi-Fi and paired devices), apps, display_sound; no files.

    network: radios, saved networks, paired devices, VPN connection, DNS, limits of mobile data. apps: permissions,
    notifications, frozen apps, defaults, background limits and languages of apps. display_sound: screen, volumes,
    sound mode and do not disturb, but wallpapers, theme, tones and the lock screen stay. Raises 409 for anybody but
    the owner, while the network is used for casting or for sharing keyboard and mouse, and without confirmation.
    """
    need_owner(phone)
    if scope == "network":
        _free_network(phone)
    lost = _loss(phone, scope)
    if not confirmed:
        raise conflict(f"{lost} would be lost; call with confirmed true")
    for name, standard in RESETS[scope].items():
        phone.change(name, standard)
    if scope == "network":
        _forget_networks(phone)
    if scope == "apps":
        _forget_preferences(phone)
    return Outcome(f"{scope} settings are as they came; lost: {lost}")


def _free_network(phone: Phone) -> None:
    cast, shared = phone.setting("cast_target"), phone.setting("input_sharing")
    if cast:
        raise conflict(f"casting to {cast}; stop it first")
    if shared:
        raise conflict(f"keyboard and mouse are shared with {shared}; stop it first")


def _loss(phone: Phone, scope: str) -> str:
    state = phone.state
    if scope == "network":
        saved, paired = len(state.find("networks", saved=True)), sum(1 for _ in state.items("paired"))
        return f"{saved} saved networks and {paired} paired devices"
    if scope == "apps":
        granted = sum(1 for _, row in state.find("apps", system=False) if row["granted"])
        return f"permissions of {granted} apps, their defaults, languages and limits"
    return "brightness, dark mode, timeout, rotation, text size, colours, volumes, sound mode and do not disturb"


def _forget_networks(phone: Phone) -> None:
    state = phone.state
    for key, row in list(state.items("networks")):
        asks = {"autoJoin": True} if "autoJoin" in row else {}
        state.set("networks", key, saved=False, connected=False, **asks)
    for key, _ in list(state.items("paired")):
        state.delete("paired", key)
    for key, _ in list(state.items("vpn_profiles")):
        state.set("vpn_profiles", key, alwaysOn=False)
    if phone.setting("power_mode") != "super_saving":  # which allows no 5G
        phone.change("network_mode", "5g_auto")


def _forget_preferences(phone: Phone) -> None:
    state = phone.state
    for key, _ in list(state.find("apps", system=False)):
        state.set("apps", key, granted=[])  # built-in apps keep what they came with
    for key, _ in list(state.items("app_settings")):
        state.set("app_settings", key, notifications=True, frozen=False)
    for key, _ in list(state.items("data_use")):
        state.set("data_use", key, background=True)
    for key, _ in list(state.items("battery_uses")):
        state.set("battery_uses", key, background="optimized")
    for key, _ in list(state.items("app_languages")):
        state.delete("app_languages", key)

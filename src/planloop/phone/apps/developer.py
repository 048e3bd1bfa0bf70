"""System Settings: developer options and USB debugging."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.programs import app
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.apps.users import need_owner
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

SCALES = ("off", "0.5x", "1x", "1.5x", "2x", "5x", "10x")
FACTORY = {
    "animation_scale": "1x", "stay_awake": "off", "wireless_debugging": "off", "background_limit": "standard",
    "mock_location_app": "none",
}  # fmt: skip
LEGAL = {
    "animation_scale": SCALES, "stay_awake": ("on", "off"), "wireless_debugging": ("on", "off"),
    "background_limit": ("standard", "0", "1", "2", "3", "4"),
}  # fmt: skip


@populate()
def developer(builder: WorldBuilder) -> None:
    """Developer options, off on most phones, and what was changed in them where they are on."""
    rng = builder.rng
    on = rng.random() < 0.3
    builder.setting("developer_options", on)
    builder.setting("usb_debug", on and rng.random() < 0.5)
    for name, standard in FACTORY.items():
        builder.setting(f"developer_{name}", standard)
    if on:
        builder.tables["settings"]["developer_animation_scale"]["value"] = rng.choice(SCALES)
        builder.tables["settings"]["developer_stay_awake"]["value"] = rng.choice(("on", "off"))


def _both(phone: Phone) -> dict[str, bool]:
    return {
        "usb_debug_enabled": bool(phone.setting("usb_debug")),
        "developer_options_enabled": bool(phone.setting("developer_options")),
    }


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_usb_debug(phone: Phone, action: Switch) -> Outcome:
    """USB debugging by a computer over the cable: switch or query; enabling turns developer options on as well."""
    if action == "enable":
        need_owner(phone)
        phone.change("developer_options", True)
    out = switch(phone, "usb_debug", action, "USB debugging")
    return Outcome(out.message, {**_both(phone)})


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_developer_options(
    phone: Phone,
    action: Literal["query", "enable", "disable", "set"],
    settingItem: Literal["animation_scale", "stay_awake", "wireless_debugging", "background_limit", "mock_location_app"]
    | None = None,
    settingValue: str | None = None,
) -> Outcome:
    """Developer options: switch them all (off resets them), or set animation speed, stay awake, mock location..."""
    on = bool(phone.setting("developer_options"))
    if action == "query":
        data = {name: phone.setting(f"developer_{name}") for name in FACTORY}
        return Outcome(f"developer options are {word(on)}", {**_both(phone), **data})
    need_owner(phone)
    if action == "enable":
        return switch(phone, "developer_options", action, "developer options")
    if action == "disable":
        phone.change("usb_debug", False)
        for name, standard in FACTORY.items():
            phone.change(f"developer_{name}", standard)
        return switch(phone, "developer_options", action, "developer options")
    if settingItem is None or settingValue is None:
        raise bad(f"missing argument {'settingItem' if settingItem is None else 'settingValue'}")
    if not on:
        raise conflict("developer options are off; enable them first")
    value = _value(phone, settingItem, settingValue.strip())
    old = phone.change(f"developer_{settingItem}", value)
    return Outcome(f"{settingItem} is now {value}", {"old_value": old, "new_value": value})


def _value(phone: Phone, item: str, text: str) -> str:
    if item == "mock_location_app":
        return "none" if text.lower() == "none" else str(app(phone, text)[1]["name"])
    value = text.lower().replace(" ", "")
    if item == "animation_scale" and value.replace(".", "").isdigit():
        value = f"{value}x"
    if value not in LEGAL[item]:
        raise bad(f"settingValue: {text!r} is not a value of {item}")
    if item == "wireless_debugging" and value == "on" and not phone.setting("wifi"):
        raise conflict("Wi-Fi is off; enable it first")
    return value

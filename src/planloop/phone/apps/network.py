"""Network & Connectivity: Wi-Fi, Bluetooth, hotspot, airplane mode, mobile data, NFC."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

NETWORKS = (
    "Maple House", "Blue Heron", "NorthStar 5G", "Harbor View", "Pine Loft", "Sunny Side", "Orbit Home", "Casa Verde",
    "Redbrick Flat", "Lakeside Net", "Birchwood", "Tiny Cabin", "Moonlit Attic", "Granite Hill", "Old Mill", "Foxglove",
    "Willow Lane", "Copper Kettle", "Echo Valley", "Silver Birch", "Attic Fiber", "Penguin Den", "Number Nine",
    "Garden Flat", "Skyline 12", "Dune House", "Cedar Net", "Ivy Cottage", "Juniper", "Stonegate",
)  # fmt: skip
PUBLIC = (
    "Cafe Luna Guest", "City Library", "Airport Free", "Station Lounge", "Hotel Aurora", "Mall Guest", "Campus Open",
    "Museum Visitors", "Bakery Corner", "Clinic Guest", "Gym Floor", "Ferry Deck", "Town Hall Free", "Park Open",
    "Bookshop Guest", "Tram Free", "Harbour Public", "Cinema Lobby", "Hostel Common", "Stadium Free",
)  # fmt: skip
PAIRED = (
    ("Aero Buds", "earbuds"), ("Pulse Headset", "headphones"), ("Tempo Watch", "watch"), ("Boom Cube", "speaker"),
    ("Drift Car Kit", "car"), ("Nimbus Keyboard", "keyboard"), ("Echo Pods", "earbuds"), ("Vista Band", "watch"),
    ("Koala Speaker", "speaker"), ("Quiet One", "headphones"), ("Rover Audio", "car"), ("Glide Mouse", "mouse"),
    ("Lyric Buds", "earbuds"), ("Stride Watch", "watch"), ("Thunder Bar", "speaker"), ("Velvet Cans", "headphones"),
    ("Comet Keyboard", "keyboard"), ("Sprint Band", "watch"), ("Harmony Dock", "speaker"), ("Marble Mouse", "mouse"),
    ("Coral Buds", "earbuds"), ("Falcon Car", "car"), ("Cloud Set", "headphones"), ("Pebble Speaker", "speaker"),
)  # fmt: skip


@populate()
def network(builder: WorldBuilder) -> None:
    """Radios, four to five Wi-Fi networks (two saved) and three to four paired devices."""
    rng = builder.rng
    wifi = rng.random() < 0.7
    for index, name in enumerate([*rng.sample(NETWORKS, 3), *rng.sample(PUBLIC, rng.randrange(1, 3))]):
        row = {"name": name, "secured": index < 3, "saved": index < 2, "connected": wifi and index == 0}
        builder.add("networks", row)
    bluetooth = rng.random() < 0.6
    for index, (name, kind) in enumerate(rng.sample(PAIRED, rng.randrange(3, 5))):
        connected = bluetooth and index == 0 and rng.random() < 0.5
        builder.add("paired", {"name": name, "kind": kind, "connected": connected, "battery": rng.randrange(10, 100)})
    data = rng.random() < 0.8
    builder.setting("wifi", wifi)
    builder.setting("bluetooth", bluetooth)
    builder.setting("mobile_data", data)
    builder.setting("airplane_mode", False)
    builder.setting("hotspot", data and rng.random() < 0.25)
    builder.setting("hotspot_name", f"Phone {rng.randrange(100, 1000)}")
    builder.setting("hotspot_band", rng.choice(("2.4GHz", "5GHz")))
    builder.setting("hotspot_max_devices", str(rng.randrange(2, 9)))
    builder.setting("nfc", rng.random() < 0.5)
    builder.setting("nfc_mode", rng.choice(("payment", "reader")))


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_wifi(
    phone: Phone,
    action: Literal["query", "enable", "disable", "connect", "disconnect"],
    networkName: str | None = None,
) -> Outcome:
    """Switch Wi-Fi, list networks in range, or join and leave one."""
    state = phone.state
    on = bool(phone.setting("wifi"))
    joined = next((row["name"] for _, row in state.items("networks") if row["connected"]), "")
    if action == "query":
        names = [row["name"] for _, row in state.items("networks")] if on else []
        return Outcome(f"Wi-Fi is {'on' if on else 'off'}", {"enabled": on, "connected": joined, "inRange": names})
    if action == "enable":
        out = switch(phone, "wifi", action, "Wi-Fi")
        if not on:
            saved = next((key for key, _ in state.find("networks", saved=True)), None)
            return Outcome(
                f"Wi-Fi on, connected to {_join(phone, saved)}" if saved else "Wi-Fi on, no network is saved"
            )
        return out
    if action == "disable":
        _leave(phone)
        return switch(phone, "wifi", action, "Wi-Fi")
    if not on:
        raise conflict("Wi-Fi is off; enable it first")
    if action == "disconnect":
        if not joined:
            raise conflict("not connected to any network")
        _leave(phone)
        return Outcome(f"disconnected from {joined}")
    if networkName is None:
        raise bad("missing argument networkName")
    key = resolve(state.items("networks"), networkName, "network")
    row = state.get("networks", key) or {}
    if row["secured"] and not row["saved"]:
        raise unsupported(f"{row['name']} needs a password; the owner must join it once by hand")
    return Outcome(f"connected to {_join(phone, key)}")


def _join(phone: Phone, key: str) -> str:
    _leave(phone, but=key)
    return str(phone.state.set("networks", key, connected=True)["name"])


def _leave(phone: Phone, but: str = "") -> None:
    for key, row in list(phone.state.items("networks")):
        if row["connected"] and key != but:
            phone.state.set("networks", key, connected=False)


def _drop_devices(phone: Phone) -> None:
    for key, row in list(phone.state.items("paired")):
        if row["connected"]:
            phone.state.set("paired", key, connected=False)


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_bluetooth(
    phone: Phone,
    action: Literal["query", "enable", "disable", "connect", "disconnect", "unpair"],
    deviceName: str | None = None,
) -> Outcome:
    """Switch Bluetooth, list paired devices, connect, disconnect or unpair one."""
    state = phone.state
    on = bool(phone.setting("bluetooth"))
    if action == "query":
        shown = ("name", "connected", "battery")
        items: list[JsonValue] = [{k: row[k] for k in shown} for _, row in state.items("paired")]
        return Outcome(f"Bluetooth is {'on' if on else 'off'}", {"enabled": on, "items": items})
    if action == "disable":
        _drop_devices(phone)
    if action in ("enable", "disable"):
        return switch(phone, "bluetooth", action, "Bluetooth")
    if not on:
        raise conflict("Bluetooth is off; enable it first")
    if deviceName is None:
        raise bad("missing argument deviceName")
    key = resolve(state.items("paired"), deviceName, "paired device")
    name = (state.get("paired", key) or {})["name"]
    if action == "unpair":
        state.delete("paired", key)
        return Outcome(f"{name} unpaired")
    state.set("paired", key, connected=action == "connect")
    return Outcome(f"{name} {action}ed")


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_hotspot(phone: Phone, action: Switch) -> Outcome:
    """Switch or query the personal hotspot."""
    if action == "query":
        on = bool(phone.setting("hotspot"))
        return Outcome(f"hotspot is {'on' if on else 'off'}", {"enabled": on, "ssid": phone.setting("hotspot_name")})
    if action == "enable" and not phone.setting("mobile_data"):
        raise conflict("mobile data is off; enable it first")
    return switch(phone, "hotspot", action, "hotspot")


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def configure_hotspot(
    phone: Phone, settingItem: Literal["hotspot_name", "band", "max_devices"], settingValue: str
) -> Outcome:
    """Change the hotspot's name, band (2.4GHz, 5GHz) or device limit (1-10)."""
    value = settingValue.strip()
    if settingItem == "band":
        value = value.replace(" ", "")
        if value not in ("2.4GHz", "5GHz"):
            raise bad(f"settingValue: unsupported band {settingValue!r}")
    if settingItem == "max_devices" and not (value.isdigit() and 1 <= int(value) <= 10):
        raise bad(f"settingValue: {settingValue!r} is not 1-10")
    if not value:
        raise bad("settingValue is empty")
    setting = settingItem if settingItem == "hotspot_name" else f"hotspot_{settingItem}"
    old = phone.change(setting, value)
    return Outcome(f"{settingItem} is now {value}", {"old_value": old, "new_value": value})


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_airplane_mode(phone: Phone, action: Switch) -> Outcome:
    """Switch airplane mode; on drops all radios, off brings mobile data back only."""
    was = bool(phone.setting("airplane_mode"))
    out = switch(phone, "airplane_mode", action, "airplane mode")
    if action == "enable" and not was:
        for name in ("wifi", "bluetooth", "mobile_data", "hotspot"):
            phone.change(name, False)
        _leave(phone)
        _drop_devices(phone)
        return Outcome("airplane mode on; Wi-Fi, Bluetooth and mobile data are off")
    if action == "disable" and was:
        phone.change("mobile_data", True)
        return Outcome("airplane mode off; mobile data is back, Wi-Fi and Bluetooth stay as they are")
    return out


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_mobile_data(phone: Phone, action: Switch) -> Outcome:
    """Switch or query mobile data."""
    if action == "enable" and phone.setting("airplane_mode"):
        raise conflict("airplane mode is on; disable it first")
    if action == "disable" and phone.setting("hotspot"):
        phone.change("hotspot", False)
    return switch(phone, "mobile_data", action, "mobile data")


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_nfc(
    phone: Phone,
    action: Literal["query", "enable", "disable", "set_mode"],
    mode: Literal["payment", "reader", "card"] | None = None,
) -> Outcome:
    """Switch NFC or set its mode."""
    if action == "query":
        on = bool(phone.setting("nfc"))
        return Outcome(f"NFC is {'on' if on else 'off'}", {"enabled": on, "mode": phone.setting("nfc_mode")})
    if action != "set_mode":
        return switch(phone, "nfc", action, "NFC")
    if mode is None:
        raise bad("missing argument mode")
    if not phone.setting("nfc"):
        raise conflict("NFC is off; enable it first")
    phone.change("nfc_mode", mode)
    return Outcome(f"NFC mode is {mode}")

"""Devices & Cross-device: earbuds, the watch, sharing with devices nearby."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.files import file
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

EARS = ("earbuds", "headphones")
FACES = ("Minimal", "Chronograph", "Sunrise", "Big Digits", "Trail", "Planets", "Rings", "Paper")
NEIGHBOURS = (
    "Otto's Phone", "Family Tablet", "Kitchen Display", "Mina's Laptop", "Meeting Room Board", "Grandpa's Phone",
    "Studio Tablet", "Lab Laptop",
)  # fmt: skip


@populate(order=60)
def wearables(builder: WorldBuilder) -> None:
    """Settings of earbuds and watch (whether any is paired is the network app's), and devices nearby."""
    rng = builder.rng
    builder.setting("ear_mode", rng.choice(("off", "noise_cancelling", "transparency")))
    builder.setting("ear_preset", rng.choice(("balanced", "bass", "voice")))
    builder.setting("watch_face", rng.choice(FACES))
    builder.setting("watch_faces", sorted(rng.sample(FACES, 5)))
    builder.setting("watch_alerts", rng.random() < 0.7)
    builder.setting("watch_synced", f"{rng.randrange(0, 24):02d}:{rng.randrange(0, 60):02d}")
    builder.setting("ringing", "")
    for name in rng.sample(NEIGHBOURS, 3):
        row = {"name": name, "trusted": rng.random() < 0.5, "visible": rng.random() < 0.8}
        builder.add("nearby_devices", row)


def _paired(phone: Phone, kinds: tuple[str, ...], what: str) -> Row:
    """The connected device of one of these kinds."""
    if not phone.setting("bluetooth"):
        raise conflict("Bluetooth is off; enable it first")
    rows = [row for _, row in phone.state.items("paired") if row["kind"] in kinds]
    if not rows:
        raise missing(f"no {what} are paired" if what == "earbuds" else f"no {what} is paired")
    found = next((row for row in rows if row["connected"]), None)
    if found is None:
        raise conflict(f"{rows[0]['name']} not connected; manage_bluetooth can connect it")
    return found


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def control_earbuds(
    phone: Phone,
    action: Literal["query", "set_mode", "set_preset"],
    mode: Literal["off", "noise_cancelling", "transparency"] | None = None,
    preset: Literal["balanced", "bass", "voice"] | None = None,
) -> Outcome:
    """Noise cancelling, transparency or sound preset of connected earbuds or headphones."""
    row = _paired(phone, EARS, "earbuds")
    if action == "query":
        data = {"name": row["name"], "battery": row["battery"], "mode": phone.setting("ear_mode")}
        return Outcome(f"{row['name']} {row['battery']}%", {**data, "preset": phone.setting("ear_preset")})
    if action == "set_mode":
        if mode is None:
            raise bad("missing argument mode")
        phone.change("ear_mode", mode)
        return Outcome(f"{row['name']}: {mode}")
    if preset is None:
        raise bad("missing argument preset")
    phone.change("ear_preset", preset)
    return Outcome(f"{row['name']}: preset {preset}")


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def manage_watch(
    phone: Phone,
    action: Literal["query", "sync", "set_face", "mirror_alerts", "mute_alerts"],
    face: str | None = None,
) -> Outcome:
    """Sync the connected watch, change its face, or mirror this phone's alerts on it."""
    row = _paired(phone, ("watch",), "watch")
    if action == "query":
        names = ("watch_face", "watch_faces", "watch_alerts", "watch_synced")
        data = {name.removeprefix("watch_"): phone.setting(name) for name in names}
        return Outcome(f"{row['name']} {row['battery']}%", data)
    if action == "sync":
        phone.change("watch_synced", phone.now.strftime("%H:%M"))
        return Outcome(f"{row['name']} synced")
    if action == "set_face":
        if face is None:
            raise bad("missing argument face")
        faces = {name.lower(): name for name in phone.setting("watch_faces")}
        if face.lower() not in faces:
            raise missing(f"{row['name']} has no face {face}; it has {', '.join(faces.values())}")
        phone.change("watch_face", faces[face.lower()])
        return Outcome(f"{row['name']} shows {faces[face.lower()]}")
    phone.change("watch_alerts", action == "mirror_alerts")
    return Outcome(f"alerts {'mirrored on' if action == 'mirror_alerts' else 'kept off'} {row['name']}")


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def ring_device(phone: Phone, action: Literal["start", "stop"], deviceName: str | None = None) -> Outcome:
    """Let a connected Bluetooth device (watch, earbuds) sound so that it can be found, or stop it."""
    current = phone.setting("ringing")
    if action == "stop":
        if not current:
            raise conflict("nothing is ringing")
        phone.change("ringing", "")
        return Outcome(f"{current} is quiet")
    if deviceName is None:
        raise bad("missing argument deviceName")
    if not phone.setting("bluetooth"):
        raise conflict("Bluetooth is off; enable it first")
    key = resolve(phone.state.items("paired"), deviceName, "paired device")
    row = phone.state.get("paired", key) or {}
    if not row["connected"]:
        raise conflict(f"{row['name']} is not connected, so it cannot ring")
    phone.change("ringing", row["name"])
    return Outcome(f"{row['name']} is ringing")


@tool(Domain.DEVICES, SideEffect.EXTERNAL, permission="storage")
def share_nearby(phone: Phone, fileName: str, deviceName: str) -> Outcome:
    """Send a file without internet to another person's device nearby (needs Wi-Fi and Bluetooth)."""
    for radio, label in (("wifi", "Wi-Fi"), ("bluetooth", "Bluetooth")):
        if not phone.setting(radio):
            raise conflict(f"{label} is off; enable it first")
    state = phone.state
    row = file(phone, fileName)[1]
    device = state.get("nearby_devices", resolve(state.items("nearby_devices"), deviceName, "nearby device")) or {}
    if not device["visible"]:
        raise unsupported(f"{device['name']} does not accept files now")
    state.insert("nearby_transfers", {"file": row["name"], "device": device["name"]})
    return Outcome(f"{row['name']} sent to {device['name']}")


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def manage_nearby_devices(
    phone: Phone, action: Literal["list", "trust", "untrust"], deviceName: str | None = None
) -> Outcome:
    """List devices nearby, and say which are trusted to send files to this phone."""
    state = phone.state
    if action == "list":
        items = [{"name": r["name"], "trusted": r["trusted"]} for _, r in state.items("nearby_devices") if r["visible"]]
        return Outcome(f"{len(items)} devices nearby", {"items": list(items)})
    if deviceName is None:
        raise bad("missing argument deviceName")
    key = resolve(state.items("nearby_devices"), deviceName, "nearby device")
    row = state.set("nearby_devices", key, trusted=action == "trust")
    return Outcome(f"{row['name']} is {'trusted' if row['trusted'] else 'not trusted'}")

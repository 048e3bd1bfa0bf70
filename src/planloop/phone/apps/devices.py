"""Devices & Cross-device: screen casting, shared keyboard and mouse."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

ROOMS = (
    "Living Room", "Bedroom", "Kitchen", "Basement", "Guest Room", "Attic", "Office", "Den", "Playroom", "Studio",
    "Library", "Sunroom", "Garage", "Hobby Room", "Dining Room", "Patio",
)  # fmt: skip
LAPTOPS = ("ZenBook", "Falcon 14", "Orchid Air", "Granite Pro", "Mistral 13", "Tundra X", "Pico Slate", "Cobalt 15")


@populate()
def devices(builder: WorldBuilder) -> None:
    """Two or three screens, and a laptop and a tablet in reach."""
    rng = builder.rng
    rooms = rng.sample(ROOMS, 3)
    for index, room in enumerate(rooms[: rng.randrange(2, 4)]):
        kind = "large_screen" if index == 1 else "tv"
        builder.add("screens", {"name": f"{room} {'TV' if kind == 'tv' else 'Screen'}", "type": kind})
    laptop, tablet = rng.sample(LAPTOPS, 2)
    builder.add("computers", {"name": f"{laptop} laptop", "type": "laptop"})
    builder.add("computers", {"name": f"{tablet} tablet", "type": "tablet"})
    builder.setting("cast_target", "")
    builder.setting("input_sharing", "")


def _target(phone: Phone, table: str, name: str | None, kind: str | None) -> Row:
    rows = [(k, r) for k, r in phone.state.items(table) if kind in (None, r["type"])]
    if name is not None:
        return phone.state.get(table, resolve(rows, name, "device")) or {}
    if kind is None:
        raise bad("give targetDeviceName or targetDeviceType")
    if not rows:
        raise missing(f"no {kind} in reach")
    if len(rows) > 1:
        raise conflict(f"several devices match: {', '.join(r['name'] for _, r in rows)}")
    return rows[0][1]


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def control_screen_casting(
    phone: Phone,
    action: Literal["query", "start", "stop"],
    targetDeviceName: str | None = None,
    targetDeviceType: Literal["tv", "large_screen"] | None = None,
) -> Outcome:
    """Cast this screen to a TV or large screen, stop, or see the devices in reach."""
    current = phone.setting("cast_target")
    if action == "query":
        names = [row["name"] for _, row in phone.state.items("screens")]
        message = f"casting to {current}" if current else "not casting"
        return Outcome(message, {"status": "casting" if current else "idle", "devices": names})
    if action == "stop":
        if not current:
            raise conflict("not casting")
        phone.change("cast_target", "")
        return Outcome(f"stopped casting to {current}")
    if current:
        raise conflict(f"already casting to {current}; stop it first")
    if not phone.setting("wifi"):
        raise conflict("Wi-Fi is off; enable it first")
    target = _target(phone, "screens", targetDeviceName, targetDeviceType)["name"]
    phone.change("cast_target", target)
    return Outcome(f"casting to {target}")


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def manage_keyboard_mouse_sharing(
    phone: Phone,
    action: Literal["query", "start", "stop"],
    targetDeviceName: str | None = None,
    targetDeviceType: Literal["laptop", "tablet"] | None = None,
) -> Outcome:
    """Share keyboard and mouse with a laptop or tablet, or stop; needs Bluetooth."""
    current = phone.setting("input_sharing")
    if action == "query":
        names = [row["name"] for _, row in phone.state.items("computers")]
        return Outcome(f"shared with {current}" if current else "not shared", {"target": current, "devices": names})
    if action == "stop":
        if not current:
            raise conflict("keyboard and mouse are not shared")
        phone.change("input_sharing", "")
        return Outcome(f"no longer shared with {current}")
    if current:
        raise conflict(f"already shared with {current}; stop it first")
    if not phone.setting("bluetooth"):
        raise conflict("Bluetooth is off; enable it first")
    target = _target(phone, "computers", targetDeviceName, targetDeviceType)["name"]
    phone.change("input_sharing", target)
    return Outcome(f"keyboard and mouse shared with {target}")

"""Devices & Cross-device: what is connected at home - lights, plugs, thermostats, the vacuum, locks and sensors."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.reach import need_internet
from planloop.phone.apps.switch import Switch, word
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Percent, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

ROOMS = (
    "Living Room", "Bedroom", "Kitchen", "Hallway", "Study", "Bathroom", "Nursery", "Guest Room", "Garage", "Balcony",
    "Cellar", "Laundry Room",
)  # fmt: skip
LAMPS = ("Ceiling Light", "Floor Lamp", "Desk Lamp", "Light Strip", "Reading Light", "Pendant")
PLUGGED = ("Coffee Machine", "Fan", "Heater", "Air Purifier", "Dehumidifier", "Aquarium Pump", "Kettle", "Charger")
COLOURS = ("warm_white", "cool_white", "red", "orange", "green", "blue", "purple")
Colour = Literal["warm_white", "cool_white", "red", "orange", "green", "blue", "purple"]
VACUUM_LOW = 20
"""Percent of battery below which the vacuum does not start."""


@populate()
def home(builder: WorldBuilder) -> None:
    """Four lights (two may share a room), two plugs, a thermostat or two, a vacuum, a lock or two, four sensors."""
    rng = builder.rng
    rooms = rng.sample(ROOMS, 6)
    builder.setting("home_rooms", rooms)
    lamps = rng.sample(LAMPS, 4)
    for room, lamp in zip([rooms[0], rooms[0], rooms[1], rooms[2]], lamps, strict=True):
        row = {"name": f"{room} {lamp}", "room": room, "on": rng.random() < 0.4, "level": rng.randrange(2, 11) * 10}
        builder.add("home_lights", {**row, "colour": rng.choice(COLOURS[:3])})
    for room, thing in zip(rng.sample(rooms, 2), rng.sample(PLUGGED, 2), strict=True):
        watts = rng.randrange(5, 180) * 10
        builder.add("home_plugs", {"name": f"{room} {thing}", "room": room, "on": rng.random() < 0.5, "watts": watts})
    for room in rooms[1 : rng.randrange(2, 4)]:
        target = rng.randrange(34, 47) / 2
        row = {"name": f"{room} Thermostat", "room": room, "mode": rng.choice(("heat", "off", "eco")), "target": target}
        builder.add("home_thermostats", {**row, "temperature": target + rng.randrange(-6, 7) / 2})
    for door in rng.sample(("Front Door", "Back Door", "Garage Door", "Garden Gate"), rng.randrange(1, 3)):
        builder.add("home_locks", {"name": door, "locked": rng.random() < 0.6, "battery": rng.randrange(5, 100)})
    for room in rooms[:4]:
        kind = rng.choice(("motion", "window", "smoke", "water_leak"))
        reading = {"motion": ("still", "motion"), "window": ("closed", "open")}.get(kind, ("clear", "clear"))
        last = f"{rng.randrange(0, 24):02d}:{rng.randrange(0, 60):02d}"
        row = {"name": f"{room} {kind.replace('_', ' ')} sensor", "kind": kind, "reading": rng.choice(reading)}
        builder.add("home_sensors", {**row, "since": last})
    builder.setting("vacuum", rng.choice(("docked", "docked", "cleaning", "paused")))
    builder.setting("vacuum_room", "")
    builder.setting("vacuum_battery", rng.randrange(8, 101))


def _device(phone: Phone, table: str, name: str | None, what: str) -> tuple[str, Row]:
    rows = list(phone.state.items(table))
    if name is not None:
        key = resolve(rows, name, what)
        return key, phone.state.get(table, key) or {}
    if not rows:
        raise missing(f"no {what} at home")
    if len(rows) > 1:
        raise conflict(f"several {what}s: {', '.join(row['name'] for _, row in rows[:4])}")
    return rows[0]


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def control_light(
    phone: Phone,
    action: Literal["query", "enable", "disable", "set"],
    deviceName: str | None = None,
    room: str | None = None,
    brightness: Percent | None = None,
    colour: Colour | None = None,
) -> Outcome:
    """Switch a light at home, or all lights of a room; set brightness or colour; list lights."""
    state = phone.state
    lights = [(k, r) for k, r in state.items("home_lights") if room is None or r["room"].lower() == room.lower()]
    if not lights:
        raise missing(f"no light in room {room}")
    if action == "query":
        items = [{n: r[n] for n in ("name", "on", "level", "colour")} for _, r in lights]
        return Outcome(f"{sum(r['on'] for _, r in lights)} of {len(lights)} lights are on", {"items": list(items)})
    need_internet(phone)
    if deviceName is None and room is None:
        raise bad("give deviceName or room")
    chosen = lights
    if deviceName is not None:
        key = resolve(lights, deviceName, "light")
        chosen = [(k, r) for k, r in lights if k == key]
    if action == "set" and brightness is None and colour is None:
        raise bad("missing argument brightness or colour")
    fields: Row = {"on": action != "disable"}
    if action != "disable":
        fields |= {} if brightness is None else {"level": brightness, "on": brightness > 0}
        fields |= {} if colour is None else {"colour": colour}
    for key, _ in chosen:
        state.set("home_lights", key, **fields)
    names = ", ".join(r["name"] for _, r in chosen)
    return Outcome(f"{names} {word(fields['on'])}", {key: value for key, value in fields.items() if key != "on"})


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def control_smart_plug(phone: Phone, action: Switch, deviceName: str | None = None) -> Outcome:
    """Switch what a smart plug at home powers (heater, kettle, fan), or read its use of power."""
    state = phone.state
    if action == "query" and deviceName is None:
        items = [{"name": r["name"], "on": r["on"]} for _, r in state.items("home_plugs")]
        return Outcome(f"{len(items)} plugs", {"items": list(items)})
    key, row = _device(phone, "home_plugs", deviceName, "plug")
    if action == "query":
        watts = row["watts"] if row["on"] else 0
        return Outcome(f"{row['name']} is {word(row['on'])}", {"enabled": row["on"], "watts": watts})
    need_internet(phone)
    state.set("home_plugs", key, on=action == "enable")
    return Outcome(f"{row['name']} {word(action == 'enable')}")


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def control_thermostat(
    phone: Phone,
    action: Literal["query", "set", "set_mode"],
    room: str | None = None,
    temperature: float | None = None,
    mode: Literal["heat", "cool", "eco", "off"] | None = None,
) -> Outcome:
    """Read or set a thermostat at home: target temperature (5-30 °C) or mode."""
    key, row = _device(phone, "home_thermostats", room, "thermostat")
    if action == "query":
        data = {"temperature": row["temperature"], "target": row["target"], "mode": row["mode"]}
        return Outcome(f"{row['name']}: {row['temperature']:g} °C, target {row['target']:g} °C", data)
    need_internet(phone)
    if action == "set_mode":
        if mode is None:
            raise bad("missing argument mode")
        phone.state.set("home_thermostats", key, mode=mode)
        return Outcome(f"{row['name']} mode {mode}")
    if temperature is None:
        raise bad("missing argument temperature")
    if not 5 <= temperature <= 30:
        raise bad(f"temperature: {temperature:g} is not 5-30")
    if row["mode"] == "off":
        raise conflict(f"{row['name']} is off; set a mode first")
    phone.state.set("home_thermostats", key, target=float(temperature))
    return Outcome(f"{row['name']} target {temperature:g} °C")


@tool(Domain.DEVICES, SideEffect.REVERSIBLE)
def control_robot_vacuum(
    phone: Phone, action: Literal["query", "start", "pause", "dock"], room: str | None = None
) -> Outcome:
    """Start the robot vacuum (everywhere or in one room), pause it or send it to its dock."""
    status, battery = phone.setting("vacuum"), phone.setting("vacuum_battery")
    if action == "query":
        data = {"status": status, "battery": battery, "room": phone.setting("vacuum_room")}
        return Outcome(f"vacuum {status}", data)
    need_internet(phone)
    if action == "pause" and status != "cleaning":
        raise conflict(f"the vacuum is {status}")
    if action == "start":
        if status == "docked" and battery < VACUUM_LOW:
            raise conflict(f"vacuum battery {battery}%; it starts from {VACUUM_LOW}%")
        if status == "cleaning" and room is not None:
            raise conflict("the vacuum is cleaning; pause or dock it first")
        phone.change("vacuum_room", _room(phone, room) if room else "")
    phone.change("vacuum", {"start": "cleaning", "pause": "paused", "dock": "docked"}[action])
    where = f" in {phone.setting('vacuum_room')}" if action == "start" and room else ""
    return Outcome(f"vacuum {phone.setting('vacuum')}{where}")


def _room(phone: Phone, room: str) -> str:
    rooms = {name.lower(): str(name) for name in phone.setting("home_rooms")}
    if room.lower() not in rooms:
        raise missing(f"no room {room}; there are {', '.join(rooms.values())}")
    return rooms[room.lower()]


@tool(Domain.DEVICES, SideEffect.EXTERNAL)
def control_door_lock(
    phone: Phone, action: Literal["query", "lock", "unlock"], deviceName: str | None = None
) -> Outcome:
    """Lock or unlock a door at home, or see which doors are locked."""
    state = phone.state
    if action == "query" and deviceName is None:
        items = [{n: r[n] for n in ("name", "locked", "battery")} for _, r in state.items("home_locks")]
        return Outcome(f"{sum(r['locked'] for r in items)} of {len(items)} locked", {"items": list(items)})
    key, row = _device(phone, "home_locks", deviceName, "lock")
    if action == "query":
        return Outcome(f"{row['name']} is {'locked' if row['locked'] else 'unlocked'}", {"locked": row["locked"]})
    need_internet(phone)
    if action == "unlock" and row["battery"] < 10:
        raise unsupported(f"{row['name']}: battery {row['battery']}%, use the key")
    state.set("home_locks", key, locked=action == "lock")
    return Outcome(f"{row['name']} {action}ed")


@tool(Domain.DEVICES)
def query_home_sensors(
    phone: Phone, kind: Literal["motion", "window", "smoke", "water_leak"] | None = None, room: str | None = None
) -> Outcome:
    """Read sensors at home: motion, open windows, smoke, water leaks."""
    rows = [r for _, r in phone.state.items("home_sensors") if kind in (None, r["kind"])]
    if room is not None:
        rows = [r for r in rows if r["name"].lower().startswith(room.lower())]
    alerts = [r["name"] for r in rows if r["reading"] not in ("still", "closed", "clear")]
    items = [{n: r[n] for n in ("name", "reading", "since")} for r in rows]
    return Outcome(f"{len(rows)} sensors, {len(alerts)} report something", {"items": list(items), "total": len(rows)})

"""System Settings: battery, device info, flashlight, scheduled power, screen recorder, power."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch
from planloop.phone.errors import bad, conflict, denied
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.world import WorldBuilder, populate


@populate()
def system(builder: WorldBuilder) -> None:
    """Battery, identity and power settings."""
    rng = builder.rng
    builder.setting("battery_level", rng.randrange(6, 100))
    builder.setting("charging", rng.random() < 0.3)
    builder.setting("power_mode", rng.choice(("normal", "normal", "power_saver")))
    builder.setting("device_name", rng.choice(("My Phone", "Pocket", "Old Faithful", "Daily Driver", "Blue Phone")))
    builder.setting("model", rng.choice(("Lumen 5", "Lumen 6 Pro", "Arc X", "Arc Mini", "Terra 9")))
    builder.setting("os_version", f"Android {rng.randrange(13, 17)}")
    builder.setting("memory_gb", rng.choice((6, 8, 12, 16)))
    builder.setting("flashlight", rng.random() < 0.2)
    builder.setting("scheduled_power_on", "")
    builder.setting("scheduled_power_off", f"{rng.randrange(22, 24)}:{rng.choice(('00', '30'))}")
    builder.setting("recorder", "idle")
    builder.setting("recorder_audio", "none")
    builder.setting("power", "on")
    builder.permission("microphone")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_battery(
    phone: Phone, action: Switch, mode: Literal["power_saver", "super_saving"] = "power_saver"
) -> Outcome:
    """Read the battery, or switch power_saver or super_saving."""
    level, current = phone.setting("battery_level"), phone.setting("power_mode")
    if action == "query":
        data = {"level": level, "charging": phone.setting("charging"), "mode": current}
        return Outcome(f"battery {level}%", data)
    if action == "enable":
        phone.change("power_mode", mode)
        return Outcome(f"{mode} on")
    if current == "normal":
        return Outcome("no power saving was on")
    phone.change("power_mode", "normal")
    return Outcome(f"{current} off")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_device_info(phone: Phone, action: Literal["query", "rename"], name: str | None = None) -> Outcome:
    """Read name, model, Android version and memory, or rename the phone."""
    if action == "query":
        data = {"name": phone.setting("device_name"), "model": phone.setting("model")}
        return Outcome(
            str(data["model"]), {**data, "os": phone.setting("os_version"), "memoryGb": phone.setting("memory_gb")}
        )
    if not name:
        raise bad("missing argument name")
    phone.change("device_name", name)
    return Outcome(f"phone renamed {name}")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def control_flashlight(phone: Phone, action: Switch) -> Outcome:
    """Switch or query the flashlight."""
    return switch(phone, "flashlight", action, "flashlight")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_scheduled_power(
    phone: Phone,
    action: Literal["query", "set", "cancel"],
    event: Literal["power_on", "power_off"] | None = None,
    time: Time | None = None,
) -> Outcome:
    """Read, set or cancel the daily time at which the phone powers on or off by itself."""
    if action == "query":
        data = {"powerOn": phone.setting("scheduled_power_on"), "powerOff": phone.setting("scheduled_power_off")}
        return Outcome("scheduled power", data)
    if event is None:
        raise bad("missing argument event")
    setting = f"scheduled_{event}"
    if action == "cancel":
        if not phone.setting(setting):
            raise conflict(f"no {event} is scheduled")
        phone.change(setting, "")
        return Outcome(f"{event} cancelled")
    if time is None:
        raise bad("missing argument time")
    phone.change(setting, time)
    return Outcome(f"{event} at {time} every day")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def control_screen_recorder(
    phone: Phone,
    action: Literal["query", "start", "stop"],
    audio: Literal["none", "system", "microphone"] = "none",
) -> Outcome:
    """Start or stop a screen recording; stopping saves it as a video file."""
    state = phone.state
    running = phone.setting("recorder") == "recording"
    if action == "query":
        return Outcome("recording" if running else "not recording", {"recording": running})
    if action == "start":
        if running:
            raise conflict("a screen recording is running; stop it first")
        if audio == "microphone" and not phone.granted("microphone"):
            raise denied("permission microphone is not granted")
        phone.change("recorder", "recording")
        phone.change("recorder_audio", audio)
        return Outcome("recording started")
    if not running:
        raise conflict("no screen recording is running")
    phone.change("recorder", "idle")
    count = 1 + sum(1 for _, row in state.items("files") if row["name"].startswith("Screen recording"))
    name = f"Screen recording {count}.mp4"
    row = {"name": name, "type": "video", "folder": "Movies", "sizeMb": 24, "hidden": False}
    state.insert("files", {**row, "date": phone.now.date().isoformat()})
    return Outcome(f"saved {name}")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def control_device_power(phone: Phone, action: Literal["power_off", "restart"]) -> Outcome:
    """Power the phone off or restart it; refused while a screen recording runs."""
    if phone.setting("recorder") == "recording":
        raise conflict("a screen recording is running; stop it first")
    phone.change("power", "off" if action == "power_off" else "restarting")
    return Outcome("powering off" if action == "power_off" else "restarting")

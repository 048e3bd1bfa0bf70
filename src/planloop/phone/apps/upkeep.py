"""System Settings: updates, backups, resets, developer options, diagnostics and the care of battery and memory."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Percent, tool
from planloop.phone.world import WorldBuilder, populate

HOT = 41
"""Degrees Celsius from which the phone is hot."""
UPDATE_BATTERY = 30
PARTS = ("screen", "speaker", "microphone", "camera", "fingerprint", "battery", "sensors")


@populate(order=60)
def upkeep(builder: WorldBuilder) -> None:
    """A system update or none, a backup some days old, one part that may be worn, temperature and memory in use."""
    rng = builder.rng
    version = int(str(builder.tables["settings"]["os_version"]["value"]).split()[-1])
    builder.setting("update_available", rng.choice(("", f"Android {version + 1}", f"Android {version} patch 2")))
    builder.setting("update_state", "idle")
    builder.setting("update_auto", rng.random() < 0.5)
    builder.setting("backup_enabled", rng.random() < 0.6)
    builder.setting("backup_days", rng.randrange(0, 40))
    builder.setting("developer_options", rng.random() < 0.2)
    builder.setting("usb_debug", False)
    builder.setting("animation_scale", "1x")
    builder.setting("worn_part", rng.choice((*PARTS, "", "", "")))
    builder.setting("temperature", rng.randrange(24, 47))
    builder.setting("cooling_fan", "off")
    builder.setting("memory_used", rng.randrange(40, 96))
    builder.setting("memory_extension_gb", rng.choice((0, 0, 2, 4)))
    builder.setting("charge_limit", rng.choice((80, 100, 100)))
    builder.setting("fast_charging", rng.random() < 0.7)
    builder.setting("performance_mode", False)


@tool(Domain.SYSTEM, SideEffect.EXTERNAL)
def manage_system_update(
    phone: Phone, action: Literal["query", "check", "download", "install", "auto_on", "auto_off"]
) -> Outcome:
    """System updates: look for one, download it, install it (needs 30 % battery), or let it come by itself."""
    name, stage = phone.setting("update_available"), phone.setting("update_state")
    if action in ("query", "check"):
        if action == "check":
            _online(phone)
        data = {"available": name, "state": stage, "auto": phone.setting("update_auto")}
        return Outcome(f"{name} is available" if name else "the system is up to date", data)
    if action.startswith("auto"):
        phone.change("update_auto", action == "auto_on")
        return Outcome(f"updates by themselves: {action.removeprefix('auto_')}")
    if not name:
        raise missing("there is no update")
    if action == "download":
        if not phone.setting("wifi"):
            raise conflict("updates are downloaded over Wi-Fi; enable it first")
        phone.change("update_state", "downloaded")
        return Outcome(f"{name} downloaded")
    if stage != "downloaded":
        raise conflict(f"{name} is not downloaded yet")
    if phone.setting("battery_level") < UPDATE_BATTERY and not phone.setting("charging"):
        raise conflict(f"battery {phone.setting('battery_level')}%; charge to {UPDATE_BATTERY}% first")
    if phone.setting("recorder") == "recording":
        raise conflict("a screen recording is running; stop it first")
    if name.count(" ") == 1:
        phone.change("os_version", name)
    phone.change("update_available", "")
    phone.change("update_state", "installed")
    return Outcome(f"{name} installed")


def _online(phone: Phone) -> None:
    if not (phone.setting("wifi") or phone.setting("mobile_data")):
        raise conflict("no internet; enable Wi-Fi or mobile data first")


@tool(Domain.SYSTEM, SideEffect.EXTERNAL)
def manage_system_backup(phone: Phone, action: Literal["query", "enable", "disable", "run"]) -> Outcome:
    """Backup of the whole phone (apps, settings, call log) to the owner's account: switch it or run it now."""
    days = phone.setting("backup_days")
    if action == "query":
        return Outcome(f"last backup {days} days ago", {"enabled": phone.setting("backup_enabled"), "days": days})
    if action != "run":
        return switch(phone, "backup_enabled", action, "system backup")
    if not phone.setting("backup_enabled"):
        raise conflict("system backup is off; enable it first")
    if not phone.setting("wifi"):
        raise conflict("backups need Wi-Fi; enable it first")
    phone.change("backup_days", 0)
    return Outcome("backup done")


@tool(Domain.SYSTEM, SideEffect.DESTRUCTIVE)
def reset_settings(
    phone: Phone, what: Literal["network", "app_preferences", "accessibility"], confirmed: bool = False
) -> Outcome:
    """Set network, app preferences or accessibility back to how they came; needs confirmed: true."""
    if not confirmed:
        raise conflict(f"resetting {what} cannot be undone; call again with confirmed true")
    state = phone.state
    if what == "network":
        for key, row in list(state.items("networks")):
            if row["saved"] or row["connected"]:
                state.set("networks", key, saved=False, connected=False)
        for key, _ in list(state.items("paired")):
            state.delete("paired", key)
    elif what == "app_preferences":
        for key, _ in list(state.items("app_settings")):
            state.set("app_settings", key, notifications=True, frozen=False, timerMinutes=0)
    else:
        for name, value in (("talkback", False), ("select_to_speak", False), ("magnification", "off")):
            phone.change(name, value)
    return Outcome(f"{what} reset")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_developer_options(
    phone: Phone,
    action: Literal["query", "enable", "disable", "set_animation_scale"],
    scale: Literal["off", "0.5x", "1x", "2x"] | None = None,
) -> Outcome:
    """Developer options: switch them, or set the scale of animations."""
    on = bool(phone.setting("developer_options"))
    if action == "set_animation_scale":
        if scale is None:
            raise bad("missing argument scale")
        if not on:
            raise conflict("developer options are off; enable them first")
        phone.change("animation_scale", scale)
        return Outcome(f"animation scale {scale}")
    if action == "disable" and phone.setting("usb_debug"):
        phone.change("usb_debug", False)
    return switch(phone, "developer_options", action, "developer options")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_usb_debug(phone: Phone, action: Switch) -> Outcome:
    """USB debugging; enabling turns developer options on as well."""
    if action == "enable":
        phone.change("developer_options", True)
    out = switch(phone, "usb_debug", action, "USB debugging")
    names = (("usb_debug_enabled", "usb_debug"), ("developer_options_enabled", "developer_options"))
    return Outcome(out.message, {key: bool(phone.setting(name)) for key, name in names})


@tool(Domain.SYSTEM)
def run_diagnostics(
    phone: Phone,
    part: Literal["screen", "speaker", "microphone", "camera", "fingerprint", "battery", "sensors"] | None = None,
) -> Outcome:
    """Test the parts of the phone, all or one."""
    worn = phone.setting("worn_part")
    results = {name: "worn" if name == worn else "good" for name in ([part] if part else PARTS)}
    bad_ones = [name for name, result in results.items() if result != "good"]
    return Outcome(f"worn: {bad_ones[0]}" if bad_ones else "all good", dict(results))


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def control_cooling_fan(phone: Phone, action: Literal["query", "enable", "disable", "auto"]) -> Outcome:
    """The phone's cooling fan: on, off, or by temperature."""
    degrees = phone.setting("temperature")
    if action == "query":
        return Outcome(
            f"{degrees} °C, fan {phone.setting('cooling_fan')}", {"temperature": degrees, "hot": degrees >= HOT}
        )
    if action == "disable" and degrees >= HOT:
        raise conflict(f"the phone has {degrees} °C; the fan stays on above {HOT} °C")
    value = {"enable": "on", "disable": "off", "auto": "auto"}[action]
    phone.change("cooling_fan", value)
    return Outcome(f"fan {value}")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def clean_memory(phone: Phone) -> Outcome:
    """Free working memory (RAM): apps in the background close."""
    used, closed = phone.setting("memory_used"), 0
    for key, row in list(phone.state.items("apps")):
        if row["open"] and not row["system"]:
            phone.state.set("apps", key, open=False)
            closed += 1
    phone.change("memory_used", max(30, used - 8 * closed))
    return Outcome(f"{closed} apps closed, memory {phone.setting('memory_used')}% in use")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def set_memory_extension(phone: Phone, gigabytes: int) -> Outcome:
    """Use storage as additional memory: 0, 2, 4 or 8 GB."""
    if gigabytes not in (0, 2, 4, 8):
        raise bad(f"gigabytes: {gigabytes} is not 0, 2, 4 or 8")
    held = phone.setting("memory_extension_gb")
    needed = (gigabytes - held) * 1000
    if needed > phone.setting("free_mb"):
        raise conflict(f"{phone.setting('free_mb')} MB are free, {needed} needed")
    phone.change("free_mb", phone.setting("free_mb") - needed)
    phone.change("memory_extension_gb", gigabytes)
    return Outcome(f"memory extension {gigabytes} GB")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def configure_charging(
    phone: Phone,
    limit: Percent | None = None,
    fastCharging: bool | None = None,
) -> Outcome:
    """How the phone charges: stop at a percentage (80-100) to spare the battery; fast charging."""
    if limit is None and fastCharging is None:
        raise bad("give limit or fastCharging")
    if limit is not None:
        if limit < 80:
            raise bad(f"limit: {limit} is not 80-100")
        phone.change("charge_limit", limit)
    if fastCharging is not None:
        phone.change("fast_charging", fastCharging)
    speed = "fast" if phone.setting("fast_charging") else "normal"
    return Outcome(f"charging to {phone.setting('charge_limit')}%, {speed}")


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_performance_mode(phone: Phone, action: Switch) -> Outcome:
    """High performance at the cost of battery; power saving ends."""
    if action == "enable":
        if phone.setting("temperature") >= HOT:
            raise unsupported(f"the phone has {phone.setting('temperature')} °C; let it cool down first")
        phone.change("power_mode", "normal")
    return switch(phone, "performance_mode", action, "performance mode")

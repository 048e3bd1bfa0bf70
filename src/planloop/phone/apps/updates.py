"""System Settings: updates of the operating system."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.reach import need_internet
from planloop.phone.apps.switch import switch, word
from planloop.phone.apps.users import need_owner
from planloop.phone.errors import conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

KEY = "system_update"
BATTERY = 30
"""Percent of battery that an installation needs where no charger is plugged in."""


@populate(order=60)
def updates(builder: WorldBuilder) -> None:
    """What the maker offers this phone: a new Android, a security patch or nothing; seen, loaded, or not yet known."""
    rng = builder.rng
    month = builder.now.month
    version = int(str(builder.tables["settings"]["os_version"]["value"]).split()[-1])
    patch = f"security patch {builder.now.year}-{month:02d}"
    offer = rng.choice((f"Android {version + 1}", patch, patch, ""))
    size = 0 if not offer else rng.randrange(1800, 2900) if offer.startswith("Android") else rng.randrange(90, 600)
    status = rng.choice(("unknown", "unknown", "available", "downloaded")) if offer else "unknown"
    row = {"version": offer, "sizeMb": size, "status": status, "tonight": False}
    builder.add("system_updates", row, key=KEY)
    builder.setting("update_auto_download", rng.random() < 0.5)
    before = f"{builder.now.year - (month < 4)}-{(month + 8) % 12 + 1:02d}"
    builder.setting("update_patch", before if offer else f"{builder.now:%Y-%m}")


@tool(Domain.SYSTEM, SideEffect.EXTERNAL)
def manage_system_update(
    phone: Phone,
    action: Literal["query", "check", "download", "install", "schedule", "cancel", "enable_auto", "disable_auto"],
    allowMobileData: bool = False,
) -> Outcome:
    """Update Android: check, download, install now (restarts) or tonight (schedule, cancel), automatic downloads."""
    row = phone.state.get("system_updates", KEY) or {}
    if action == "query":
        return _query(phone, row)
    need_owner(phone)
    if action in ("enable_auto", "disable_auto"):
        return switch(phone, "update_auto_download", action.removesuffix("_auto"), "automatic download")
    if action == "check":
        need_internet(phone)
        status = row["status"] if row["status"] in ("available", "downloaded") else "available"
        fresh = phone.state.set("system_updates", KEY, status=status if row["version"] else "none")
        return _query(phone, fresh)
    if action == "cancel":
        if not row["tonight"]:
            raise conflict("no installation is scheduled")
        phone.state.set("system_updates", KEY, tonight=False)
        return Outcome(f"{row['version']} will not be installed tonight")
    if row["status"] == "none":
        raise missing("there is no update; the system is up to date")
    if row["status"] == "unknown":
        raise conflict("no update is known; check first")
    if action == "download":
        return _download(phone, row, allowMobileData)
    if row["status"] != "downloaded":
        raise conflict(f"{row['version']} is not downloaded; download it first")
    if action == "schedule":
        phone.state.set("system_updates", KEY, tonight=True)
        return Outcome(f"{row['version']} will be installed tonight, with a charger plugged in")
    return _install(phone, row)


def _query(phone: Phone, row: Row) -> Outcome:
    known = row["status"] in ("available", "downloaded")
    data = {
        "current": phone.setting("os_version"), "securityPatch": phone.setting("update_patch"),
        "status": row["status"], "update": row["version"] if known else "", "sizeMb": row["sizeMb"] if known else 0,
        "tonight": row["tonight"], "automaticDownload": phone.setting("update_auto_download"),
    }  # fmt: skip
    said = {"none": "the system is up to date", "unknown": "no update is known"}
    automatic = f"automatic download {word(phone.setting('update_auto_download'))}"
    return Outcome(f"{said.get(row['status'], row['version'] + ' ' + row['status'])}; {automatic}", data)


def _download(phone: Phone, row: Row, mobile: bool) -> Outcome:
    if row["status"] == "downloaded":
        return Outcome(f"{row['version']} was already downloaded")
    need_internet(phone)
    if not phone.setting("wifi") and not mobile:
        raise conflict(f"{row['sizeMb']} MB need Wi-Fi, or allowMobileData")
    free = phone.setting("free_mb")
    if free < row["sizeMb"]:
        raise conflict(f"the update needs {row['sizeMb']} MB; {free} MB are free")
    phone.change("free_mb", free - row["sizeMb"])
    phone.state.set("system_updates", KEY, status="downloaded")
    return Outcome(f"{row['version']} downloaded, {row['sizeMb']} MB; install it now or schedule it")


def _install(phone: Phone, row: Row) -> Outcome:
    level = phone.setting("battery_level")
    if level < BATTERY and not phone.setting("charging"):
        raise conflict(f"battery is at {level}%; installing needs {BATTERY}% or a charger")
    if phone.setting("recorder") == "recording":
        raise conflict("a screen recording is running; stop it first")
    version = str(row["version"])
    if version.startswith("Android"):
        phone.change("os_version", version)
    phone.change("update_patch", f"{phone.now:%Y-%m}")
    phone.change("free_mb", phone.setting("free_mb") + row["sizeMb"])
    phone.state.set("system_updates", KEY, version="", sizeMb=0, status="none", tonight=False)
    phone.change("power", "restarting")
    return Outcome(f"{version} installs; the phone restarts")

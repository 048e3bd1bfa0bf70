"""System Settings: backups of settings and apps in the owner's account, and restoring from one."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any, Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day
from planloop.phone.apps.reach import need_internet
from planloop.phone.apps.switch import switch, word
from planloop.phone.apps.users import need_owner
from planloop.phone.errors import conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

SAVED = (
    "brightness", "dark_mode", "auto_rotate", "screen_timeout", "volume_media", "volume_ring", "volume_alarm",
    "play_mode",
)  # fmt: skip
"""Settings that a backup keeps."""


@populate(order=90)
def backups(builder: WorldBuilder) -> None:
    """One or two backups of earlier days: settings as they were then, and apps, of which one may be gone since."""
    rng = builder.rng
    builder.setting("backup_enabled", rng.random() < 0.7)
    gone = [str(row["name"]) for row in builder.tables["catalogue"].values() if row["sizeMb"] < 1000]
    here = [str(row["name"]) for row in builder.tables["apps"].values() if not row["system"]]
    for days in sorted(rng.sample(range(1, 90), rng.randrange(1, 3)), reverse=True):
        day = (builder.now.date() - timedelta(days=days)).isoformat()
        values = [_earlier(rng, builder.tables["settings"][name]["value"]) for name in SAVED]
        apps = sorted([*rng.sample(here, len(here) - 1), *rng.sample(gone, rng.randrange(0, 3))])
        row: Row = {"date": day, "sizeMb": rng.randrange(150, 900), "names": list(SAVED), "values": values}
        builder.add("system_backups", {**row, "apps": apps})


def _earlier(rng: random.Random, value: Any) -> Any:
    """What a setting may have been before; half of them were as they are."""
    if rng.random() < 0.5 or isinstance(value, str):
        return value
    return not value if isinstance(value, bool) else rng.randrange(10, 96)


@tool(Domain.SYSTEM, SideEffect.DESTRUCTIVE)
def manage_system_backup(
    phone: Phone,
    action: Literal["query", "enable", "disable", "run", "restore"],
    date: Day | None = None,
    part: Literal["settings", "apps"] | None = None,
    allowMobileData: bool = False,
    confirmed: bool = False,
) -> Outcome:
    """Phone backup of settings and apps: switch it, run it now, or restore a part from a date (confirmed: true)."""
    if action == "query":
        return _query(phone)
    need_owner(phone)
    if action in ("enable", "disable"):
        return switch(phone, "backup_enabled", action, "automatic backup")
    need_internet(phone)
    if not phone.setting("wifi") and not allowMobileData:
        raise conflict("backups need Wi-Fi, or allowMobileData")
    if action == "run":
        return _run(phone)
    return _restore(phone, None if date is None else iso_day(phone, date), part, confirmed)


def _query(phone: Phone) -> Outcome:
    rows = [row for _, row in phone.state.items("system_backups")]
    rows.sort(key=lambda row: row["date"], reverse=True)
    items: list[JsonValue] = [{"date": r["date"], "sizeMb": r["sizeMb"], "apps": len(r["apps"])} for r in rows[:4]]
    last = f"last one {rows[0]['date']}" if rows else "none yet"
    on = bool(phone.setting("backup_enabled"))
    return Outcome(f"automatic backup {word(on)}, {last}", {"enabled": on, "items": items, "total": len(rows)})


def _run(phone: Phone) -> Outcome:
    today = phone.now.date().isoformat()
    apps = sorted((row for _, row in phone.state.find("apps", system=False)), key=lambda row: str(row["name"]))
    size = 100 + sum(row["sizeMb"] for row in apps) // 4
    row: Row = {"date": today, "sizeMb": size, "names": list(SAVED), "values": [phone.setting(n) for n in SAVED]}
    row["apps"] = [app["name"] for app in apps]
    same = phone.state.find("system_backups", date=today)
    if same:
        phone.state.set("system_backups", same[0][0], **row)
    else:
        phone.state.insert("system_backups", row)
    return Outcome(f"backed up {len(SAVED)} settings and {len(apps)} apps, {size} MB")


def _restore(phone: Phone, day: str | None, part: str | None, confirmed: bool) -> Outcome:
    rows = [row for _, row in phone.state.items("system_backups") if day in (None, row["date"])]
    if not rows:
        raise missing(f"no backup of {day}" if day else "there is no backup; run one first")
    row = max(rows, key=lambda found: str(found["date"]))
    old = list(zip(row["names"], row["values"], strict=True)) if part != "apps" else []
    changes = [(name, then) for name, then in old if phone.setting(name) != then]
    names = set(row["apps"]) if part != "settings" else set()
    back = [(key, gone) for key, gone in phone.state.items("catalogue") if gone["name"] in names]
    free, need = phone.setting("free_mb"), sum(gone["sizeMb"] for _, gone in back)
    if need > free:
        raise conflict(f"the apps need {need} MB; {free} MB are free")
    if not changes and not back:
        return Outcome(f"nothing differs from the backup of {row['date']}")
    what = f"{len(changes)} settings and {len(back)} apps"
    if not confirmed:
        raise conflict(f"{what} of {row['date']} would come back; call with confirmed true")
    for name, then in changes:
        phone.change(name, then)
    for key, gone in back:
        phone.state.delete("catalogue", key)
        fresh = {"name": gone["name"], "sizeMb": gone["sizeMb"], "system": False, "open": False}
        phone.state.insert("apps", {**fresh, "locked": False, "granted": []})
    phone.change("free_mb", free - need)
    changed: list[JsonValue] = [name for name, _ in changes]
    apps: list[JsonValue] = [gone["name"] for _, gone in back]
    return Outcome(f"{what} restored from {row['date']}", {"settings": changed, "apps": apps})

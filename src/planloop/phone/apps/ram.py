"""System Settings: working memory, what fills it and how it is extended."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.programs import app
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

EXTENSIONS = (0, 2, 4, 8)


@populate(order=60)
def ram(builder: WorldBuilder) -> None:
    """What the system itself keeps, and the storage lent to memory."""
    rng = builder.rng
    total = int(builder.tables["settings"]["memory_gb"]["value"]) * 1024
    builder.setting("ram_system_mb", round(total * rng.randrange(30, 46) / 100))
    builder.setting("ram_extension_gb", rng.choice((0, 0, 2, 4)))


def _held(row: Row) -> int:
    """MB of memory that an open app takes."""
    return int(60 + 2 * row["sizeMb"])


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_ram(
    phone: Phone,
    action: Literal["query", "clean", "set_extension"],
    keepApps: list[str] | None = None,
    extensionGb: int | None = None,
) -> Outcome:
    """Working memory (RAM): what fills it, clean it by closing all open apps but keepApps, or extend it (0-8 GB)."""
    if action == "query":
        return _query(phone)
    if action == "clean":
        return _clean(phone, keepApps or [])
    if extensionGb is None:
        raise bad("missing argument extensionGb")
    return _extend(phone, extensionGb)


def _query(phone: Phone) -> Outcome:
    rows = sorted((row for _, row in phone.state.find("apps", open=True)), key=lambda row: -row["sizeMb"])
    total = (phone.setting("memory_gb") + phone.setting("ram_extension_gb")) * 1024
    used = phone.setting("ram_system_mb") + sum(_held(row) for row in rows)
    items: list[JsonValue] = [{"app": row["name"], "mb": _held(row)} for row in rows[:6]]
    data = {"usedMb": used, "totalMb": total, "extensionGb": phone.setting("ram_extension_gb"), "items": items}
    return Outcome(f"{used} of {total} MB used, {len(rows)} apps open", data)


def _clean(phone: Phone, keep: list[str]) -> Outcome:
    kept = {app(phone, name)[0] for name in keep}
    closing = [(key, row) for key, row in phone.state.find("apps", open=True) if key not in kept]
    for key, _ in closing:
        phone.state.set("apps", key, open=False)
    freed = sum(_held(row) for _, row in closing)
    names: list[JsonValue] = [row["name"] for _, row in closing]
    return Outcome(f"{len(closing)} apps closed, {freed} MB freed", {"closed": names, "freedMb": freed})


def _extend(phone: Phone, size: int) -> Outcome:
    if size not in EXTENSIONS:
        raise bad(f"extensionGb: {size} is not 0, 2, 4 or 8")
    most, old, free = phone.setting("memory_gb"), phone.setting("ram_extension_gb"), phone.setting("free_mb")
    if size > most:
        raise unsupported(f"this phone has {most} GB; the extension may not be larger")
    more = (size - old) * 1024
    if more > free:
        raise conflict(f"the extension needs {more} MB more; {free} MB are free")
    phone.change("ram_extension_gb", size)
    phone.change("free_mb", free - more)
    return Outcome(f"memory extension {size} GB, after a restart", {"old": old, "extensionGb": size})

"""Network & Connectivity: mobile data use and limits, roaming, network mode, and saved Wi-Fi networks."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

MODES = ("5g_auto", "4g", "3g", "5g_only")
DENSE = 20
"""Megabytes of a month that an app uses at least to be listed."""


@populate(order=60)
def cellular(builder: WorldBuilder) -> None:
    """What apps used of this month's data, the plan's limit, and how the phone joins the mobile network."""
    rng = builder.rng
    used = 0
    for row in builder.tables["apps"].values():
        amount = rng.choice((0, rng.randrange(1, 300), rng.randrange(100, 2500)))
        used += amount
        builder.add("data_use", {"name": row["name"], "usedMb": amount, "background": True})
    builder.setting("data_limit_mb", rng.choice((0, 5000, 10000, 20000)))
    builder.setting("data_warning_mb", rng.choice((0, 2000, 4000)))
    builder.setting("data_cycle_day", rng.randrange(1, 29))
    builder.setting("data_saver", rng.random() < 0.3)
    builder.setting("roaming", rng.random() < 0.3)
    builder.setting("network_mode", rng.choice(MODES))
    builder.setting("wifi_calling", rng.random() < 0.4)


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_data_usage(
    phone: Phone,
    action: Literal["query", "set_limit", "set_warning", "set_cycle_day"],
    appName: str | None = None,
    megabytes: int | None = None,
    day: int | None = None,
) -> Outcome:
    """How much mobile data was used this month, in all or by an app; set limit, warning (MB, 0: none) or start day."""
    if action == "query":
        return _use(phone, appName)
    if action == "set_cycle_day":
        if day is None:
            raise bad("missing argument day")
        if not 1 <= day <= 28:
            raise bad(f"day: {day} is not 1-28")
        phone.change("data_cycle_day", day)
        return Outcome(f"data is counted from day {day} of the month")
    if megabytes is None:
        raise bad("missing argument megabytes")
    if megabytes < 0:
        raise bad(f"megabytes: {megabytes} is below 0")
    kind = action.removeprefix("set_")
    limit = phone.setting("data_limit_mb")
    if kind == "warning" and limit and megabytes >= limit:
        raise conflict(f"the warning must be below the limit of {limit} MB")
    phone.change(f"data_{kind}_mb", megabytes)
    return Outcome(f"data {kind} {f'{megabytes} MB' if megabytes else 'removed'}")


def _use(phone: Phone, name: str | None) -> Outcome:
    rows = list(phone.state.items("data_use"))
    if name is not None:
        row = phone.state.get("data_use", resolve(rows, name, "app")) or {}
        return Outcome(f"{row['name']} used {row['usedMb']} MB", {"usedMb": row["usedMb"]})
    total = sum(row["usedMb"] for _, row in rows)
    top = sorted((row for _, row in rows if row["usedMb"] >= DENSE), key=lambda row: -row["usedMb"])[:3]
    data = {n: phone.setting(f"data_{s}") for n, s in (("limitMb", "limit_mb"), ("warningMb", "warning_mb"))}
    items = [{"name": row["name"], "usedMb": row["usedMb"]} for row in top]
    return Outcome(f"{total} MB used since day {phone.setting('data_cycle_day')}", {**data, "items": list(items)})


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_data_saver(phone: Phone, action: Switch, appName: str | None = None) -> Outcome:
    """Data saver: stop background mobile data of all apps, or of one (disable lets it use data again)."""
    if appName is None:
        return switch(phone, "data_saver", action, "data saver")
    key = resolve(phone.state.items("data_use"), appName, "app")
    row = phone.state.get("data_use", key) or {}
    if action != "query":
        row = phone.state.set("data_use", key, background=action == "disable")
    kept = bool(row["background"])
    return Outcome(f"{row['name']}: background data {'allowed' if kept else 'stopped'}", {"background": kept})


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_roaming(phone: Phone, action: Switch) -> Outcome:
    """Mobile data abroad (data roaming): switch it or tell whether it is on."""
    if action == "enable" and phone.setting("airplane_mode"):
        raise conflict("airplane mode is on; disable it first")
    return switch(phone, "roaming", action, "data roaming")


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def set_network_mode(phone: Phone, mode: Literal["5g_auto", "5g_only", "4g", "3g"]) -> Outcome:
    """Choose the mobile network generation that the phone joins (5G, 4G, 3G)."""
    if phone.setting("airplane_mode"):
        raise conflict("airplane mode is on; disable it first")
    if mode.startswith("5g") and phone.setting("power_mode") == "super_saving":
        raise conflict("super_saving allows no 5G; end it with manage_battery first")
    phone.change("network_mode", mode)
    return Outcome(f"network mode {mode}")


@tool(Domain.NETWORK, SideEffect.REVERSIBLE)
def manage_wifi_calling(phone: Phone, action: Switch) -> Outcome:
    """Make phone calls over Wi-Fi where the mobile signal is weak."""
    return switch(phone, "wifi_calling", action, "Wi-Fi calling")


@tool(Domain.NETWORK, SideEffect.WRITES_USER_DATA)
def manage_saved_networks(
    phone: Phone, action: Literal["list", "forget", "auto_join", "ask_first"], networkName: str | None = None
) -> Outcome:
    """List saved Wi-Fi networks, forget one, or say whether the phone joins it by itself."""
    state = phone.state
    saved = [(k, r) for k, r in state.items("networks") if r["saved"]]
    if action == "list":
        items = [{"name": r["name"], "autoJoin": r.get("autoJoin", True)} for _, r in saved]
        return Outcome(f"{len(items)} saved networks", {"items": list(items)})
    if networkName is None:
        raise bad("missing argument networkName")
    if not saved:
        raise missing("no network is saved")
    key = resolve(saved, networkName, "saved network")
    name = (state.get("networks", key) or {})["name"]
    if action == "forget":
        state.set("networks", key, saved=False, connected=False)
        return Outcome(f"{name} forgotten")
    state.set("networks", key, autoJoin=action == "auto_join")
    return Outcome(f"{name}: joining by itself is {word(action == 'auto_join')}")

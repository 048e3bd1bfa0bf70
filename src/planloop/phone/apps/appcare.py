"""Apps & Storage: how single apps behave - notifications, defaults, data, updates, clones, timers, games."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.programs import app
from planloop.phone.apps.reach import need_internet
from planloop.phone.apps.switch import Switch, word
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

ROLES = {"browser": ("Browser", "NewsNook"), "messages": ("Messages", "VoiceVine"), "gallery": ("Gallery", "PhotoFox")}
GAMES = ("ChessNest", "Puzzle Pond", "Plantopia", "QuizQuest")
BUSY = 6
"""Hours a day that an app timer may give at most."""


@populate(order=60)
def appcare(builder: WorldBuilder) -> None:
    """For every installed app: notifications, cache, data, whether an update waits; who opens links and messages."""
    rng = builder.rng
    for row in builder.tables["apps"].values():
        cache, data = rng.randrange(0, 300), rng.randrange(1, 500)
        entry = {"name": row["name"], "notifications": rng.random() < 0.7, "cacheMb": cache, "dataMb": data}
        update = "" if rng.random() < 0.6 else f"{rng.randrange(2, 9)}.{rng.randrange(0, 10)}"
        builder.add("app_settings", {**entry, "update": update, "cloned": False, "frozen": False, "timerMinutes": 0})
    for role, names in ROLES.items():
        builder.setting(f"default_{role}", names[0])
    builder.setting("auto_update", rng.choice(("off", "wifi", "always")))
    builder.setting("game_mode", rng.choice(("balanced", "performance", "battery")))
    builder.setting("game_alerts", rng.random() < 0.5)


def _entry(phone: Phone, name: str) -> tuple[str, Row]:
    """The settings of an installed app; those of one installed later begin now."""
    installed = app(phone, name)[1]["name"]
    found = phone.state.find("app_settings", name=installed)
    if found:
        return found[0]
    row: Row = {"name": installed, "notifications": True, "cacheMb": 0, "dataMb": 0, "update": "", "cloned": False}
    key = phone.state.insert("app_settings", {**row, "frozen": False, "timerMinutes": 0})
    return key, phone.state.get("app_settings", key) or {}


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_app_notifications(phone: Phone, action: Switch, appName: str) -> Outcome:
    """Let an app show notifications, or silence it."""
    name = app(phone, appName)[1]["name"]
    if action == "query":
        on = all(r["notifications"] for _, r in phone.state.find("app_settings", name=name))
        return Outcome(f"notifications of {name} are {word(on)}", {"enabled": on})
    key, _ = _entry(phone, appName)
    phone.state.set("app_settings", key, notifications=action == "enable")
    return Outcome(f"notifications of {name} {word(action == 'enable')}")


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_default_app(
    phone: Phone,
    action: Literal["query", "set"],
    role: Literal["browser", "messages", "gallery"],
    appName: str | None = None,
) -> Outcome:
    """Which app opens web links, messages or photos by default."""
    current = phone.setting(f"default_{role}")
    able = [n for n in ROLES[role] if phone.state.find("apps", name=n)]
    if action == "query":
        return Outcome(f"{role}: {current}", {"default": current, "able": list(able)})
    if appName is None:
        raise bad("missing argument appName")
    name = app(phone, appName)[1]["name"]
    if name not in able:
        raise unsupported(f"{name} cannot open {role}; {', '.join(able)} can")
    phone.change(f"default_{role}", name)
    return Outcome(f"{role} now opens in {name}")


@tool(Domain.APPS, SideEffect.DESTRUCTIVE)
def clear_app_data(phone: Phone, appName: str, what: Literal["cache", "all_data"] = "cache") -> Outcome:
    """Clear an app's cache, or all its data (it forgets accounts and settings)."""
    key, row = _entry(phone, appName)
    freed = row["cacheMb"] + (row["dataMb"] if what == "all_data" else 0)
    if not freed:
        return Outcome(f"{row['name']} has nothing to clear")
    fields = {"cacheMb": 0} if what == "cache" else {"cacheMb": 0, "dataMb": 0}
    phone.state.set("app_settings", key, **fields)
    phone.change("free_mb", phone.setting("free_mb") + freed)
    return Outcome(f"{freed} MB of {row['name']} cleared", {"freedMb": freed})


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_app_updates(
    phone: Phone,
    action: Literal["list", "update", "update_all", "set_auto"],
    appName: str | None = None,
    auto: Literal["off", "wifi", "always"] | None = None,
) -> Outcome:
    """See which apps have updates, install one or all, or say when they install by themselves."""
    waiting = [(k, r) for k, r in phone.state.items("app_settings") if r["update"]]
    if action == "list":
        items = [{"name": r["name"], "version": r["update"]} for _, r in waiting]
        return Outcome(f"{len(items)} updates", {"items": list(items), "auto": phone.setting("auto_update")})
    if action == "set_auto":
        if auto is None:
            raise bad("missing argument auto")
        phone.change("auto_update", auto)
        return Outcome(f"apps update by themselves: {auto}")
    need_internet(phone)
    if action == "update":
        if appName is None:
            raise bad("missing argument appName")
        name = app(phone, appName)[1]["name"]
        waiting = [(k, r) for k, r in waiting if r["name"] == name]
        if not waiting:
            raise conflict(f"{name} is up to date")
    for key, _ in waiting:
        phone.state.set("app_settings", key, update="")
    return Outcome(f"{len(waiting)} apps updated", {"items": [r["name"] for _, r in waiting]})


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_dual_app(phone: Phone, action: Switch, appName: str) -> Outcome:
    """A second copy of an app for another account."""
    name, system = app(phone, appName)[1]["name"], app(phone, appName)[1]["system"]
    if action == "query":
        on = any(r["cloned"] for _, r in phone.state.find("app_settings", name=name))
        return Outcome(f"{name} has {'a' if on else 'no'} second copy", {"enabled": on})
    if system:
        raise unsupported(f"{name} is built in and cannot be copied")
    key, _ = _entry(phone, appName)
    phone.state.set("app_settings", key, cloned=action == "enable")
    return Outcome(f"second copy of {name} {'made' if action == 'enable' else 'removed'}")


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_app_freeze(
    phone: Phone, action: Literal["list", "freeze", "unfreeze"], appName: str | None = None
) -> Outcome:
    """Freeze an app that is not needed: it closes and neither runs nor notifies until unfrozen."""
    if action == "list":
        names = [r["name"] for _, r in phone.state.find("app_settings", frozen=True)]
        return Outcome(f"{len(names)} frozen apps", {"items": list(names)})
    if appName is None:
        raise bad("missing argument appName")
    key, row = app(phone, appName)
    if row["system"]:
        raise unsupported(f"{row['name']} is built in and cannot be frozen")
    wanted = action == "freeze"
    if wanted == any(r["frozen"] for _, r in phone.state.find("app_settings", name=row["name"])):
        raise conflict(f"{row['name']} is {'already' if wanted else 'not'} frozen")
    phone.state.set("app_settings", _entry(phone, appName)[0], frozen=wanted)
    if wanted:
        phone.state.set("apps", key, open=False)
    return Outcome(f"{row['name']} {'frozen' if wanted else 'unfrozen'}")


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def set_app_timer(phone: Phone, appName: str, minutes: int) -> Outcome:
    """Minutes a day for which an app may be used (0: no limit)."""
    if not 0 <= minutes <= BUSY * 60:
        raise bad(f"minutes: {minutes} is not 0-{BUSY * 60}")
    key, row = _entry(phone, appName)
    phone.state.set("app_settings", key, timerMinutes=minutes)
    return Outcome(f"{row['name']}: {minutes} minutes a day" if minutes else f"{row['name']}: no limit")


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_game_manager(
    phone: Phone,
    action: Literal["query", "set_mode", "mute_alerts", "allow_alerts"],
    mode: Literal["balanced", "performance", "battery"] | None = None,
) -> Outcome:
    """How the phone runs games: performance mode, and whether alerts may interrupt."""
    if action == "query":
        games = [r["name"] for _, r in phone.state.items("apps") if r["name"] in GAMES]
        data = {"mode": phone.setting("game_mode"), "alerts": phone.setting("game_alerts"), "games": list(games)}
        return Outcome(f"game mode {data['mode']}", data)
    if action != "set_mode":
        phone.change("game_alerts", action == "allow_alerts")
        return Outcome(f"alerts {'allowed' if action == 'allow_alerts' else 'muted'} in games")
    if mode is None:
        raise bad("missing argument mode")
    if mode == "performance" and phone.setting("power_mode") != "normal":
        raise conflict(f"{phone.setting('power_mode')} is on; end it with manage_battery first")
    phone.change("game_mode", mode)
    return Outcome(f"game mode {mode}")


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_recent_apps(
    phone: Phone, action: Literal["list", "close_all", "keep_only"], appName: str | None = None
) -> Outcome:
    """Apps that are open: list them, close all, or close all but one."""
    running = [(k, r) for k, r in phone.state.items("apps") if r["open"]]
    if action == "list":
        return Outcome(f"{len(running)} open apps", {"items": [r["name"] for _, r in running]})
    kept = ""
    if action == "keep_only":
        if appName is None:
            raise bad("missing argument appName")
        if not running:
            raise missing("no app is open")
        kept = resolve(running, appName, "open app")
    closed = [(k, r) for k, r in running if k != kept]
    for key, _ in closed:
        phone.state.set("apps", key, open=False)
    return Outcome(f"{len(closed)} apps closed", {"items": [r["name"] for _, r in closed]})

"""Apps & Storage, first half: installed apps, the catalogue, app permissions."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.reach import need_internet
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

BUILT_IN = ("Camera", "Gallery", "Messages", "Settings", "Browser")
PROGRAMS = (
    "Notely", "ParkPilot", "StepTrail", "Foodie Box", "TuneDeck", "Cashew Bank", "LinguaLeaf", "Plantopia", "RideLoop",
    "MapMuse", "ChessNest", "FitForge", "NewsNook", "ShopSprout", "SkyCast", "PetPal", "BookBarn", "Mindful Minute",
    "TravelTape", "Recipe Roost", "ScanSnap", "Streamly", "ZenTimer", "Puzzle Pond", "Tidy Tasks", "Vault Pass",
    "Birdsong ID", "CityBike Go", "Doodle Dock", "EcoMeter", "Family Orbit", "GardenGuru", "HomeHub", "InkPad",
    "JobJet", "KaraoKing", "LoanLight", "MovieMoth", "NightSky", "OpenRun", "PhotoFox", "QuizQuest", "RadioRay",
    "SleepSheep", "TrainTime", "UnitUp", "VoiceVine", "WalkWise", "YogaYard", "ZooMatch",
)  # fmt: skip
PERMISSIONS = ("camera", "contacts", "location", "microphone", "notifications")


@populate()
def programs(builder: WorldBuilder) -> None:
    """Five built-in apps, seven of the owner's, and eight more in the catalogue (one too large to fit)."""
    rng = builder.rng
    names = rng.sample(PROGRAMS, 15)
    for index, name in enumerate([*BUILT_IN, *names[:7]]):
        system = index < len(BUILT_IN)
        granted = sorted(rng.sample(PERMISSIONS, 2))
        row = {"name": name, "sizeMb": rng.randrange(20, 400), "system": system, "open": rng.random() < 0.3}
        builder.add("apps", {**row, "locked": not system and rng.random() < 0.3, "granted": granted})
    for name in names[7:14]:
        builder.add("catalogue", {"name": name, "sizeMb": rng.randrange(30, 500)})
    builder.add("catalogue", {"name": names[14], "sizeMb": 90000})
    builder.setting("storage_gb", rng.choice((64, 128)))
    builder.setting("free_mb", rng.randrange(3000, 40000))


def app(phone: Phone, name: str) -> tuple[str, Row]:
    """The installed app of that name. Raises 404, saying so when it is only in the catalogue."""
    state = phone.state
    if any(row["name"].lower() == name.lower() for _, row in state.items("catalogue")):
        raise missing(f"{name} is not installed; manage_app can install it")
    key = resolve(state.items("apps"), name, "app")
    return key, state.get("apps", key) or {}


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def open_app(phone: Phone, appName: str) -> Outcome:
    """Open an installed app."""
    key, row = app(phone, appName)
    phone.state.set("apps", key, open=True)
    return Outcome(f"{row['name']} opened")


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def close_app(phone: Phone, appName: str) -> Outcome:
    """Close a running app."""
    key, row = app(phone, appName)
    if not row["open"]:
        raise conflict(f"{row['name']} is not running")
    phone.state.set("apps", key, open=False)
    return Outcome(f"{row['name']} closed")


@tool(Domain.APPS, SideEffect.DESTRUCTIVE)
def manage_app(
    phone: Phone, action: Literal["query", "list", "install", "uninstall"], appName: str | None = None
) -> Outcome:
    """List apps, read one's size, install from the catalogue or uninstall."""
    state = phone.state
    if action == "list":
        names = [row["name"] for _, row in state.items("apps") if not row["system"]]
        return Outcome(f"{len(names)} apps besides the built-in ones", {"items": names})
    if appName is None:
        raise bad("missing argument appName")
    if action == "install":
        return _install(phone, appName)
    key, row = app(phone, appName)
    if action == "query":
        return Outcome(f"{row['name']} {row['sizeMb']} MB", {"sizeMb": row["sizeMb"], "open": row["open"]})
    if row["system"]:
        raise unsupported(f"{row['name']} is built in and cannot be uninstalled")
    state.delete("apps", key)
    state.insert("catalogue", {"name": row["name"], "sizeMb": row["sizeMb"]})
    phone.change("free_mb", phone.setting("free_mb") + row["sizeMb"])
    return Outcome(f"{row['name']} uninstalled")


def _install(phone: Phone, name: str) -> Outcome:
    state = phone.state
    if any(row["name"].lower() == name.lower() for _, row in state.items("apps")):
        raise conflict(f"{name} is already installed")
    key = resolve(state.items("catalogue"), name, "app in the catalogue")
    need_internet(phone)
    row = state.get("catalogue", key) or {}
    free = phone.setting("free_mb")
    if row["sizeMb"] > free:
        raise conflict(f"{row['name']} needs {row['sizeMb']} MB; {free} MB are free")
    state.delete("catalogue", key)
    fresh = {"name": row["name"], "sizeMb": row["sizeMb"], "system": False, "open": False}
    state.insert("apps", {**fresh, "locked": False, "granted": []})
    phone.change("free_mb", free - row["sizeMb"])
    return Outcome(f"{row['name']} installed")


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_app_permission(
    phone: Phone,
    action: Literal["query", "grant", "revoke"],
    appName: str,
    permission: Literal["camera", "contacts", "location", "microphone", "notifications"] | None = None,
) -> Outcome:
    """Read, grant or revoke a permission of an app."""
    key, row = app(phone, appName)
    granted = list(row["granted"])
    if action == "query":
        return Outcome(f"{row['name']} has {', '.join(granted) or 'no permissions'}", {"granted": granted})
    if permission is None:
        raise bad("missing argument permission")
    fresh = {*granted, permission} if action == "grant" else {*granted} - {permission}
    phone.state.set("apps", key, granted=sorted(fresh))
    return Outcome(f"{permission} {'granted to' if action == 'grant' else 'revoked from'} {row['name']}")

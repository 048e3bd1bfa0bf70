"""Security & Privacy: screen lock, fingerprints, location and sensor access, what apps did, the safety of apps."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.programs import app
from planloop.phone.apps.switch import Switch, switch, word
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

FINGERS = ("right thumb", "left thumb", "right index", "left index", "right middle")
MOST_FINGERS = 5
LOCKS = ("none", "swipe", "pattern", "pin", "password")


@populate(order=60)
def privacy(builder: WorldBuilder) -> None:
    """How the phone is locked, two fingerprints at most, a day of what apps used, one app that may be unsafe."""
    rng = builder.rng
    builder.setting("screen_lock", rng.choice(LOCKS[1:]))
    builder.setting("lock_after", rng.choice(("immediately", "30s", "5m")))
    for name in rng.sample(FINGERS, rng.randrange(0, 3)):
        builder.add("fingerprints", {"name": name})
    builder.setting("location", rng.random() < 0.7)
    builder.setting("camera_access", True)
    builder.setting("microphone_access", True)
    builder.setting("lockdown", False)
    names = [row["name"] for row in builder.tables["apps"].values() if not row["system"]]
    for _ in range(6):
        used = {"app": rng.choice(names), "permission": rng.choice(("camera", "location", "microphone", "contacts"))}
        builder.add("permission_uses", {**used, "time": f"{rng.randrange(0, 24):02d}:{rng.randrange(0, 60):02d}"})
    builder.setting("unsafe_app", rng.choice((*names[:3], "", "")))
    builder.setting("scanned", "")
    builder.setting("sos_calls", rng.random() < 0.4)
    contacts = [row["name"] for row in builder.tables["contacts"].values()]
    builder.setting("sos_contacts", rng.sample(contacts, 1))


@tool(Domain.SECURITY, SideEffect.REVERSIBLE)
def manage_screen_lock(
    phone: Phone,
    action: Literal["query", "set_delay", "remove"],
    delay: Literal["immediately", "30s", "1m", "5m"] | None = None,
) -> Outcome:
    """How the screen is locked and how soon; a new PIN, pattern or password must be set by the owner."""
    lock = phone.setting("screen_lock")
    if action == "query":
        return Outcome(f"screen lock {lock}", {"lock": lock, "delay": phone.setting("lock_after")})
    if action == "remove":
        if lock in ("pattern", "pin", "password"):
            raise unsupported(f"the owner must remove the {lock} by hand")
        phone.change("screen_lock", "none")
        return Outcome("screen lock none")
    if delay is None:
        raise bad("missing argument delay")
    if lock in ("none", "swipe"):
        raise conflict(f"screen lock is {lock}; only a PIN, pattern or password locks after a delay")
    phone.change("lock_after", delay)
    return Outcome(f"locks {delay if delay == 'immediately' else f'after {delay}'}")


@tool(Domain.SECURITY, SideEffect.DESTRUCTIVE)
def manage_fingerprint(
    phone: Phone, action: Literal["list", "rename", "delete"], name: str | None = None, newName: str | None = None
) -> Outcome:
    """List, rename or delete enrolled fingerprints; the owner enrols new ones with the finger."""
    state = phone.state
    rows = list(state.items("fingerprints"))
    if action == "list":
        return Outcome(f"{len(rows)} of {MOST_FINGERS} fingerprints", {"items": [r["name"] for _, r in rows]})
    if name is None:
        raise bad("missing argument name")
    key = resolve(rows, name, "fingerprint")
    old = (state.get("fingerprints", key) or {})["name"]
    if action == "delete":
        state.delete("fingerprints", key)
        return Outcome(f"fingerprint {old} deleted")
    if not newName:
        raise bad("missing argument newName")
    if any(r["name"].lower() == newName.lower() for k, r in rows if k != key):
        raise conflict(f"there is a fingerprint {newName} already")
    state.set("fingerprints", key, name=newName)
    return Outcome(f"fingerprint {old} renamed {newName}")


@tool(Domain.SECURITY, SideEffect.REVERSIBLE)
def manage_location_access(phone: Phone, action: Switch) -> Outcome:
    """The master switch of location for the whole phone."""
    return switch(phone, "location", action, "location")


@tool(Domain.SECURITY, SideEffect.REVERSIBLE)
def manage_sensor_access(phone: Phone, action: Switch, sensor: Literal["camera", "microphone"]) -> Outcome:
    """Block camera or microphone for all apps at once, or allow them again."""
    out = switch(phone, f"{sensor}_access", action, f"{sensor} access")
    if action != "query":
        phone.state.set("permissions", sensor, granted=action == "enable")
    return out


@tool(Domain.SECURITY)
def query_permission_use(
    phone: Phone,
    permission: Literal["camera", "location", "microphone", "contacts"] | None = None,
    appName: str | None = None,
) -> Outcome:
    """Which apps used camera, location, microphone or contacts in the last 24 hours."""
    rows = [r for _, r in phone.state.items("permission_uses") if permission in (None, r["permission"])]
    if appName is not None:
        name = app(phone, appName)[1]["name"]
        rows = [r for r in rows if r["app"] == name]
    items = [dict(r) for r in sorted(rows, key=lambda r: r["time"])]
    return Outcome(f"{len(rows)} uses in 24 hours", {"items": list(items), "total": len(rows)})


@tool(Domain.SECURITY, SideEffect.REVERSIBLE)
def manage_lockdown(phone: Phone, action: Switch) -> Outcome:
    """Lockdown: no fingerprint, no notifications on the lock screen, until the PIN is given."""
    if action == "enable" and phone.setting("screen_lock") in ("none", "swipe"):
        raise conflict("lockdown needs a PIN, pattern or password")
    return switch(phone, "lockdown", action, "lockdown")


@tool(Domain.SECURITY, SideEffect.REVERSIBLE)
def scan_apps(phone: Phone) -> Outcome:
    """Check installed apps for harmful ones."""
    unsafe = phone.setting("unsafe_app")
    found = [unsafe] if unsafe and phone.state.find("apps", name=unsafe) else []
    phone.change("scanned", phone.now.strftime("%Y-%m-%d %H:%M"))
    return Outcome(f"{len(found)} harmful apps{f': {unsafe}' if found else ''}", {"items": list(found)})


@tool(Domain.SECURITY, SideEffect.WRITES_USER_DATA, permission="contacts")
def manage_emergency_sos(
    phone: Phone,
    action: Literal["query", "enable", "disable", "add_contact", "remove_contact"],
    contactName: str | None = None,
) -> Outcome:
    """Emergency SOS: whether five presses of the power key call for help, and who is told."""
    people = list(phone.setting("sos_contacts"))
    if action == "query":
        on = phone.setting("sos_calls")
        return Outcome(f"SOS is {word(on)}", {"enabled": on, "contacts": list(people)})
    if action in ("enable", "disable"):
        return switch(phone, "sos_calls", action, "SOS")
    if contactName is None:
        raise bad("missing argument contactName")
    key = resolve(phone.state.items("contacts"), contactName, "contact")
    name = (phone.state.get("contacts", key) or {})["name"]
    if action == "add_contact" and name in people:
        raise conflict(f"{name} is told already")
    if action == "remove_contact" and name not in people:
        raise missing(f"{name} is not among them")
    phone.change("sos_contacts", [*people, name] if action == "add_contact" else [p for p in people if p != name])
    return Outcome(f"{name} {'is' if action == 'add_contact' else 'is no longer'} told in an emergency")

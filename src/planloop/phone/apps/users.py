"""System Settings: the people who use this phone, each with their own space, and guests."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

HOUSEHOLD = (
    "Milo", "Leonie", "Grandpa Joe", "Aunt Ruth", "Theo", "Kids", "Babysitter", "Work", "Ines", "Noah", "Tess", "Oma",
)  # fmt: skip
MOST = 4
SPACE_MB = 400
"""Storage that a new user takes."""


@populate(order=60)
def users(builder: WorldBuilder) -> None:
    """The owner, who uses the phone now, and up to two others of the household."""
    rng = builder.rng
    owner = str(builder.tables["owner"]["owner"]["name"])
    row = {"name": owner, "kind": "owner", "active": True, "calls": True, "sizeMb": 0}
    builder.add("phone_users", row, key="owner")
    for name in rng.sample(HOUSEHOLD, rng.choice((0, 1, 1, 2))):
        row = {"name": name, "kind": "user", "active": False, "calls": rng.random() < 0.4}
        builder.add("phone_users", {**row, "sizeMb": rng.randrange(400, 3000)})


def _active(phone: Phone) -> tuple[str, Row]:
    return phone.state.find("phone_users", active=True)[0]


def need_owner(phone: Phone) -> None:
    """Raises 409 with the cure where somebody else than the owner uses the phone now."""
    name, kind = (_active(phone)[1][field] for field in ("name", "kind"))
    if kind != "owner":
        raise conflict(f"{name} uses the phone; switch to the owner first")


@tool(Domain.SYSTEM, SideEffect.DESTRUCTIVE)
def manage_phone_users(
    phone: Phone,
    action: Literal["query", "add", "switch", "remove", "start_guest", "end_guest", "allow_calls", "block_calls"],
    userName: str | None = None,
    confirmed: bool = False,
) -> Outcome:
    """Users of this phone and guest mode: add, switch to, remove (confirmed: true) a user, or let them make calls."""
    if action == "query":
        return _list(phone)
    if action == "start_guest":
        return _start_guest(phone)
    if action == "end_guest":
        return _end_guest(phone)
    if userName is None or not userName.strip():
        raise bad("missing argument userName")
    if action == "add":
        return _add(phone, userName.strip())
    rows = phone.state.items("phone_users")
    key = "owner" if userName.strip().lower() == "owner" else resolve(rows, userName, "user")
    if action == "switch":
        return _switch(phone, key)
    need_owner(phone)
    if key == "owner":
        raise unsupported("the owner can be neither removed nor limited")
    if action == "remove":
        return _remove(phone, key, confirmed)
    row = phone.state.set("phone_users", key, calls=action == "allow_calls")
    return Outcome(f"{row['name']} may {'' if row['calls'] else 'not '}make calls")


def _list(phone: Phone) -> Outcome:
    rows = [row for _, row in phone.state.items("phone_users")]
    items: list[JsonValue] = [{k: row[k] for k in ("name", "kind", "active", "calls")} for row in rows]
    return Outcome(f"{len(rows)} users, now {_active(phone)[1]['name']}", {"items": items, "total": len(rows)})


def _start_guest(phone: Phone) -> Outcome:
    if phone.state.get("phone_users", "guest") is not None:
        return _switch(phone, "guest")
    _idle(phone)
    row = {"name": "Guest", "kind": "guest", "active": False, "calls": False, "sizeMb": 0}
    phone.state.insert("phone_users", row, key="guest")
    return _switch(phone, "guest")


def _end_guest(phone: Phone) -> Outcome:
    guest = phone.state.get("phone_users", "guest")
    if guest is None:
        raise conflict("guest mode is not on")
    if guest["active"]:
        _switch(phone, "owner")
    phone.state.delete("phone_users", "guest")
    return Outcome(f"guest mode off, guest data removed; now {_active(phone)[1]['name']}")


def _add(phone: Phone, name: str) -> Outcome:
    need_owner(phone)
    rows = [row for _, row in phone.state.items("phone_users") if row["kind"] != "guest"]
    if name.lower() in ("owner", "guest", *(row["name"].lower() for row in rows)):
        raise conflict(f"there is already a user {name}")
    if len(rows) >= MOST:
        raise conflict(f"{MOST} users are the most; remove one first")
    free = phone.setting("free_mb")
    if free < SPACE_MB:
        raise conflict(f"a user needs {SPACE_MB} MB; {free} MB are free")
    phone.change("free_mb", free - SPACE_MB)
    fresh = {"name": name, "kind": "user", "active": False, "calls": False, "sizeMb": SPACE_MB}
    phone.state.insert("phone_users", fresh)
    return Outcome(f"user {name} added, without calls")


def _idle(phone: Phone) -> None:
    if phone.setting("recorder") == "recording":
        raise conflict("a screen recording is running; stop it first")


def _switch(phone: Phone, key: str) -> Outcome:
    now, row = _active(phone)
    if now == key:
        return Outcome(f"{row['name']} uses the phone already")
    _idle(phone)
    phone.state.set("phone_users", now, active=False)
    return Outcome(f"now {phone.state.set('phone_users', key, active=True)['name']}")


def _remove(phone: Phone, key: str, confirmed: bool) -> Outcome:
    row = phone.state.get("phone_users", key) or {}
    if not confirmed:
        raise conflict(f"all data of {row['name']} would be lost; call with confirmed true")
    phone.state.delete("phone_users", key)
    phone.change("free_mb", phone.setting("free_mb") + row["sizeMb"])
    return Outcome(f"user {row['name']} and {row['sizeMb']} MB of data removed")

"""Calls & Communication: the address book and blocked numbers."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

_NUMBER = re.compile(r"\+?[\d -]{3,20}")
CAP = 5


@populate()
def address_book(builder: WorldBuilder) -> None:
    """Permissions of the address book and one blocked number that belongs to nobody."""
    builder.permission("contacts")
    builder.add("blocked_numbers", {"phone": f"555-0{builder.rng.randrange(100, 1000)}"})


def party(phone: Phone, who: str) -> tuple[str, str]:
    """(name, number) of a contact's name or of a bare number; the name is empty where nobody has the number.

    Raises 404 for an unknown name, 409 listing the candidates for an ambiguous one.
    """
    if _NUMBER.fullmatch(who.strip()):
        number = who.strip()
        known = phone.state.find("contacts", phone=number)
        return (known[0][1]["name"] if known else "", number)
    _, row = resolve(phone, "contacts", "name", who, "contact")
    return row["name"], row["phone"]


def _number(value: str) -> str:
    if not _NUMBER.fullmatch(value.strip()):
        raise bad(f"phoneNumber: {value!r} is not a phone number")
    return value.strip()


@tool(Domain.CALLS, permission="contacts")
def search_contact(phone: Phone, query: str) -> Outcome:
    """Find contacts by name, relation (mother, boss) or number."""
    needle = query.strip().lower().removeprefix("my ")
    words = set(needle.split())
    rows = [
        {"name": r["name"], "phone": r["phone"], "relation": r["relation"]}
        for _, r in phone.state.items("contacts")
        if words <= set(r["name"].lower().split()) or needle in (r["relation"], r["phone"])
    ]
    if not rows:
        raise missing(f"no contact matches {query}")
    return listing("contacts", rows, CAP)


@tool(Domain.CALLS, SideEffect.WRITES_USER_DATA, permission="contacts")
def add_contact(phone: Phone, name: str, phoneNumber: str, relation: str | None = None) -> Outcome:
    """Save a new contact."""
    number = _number(phoneNumber)
    for _, row in phone.state.items("contacts"):
        if row["name"].lower() == name.lower():
            raise conflict(f"{row['name']} is already a contact with {row['phone']}")
    row = {"name": name, "phone": number, "relation": relation or "", "group": ""}
    phone.state.insert("contacts", row)
    return Outcome(f"contact {name} saved with {number}")


@tool(Domain.CALLS, SideEffect.WRITES_USER_DATA, permission="contacts")
def update_contact(
    phone: Phone,
    name: str,
    newName: str | None = None,
    newPhoneNumber: str | None = None,
    relation: str | None = None,
    group: Literal["family", "friends", "work", "favorites"] | None = None,
) -> Outcome:
    """Change a contact's name, number, relation or group."""
    key, _ = resolve(phone, "contacts", "name", name, "contact")
    fields: Row = {} if newPhoneNumber is None else {"phone": _number(newPhoneNumber)}
    fields |= {k: v for k, v in (("name", newName), ("relation", relation), ("group", group)) if v is not None}
    if not fields:
        raise bad("nothing to change: give newName, newPhoneNumber, relation or group")
    row = phone.state.set("contacts", key, **fields)
    return Outcome(f"contact {row['name']} updated", dict(fields))


@tool(Domain.CALLS, SideEffect.DESTRUCTIVE, permission="contacts")
def delete_contact(phone: Phone, name: str) -> Outcome:
    """Delete a contact."""
    key, row = resolve(phone, "contacts", "name", name, "contact")
    phone.state.delete("contacts", key)
    return Outcome(f"contact {row['name']} deleted")


@tool(Domain.CALLS, SideEffect.REVERSIBLE)
def block_number(phone: Phone, action: Literal["block", "unblock", "query"], phoneNumber: str | None = None) -> Outcome:
    """Block or unblock a number (or contact), or list blocked numbers."""
    state = phone.state
    if action == "query":
        numbers = [row["phone"] for _, row in state.items("blocked_numbers")]
        return Outcome(f"{len(numbers)} blocked: {', '.join(numbers[:CAP])}", {"total": len(numbers)})
    if phoneNumber is None:
        raise bad("missing argument phoneNumber")
    name, number = party(phone, phoneNumber)
    found = state.find("blocked_numbers", phone=number)
    if action == "block":
        if found:
            raise conflict(f"{number} is already blocked")
        state.insert("blocked_numbers", {"phone": number})
    elif not found:
        raise missing(f"{number} is not blocked")
    else:
        state.delete("blocked_numbers", found[0][0])
    return Outcome(f"{name or number} {action}ed")

"""System Settings: what helpers can read on the locked phone."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, denied
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

BLOOD = ("A+", "A-", "B+", "B-", "AB+", "AB-", "O+", "O-", "")
ITEMS = ("blood_type", "allergies", "medication", "conditions", "organ_donor")
KEY = "emergency_card"


@populate(order=60)
def emergency_info(builder: WorldBuilder) -> None:
    """A card that most owners have filled in only partly, with at most one contact."""
    rng = builder.rng
    people = [str(row["name"]) for row in builder.tables["contacts"].values()]
    row = {
        "blood_type": rng.choice(BLOOD), "allergies": rng.choice(("", "", "penicillin", "nuts", "bee stings")),
        "medication": rng.choice(("", "", "insulin", "salbutamol")), "conditions": "", "organ_donor": "",
        "contacts": rng.sample(people, rng.randrange(0, 2)), "onLockScreen": rng.random() < 0.6,
    }  # fmt: skip
    builder.add("emergency_cards", row, key=KEY)


@tool(Domain.SYSTEM, SideEffect.WRITES_USER_DATA)
def manage_emergency_info(
    phone: Phone,
    action: Literal["query", "set", "add_contact", "remove_contact", "show", "hide"],
    item: Literal["blood_type", "allergies", "medication", "conditions", "organ_donor"] | None = None,
    value: str | None = None,
    contactName: str | None = None,
) -> Outcome:
    """Medical card for helpers: blood type, allergies, medication, people to call; show it on the lock screen."""
    card = phone.state.get("emergency_cards", KEY) or {}
    if action == "query":
        filled = sum(1 for name in ITEMS if card[name])
        return Outcome(f"{filled} of {len(ITEMS)} entries filled in", dict(card))
    if action in ("show", "hide"):
        phone.state.set("emergency_cards", KEY, onLockScreen=action == "show")
        return Outcome(f"medical card {'shown on' if action == 'show' else 'hidden from'} the lock screen")
    if action == "set":
        return _set(phone, item, value)
    if contactName is None:
        raise bad("missing argument contactName")
    people = list(card["contacts"])
    if action == "remove_contact":
        name = people[int(resolve(((str(i), {"name": n}) for i, n in enumerate(people)), contactName, "contact"))]
        phone.state.set("emergency_cards", KEY, contacts=[other for other in people if other != name])
        return Outcome(f"{name} removed from the medical card")
    if not phone.granted("contacts"):
        raise denied("permission contacts is not granted")
    key = resolve(phone.state.items("contacts"), contactName, "contact")
    name = str((phone.state.get("contacts", key) or {})["name"])
    if name in people:
        raise conflict(f"{name} is already on the medical card")
    phone.state.set("emergency_cards", KEY, contacts=[*people, name])
    return Outcome(f"{name} added to the medical card")


def _set(phone: Phone, item: str | None, value: str | None) -> Outcome:
    if item is None or value is None:
        raise bad(f"missing argument {'item' if item is None else 'value'}")
    text = value.strip()
    if item == "blood_type":
        text = text.upper().replace(" ", "")
        if text not in BLOOD:
            raise bad(f"value: {value!r} is not a blood type")
    if item == "organ_donor" and text.lower() not in ("yes", "no", ""):
        raise bad(f"value: {value!r} is not yes or no")
    text = text.lower() if item == "organ_donor" else text
    phone.state.set("emergency_cards", KEY, **{item: text})
    return Outcome(f"{item} {'is now ' + text if text else 'removed'}")

"""Calls & Communication: e-mail."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps import files
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.lookup import resolve as person
from planloop.phone.apps.reach import need_internet
from planloop.phone.errors import bad, conflict, denied, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

LETTERS = (
    ("Invoice for April", "The total is 148 euros, due in 14 days."), ("Flight change", "Departure is now 9:40."),
    ("Offer accepted", "We would like to start on the first of the month."), ("Class photos", "Order until Friday."),
    ("Quarterly report", "Figures are attached; please check page three."), ("Your order", "It ships on Tuesday."),
    ("Contract renewal", "It ends in six weeks unless renewed."), ("Reading group", "We read chapter two next."),
    ("Invoice for the roof", "Final payment: 2300 euros."), ("Picnic plan", "Meet at the boathouse at eleven."),
    ("Flight refund", "We return 89 euros to your card."), ("Draft agenda", "Item four is new, please comment."),
    ("Parking permit", "Your permit number is 88-213."), ("Course certificate", "You passed; the certificate follows."),
)  # fmt: skip
ADVERTS = (("Spring sale", "Everything half price."), ("You won", "Claim the prize now."), ("New shoes", "Run faster."))
HOSTS = ("posthorn.example", "letterbox.example", "inkwell.example")
ADDRESS = re.compile(r"[\w.+-]+@[\w-]+(\.[\w-]+)+")
LARGEST = 25
"""Megabytes of an attachment at most."""
CAP = 5


@populate(order=60)
def mail(builder: WorldBuilder) -> None:
    """Addresses of most contacts; six mails from them, one of them archived, and one advert."""
    rng = builder.rng
    for key, row in builder.tables["contacts"].items():
        if rng.random() < 0.8 or not builder.tables.get("email_addresses"):
            address = f"{row['name'].lower().replace(' ', '.')}@{rng.choice(HOSTS)}"
            builder.add("email_addresses", {"address": address}, key=key)
    known = list(builder.tables["email_addresses"].items())
    letters = [*rng.sample(LETTERS, 6), rng.choice(ADVERTS)]
    for index, (subject, body) in enumerate(letters):
        key, row = rng.choice(known)
        sender, address = builder.tables["contacts"][key]["name"], row["address"]
        if index == 6:
            sender, address = "Bargain Post", "news@bargains.example"
        moment = builder.now - timedelta(minutes=rng.randrange(30, 9000))
        letter = {"with": sender, "address": address, "subject": subject, "body": body, "attachment": ""}
        letter |= {"time": f"{moment:%Y-%m-%d %H:%M}", "folder": "archive" if index == 5 else "inbox"}
        builder.add("emails", {**letter, "unread": index < 5 and rng.random() < 0.5})


@tool(Domain.CALLS, SideEffect.EXTERNAL, reads=("search", "read"))
def email_service(
    phone: Phone,
    action: Literal["search", "read", "send", "reply", "mark_read", "mark_unread", "archive", "delete"],
    query: str | None = None,
    folder: Literal["inbox", "sent", "archive", "trash"] | None = None,
    subject: str | None = None,
    to: str | None = None,
    body: str | None = None,
    attachment: str | None = None,
) -> Outcome:
    """E-mail: search by words or sender, read, send (with a file attached), reply, archive or delete by subject."""
    if action == "search":
        return _search(phone, query, folder or "inbox")
    if subject is None or not subject.strip():
        raise bad("missing argument subject")
    if action == "send":
        if to is None:
            raise bad("missing argument to")
        return _send(phone, _recipient(phone, to), subject, body, attachment)
    key = resolve(_kept(phone, folder), subject, "e-mail", "subject")
    row = phone.state.get("emails", key) or {}
    if action == "read":
        shown = {name: row[name] for name in ("with", "address", "subject", "body", "time", "attachment")}
        return Outcome(f"{row['subject']}: {row['body']}", shown)
    if action == "reply":
        again = row["subject"] if row["subject"].startswith("Re: ") else f"Re: {row['subject']}"
        return _send(phone, (row["with"], row["address"]), again, body, attachment)
    fields: Row = {"unread": action == "mark_unread"}
    if action in ("archive", "delete"):
        fields = {"folder": "archive" if action == "archive" else "trash"}
    if row["folder"] == "sent" and action != "delete":
        raise conflict(f"{row['subject']} is a sent e-mail; only delete it")
    phone.state.set("emails", key, **fields)
    done = {"archive": "archived", "delete": "moved to the trash"}.get(action, action.replace("_", "ed "))
    return Outcome(f"{row['subject']}: {done}")


def _kept(phone: Phone, folder: str | None) -> list[tuple[str, Row]]:
    """Mails of a folder; without one, of all but trash and sent."""
    shown = ("inbox", "archive") if folder is None else (folder,)
    return [(key, row) for key, row in phone.state.items("emails") if row["folder"] in shown]


def _search(phone: Phone, query: str | None, folder: str) -> Outcome:
    words = set(re.findall(r"\w+", (query or "").lower()))
    rows = [
        {name: row[name] for name in ("with", "subject", "time", "unread")}
        for _, row in phone.state.find("emails", folder=folder)
        if words <= set(re.findall(r"\w+", f"{row['with']} {row['subject']} {row['body']}".lower()))
    ]
    rows.sort(key=lambda row: str(row["time"]), reverse=True)
    out = listing(f"e-mails in {folder}", rows, CAP)
    return Outcome(out.message, {"query": query or "", "folder": folder, **(out.data or {})})


def _recipient(phone: Phone, to: str) -> tuple[str, str]:
    """(name, address) of a contact's name or of a bare address. Raises 404 where a contact has no address."""
    if ADDRESS.fullmatch(to.strip()):
        for key, row in phone.state.find("email_addresses", address=to.strip().lower()):
            contact = phone.state.get("contacts", key)
            return (contact["name"] if contact else to.strip(), row["address"])
        return to.strip(), to.strip().lower()
    key, contact = person(phone, "contacts", "name", to, "contact")
    held = phone.state.get("email_addresses", key)
    if held is None:
        raise missing(f"no e-mail address of {contact['name']}; give the address")
    return contact["name"], held["address"]


def _send(phone: Phone, recipient: tuple[str, str], subject: str, body: str | None, attachment: str | None) -> Outcome:
    if body is None or not body.strip():
        raise bad("missing argument body")
    name = ""
    if attachment is not None:
        if not phone.granted("storage"):
            raise denied("permission storage is not granted")
        row = files.file(phone, attachment)[1]
        name = row["name"]
        if row["sizeMb"] > LARGEST:
            raise unsupported(f"{name} has {row['sizeMb']} MB, e-mail takes {LARGEST}; use send_file")
    need_internet(phone)
    letter = {"with": recipient[0], "address": recipient[1], "subject": subject.strip(), "body": body.strip()}
    moment = f"{phone.now:%Y-%m-%d %H:%M}"
    phone.state.insert("emails", {**letter, "attachment": name, "time": moment, "folder": "sent", "unread": False})
    return Outcome(f"e-mail {subject.strip()} sent to {recipient[0]}{f' with {name}' if name else ''}")

"""Utilities & Productivity: the scanner - codes and papers before the camera."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.files import file
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.people import FIRST, LAST
from planloop.phone.apps.web import visit
from planloop.phone.errors import bad, conflict, denied, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

PAPERS = (
    ("electricity bill", "{n}.40 EUR are due on the {d}th, contract 40-{n}-{d}"),
    ("warranty card", "Valid for {d} years, serial number K{n}0{d}"),
    ("school letter", "Class trip on the {d}th, bring {n} EUR and a raincoat"),
    ("parking fine", "{n} EUR, to be paid within {d} days"),
    ("handwritten recipe", "{n}0 g flour, {d} eggs, bake half an hour"),
    ("delivery note", "{d} boxes, {n} kg, left with the porter"),
    ("doctor's letter", "Next visit in {d} weeks, bring the card, room {n}"),
    ("repair quote", "New brake pads: {n} EUR, ready in {d} days"),
)  # fmt: skip
CODES = {
    "link": ("poster code", "table code", "flyer code"), "wifi": ("router sticker", "guest card code"),
    "contact": ("visitor badge code", "business card code"), "text": ("parcel slip code", "locker tag code"),
}  # fmt: skip


@populate(order=70)
def scans(builder: WorldBuilder) -> None:
    """What lies before the camera: two papers and three codes (a page, a network of the world, a person, a text)."""
    rng = builder.rng
    if "camera" not in builder.tables["permissions"]:
        builder.permission("camera")
    page = rng.choice(list(builder.tables["browser_pages"].values()))
    network = next(row for row in builder.tables["networks"].values() if not row["saved"])
    known = {str(row["name"]) for row in builder.tables["contacts"].values()}
    names = [name for name in (f"{rng.choice(FIRST)} {rng.choice(LAST)}" for _ in range(8)) if name not in known]
    contents = {
        "link": f"https://{page['address']}", "wifi": f"WIFI {network['name']}",
        "contact": f"{names[0]}, 555-{rng.randrange(1000, 10000)}", "text": f"PX {rng.randrange(10000, 99999)}",
    }  # fmt: skip
    for kind in rng.sample(sorted(CODES), 3):
        row = {"name": rng.choice(CODES[kind]), "kind": kind, "pages": 0, "content": contents[kind]}
        builder.add("scan_targets", row)
    for name, text in rng.sample(PAPERS, 2):
        filled = text.format(n=rng.randrange(12, 90), d=rng.randrange(4, 10))
        row = {"name": name, "kind": "paper", "pages": rng.randrange(1, 4), "content": filled}
        builder.add("scan_targets", row)
    builder.tables.setdefault("scan_texts", {})


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA, permission="camera", reads=("query", "scan_code", "read_text"))
def scanner_service(
    phone: Phone,
    action: Literal["query", "scan_code", "use_code", "scan_document", "read_text"],
    target: str | None = None,
    fileName: str | None = None,
) -> Outcome:
    """Scanner: QR codes (read, or use: open link, join Wi-Fi, add contact), papers to PDF, text of a paper or scan."""
    if action == "query":
        rows = [
            {"name": r["name"], "kind": r["kind"], "pages": r["pages"]} for _, r in phone.state.items("scan_targets")
        ]
        for row in rows:
            row["kind"] = "paper" if row["kind"] == "paper" else "code"
        return listing("things in view", rows, 6)
    if action == "read_text" and fileName is not None:
        return _file_text(phone, fileName)
    if target is None:
        raise bad("missing argument target")
    thing = phone.state.get("scan_targets", resolve(phone.state.items("scan_targets"), target, "thing in view")) or {}
    paper = thing["kind"] == "paper"
    if action in ("scan_code", "use_code") and paper:
        raise unsupported(f"{thing['name']} has no code; use scan_document")
    if action == "scan_document" and not paper:
        raise unsupported(f"{thing['name']} is a code; use scan_code")
    if action == "scan_document":
        return _document(phone, thing, fileName)
    if action == "use_code":
        return _use(phone, thing)
    return Outcome(f"{thing['name']}: {thing['content']}", {"name": thing["name"], "content": thing["content"]})


def _file_text(phone: Phone, name: str) -> Outcome:
    key, row = file(phone, name)
    text = phone.state.get("scan_texts", key)
    if text is None:
        raise missing(f"{row['name']} was not made by the scanner")
    return Outcome(f"{row['name']}: {text['text']}", {"fileName": row["name"], "text": text["text"]})


def _document(phone: Phone, thing: Row, name: str | None) -> Outcome:
    if not phone.granted("storage"):
        raise denied("permission storage is not granted")
    title = (name or f"Scan {thing['name']}").strip()
    title = title if title.lower().endswith(".pdf") else f"{title}.pdf"
    if any(row["name"].lower() == title.lower() for _, row in phone.state.items("files")):
        raise conflict(f"there is already a file {title}")
    today = phone.now.date().isoformat()
    fresh: Row = {"name": title, "type": "document", "folder": "Documents", "sizeMb": thing["pages"], "hidden": False}
    key = phone.state.insert("files", {**fresh, "date": today})
    phone.state.insert("scan_texts", {"text": thing["content"]}, key=key)
    return Outcome(f"{title} saved, {thing['pages']} pages", {"fileName": title, "pages": thing["pages"]})


def _use(phone: Phone, thing: Row) -> Outcome:
    """Do what a code is for."""
    kind, content = thing["kind"], str(thing["content"])
    if kind == "link":
        address = content.removeprefix("https://")
        found = phone.state.find("browser_pages", address=address)
        if not found:
            raise missing(f"there is no page {address}")
        return visit(phone, found[0][0])
    if kind == "wifi":
        return _network(phone, content.removeprefix("WIFI "))
    if kind == "contact":
        return _contact(phone, content)
    raise unsupported(f"{thing['name']} holds only text: {content}")


def _network(phone: Phone, name: str) -> Outcome:
    if not phone.setting("wifi"):
        raise conflict("Wi-Fi is off; enable it first")
    found = phone.state.find("networks", name=name)
    if not found:
        raise missing(f"network {name} is not in range")
    for key, _ in phone.state.find("networks", connected=True):
        phone.state.set("networks", key, connected=False)
    phone.state.set("networks", found[0][0], saved=True, connected=True)
    return Outcome(f"{name} saved and connected")


def _contact(phone: Phone, content: str) -> Outcome:
    name, number = content.split(", ")
    if not phone.granted("contacts"):
        raise denied("permission contacts is not granted")
    if phone.state.find("contacts", name=name):
        raise conflict(f"{name} is already a contact")
    phone.state.insert("contacts", {"name": name, "phone": number, "relation": "", "group": ""})
    return Outcome(f"contact {name}, {number} added")

"""Apps & Storage, second half: files, sending them, storage use."""

from __future__ import annotations

from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

DOCUMENTS = (
    "Budget plan.xlsx", "Lease contract.pdf", "Travel itinerary.pdf", "Meeting minutes.docx", "Insurance card.pdf",
    "Recipe binder.pdf", "Tax return.pdf", "Guest list.xlsx",
    "Resume draft.docx", "Floor plan.pdf", "Warranty slip.pdf",
    "Thesis outline.docx", "Sales figures.xlsx", "Vaccination record.pdf", "Boarding pass.pdf", "School newsletter.pdf",
    "Project proposal.docx", "Invoice March.pdf", "Packing checklist.docx", "Wedding speech.docx", "Car manual.pdf",
    "Reading notes.docx", "Payroll sheet.xlsx", "Concert tickets.pdf", "Repair quote.pdf", "Club statutes.pdf",
)  # fmt: skip
PICTURES = (
    "Beach sunset.jpg", "Birthday cake.jpg", "Whiteboard sketch.jpg", "New puppy.jpg", "Garden roses.jpg",
    "Parking ticket.jpg", "Mountain hut.jpg", "Kitchen tiles.jpg",
    "Team photo.jpg", "Passport scan.jpg", "Old bridge.jpg",
    "Snowman.jpg", "Bike damage.jpg", "Street mural.jpg", "Haircut idea.jpg", "Rental receipt.jpg",
)  # fmt: skip
VIDEOS = (
    "First steps.mp4", "Drone flight.mp4", "School play.mp4", "Goal replay.mp4", "Waterfall.mp4", "Piano recital.mp4",
    "Cat vs box.mp4", "Surf lesson.mp4", "Fireworks.mp4", "Assembly guide.mp4",
)  # fmt: skip
FOLDERS = ("Documents", "Downloads", "Pictures", "Movies", "Work", "Family", "Archive", "Trips")
_KINDS = ("document", DOCUMENTS, 5), ("image", PICTURES, 3), ("video", VIDEOS, 2)
_HOMES = {"document": ("Documents", "Downloads", "Work"), "image": ("Pictures", "Family"), "video": ("Movies", "Trips")}


@populate()
def files(builder: WorldBuilder) -> None:
    """Ten files with distinct names and sizes."""
    rng = builder.rng
    sizes = rng.sample(range(1, 90), 10)
    for kind, names, count in _KINDS:
        for name in rng.sample(names, count):
            folder, size = rng.choice(_HOMES[kind]), sizes.pop()
            day = builder.now.replace(day=rng.randrange(1, builder.now.day + 1)).date()
            row = {"name": name, "type": kind, "folder": folder, "sizeMb": size, "hidden": False}
            builder.add("files", {**row, "date": day.isoformat()})
    builder.permission("storage")


def file(phone: Phone, name: str) -> tuple[str, Row]:
    """The visible file of that name (or with all those words in its name)."""
    key = resolve(phone.state.find("files", hidden=False), name, "file")
    return key, phone.state.get("files", key) or {}


@tool(Domain.APPS, permission="storage")
def local_file_search(
    phone: Phone,
    query: str | None = None,
    fileType: Literal["document", "image", "video"] | None = None,
    folder: str | None = None,
) -> Outcome:
    """Find files by words of the name, type or folder; largest first, five at most."""
    words = (query or "").lower().split()
    found = [
        row
        for _, row in phone.state.find("files", hidden=False)
        if all(w in row["name"].lower() for w in words)
        and fileType in (None, row["type"])
        and (folder is None or row["folder"].lower() == folder.lower())
    ]
    found.sort(key=lambda row: -row["sizeMb"])
    items: list[JsonValue] = [{k: row[k] for k in ("name", "folder", "sizeMb")} for row in found[:5]]
    return Outcome(f"{len(found)} files", {"items": items, "total": len(found)})


@tool(Domain.APPS, SideEffect.EXTERNAL, permission="storage")
def send_file(phone: Phone, fileName: str, recipient: str) -> Outcome:
    """Send a file to a contact (name or phone number)."""
    state = phone.state
    _, row = file(phone, fileName)
    number = next((key for key, c in state.items("contacts") if c["phone"] == recipient), None)
    contact = state.get("contacts", number or resolve(state.items("contacts"), recipient, "contact")) or {}
    sent = {"file": row["name"], "name": contact["name"], "phone": contact["phone"]}
    state.insert("transfers", sent)
    return Outcome(f"{row['name']} sent to {contact['name']}")


@tool(Domain.APPS, SideEffect.DESTRUCTIVE, permission="storage")
def manage_file(
    phone: Phone,
    action: Literal["rename", "move", "delete"],
    fileName: str,
    newName: str | None = None,
    folder: str | None = None,
) -> Outcome:
    """Rename a file, move it to a folder or delete it."""
    state = phone.state
    key, row = file(phone, fileName)
    name = row["name"]
    if action == "delete":
        state.delete("files", key)
        return Outcome(f"{name} deleted")
    if action == "move":
        if folder is None:
            raise bad("missing argument folder")
        match = next((f for f in FOLDERS if f.lower() == folder.lower()), folder)
        state.set("files", key, folder=match)
        return Outcome(f"{name} moved to {match}")
    if not newName:
        raise bad("missing argument newName")
    fresh = newName if "." in newName else f"{newName}.{name.rsplit('.', 1)[-1]}"
    if any(other["name"].lower() == fresh.lower() for k, other in state.items("files") if k != key):
        raise conflict(f"there is already a file {fresh}")
    state.set("files", key, name=fresh)
    return Outcome(f"renamed to {fresh}")


@tool(Domain.APPS)
def query_storage(phone: Phone) -> Outcome:
    """Read total and free storage."""
    total, free = phone.setting("storage_gb"), phone.setting("free_mb")
    return Outcome(f"{free} MB free of {total} GB", {"totalGb": total, "freeMb": free})

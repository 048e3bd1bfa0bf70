"""Audio & Entertainment: photos in albums, simple edits, and a slide show."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

ALBUMS = ("Summer Trip", "Birthday", "Garden", "Recipes", "Receipts", "Pets", "New Flat", "Wallpapers", "Concerts")
SHOWN = 5


@populate(order=60)
def gallery(builder: WorldBuilder) -> None:
    """Three albums, each with some of the visible images."""
    rng = builder.rng
    images = [r["name"] for r in builder.tables["files"].values() if r["type"] == "image" and not r["hidden"]]
    for name in rng.sample(ALBUMS, 3):
        builder.add("albums", {"name": name, "photos": sorted(rng.sample(images, rng.randrange(0, len(images) + 1)))})
    builder.setting("favourite_photos", sorted(rng.sample(images, min(1, len(images)))))
    builder.setting("slideshow", "")


def _images(phone: Phone) -> list[tuple[str, Row]]:
    return [(k, r) for k, r in phone.state.items("files") if r["type"] == "image" and not r["hidden"]]


def _photo(phone: Phone, name: str) -> Row:
    return phone.state.get("files", resolve(_images(phone), name, "photo")) or {}


@tool(Domain.AUDIO, permission="storage")
def search_photos(
    phone: Phone,
    query: str | None = None,
    album: str | None = None,
    dateFrom: Day | None = None,
    dateTo: Day | None = None,
) -> Outcome:
    """Find photos by words of the name, by album or by the days on which they were taken."""
    rows = [row for _, row in _images(phone)]
    if album is not None:
        held = (phone.state.get("albums", resolve(phone.state.items("albums"), album, "album")) or {})["photos"]
        rows = [row for row in rows if row["name"] in held]
    first = iso_day(phone, dateFrom) if dateFrom is not None else ""
    last = iso_day(phone, dateTo) if dateTo is not None else "9999"
    words = (query or "").lower().split()
    rows = [r for r in rows if first <= r["date"] <= last and all(w in r["name"].lower() for w in words)]
    items = [
        {"name": r["name"], "date": r["date"]} for r in sorted(rows, key=lambda r: r["date"], reverse=True)[:SHOWN]
    ]
    return Outcome(f"{len(rows)} photos", {"items": list(items), "total": len(rows)})


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA, permission="storage")
def manage_album(
    phone: Phone,
    action: Literal["list", "create", "delete", "add", "remove"],
    albumName: str | None = None,
    photoName: str | None = None,
) -> Outcome:
    """List, create or delete photo albums, put a photo in one or take it out (the photo itself stays)."""
    state = phone.state
    if action == "list":
        items = [{"name": r["name"], "photos": len(r["photos"])} for _, r in state.items("albums")]
        return Outcome(f"{len(items)} albums", {"items": list(items)})
    if albumName is None:
        raise bad("missing argument albumName")
    if action == "create":
        if any(r["name"].lower() == albumName.lower() for _, r in state.items("albums")):
            raise conflict(f"album {albumName} already exists")
        state.insert("albums", {"name": albumName, "photos": []})
        return Outcome(f"album {albumName} created")
    key = resolve(state.items("albums"), albumName, "album")
    row = state.get("albums", key) or {}
    if action == "delete":
        state.delete("albums", key)
        return Outcome(f"album {row['name']} deleted; its photos stay")
    if photoName is None:
        raise bad("missing argument photoName")
    photo = _photo(phone, photoName)["name"]
    if (photo in row["photos"]) == (action == "add"):
        raise conflict(f"{photo} is {'already' if action == 'add' else 'not'} in {row['name']}")
    photos = [*row["photos"], photo] if action == "add" else [p for p in row["photos"] if p != photo]
    state.set("albums", key, photos=photos)
    return Outcome(f"{photo} {'added to' if action == 'add' else 'taken out of'} {row['name']}")


@tool(Domain.AUDIO, SideEffect.WRITES_USER_DATA, permission="storage")
def edit_photo(
    phone: Phone,
    photoName: str,
    edit: Literal["rotate", "crop_square", "black_white", "brighten", "blur_background"],
) -> Outcome:
    """Save an edited copy of a photo: rotated, square, black and white, brighter, or with a blurred background."""
    row = _photo(phone, photoName)
    stem, dot, ending = row["name"].rpartition(".")
    name = f"{stem if dot else row['name']} {edit.replace('_', ' ')}{dot}{ending if dot else ''}"
    if phone.state.find("files", name=name):
        raise conflict(f"{name} exists already")
    free = phone.setting("free_mb")
    if free < row["sizeMb"]:
        raise conflict(f"storage is full: {free} MB are free, {row['sizeMb']} needed")
    phone.state.insert("files", {**row, "name": name, "date": phone.now.date().isoformat()})
    phone.change("free_mb", free - row["sizeMb"])
    return Outcome(f"saved {name}")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE, permission="storage")
def manage_favorite_photos(
    phone: Phone, action: Literal["list", "add", "remove"], photoName: str | None = None
) -> Outcome:
    """Photos marked as favourites: list them, add or remove one."""
    marked = list(phone.setting("favourite_photos"))
    if action == "list":
        return Outcome(f"{len(marked)} favourite photos", {"items": list(marked)})
    if photoName is None:
        raise bad("missing argument photoName")
    name = _photo(phone, photoName)["name"]
    if (name in marked) == (action == "add"):
        raise conflict(f"{name} is {'already' if action == 'add' else 'no'} favourite")
    phone.change("favourite_photos", sorted([*marked, name]) if action == "add" else [m for m in marked if m != name])
    return Outcome(f"{name} {'is a' if action == 'add' else 'is no longer a'} favourite")


@tool(Domain.AUDIO, SideEffect.REVERSIBLE, permission="storage")
def control_slideshow(phone: Phone, action: Literal["start", "stop"], albumName: str | None = None) -> Outcome:
    """Show the photos of an album one after the other, or stop."""
    current = phone.setting("slideshow")
    if action == "stop":
        if not current:
            raise conflict("no slide show is running")
        phone.change("slideshow", "")
        return Outcome(f"slide show of {current} stopped")
    if albumName is None:
        raise bad("missing argument albumName")
    key = resolve(phone.state.items("albums"), albumName, "album")
    row = phone.state.get("albums", key) or {}
    if not row["photos"]:
        raise missing(f"album {row['name']} is empty")
    phone.change("slideshow", row["name"])
    return Outcome(f"slide show of {row['name']}, {len(row['photos'])} photos")

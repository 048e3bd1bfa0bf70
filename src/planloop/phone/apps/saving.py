"""New files that tools of several apps leave behind."""

from __future__ import annotations

from planloop.phone.errors import conflict, denied
from planloop.phone.phone import Phone


def save_file(phone: Phone, name: str, kind: str, folder: str, size: int) -> str:
    """Like `write_file`, for apps that need the storage permission for it. Raises 403 without it."""
    if not phone.granted("storage"):
        raise denied("permission storage is not granted")
    return write_file(phone, name, kind, folder, size)


def write_file(phone: Phone, name: str, kind: str, folder: str, size: int) -> str:
    """Insert a file of `size` MB under `name` (with an ending) and take its space; gives back the name.

    Raises 409 where the name is taken or the storage is full.
    """
    if any(row["name"].lower() == name.lower() for _, row in phone.state.items("files")):
        raise conflict(f"there is already a file {name}")
    free = phone.setting("free_mb")
    if free < size:
        raise conflict(f"storage is full: {free} MB are free, {size} needed")
    row = {"name": name, "type": kind, "folder": folder, "sizeMb": size, "hidden": False}
    phone.state.insert("files", {**row, "date": phone.now.date().isoformat()})
    phone.change("free_mb", free - size)
    return name


def free_name(phone: Phone, stem: str, ending: str) -> str:
    """`stem N.ending` with the first number that no file has."""
    taken = {str(row["name"]).lower() for _, row in phone.state.items("files")}
    number = 1
    while f"{stem} {number}.{ending}".lower() in taken:
        number += 1
    return f"{stem} {number}.{ending}"

"""Apps & Storage: the recycle bin, archives, folders, cleaning up, cloud backup, the memory card, the home screen."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.files import file
from planloop.phone.apps.programs import app
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

LEFTOVERS = (
    "Old ticket.pdf",
    "Blurry.jpg",
    "Draft letter.docx",
    "Copy of plan.pdf",
    "Test clip.mp4",
    "Screenshot 1.png",
)
LARGE_MB = 50


@populate(order=60)
def storage(builder: WorldBuilder) -> None:
    """Two files in the recycle bin; folders as files have them; a memory card or none; icons of some apps."""
    rng = builder.rng
    for name in rng.sample(LEFTOVERS, 2):
        row = {"name": name, "folder": "Downloads", "sizeMb": rng.randrange(1, 30), "hidden": False}
        kind = {"jpg": "image", "png": "image", "mp4": "video"}.get(name.rpartition(".")[2], "document")
        builder.add("bin", {**row, "type": kind, "date": builder.now.date().isoformat()})
    folders = {row["folder"] for row in builder.tables["files"].values()}
    for name in sorted({*folders, "Downloads"}):
        builder.add("folders", {"name": name})
    builder.setting("cloud_backup", rng.random() < 0.5)
    builder.setting("cloud_folders", sorted(rng.sample(sorted(folders), min(2, len(folders)))))
    builder.setting("cloud_free_mb", rng.randrange(20, 5000))
    builder.setting("cloud_last", f"{rng.randrange(0, 24):02d}:{rng.randrange(0, 60):02d}")
    builder.setting("sd_card", rng.choice(("none", "mounted", "ejected")))
    builder.setting("sd_free_mb", rng.randrange(200, 60000))
    apps = [row["name"] for row in builder.tables["apps"].values()]
    builder.setting("home_screen", rng.sample(apps, 5))


@tool(Domain.APPS, SideEffect.DESTRUCTIVE, permission="storage")
def manage_recycle_bin(
    phone: Phone, action: Literal["list", "put", "restore", "empty"], fileName: str | None = None
) -> Outcome:
    """Put a file in the recycle bin, restore one from it, list it, or empty it for good."""
    state = phone.state
    held = list(state.items("bin"))
    if action == "list":
        items = [{"name": r["name"], "sizeMb": r["sizeMb"]} for _, r in held]
        return Outcome(f"{len(items)} files in the bin", {"items": list(items)})
    if action == "empty":
        if not held:
            raise conflict("the bin is empty")
        for key, _ in held:
            state.delete("bin", key)
        freed = sum(r["sizeMb"] for _, r in held)
        phone.change("free_mb", phone.setting("free_mb") + freed)
        return Outcome(f"bin emptied, {freed} MB freed")
    if fileName is None:
        raise bad("missing argument fileName")
    if action == "put":
        key, row = file(phone, fileName)
        state.delete("files", key)
        state.insert("bin", row)
        return Outcome(f"{row['name']} put in the bin")
    key = resolve(held, fileName, "file in the bin")
    row = state.get("bin", key) or {}
    if state.find("files", name=row["name"], folder=row["folder"]):
        raise conflict(f"{row['folder']} has a file {row['name']} already")
    state.delete("bin", key)
    state.insert("files", row)
    return Outcome(f"{row['name']} restored to {row['folder']}")


@tool(Domain.APPS, SideEffect.WRITES_USER_DATA, permission="storage")
def manage_archive(
    phone: Phone, action: Literal["compress", "extract"], name: str, folder: str | None = None
) -> Outcome:
    """Compress all files of a folder into a zip file of a name, or extract one again."""
    state = phone.state
    if action == "compress":
        if folder is None:
            raise bad("missing argument folder")
        key = resolve(state.items("folders"), folder, "folder")
        where = (state.get("folders", key) or {})["name"]
        rows = [r for _, r in state.find("files", folder=where) if not r["hidden"]]
        stem = name.removesuffix(".zip").strip()
        if not rows or not stem:
            raise missing(f"folder {where} is empty") if stem else bad("name is empty")
        if state.find("files", name=f"{stem}.zip"):
            raise conflict(f"{stem}.zip exists already")
        row: Row = {"name": f"{stem}.zip", "type": "archive", "folder": where, "hidden": False}
        size = max(1, sum(r["sizeMb"] for r in rows) * 3 // 4)
        state.insert("files", {**row, "sizeMb": size, "date": phone.now.date().isoformat()})
        state.insert("archives", {"name": f"{stem}.zip", "files": [r["name"] for r in rows]})
        return Outcome(f"{len(rows)} files in {stem}.zip, {size} MB")
    _, row = file(phone, name)
    found = state.find("archives", name=row["name"])
    if not found:
        raise bad(f"{row['name']} is no zip file")
    names = found[0][1]["files"]
    fresh = [n for n in names if not state.find("files", name=n)]
    for each in fresh:
        made = {"name": each, "type": "document", "folder": row["folder"], "sizeMb": 1, "hidden": False}
        state.insert("files", {**made, "date": phone.now.date().isoformat()})
    return Outcome(f"{len(fresh)} of {len(names)} files extracted; the others are there already")


@tool(Domain.APPS, SideEffect.WRITES_USER_DATA, permission="storage")
def manage_folder(
    phone: Phone,
    action: Literal["list", "create", "rename", "delete"],
    folderName: str | None = None,
    newName: str | None = None,
) -> Outcome:
    """List, create or rename folders of files, or delete an empty one."""
    state = phone.state
    names = {r["name"].lower() for _, r in state.items("folders")}
    if action == "list":
        count = Counter(r["folder"] for _, r in state.items("files") if not r["hidden"])
        items = [{"name": r["name"], "files": count[r["name"]]} for _, r in state.items("folders")]
        return Outcome(f"{len(items)} folders", {"items": list(items)})
    if folderName is None:
        raise bad("missing argument folderName")
    if action == "create":
        if folderName.lower() in names:
            raise conflict(f"folder {folderName} exists already")
        state.insert("folders", {"name": folderName})
        return Outcome(f"folder {folderName} created")
    key = resolve(state.items("folders"), folderName, "folder")
    name = (state.get("folders", key) or {})["name"]
    inside = state.find("files", folder=name)
    if action == "delete":
        if inside:
            raise conflict(f"folder {name} holds {len(inside)} files; move or delete them first")
        state.delete("folders", key)
        return Outcome(f"folder {name} deleted")
    if newName is None:
        raise bad("missing argument newName")
    if newName.lower() in names:
        raise conflict(f"folder {newName} exists already")
    state.set("folders", key, name=newName)
    for each, _ in inside:
        state.set("files", each, folder=newName)
    return Outcome(f"folder {name} renamed {newName}")


@tool(Domain.APPS, permission="storage")
def analyze_storage(phone: Phone, what: Literal["large_files", "duplicates", "app_caches"]) -> Outcome:
    """What takes up storage: files of 50 MB and more, files of one size and type, or the caches of apps."""
    if what == "app_caches":
        rows = sorted((r for _, r in phone.state.items("app_settings")), key=lambda r: -r["cacheMb"])[:5]
        return Outcome("largest caches", {"items": [{"name": r["name"], "cacheMb": r["cacheMb"]} for r in rows]})
    files = [r for _, r in phone.state.items("files") if not r["hidden"]]
    if what == "large_files":
        rows = sorted((r for r in files if r["sizeMb"] >= LARGE_MB), key=lambda r: -r["sizeMb"])
        items = [{"name": r["name"], "sizeMb": r["sizeMb"]} for r in rows[:5]]
        return Outcome(f"{len(rows)} files of {LARGE_MB} MB and more", {"items": list(items), "total": len(rows)})
    groups = Counter((r["type"], r["sizeMb"]) for r in files)
    same = [r["name"] for r in files if groups[r["type"], r["sizeMb"]] > 1]
    return Outcome(f"{len(same)} files look alike", {"items": list(same[:6]), "total": len(same)})


@tool(Domain.APPS, SideEffect.EXTERNAL, permission="storage")
def manage_cloud_backup(
    phone: Phone,
    action: Literal["query", "enable", "disable", "add_folder", "remove_folder", "run"],
    folderName: str | None = None,
) -> Outcome:
    """Back up folders of files to the owner's cloud: switch it, choose folders, or run it now."""
    state, chosen = phone.state, list(phone.setting("cloud_folders"))
    if action == "query":
        data = {"enabled": phone.setting("cloud_backup"), "folders": list(chosen), "last": phone.setting("cloud_last")}
        return Outcome(f"cloud backup is {'on' if data['enabled'] else 'off'}", data)
    if action in ("enable", "disable"):
        phone.change("cloud_backup", action == "enable")
        return Outcome(f"cloud backup {action}d")
    if action == "run":
        if not phone.setting("cloud_backup"):
            raise conflict("cloud backup is off; enable it first")
        if not phone.setting("wifi"):
            raise conflict("backups need Wi-Fi; enable it first")
        size = sum(r["sizeMb"] for _, r in state.items("files") if r["folder"] in chosen)
        if size > phone.setting("cloud_free_mb"):
            raise conflict(f"the cloud has {phone.setting('cloud_free_mb')} MB left, {size} are needed")
        phone.change("cloud_last", phone.now.strftime("%H:%M"))
        return Outcome(f"{size} MB backed up")
    if folderName is None:
        raise bad("missing argument folderName")
    name = (state.get("folders", resolve(state.items("folders"), folderName, "folder")) or {})["name"]
    if (name in chosen) == (action == "add_folder"):
        raise conflict(f"{name} is {'already' if action == 'add_folder' else 'not'} backed up")
    phone.change(
        "cloud_folders", sorted([*chosen, name]) if action == "add_folder" else [c for c in chosen if c != name]
    )
    return Outcome(f"{name} {'is' if action == 'add_folder' else 'is no longer'} backed up")


@tool(Domain.APPS, SideEffect.REVERSIBLE, permission="storage")
def manage_sd_card(
    phone: Phone, action: Literal["query", "mount", "eject", "move"], fileName: str | None = None
) -> Outcome:
    """The memory card: see its free space, mount or eject it, or move a file of this phone to it."""
    status, free = phone.setting("sd_card"), phone.setting("sd_free_mb")
    if action == "query":
        return Outcome(f"memory card: {status}", {"status": status, "freeMb": free if status == "mounted" else 0})
    if status == "none":
        raise missing("no memory card is in the phone")
    if action != "move":
        phone.change("sd_card", "mounted" if action == "mount" else "ejected")
        return Outcome(f"memory card {action}ed")
    if fileName is None:
        raise bad("missing argument fileName")
    if status != "mounted":
        raise conflict("the memory card is ejected; mount it first")
    key, row = file(phone, fileName)
    if row["sizeMb"] > free:
        raise conflict(f"the memory card has {free} MB left")
    phone.state.set("files", key, folder="Memory card")
    phone.change("sd_free_mb", free - row["sizeMb"])
    phone.change("free_mb", phone.setting("free_mb") + row["sizeMb"])
    return Outcome(f"{row['name']} moved to the memory card")


@tool(Domain.APPS, SideEffect.REVERSIBLE)
def manage_home_screen(phone: Phone, action: Literal["list", "add", "remove"], appName: str | None = None) -> Outcome:
    """App icons on the home screen: list them, add one or remove one (the app stays)."""
    shown = list(phone.setting("home_screen"))
    if action == "list":
        return Outcome(f"{len(shown)} icons", {"items": list(shown)})
    if appName is None:
        raise bad("missing argument appName")
    name = app(phone, appName)[1]["name"]
    if (name in shown) == (action == "add"):
        raise conflict(f"{name} is {'already' if action == 'add' else 'not'} on the home screen")
    phone.change("home_screen", [*shown, name] if action == "add" else [s for s in shown if s != name])
    return Outcome(f"{name} {'added to' if action == 'add' else 'removed from'} the home screen")

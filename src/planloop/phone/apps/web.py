"""Utilities & Productivity: the browser over a small web of pages, its tabs, bookmarks, history and downloads."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.apps.reach import need_internet
from planloop.phone.errors import bad, conflict, denied, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

# Title, address, text with values that differ from phone to phone ({h} hour, {n} number, {d} digit), file to download.
SITES = (
    ("City Library", "library.example.org", "Open Monday to Saturday, 9 to {h}. A card costs {n} EUR a year.", ""),
    ("Swimming Hall", "swim.example.org", "Lanes are free before 8. A ticket costs {d}.50 EUR.", "Pool timetable.pdf"),
    ("Bus 12 Timetable", "bus12.example.org", "Every {n} minutes, the last one at {h}:45.", "Bus 12.pdf"),
    ("Pancake Recipe", "pancakes.example.org", "{n}0 g flour, {d} eggs, 400 ml milk, a pinch of salt.", ""),
    ("Lentil Soup Recipe", "lentils.example.org", "Simmer {n} minutes; {d} carrots, an onion, red lentils.", ""),
    ("Bike Repair Guide", "bikes.example.org", "Loosen {d} screws, take out the wheel.", "Bikes.pdf"),
    ("Recycling Calendar", "recycling.example.org", "Paper on the {d}th, glass on the 1{d}th.", "Recycling.pdf"),
    ("Museum Night", "museum.example.org", "{n} houses stay open until {h}:30; one ticket for all.", "Museum map.pdf"),
    ("Allotment Rules", "gardens.example.org", "No fires, hedges below 1.{n} m, quiet from 13 to 15.", "Rules.pdf"),
    ("Ferry Prices", "ferry.example.org", "A car costs {n} EUR, a bike {d} EUR. Last ferry at {h}:10.", ""),
    ("Open Air Cinema", "cinema.example.org", "Starts at {h}:15. Blankets cost {d} EUR. {n} seats in the dry.", ""),
    ("Tool Library", "tools.example.org", "Drills for {d} EUR a day. {n} tools. Closed on Mondays.", "Tools.pdf"),
    ("Night Pharmacy", "pharmacy.example.org", "Ring at the side door after {h}. Extra fee {d} EUR.", ""),
    ("Marathon Training Plan", "run.example.org", "{n} weeks with {d} runs each; rest on Fridays.", "Training.pdf"),
    ("Balcony Tomatoes", "tomatoes.example.org", "Sow in March, pot at {n} cm, water {d} times a week.", ""),
    ("Language Cafe", "languagecafe.example.org", "Tuesdays at {h}. {n} languages at {d} tables.", ""),
    ("Parking in the Old Town", "parking.example.org", "{d} EUR an hour until {h}, then free. {n} places.", ""),
    ("Children's Theatre", "theatre.example.org", "The Snow Owl, at {h}. Tickets from {n} EUR.", "Programme.pdf"),
)  # fmt: skip
CAP = 5


@populate(order=60)
def web(builder: WorldBuilder) -> None:
    """Twelve pages, of which two or three are bookmarked, one or two open in tabs, and some were read lately."""
    rng = builder.rng
    for title, address, text, file in rng.sample(SITES, 12):
        said = text.format(h=rng.randrange(18, 23), n=rng.randrange(11, 60), d=rng.randrange(2, 10))
        builder.add("browser_pages", {"title": title, "address": address, "text": said, "file": file})
    pages = list(builder.tables["browser_pages"].items())
    for key, row in rng.sample(pages, rng.randrange(2, 4)):
        builder.add("browser_bookmarks", {"title": row["title"], "address": row["address"]}, key=key)
    for key, row in rng.sample(pages, rng.randrange(1, 3)):
        builder.add("browser_tabs", {"title": row["title"], "address": row["address"], "private": False}, key=key)
        builder.setting("browser_tab", key)
    for minutes, (_, row) in zip(sorted(rng.sample(range(10, 4000), 5)), rng.sample(pages, 5), strict=True):
        time = f"{builder.now - timedelta(minutes=minutes):%Y-%m-%d %H:%M}"
        builder.add("browser_history", {"title": row["title"], "address": row["address"], "time": time})
    builder.tables.setdefault("browser_downloads", {})


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA, reads=("query", "search"))
def browser_service(
    phone: Phone,
    action: Literal["search", "open", "close_tab", "query", "bookmark", "remove_bookmark", "clear_history", "download"],
    query: str | None = None,
    page: str | None = None,
    what: Literal["tabs", "bookmarks", "history", "downloads"] = "tabs",
    privateTab: bool = False,
) -> Outcome:
    """Web browser: search the web, open and read a page, download its file, bookmarks, tabs, history, private tabs."""
    if action == "query":
        return _list(phone, what, query)
    if action == "search":
        return _search(phone, query)
    if action == "clear_history":
        return _clear(phone)
    if action == "open":
        if page is None:
            raise bad("missing argument page")
        return visit(phone, _find(phone, "browser_pages", page, "page"), privateTab)
    if action == "close_tab":
        return _close(phone, page)
    if action == "remove_bookmark":
        if page is None:
            raise bad("missing argument page")
        key = _find(phone, "browser_bookmarks", page, "bookmark")
        title = (phone.state.get("browser_bookmarks", key) or {})["title"]
        phone.state.delete("browser_bookmarks", key)
        return Outcome(f"{title} is no bookmark any more")
    key = _current(phone) if page is None else _find(phone, "browser_pages", page, "page")
    return _bookmark(phone, key) if action == "bookmark" else _download(phone, key)


def _find(phone: Phone, table: str, text: str, what: str) -> str:
    """The row with that address, else with that title (or all its words)."""
    address = text.strip().lower().removeprefix("https://").removeprefix("http://").removeprefix("www.").rstrip("/")
    found = phone.state.find(table, address=address)
    return found[0][0] if found else resolve(phone.state.items(table), text, what, "title")


def _current(phone: Phone) -> str:
    key = str(phone.setting("browser_tab"))
    if not key:
        raise conflict("no page is open; open one first")
    return key


def _list(phone: Phone, what: str, query: str | None) -> Outcome:
    words = (query or "").lower().split()
    names = {"downloads": "name"}
    rows = [
        row
        for _, row in phone.state.items(f"browser_{what}")
        if all(word in str(row[names.get(what, "title")]).lower() for word in words)
    ]
    if what == "history":
        rows.sort(key=lambda row: str(row["time"]), reverse=True)
    return listing(what, rows, CAP)


def _search(phone: Phone, query: str | None) -> Outcome:
    if query is None or not query.strip():
        raise bad("missing argument query")
    need_internet(phone)
    words = set(query.lower().split())
    hits = [
        (sum(word in f"{row['title']} {row['text']}".lower() for word in words), row)
        for _, row in phone.state.items("browser_pages")
    ]
    found = [row for score, row in sorted(hits, key=lambda hit: -hit[0]) if score * 2 >= len(words)]
    items: list[JsonValue] = [{"title": row["title"], "address": row["address"]} for row in found[:CAP]]
    return Outcome(f"{len(found)} pages", {"query": query, "items": items, "total": len(found)})


def visit(phone: Phone, key: str, private: bool = False) -> Outcome:
    """Open a page by its id in a tab of the browser; it enters the history, unless in private. Needs internet."""
    need_internet(phone)
    state, row = phone.state, phone.state.get("browser_pages", key) or {}
    place = {"title": row["title"], "address": row["address"]}
    tab = state.get("browser_tabs", key)
    if tab is None or tab["private"] != private:
        state.insert("browser_tabs", {**place, "private": private}, key=key)
    phone.change("browser_tab", key)
    if not private:
        state.insert("browser_history", {**place, "time": f"{phone.now:%Y-%m-%d %H:%M}"})
    for app, _ in state.find("apps", name="Browser"):
        state.set("apps", app, open=True)
    data: dict[str, JsonValue] = {**place, "text": row["text"], "file": row["file"]}
    return Outcome(f"{row['title']}: {row['text']}", data)


def _close(phone: Phone, page: str | None) -> Outcome:
    key = _current(phone) if page is None else _find(phone, "browser_tabs", page, "open tab")
    title = (phone.state.get("browser_tabs", key) or {})["title"]
    phone.state.delete("browser_tabs", key)
    if phone.setting("browser_tab") == key:
        left = [other for other, _ in phone.state.items("browser_tabs")]
        phone.change("browser_tab", left[-1] if left else "")
    return Outcome(f"{title} closed")


def _clear(phone: Phone) -> Outcome:
    keys = [key for key, _ in phone.state.items("browser_history")]
    for key in keys:
        phone.state.delete("browser_history", key)
    return Outcome(f"{len(keys)} entries of the history cleared")


def _bookmark(phone: Phone, key: str) -> Outcome:
    row: Row = phone.state.get("browser_pages", key) or {}
    if phone.state.get("browser_bookmarks", key) is not None:
        raise conflict(f"{row['title']} is already a bookmark")
    phone.state.insert("browser_bookmarks", {"title": row["title"], "address": row["address"]}, key=key)
    return Outcome(f"{row['title']} bookmarked")


def _download(phone: Phone, key: str) -> Outcome:
    row: Row = phone.state.get("browser_pages", key) or {}
    name, today = str(row["file"]), phone.now.date().isoformat()
    if not phone.granted("storage"):
        raise denied("permission storage is not granted")
    if not name:
        raise missing(f"{row['title']} offers no file")
    need_internet(phone)
    if phone.state.find("files", name=name):
        raise conflict(f"there is already a file {name}")
    fresh: Row = {"name": name, "type": "document", "folder": "Downloads", "sizeMb": 3, "hidden": False, "date": today}
    phone.state.insert("files", fresh)
    phone.state.insert("browser_downloads", {"name": name, "address": row["address"], "date": today})
    return Outcome(f"{name} downloaded to Downloads", {"fileName": name})

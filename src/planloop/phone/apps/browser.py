"""Utilities & Productivity: the browser over a small web of pages, codes to scan, offline languages, money, habits."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.calculator import plain
from planloop.phone.apps.files import file
from planloop.phone.apps.lookup import Day, iso_day, listing
from planloop.phone.errors import bad, conflict, missing, unsupported
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

PAGES = (
    ("City Library", "library.example.org", "Open Monday to Saturday, 9 to 19. Cards cost nothing."),
    ("Swimming Hall", "swim.example.org", "Lanes are free before 8. A ticket costs 4.50 EUR."),
    ("Bus 12 Timetable", "bus12.example.org", "Every 15 minutes from 5:30 to 23:45."),
    ("Pancake Recipe", "pancakes.example.org", "250 g flour, 3 eggs, 400 ml milk, a pinch of salt."),
    ("Bike Repair Guide", "bikes.example.org", "Loosen the brake, take out the wheel, mark the hole."),
    ("Recycling Calendar", "recycling.example.org", "Paper on the first Tuesday, glass on the third."),
    ("Museum Night", "museum.example.org", "Twelve houses stay open until one in the morning."),
    ("Allotment Rules", "gardens.example.org", "No fires, hedges below 1.20 m, quiet from 13 to 15."),
)  # fmt: skip
CODES = (
    ("Menu.png", "https://bistro.example.org/menu"), ("Ticket code.png", "TICKET 88-4107 SEAT 12C"),
    ("Guest Wi-Fi.png", "WIFI Cafe Luna Guest"), ("Parcel slip.png", "PARCEL 50 7712 908"),
)  # fmt: skip
PACKS = ("Spanish", "French", "German", "Italian", "Portuguese", "Japanese", "Korean", "Turkish")
KINDS = ("food", "transport", "home", "leisure", "health", "other")
HABITS = ("Stretch", "Read ten pages", "No sugar", "Practise guitar", "Walk after dinner", "Vitamins")
CAP = 4


@populate(order=60)
def browser(builder: WorldBuilder) -> None:
    """Pages with two bookmarks and an open tab; pictures of codes; installed languages; a week's spending; habits."""
    rng = builder.rng
    for title, address, text in PAGES:
        row = {"title": title, "address": address, "text": text, "bookmarked": False, "open": False}
        builder.add("web_pages", row)
    for key in rng.sample(sorted(builder.tables["web_pages"]), 2):
        builder.tables["web_pages"][key]["bookmarked"] = True
    builder.tables["web_pages"][rng.choice(sorted(builder.tables["web_pages"]))]["open"] = True
    for name, content in rng.sample(CODES, 2):
        builder.add("codes", {"name": name, "content": content})
        row = {"name": name, "type": "image", "folder": "Camera", "sizeMb": 1, "hidden": False}
        builder.add("files", {**row, "date": builder.now.date().isoformat()})
    builder.setting("language_packs", sorted(rng.sample(PACKS[:5], 3)))
    for _ in range(5):
        day = (builder.now.date() - timedelta(days=rng.randrange(0, 7))).isoformat()
        builder.add("expenses", {"amount": rng.randrange(150, 9000) / 100, "kind": rng.choice(KINDS), "date": day})
    for name in rng.sample(HABITS, 3):
        builder.add("habits", {"name": name, "days": rng.randrange(0, 30), "today": rng.random() < 0.3})


@tool(Domain.UTILITIES, SideEffect.REVERSIBLE)
def browser_service(
    phone: Phone,
    action: Literal["search", "open", "close", "list_tabs", "list_bookmarks", "bookmark", "unbookmark"],
    query: str | None = None,
) -> Outcome:
    """Search the web, open or close a page by title or address, list tabs and bookmarks, bookmark a page."""
    state = phone.state
    if action.startswith("list"):
        mark = "open" if action == "list_tabs" else "bookmarked"
        return listing(action[5:], [{"title": r["title"]} for _, r in state.find("web_pages", **{mark: True})], CAP)
    if not query or not query.strip():
        raise bad("missing argument query")
    if action in ("search", "open") and not (phone.setting("wifi") or phone.setting("mobile_data")):
        raise conflict("no internet; enable Wi-Fi or mobile data first")
    if action == "search":
        words = query.lower().split()
        rows = [r for _, r in state.items("web_pages") if any(w in f"{r['title']} {r['text']}".lower() for w in words)]
        return listing("pages", [{"title": r["title"], "address": r["address"]} for r in rows], CAP)
    found = state.find("web_pages", address=query.strip().lower())
    key = found[0][0] if found else resolve(state.items("web_pages"), query, "page", "title")
    row = state.get("web_pages", key) or {}
    if action == "close" and not row["open"]:
        raise conflict(f"{row['title']} is not open")
    field = "open" if action in ("open", "close") else "bookmarked"
    state.set("web_pages", key, **{field: action in ("open", "bookmark")})
    return Outcome(f"{row['title']}: {row['text']}" if action == "open" else f"{row['title']}: {action} done")


@tool(Domain.UTILITIES, permission="storage")
def scan_code(phone: Phone, fileName: str) -> Outcome:
    """Read the QR or bar code in a picture file."""
    name = file(phone, fileName)[1]["name"]
    found = phone.state.find("codes", name=name)
    if not found:
        raise missing(f"{name} shows no code")
    return Outcome(f"code: {found[0][1]['content']}", {"content": found[0][1]["content"]})


@tool(Domain.UTILITIES, SideEffect.REVERSIBLE)
def manage_translation(
    phone: Phone, action: Literal["list", "download", "remove"], language: str | None = None
) -> Outcome:
    """Offline language packs for translation: list, download (over Wi-Fi) or remove one."""
    held = list(phone.setting("language_packs"))
    if action == "list":
        return Outcome(f"{len(held)} language packs", {"items": list(held)})
    if language is None:
        raise bad("missing argument language")
    name = language.strip().capitalize()
    if name not in PACKS:
        raise unsupported(f"there is no pack for {language}; there are {', '.join(PACKS)}")
    if (name in held) == (action == "download"):
        raise conflict(f"{name} is {'already' if action == 'download' else 'not'} there")
    if action == "download" and not phone.setting("wifi"):
        raise conflict("downloads need Wi-Fi; enable it first")
    kept = [h for h in held if h != name]
    phone.change("language_packs", sorted([*kept, name]) if action == "download" else kept)
    return Outcome(f"{name} {'downloaded' if action == 'download' else 'removed'}")


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA)
def manage_expenses(
    phone: Phone,
    action: Literal["query", "add", "delete_last"],
    amount: float | None = None,
    category: Literal["food", "transport", "home", "leisure", "health", "other"] | None = None,
    dateFrom: Day | None = None,
) -> Outcome:
    """Spending in EUR: add an amount to a category, take the last one back, or sum up by category and date."""
    state = phone.state
    if action == "add":
        if amount is None or category is None:
            raise bad(f"missing argument {'amount' if amount is None else 'category'}")
        if amount <= 0:
            raise bad("amount must be above 0")
        state.insert("expenses", {"amount": amount, "kind": category, "date": phone.now.date().isoformat()})
        return Outcome(f"{plain(amount)} EUR for {category}")
    rows = list(state.items("expenses"))
    if action == "delete_last":
        if not rows:
            raise missing("no spending is recorded")
        key, row = rows[-1]
        state.delete("expenses", key)
        return Outcome(f"{plain(row['amount'])} EUR for {row['kind']} taken back")
    first = iso_day(phone, dateFrom) if dateFrom is not None else ""
    chosen = [r for _, r in rows if category in (None, r["kind"]) and r["date"] >= first]
    total = plain(sum(r["amount"] for r in chosen))
    return Outcome(f"{total} EUR in {len(chosen)} entries", {"total": total, "entries": len(chosen)})


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA)
def manage_habits(
    phone: Phone, action: Literal["list", "create", "check_off", "delete"], name: str | None = None
) -> Outcome:
    """Daily habits: list them with their days in a row, create one, check one off for today, delete one."""
    state = phone.state
    if action == "list":
        items = [{n: r[n] for n in ("name", "days", "today")} for _, r in state.items("habits")]
        return Outcome(f"{len(items)} habits", {"items": list(items)})
    if not name:
        raise bad("missing argument name")
    if action == "create":
        if any(r["name"].lower() == name.lower() for _, r in state.items("habits")):
            raise conflict(f"habit {name} is there already")
        state.insert("habits", {"name": name, "days": 0, "today": False})
        return Outcome(f"habit {name} created")
    key = resolve(state.items("habits"), name, "habit")
    row = state.get("habits", key) or {}
    if action == "delete":
        state.delete("habits", key)
        return Outcome(f"habit {row['name']} deleted")
    if row["today"]:
        raise conflict(f"{row['name']} is checked off today already")
    state.set("habits", key, days=row["days"] + 1, today=True)
    return Outcome(f"{row['name']}: {row['days'] + 1} days in a row")

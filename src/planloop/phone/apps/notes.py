"""Utilities & Productivity: notes and the shopping list."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

NOTES = (
    ("Wifi guest", "Password is bluefox22"), ("Gift ideas", "Scarf, tea pot, puzzle"), ("Garage", "Ask for Milo"),
    ("Paint color", "Ocean mist 4410"), ("Locker", "Number 218 at the pool"), ("Recipe", "Two eggs, 200 g flour"),
    ("Parking", "Level 3, row F"), ("Shoe size", "Leo wears 34"), ("Book list", "Dune, Emma, Ulysses"),
    ("Insurance", "Policy 77-120-4"), ("Workout", "Squats, rows, plank"), ("Trip plan", "Ferry at nine, then museum"),
    ("Meter", "Gas reading 30418"), ("Movie night", "Arrival or Her"), ("Seeds", "Basil, mint, thyme"),
)  # fmt: skip
GROCERIES = (
    "milk", "eggs", "bread", "apples", "rice", "coffee", "butter", "tomatoes", "cheese", "pasta", "onions", "yogurt",
    "honey", "bananas", "salt", "tea", "lentils", "soap", "oats", "lemons", "carrots", "flour", "olives", "garlic",
)  # fmt: skip
CAP = 5


@populate()
def notebook(builder: WorldBuilder) -> None:
    """Three or four notes, four things to buy."""
    rng = builder.rng
    for title, content in rng.sample(NOTES, rng.randrange(3, 5)):
        builder.add("notes", {"title": title, "content": content})
    for item in rng.sample(GROCERIES, 4):
        builder.add("shopping_items", {"item": item})


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA)
def manage_note(
    phone: Phone,
    action: Literal["create", "query", "update", "append", "delete"],
    title: str | None = None,
    content: str | None = None,
) -> Outcome:
    """Create, read, rewrite, append to or delete notes; query lists all or those matching a title word."""
    state = phone.state
    if action == "query":
        words = set((title or "").lower().split())
        rows = [r for _, r in state.items("notes") if words <= set(f"{r['title']} {r['content']}".lower().split())]
        return listing("notes", rows, CAP)
    if action == "create":
        if not content:
            raise bad("missing argument content")
        if title and any(r["title"].lower() == title.lower() for _, r in state.items("notes")):
            raise conflict(f"there is already a note {title}; append or update it")
        note = state.insert("notes", {"title": title or "", "content": content})
        return Outcome(f"note {title or ''} saved".replace("  ", " "), {"noteId": note})
    if title is None:
        raise bad("missing argument title")
    key, row = resolve(phone, "notes", "title", title, "note")
    if action == "delete":
        state.delete("notes", key)
        return Outcome(f"note {row['title']} deleted")
    if not content:
        raise bad("missing argument content")
    text = content if action == "update" else f"{row['content']}, {content}"
    state.set("notes", key, content=text)
    return Outcome(f"note {row['title']}: {text}")


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA)
def manage_shopping_list(
    phone: Phone, action: Literal["add", "remove", "query", "clear"], item: str | None = None
) -> Outcome:
    """Add to, remove from, read or clear the shopping list; one item a call."""
    state = phone.state
    rows = list(state.items("shopping_items"))
    if action == "query":
        return Outcome(f"{len(rows)} items: {', '.join(r['item'] for _, r in rows[:12])}", {"total": len(rows)})
    if action == "clear":
        for key, _ in rows:
            state.delete("shopping_items", key)
        return Outcome(f"{len(rows)} items removed")
    if item is None:
        raise bad("missing argument item")
    found = [key for key, row in rows if row["item"].lower() == item.strip().lower()]
    if action == "add":
        if found:
            raise conflict(f"{item} is already on the list")
        state.insert("shopping_items", {"item": item.strip()})
        return Outcome(f"{item} added")
    if not found:
        raise missing(f"{item} is not on the list")
    state.delete("shopping_items", found[0])
    return Outcome(f"{item} removed")

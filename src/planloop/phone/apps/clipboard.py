"""Input & Interaction: the clipboard, texts that were copied lately."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool


@tool(Domain.INPUT, SideEffect.DESTRUCTIVE)
def manage_clipboard(
    phone: Phone, action: Literal["list", "copy", "pin", "unpin", "clear"], text: str | None = None
) -> Outcome:
    """Texts that were copied, newest first: list them, copy one, pin or unpin one, clear one or all but the pinned.

    `text` is the text itself or words of it; `list` shows those that have the words. Raises 404 where no text is
    meant, 409 where several are, and for clearing a pinned one.
    """
    state = phone.state
    if action == "list":
        words = set((text or "").lower().split())
        rows = [r for _, r in state.items("clips") if all(word in r["text"].lower() for word in words)]
        items = [{"text": r["text"], "pinned": r["pinned"]} for r in reversed(rows)]
        return Outcome(f"{len(items)} copied texts", {"items": list(items), "total": len(items)})
    if action == "clear":
        return _clear(phone, text)
    if text is None or not text.strip():
        raise bad("missing argument text")
    if action == "copy":
        return _copy(phone, text)
    key = resolve(state.items("clips"), text, "copied text", "text")
    wanted = action == "pin"
    row = state.get("clips", key) or {}
    already = "already " if row["pinned"] == wanted else ""
    state.set("clips", key, pinned=wanted)
    return Outcome(f"{already}{'pinned' if wanted else 'unpinned'}: {row['text']}")


def _copy(phone: Phone, text: str) -> Outcome:
    """Put a text on top; one that is there moves up and stays pinned."""
    held = phone.state.find("clips", text=text)
    for key, _ in held:
        phone.state.delete("clips", key)
    phone.state.insert("clips", {"text": text, "pinned": any(row["pinned"] for _, row in held)})
    return Outcome("copied again" if held else "copied")


def _clear(phone: Phone, text: str | None) -> Outcome:
    state = phone.state
    if text is None:
        loose = [key for key, row in state.items("clips") if not row["pinned"]]
        for key in loose:
            state.delete("clips", key)
        return Outcome(f"{len(loose)} copied texts cleared")
    key = resolve(state.items("clips"), text, "copied text", "text")
    row = state.get("clips", key) or {}
    if row["pinned"]:
        raise conflict(f"{row['text']} is pinned; unpin it first")
    state.delete("clips", key)
    return Outcome(f"cleared: {row['text']}")

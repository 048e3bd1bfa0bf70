"""AI Assistant: one search over what the phone holds of its owner."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.phone.apps.lookup import listing
from planloop.phone.errors import bad, denied
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool

SOURCES = {
    "contacts": ("contacts", ("name", "relation", "phone"), "contacts"),
    "events": ("events", ("title", "place", "date"), "calendar"),
    "notes": ("notes", ("title", "content"), None),
    "messages": ("messages", ("name", "content"), "sms"),
    "files": ("files", ("name", "folder"), "storage"),
}
"""What is searched: table, fields whose words count, and the permission that reading it needs."""
CAP = 5


@tool(Domain.ASSISTANT)
def search_personal_information(
    phone: Phone, query: str, source: Literal["contacts", "events", "notes", "messages", "files"] | None = None
) -> Outcome:
    """Search contacts, events, notes, messages and files at once for words; hidden files are left out."""
    words = set(re.findall(r"\w+", query.lower()))
    if not words:
        raise bad("query is empty")
    if source is not None and not _allowed(phone, source):
        raise denied(f"permission {SOURCES[source][2]} is not granted")
    found = []
    for name in SOURCES if source is None else (source,):
        table, fields, _ = SOURCES[name]
        if not _allowed(phone, name):
            continue
        for _, row in phone.state.items(table):
            text = " ".join(str(row[field]) for field in fields)
            if words <= set(re.findall(r"\w+", text.lower())) and not row.get("hidden"):
                found.append({"source": name, "text": text})
    out = listing("matches", found, CAP)
    return Outcome(out.message, {"query": query, **(out.data or {})})


def _allowed(phone: Phone, source: str) -> bool:
    permission = SOURCES[source][2]
    return permission is None or phone.granted(permission)

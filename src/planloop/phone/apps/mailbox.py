"""Calls & Communication: mail."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

SUBJECTS = (
    ("Invoice 4471", "The amount of 86.40 EUR is due on the 15th."), ("Class trip", "The bus leaves at 7:45."),
    ("Your booking", "Two nights, arrival after 15:00, room 212."), ("Team offsite", "Please choose a date by Friday."),
    ("Library notice", "Three books are due next Tuesday."), ("Choir rehearsal", "We start half an hour earlier."),
    ("Water meter", "Please send the reading until Sunday."), ("Recipe", "500 g flour, 2 eggs, a pinch of salt."),
    ("New tenant", "Ms Novak takes over flat 3 in May."), ("Spare key", "It lies with the neighbour downstairs."),
)  # fmt: skip
CAP = 5


@populate(order=60)
def mailbox(builder: WorldBuilder) -> None:
    """Six mails of the last days, from contacts; some unread, one archived."""
    rng = builder.rng
    people = [row["name"] for row in builder.tables["contacts"].values()]
    for index, (subject, text) in enumerate(rng.sample(SUBJECTS, 6)):
        moment = builder.now - timedelta(minutes=rng.randrange(30, 6000))
        row = {
            "from": rng.choice(people),
            "subject": subject,
            "text": text,
            "folder": "archive" if not index else "inbox",
        }
        builder.add("mails", {**row, "read": rng.random() < 0.5, "time": f"{moment:%Y-%m-%d %H:%M}"})


@tool(Domain.CALLS)
def search_email(
    phone: Phone, query: str | None = None, sender: str | None = None, unreadOnly: bool = False
) -> Outcome:
    """Find mails by words of subject or text, by sender, or unread ones; newest first."""
    words = (query or "").lower().split()
    who = (sender or "").lower()
    rows = [
        r
        for _, r in phone.state.items("mails")
        if all(w in f"{r['subject']} {r['text']}".lower() for w in words)
        and who in r["from"].lower()
        and r["folder"] != "sent"
        and not (unreadOnly and r["read"])
    ]
    rows.sort(key=lambda r: r["time"], reverse=True)
    return listing("mails", [{n: r[n] for n in ("from", "subject", "time", "read")} for r in rows], CAP)


@tool(Domain.CALLS, SideEffect.EXTERNAL)
def send_email(phone: Phone, contactName: str, subject: str, text: str) -> Outcome:
    """Write a mail to a contact."""
    if not subject.strip() or not text.strip():
        raise bad("subject and text must say something")
    if not (phone.setting("wifi") or phone.setting("mobile_data")):
        raise conflict("no internet; enable Wi-Fi or mobile data first")
    _, person = resolve(phone, "contacts", "name", contactName, "contact")
    row = {"from": "me", "to": person["name"], "subject": subject, "text": text, "folder": "sent", "read": True}
    phone.state.insert("mails", {**row, "time": f"{phone.now:%Y-%m-%d %H:%M}"})
    return Outcome(f"mail sent to {person['name']}")


@tool(Domain.CALLS, SideEffect.DESTRUCTIVE, reads=())
def manage_email(phone: Phone, action: Literal["open", "mark_unread", "archive", "delete"], subject: str) -> Outcome:
    """Open a mail by its subject, mark it unread, archive or delete it."""
    state = phone.state
    if not any(r["folder"] != "sent" for _, r in state.items("mails")):
        raise missing("the mailbox is empty")
    key, row = resolve(phone, "mails", "subject", subject, "mail")
    if action == "open":
        state.set("mails", key, read=True)
        return Outcome(f"{row['from']}: {row['text']}", {n: row[n] for n in ("from", "subject", "text", "time")})
    if action == "delete":
        state.delete("mails", key)
        return Outcome(f"{row['subject']} deleted")
    if action == "archive":
        if row["folder"] == "archive":
            raise conflict(f"{row['subject']} is archived already")
        state.set("mails", key, folder="archive")
        return Outcome(f"{row['subject']} archived")
    state.set("mails", key, read=False)
    return Outcome(f"{row['subject']} is unread")

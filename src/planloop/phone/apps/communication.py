"""Calls & Communication: messages and calls."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.contacts import party
from planloop.phone.apps.lookup import listing
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

INBOX = (
    "Are we still on for Friday?", "I left the keys with the porter", "Can you send me the address?", "Running late",
    "The parcel has arrived", "Thanks for yesterday", "Please bring the red folder", "The code is 4471",
    "Dinner is at seven", "I found your umbrella", "The meeting moved to Room 9", "Happy birthday!",
    "Could you feed the cat?", "My train is cancelled", "Table booked for four", "The plumber comes at ten",
    "See you at the station", "I paid the deposit", "Call me when you can", "The tickets are in the mail",
)  # fmt: skip
CAP = 4


@populate()
def traffic(builder: WorldBuilder) -> None:
    """Five or six messages received and six calls of the last two days, from contacts."""
    rng = builder.rng
    builder.permission("sms")
    builder.permission("phone")
    people = list(builder.tables["contacts"].values())
    for text in rng.sample(INBOX, rng.randrange(5, 7)):
        person = rng.choice(people)
        row = {"name": person["name"], "phone": person["phone"], "content": text, "direction": "received"}
        builder.add("messages", {**row, "time": _past(builder)})
    for kind in ("missed", "incoming", "outgoing", "missed", "incoming", "outgoing"):
        person = rng.choice(people)
        row = {"name": person["name"], "phone": person["phone"], "type": kind, "time": _past(builder)}
        builder.add("calls", row)


def _past(builder: WorldBuilder) -> str:
    moment = builder.now - timedelta(minutes=builder.rng.randrange(10, 2800))
    return f"{moment:%Y-%m-%d %H:%M}"


@tool(Domain.CALLS, SideEffect.EXTERNAL, permission="sms")
def send_message(phone: Phone, phoneNumber: str, content: str) -> Outcome:
    """Send a text message to a number or a contact's name."""
    if not content.strip():
        raise bad("content is empty")
    name, number = party(phone, phoneNumber)
    if phone.state.find("blocked_numbers", phone=number):
        raise conflict(f"{name or number} is blocked; unblock it first")
    row = {"name": name, "phone": number, "content": content, "direction": "sent"}
    phone.state.insert("messages", {**row, "time": f"{phone.now:%Y-%m-%d %H:%M}"})
    return Outcome(f"message sent to {name or number}")


@tool(Domain.CALLS, permission="sms")
def query_messages(phone: Phone, contact: str | None = None) -> Outcome:
    """Read the newest messages, of everyone or of one contact or number."""
    number = None if contact is None else party(phone, contact)[1]
    rows = [r for _, r in phone.state.items("messages") if number in (None, r["phone"])]
    rows.sort(key=lambda row: str(row["time"]), reverse=True)
    items = [{"name": r["name"], "content": r["content"], "direction": r["direction"]} for r in rows]
    return listing("messages", items, CAP)


@tool(Domain.CALLS, SideEffect.EXTERNAL, permission="phone")
def make_call(phone: Phone, phoneNumber: str) -> Outcome:
    """Call a number or a contact's name."""
    name, number = party(phone, phoneNumber)
    if phone.state.find("blocked_numbers", phone=number):
        raise conflict(f"{name or number} is blocked; unblock it first")
    row = {"name": name, "phone": number, "type": "outgoing", "time": f"{phone.now:%Y-%m-%d %H:%M}"}
    phone.state.insert("calls", row)
    return Outcome(f"calling {name or number}")


@tool(Domain.CALLS, permission="phone")
def query_call_log(
    phone: Phone, callType: Literal["missed", "incoming", "outgoing", "all"] = "all", maxResults: int = CAP
) -> Outcome:
    """List recent calls, newest first."""
    if not 1 <= maxResults <= 10:
        raise bad(f"maxResults: {maxResults} is not between 1 and 10")
    rows = [r for _, r in phone.state.items("calls") if callType in ("all", r["type"])]
    rows.sort(key=lambda row: str(row["time"]), reverse=True)
    return listing("calls", rows, maxResults)

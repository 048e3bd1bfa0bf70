"""Calls & Communication: forwarding, voicemail, messages to come, threads, favourites."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.contacts import party
from planloop.phone.apps.lookup import Day, iso_day, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.world import WorldBuilder, populate

SPOKEN = (
    "Please call me back about the keys.", "Your glasses are ready.", "We are running ten minutes late.",
    "The flat is free from the first.", "Wrong number, sorry.", "Grandma says thank you for the flowers.",
)  # fmt: skip
WHEN = ("always", "busy", "no_answer", "unreachable")
SHORT = 160
"""Characters of an automatic reply at most."""


@populate(order=60)
def calling(builder: WorldBuilder) -> None:
    """No forwarding, three voicemails, two favourites, an automatic reply that is off."""
    rng = builder.rng
    for when in WHEN:
        builder.setting(f"forward_{when}", "")
    people = list(builder.tables["contacts"].values())
    for text in rng.sample(SPOKEN, 3):
        person = rng.choice(people)
        row = {"name": person["name"], "seconds": rng.randrange(5, 60), "text": text, "heard": rng.random() < 0.4}
        builder.add("voicemails", row)
    builder.setting("favourite_contacts", [p["name"] for p in rng.sample(people, 2)])
    builder.setting("auto_reply", False)
    builder.setting("auto_reply_text", "I cannot answer now and will call back.")


@tool(Domain.CALLS, SideEffect.REVERSIBLE, permission="phone")
def manage_call_forwarding(
    phone: Phone,
    action: Literal["query", "enable", "disable"],
    when: Literal["always", "busy", "no_answer", "unreachable"] = "always",
    phoneNumber: str | None = None,
) -> Outcome:
    """Forward calls to a number or contact: always, when busy, not answered or unreachable."""
    current = phone.setting(f"forward_{when}")
    if action == "query":
        data = {name: phone.setting(f"forward_{name}") for name in WHEN}
        return Outcome(f"{when}: {f'to {current}' if current else 'not forwarded'}", data)
    if action == "disable":
        if not current:
            raise conflict(f"calls are not forwarded ({when})")
        phone.change(f"forward_{when}", "")
        return Outcome(f"no longer forwarded ({when})")
    if phoneNumber is None:
        raise bad("missing argument phoneNumber")
    name, number = party(phone, phoneNumber)
    phone.change(f"forward_{when}", number)
    return Outcome(f"calls go to {name or number} ({when})")


@tool(Domain.CALLS, SideEffect.DESTRUCTIVE, permission="phone")
def manage_voicemail(
    phone: Phone, action: Literal["list", "play", "delete"], contactName: str | None = None
) -> Outcome:
    """Voice messages: list them, play the first unheard one of a caller, or delete a caller's."""
    state = phone.state
    if action == "list":
        items = [{n: r[n] for n in ("name", "seconds", "heard")} for _, r in state.items("voicemails")]
        return Outcome(f"{sum(not r['heard'] for r in items)} unheard", {"items": list(items)})
    rows = list(state.items("voicemails"))
    if contactName is not None:
        name = resolve(phone, "contacts", "name", contactName, "contact")[1]["name"]
        rows = [(k, r) for k, r in rows if r["name"] == name]
    elif action == "delete":
        raise bad("missing argument contactName")
    if not rows:
        raise missing("no voice message")
    if action == "delete":
        for key, _ in rows:
            state.delete("voicemails", key)
        return Outcome(f"{len(rows)} voice messages deleted")
    key, row = next(((k, r) for k, r in rows if not r["heard"]), rows[0])
    state.set("voicemails", key, heard=True)
    return Outcome(f"{row['name']}: {row['text']}", {"name": row["name"], "text": row["text"]})


@tool(Domain.CALLS, SideEffect.EXTERNAL, permission="sms")
def schedule_message(
    phone: Phone,
    action: Literal["list", "create", "cancel"],
    phoneNumber: str | None = None,
    content: str | None = None,
    date: Day = "today",
    time: Time | None = None,
) -> Outcome:
    """Text messages that are sent later: write one for a date and time, list or cancel them."""
    state = phone.state
    if action == "list":
        names = ("name", "content", "date", "time")
        items = [{n: r[n] for n in names} for _, r in state.items("scheduled_messages")]
        return Outcome(f"{len(items)} messages wait", {"items": list(items)})
    if phoneNumber is None:
        raise bad("missing argument phoneNumber")
    name, number = party(phone, phoneNumber)
    if action == "cancel":
        found = state.find("scheduled_messages", phone=number)
        if not found:
            raise missing(f"no message to {name or number} waits")
        state.delete("scheduled_messages", found[0][0])
        return Outcome(f"message to {name or number} cancelled")
    if not content or time is None:
        raise bad(f"missing argument {'time' if content else 'content'}")
    day = iso_day(phone, date)
    if f"{day} {time}" <= f"{phone.now:%Y-%m-%d %H:%M}":
        raise conflict(f"{day} {time} is over")
    row = {"name": name, "phone": number, "content": content, "date": day, "time": time}
    state.insert("scheduled_messages", row)
    return Outcome(f"message to {name or number} waits for {day} {time}")


@tool(Domain.CALLS, SideEffect.DESTRUCTIVE, permission="sms")
def delete_messages(phone: Phone, contact: str) -> Outcome:
    """Delete all text messages exchanged with a contact or number."""
    name, number = party(phone, contact)
    rows = phone.state.find("messages", phone=number)
    if not rows:
        raise missing(f"no messages with {name or number}")
    for key, _ in rows:
        phone.state.delete("messages", key)
    return Outcome(f"{len(rows)} messages with {name or number} deleted")


@tool(Domain.CALLS, SideEffect.REVERSIBLE, permission="contacts")
def manage_favorite_contacts(
    phone: Phone, action: Literal["list", "add", "remove"], contactName: str | None = None
) -> Outcome:
    """Starred contacts: list them, add or remove one."""
    held = list(phone.setting("favourite_contacts"))
    if action == "list":
        return Outcome(f"{len(held)} starred contacts", {"items": list(held)})
    if contactName is None:
        raise bad("missing argument contactName")
    name = resolve(phone, "contacts", "name", contactName, "contact")[1]["name"]
    if (name in held) == (action == "add"):
        raise conflict(f"{name} is {'already' if action == 'add' else 'not'} starred")
    phone.change("favourite_contacts", [*held, name] if action == "add" else [h for h in held if h != name])
    return Outcome(f"{name} {'starred' if action == 'add' else 'no longer starred'}")


@tool(Domain.CALLS, SideEffect.EXTERNAL, permission="sms")
def manage_auto_reply(
    phone: Phone, action: Literal["query", "enable", "disable", "set_text"], text: str | None = None
) -> Outcome:
    """Answer missed calls with a text message by itself; its text can be changed."""
    if action == "query":
        on, held = bool(phone.setting("auto_reply")), phone.setting("auto_reply_text")
        return Outcome(f"automatic reply is {'on' if on else 'off'}", {"enabled": on, "text": held})
    if action == "set_text":
        if not text or not text.strip():
            raise bad("missing argument text")
        if len(text) > SHORT:
            raise bad(f"text: {len(text)} characters, {SHORT} at most")
        phone.change("auto_reply_text", text)
        return Outcome("text of the automatic reply changed")
    phone.change("auto_reply", action == "enable")
    return Outcome(f"automatic reply {action}d")

"""Time Management: birthdays of contacts."""

from __future__ import annotations

import datetime
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day, listing, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

FARTHEST = 60  # days before a birthday that a reminder may be
CAP = 4


@populate(order=60)
def birthdays(builder: WorldBuilder) -> None:
    """Dates of birth of about two thirds of the contacts, under the ids of the contacts."""
    rng = builder.rng
    for key in builder.tables["contacts"]:
        born = datetime.date(builder.now.year - rng.randrange(6, 85), 1, 1) + datetime.timedelta(
            days=rng.randrange(0, 365)
        )
        if rng.random() < 0.65:
            builder.add("birthdays", {"date": born.isoformat()}, key=key)


@tool(Domain.TIME, SideEffect.WRITES_USER_DATA, permission="contacts")
def manage_birthdays(
    phone: Phone,
    action: Literal["query", "set", "remove", "remind"],
    contactName: str | None = None,
    date: Day | None = None,
    daysBefore: int = 1,
) -> Outcome:
    """Birthdays of contacts: the next ones or one person's, save or remove one, add a reminder some days before."""
    state = phone.state
    if contactName is None:
        if action != "query":
            raise bad("missing argument contactName")
        found = [(k, r, state.get("contacts", k)) for k, r in state.items("birthdays")]
        rows = [_coming(phone, str(contact["name"]), row["date"]) for _, row, contact in found if contact is not None]
        rows.sort(key=lambda row: (str(row["next"]), str(row["name"])))
        return listing("birthdays", rows, CAP)
    key, contact = resolve(phone, "contacts", "name", contactName, "contact")
    name = contact["name"]
    if action == "set":
        if date is None:
            raise bad("missing argument date")
        day = iso_day(phone, date)
        if day > phone.now.date().isoformat():
            raise bad(f"date: {day} is in the future; give the date of birth")
        if state.get("birthdays", key) is None:
            state.insert("birthdays", {"date": day}, key=key)
        else:
            state.set("birthdays", key, date=day)
        return Outcome(f"{name} was born on {day}")
    held = state.get("birthdays", key)
    if held is None:
        raise missing(f"no birthday saved for {name}; set it first")
    if action == "remove":
        state.delete("birthdays", key)
        return Outcome(f"birthday of {name} removed")
    coming = _coming(phone, name, held["date"])
    if action == "remind":
        return _remind(phone, coming, daysBefore)
    return Outcome(f"{name} turns {coming['turns']} on {coming['next']}, in {coming['days']} days", coming)


def _coming(phone: Phone, name: str, born: str) -> Row:
    """The next birthday, today included; one of 29 February is on 1 March in other years."""
    day, today = datetime.date.fromisoformat(born), phone.now.date()
    following = [_in_year(day, year) for year in (today.year, today.year + 1)]
    coming = next(found for found in following if found >= today)
    row = {"name": name, "born": born, "next": coming.isoformat(), "turns": coming.year - day.year}
    return {**row, "days": (coming - today).days}


def _in_year(day: datetime.date, year: int) -> datetime.date:
    try:
        return day.replace(year=year)
    except ValueError:
        return datetime.date(year, 3, 1)


def _remind(phone: Phone, coming: Row, ahead: int) -> Outcome:
    """A reminder among those of `manage_schedule`, at nine in the morning."""
    if not 0 <= ahead <= FARTHEST:
        raise bad(f"daysBefore: {ahead} is not 0-{FARTHEST}")
    if ahead > coming["days"]:
        raise conflict(f"the birthday is in {coming['days']} days; choose fewer daysBefore")
    title = f"Birthday of {coming['name']}"
    if phone.state.find("reminders", title=title, done=False):
        raise conflict(f"there is already a reminder {title}")
    day = (datetime.date.fromisoformat(coming["next"]) - datetime.timedelta(days=ahead)).isoformat()
    phone.state.insert("reminders", {"title": title, "date": day, "time": "09:00", "done": False})
    return Outcome(f"reminder {title} on {day} at 09:00", {"date": day})

"""Utilities & Productivity: habits that are ticked off day by day."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day, resolve
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

HABITS = (
    "Stretch", "Read ten pages", "No sugar", "Practise guitar", "Walk after dinner", "Vitamins", "Meditate",
    "Cold shower", "Write diary", "Learn Italian", "Floss", "Water the plants", "No phone in bed", "Plank",
)  # fmt: skip


@populate()
def habits(builder: WorldBuilder) -> None:
    """Three or four habits with a weekly target and the days of the last two weeks on which they were done."""
    rng = builder.rng
    for name in rng.sample(HABITS, rng.randrange(3, 5)):
        zeal = rng.choice((0.4, 0.7, 0.9))
        past = [builder.now.date() - timedelta(days=back) for back in range(13, -1, -1)]
        done = [day.isoformat() for day in past if rng.random() < (zeal if day != past[-1] else 0.3)]
        builder.add("habit_log", {"name": name, "perWeek": rng.choice((3, 5, 7, 7)), "done": done})


@tool(Domain.UTILITIES, SideEffect.WRITES_USER_DATA)
def manage_habits(
    phone: Phone,
    action: Literal["query", "create", "check", "uncheck", "set_target", "delete"],
    name: str | None = None,
    date: Day = "today",
    perWeek: int | None = None,
) -> Outcome:
    """Habit tracker: create or delete a habit, tick it off for a day, see streaks and weekly targets."""
    state = phone.state
    if action == "query" and name is None:
        items: list[JsonValue] = [_summary(phone, row) for _, row in state.items("habit_log")]
        return Outcome(f"{len(items)} habits", {"items": items, "total": len(items)})
    if name is None or not name.strip():
        raise bad("missing argument name")
    if perWeek is not None and not 1 <= perWeek <= 7:
        raise bad(f"perWeek: {perWeek} is not 1-7")
    if action == "create":
        if any(row["name"].lower() == name.strip().lower() for _, row in state.items("habit_log")):
            raise conflict(f"there is already a habit {name.strip()}")
        state.insert("habit_log", {"name": name.strip(), "perWeek": perWeek or 7, "done": []})
        return Outcome(f"habit {name.strip()} created, {perWeek or 7} times a week")
    key, row = resolve(phone, "habit_log", "name", name, "habit")
    if action == "query":
        return Outcome(f"{row['name']}: {_streak(phone, row)} days in a row", _summary(phone, row))
    if action == "delete":
        state.delete("habit_log", key)
        return Outcome(f"habit {row['name']} deleted")
    if action == "set_target":
        if perWeek is None:
            raise bad("missing argument perWeek")
        state.set("habit_log", key, perWeek=perWeek)
        return Outcome(f"{row['name']}: {perWeek} times a week")
    return _mark(phone, key, row, iso_day(phone, date), action == "check")


def _mark(phone: Phone, key: str, row: Row, day: str, done: bool) -> Outcome:
    if day > phone.now.date().isoformat():
        raise bad(f"date: {day} is still to come")
    if (day in row["done"]) == done:
        raise conflict(f"{row['name']} is {'already' if done else 'not'} ticked off on {day}")
    days = sorted([*row["done"], day]) if done else [other for other in row["done"] if other != day]
    fresh = phone.state.set("habit_log", key, done=days)
    return Outcome(f"{row['name']} {'done' if done else 'open again'} on {day}", _summary(phone, fresh))


def _streak(phone: Phone, row: Row) -> int:
    """Days in a row up to today, or to yesterday where today is still open."""
    day, streak = phone.now.date(), 0
    if day.isoformat() not in row["done"]:
        day -= timedelta(days=1)
    while day.isoformat() in row["done"]:
        day, streak = day - timedelta(days=1), streak + 1
    return streak


def _summary(phone: Phone, row: Row) -> dict[str, JsonValue]:
    today = phone.now.date()
    monday = (today - timedelta(days=today.weekday())).isoformat()
    week = sum(1 for day in row["done"] if day >= monday)
    done = today.isoformat() in row["done"]
    data: dict[str, JsonValue] = {"name": row["name"], "today": done, "streak": _streak(phone, row)}
    return {**data, "thisWeek": week, "perWeek": row["perWeek"]}

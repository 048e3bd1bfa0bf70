"""System Settings: digital wellbeing - how long and for what the phone was used."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from pydantic import JsonValue

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import Day, iso_day
from planloop.phone.apps.programs import app
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

DAYS = 5
MOST = 5


@populate(order=60)
def screen_time(builder: WorldBuilder) -> None:
    """Minutes of three or four apps and the unlocks on each of the last five days, and a goal on some phones."""
    rng = builder.rng
    names = [str(row["name"]) for row in builder.tables["apps"].values()]
    favourites = rng.sample(names, 5)
    for back in range(DAYS):
        day = (builder.now.date() - timedelta(days=back)).isoformat()
        hours = builder.now.hour - 6 if back == 0 else 16
        for name in rng.sample(favourites, rng.randrange(3, 5)):
            minutes = max(1, round(rng.randrange(15, 110) * hours / 16))
            builder.add("screen_times", {"app": name, "date": day, "minutes": minutes})
        builder.add("screen_days", {"date": day, "unlocks": max(3, round(rng.randrange(25, 120) * hours / 16))})
    builder.setting("screen_time_goal", rng.choice((0, 0, 120, 150, 180, 240)))


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_screen_time(
    phone: Phone,
    action: Literal["query", "set_goal", "remove_goal"],
    period: Literal["day", "week"] = "day",
    date: Day = "today",
    appName: str | None = None,
    goalMinutes: int | None = None,
) -> Outcome:
    """Digital wellbeing: minutes of phone use by app, and unlocks, of a day or week; a daily goal of screen minutes."""
    goal = int(phone.setting("screen_time_goal"))
    if action == "query":
        return _query(phone, period, iso_day(phone, date), appName)
    if action == "remove_goal":
        if not goal:
            raise conflict("there is no daily goal")
        phone.change("screen_time_goal", 0)
        return Outcome(f"daily goal of {goal} minutes removed")
    if goalMinutes is None:
        raise bad("missing argument goalMinutes")
    if not 15 <= goalMinutes <= 1200:
        raise bad(f"goalMinutes: {goalMinutes} is not 15-1200")
    phone.change("screen_time_goal", goalMinutes)
    today = _used(phone, [phone.now.date().isoformat()], None)
    left = goalMinutes - sum(today.values())
    message = f"daily goal {goalMinutes} minutes; " + (f"{left} left today" if left >= 0 else f"{-left} over today")
    return Outcome(message, {"old": goal, "goalMinutes": goalMinutes})


def _used(phone: Phone, days: list[str], name: str | None) -> dict[str, int]:
    """Minutes by app over some days, most used first."""
    used: dict[str, int] = {}
    for _, row in phone.state.items("screen_times"):
        if row["date"] in days and name in (None, row["app"]):
            used[row["app"]] = used.get(row["app"], 0) + row["minutes"]
    return dict(sorted(used.items(), key=lambda entry: -entry[1]))


def _query(phone: Phone, period: str, day: str, appName: str | None) -> Outcome:
    last = datetime.fromisoformat(day).date()
    days = [(last - timedelta(days=back)).isoformat() for back in range(7 if period == "week" else 1)]
    unlocks = [row["unlocks"] for _, row in phone.state.items("screen_days") if row["date"] in days]
    if not unlocks:
        raise missing(f"no screen time recorded on {day}")
    name = None if appName is None else str(app(phone, appName)[1]["name"])
    used = _used(phone, days, name)
    total, goal = sum(used.values()), phone.setting("screen_time_goal")
    items: list[JsonValue] = [{"app": key, "minutes": minutes} for key, minutes in list(used.items())[:MOST]]
    data: dict[str, JsonValue] = {"minutes": total, "items": items, "daysRecorded": len(unlocks), "goalMinutes": goal}
    if name is None:
        data["unlocks"] = sum(unlocks)
    over = " (over the goal)" if period == "day" and name is None and goal and total > goal else ""
    return Outcome(f"{name or 'phone'}: {total} minutes{over}", data)

"""Time Management: saved timers, and alarms whose next ring is left out."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing, resolve
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

PRESETS = (
    ("Soft eggs", 6), ("Hard eggs", 10), ("Green tea", 3), ("Black tea", 5), ("Pasta", 9), ("Pizza", 14), ("Rice", 18),
    ("Laundry", 75), ("Power nap", 20), ("Plank", 2), ("Bread dough", 90), ("Meditation", 15), ("Face mask", 12),
    ("Long walk", 60), ("Stretching", 8), ("Roast", 110),
)  # fmt: skip
REPEATED = ("Standup call", "Swim practice", "Bin day", "Language lesson", "Vitamins", "Night shift")
DAYS = {"daily": range(7), "weekdays": range(5), "weekends": range(5, 7)}
MOST = 1440  # minutes
CAP = 6


@populate(order=60)
def saved_timers(builder: WorldBuilder) -> None:
    """Three to five saved timers."""
    for name, minutes in builder.rng.sample(PRESETS, builder.rng.randrange(3, 6)):
        builder.add("timer_presets", {"name": name, "minutes": minutes})


@populate(order=60)
def repeated_alarm(builder: WorldBuilder) -> None:
    """One more alarm, at a time that no other has, which rings on several days."""
    rng = builder.rng
    taken = {row["time"] for row in builder.tables["alarms"].values()}
    time = rng.choice([t for t in (f"{h:02d}:{m}" for h in range(5, 21) for m in ("05", "25", "35")) if t not in taken])
    row = {"time": time, "label": rng.choice(REPEATED), "repeat": rng.choice(("daily", "weekdays", "weekends"))}
    builder.add("alarms", {**row, "enabled": rng.random() < 0.8})


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def manage_timer_presets(
    phone: Phone,
    action: Literal["query", "create", "update", "delete", "start"],
    name: str | None = None,
    minutes: int | None = None,
) -> Outcome:
    """Saved timers by name (tea 5 minutes): list, save, change or delete one, or start the countdown with it."""
    state = phone.state
    if action == "query":
        return listing("saved timers", [row for _, row in state.items("timer_presets")], CAP)
    if name is None or not name.strip():
        raise bad("missing argument name")
    if action in ("create", "update"):
        if minutes is None:
            raise bad("missing argument minutes")
        if not 1 <= minutes <= MOST:
            raise bad(f"minutes: {minutes} is not 1-{MOST}")
    if action == "create":
        if any(row["name"].lower() == name.strip().lower() for _, row in state.items("timer_presets")):
            raise conflict(f"there is already a timer {name}; update it")
        state.insert("timer_presets", {"name": name.strip(), "minutes": minutes})
        return Outcome(f"timer {name} of {minutes} minutes saved")
    key, row = resolve(phone, "timer_presets", "name", name, "saved timer")
    if action == "delete":
        state.delete("timer_presets", key)
        return Outcome(f"timer {row['name']} deleted")
    if action == "update":
        state.set("timer_presets", key, minutes=minutes)
        return Outcome(f"timer {row['name']} has {minutes} minutes now")
    running = state.get("countdown", "countdown") or {}
    if running["status"] != "idle":
        raise conflict(f"a {running['minutes']} minute countdown is {running['status']}; stop it first")
    state.set("countdown", "countdown", status="running", minutes=row["minutes"], label=row["name"])
    return Outcome(f"{row['name']}: countdown of {row['minutes']} minutes started")


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def skip_alarm(
    phone: Phone, action: Literal["query", "skip", "restore"], time: Time | None = None, label: str | None = None
) -> Outcome:
    """Leave out only the next ring of a repeating alarm (it stays on), take that back, or list what is skipped."""
    state = phone.state
    if action == "query":
        rows = [
            {"time": alarm["time"], "label": alarm["label"], "skipped": row["date"]}
            for key, row in state.items("alarm_skips")
            if (alarm := state.get("alarms", key)) is not None
        ]
        return listing("skipped alarms", rows, CAP)
    key, alarm = _alarm(phone, time, label)
    skipped = state.get("alarm_skips", key)
    if action == "restore":
        if skipped is None:
            raise conflict(f"the alarm at {alarm['time']} is not skipped")
        state.delete("alarm_skips", key)
        return Outcome(f"the alarm at {alarm['time']} rings on {skipped['date']} again")
    if skipped is not None:
        return Outcome(f"already skipped on {skipped['date']}")
    if not alarm["enabled"]:
        raise conflict(f"the alarm at {alarm['time']} is off; nothing to skip")
    if alarm["repeat"] == "once":
        raise conflict(f"the alarm at {alarm['time']} rings once; disable it instead")
    date = _next_ring(phone, alarm)
    state.insert("alarm_skips", {"date": date}, key=key)
    return Outcome(f"the alarm at {alarm['time']} is skipped on {date}", {"date": date})


def _alarm(phone: Phone, time: str | None, label: str | None) -> tuple[str, Row]:
    """The one alarm of that time and label. Raises 400 without either, 404 for none, 409 for several."""
    if label is not None and time is None:
        return resolve(phone, "alarms", "label", label, "alarm", lambda row: f"{row['time']} {row['label']}")
    if time is None:
        raise bad("name the alarm by time or label")
    for key, row in phone.state.find("alarms", time=time):
        if label is None or row["label"].lower() == label.lower():
            return key, row
    raise missing(f"no alarm at {time}")


def _next_ring(phone: Phone, alarm: Row) -> str:
    day = phone.now.date()
    if alarm["time"] <= f"{phone.now:%H:%M}":
        day += timedelta(days=1)
    while day.weekday() not in DAYS[alarm["repeat"]]:
        day += timedelta(days=1)
    return day.isoformat()

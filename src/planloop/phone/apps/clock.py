"""Time Management: alarms, the countdown, the stopwatch, the world clock."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.world import WorldBuilder, populate


@populate()
def alarms(builder: WorldBuilder) -> None:
    """Two or three alarms at distinct times."""
    rng = builder.rng
    labels = rng.sample(["Work", "Gym", "School run", "Medicine", "Walk the dog", "Call home"], 3)
    hours = rng.sample(range(5, 22), 3)
    for label, hour in list(zip(labels, hours, strict=True))[: rng.randrange(2, 4)]:
        minute = rng.choice((0, 10, 15, 20, 30, 40, 45, 50))
        row = {"time": f"{hour:02d}:{minute:02d}", "label": label, "repeat": "once", "enabled": rng.random() < 0.6}
        builder.add("alarms", row)


@populate()
def timers(builder: WorldBuilder) -> None:
    """An idle countdown and a stopped stopwatch."""
    builder.add("countdown", {"status": "idle", "minutes": 0, "label": ""}, key="countdown")
    builder.add("stopwatch", {"status": "stopped", "seconds": 0, "laps": 0}, key="stopwatch")


# Hours ahead of UTC. The phone's own clock is taken as UTC; summer time is left out.
CITY_HOURS = {
    "London": 0, "Lisbon": 0, "Dublin": 0, "Accra": 0, "Paris": 1, "Berlin": 1, "Madrid": 1, "Rome": 1, "Oslo": 1,
    "Vienna": 1, "Lagos": 1, "Warsaw": 1, "Cairo": 2, "Athens": 2, "Helsinki": 2, "Cape Town": 2, "Istanbul": 3,
    "Nairobi": 3, "Riyadh": 3, "Dubai": 4, "Karachi": 5, "Dhaka": 6, "Bangkok": 7, "Jakarta": 7, "Hanoi": 7,
    "Singapore": 8, "Beijing": 8, "Manila": 8, "Perth": 8, "Tokyo": 9, "Seoul": 9, "Sydney": 10, "Auckland": 12,
    "Reykjavik": 0, "Buenos Aires": -3, "Santiago": -4, "New York": -5, "Toronto": -5, "Lima": -5, "Chicago": -6,
    "Mexico City": -6, "Denver": -7, "Vancouver": -8, "Los Angeles": -8, "Honolulu": -10,
}  # fmt: skip


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def manage_alarm(
    phone: Phone,
    action: Literal["create", "update", "enable", "disable", "delete", "query"],
    time: Time | None = None,
    label: str | None = None,
    newTime: Time | None = None,
    repeat: Literal["once", "daily", "weekdays", "weekends"] | None = None,
) -> Outcome:
    """Create, change, switch, delete or list alarms; an existing alarm is named by its time or label."""
    state = phone.state
    if action == "query":
        return listing("alarms", [row for _, row in state.items("alarms")], 6)
    if action == "create":
        if time is None:
            raise bad("missing argument time")
        if any(row["time"] == time for _, row in state.items("alarms")):
            raise conflict(f"there is already an alarm at {time}")
        row = {"time": time, "label": label or "", "repeat": repeat or "once", "enabled": True}
        return Outcome(f"alarm set for {time}", {"alarmId": state.insert("alarms", row)})
    key = _alarm(phone, time, label)
    if action == "delete":
        state.delete("alarms", key)
        return Outcome("alarm deleted", {"alarmId": key})
    if action == "update":
        fields = {k: v for k, v in (("time", newTime), ("repeat", repeat)) if v is not None}
        if not fields:
            raise bad("nothing to change: give newTime or repeat")
        state.set("alarms", key, **fields)
        return Outcome("alarm updated", {"alarmId": key, **fields})
    state.set("alarms", key, enabled=action == "enable")
    return Outcome(f"alarm {action}d", {"alarmId": key})


def _alarm(phone: Phone, time: str | None, label: str | None) -> str:
    found = [
        key
        for key, row in phone.state.items("alarms")
        if (time is None or row["time"] == time) and (label is None or row["label"].lower() == label.lower())
    ]
    if time is None and label is None:
        raise bad("name the alarm by time or label")
    if not found:
        raise missing(f"no alarm {'at ' + time if time else 'called ' + str(label)}")
    if len(found) > 1:
        raise conflict(f"{len(found)} alarms match; name the time")
    return found[0]


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def manage_countdown(
    phone: Phone,
    action: Literal["start", "pause", "resume", "stop", "query"],
    minutes: int | None = None,
    label: str | None = None,
) -> Outcome:
    """Start, pause, resume, stop or read the countdown timer; only one runs at a time."""
    row = phone.state.get("countdown", "countdown") or {}
    status = row["status"]
    if action == "query":
        message = "no countdown" if status == "idle" else f"countdown {status}, {row['minutes']} minutes"
        return Outcome(message, dict(row))
    if action == "start":
        if minutes is None:
            raise bad("missing argument minutes")
        if not 1 <= minutes <= 1440:
            raise bad(f"minutes: {minutes} is not between 1 and 1440")
        if status != "idle":
            raise conflict(f"a {row['minutes']} minute countdown is {status}; stop it first")
        phone.state.set("countdown", "countdown", status="running", minutes=minutes, label=label or "")
        return Outcome(f"countdown of {minutes} minutes started")
    if action == "stop":
        if status == "idle":
            raise conflict("no countdown is running")
        phone.state.set("countdown", "countdown", status="idle", minutes=0, label="")
        return Outcome("countdown stopped")
    wanted = "running" if action == "pause" else "paused"
    if status != wanted:
        raise conflict(f"the countdown is {status}, not {wanted}")
    phone.state.set("countdown", "countdown", status="paused" if action == "pause" else "running")
    return Outcome(f"countdown {action}d")


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def manage_stopwatch(phone: Phone, action: Literal["start", "stop", "lap", "reset", "query"]) -> Outcome:
    """Start, stop, lap, reset or read the stopwatch."""
    row = phone.state.get("stopwatch", "stopwatch") or {}
    running = row["status"] == "running"
    if action == "query":
        return Outcome(f"stopwatch {row['status']}, {row['seconds']} seconds, {row['laps']} laps", dict(row))
    if action == "start" and running:
        raise conflict("the stopwatch is already running")
    if action in ("stop", "lap") and not running:
        raise conflict("the stopwatch is not running")
    if action == "reset" and running:
        raise conflict("the stopwatch is running; stop it first")
    fields = {
        "start": {"status": "running"},
        "stop": {"status": "stopped"},
        "lap": {"laps": row["laps"] + 1},
        "reset": {"seconds": 0, "laps": 0},
    }[action]
    phone.state.set("stopwatch", "stopwatch", **fields)
    if action == "stop":
        return Outcome(f"stopwatch stopped at {row['seconds']} seconds")
    if action == "lap":
        return Outcome(f"lap {row['laps'] + 1} recorded")
    return Outcome("stopwatch started" if action == "start" else "stopwatch reset to 0")


@tool(Domain.TIME)
def query_world_clock(phone: Phone, city: str) -> Outcome:
    """Local time and date in a city."""
    name = next((c for c in CITY_HOURS if c.lower() == city.strip().lower()), None)
    if name is None:
        raise missing(f"no city {city} in the world clock")
    local = phone.now + timedelta(hours=CITY_HOURS[name])
    return Outcome(f"{name}: {local:%H:%M}, {local:%Y-%m-%d}", {"city": name, "time": f"{local:%H:%M}"})

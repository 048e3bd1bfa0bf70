"""Time Management: the sleep schedule, its wake-up alarm and sleep mode."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import word
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

KEY = "sleep_schedule"  # table and only record
WAKE = "Wake up"
SHORTEST, LONGEST = 2 * 60, 16 * 60  # minutes in bed


@populate(order=60)
def bedtime(builder: WorldBuilder) -> None:
    """A schedule of seven to ten hours, on in half the worlds, without a wake alarm of its own yet."""
    rng = builder.rng
    row = {
        "enabled": rng.random() < 0.5,
        "bedtime": f"{rng.randrange(21, 24)}:{rng.choice(('00', '15', '30', '45'))}",
        "wakeTime": f"0{rng.randrange(6, 8)}:{rng.choice(('00', '10', '20', '30', '40', '50'))}",
        "days": rng.choice(("daily", "weekdays")),
        "wakeAlarm": False,
        "silence": rng.random() < 0.7,
        "darkScreen": rng.random() < 0.5,
        "active": False,
        "before": [],  # do not disturb, its end and dark mode, from before sleep mode
    }
    builder.add(KEY, row, key=KEY)


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def manage_sleep_schedule(
    phone: Phone,
    action: Literal["query", "set", "enable", "disable", "start", "end"],
    bedtime: Time | None = None,
    wakeTime: Time | None = None,
    days: Literal["daily", "weekdays", "weekends"] | None = None,
    wakeAlarm: bool | None = None,
    silence: bool | None = None,
    darkScreen: bool | None = None,
) -> Outcome:
    """Sleep schedule: nightly bedtime, wake time and wake alarm; start or end sleep mode (silent, dark) now."""
    row = phone.state.get(KEY, KEY) or {}
    given = {
        "bedtime": bedtime, "wakeTime": wakeTime, "days": days, "wakeAlarm": wakeAlarm, "silence": silence,
        "darkScreen": darkScreen,
    }  # fmt: skip
    fields: Row = {name: value for name, value in given.items() if value is not None}
    if action == "query":
        data = {name: row[name] for name in ("enabled", "active", *given)}
        return Outcome(f"sleep schedule {word(row['enabled'])}, {row['bedtime']} to {row['wakeTime']}", data)
    if action == "start":
        return _start(phone, row)
    if action == "end":
        return _end(phone, row)
    if action == "set" and not fields:
        raise bad("nothing to change: give bedtime, wakeTime, days, wakeAlarm, silence or darkScreen")
    fresh = {**row, **fields, "enabled": row["enabled"] if action == "set" else action == "enable"}
    _check(phone, fresh)
    if action == "disable" and row["active"]:
        _end(phone, row)
        fresh.update(active=False, before=[])
    phone.state.set(KEY, KEY, **fresh)
    _ring(phone, fresh)
    return Outcome(f"sleep schedule {word(fresh['enabled'])}, {fresh['bedtime']} to {fresh['wakeTime']}")


def _check(phone: Phone, row: Row) -> None:
    """Raises 400 for an impossible night, 409 where another alarm has the time of the wake alarm."""
    hours, minutes = (int(row["wakeTime"][:2]) - int(row["bedtime"][:2])), int(row["wakeTime"][3:])
    slept = (hours * 60 + minutes - int(row["bedtime"][3:])) % (24 * 60)
    if not SHORTEST <= slept <= LONGEST:
        raise bad(f"wakeTime: {row['bedtime']} to {row['wakeTime']} is not 2 to 16 hours")
    if row["enabled"] and row["wakeAlarm"]:
        for _, alarm in phone.state.find("alarms", time=row["wakeTime"]):
            if alarm["label"] != WAKE:
                raise conflict(f"there is already an alarm at {row['wakeTime']}; delete it first")


def _ring(phone: Phone, row: Row) -> None:
    """Bring the alarm `Wake up` in line with the schedule: made, moved or switched off."""
    state = phone.state
    found = state.find("alarms", label=WAKE)
    wanted = row["enabled"] and row["wakeAlarm"]
    if not found:
        if wanted:
            state.insert("alarms", {"time": row["wakeTime"], "label": WAKE, "repeat": row["days"], "enabled": True})
    elif wanted:
        state.set("alarms", found[0][0], time=row["wakeTime"], repeat=row["days"], enabled=True)
    else:
        state.set("alarms", found[0][0], enabled=False)


def _start(phone: Phone, row: Row) -> Outcome:
    if row["active"]:
        return Outcome("sleep mode was already on")
    session = phone.state.get("focus_session", "focus_session")
    if session and session["status"] == "running":
        raise conflict("a focus session is running; stop it first")
    before = [phone.setting(name) for name in ("dnd", "dnd_until", "dark_mode")]
    phone.state.set(KEY, KEY, active=True, before=before)
    if row["silence"]:
        phone.change("dnd", True)
        phone.change("dnd_until", row["wakeTime"])
    if row["darkScreen"]:
        phone.change("dark_mode", True)
    return Outcome(f"sleep mode on until {row['wakeTime']}")


def _end(phone: Phone, row: Row) -> Outcome:
    if not row["active"]:
        raise conflict("sleep mode is not on")
    dnd, until, dark = row["before"]
    if row["silence"]:
        phone.change("dnd", dnd)
        phone.change("dnd_until", until)
    if row["darkScreen"]:
        phone.change("dark_mode", dark)
    phone.state.set(KEY, KEY, active=False, before=[])
    return Outcome("sleep mode off; sound and screen are as before")

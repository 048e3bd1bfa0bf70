"""Time Management: bedtime, focus sessions, how alarms ring, and time spent on projects."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.switch import word
from planloop.phone.errors import bad, conflict, missing
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, Time, tool
from planloop.phone.world import WorldBuilder, populate

PROJECTS = ("Thesis", "Garden Plan", "Client Site", "Choir", "Tax Return", "Spanish Course", "Bike Repair")


@populate(order=60)
def focus(builder: WorldBuilder) -> None:
    """Bedtime on or off, no focus session, three projects, perhaps one being timed."""
    rng = builder.rng
    builder.setting("bedtime", rng.random() < 0.5)
    builder.setting("bedtime_start", f"{rng.randrange(21, 24)}:{rng.choice(('00', '30'))}")
    builder.setting("bedtime_end", f"0{rng.randrange(5, 9)}:{rng.choice(('00', '30'))}")
    builder.setting("focus_session", "")
    builder.setting("focus_minutes", 0)
    builder.setting("alarm_snooze_minutes", rng.choice((5, 10)))
    builder.setting("alarm_rising", rng.random() < 0.5)
    builder.setting("alarm_vibrate", rng.random() < 0.5)
    builder.setting("alarm_silence_after", rng.choice((10, 20)))
    names = rng.sample(PROJECTS, 3)
    for name in names:
        builder.add("projects", {"name": name, "minutes": rng.randrange(0, 900)})
    builder.setting("tracked_project", rng.choice((names[0], "", "")))
    builder.setting("tracked_since", builder.now.replace(minute=0).strftime("%H:%M"))


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def manage_bedtime(
    phone: Phone,
    action: Literal["query", "enable", "disable", "set"],
    startTime: Time | None = None,
    endTime: Time | None = None,
) -> Outcome:
    """Bedtime mode: the nightly hours in which the phone is dim and silent; switch it or change the hours."""
    if action == "set":
        if startTime is None and endTime is None:
            raise bad("give startTime or endTime")
        begin, end = startTime or phone.setting("bedtime_start"), endTime or phone.setting("bedtime_end")
        if begin == end:
            raise bad("startTime and endTime are the same")
        phone.change("bedtime_start", begin)
        phone.change("bedtime_end", end)
        return Outcome(f"bedtime from {begin} to {end}")
    if action != "query":
        phone.change("bedtime", action == "enable")
    on = bool(phone.setting("bedtime"))
    data = {"enabled": on, "start": phone.setting("bedtime_start"), "end": phone.setting("bedtime_end")}
    return Outcome(f"bedtime mode is {word(on)}", data)


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def control_focus_session(
    phone: Phone, action: Literal["query", "start", "stop"], task: str | None = None, minutes: int = 25
) -> Outcome:
    """A session of undisturbed work on a task (5-180 minutes); do not disturb is on while it runs."""
    current = phone.setting("focus_session")
    if action == "query":
        return Outcome(current or "no focus session", {"task": current, "minutes": phone.setting("focus_minutes")})
    if action == "stop":
        if not current:
            raise conflict("no focus session is running")
        phone.change("focus_session", "")
        phone.change("focus_minutes", 0)
        phone.change("dnd", False)
        return Outcome(f"focus session on {current} ended")
    if current:
        raise conflict(f"a focus session on {current} is running; stop it first")
    if not task:
        raise bad("missing argument task")
    if not 5 <= minutes <= 180:
        raise bad(f"minutes: {minutes} is not 5-180")
    phone.change("focus_session", task)
    phone.change("focus_minutes", minutes)
    phone.change("dnd", True)
    return Outcome(f"{minutes} minutes on {task}, do not disturb on")


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def configure_alarms(
    phone: Phone, settingItem: Literal["snooze_minutes", "rising", "vibrate", "silence_after"], settingValue: str
) -> Outcome:
    """How all alarms ring: snooze_minutes (1-30), rising volume and vibrate (on, off), silence_after (minutes)."""
    value = settingValue.strip().lower()
    if settingItem in ("rising", "vibrate"):
        if value not in ("on", "off"):
            raise bad(f"settingValue: {settingValue!r} is not on or off")
        stored: bool | int = value == "on"
    else:
        most = 30 if settingItem == "snooze_minutes" else 60
        if not value.isdigit() or not 1 <= int(value) <= most:
            raise bad(f"settingValue: {settingValue!r} is not 1-{most}")
        stored = int(value)
    old = phone.change(f"alarm_{settingItem}", stored)
    return Outcome(f"alarms: {settingItem} {value}", {"old_value": old, "new_value": stored})


@tool(Domain.TIME, SideEffect.WRITES_USER_DATA)
def track_time(phone: Phone, action: Literal["query", "start", "stop"], projectName: str | None = None) -> Outcome:
    """Time spent on projects: begin to count for one, stop, or read the totals."""
    state, current = phone.state, phone.setting("tracked_project")
    if action == "query":
        items = [{"name": r["name"], "minutes": r["minutes"]} for _, r in state.items("projects")]
        return Outcome(f"counting for {current}" if current else "not counting", {"items": list(items)})
    if action == "start":
        if projectName is None:
            raise bad("missing argument projectName")
        if current:
            raise conflict(f"time is counted for {current}; stop it first")
        name = (state.get("projects", resolve(state.items("projects"), projectName, "project")) or {})["name"]
        phone.change("tracked_project", name)
        phone.change("tracked_since", phone.now.strftime("%H:%M"))
        return Outcome(f"counting for {name}")
    if not current:
        raise conflict("no time is being counted")
    found = state.find("projects", name=current)
    if not found:
        raise missing(f"no project {current}")
    hours, minutes = (int(part) for part in phone.setting("tracked_since").split(":"))
    spent = max(0, phone.now.hour * 60 + phone.now.minute - hours * 60 - minutes)
    key, row = found[0]
    state.set("projects", key, minutes=row["minutes"] + spent)
    phone.change("tracked_project", "")
    return Outcome(f"{spent} minutes more on {current}")

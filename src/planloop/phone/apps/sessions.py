"""Time Management: focus sessions, which keep the phone silent and close what distracts."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict
from planloop.phone.naming import resolve
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

KEY = "focus_session"  # table and only record
WORK = ("Thesis", "Tax return", "Spanish", "Reading", "Slides", "Code review", "Bookkeeping", "Essay", "Piano theory")
SHORTEST, LONGEST = 5, 240  # minutes
IDLE: Row = {"status": "idle", "task": "", "minutes": 0, "left": 0, "until": "", "before": []}


@populate(order=60)
def sessions(builder: WorldBuilder) -> None:
    """Sessions of the last days, and in a third of the worlds a paused one."""
    rng = builder.rng
    tasks = rng.sample(WORK, 3)
    for back in range(rng.randrange(2, 5)):
        day = (builder.now.date() - timedelta(days=back)).isoformat()
        builder.add("focus_log", {"task": rng.choice(tasks), "date": day, "minutes": rng.choice((15, 25, 45, 50))})
    row = dict(IDLE)
    if rng.random() < 0.33:
        minutes = rng.choice((25, 45, 60))
        row.update(status="paused", task=tasks[0], minutes=minutes, left=rng.randrange(5, minutes - 4))
    builder.add(KEY, row, key=KEY)


@tool(Domain.TIME, SideEffect.REVERSIBLE)
def control_focus_session(
    phone: Phone,
    action: Literal["query", "start", "pause", "resume", "stop"],
    task: str | None = None,
    minutes: int = 25,
    closeApps: list[str] | None = None,
) -> Outcome:
    """Focus session (pomodoro): work undisturbed for some minutes; distracting apps are closed at its start."""
    row = phone.state.get(KEY, KEY) or {}
    status = row["status"]
    if action == "query":
        return _query(phone, row)
    if action == "start":
        if status != "idle":
            raise conflict(f"a focus session on {row['task'] or 'nothing named'} is {status}; stop it first")
        if not SHORTEST <= minutes <= LONGEST:
            raise bad(f"minutes: {minutes} is not {SHORTEST}-{LONGEST}")
        for key in [resolve(phone.state.items("apps"), name, "app") for name in closeApps or ()]:
            phone.state.set("apps", key, open=False)
        until = _silence(phone, minutes, task=task or "", minutes=minutes)
        return Outcome(f"focus session until {until}, do not disturb is on", {"until": until})
    if status == "idle":
        raise conflict("no focus session; start one first")
    if action == "resume":
        if status == "running":
            return Outcome(f"the focus session runs already, until {row['until']}")
        return Outcome(f"focus session resumed, until {_silence(phone, row['left'])}")
    left = _left(phone, row)
    if status == "running":
        phone.change("dnd", row["before"][0])
        phone.change("dnd_until", row["before"][1])
    if action == "pause":
        phone.state.set(KEY, KEY, status="paused", left=left, until="", before=[])
        return Outcome(f"focus session paused, {left} minutes left")
    spent = row["minutes"] - left
    if spent:
        log = {"task": row["task"], "date": phone.now.date().isoformat(), "minutes": spent}
        phone.state.insert("focus_log", log)
    phone.state.set(KEY, KEY, **IDLE)
    return Outcome(f"focus session stopped after {spent} minutes")


def _silence(phone: Phone, left: int, **fields: str | int) -> str:
    """The session runs for `left` minutes more under do not disturb; gives the time of its end."""
    until = f"{phone.now + timedelta(minutes=left):%H:%M}"
    before = [phone.setting("dnd"), phone.setting("dnd_until")]
    phone.state.set(KEY, KEY, **fields, status="running", left=left, until=until, before=before)
    phone.change("dnd", True)
    phone.change("dnd_until", until)
    return until


def _left(phone: Phone, row: Row) -> int:
    """Minutes left: what a paused session kept, or what the clock says of a running one."""
    if row["status"] != "running":
        return int(row["left"])
    hours, minutes = row["until"].split(":")
    ahead = (int(hours) * 60 + int(minutes) - phone.now.hour * 60 - phone.now.minute) % (24 * 60)
    return min(ahead, int(row["left"]))


def _query(phone: Phone, row: Row) -> Outcome:
    today = sum(r["minutes"] for _, r in phone.state.find("focus_log", date=phone.now.date().isoformat()))
    data = {"status": row["status"], "task": row["task"], "minutesToday": today}
    if row["status"] == "idle":
        return Outcome(f"no focus session, {today} minutes today", data)
    left = _left(phone, row)
    return Outcome(f"focus session {row['status']}, {left} minutes left", {**data, "left": left})

"""Travel & Lifestyle: training sessions, what they burn, and the weekly goal."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.lookup import listing
from planloop.phone.errors import bad, conflict, denied
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

KCAL_PER_KG_HOUR = {"walk": 3.5, "run": 9.8, "cycle": 7.5, "swim": 7.0, "strength": 5.0, "yoga": 2.5, "row": 7.0}
STEPS_PER_MINUTE = {"walk": 105, "run": 165}
OUTDOOR = frozenset({"walk", "run", "cycle"})
CAP = 5
MOMENT = "%Y-%m-%d %H:%M"


@populate(order=60)
def workouts(builder: WorldBuilder) -> None:
    """Three to five sessions of the last days, a goal of minutes a week; in a third of the worlds one is under way."""
    rng = builder.rng
    for back in sorted(rng.sample(range(1, 9), rng.randrange(3, 6)), reverse=True):
        activity = rng.choice(sorted(KCAL_PER_KG_HOUR))
        minutes = rng.randrange(15, 95, 5)
        row = {"activity": activity, "minutes": minutes, "kcal": round(KCAL_PER_KG_HOUR[activity] * 70 * minutes / 60)}
        day = (builder.now.date() - timedelta(days=back)).isoformat()
        builder.add("workouts", {**row, "date": day, "heartRate": rng.choice((0, rng.randrange(95, 165)))})
    builder.setting("workout_goal_minutes", rng.randrange(90, 301, 30))
    session = {"status": "idle", "activity": "", "since": "", "minutes": 0, "watch": ""}
    if rng.random() < 0.34:
        begun = (builder.now - timedelta(minutes=rng.randrange(12, 80))).strftime(MOMENT)
        status = rng.choice(("active", "active", "paused"))
        done = rng.randrange(10, 40) if status == "paused" else 0
        session = {**session, "status": status, "activity": rng.choice(("walk", "run", "cycle", "yoga"))}
        session.update(since="" if status == "paused" else begun, minutes=done)
    builder.add("workout_session", session, key="workout_session")


@tool(Domain.TRAVEL, SideEffect.WRITES_USER_DATA, permission="health")
def control_workout(
    phone: Phone,
    action: Literal["query", "start", "pause", "resume", "stop", "log", "set_goal"],
    activity: Literal["walk", "run", "cycle", "swim", "strength", "yoga", "row"] | None = None,
    minutes: int | None = None,
    useWatch: bool = False,
) -> Outcome:
    """Record training: start, pause, resume and stop one, log one that was done, set weekly goal minutes, or query."""
    row = phone.state.get("workout_session", "workout_session") or {}
    if action == "query":
        return _week(phone, row)
    if action == "set_goal":
        if minutes is None:
            raise bad("missing argument minutes")
        if not 10 <= minutes <= 2000:
            raise bad(f"minutes: {minutes} is not 10-2000")
        phone.change("workout_goal_minutes", minutes)
        return Outcome(f"goal {minutes} minutes a week")
    if action == "log":
        if activity is None or minutes is None:
            raise bad(f"missing argument {'minutes' if activity else 'activity'}")
        if not 1 <= minutes <= 720:
            raise bad(f"minutes: {minutes} is not 1-720")
        return _save(phone, activity, minutes, "")
    if action == "start":
        return _start(phone, row, activity, useWatch)
    if row["status"] == "idle":
        raise conflict("no workout is under way; start one first")
    done = row["minutes"] + _running(phone, row)
    if action == "stop":
        if not done:
            _set(phone, status="idle", activity="", since="", minutes=0, watch="")
            return Outcome(f"{row['activity']} of under a minute discarded", {"minutes": 0})
        out = _save(phone, row["activity"], done, row["watch"])
        _set(phone, status="idle", activity="", since="", minutes=0, watch="")
        return out
    if (row["status"] == "paused") == (action == "pause"):
        return Outcome(f"{row['activity']} was already {row['status']}")
    if action == "pause":
        _set(phone, status="paused", since="", minutes=done)
        return Outcome(f"{row['activity']} paused after {done} minutes", {"minutes": done})
    _set(phone, status="active", since=phone.now.strftime(MOMENT))
    return Outcome(f"{row['activity']} goes on at {done} minutes")


def _set(phone: Phone, **fields: object) -> None:
    phone.state.set("workout_session", "workout_session", **fields)


def _running(phone: Phone, row: Row) -> int:
    if not row["since"]:
        return 0
    return int((phone.now - datetime.strptime(row["since"], MOMENT)).total_seconds() // 60)


def _start(phone: Phone, row: Row, activity: str | None, use_watch: bool) -> Outcome:
    if activity is None:
        raise bad("missing argument activity")
    if row["status"] != "idle":
        raise conflict(f"{row['activity']} is {row['status']}; stop it first")
    if activity in OUTDOOR and not phone.granted("location"):
        raise denied("permission location is not granted")
    watch = ""
    if use_watch:
        watch = next((r["name"] for _, r in phone.state.find("paired", kind="watch", connected=True)), "")
        if not watch:
            raise conflict("no watch is connected; connect one over Bluetooth first")
    _set(phone, status="active", activity=activity, since=phone.now.strftime(MOMENT), minutes=0, watch=watch)
    return Outcome(f"{activity} started", {"status": "active", "watch": watch})


def _save(phone: Phone, activity: str, minutes: int, watch: str) -> Outcome:
    """Keep the session; calories by the newest weight on record (70 kg where none is), steps go to today's count."""
    state = phone.state
    day = phone.now.date().isoformat()
    weights = sorted((str(r["date"]), float(r["value"])) for _, r in state.find("health", dataType="weight"))
    kcal = round(KCAL_PER_KG_HOUR[activity] * (weights[-1][1] if weights else 70.0) * minutes / 60)
    pulse = round(60 + 10 * KCAL_PER_KG_HOUR[activity]) if watch else 0
    made = {"activity": activity, "minutes": minutes, "kcal": kcal, "date": day, "heartRate": pulse}
    state.insert("workouts", made)
    for key, row in state.find("health", dataType="steps", date=day):
        state.set("health", key, value=row["value"] + STEPS_PER_MINUTE.get(activity, 0) * minutes)
    return Outcome(f"{activity} saved: {minutes} minutes, {kcal} kcal", {"minutes": minutes, "kcal": kcal})


def _week(phone: Phone, row: Row) -> Outcome:
    """The seven days to today against the goal, and what is under way."""
    first = (phone.now.date() - timedelta(days=6)).isoformat()
    rows = [r for _, r in phone.state.items("workouts") if r["date"] >= first]
    rows.sort(key=lambda r: str(r["date"]), reverse=True)
    total, goal = sum(int(r["minutes"]) for r in rows), phone.setting("workout_goal_minutes")
    under_way = {"status": row["status"], "activity": row["activity"], "minutes": row["minutes"] + _running(phone, row)}
    shown = listing("workouts", rows, CAP).data or {}
    return Outcome(f"{total} of {goal} minutes in 7 days", {**shown, "minutes": total, "goal": goal, "now": under_way})

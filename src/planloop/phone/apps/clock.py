"""Time Management: alarms, countdowns, calendar."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
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
        items = [{"alarmId": key, **row} for key, row in state.items("alarms")]
        return Outcome(f"{len(items)} alarms", {"items": items, "total": len(items)})
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

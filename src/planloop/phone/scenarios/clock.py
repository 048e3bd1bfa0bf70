"""Scenarios of Time Management."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.speech import any_time, clock

LABELS = (
    "Gym", "Yoga", "Meeting", "Flight", "Bakery run", "Piano practice", "Standup", "Swimming", "Vet visit", "Exam",
    "Bus", "Medicine", "Garden", "Call Berlin", "Choir", "Laundry", "Study", "Train", "Night shift", "Interview",
)  # fmt: skip


@scenario(
    "time.alarm.create",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Set an alarm for {time} called {label}",
        "Wake me at {time}, label it {label}",
        "I need an alarm named {label} at {time}",
        "Add a {label} alarm for {time}",
        "Make sure my phone rings at {time} for {label}",
        "Can you put in an alarm at {time}? Name: {label}",
        "{label} at {time}, please set an alarm",
        "New alarm, {time}, with the name {label}",
        "Please ring at {time} so I don't miss {label}",
        "Alarm {time} - {label}",
        "Could you create a {time} alarm and call it {label}",
        "I want to be alerted at {time}, title {label}",
        "Get me up at {time} with an alarm that says {label}",
        "Schedule a wake-up alarm: {label}, {time}",
    ),
    joinable=True,
)
def create_alarm(draw: Draw) -> Plan:
    """One alarm at a free time."""
    time = any_time(draw.rng)
    if draw.rows("alarms", time=time):
        raise draw.skip("time is taken")
    label = draw.pick(LABELS)
    call = Call("manage_alarm", {"action": "create", "time": time, "label": label})
    return Plan({"time": clock(draw.rng, time), "label": label}, turns(call), f"The alarm {label} is set for {time}.")

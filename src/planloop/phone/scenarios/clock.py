"""Scenarios of Time Management."""

from __future__ import annotations

from datetime import timedelta

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.record import JsonObject
from planloop.contract.task import Override
from planloop.phone.apps.clock import CITY_HOURS
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.pools import MINUTES
from planloop.phone.speech import any_time, clock

LABELS = (
    "Gym",
    "Yoga",
    "Meeting",
    "Flight",
    "Bakery run",
    "Piano practice",
    "Standup",
    "Swimming",
    "Vet visit",
    "Exam",
    "Bus",
    "Medicine",
    "Garden",
    "Call Berlin",
    "Choir",
    "Laundry",
    "Study",
    "Train",
    "Night shift",
    "Interview",
)


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


@scenario(
    "time.alarm.delete",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Delete my {time} alarm",
        "I don't need the alarm at {time} any more, remove it",
        "Get rid of the {time} alarm for good",
        "Please erase the alarm that is set for {time}",
        "The {time} alarm can go, delete it",
        "Remove alarm {time}",
        "Could you take the alarm for {time} off my list?",
        "Throw out the alarm at {time}",
        "I quit that job, so delete the alarm at {time} completely",
        "Scrap my alarm for {time}",
        "There's an alarm at {time} I never want to see again. Delete it.",
        "alarm {time} -> delete",
        "Clear the {time} alarm from the clock app",
    ),
    joinable=True,
)
def delete_alarm(draw: Draw) -> Plan:
    """An existing alarm by its time."""
    _, row = draw.row("alarms")
    call = Call("manage_alarm", {"action": "delete", "time": row["time"]})
    return Plan({"time": str(row["time"])}, turns(call), f"The {row['time']} alarm is deleted.")


@scenario(
    "time.alarm.switch",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Turn {state} the {label} alarm",
        "Switch my {label} alarm {state}",
        "I'd like the {label} alarm {state}, but keep it in the list",
        "Please set the alarm called {label} to {state}",
        "{label} alarm: {state} please",
        "Can you flip the {label} alarm {state}?",
        "The alarm named {label} should be {state}",
        "Put the {label} alarm {state}",
        "My {label} alarm needs to be {state} for now, don't delete it",
        "Make sure the alarm {label} is {state}",
        "Hey, {label} alarm {state}",
        "Go to my alarms and turn the one labelled {label} {state}",
    ),
    joinable=True,
)
def switch_alarm(draw: Draw) -> Plan:
    """Enable a disabled alarm or disable an enabled one, by label."""
    _, row = draw.row("alarms")
    on = not row["enabled"]
    call = Call("manage_alarm", {"action": "enable" if on else "disable", "label": row["label"]})
    state = "on" if on else "off"
    return Plan({"state": state, "label": str(row["label"])}, turns(call), f"The {row['label']} alarm is {state}.")


@scenario(
    "time.alarm.move",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Move my {time} alarm to {new}",
        "Change the alarm at {time} so it rings at {new}",
        "The {time} alarm should be at {new} instead",
        "Shift alarm {time} to {new}",
        "I keep missing my bus with the {time} alarm, make it {new}",
        "Could you reschedule the {time} alarm for {new}?",
        "Instead of {time} I want that alarm at {new}",
        "Please edit the alarm for {time}: new time {new}",
        "Alarm {time} becomes {new}",
        "Set my existing {time} alarm to {new}",
        "My shift changed. The alarm that's at {time} has to go off at {new}",
        "Push the {time} alarm to {new}",
        "Take the {time} alarm and put it at {new}",
    ),
    joinable=True,
)
def move_alarm(draw: Draw) -> Plan:
    """Give an existing alarm another free time."""
    _, row = draw.row("alarms")
    new = any_time(draw.rng)
    if draw.rows("alarms", time=new):
        raise draw.skip("time is taken")
    call = Call("manage_alarm", {"action": "update", "time": row["time"], "newTime": new})
    slots = {"time": str(row["time"]), "new": clock(draw.rng, new)}
    return Plan(slots, turns(call), f"The alarm now rings at {new} instead of {row['time']}.")


@scenario(
    "time.alarm.repeat",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Set a {repeat} alarm for {time}",
        "I need a {repeat} alarm at {time}",
        "Add an alarm for {time}, repeat: {repeat}",
        "Create an alarm at {time} that repeats {repeat}",
        "Wake me at {time}, {repeat}",
        "New {repeat} alarm, {time} please",
        "Can my phone ring at {time}, {repeat}? Set the alarm",
        "Alarm at {time} ({repeat})",
        "Starting now I want a {time} alarm with repeat {repeat}",
        "Please make a {repeat} wake-up alarm for {time}",
        "I oversleep too often; put in a {repeat} alarm at {time}",
        "Let an alarm go off at {time} - {repeat}",
    ),
    joinable=True,
)
def repeating_alarm(draw: Draw) -> Plan:
    """A repeating alarm without a label."""
    time = any_time(draw.rng, 5, 11)
    if draw.rows("alarms", time=time):
        raise draw.skip("time is taken")
    repeat = draw.pick(("daily", "weekdays", "weekends"))
    call = Call("manage_alarm", {"action": "create", "time": time, "repeat": repeat})
    slots = {"time": clock(draw.rng, time), "repeat": repeat}
    return Plan(slots, turns(call), f"A {repeat} alarm is set for {time}.", free=frozenset({"alarms.label"}))


@scenario(
    "time.alarm.list",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "What alarms do I have?",
        "List my alarms",
        "Which times are in my alarm list?",
        "Show me all alarms on this phone",
        "When are my alarms set to ring?",
        "Can you read out my alarms?",
        "Tell me every alarm I've set",
        "I forgot which alarms I made, what are they?",
        "Check my alarms please",
        "alarms?",
        "At what times do my alarms go off, including the ones switched off?",
        "Give me an overview of the alarms",
    ),
    joinable=True,
)
def list_alarms(draw: Draw) -> Plan:
    """Report the times of all alarms."""
    times = [str(row["time"]) for _, row in draw.rows("alarms")]
    say = f"Your alarms are at {', '.join(times)}."
    query = Call("manage_alarm", {"action": "query"})
    return Plan({}, turns(query), say, Checker.TOOL_CALL, criteria=(reports(*times),))


@scenario(
    "time.countdown.start",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Start a {minutes} minute timer",
        "Set a countdown for {minutes} minutes",
        "Count down {minutes} minutes",
        "Timer, {minutes} min",
        "The pasta needs {minutes} minutes, time it",
        "Give me {minutes} minutes on the timer",
        "Can you run a countdown of {minutes} minutes?",
        "I want to meditate for {minutes} minutes, start the timer",
        "Beep when {minutes} minutes have passed",
        "Let the countdown go from {minutes} minutes",
        "Put {minutes} minutes on the clock, starting now",
        "My tea has to steep {minutes} minutes - start counting down",
        "Please begin a timer; length {minutes} minutes",
    ),
    joinable=True,
)
def start_countdown(draw: Draw) -> Plan:
    """A countdown while none runs."""
    minutes = draw.pick(MINUTES)
    call = Call("manage_countdown", {"action": "start", "minutes": minutes})
    say, free = f"A {minutes} minute countdown is running.", frozenset({"countdown.label"})
    return Plan({"minutes": str(minutes)}, turns(call), say, free=free)


@scenario(
    "time.countdown.control",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "{verb} the timer",
        "{verb} the countdown",
        "Please {verb} my timer",
        "Can you {verb} the running countdown?",
        "Food is on the table, {verb} the timer",
        "The phone rang - {verb} the countdown",
        "I need you to {verb} that timer right now",
        "timer: {verb}",
        "Would you {verb} the kitchen timer for me",
        "Somebody is at the door, {verb} the countdown please",
        "Just {verb} the timer",
        "Let's {verb} the countdown",
    ),
)
def control_countdown(draw: Draw) -> Plan:
    """Pause or stop a running countdown."""
    verb = draw.pick(("pause", "stop"))
    overrides = _running(draw.pick(MINUTES))
    say = "The countdown is paused." if verb == "pause" else "The countdown is stopped."
    return Plan({"verb": verb}, turns(Call("manage_countdown", {"action": verb})), say, overrides=overrides)


def _running(minutes: int) -> tuple[Override, ...]:
    row: JsonObject = {"status": "running", "minutes": minutes, "label": ""}
    return tuple(Override(table="countdown", id="countdown", field=name, value=value) for name, value in row.items())


@scenario(
    "time.stopwatch.start",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Start the stopwatch",
        "Run the stopwatch",
        "I'm about to sprint, get the stopwatch going",
        "Stopwatch go!",
        "Please begin timing me with the stopwatch",
        "Can you launch the stopwatch now",
        "Let the stopwatch run",
        "I want to know how long this takes, start the stopwatch",
        "Kick off the stopwatch",
        "Set the stopwatch running, please",
        "Time my lap from zero upwards - stopwatch on",
        "Hit start on the stopwatch",
    ),
    joinable=True,
)
def start_stopwatch(draw: Draw) -> Plan:
    """The stopwatch from rest."""
    call = Call("manage_stopwatch", {"action": "start"})
    return Plan({}, turns(call), "The stopwatch is running.", distractors=("manage_countdown",))


@scenario(
    "time.world_clock",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "What time is it in {city}?",
        "Tell me the local time in {city}",
        "{city} time now?",
        "Is it late in {city}? What does the clock say there?",
        "How late is it in {city} right now",
        "My cousin lives in {city}, what's the time over there?",
        "Check the clock in {city}",
        "I have to ring an office in {city}: what hour is it for them?",
        "Current time, {city}",
        "Could you look up what time they have in {city}",
        "If I were in {city}, what would my watch show?",
        "Give me {city}'s time",
        "world clock {city}",
    ),
    joinable=True,
)
def world_clock(draw: Draw) -> Plan:
    """Local time of a city."""
    city = draw.pick(sorted(CITY_HOURS))
    time = f"{draw.phone.now + timedelta(hours=CITY_HOURS[city]):%H:%M}"
    call = Call("query_world_clock", {"city": city})
    say = f"It is {time} in {city}."
    return Plan({"city": city}, turns(call), say, Checker.TOOL_CALL, criteria=(reports(time),))

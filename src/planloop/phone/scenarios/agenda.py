"""Scenarios of Time Management: calendar and reminders."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.record import JsonObject
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.pools import CHORES, TITLES, VENUES, iso, some_day
from planloop.phone.speech import any_time, clock


@scenario(
    "time.event.create",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Put {title} in my calendar {day} at {time}",
        "Add a calendar event: {title}, {day}, {time}",
        "I have {title} {day} at {time}, note it in the calendar",
        "Schedule {title} for {time} {day}",
        "New appointment {day} {time}: {title}",
        "Can you block {time} {day} in my calendar for {title}?",
        "They confirmed {title} {day} at {time}. Calendar, please.",
        "Create the event {title} at {time} {day}",
        "Enter {title} into the calendar, it's {day} at {time}",
        "calendar: {title} {day} {time}",
        "{title} takes place {day} at {time}, please save the date in the calendar",
        "Make a calendar entry called {title}, {day}, starting at {time}",
        "Book {title} into my calendar {day} for {time}",
    ),
    joinable=True,
)
def create_event(draw: Draw) -> Plan:
    """An event at a free time."""
    day, spoken = some_day(draw)
    time = any_time(draw.rng, 7, 21)
    if draw.rows("events", time=time):
        raise draw.skip("time is taken")
    title = draw.pick(TITLES)
    call = Call("calendar_service", {"action": "create", "title": title, "date": day, "time": time})
    slots = {"title": title, "day": spoken, "time": clock(draw.rng, time)}
    return Plan(slots, turns(call), f"{title} is in your calendar {spoken} at {time}.")


@scenario(
    "time.event.create_at_place",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Put {title} in the calendar {day} at {time}, place: {place}",
        "Calendar entry: {title}, {day}, {time}, location {place}",
        "{title} is {day} at {time} in {place}; add it to my calendar",
        "Add {title} at {place} to the calendar {day}, {time}",
        "I'm invited to {title} {day} at {time}. It's at {place}. Please save it in the calendar",
        "Schedule {title} {day}, {time}, and set the place to {place}",
        "New event! {title} / {place} / {day} / {time}",
        "Could you enter {title} for {time} {day} with {place} as the place?",
        "Create an appointment named {title} {day} at {time} and note the place {place}",
        "We meet at {place} for {title} {day} at {time}, put that in my calendar",
        "Reserve {time} {day} in my calendar: {title}, at {place}",
        "Note in the calendar that {title} is {day} at {time}; venue is {place}",
    ),
)
def create_event_at_place(draw: Draw) -> Plan:
    """An event with a place."""
    day, spoken = some_day(draw)
    time = any_time(draw.rng, 7, 21)
    if draw.rows("events", time=time):
        raise draw.skip("time is taken")
    title, place = draw.pick(TITLES), draw.pick(VENUES)
    arguments: JsonObject = {"action": "create", "title": title, "date": day, "time": time, "place": place}
    slots = {"title": title, "day": spoken, "time": clock(draw.rng, time), "place": place}
    say = f"{title} at {place} is saved {spoken} at {time}."
    return Plan(slots, turns(Call("calendar_service", arguments)), say)


@scenario(
    "time.event.when",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "When is my {title}?",
        "What time does {title} start?",
        "Look in the calendar: when's {title}?",
        "{title} - which day and time was that again?",
        "I forgot when {title} is, can you check the calendar",
        "Find {title} in my calendar and tell me the date and time",
        "On what date is {title}, and at what time?",
        "Do you know when I have {title}?",
        "Please look up the date and time of {title}",
        "Tell me when {title} takes place",
        "calendar, {title}, when?",
        "How soon is {title}? I need day and time",
    ),
    joinable=True,
)
def event_when(draw: Draw) -> Plan:
    """Date and time of one event."""
    _, row = draw.row("events")
    call = Call("calendar_service", {"action": "query", "title": row["title"]})
    say = f"{row['title']} is on {row['date']} at {row['time']}."
    criteria = (reports(str(row["date"]), str(row["time"])),)
    free = frozenset({"calendar_service.title"})
    return Plan({"title": str(row["title"])}, turns(call), say, Checker.TOOL_CALL, criteria, free)


@scenario(
    "time.event.day",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "What's on my calendar {day}?",
        "What do I have planned {day}?",
        "Show me my appointments {day}",
        "Which events are in the calendar {day}",
        "Am I busy {day}? Tell me what's on",
        "Give me the agenda {day}",
        "Read me my schedule {day}, appointments only",
        "Do I have any appointments {day}? Which?",
        "List calendar events {day}",
        "How does my day look {day}, calendar-wise?",
        "I need to plan around my events {day}, what are they?",
        "Check the calendar: what happens {day}?",
    ),
    joinable=True,
)
def event_day(draw: Draw) -> Plan:
    """All events of a day that has one to three."""
    ahead = draw.pick((0, 1, 2, 3, 4))
    found = sorted(draw.rows("events", date=iso(draw, ahead)), key=lambda pair: str(pair[1]["time"]))
    if not 1 <= len(found) <= 3:
        raise draw.skip("no events that day")
    date = iso(draw, ahead)
    spoken = ("today", "tomorrow")[ahead] if ahead < 2 else f"on {date}"
    call = Call("calendar_service", {"action": "query", "date": spoken.removeprefix("on ")})
    titles = [str(row["title"]) for _, row in found]
    entries = [f"{row['title']} at {row['time']}" for _, row in found]
    say = f"You have {', '.join(entries)}."
    free = frozenset({"calendar_service.date"})
    return Plan({"day": spoken}, turns(call), say, Checker.TOOL_CALL, (reports(*titles),), free)


@scenario(
    "time.event.move",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Move {title} to {time}",
        "{title} now starts at {time}, update the calendar",
        "Change the time of {title} to {time}",
        "Reschedule my {title} for {time}, same day",
        "They pushed {title} to {time}. Fix my calendar.",
        "Could you set {title} to {time} in the calendar instead?",
        "Calendar: {title} at {time} rather than the old time",
        "My {title} got shifted, it's at {time} now",
        "Please correct the start of {title}: {time}",
        "Let {title} begin at {time} on the day it already has",
        "Update the event {title} with the new time {time}",
        "Put {title} at {time} and keep the date",
    ),
    joinable=True,
)
def move_event(draw: Draw) -> Plan:
    """Another time on the same day."""
    _, row = draw.row("events")
    time = any_time(draw.rng, 7, 21)
    if draw.rows("events", time=time):
        raise draw.skip("time is taken")
    call = Call("calendar_service", {"action": "update", "title": row["title"], "newTime": time})
    slots = {"title": str(row["title"]), "time": clock(draw.rng, time)}
    return Plan(slots, turns(call), f"{row['title']} is now at {time}.")


@scenario(
    "time.event.delete",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Cancel {title} in my calendar",
        "Delete the event {title}",
        "{title} is off, take it out of the calendar",
        "I'm not going to {title}. Remove it from my calendar",
        "Please drop {title} from my appointments",
        "Erase {title} from the calendar",
        "{title} won't happen, so clear the entry",
        "Could you remove my {title} appointment?",
        "calendar - delete {title}",
        "They called off {title}, so get that event out of my calendar",
        "Strike {title} from my calendar",
        "My {title} event can be deleted",
    ),
    joinable=True,
)
def delete_event(draw: Draw) -> Plan:
    """One event by its title."""
    _, row = draw.row("events")
    call = Call("calendar_service", {"action": "delete", "title": row["title"]})
    return Plan({"title": str(row["title"])}, turns(call), f"{row['title']} is removed from your calendar.")


@scenario(
    "time.reminder.create",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Remind me to {chore} at {time}",
        "At {time} I must {chore}, remind me",
        "Set a reminder for {time}: {chore}",
        "Don't let me forget to {chore} at {time}",
        "Add the reminder {chore} for {time} today",
        "Reminder {time} {chore}",
        "I always forget to {chore}. A reminder at {time} would help",
        "Can you nudge me at {time} to {chore}?",
        "Put {chore} on my reminders, {time}",
        "Please make a reminder so that I {chore} at {time}",
        "To-do for {time}: {chore}",
        "Today at {time}, give me a reminder to {chore}",
        "When it's {time}, remind me that I have to {chore}",
    ),
    joinable=True,
)
def create_reminder(draw: Draw) -> Plan:
    """A reminder for today."""
    chore, time = draw.pick(CHORES), any_time(draw.rng, 7, 23)
    call = Call("manage_schedule", {"action": "create", "title": chore, "time": time})
    slots = {"chore": chore, "time": clock(draw.rng, time)}
    say = f"I will remind you at {time} to {chore}."
    return Plan(slots, turns(call), say, distractors=("manage_alarm", "calendar_service"))


@scenario(
    "time.reminder.complete",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Mark {title} as done",
        "I finished this to-do: {title}",
        "{title} is done, tick it off",
        "Check off {title}",
        "Complete the reminder {title}",
        "Just did it! {title}. Mark it complete",
        "Please tick {title} on my to-do list",
        "Set the to-do {title} to completed",
        "You can close the reminder {title}, it's taken care of",
        "Done with: {title} (from my reminders)",
        "I've handled {title}, so mark that to-do as complete",
        "reminder {title} - completed",
    ),
    joinable=True,
)
def complete_reminder(draw: Draw) -> Plan:
    """An open reminder."""
    _, row = draw.row("reminders", done=False)
    call = Call("manage_schedule", {"action": "complete", "title": row["title"]})
    return Plan({"title": str(row["title"])}, turns(call), f"{row['title']} is marked as done.")


@scenario(
    "time.reminder.move",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "Move the reminder {title} to {time}",
        "Remind me about {title} at {time} instead, same day",
        "Change the reminder time of {title} to {time}",
        "{title}: let that reminder come at {time}",
        "The reminder {title} comes too early, make it {time}",
        "Postpone my to-do {title} to {time}",
        "Can the reminder {title} go off at {time}?",
        "Update to-do {title}, new time {time}",
        "I can't do it then; set the reminder {title} for {time}",
        "Reschedule the reminder called {title} for {time}",
        "Please shift {title} in my reminders to {time}",
        "My to-do {title} should be at {time}",
    ),
    joinable=True,
)
def move_reminder(draw: Draw) -> Plan:
    """Another time for an open reminder."""
    _, row = draw.row("reminders", done=False)
    time = any_time(draw.rng, 7, 23)
    if row["time"] == time:
        raise draw.skip("already then")
    call = Call("manage_schedule", {"action": "update", "title": row["title"], "time": time})
    slots = {"title": str(row["title"]), "time": clock(draw.rng, time)}
    return Plan(slots, turns(call), f"The reminder {row['title']} is now at {time}.")

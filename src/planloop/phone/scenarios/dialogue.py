"""Scenarios that refer to earlier turns: what was set, found or said there decides what is meant now."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.apps.travel import CATEGORIES
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.clock import LABELS
from planloop.phone.scenarios.past import past, started
from planloop.phone.scenarios.pools import FACTS, GOODS, MINUTES, TEXTS, later
from planloop.phone.speech import any_time, clock

SHIFTS = (
    ("half an hour later", 30), ("half an hour earlier", -30), ("15 minutes later", 15), ("15 minutes earlier", -15),
    ("an hour later", 60), ("an hour earlier", -60), ("10 minutes later", 10), ("20 minutes earlier", -20),
)  # fmt: skip


@scenario(
    "time.alarm.shift_it",
    Behaviour.REFERENCE,
    Domain.TIME,
    (
        "Make it {shift}",
        "Move it to {shift}",
        "That alarm should be {shift}",
        "Change that to {shift} please",
        "Could it ring {shift}?",
        "I looked at the train plan: {shift} would be right",
        "{shift}, please, for the alarm we just made",
        "Shift the alarm you set, {shift}",
        "Let it go off {shift} instead",
        "Hm, adjust that one: {shift}",
        "Now set the same alarm {shift}",
        "It needs to be {shift} after all",
    ),
)
def shift_alarm(draw: Draw) -> Plan:
    """The alarm that was just set is moved by a spoken amount."""
    time, label = any_time(draw.rng, 6, 22), draw.pick(LABELS)
    words, minutes = draw.pick(SHIFTS)
    new = later(time, minutes)
    if draw.rows("alarms", time=time) or draw.rows("alarms", time=new) or draw.rows("alarms", label=label):
        raise draw.skip("time is taken")
    call = Call("manage_alarm", {"action": "create", "time": time, "label": label})
    request = draw.pick((f"Set an alarm for {time}, name it {label}", f"Alarm {label} at {time} please"))
    history = past(draw, request, (call,), f"The alarm {label} is set for {time}.")
    move = Call("manage_alarm", {"action": "update", "time": time, "newTime": new})
    say = f"The alarm {label} now rings at {new}."
    return Plan({"shift": words}, turns(move), say, overrides=started(draw), history=history)


@scenario(
    "calls.call_them",
    Behaviour.REFERENCE,
    Domain.CALLS,
    (
        "Call that number",
        "Good, ring them",
        "Dial it for me",
        "Now phone that person",
        "Then give them a call",
        "Put me through, please",
        "Okay, start a call with this contact",
        "Let me talk to them right away",
        "Perfect. Can you call there?",
        "Use that number and ring",
        "Connect me to that contact by phone",
        "call them",
    ),
)
def call_them(draw: Draw) -> Plan:
    """The contact that was just looked up."""
    _, row = draw.pick([pair for pair in draw.rows("contacts") if pair[1]["relation"]])
    relation = row["relation"]
    request = draw.pick((f"What's my {relation}'s number?", f"Look up the number of my {relation}"))
    answer = f"Your {relation} {row['name']} has the number {row['phone']}."
    history = past(draw, request, (Call("search_contact", {"query": relation}),), answer)
    call = Call("make_call", {"phoneNumber": row["phone"]})
    return Plan({}, turns(call), f"Calling {row['name']}.", history=history)


@scenario(
    "calls.message.same_to",
    Behaviour.REFERENCE,
    Domain.CALLS,
    (
        "Send the same to {name}",
        "{name} should get that message too",
        "Now text exactly that to {name} as well",
        "And the same text for {name}",
        "Forward what you just sent to {name}",
        "Please repeat that message for {name}",
        "{name} needs to know it too, same words",
        "Copy that text to {name}",
        "Also to {name}, identical message",
        "Do the same message again, but this time {name} gets it",
        "Could {name} receive that text as well?",
        "One more time, to {name}",
    ),
)
def same_message(draw: Draw) -> Plan:
    """The message that was just sent goes to another contact."""
    (_, first), (_, second) = draw.rng.sample(draw.rows("contacts"), 2)
    text = draw.pick(TEXTS)
    sent = Call("send_message", {"phoneNumber": first["name"], "content": text})
    history = past(draw, f'Text {first["name"]}: "{text}"', (sent,), f"Your message to {first['name']} is sent.")
    again = Call("send_message", {"phoneNumber": second["name"], "content": text})
    say = f"{second['name']} got the same message."
    return Plan({"name": str(second["name"])}, turns(again), say, overrides=started(draw), history=history)


@scenario(
    "travel.place.ordinal",
    Behaviour.REFERENCE,
    Domain.TRAVEL,
    (
        "Take me to the {ordinal} one",
        "Navigate to the {ordinal}",
        "The {ordinal} sounds good, start navigation",
        "I'd go for the {ordinal} place, guide me there",
        "Directions to the {ordinal} on that list please",
        "Lead me to the {ordinal} one you named",
        "{ordinal} one, let's go there with navigation",
        "Okay, drive me to the {ordinal}",
        "Start the route to the {ordinal} of those",
        "Let's pick the {ordinal}; show me the way",
        "Can you get me to the {ordinal} option?",
        "Of these I want the {ordinal}. Begin navigating",
    ),
)
def ordinal_place(draw: Draw) -> Plan:
    """The first or second place of the list that was just given."""
    category = draw.pick(CATEGORIES)
    found = sorted((row for _, row in draw.rows("places", category=category)), key=lambda row: float(str(row["km"])))
    spoken = category.replace("_", " ")
    answer = f"I found {found[0]['name']} ({found[0]['km']} km) and {found[1]['name']} ({found[1]['km']} km)."
    request = draw.pick((f"Which {spoken} options are near me?", f"Find a {spoken} around here"))
    history = past(draw, request, (Call("search_place", {"category": category}),), answer)
    index = draw.pick((0, 1))
    place = found[index]["name"]
    call = Call("navigation_service", {"action": "start", "destination": place})
    slots, free = {"ordinal": ("first", "second")[index]}, frozenset({"navigation.mode"})
    return Plan(slots, turns(call), f"Navigation to {place} has started.", history=history, free=free)


@scenario(
    "time.event.move_it",
    Behaviour.REFERENCE,
    Domain.TIME,
    (
        "Move it to {time}",
        "Can you put that at {time} instead?",
        "That's too early or too late for me, make it {time}",
        "{time} suits me better, change it",
        "Please reschedule this event for {time}",
        "Then set it to {time} on the same day",
        "Okay, but it was changed to {time}. Update it",
        "Let that appointment start at {time}",
        "Shift the event to {time}",
        "It now begins at {time}, correct the calendar",
        "New time for that one: {time}",
        "Have it at {time} then",
    ),
)
def move_it(draw: Draw) -> Plan:
    """The event that was just asked about."""
    _, row = draw.row("events")
    time = any_time(draw.rng, 7, 21)
    if draw.rows("events", time=time):
        raise draw.skip("time is taken")
    query = Call("calendar_service", {"action": "query", "title": row["title"]})
    answer = f"{row['title']} is on {row['date']} at {row['time']}."
    history = past(draw, f"When is {row['title']}?", (query,), answer)
    move = Call("calendar_service", {"action": "update", "title": row["title"], "newTime": time})
    say = f"{row['title']} is now at {time}."
    return Plan({"time": clock(draw.rng, time)}, turns(move), say, history=history)


@scenario(
    "utilities.note.add_to_it",
    Behaviour.REFERENCE,
    Domain.UTILITIES,
    (
        'Add "{fact}" to it',
        'Append "{fact}" there',
        'Put "{fact}" in that note too',
        'That note should also say "{fact}"',
        'Good, and now extend it with "{fact}"',
        'Write "{fact}" below that, same note',
        'One more line for this note: "{fact}"',
        'Keep all that and add "{fact}"',
        'Please attach "{fact}" to the note you just read',
        'It is missing something: "{fact}". Append it',
        '"{fact}" should be in there as well, add it',
        'Could you also include "{fact}" in this note?',
    ),
)
def add_to_it(draw: Draw) -> Plan:
    """The note that was just read."""
    _, row = draw.row("notes")
    fact, title = draw.pick(FACTS), row["title"]
    query = Call("manage_note", {"action": "query", "title": title})
    history = past(draw, f"What does my note {title} say?", (query,), f"{title}: {row['content']}.")
    call = Call("manage_note", {"action": "append", "title": title, "content": fact})
    return Plan({"fact": fact}, turns(call), f"It is added to the note {title}.", history=history)


@scenario(
    "time.countdown.pause_it",
    Behaviour.REFERENCE,
    Domain.TIME,
    (
        "Pause it",
        "Hold it for a moment",
        "Freeze that please, I'll continue later",
        "Can you pause what you just started?",
        "Wait, somebody is calling. Pause that",
        "Put it on pause",
        "Let it rest until I say so (pause)",
        "Pause that one for now",
        "I need a break, pause it please",
        "Halt it, but don't cancel it",
        "Suspend that for a minute",
        "Keep the remaining time and pause",
    ),
)
def pause_it(draw: Draw) -> Plan:
    """The countdown that was just started."""
    minutes = draw.pick(MINUTES)
    start = Call("manage_countdown", {"action": "start", "minutes": minutes})
    answer = f"A {minutes} minute countdown is running."
    history = past(draw, f"Start a {minutes} minute timer", (start,), answer)
    call = Call("manage_countdown", {"action": "pause"})
    return Plan({}, turns(call), "The countdown is paused.", overrides=started(draw), history=history)


@scenario(
    "utilities.shopping.take_back",
    Behaviour.REVISION,
    Domain.UTILITIES,
    (
        "Forget that, I need {item} instead",
        "Swap it for {item}",
        "No, take that off again and add {item}",
        "Actually {item} rather than that",
        "Wrong thing, sorry. Replace it with {item}",
        "I'd rather buy {item}, so exchange the last one",
        "Remove it and put {item} on the list",
        "Oh, we still have that at home. Change the entry to {item}",
        "Not that one - {item}! Fix the list",
        "Undo that. What I need is {item}",
        "Correction: the list should have {item} in place of it",
        "Drop what you just added; {item} goes on instead",
    ),
)
def swap_item(draw: Draw) -> Plan:
    """The item that was just added is exchanged for another."""
    first, second = draw.rng.sample(GOODS, 2)
    add = Call("manage_shopping_list", {"action": "add", "item": first})
    history = past(draw, f"Add {first} to the shopping list", (add,), f"I added {first} to the list.")
    calls = (
        Call("manage_shopping_list", {"action": "remove", "item": first}),
        Call("manage_shopping_list", {"action": "add", "item": second}),
    )
    say = f"I replaced {first} with {second}."
    return Plan({"item": second}, (calls,), say, overrides=started(draw), history=history)


@scenario(
    "time.alarm.make_that",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "No, make that {time}",
        "Sorry, {time} I meant",
        "Oops, it should be {time}",
        "Change of plan: {time} instead",
        "Wait, {time} is better",
        "I misspoke, the alarm must be at {time}",
        "Actually no. {time}, please",
        "Not then! {time}",
        "On second thought I'd like it at {time}",
        "Correct that to {time}",
        "Hmm, no, let it ring at {time}",
        "Scratch the old time, use {time}",
    ),
)
def make_that(draw: Draw) -> Plan:
    """The alarm that was just set gets the right time."""
    first, second = any_time(draw.rng), any_time(draw.rng)
    if first == second or draw.rows("alarms", time=first) or draw.rows("alarms", time=second):
        raise draw.skip("time is taken")
    create = Call("manage_alarm", {"action": "create", "time": first})
    history = past(draw, f"Set an alarm for {first}", (create,), f"The alarm is set for {first}.")
    call = Call("manage_alarm", {"action": "update", "time": first, "newTime": second})
    slots = {"time": clock(draw.rng, second)}
    return Plan(slots, turns(call), f"The alarm is now at {second}.", overrides=started(draw), history=history)

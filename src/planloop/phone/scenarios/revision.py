"""Scenarios in which the user changes their mind inside the request, or asks for several things at once."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.phone.scenario import Call, Draw, Plan, scenario, turns
from planloop.phone.scenarios.pools import CHORES, GOODS, MINUTES, TEXTS, TITLES, some_day
from planloop.phone.speech import any_time, clock


@scenario(
    "time.alarm.corrected",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "Set an alarm for {old}, no wait, {new}",
        "Wake me at {old}... sorry, {new} I mean",
        "Alarm at {old}. Hmm, no. {new} is better.",
        "I need to get up at {old} - actually make that {new}. Set the alarm",
        "Please put an alarm at {old}, oh, scratch that, {new}",
        "First I thought {old} but {new} it is, set the alarm",
        "Alarm, {old}, correction: {new}",
        "Ring me at {old}? No, that's too tight, do an alarm at {new}",
        "Not {old} but {new}: that's when the alarm should go off",
        "Can you set the alarm to {old}, or rather {new}",
        "{old} alarm... hold on, {new} instead",
        "Instead of the {old} alarm I was about to ask for, create one for {new}",
    ),
)
def corrected_alarm(draw: Draw) -> Plan:
    """Only the second time counts."""
    old, new = any_time(draw.rng), any_time(draw.rng)
    if old == new or draw.rows("alarms", time=old) or draw.rows("alarms", time=new):
        raise draw.skip("time is taken")
    call = Call("manage_alarm", {"action": "create", "time": new})
    slots = {"old": clock(draw.rng, old), "new": clock(draw.rng, new)}
    return Plan(slots, turns(call), f"The alarm is set for {new}.", free=frozenset({"alarms.label"}))


@scenario(
    "calls.message.corrected",
    Behaviour.REVISION,
    Domain.CALLS,
    (
        'Text {old}, no, {new}: "{text}"',
        'Send {old} a message... sorry, I mean {new}. It says "{text}"',
        'Write "{text}" to {old}. Wait, not {old}, to {new}',
        'Message {old}, ah no, better {new}, with "{text}"',
        '"{text}" to {old}? No! To {new}, please text it',
        'I wanted to text {old} but {new} should get it: "{text}"',
        'Tell {old} by SMS "{text}" - hmm, actually send it to {new} only',
        'Please text {new} and not {old}: "{text}"',
        'SMS to {old}, correction, {new}, "{text}"',
        'Drop {old} a line, or rather {new}: "{text}"',
        'Not {old} this time. Send {new} the text "{text}"',
        'Text for {old}: "{text}". Oh, wrong person, it goes to {new} instead',
    ),
)
def corrected_recipient(draw: Draw) -> Plan:
    """Only the second person gets the message."""
    (_, old), (_, new) = draw.rng.sample(draw.rows("contacts"), 2)
    text = draw.pick(TEXTS)
    call = Call("send_message", {"phoneNumber": new["name"], "content": text})
    slots = {"old": str(old["name"]), "new": str(new["name"]), "text": text}
    return Plan(slots, turns(call), f"Your message to {new['name']} is sent.")


@scenario(
    "time.event.corrected",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "Put {title} in my calendar {day} at {old}, no, {new}",
        "Schedule {title} {day}, {old}... they just said {new}, so take that",
        "Calendar: {title} {day} {old}. Wait, {new}.",
        "{title} is {day} at {old}, sorry, at {new}; add it to the calendar",
        "Add {title} {day}. I first had {old} in mind but {new} works better",
        "Enter {title} {day} for {old}, hmm, let's say {new}",
        "New event {title}, {day}, not at {old} as I thought but at {new}",
        "Can you book {title} {day} at {old}? Actually {new}",
        "I have {title} {day} at {old} - oh no, {new} - put it in the calendar",
        "Create {title} {day}: {old} is wrong, use {new}",
        "Make it {new} and not {old} for {title} {day}, in my calendar",
        "calendar + {title} {day} {old} / correction {new}",
    ),
)
def corrected_event(draw: Draw) -> Plan:
    """Only the second time counts."""
    day, spoken = some_day(draw)
    old, new = any_time(draw.rng, 7, 21), any_time(draw.rng, 7, 21)
    if old == new or draw.rows("events", time=new):
        raise draw.skip("time is taken")
    title = draw.pick(TITLES)
    call = Call("calendar_service", {"action": "create", "title": title, "date": day, "time": new})
    slots = {"title": title, "day": spoken, "old": clock(draw.rng, old), "new": clock(draw.rng, new)}
    return Plan(slots, turns(call), f"{title} is in your calendar {spoken} at {new}.")


@scenario(
    "travel.ride.corrected",
    Behaviour.REVISION,
    Domain.TRAVEL,
    (
        "Order a {kind} ride to {old}, wait, to {new}",
        "Get me a {kind} car to {old}. No, {new}!",
        "Book a {kind} ride: {old}... I mean {new}",
        "I'm off to {old}, or rather {new}. A {kind} ride please",
        "Taxi, {kind}, to {old}, sorry, {new}",
        "Request a {kind} ride to {new}, forget what I said about {old}",
        "Call a {kind} cab for {old} - change of plans, {new}",
        "Not to {old}, to {new}: send a {kind} ride",
        "I wanted to go to {old} but now it's {new}, so order a {kind} ride there",
        "A {kind} ride to {old} please. Hmm, actually {new} first and only",
        "Can I have a {kind} ride to {old}? Oh, better {new}",
        "{kind} ride, destination {old}, correction {new}",
    ),
)
def corrected_ride(draw: Draw) -> Plan:
    """Only the second destination counts."""
    (_, old), (_, new) = draw.rng.sample(draw.rows("places"), 2)
    kind = draw.pick(("standard", "comfort", "van"))
    call = Call("order_ride", {"action": "request", "destination": new["name"], "rideType": kind})
    slots = {"kind": kind, "old": str(old["name"]), "new": str(new["name"])}
    return Plan(slots, turns(call), f"A {kind} ride to {new['name']} is booked.")


@scenario(
    "utilities.several.morning",
    Behaviour.REVISION,
    Domain.UTILITIES,
    (
        "Set an alarm for {time}, add {item} to the shopping list and remind me to {chore} at {later}",
        "Three things: alarm {time}, {item} on the shopping list, reminder at {later} to {chore}",
        "Put {item} on the shopping list. Alarm at {time}. Reminder for {later}: {chore}",
        "I need {item} from the store (list it), an alarm at {time} and at {later} a reminder to {chore}",
        "Remind me at {later} to {chore}, wake me at {time} with an alarm, and {item} goes on the shopping list",
        "Before I sleep: alarm for {time}; shopping list gets {item}; {later} reminder to {chore}",
        "Could you list {item} for shopping, set the {time} alarm, and also remind me to {chore} at {later}?",
        "alarm {time} + shopping list {item} + reminder {later} {chore}",
        "Add {item} to what I have to buy, then make an alarm for {time} and a reminder to {chore} at {later}",
        "First an alarm at {time}, second {item} for the shopping list, third remind me to {chore} at {later}",
        "Please do all of these: shopping list {item}, alarm {time}, reminder to {chore} at {later}",
        "My evening list: have the alarm at {time}, buy {item} (shopping list), reminder to {chore} at {later}",
    ),
)
def several(draw: Draw) -> Plan:
    """Three independent things in one turn."""
    time, at = any_time(draw.rng, 5, 10), any_time(draw.rng, 12, 22)
    if draw.rows("alarms", time=time):
        raise draw.skip("time is taken")
    item, chore = draw.pick(GOODS), draw.pick(CHORES)
    calls = (
        Call("manage_alarm", {"action": "create", "time": time}),
        Call("manage_shopping_list", {"action": "add", "item": item}),
        Call("manage_schedule", {"action": "create", "title": chore, "time": at}),
    )
    slots = {"time": clock(draw.rng, time), "item": item, "chore": chore, "later": clock(draw.rng, at)}
    say = f"Alarm at {time}, {item} on the list, reminder at {at}."
    return Plan(slots, (calls,), say, free=frozenset({"alarms.label"}))


@scenario(
    "calls.several.people",
    Behaviour.REVISION,
    Domain.CALLS,
    (
        'Text {first} and {second}: "{text}"',
        'Send "{text}" to both {first} and {second}',
        '{first} and {second} should each get the message "{text}"',
        'Message {first}, and {second} too, with "{text}"',
        'Let {first} as well as {second} know by text: "{text}"',
        'Write to {first} and also to {second} that "{text}"',
        'Two texts please, one to {first}, one to {second}: "{text}"',
        'Send the same SMS to {first} and {second}: "{text}"',
        '"{text}" - text this to {first} plus {second}',
        'Can you tell {first} and {second} something by message? "{text}"',
        'Both {second} and {first} need this text: "{text}"',
        'I want {first} to read "{text}", and {second} as well. Text them',
    ),
)
def two_people(draw: Draw) -> Plan:
    """One text to two contacts, in one turn."""
    (_, first), (_, second) = draw.rng.sample(draw.rows("contacts"), 2)
    text = draw.pick(TEXTS)
    calls = tuple(Call("send_message", {"phoneNumber": p["name"], "content": text}) for p in (first, second))
    slots = {"first": str(first["name"]), "second": str(second["name"]), "text": text}
    return Plan(slots, (calls,), f"Sent to {first['name']} and {second['name']}.")


@scenario(
    "time.countdown.corrected",
    Behaviour.REVISION,
    Domain.TIME,
    (
        "Start a {old} minute timer, no, {new} minutes",
        "Timer for {old}... {new} minutes, I mean",
        "Count down {old} minutes. Wait, the box says {new}, so use {new} minutes",
        "Set the timer to {old}, hmm, better {new} minutes",
        "{old} minutes on the timer - sorry, {new} minutes",
        "I said {old} minutes but I want a {new} minute countdown",
        "Run the countdown for {new} minutes, not {old}",
        "Eggs need {old} minutes, or no, {new} minutes. Start the timer",
        "A timer please: {old} minutes, correction, {new}",
        "Give me {old} minutes, actually make it a {new} minute countdown",
        "Instead of {old} minutes start the countdown with {new}",
        "Begin a {new} minute timer; {old} would be wrong",
    ),
)
def corrected_countdown(draw: Draw) -> Plan:
    """Only the right duration counts."""
    old, new = draw.rng.sample(MINUTES, 2)
    call = Call("manage_countdown", {"action": "start", "minutes": new})
    slots = {"old": str(old), "new": str(new)}
    return Plan(slots, turns(call), f"A {new} minute countdown is running.", free=frozenset({"countdown.label"}))

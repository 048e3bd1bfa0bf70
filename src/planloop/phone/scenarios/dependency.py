"""Scenarios in which one call's result decides the next: look up then act, and conditions that hold or do not."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.phone.apps.calculator import RATES, evaluate, plain
from planloop.phone.apps.calculator import convert_currency as exchange
from planloop.phone.apps.travel import CATEGORIES
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.past import started
from planloop.phone.scenarios.pools import CHORES, GOODS, TEXTS, TITLES, iso, later
from planloop.phone.scenarios.utilities import expression
from planloop.phone.speech import any_time, clock


@scenario(
    "calls.relation.message",
    Behaviour.DEPENDENCY,
    Domain.CALLS,
    (
        'Text my {relation}: "{text}"',
        'Tell my {relation} by message "{text}"',
        'Look up my {relation} and send "{text}"',
        'Send my {relation} this: "{text}"',
        'My {relation} should get a text saying "{text}"',
        'Write "{text}" to my {relation}',
        'Could you message my {relation} for me? "{text}"',
        'SMS for my {relation}, "{text}"',
        '"{text}" - please text that to my {relation}',
        'I owe my {relation} a message. Send "{text}"',
        'Find out which contact is my {relation}, then text them "{text}"',
        'Shoot my {relation} a quick text: "{text}"',
        'Let my {relation} know: "{text}" (by SMS)',
    ),
)
def message_relation(draw: Draw) -> Plan:
    """The contact is named by relation only."""
    _, row = draw.pick([pair for pair in draw.rows("contacts") if pair[1]["relation"]])
    text = draw.pick(TEXTS)
    calls = (
        Call("search_contact", {"query": row["relation"]}),
        Call("send_message", {"phoneNumber": row["name"], "content": text}),
    )
    slots = {"relation": str(row["relation"]), "text": text}
    return Plan(slots, turns(*calls), f"Your message to {row['name']} is sent.")


@scenario(
    "calls.relation.call",
    Behaviour.DEPENDENCY,
    Domain.CALLS,
    (
        "Call my {relation}",
        "Get my {relation} on the line",
        "I have to speak to my {relation}, dial please",
        "Ring my {relation}",
        "Phone my {relation} for me",
        "Search the contacts for my {relation} and call",
        "It's urgent, put me through to my {relation}",
        "Time to phone my {relation} - start the call",
        "Would you dial my {relation}?",
        "Start a phone call to my {relation}",
        "Please connect me to my {relation} right now",
        "I don't remember the number, but call my {relation}",
    ),
)
def call_relation(draw: Draw) -> Plan:
    """A call to a contact named by relation only."""
    _, row = draw.pick([pair for pair in draw.rows("contacts") if pair[1]["relation"]])
    calls = (Call("search_contact", {"query": row["relation"]}), Call("make_call", {"phoneNumber": row["name"]}))
    return Plan({"relation": str(row["relation"])}, turns(*calls), f"Calling {row['name']}.")


@scenario(
    "time.alarm.before_event",
    Behaviour.DEPENDENCY,
    Domain.TIME,
    (
        "Set an alarm {lead} minutes before {title}",
        "Wake me {lead} minutes ahead of {title}",
        "I need an alarm {lead} minutes before {title} starts",
        "Check when {title} is and put an alarm {lead} minutes earlier",
        "{title} is in my calendar. Alarm {lead} minutes before it, please",
        "Look at the calendar for {title} and ring {lead} minutes before",
        "So that I'm on time for {title}, set the alarm {lead} minutes before the start",
        "Let an alarm go off {lead} minutes before my {title}",
        "It takes me {lead} minutes to get to {title}, so set an alarm for when I must leave",
        "alarm = start of {title} minus {lead} minutes",
        "Can you find {title} in the calendar and give me an alarm {lead} minutes prior?",
        "Don't let me be late for {title}: alarm {lead} minutes beforehand",
    ),
)
def alarm_before_event(draw: Draw) -> Plan:
    """An alarm at the start of an event less some minutes."""
    _, row = draw.row("events")
    lead = draw.pick((10, 15, 20, 30, 45, 60))
    time = later(str(row["time"]), -lead)
    if draw.rows("alarms", time=time):
        raise draw.skip("time is taken")
    calls = (
        Call("calendar_service", {"action": "query", "title": row["title"]}),
        Call("manage_alarm", {"action": "create", "time": time}),
    )
    say = f"{row['title']} starts at {row['time']}, so the alarm is set for {time}."
    slots = {"lead": str(lead), "title": str(row["title"])}
    return Plan(slots, turns(*calls), say, free=frozenset({"alarms.label"}))


@scenario(
    "travel.weather.if_rain",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "If {city} gets {sky} tomorrow, remind me to {chore} at {time}",
        "Check tomorrow's weather in {city}: in case of {sky}, set a reminder at {time} to {chore}",
        "Should the forecast for {city} tomorrow say {sky}, remind me at {time} to {chore}",
        "Remind me at {time} to {chore}, but only if {city} has {sky} tomorrow",
        "I'm in {city} tomorrow. With {sky} I have to {chore}, so set a {time} reminder in that case",
        "{sky} in {city} tomorrow? Then remind me to {chore} at {time}, otherwise do nothing",
        "Look up {city} tomorrow. When it's {sky}, I want a reminder at {time}: {chore}",
        "Only when {sky} is forecast for {city} tomorrow, remind me to {chore} at {time}",
        "Please see if there'll be {sky} in {city} tomorrow and, if so, remind me to {chore} at {time}",
        "Depending on {city}'s weather tomorrow: {sky} means a reminder at {time} to {chore}, else skip it",
        "In case {city} expects {sky} tomorrow, make a reminder for {time} saying {chore}",
        "Set the reminder {chore} for {time} provided that {city} sees {sky} tomorrow",
    ),
)
def weather_condition(draw: Draw) -> Plan:
    """A reminder only if the forecast says so; half of the time it does not."""
    key, row = draw.row("weather", day="tomorrow")
    sky, holds = draw.pick(("rain", "fog", "storm")), draw.rng.random() < 0.5
    actual = sky if holds else draw.pick(("sunny", "cloudy", "windy"))
    draw.state.set("weather", key, condition=actual)
    chore, time = draw.pick(CHORES), any_time(draw.rng, 7, 23)
    slots = {"city": str(row["city"]), "sky": sky, "chore": chore, "time": clock(draw.rng, time)}
    look = Call("query_weather", {"city": row["city"], "day": "tomorrow"})
    overrides = started(draw)
    if not holds:
        say = f"{row['city']} will be {actual} tomorrow, so I set no reminder."
        return Plan(slots, turns(look), say, Checker.TOOL_CALL, (reports(actual),), overrides=overrides)
    remind = Call("manage_schedule", {"action": "create", "title": chore, "time": time})
    say = f"{sky.capitalize()} is forecast in {row['city']}; I will remind you at {time}."
    return Plan(slots, turns(look, remind), say, overrides=overrides)


@scenario(
    "travel.health.if_few_steps",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "If I have fewer than {goal} steps today, set an alarm at {time}",
        "Check my steps: under {goal} today means an alarm for {time}",
        "Did I walk {goal} steps today? If not, alarm at {time}",
        "Set a {time} alarm, but only if today's steps are below {goal}",
        "Less than {goal} steps so far today? Then ring at {time} with an alarm",
        "My goal is {goal} steps a day. If I haven't reached it today, put an alarm at {time}",
        "Look at today's step count and make an alarm for {time} in case it's below {goal}",
        "When my steps today are under {goal}, I want an alarm at {time}; otherwise leave it",
        "Should today's steps not reach {goal}, create an alarm for {time}",
        "I only need the {time} alarm if I'm short of {goal} steps today. Check and decide",
        "Please read my step count for today, and if it is lower than {goal} set an alarm, {time}",
        "Unless I've already done {goal} steps today, give me an alarm at {time}",
    ),
)
def step_condition(draw: Draw) -> Plan:
    """An alarm only if today's steps fall short; half of the time they do not."""
    _, row = draw.row("health", dataType="steps", date=iso(draw))
    steps, time = int(str(row["value"])), any_time(draw.rng, 6, 23)
    if draw.rows("alarms", time=time):
        raise draw.skip("time is taken")
    holds = draw.rng.random() < 0.5
    goal = (steps // 500 + draw.rng.randrange(1, 9)) * 500 if holds else max(500, (steps // 500 - 1) * 500)
    look = Call("query_health_data", {"dataType": "steps", "date": "today"})
    slots = {"goal": str(goal), "time": clock(draw.rng, time)}
    if not holds:
        say, free = f"You already have {steps} steps, so I set no alarm.", frozenset({"query_health_data.date"})
        return Plan(slots, turns(look), say, Checker.TOOL_CALL, (reports(str(steps)),), free)
    ring = Call("manage_alarm", {"action": "create", "time": time})
    say = f"You have {steps} steps, fewer than {goal}; the alarm is set for {time}."
    return Plan(slots, turns(look, ring), say, free=frozenset({"alarms.label"}))


@scenario(
    "time.event.if_free",
    Behaviour.DEPENDENCY,
    Domain.TIME,
    (
        "If my calendar is empty on {date}, add {title} at {time} that day",
        "Put {title} at {time} on {date}, but only if nothing else is in the calendar that day",
        "Check {date}: when there are no events, schedule {title} for {time}",
        "Am I free on {date}? Then enter {title} at {time}",
        "Only in case {date} has no appointments, add {title} ({time}) to the calendar",
        "I'd like {title} on {date} at {time} if that whole day is still free in my calendar",
        "Have a look at my calendar for {date}; no events means you add {title} at {time}",
        "Provided that nothing is planned on {date}, book {title} for {time}",
        "{title} on {date}, {time}: add it to the calendar unless I already have something that day",
        "See whether {date} is free of events, and if it is, create {title} at {time}",
        "Should {date} be unplanned so far, put {title} in at {time}, otherwise tell me what's on",
        "Is there any event on {date}? If there is none, make one: {title} at {time}",
    ),
)
def event_if_free(draw: Draw) -> Plan:
    """An event only on an empty day; half of the time something is on."""
    busy = draw.rng.random() < 0.5
    date = iso(draw, draw.rng.randrange(0, 5) if busy else draw.rng.randrange(1, 12))
    found = [str(row["title"]) for _, row in draw.rows("events", date=date)]
    if busy != bool(found) or len(found) > 2:
        raise draw.skip("day does not fit")
    title, time = draw.pick(TITLES), any_time(draw.rng, 7, 21)
    slots = {"date": date, "title": title, "time": clock(draw.rng, time)}
    look = Call("calendar_service", {"action": "query", "date": date})
    if busy:
        say = f"That day you have {' and '.join(found)}, so I added nothing."
        return Plan(slots, turns(look), say, Checker.TOOL_CALL, (reports(*found),))
    add = Call("calendar_service", {"action": "create", "title": title, "date": date, "time": time})
    return Plan(slots, turns(look, add), f"{date} is free; {title} is added at {time}.")


@scenario(
    "utilities.calculate_note",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Calculate {sum} and save the result in the note {title}",
        "Add the result of {sum} to my note {title}",
        "What's {sum}? Append it to the note {title}",
        "Work out {sum}, then put the number at the end of my {title} note",
        "In my {title} note I need the value of {sum} added",
        "Compute {sum} and append the outcome to {title} in my notes",
        "My {title} note should also contain what {sum} comes to",
        "note {title}: append result of {sum}",
        "Use the calculator for {sum} and add what you get to the note called {title}",
        "Please figure out {sum} and write the result into the existing note {title} after the rest",
        "Extend {title} (a note) by the result of {sum}",
        "First solve {sum}, second append that number to my note {title}",
    ),
)
def calculate_note(draw: Draw) -> Plan:
    """A result goes into an existing note."""
    _, row = draw.row("notes")
    text = expression(draw)
    result = plain(evaluate(text))
    calls = (
        Call("calculate_expression", {"expression": text}),
        Call("manage_note", {"action": "append", "title": row["title"], "content": result}),
    )
    slots = {"sum": text, "title": str(row["title"])}
    return Plan(slots, turns(*calls), f"{text} is {result}; it is in the note {row['title']}.")


@scenario(
    "utilities.currency_note",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Convert {amount} {source} to {target} and note the converted amount in {title}",
        "How much is {amount} {source} in {target}? Append just the number to the note {title}",
        "Add the {target} value of {amount} {source} to my {title} note",
        "My note {title} needs the price: {amount} {source} in {target}. Append the number",
        "Get me {amount} {source} in {target} and put that figure at the end of {title} in my notes",
        "note {title}: append {amount} {source} as {target}, number only",
        "Exchange {amount} {source} into {target} on paper and add the figure to the {title} note",
        "I want the amount in {target} for {amount} {source} appended to the note named {title}",
        "Look up what {amount} {source} make in {target}, then append the result to {title}",
        "Please extend the note {title} with the {target} equivalent of {amount} {source}",
        "Write into the note {title}, after what's there, how many {target} I get for {amount} {source}",
        "Turn {amount} {source} to {target}; the number belongs in my note {title}, append it",
    ),
)
def currency_note(draw: Draw) -> Plan:
    """A converted amount goes into an existing note."""
    _, row = draw.row("notes")
    source, target = draw.rng.sample(sorted(RATES), 2)
    amount = draw.rng.randrange(3, 900)
    result = str((exchange(draw.phone, float(amount), source, target).data or {})["result"])
    calls = (
        Call("convert_currency", {"amount": amount, "fromCurrency": source, "toCurrency": target}),
        Call("manage_note", {"action": "append", "title": row["title"], "content": result}),
    )
    slots = {"amount": str(amount), "source": source, "target": target, "title": str(row["title"])}
    return Plan(slots, turns(*calls), f"{amount} {source} are {result} {target}; noted in {row['title']}.")


@scenario(
    "travel.place.navigate",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "Take me to the nearest {category}",
        "Navigate to the closest {category}",
        "I need a {category} fast, guide me to the nearest one",
        "Find the nearest {category} and start navigation",
        "Drive me to whichever {category} is closest",
        "Directions to the closest {category} please",
        "Search for a {category} around here and navigate to the nearest",
        "Which {category} is nearest? Lead me there",
        "Nearest {category}, go, start the route",
        "Bring me by the shortest way to a {category}: the nearest, with navigation",
        "Start the navigation to a {category}, I don't care which, just the closest",
        "Look up where the next {category} is (by distance) and get me going there",
    ),
)
def navigate_nearest(draw: Draw) -> Plan:
    """Navigation to the nearest place of a category, by car."""
    category = draw.pick(CATEGORIES)
    best = min((row for _, row in draw.rows("places", category=category)), key=lambda row: float(str(row["km"])))
    calls = (
        Call("search_place", {"category": category}),
        Call("navigation_service", {"action": "start", "destination": best["name"]}),
    )
    slots = {"category": category.replace("_", " ")}
    say = f"Navigation to {best['name']} has started, {best['km']} km."
    return Plan(slots, turns(*calls), say, free=frozenset({"navigation.mode"}))


@scenario(
    "calls.log.call_back",
    Behaviour.DEPENDENCY,
    Domain.CALLS,
    (
        "Call back the last person whose call I missed",
        "Return my most recent missed call",
        "Who rang last without me answering? Call them back",
        "Ring back whoever I missed last",
        "Somebody called and I didn't pick up, phone that person (the newest missed call)",
        "Check the missed calls and dial the latest one",
        "Please return the latest missed call",
        "I missed a call just now, ring that caller back",
        "Look for the newest missed call and call them",
        "Dial the most recent caller that I missed",
        "Get back to the last missed caller by phone",
        "missed call -> call back the newest",
    ),
)
def call_back(draw: Draw) -> Plan:
    """A call to the newest missed caller."""
    found = sorted((row for _, row in draw.rows("calls", type="missed")), key=lambda row: str(row["time"]))
    if len({str(row["time"]) for row in found}) < len(found):
        raise draw.skip("two at one time")
    last = found[-1]
    calls = (Call("query_call_log", {"callType": "missed"}), Call("make_call", {"phoneNumber": last["name"]}))
    return Plan({}, turns(*calls), f"Calling {last['name']} back.")


@scenario(
    "calls.message.reply_newest",
    Behaviour.DEPENDENCY,
    Domain.CALLS,
    (
        'Reply "{text}" to my newest message',
        'Answer whoever texted me last with "{text}"',
        'Send "{text}" back to the sender of the latest message',
        'Who wrote last? Text them "{text}"',
        'Check my messages and answer the most recent one: "{text}"',
        'The latest text I got deserves an answer, write "{text}"',
        'Respond to the newest SMS with "{text}"',
        'Look at the last message I received and reply "{text}"',
        '"{text}" is my answer to the most recent text, send it',
        'Write back to the person who messaged me last: "{text}"',
        'Please reply to the top message in my inbox, saying "{text}"',
        'Find the newest message and send its sender "{text}"',
    ),
)
def reply_newest(draw: Draw) -> Plan:
    """A text to the sender of the newest message."""
    found = sorted((row for _, row in draw.rows("messages")), key=lambda row: str(row["time"]))
    if len({str(row["time"]) for row in found}) < len(found):
        raise draw.skip("two at one time")
    last, text = found[-1], draw.pick(TEXTS)
    calls = (Call("query_messages"), Call("send_message", {"phoneNumber": last["name"], "content": text}))
    return Plan({"text": text}, turns(*calls), f"I answered {last['name']}.")


@scenario(
    "utilities.note.forward",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Send {name} what's in my note {title}",
        "Text the content of the note {title} to {name}",
        "Forward my {title} note to {name} as a message",
        "{name} needs my note {title}, text it",
        "Read the note {title} and message exactly that text to {name}",
        "Share the text of the note {title} with {name} by SMS",
        "Copy my {title} note into a message for {name} and send it",
        "Look up {title} in my notes and text {name} the content, nothing else",
        "Let {name} have the text of my note {title} (send a message)",
        "Message to {name}: the content of the note called {title}",
        "Can you pass my note {title} on to {name} in a text?",
        "Open the {title} note and send its words to {name}",
    ),
)
def forward_note(draw: Draw) -> Plan:
    """A note's content becomes a message."""
    (_, note), (_, person) = draw.row("notes"), draw.row("contacts")
    calls = (
        Call("manage_note", {"action": "query", "title": note["title"]}),
        Call("send_message", {"phoneNumber": person["name"], "content": note["content"]}),
    )
    slots = {"name": str(person["name"]), "title": str(note["title"])}
    return Plan(slots, turns(*calls), f"I sent {person['name']} the note {note['title']}.")


@scenario(
    "utilities.shopping.if_absent",
    Behaviour.DEPENDENCY,
    Domain.UTILITIES,
    (
        "Check my shopping list; if {item} isn't there, add it",
        "Is {item} on my shopping list? If not, put it on",
        "Make sure {item} is on the shopping list, look first",
        "Look whether I've listed {item} for shopping and add it when missing",
        "If the shopping list doesn't have {item} yet, add {item}",
        "Add {item} to the list of things to buy unless it's already on it",
        "I can't recall if {item} is on the shopping list. Check, and add it if needed",
        "See if {item} is among the things to buy, otherwise add it",
        "Only add {item} to the shopping list if it's not on there already",
        "shopping list: {item} there? else add",
        "Please look at the shopping list and include {item} in case I forgot it",
        "Have I got {item} on the shopping list? When it's missing, write it down there",
    ),
)
def add_if_absent(draw: Draw) -> Plan:
    """An item is added only if the list lacks it; half of the time it is there."""
    look = Call("manage_shopping_list", {"action": "query"})
    if draw.rng.random() < 0.5:
        _, row = draw.row("shopping_items")
        item = str(row["item"])
        say = f"Already there: {item} is on your list."
        return Plan({"item": item}, turns(look), say, Checker.TOOL_CALL, (reports(item),))
    item = draw.pick(GOODS)
    add = Call("manage_shopping_list", {"action": "add", "item": item})
    return Plan({"item": item}, turns(look, add), f"It was missing, so I added {item}.")

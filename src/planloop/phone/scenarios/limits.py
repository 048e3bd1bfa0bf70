"""Scenarios at the limits: something is missing, ambiguous, refused, taken or broken, and the planner must cope."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, SayCriterion, SayKind
from planloop.contract.feedback import ErrorType
from planloop.contract.task import Fault, Override
from planloop.phone.apps.calculator import convert_unit as measure
from planloop.phone.apps.people import LAST
from planloop.phone.apps.translation import PHRASES
from planloop.phone.scenario import Call, Draw, Plan, asks, parts, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import given, started
from planloop.phone.scenarios.pools import ALLOWED, MINUTES, TEXTS, TITLES, WHO, spoken_name, stranger
from planloop.phone.scenarios.travel import navigating
from planloop.phone.speech import clock

LANGUAGES = ("Finnish", "Korean", "Swahili", "Hungarian", "Icelandic", "Thai", "Welsh", "Basque", "Zulu", "Tamil")


@scenario(
    "time.event.missing_time",
    Behaviour.BOUNDARY,
    Domain.TIME,
    (
        "Put {title} in my calendar tomorrow",
        "Add {title} to the calendar for tomorrow",
        "I have {title} tomorrow, enter it in the calendar",
        "Create a calendar event for {title} tomorrow",
        "Tomorrow there's {title}, please schedule it",
        "Can you note {title} in my calendar? It's tomorrow",
        "Calendar entry tomorrow: {title}",
        "New appointment tomorrow, {title}",
        "Save {title} as an event for tomorrow",
        "Don't forget {title} tomorrow, it should be in my calendar",
        "Block some time in my calendar tomorrow for {title}",
        "Schedule {title} tomorrow in the calendar",
    ),
)
def event_without_time(draw: Draw) -> Plan:
    """The time is missing: ask for it, write nothing."""
    title = draw.pick(TITLES)
    say = f"At what time is {title} tomorrow?"
    wanted = (asks("time", "when", "hour"),)
    return Plan({"title": title}, (), say, Checker.BEHAVIOUR, wanted, distractors=("calendar_service",))


@scenario(
    "time.alarm.missing_time",
    Behaviour.BOUNDARY,
    Domain.TIME,
    (
        "Set an alarm",
        "Please create a new alarm for me",
        "I need an alarm",
        "Can you wake me up?",
        "Add an alarm to my phone",
        "Put in a new alarm, please",
        "Make an alarm",
        "I want to be woken up, set an alarm for that",
        "Could you set up an alarm for me?",
        "New alarm please",
        "alarm please",
        "Let's add one more alarm",
    ),
)
def alarm_without_time(draw: Draw) -> Plan:
    """The time is missing: ask for it."""
    say = "For what time should I set the alarm?"
    return Plan({}, (), say, Checker.BEHAVIOUR, (asks("time", "when", "hour"),), distractors=("manage_alarm",))


@scenario(
    "calls.message.missing_content",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        "Send {name} a message",
        "Text {name}",
        "Write a text to {name}",
        "I'd like to message {name}",
        "Can you send an SMS to {name}?",
        "Drop {name} a line",
        "New message to {name}",
        "Please send a text message to {name} for me",
        "Message {name} please",
        "I have to text {name}, do that for me",
        "Shoot {name} a text",
        "Compose an SMS for {name} and send it",
    ),
)
def message_without_content(draw: Draw) -> Plan:
    """The text is missing: ask for it."""
    _, row = draw.row("contacts")
    name = spoken_name(draw, row)
    say = f"What should the message to {name} say?"
    content = ("message", "text", "say", "write", "tell", "content", "wording")
    asking = ("what", "which", "content", "wording", "give", "provide", "tell")
    criteria = (SayCriterion(say=SayKind.ASK, mentions=(content, asking)),)
    return Plan({"name": name}, (), say, Checker.BEHAVIOUR, criteria, distractors=("send_message",))


@scenario(
    "calls.message.missing_recipient",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        'Send the message "{text}"',
        'Text this for me: "{text}"',
        'I want to send an SMS: "{text}"',
        'Write a text saying "{text}"',
        'Please send this as a message: "{text}"',
        'New SMS, "{text}"',
        'Can you text "{text}" for me?',
        'Message: "{text}". Send it',
        '"{text}" - send that by SMS',
        'Shoot off a text that says "{text}"',
        'I need this sent as a text: "{text}"',
        'Send out "{text}" as a text message',
    ),
)
def message_without_recipient(draw: Draw) -> Plan:
    """The recipient is missing: ask for it."""
    criteria = (asks(*WHO),)
    say = "Who should get the message?"
    return Plan({"text": draw.pick(TEXTS)}, (), say, Checker.BEHAVIOUR, criteria, distractors=("send_message",))


@scenario(
    "calls.call.ambiguous",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        "Call {name}",
        "Ring {name} please",
        "I need to talk to {name}, call now",
        "Give {name} a ring",
        "Dial {name} for me",
        "Phone {name}",
        "Can you get {name} on the phone?",
        "Start a call to {name}",
        "Put a call through to {name}",
        "Let me speak to {name} on the phone",
        "Connect me with {name}",
        "Place a phone call to {name} right now",
    ),
)
def ambiguous_contact(draw: Draw) -> Plan:
    """Two contacts share the first name: ask which, naming both."""
    _, row = draw.row("contacts")
    first, last = str(row["name"]).split()
    other = draw.pick([name for name in LAST if name != last])
    twin = f"{first} {other}"
    given(draw, "add_contact", name=twin, phoneNumber=f"555-{draw.rng.randrange(1000, 10000)}")
    say = f"Which one, {row['name']} or {twin}?"
    looked = tried(tries("search_contact", query=first), tries("make_call", phoneNumber=first))
    criteria = (looked, SayCriterion(say=SayKind.ASK, mentions=((last,), (other,))))
    look = Call("search_contact", {"query": first})
    slots, overrides = {"name": first}, started(draw)
    tempting = ("make_call",)
    return Plan(slots, turns(look), say, Checker.BEHAVIOUR, criteria, overrides=overrides, distractors=tempting)


@scenario(
    "calls.call.unknown",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        "Call {name}",
        "Please phone {name}",
        "Ring {name} for me",
        "I'd like to speak with {name}, start the call",
        "Dial {name} now",
        "Get {name} on the line please",
        "Give {name} a call",
        "Start a phone call with {name}",
        "Can you call {name} for me?",
        "Connect me to {name}",
        "Place a call to {name}",
        "Time to ring {name}, go ahead",
    ),
)
def unknown_contact(draw: Draw) -> Plan:
    """Nobody of that name: say so, call nobody."""
    name = stranger(draw)
    say = f"I cannot call {name}: there is no such contact."
    looked = tried(tries("make_call", phoneNumber=name), tries("search_contact", query=name))
    criteria = (looked, refuses(name.split()[0]))
    calls = (Call("make_call", {"phoneNumber": name}), Call("search_contact", {"query": name.split()[0]}))
    return Plan({"name": name}, turns(*calls), say, Checker.BEHAVIOUR, criteria)


@scenario(
    "travel.navigation.no_permission",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "Navigate to {place}",
        "Take me to {place}",
        "Start directions to {place}",
        "Guide me to {place} please",
        "I have to get to {place}, start navigation",
        "Show me the way to {place}, navigation on",
        "Route to {place}, go",
        "Lead me to {place}",
        "Turn on navigation, destination {place}",
        "Can you navigate me to {place}?",
        "Let's drive to {place}, start the route",
        "Bring me to {place} with the navigation",
    ),
)
def no_location(draw: Draw) -> Plan:
    """The location permission is not granted: report it."""
    _, row = draw.row("places")
    overrides = (Override(table="permissions", id="location", field="granted", value=False),)
    call = Call("navigation_service", {"action": "start", "destination": row["name"]})
    say = "I cannot navigate: the location permission is not granted."
    name = str(row["name"])
    started_it = tries("navigation_service", arguments={"action": "start"}, destination=name)
    about = ("location", "navigate", "navigation", "directions", "route", "gps", name, *parts(name))
    criteria = (tried(started_it, tries("search_place")), refuses(*ALLOWED, "location", about=about))
    return Plan({"place": name}, turns(call), say, Checker.BEHAVIOUR, criteria, overrides=overrides)


@scenario(
    "calls.contact.no_permission",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        "Tell me the digits of {name}'s number",
        "Look up {name} in my contacts",
        "Give me the number of {name}",
        "Find {name} in the address book and tell me the number",
        "I want to write down {name}'s number, look it up",
        "Which number does {name} have?",
        "Search for {name} in contacts, I need the number",
        "Can you tell me how to phone {name}? Just the number",
        "number for {name}?",
        "Do you have {name}'s phone number in the contacts?",
        "Read me {name}'s number from my contacts",
        "Please get the number saved for {name}",
    ),
)
def no_contacts(draw: Draw) -> Plan:
    """The contacts permission is not granted: report it."""
    _, row = draw.row("contacts")
    overrides = (Override(table="permissions", id="contacts", field="granted", value=False),)
    name = spoken_name(draw, row)
    say = "I cannot look: the contacts permission is not granted."
    call = Call("search_contact", {"query": name})
    about = ("contact", "contacts", "address book", "phone book", "number", *parts(str(row["name"])))
    looked = tried(tries("search_contact", query=f"{row['name']} {row['relation']}"))
    criteria = (looked, refuses(*ALLOWED, about=about))
    return Plan({"name": name}, turns(call), say, Checker.BEHAVIOUR, criteria, overrides=overrides)


@scenario(
    "time.countdown.replace",
    Behaviour.BOUNDARY,
    Domain.TIME,
    (
        "Start a {minutes} minute timer, replace one if it's running",
        "Timer for {minutes} minutes please, and stop any other countdown if needed",
        "I need a fresh {minutes} minute countdown, whatever runs now can go",
        "Count down {minutes} minutes. If a timer is on already, cancel it",
        "Set the timer to {minutes} minutes, dropping the current one if there is one",
        "Put {minutes} minutes on the timer, even if that ends another countdown",
        "New countdown: {minutes} minutes (overwrite the old one)",
        "Forget any running timer, start {minutes} minutes now",
        "Run a {minutes} minute timer in place of whatever is counting",
        "Begin a countdown of {minutes} minutes; a running one may be stopped",
        "Can you restart the timer with {minutes} minutes?",
        "Replace my timer by one of {minutes} minutes",
    ),
)
def replace_countdown(draw: Draw) -> Plan:
    """A countdown is running: the conflict is cured by stop, then start."""
    old, new = draw.rng.sample(MINUTES, 2)
    given(draw, "manage_countdown", action="start", minutes=old)
    start = Call("manage_countdown", {"action": "start", "minutes": new})
    calls = (start, Call("manage_countdown", {"action": "stop"}), start)
    say = f"I stopped the old countdown; {new} minutes are running."
    free = frozenset({"countdown.label"})
    return Plan({"minutes": str(new)}, turns(*calls), say, free=free, overrides=started(draw))


@scenario(
    "travel.navigation.replace",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "Navigate to {place} by car instead",
        "Change of destination: {place}, by car",
        "I'd rather go to {place} now, by car, reroute me",
        "Forget the current route, take me to {place} by car",
        "Drop where I'm going and drive me to {place}",
        "New destination, drive to {place}",
        "Switch the navigation to {place}, still driving",
        "Not there any more, drive to {place} please",
        "Redirect the navigation to {place}, by car",
        "End this route if you must, I need to drive to {place}",
        "Replace my destination with {place} (by car)",
        "Plans changed, navigation by car to {place}",
    ),
)
def replace_navigation(draw: Draw) -> Plan:
    """Navigation is running: the conflict is cured by stop, then start."""
    (_, old), (_, new) = draw.rng.sample(draw.rows("places"), 2)
    start = Call("navigation_service", {"action": "start", "destination": new["name"], "mode": "drive"})
    calls = (start, Call("navigation_service", {"action": "stop"}), start)
    say = f"The old route is stopped; now navigating to {new['name']}."
    return Plan({"place": str(new["name"])}, turns(*calls), say, overrides=navigating(str(old["name"]), "walk"))


@scenario(
    "utilities.unit.short_name",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Convert {value} {source} to {target}",
        "How many {target} is {value} {source}",
        "{value} {source} in {target}?",
        "What's {value} {source} in {target}",
        "I've got {value} {source}, tell me that in {target}",
        "{value} {source} -> {target}",
        "Turn {value} {source} into {target}, please",
        "The label reads {value} {source}. How much is it in {target}?",
        "Give me {target} for {value} {source}",
        "If it's {value} {source}, what would it be in {target}?",
        "Unit converter: {value} {source} to {target}",
        "Please change {value} {source} to {target}",
    ),
)
def short_unit(draw: Draw) -> Plan:
    """The tool refuses the short name and offers the full one: retry with it."""
    source, target, short = draw.pick(
        (
            ("miles", "kilometers", "km"), ("pounds", "kilograms", "kg"), ("feet", "meters", "m"),
            ("inches", "centimeters", "cm"), ("kilometers", "miles", "mi"), ("ounces", "grams", "g"),
            ("kilograms", "pounds", "lbs"), ("gallons", "liters", "l"), ("cups", "milliliters", "ml"),
        )
    )  # fmt: skip
    value = draw.rng.randrange(2, 300)
    result = str((measure(draw.phone, float(value), source, target).data or {})["result"])
    calls = [Call("convert_unit", {"value": value, "fromUnit": source, "toUnit": unit}) for unit in (short, target)]
    free = frozenset({"convert_unit.fromUnit", "convert_unit.toUnit"})
    say = f"{value} {source} are {result} {target}."
    slots = {"value": str(value), "source": source, "target": short}
    return Plan(slots, turns(*calls), say, Checker.TOOL_CALL, (reports(result),), free)


@scenario(
    "utilities.translate.no_language",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        'How would I say "{phrase}" to someone from a place where they speak {language}?',
        'Translate "{phrase}" to {language}',
        'Do you know the {language} version of "{phrase}"?',
        '"{phrase}", but make it {language}',
        'I need the {language} for "{phrase}"',
        'Give me a {language} translation of "{phrase}"',
        'Put "{phrase}" into {language} for me',
        'My neighbour speaks {language}. How do I tell her "{phrase}"?',
        'Can you turn "{phrase}" into {language}?',
        'What are the {language} words for "{phrase}"?',
        'Use the translator: "{phrase}", {language}',
        'Say "{phrase}" in {language}',
    ),
)
def no_language(draw: Draw) -> Plan:
    """The language is not installed: say so, invent nothing."""
    phrase, language = draw.pick(sorted(PHRASES)), draw.pick(LANGUAGES)
    call = Call("text_translate", {"text": phrase, "targetLanguage": language})
    say = f"I cannot translate that: {language} is not installed."
    slots = {"phrase": phrase, "language": language}
    criteria = (tried(tries("text_translate", targetLanguage=language)), refuses(language))
    return Plan(slots, turns(call), say, Checker.BEHAVIOUR, criteria)


@scenario(
    "time.event.conflict",
    Behaviour.BOUNDARY,
    Domain.TIME,
    (
        "On {date} at {time} I have {title}, put it in the calendar",
        "Add {title} on {date}, {time}, to the calendar",
        "Please schedule {title}. The date is {date}, the time {time}",
        "I have {title} on {date} at {time}, please enter it in the calendar",
        "New calendar event: {title}, {date}, {time}",
        "Can you book {title} on {date} at {time} in my calendar?",
        "{title}, {date}, {time}: save it in the calendar",
        "Create an event on {date}: {title}, from {time}",
        "{date}, {time}, {title} -> calendar",
        "Please note {title} for {time} on {date} in my calendar",
        "They invited me to {title} on {date} at {time}. Add it to my calendar",
        "Make an appointment for {title}: {date}, {time}",
    ),
)
def event_conflict(draw: Draw) -> Plan:
    """Another event is there at that time: say which, change nothing."""
    _, row = draw.row("events")
    title = draw.pick(TITLES)
    arguments = {"title": title, "date": str(row["date"]), "time": str(row["time"])}
    call = Call("calendar_service", {"action": "create", **arguments})
    say = f"I cannot add it: {row['title']} is already at {row['time']}."
    slots = {**arguments, "time": clock(draw.rng, str(row["time"]))}
    looks = (tries("calendar_service", arguments={"action": action}) for action in ("create", "query"))
    return Plan(slots, turns(call), say, Checker.BEHAVIOUR, (tried(*looks), refuses(str(row["title"]))))


@scenario(
    "calls.message.blocked",
    Behaviour.BOUNDARY,
    Domain.CALLS,
    (
        'Text {name} "{text}", and unblock them if they are blocked',
        'Send {name} "{text}". If the number is blocked, lift the block',
        'Message {name}: "{text}" - you may unblock the contact for that',
        'I think I blocked {name}; anyway, text "{text}" and unblock if you have to',
        'Whatever it takes, unblocking included, text {name} "{text}"',
        'Write "{text}" to {name}, removing a block if there is one',
        'Unblock {name} when necessary and send this: "{text}"',
        'Could you text {name} "{text}"? In case of a block, take it away',
        'We made up, {name} and I. Send "{text}" and no more blocking',
        '{name} should get "{text}" by SMS; if blocked, unblock first',
        'SMS to {name}, "{text}", with unblocking if needed',
        'Please get "{text}" to {name} as a text, even if that means unblocking the number',
    ),
)
def blocked_contact(draw: Draw) -> Plan:
    """The contact is blocked: the conflict is cured by unblocking."""
    _, row = draw.row("contacts")
    given(draw, "block_number", action="block", phoneNumber=row["phone"])
    text = draw.pick(TEXTS)
    send = Call("send_message", {"phoneNumber": row["name"], "content": text})
    calls = (send, Call("block_number", {"action": "unblock", "phoneNumber": row["name"]}), send)
    say = f"{row['name']} is unblocked and your message is sent."
    return Plan({"name": str(row["name"]), "text": text}, turns(*calls), say, overrides=started(draw))


@scenario(
    "travel.weather.retry",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "Weather in {city} {day}?",
        "What's the forecast for {city} {day}",
        "Tell me the weather {day} in {city}",
        "How will it be in {city} {day}, weather-wise?",
        "I'd like the {city} forecast {day}",
        "Check what the weather does {day} in {city}",
        "{city} weather {day} please",
        "Do I need sunglasses {day} in {city}? Look at the forecast",
        "Look up {city} {day}: rain or sun?",
        "Can you get me the weather {day} for {city}?",
        "Forecast {city}, {day}",
        "Going to {city} {day}, what kind of weather is there?",
    ),
)
def weather_retry(draw: Draw) -> Plan:
    """The service fails once: try again, then report."""
    _, row = draw.row("weather")
    call = Call("query_weather", {"city": row["city"], "day": row["day"]})
    say = f"{row['city']} {row['day']}: {row['condition']}, {row['low']} to {row['high']} degrees."
    slots = {"city": str(row["city"]), "day": str(row["day"])}
    busy = "service is busy, try again"
    faults = (Fault(tool="query_weather", nth=1, error_type=ErrorType.UNAVAILABLE, message=busy),)
    free = frozenset({"query_weather.day"} if row["day"] == "today" else ())  # today is the default
    criteria = (reports(str(row["condition"])),)
    return Plan(slots, turns(call, call), say, Checker.TOOL_CALL, criteria, free, faults=faults)


@scenario(
    "utilities.beyond_the_phone",
    Behaviour.BOUNDARY,
    Domain.UTILITIES,
    (
        "Transfer {amount} euros to {name} from my bank account",
        "Pay {name} {amount} euros",
        "Send {name} {amount} euros from my account",
        "Make a bank transfer of {amount} euros to {name}",
        "I owe {name} {amount} euros, pay it back for me",
        "Wire {amount} euros to {name} please",
        "Can you move {amount} euros to {name}'s account?",
        "Settle my debt with {name}: {amount} euros, from my bank",
        "Give {name} {amount} euros by bank transfer",
        "Use my banking to pay {amount} euros to {name}",
        "Let's transfer {amount} euros to {name} now",
        "{name} should receive {amount} euros from my bank account",
    ),
)
def beyond(draw: Draw) -> Plan:
    """No tool moves money: refuse, do nothing."""
    _, row = draw.row("contacts")
    slots = {"amount": str(draw.rng.randrange(5, 400)), "name": spoken_name(draw, row)}
    say = "I cannot transfer money on this phone."
    tempting = ("convert_currency", "send_message")
    payment = ("money", "transfer", "transferring", "pay", "paying", "payment", "bank", "banking", "euro", "funds")
    return Plan(slots, (), say, Checker.BEHAVIOUR, (refuses(*payment),), distractors=tempting)

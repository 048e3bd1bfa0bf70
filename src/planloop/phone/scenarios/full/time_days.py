"""Time Management of the full phone: sums of dates, the time elsewhere, free hours, birthdays."""

from __future__ import annotations

from datetime import date, timedelta

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.record import JsonObject
from planloop.phone.apps.clock import CITY_HOURS
from planloop.phone.scenario import Call, Draw, Plan, parts, refuses, reports, scenario, tried, tries, turns
from planloop.phone.scenarios.past import past, started
from planloop.phone.scenarios.pools import TITLES, iso, later, spoken_name
from planloop.phone.speech import any_time, clock


def _workdays_after(begin: date, count: int) -> date:
    """The day that is so many Mondays to Fridays later."""
    day = begin
    while count:
        day += timedelta(days=1)
        count -= day.weekday() < 5
    return day


def _free(draw: Draw, day: str) -> list[tuple[int, int]]:
    """Gaps of an hour or more between 8 and 18 o'clock, as minutes since midnight."""
    begin, gaps = 480, []
    rows = sorted(_minutes(str(r["time"])) for _, r in draw.rows("events", date=day))
    for busy in [*rows, 1080]:
        if min(busy, 1080) - begin >= 60:
            gaps.append((begin, min(busy, 1080)))
        begin = max(begin, busy + 60)
    return gaps


def _minutes(time: str) -> int:
    return int(time[:2]) * 60 + int(time[3:])


def _clock(minutes: int) -> str:
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


@scenario(
    "time.date.until",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "How many days are there until {day}?",
        "Count the days from today to {day}",
        "Days left till {day}?",
        "I'm counting down to {day}. How many days is that from today?",
        "How far away is {day}, in days?",
        "Tell me how many days I still have before {day}",
        "Work out the number of days between today and {day}",
        "The deadline is {day}, how many days does that leave me?",
        "today to {day} = how many days",
        "Could you compute how many days it takes until {day}?",
        "My holiday begins on {day}; how many days do I have to wait?",
        "By how many days is {day} ahead of us?",
    ),
    joinable=True,
)
def date_until(draw: Draw) -> Plan:
    """A date some weeks or months ahead."""
    ahead = draw.rng.randrange(21, 330)
    day = iso(draw, ahead)
    call = Call("calculate_date", {"date": "today", "toDate": day})
    free, wanted = frozenset({"calculate_date.date"}), (reports(str(ahead)),)
    return Plan({"day": day}, turns(call), f"It is {ahead} days until {day}.", Checker.TOOL_CALL, wanted, free)


@scenario(
    "time.date.workdays",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "What date is {count} workdays after {day}?",
        "Add {count} working days to {day} and tell me the date",
        "A delivery takes {count} workdays from {day}. Which date will it be?",
        "{count} business days from {day}, when is that?",
        "Starting {day}, on which date are {count} working days over?",
        "I ordered on {day}; they need {count} workdays. What's the date then?",
        "Which day do I get when I count {count} workdays on from {day}?",
        "The notice runs {count} working days from {day}, give me the end date",
        "{day} + {count} workdays = ?",
        "Can you tell me the date {count} weekdays after {day}, weekends don't count?",
        "Leaving out Saturdays and Sundays, what is {count} days past {day}?",
        "My boss gave me {count} business days counted from {day}. Until which date?",
    ),
    joinable=True,
)
def date_workdays(draw: Draw) -> Plan:
    """Workdays from a date onwards."""
    day, count = iso(draw, draw.rng.randrange(2, 40)), draw.rng.randrange(6, 60)
    found = _workdays_after(date.fromisoformat(day), count).isoformat()
    call = Call("calculate_date", {"date": day, "amount": count, "unit": "workdays"})
    slots, say = {"day": day, "count": str(count)}, f"That is {found}."
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(found),))


@scenario(
    "time.date.into_calendar",
    Behaviour.DEPENDENCY,
    Domain.TIME,
    (
        "Put {title} in my calendar at {time}, {count} workdays after {day}",
        "Work out which date is {count} working days from {day} and enter {title} there at {time}",
        "{title} has to be {count} business days after {day}, {time}. Schedule it in the calendar",
        "Find the day {count} workdays past {day}; on it I have {title} at {time}, add that",
        "Calendar entry {title}: {count} working days after {day}, {time}",
        "In {count} workdays counted from {day} there's {title} at {time}. Please note it in the calendar",
        "Compute {day} plus {count} weekdays, then make an event {title} at {time} on that date",
        "I'm due for {title} exactly {count} working days after {day}, at {time}; into the calendar with it",
        "event {title}, {time}, date = {day} + {count} workdays",
        "Could you book {title} for {time} on the date that lies {count} business days after {day}?",
        "Skip weekends, go {count} days on from {day}, and add {title} at {time} there",
        "When {count} workdays have passed since {day}, {title} takes place at {time}. Add the event",
    ),
)
def date_into_calendar(draw: Draw) -> Plan:
    """The date must be worked out before the event can be made."""
    day, count = iso(draw, draw.rng.randrange(1, 20)), draw.rng.randrange(6, 30)
    found = _workdays_after(date.fromisoformat(day), count).isoformat()
    title, time = draw.pick(TITLES), any_time(draw.rng, 8, 20)
    if draw.rows("events", date=found):
        raise draw.skip("the day has events")
    look = Call("calculate_date", {"date": day, "amount": count, "unit": "workdays"})
    act = Call("calendar_service", {"action": "create", "title": title, "date": found, "time": time})
    slots = {"title": title, "time": clock(draw.rng, time), "count": str(count), "day": day}
    return Plan(slots, turns(look, act), f"{title} is in your calendar on {found} at {time}.")


@scenario(
    "time.zone.convert",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "When it's {time} in {here}, what time is it in {there}?",
        "Convert {time} {here} time to {there} time",
        "My call is at {time} in {here}. What does the clock in {there} show then?",
        "{time} in {here} is what in {there}?",
        "They say {time}, and they sit in {here}; I'm in {there} then. What's that for me?",
        "What is {time} of {here} in {there}?",
        "Tell me the {there} time that equals {time} in {here}",
        "A match starts at {time} in {here}, when is that in {there}?",
        "{here} {time} -> {there}?",
        "Could you translate {time} from {here}'s time zone into that of {there}?",
        "If a colleague in {here} finishes at {time}, which time do people in {there} have?",
        "I land in {here} at {time}. What time will my family in {there} have at that moment?",
    ),
    joinable=True,
)
def zone_convert(draw: Draw) -> Plan:
    """Two cities whose clocks differ."""
    here, there = draw.rng.sample(tuple(CITY_HOURS), 2)
    ahead = CITY_HOURS[there] - CITY_HOURS[here]
    if not ahead:
        raise draw.skip("the same time")
    time = any_time(draw.rng)
    found = later(time, ahead * 60)
    call = Call("convert_time_zone", {"time": time, "toCity": there, "fromCity": here})
    slots = {"time": time, "here": here, "there": there}
    say = f"{time} in {here} is {found} in {there}."
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(found),), distractors=("query_world_clock",))


@scenario(
    "time.free.first",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "When do I have my first free hour {day}?",
        "What's the earliest gap of an hour in my calendar {day}?",
        "I wonder about my plans {day}: from when on am I free for an hour?",
        "First free slot {day}, at least an hour?",
        "Someone wants to see me for an hour {day}. When is the earliest I could?",
        "Find the first hour {day} in which I have nothing between 8 and 18",
        "Is there an hour free {day}, and when does the first one begin?",
        "Tell me the beginning of my first open hour {day}",
        "free hour {day}? the first pls",
        "At what time {day} does my calendar first leave an hour open?",
        "Could you see when I'm first available for an hour {day}?",
        "I need an hour for the gym {day}, what's my earliest gap during the day?",
    ),
    joinable=True,
)
def free_first(draw: Draw) -> Plan:
    """The day has events, so that the gap has to be looked up."""
    ahead = draw.rng.randrange(1, 5)
    day = iso(draw, ahead)
    gaps = _free(draw, day)
    if not draw.rows("events", date=day) or not gaps:
        raise draw.skip("nothing that day, or no gap")
    begin = _clock(gaps[0][0])
    call = Call("query_free_time", {"date": day})
    spoken = "tomorrow" if ahead == 1 else f"on {day}"
    say = f"Your first free hour {spoken} begins at {begin}."
    free = frozenset({"query_free_time.date"}) if ahead == 1 else frozenset()
    return Plan({"day": spoken}, turns(call), say, Checker.TOOL_CALL, (reports(begin),), free)


@scenario(
    "time.free.book",
    Behaviour.DEPENDENCY,
    Domain.TIME,
    (
        "Put {title} into my first free hour on {day}",
        "Find the earliest hour I'm free on {day} and schedule {title} then",
        "{title} should go in the first gap of an hour on {day}",
        "Look for my first open hour on {day}, that's when {title} goes in the calendar",
        "On {day} I want {title} as early as my calendar has an hour free",
        "Calendar: {title} on {day}, at the first free hour of the day",
        "I need an hour for {title} on {day}; take the first one that's open",
        "Check my free time on {day} and use the start of the first free hour for {title}",
        "{title}, {day}, first free hr",
        "Could you squeeze {title} in on {day} at the earliest hour that's free?",
        "Please see where an hour is free on {day} and add {title} at the first such time",
        "Whenever I'm first free for an hour on {day}, book {title}",
    ),
)
def free_book(draw: Draw) -> Plan:
    """The event begins where the first gap does."""
    day = iso(draw, draw.rng.randrange(1, 5))
    gaps = _free(draw, day)
    if not draw.rows("events", date=day) or not gaps:
        raise draw.skip("nothing that day, or no gap")
    title, begin = draw.pick(TITLES), _clock(gaps[0][0])
    look = Call("query_free_time", {"date": day})
    act = Call("calendar_service", {"action": "create", "title": title, "date": day, "time": begin})
    say = f"{title} is in your calendar on {day} at {begin}."
    return Plan({"title": title, "day": day}, turns(look, act), say)


@scenario(
    "time.birthday.save",
    Behaviour.GROUNDING,
    Domain.TIME,
    (
        "{contact} was born on {day}, save that birthday",
        "Save {day} as the birthday of {contact}",
        "Birthday of {contact}: {day}",
        "I always forget when {contact} was born. It's {day}, keep it with the birthdays",
        "Please store the date of birth of {contact}, {day}",
        "Put {contact} in my birthdays with {day}",
        "Let the phone know that {contact}'s date of birth is {day}",
        "Can you enter {day} as {contact}'s birthday?",
        "bday {contact} {day}",
        "For {contact} the birthday list should have {day}",
        "Add to the birthdays: {contact}, born {day}",
        "{contact} came into the world on {day}; remember this as the birthday in the list",
    ),
    joinable=True,
)
def birthday_save(draw: Draw) -> Plan:
    """A contact whose birthday is not known."""
    row = draw.pick([r for k, r in draw.rows("contacts") if draw.state.get("birthdays", k) is None])
    year, month = draw.phone.now.year - draw.rng.randrange(8, 80), draw.rng.randrange(1, 13)
    day, name = f"{year}-{month:02d}-{draw.rng.randrange(1, 29):02d}", spoken_name(draw, row)
    call = Call("manage_birthdays", {"action": "set", "contactName": name, "date": day})
    slots = {"contact": name, "day": day}
    return Plan(slots, turns(call), f"The birthday of {name} is saved: {day}.", distractors=("manage_note",))


def _next(draw: Draw, born: str) -> date:
    """The day on which a birthday comes next."""
    day, today = date.fromisoformat(born), draw.phone.now.date()
    if (day.month, day.day) == (2, 29):
        raise draw.skip("born on 29 February")
    this_year = day.replace(year=today.year)
    return this_year if this_year >= today else day.replace(year=today.year + 1)


def _coming(draw: Draw) -> tuple[JsonObject, date]:
    """The contact whose birthday is next, and the day; skips where two share it."""
    found = [(r, str(b["date"])) for k, r in draw.rows("contacts") if (b := draw.state.get("birthdays", k))]
    days = sorted(((_next(draw, born), index) for index, (_, born) in enumerate(found)))
    if len(days) < 2 or days[0][0] == days[1][0]:
        raise draw.skip("no birthdays, or two on one day")
    return found[days[0][1]][0], days[0][0]


@scenario(
    "time.birthday.remind_next",
    Behaviour.DEPENDENCY,
    Domain.TIME,
    (
        "Whose birthday is next? Remind me of it {ahead} days before",
        "Set a birthday reminder for whoever of my contacts has the next one, {ahead} days ahead",
        "Look up the next birthday coming up and remind me {ahead} days earlier so I can buy a gift",
        "{ahead} days before the next birthday in my contacts I want a reminder",
        "See who is next to have a birthday, then a reminder for it {ahead} days beforehand",
        "I never think of presents in time. Take the nearest upcoming birthday and remind me {ahead} days before it",
        "Next birthday on the list: remind me {ahead} days in advance",
        "Which of my contacts celebrates next? I need a birthday reminder {ahead} days prior",
        "next bday -> reminder {ahead} days before",
        "Could you find the next birthday and add its reminder {ahead} days ahead of the day?",
        "Please have a reminder come up {ahead} days before the birthday that's next",
        "The person with the very next birthday deserves a card. Remind me {ahead} days before it",
    ),
)
def birthday_remind_next(draw: Draw) -> Plan:
    """Who it is stands in the list of the coming ones."""
    row, day = _coming(draw)
    ahead = draw.rng.randrange(2, 8)
    if (day - draw.phone.now.date()).days <= ahead:
        raise draw.skip("too soon")
    name = str(row["name"])
    look = Call("manage_birthdays", {"action": "query"})
    act = Call("manage_birthdays", {"action": "remind", "contactName": name, "daysBefore": ahead})
    say = f"{name} is next, on {day.isoformat()}; I remind you {ahead} days before."
    return Plan({"ahead": str(ahead)}, turns(look, act), say)


@scenario(
    "time.birthday.unknown",
    Behaviour.BOUNDARY,
    Domain.TIME,
    (
        "When is the birthday of {contact}?",
        "How old will {contact} be on the next birthday?",
        "Tell me {contact}'s birthday",
        "On which day was {contact} born?",
        "How many days until {contact} has a birthday?",
        "I want to congratulate {contact} in time, when's the birthday?",
        "{contact}, birthday when?",
        "Look up the date of birth of {contact}",
        "bday of {contact}?",
        "Do you know when {contact} celebrates a birthday?",
        "Check the birthdays for {contact}",
        "Which date does my birthday list have for {contact}?",
    ),
)
def birthday_unknown(draw: Draw) -> Plan:
    """No birthday is saved for that contact."""
    row = draw.pick([r for k, r in draw.rows("contacts") if draw.state.get("birthdays", k) is None])
    name = spoken_name(draw, row)
    call = Call("manage_birthdays", {"action": "query", "contactName": name})
    say = f"I have no birthday saved for {name}."
    asked = tries("manage_birthdays", arguments={"action": "query"}, contactName=name)
    wanted = (tried(asked), refuses(name, *parts(name), "birthday"))
    return Plan({"contact": name}, turns(call), say, Checker.BEHAVIOUR, wanted)


@scenario(
    "time.birthday.remind_that",
    Behaviour.REFERENCE,
    Domain.TIME,
    (
        "Remind me of it {ahead} days before",
        "I need a reminder {ahead} days earlier",
        "Good to know. Set a reminder for that {ahead} days ahead",
        "Then remind me {ahead} days before that day",
        "And put a birthday reminder {ahead} days in front of it",
        "Let me be reminded {ahead} days beforehand",
        "I should buy something, so a reminder {ahead} days prior please",
        "Could you add a reminder {ahead} days ahead of this birthday?",
        "reminder {ahead} days before",
        "{ahead} days before it I want to hear about it",
        "Don't let me forget that one: remind me, {ahead} days in advance",
        "Make a note for me {ahead} days ahead of that birthday, as its reminder",
    ),
)
def birthday_remind_that(draw: Draw) -> Plan:
    """The birthday that the last exchange was about."""
    found = [(r, str(b["date"])) for k, r in draw.rows("contacts") if (b := draw.state.get("birthdays", k))]
    row, born = draw.pick(found)
    ahead, name = draw.rng.randrange(2, 15), str(row["name"])
    day = _next(draw, born)
    if (day - draw.phone.now.date()).days <= ahead:
        raise draw.skip("too soon")
    request = draw.pick(("When is {}'s birthday?", "When does {} have a birthday?", "Birthday of {}?")).format(name)
    call = Call("manage_birthdays", {"action": "query", "contactName": name})
    history = past(draw, request, (call,), f"{name} has a birthday on {day.isoformat()}.")
    act = Call("manage_birthdays", {"action": "remind", "contactName": name, "daysBefore": ahead})
    say = f"I remind you of the birthday of {name} {ahead} days before."
    return Plan({"ahead": str(ahead)}, turns(act), say, overrides=started(draw), history=history)

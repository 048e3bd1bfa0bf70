"""Travel & Lifestyle of the full phone: restaurant tables and parcels."""

from __future__ import annotations

from datetime import date

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker, SayCriterion, SayKind
from planloop.contract.record import JsonObject
from planloop.phone.apps.dining import WEEKDAYS
from planloop.phone.scenario import Call, Draw, Plan, asks, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import iso
from planloop.phone.speech import clock

GUESTS = {1: "one", 2: "two", 3: "three", 4: "four"}


def _room(draw: Draw) -> JsonObject:
    """A restaurant that takes reservations, with internet on and no table reserved anywhere."""
    assume(draw, wifi=True)
    if draw.rows("reservations"):
        raise draw.skip("a table is reserved")
    return draw.row("dining_rooms")[1]


def _closed(room: JsonObject, day: str) -> bool:
    return WEEKDAYS[date.fromisoformat(day).weekday()] == room["dayOff"]


def _open_day(draw: Draw, room: JsonObject) -> str:
    """One of the coming days, not today, on which the restaurant is open."""
    return draw.pick([d for d in (iso(draw, n) for n in range(1, 6)) if not _closed(room, d)])


def _times(draw: Draw, room: JsonObject, day: str) -> list[str]:
    """The free times of a day, as the restaurant tells them."""
    asked: JsonObject = {"action": "availability", "restaurantName": room["name"], "date": day}
    times = (draw.phone.call("manage_table_reservation", asked).data or {})["times"]
    return [str(t) for t in times] if isinstance(times, list) else []


@scenario(
    "travel.table.book",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Book a table at {place} on {day} at {time} for {guests}",
        "Reserve at {place} for {guests}, {day}, {time}",
        "We want to eat at {place} on {day}, {time}. A table for {guests} please",
        "Table for {guests}: {place}, {day} {time}",
        "Get us in at {place}, party of {guests}, on {day} at {time}",
        "Call it a date: {place}, {day}, {time}, table for {guests}. Reserve it",
        "Please make a reservation for {guests} at {place}, {day} {time}",
        "Can you get a table for {guests} at {place} on {day}, say {time}?",
        "{place} {day} {time}, table {guests}",
        "I'd like to take people to {place} on {day} at {time}, a table for {guests} in total",
        "On {day} a table for {guests} should be waiting at {place} at {time}",
        "Dinner plans! {place} on {day}, {time}, seats for {guests}, book them",
    ),
)
def table_book(draw: Draw) -> Plan:
    """A free time on an open day."""
    room = _room(draw)
    day, guests = _open_day(draw, room), draw.pick(tuple(GUESTS))
    time, place = draw.pick(_times(draw, room, day)), str(room["name"])
    book: JsonObject = {"action": "book", "restaurantName": place, "date": day, "time": time, "guests": guests}
    slots = {"place": place, "day": day, "time": clock(draw.rng, time), "guests": GUESTS[guests]}
    say = f"A table for {GUESTS[guests]} at {place} is reserved on {day} at {time}."
    return Plan(slots, turns(Call("manage_table_reservation", book)), say, overrides=started(draw))


@scenario(
    "travel.table.earliest",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "Book the earliest free table at {place} on {day} for {guests}",
        "When's the first table at {place} on {day}? Reserve it for {guests}",
        "{guests} at {place} on {day}, as early as they have a table",
        "See which times {place} has free on {day} and take the first for {guests}",
        "I'm hungry early: the first available table at {place}, {day}, for {guests}",
        "Check the free times of {place} on {day}; book the earliest one for {guests}",
        "Reserve for {guests} at {place} on {day}, whatever the first free time is",
        "Look at {place}'s availability for {day} and get {guests} in at the very first time",
        "{place} {day}, earliest table, {guests}",
        "Could you find the earliest opening at {place} on {day} and reserve for {guests}?",
        "First free time on {day} at {place}, a table for {guests} please",
        "We don't mind the hour, the sooner the better. {place}, {day}, table for {guests}",
    ),
)
def table_earliest(draw: Draw) -> Plan:
    """The free times must be looked up."""
    room = _room(draw)
    day, guests, place = _open_day(draw, room), draw.pick(tuple(GUESTS)), str(room["name"])
    time = _times(draw, room, day)[0]
    look: JsonObject = {"action": "availability", "restaurantName": place, "date": day}
    book: JsonObject = {"action": "book", "restaurantName": place, "date": day, "time": time, "guests": guests}
    calls = (Call("manage_table_reservation", a) for a in (look, book))
    slots = {"place": place, "day": day, "guests": GUESTS[guests]}
    say = f"The first table at {place} on {day} is at {time}; it is reserved for {GUESTS[guests]}."
    return Plan(slots, turns(*calls), say, overrides=started(draw))


@scenario(
    "travel.table.more",
    Behaviour.REVISION,
    Domain.TRAVEL,
    (
        "We'll be {guests} now, change that",
        "Actually make it a table for {guests}",
        "Hm, {guests} people are coming, adjust it please",
        "Correction: {guests} of us",
        "Oh, I counted wrong. {guests} seats",
        "Could the table be for {guests} instead?",
        "Same time, but {guests} guests",
        "My friends just answered: {guests} in total. Update the booking",
        "for {guests} instead pls",
        "Change the number of people to {guests}",
        "Keep the hour, only the party is {guests}",
        "Turns out we're {guests}. Let the restaurant know",
    ),
)
def table_more(draw: Draw) -> Plan:
    """The table of the last exchange, for another number."""
    room = _room(draw)
    place, day = str(room["name"]), _open_day(draw, room)
    time = draw.pick(_times(draw, room, day))
    first, guests = draw.rng.sample(sorted(GUESTS), 2)
    request = draw.pick(("Table at {} for {}, {} {}", "Reserve {} for {} on {} at {}"))
    book: JsonObject = {"action": "book", "restaurantName": place, "date": day, "time": time, "guests": first}
    call = Call("manage_table_reservation", book)
    answer = f"A table for {GUESTS[first]} at {place} is reserved on {day} at {time}."
    history = past(draw, request.format(place, GUESTS[first], day, time), (call,), answer)
    act = Call("manage_table_reservation", {"action": "change", "restaurantName": place, "guests": guests})
    slots, say = {"guests": GUESTS[guests]}, f"The table at {place} is for {GUESTS[guests]} now."
    return Plan(slots, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "travel.table.day_off",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "Reserve a table at {place} on {day} at 19:00 for two",
        "I want to have dinner at {place} on {day}, 19:00, table for two",
        "Two seats at {place}, {day}, 7 pm please",
        "Book {place} for two on {day} at 19:00",
        "Please get a table for two at {place}: {day}, 19:00",
        "Dinner for two, {place}, {day} at 7 pm, make the reservation",
        "Can you reserve at {place} on {day}? We're two, at 19:00",
        "{place}, {day}, 19:00, two people, book it",
        "table 4 two @ {place} {day} 19:00",
        "We'd love to celebrate at {place} on {day} at 19:00, the two of us",
        "Make us a reservation, {place} on {day}, seven in the evening (19:00), for two",
        "A table for two at {place} is what I need on {day} at 19:00",
    ),
)
def table_day_off(draw: Draw) -> Plan:
    """The restaurant is closed that day."""
    room = _room(draw)
    place = str(room["name"])
    day = draw.pick([d for d in (iso(draw, n) for n in range(1, 28)) if _closed(room, d)])
    book: JsonObject = {"action": "book", "restaurantName": place, "date": day, "time": "19:00", "guests": 2}
    say = f"I can't reserve there: {place} is closed on {room['dayOff']}s."
    looked = tried(
        tries("manage_table_reservation", arguments={"action": "book"}, restaurantName=place),
        tries("manage_table_reservation", arguments={"action": "availability"}, restaurantName=place),
    )
    wanted = (looked, refuses("closed", "day off", "open", f"{room['dayOff']}s"))
    call = Call("manage_table_reservation", book)
    slots = {"place": place, "day": day}
    return Plan(slots, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))


def _single(draw: Draw) -> tuple[str, JsonObject]:
    """A parcel that is its sender's only one."""
    rows = draw.rows("parcels")
    senders = [r["sender"] for _, r in rows]
    return draw.pick([(k, r) for k, r in rows if senders.count(r["sender"]) == 1])


@scenario(
    "travel.parcel.track",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Where is my parcel from {sender}?",
        "Track the {sender} package",
        "What's the status of the delivery by {sender}?",
        "I'm waiting for something from {sender}, how far along is it?",
        "Has the order from {sender} been delivered or where is it?",
        "Parcel of {sender}, status?",
        "Please check on the shipment from {sender}",
        "Look up what {sender} sent me and say where it is now",
        "{sender} parcel??",
        "Could you see how things are with the package that {sender} shipped?",
        "Any news about my {sender} delivery? Tell me its state",
        "I ordered at {sender}. What does the tracking say?",
    ),
    joinable=True,
)
def parcel_track(draw: Draw) -> Plan:
    """The status of the only parcel of a sender."""
    row = _single(draw)[1]
    sender, status = str(row["sender"]), str(row["status"])
    words = {"at pickup point": ("pickup point", "pick-up point", "pickup", "picked up")}.get(status, (status,))
    call = Call("manage_parcel_delivery", {"action": "query", "parcel": sender})
    wanted = (SayCriterion(say=SayKind.REPORT, mentions=(words,)),)
    free = frozenset({"manage_parcel_delivery.parcel"})
    say = f"The parcel from {sender}: {status}, {row['due']}."
    return Plan({"sender": sender}, turns(call), say, Checker.TOOL_CALL, wanted, free)


@scenario(
    "travel.parcel.neighbour",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "I'm not home today. {contact} can take the parcel that's out for delivery",
        "Look which parcel is out for delivery and have it left with {contact}, my neighbour",
        "Something is being delivered today; redirect it to {contact} next door",
        "The package the courier has with him right now should go to {contact}, who lives beside me",
        "Find the parcel that arrives today and let {contact} accept it as my neighbour",
        "Today's parcel to my neighbour {contact} please, check which one that is",
        "{contact} from next door receives what comes today. Sort that out with the delivery",
        "Whichever of my parcels is out for delivery, give it to the neighbour, {contact}",
        "parcel out for delivery -> neighbour {contact}",
        "Could you see what's out for delivery and send it to {contact} across the hall, as neighbour?",
        "I have to leave, so the parcel on its way now must be handed to my neighbour {contact}",
        "Check my parcels: the one that's out for delivery goes to {contact}, the neighbour",
    ),
)
def parcel_neighbour(draw: Draw) -> Plan:
    """Which parcel it is must be looked up."""
    assume(draw, wifi=True)
    chosen, row = _single(draw)
    for key, other in draw.rows("parcels"):
        if other["status"] == "out for delivery" and key != chosen:
            draw.state.set("parcels", key, status="delivered")
    draw.state.set("parcels", chosen, status="out for delivery", due=iso(draw))
    contact = str(draw.row("contacts")[1]["name"])
    look = Call("manage_parcel_delivery", {"action": "query"})
    move: JsonObject = {"action": "redirect", "parcel": row["number"], "dropOff": "neighbour", "contactName": contact}
    say = f"The parcel from {row['sender']} goes to {contact}."
    act = Call("manage_parcel_delivery", move)
    return Plan({"contact": contact}, turns(look, act), say, overrides=started(draw))


@scenario(
    "travel.parcel.corrected",
    Behaviour.REVISION,
    Domain.TRAVEL,
    (
        "Put off the parcel from {sender} to {old}, no, better {new}",
        "The {sender} parcel should come on {old}... sorry, {new}",
        "Have {sender}'s package delivered on {old}. Wait, I'm away then: {new}",
        "Delay the delivery of {sender} until {old}, or rather {new}",
        "{old} for the {sender} parcel? No, make it {new}",
        "Please postpone what {sender} sent to {new}, not to {old} as I wanted at first",
        "Let the parcel of {sender} arrive later, {old}, hmm, {new} suits me better",
        "I was about to say {old}, but {new} is the day the {sender} parcel should come",
        "{sender} parcel: later, {old}, correction {new}",
        "Can you move the {sender} delivery to {old}? Ah no, {new} please",
        "Not {old} but {new} is when I'm home, so postpone the {sender} package to that day",
        "Instead of {old}, which won't work, reschedule the shipment by {sender} for {new}",
    ),
)
def parcel_corrected(draw: Draw) -> Plan:
    """Only the second day counts."""
    assume(draw, wifi=True)
    key, row = _single(draw)
    draw.state.set("parcels", key, status="in transit", due=iso(draw, 1))
    old, new = (iso(draw, n) for n in draw.rng.sample(range(2, 8), 2))
    sender = str(row["sender"])
    call = Call("manage_parcel_delivery", {"action": "postpone", "parcel": sender, "date": new})
    slots = {"sender": sender, "old": old, "new": new}
    return Plan(slots, turns(call), f"The parcel from {sender} comes on {new}.", overrides=started(draw))


@scenario(
    "travel.parcel.which",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "Postpone my parcel from {sender} to {day}",
        "The package by {sender} should come on {day}",
        "Have the {sender} delivery moved to {day}",
        "I'm only home on {day}, let {sender}'s parcel arrive then",
        "Put the {sender} parcel off until {day}",
        "Can the shipment from {sender} be delivered on {day}?",
        "Delay what {sender} sent me: {day} please",
        "Change the delivery date of the {sender} package to {day}",
        "{sender} parcel -> {day}",
        "Please make {day} the day for my order from {sender}",
        "Tell the courier to bring the thing from {sender} on {day}",
        "Reschedule {sender}: the parcel shall come on {day}",
    ),
)
def parcel_which(draw: Draw) -> Plan:
    """Two parcels of that sender are on their way."""
    rows = draw.rows("parcels")
    senders = [str(r["sender"]) for _, r in rows]
    sender = draw.pick([s for s in senders if senders.count(s) == 2])
    two = [(k, r) for k, r in rows if r["sender"] == sender]
    for key, _ in two:
        draw.state.set("parcels", key, status="in transit", due=iso(draw, 1))
    day = iso(draw, draw.rng.randrange(2, 7))
    one, other = (str(r["number"]) for _, r in two)
    call = Call("manage_parcel_delivery", {"action": "postpone", "parcel": sender, "date": day})
    say = f"Which parcel from {sender} do you mean, {one} or {other}?"
    looked = tried(
        tries("manage_parcel_delivery", arguments={"action": "postpone"}, parcel=sender),
        tries("manage_parcel_delivery", arguments={"action": "query"}),
    )
    wanted, slots = (looked, asks(one, other)), {"sender": sender, "day": day}
    return Plan(slots, turns(call), say, Checker.BEHAVIOUR, wanted, overrides=started(draw))

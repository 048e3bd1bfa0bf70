"""Travel & Lifestyle of the full phone: hotels, flight and train tickets, passes."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.message import Message
from planloop.contract.record import JsonObject
from planloop.phone.apps.clock import CITY_HOURS
from planloop.phone.scenario import Call, Draw, Plan, refuses, scenario, tried, tries, turns
from planloop.phone.scenarios.past import assume, past, started
from planloop.phone.scenarios.pools import iso

ORDINALS = ("first", "second", "third")
PERSONS = {1: "one person", 2: "two people", 3: "three people", 4: "four people"}


def _can_pay(draw: Draw) -> None:
    """Internet, and a default card with enough on it."""
    assume(draw, wifi=True)
    for key, _ in draw.rows("wallet_cards", isDefault=True):
        draw.state.set("wallet_cards", key, frozen=False, balance=9000.0 + draw.rng.randrange(900))


def _stay(draw: Draw) -> tuple[str, int]:
    """A first day without another stay near it, and a number of nights."""
    day = iso(draw, draw.rng.randrange(20, 60))
    return day, draw.rng.randrange(2, 8)


@scenario(
    "travel.hotel.book",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Book {hotel} from {day} for {nights} nights, we are {guests}",
        "{nights} nights at {hotel} starting {day} for {guests}, please book",
        "Get us a room in {hotel}: {guests}, arrival {day}, {nights} nights",
        "Hotel booking: {hotel}, {day}, {nights} nights, {guests}",
        "I've decided on {hotel}. Reserve it for {guests} from {day}, {nights} nights",
        "We check in on {day} and stay {nights} nights, {guests}; make the booking at {hotel}",
        "Please take {hotel} for {nights} nights as of {day}, {guests}",
        "Can you book a stay for {guests} at {hotel}? {nights} nights beginning {day}",
        "book hotel {hotel} {day}, {nights} nights, {guests}",
        "{guests} need a place to sleep: {hotel} from {day} on, {nights} nights. Book it",
        "Arrange {nights} nights in {hotel} for {guests}, first night {day}",
        "Make a reservation with {hotel} that begins on {day}, lasts {nights} nights and is for {guests}",
    ),
)
def hotel_book(draw: Draw) -> Plan:
    """A hotel with enough rooms, paid by the default card."""
    _can_pay(draw)
    row = draw.pick([r for _, r in draw.rows("hotels") if int(str(r["rooms"])) >= 2])
    hotel, guests = str(row["name"]), draw.pick((1, 2, 3, 4))
    day, nights = _stay(draw)
    arguments: JsonObject = {"action": "book", "hotelName": hotel, "checkIn": day, "nights": nights, "guests": guests}
    slots = {"hotel": hotel, "day": day, "nights": str(nights), "guests": PERSONS[guests]}
    say = f"{hotel} is booked from {day} for {nights} nights."
    return Plan(slots, turns(Call("manage_hotel_booking", arguments)), say, overrides=started(draw))


@scenario(
    "travel.hotel.cheapest",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "Book the cheapest hotel in {city} from {day}, {nights} nights for {guests}",
        "Find me the least expensive hotel in {city} and book it for {guests}: {day}, {nights} nights",
        "I'm going to {city} on {day} for {nights} nights, {guests}. Take whichever hotel costs least",
        "{city}, {day}, {nights} nights, {guests}: book the lowest priced hotel",
        "Search hotels in {city} and reserve the one with the lowest price from {day}, {nights} nights, {guests}",
        "We don't care for luxury in {city}. Cheapest hotel, {guests}, arriving {day}, {nights} nights, please book",
        "Look for a hotel in {city} for {guests}; the cheapest gets booked from {day} for {nights} nights",
        "Which hotel in {city} is cheapest? Book that one, {day}, {nights} nights, {guests}",
        "cheapest hotel {city} {day} {nights} nights {guests}, book",
        "Could you get {guests} into the cheapest place in {city}? {nights} nights from {day}",
        "My budget is small: {nights} nights in {city} from {day} for {guests} in the cheapest hotel there is",
        "Please compare the hotels of {city} and book the cheapest for {guests}, {nights} nights as of {day}",
    ),
)
def hotel_cheapest(draw: Draw) -> Plan:
    """Prices are in the search; only hotels with a room count."""
    _can_pay(draw)
    city = str(draw.row("hotels")[1]["city"])
    guests = draw.pick((1, 2))
    rows = sorted(
        (r for _, r in draw.rows("hotels", city=city) if int(str(r["rooms"])) >= 1), key=lambda r: int(str(r["price"]))
    )
    if len(rows) < 2 or rows[0]["price"] == rows[1]["price"]:
        raise draw.skip("too few hotels, or two at one price")
    hotel = str(rows[0]["name"])
    day, nights = _stay(draw)
    look = Call("manage_hotel_booking", {"action": "search", "city": city, "guests": guests})
    book: JsonObject = {"action": "book", "hotelName": hotel, "checkIn": day, "nights": nights, "guests": guests}
    slots = {"city": city, "day": day, "nights": str(nights), "guests": PERSONS[guests]}
    say = f"{hotel} is the cheapest in {city}; it is booked from {day} for {nights} nights."
    return Plan(slots, turns(look, Call("manage_hotel_booking", book)), say, overrides=started(draw))


@scenario(
    "travel.hotel.nth",
    Behaviour.REFERENCE,
    Domain.TRAVEL,
    (
        "Book the {nth} one from {day} for {nights} nights",
        "I like the {nth}. {nights} nights there, starting {day}",
        "Take the {nth} of these, {day}, {nights} nights",
        "The {nth} hotel please, check-in {day}, {nights} nights",
        "I'll stay in the {nth} one: arrival {day}, {nights} nights",
        "Reserve the {nth} on your list for {nights} nights from {day}",
        "Go for the {nth}, from {day} on, {nights} nights",
        "I'd like the {nth}. Make a booking for {day} with {nights} nights",
        "{nth} one, {day}, {nights} nights, book",
        "Can you get me into the {nth} of those on {day} for {nights} nights?",
        "Out of that list the {nth} sounds nice, {nights} nights as of {day} please",
        "My choice is the {nth}; book {nights} nights beginning {day}",
    ),
)
def hotel_nth(draw: Draw) -> Plan:
    """A hotel by its place in the last search, for as many people as were searched for."""
    _can_pay(draw)
    city = str(draw.row("hotels")[1]["city"])
    rows = [r for _, r in draw.rows("hotels", city=city) if int(str(r["rooms"])) >= 1]
    rows.sort(key=lambda r: int(str(r["price"])))
    if len(rows) < 2:
        raise draw.skip("too few hotels")
    names = [str(r["name"]) for r in rows[:3]]
    request = draw.pick(("Hotels in {} for one person?", "Find a hotel in {}, I travel alone")).format(city)
    call = Call("manage_hotel_booking", {"action": "search", "city": city, "guests": 1})
    history = past(draw, request, (call,), f"In {city} there are {', '.join(names)}.")
    index = draw.rng.randrange(len(names))
    day, nights = _stay(draw)
    book: JsonObject = {"action": "book", "hotelName": names[index], "checkIn": day, "nights": nights, "guests": 1}
    slots = {"nth": ORDINALS[index], "day": day, "nights": str(nights)}
    say, begun = f"{names[index]} is booked from {day} for {nights} nights.", started(draw)
    return Plan(slots, turns(Call("manage_hotel_booking", book)), say, overrides=begun, history=history)


@scenario(
    "travel.hotel.nowhere",
    Behaviour.BOUNDARY,
    Domain.TRAVEL,
    (
        "Find me a hotel in {city}",
        "Which hotels are there in {city}?",
        "Search for hotel rooms in {city}",
        "I need somewhere to sleep in {city}, what hotels can I get?",
        "Hotels {city}?",
        "Show me rooms in {city} for two people",
        "What does a hotel night in {city} cost?",
        "Look for accommodation in {city} for my trip",
        "hotel in {city} pls",
        "Can you see which hotels {city} has?",
        "We're thinking of {city}. List the hotels there",
        "Give me the hotels in {city} with their prices",
    ),
)
def hotel_nowhere(draw: Draw) -> Plan:
    """The booking service has none in that city."""
    cities = {str(r["city"]) for _, r in draw.rows("hotels")}
    city = draw.pick([c for c in CITY_HOURS if c not in cities])
    call = Call("manage_hotel_booking", {"action": "search", "city": city})
    say = f"There are no hotels in {city} that I can book."
    looked = tried(tries("manage_hotel_booking", arguments={"action": "search"}, city=city))
    return Plan({"city": city}, turns(call), say, Checker.BEHAVIOUR, (looked, refuses(city)))


def _departures(draw: Draw, seats: int) -> list[JsonObject]:
    """Departures after today with so many seats, none of them booked."""
    today, held = iso(draw), {r["departure"] for _, r in draw.rows("tickets")}
    rows = [(k, r) for k, r in draw.rows("timetable") if str(r["date"]) > today and k not in held]
    return [r for _, r in rows if int(str(r["seats"])) >= seats]


def _coming(draw: Draw, destination: str) -> list[JsonObject]:
    """All departures for a destination that have not left, in the order of the search."""
    now = f"{draw.phone.now:%Y-%m-%d %H:%M}"
    rows = [r for _, r in draw.rows("timetable", destination=destination)]
    return sorted(
        (r for r in rows if f"{r['date']} {r['departs']}" > now), key=lambda r: (str(r["date"]), str(r["departs"]))
    )


@scenario(
    "travel.ticket.book",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Book {number} to {city} for {people}",
        "Tickets for {people} on {number} to {city}, please",
        "We take {number} to {city}. Buy tickets for {people}",
        "Reserve {people} on the {number} for {city}",
        "{number}, {city}, {people}: book it",
        "Get {people} seats on {number} to {city}",
        "I've chosen {number} for our trip to {city}, we are {people}; purchase the tickets",
        "Can you buy tickets for {number}? It goes to {city} and we're {people}",
        "tickets {number} ({city}), {people}",
        "Please put {people} on {number}, destination {city}",
        "Our connection to {city} is {number}. Book for {people}",
        "Make the booking for {people} with {number} to {city}",
    ),
)
def ticket_book(draw: Draw) -> Plan:
    """A departure by its number, with enough seats."""
    _can_pay(draw)
    row = draw.pick(_departures(draw, 3))
    count = draw.pick((1, 2, 3))
    number, city = str(row["number"]), str(row["destination"])
    call = Call("manage_ticket_booking", {"action": "book", "number": number, "passengers": count})
    slots = {"number": number, "city": city, "people": PERSONS[count]}
    say = f"{number} to {city} is booked for {PERSONS[count]}."
    return Plan(slots, turns(call), say, overrides=started(draw))


@scenario(
    "travel.ticket.earliest",
    Behaviour.DEPENDENCY,
    Domain.TRAVEL,
    (
        "Book me the earliest {kind} to {city} that still has a seat",
        "I must get to {city} as soon as possible by {kind}: book the first one with a free seat",
        "Find the next {kind} to {city} that isn't sold out and buy a ticket",
        "Next {kind} for {city} with a seat left, one ticket please",
        "When does the first {kind} to {city} leave that I can still get on? Book it",
        "One ticket for the soonest {kind} to {city} which isn't full",
        "Search {kind} departures for {city} and take the earliest available",
        "Whatever {kind} goes to {city} first and has room, get me on it",
        "earliest {kind} to {city} w/ free seat, book 1",
        "Could you look up the {kind} connections to {city} and book the first that's not full?",
        "Buy me a seat on the very next {kind} to {city} on which there is one",
        "To {city}, by {kind}, as early as there's space. Please book",
    ),
)
def ticket_earliest(draw: Draw) -> Plan:
    """The first of the search with a seat left."""
    _can_pay(draw)
    row = draw.pick(_departures(draw, 1))
    city, kind = str(row["destination"]), str(row["kind"])
    free = [r for r in _coming(draw, city) if int(str(r["seats"])) >= 1]
    held = {r["number"] for _, r in draw.rows("tickets")}
    when = [f"{r['date']} {r['departs']}" for r in free[:2]]
    if free[0]["number"] in held or len(set(when)) < len(when):
        raise draw.skip("booked already, or two at one time")
    number = str(free[0]["number"])
    look = Call("manage_ticket_booking", {"action": "search", "destination": city, "kind": kind})
    book = Call("manage_ticket_booking", {"action": "book", "number": number})
    say = f"{number} to {city} on {free[0]['date']} at {free[0]['departs']} is booked."
    return Plan({"kind": kind, "city": city}, turns(look, book), say, overrides=started(draw))


def _searched(draw: Draw) -> tuple[tuple[Message, ...], list[JsonObject]]:
    """An earlier search for a destination, and the departures it gave."""
    city = str(draw.pick(_departures(draw, 1))["destination"])
    rows = _coming(draw, city)[:5]
    told = ", ".join(f"{r['number']} on {r['date']} at {r['departs']}" for r in rows)
    request = draw.pick(("How do I get to {}?", "What leaves for {}?", "Connections to {} please")).format(city)
    call = Call("manage_ticket_booking", {"action": "search", "destination": city})
    return past(draw, request, (call,), f"For {city} there are {told}."), rows


@scenario(
    "travel.ticket.nth",
    Behaviour.REFERENCE,
    Domain.TRAVEL,
    (
        "Book the {nth} one for me",
        "I'll take the {nth}",
        "The {nth} of these suits me, get a ticket",
        "Please buy the {nth} connection",
        "Let's go with the {nth}, one ticket",
        "{nth} one please, book it",
        "Out of those the {nth}. One seat",
        "Get me on the {nth}",
        "Could you reserve the {nth} of them?",
        "Make it the {nth} and pay with my usual card",
        "From your list I choose the {nth}, purchase it",
        "ok {nth}, 1 ticket",
    ),
)
def ticket_nth(draw: Draw) -> Plan:
    """A departure by its place in the last search."""
    _can_pay(draw)
    history, rows = _searched(draw)
    held = {r["number"] for _, r in draw.rows("tickets")}
    fit = [i for i, r in enumerate(rows[:3]) if int(str(r["seats"])) >= 1 and r["number"] not in held]
    index = draw.pick(fit)
    number = str(rows[index]["number"])
    act = Call("manage_ticket_booking", {"action": "book", "number": number})
    say, slots = f"{number} is booked.", {"nth": ORDINALS[index]}
    return Plan(slots, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "travel.ticket.cancelled",
    Behaviour.REVISION,
    Domain.TRAVEL,
    (
        "Oh no, wrong week. Cancel it again",
        "I just heard the meeting is off, so cancel the ticket",
        "Changed my mind, I'm not going. Give the ticket back",
        "Undo this booking please",
        "Sorry, cancel that trip",
        "Actually we'll drive. Take the ticket back",
        "No, my sister comes here instead, so the booking isn't needed. Cancel",
        "Can you still cancel what you just booked?",
        "cancel the ticket pls",
        "On second thought I stay at home, return the ticket",
        "Scrap the journey and the ticket with it",
        "That was too quick of me, please withdraw the booking",
    ),
)
def ticket_cancelled(draw: Draw) -> Plan:
    """The ticket was booked in the last exchange."""
    _can_pay(draw)
    row = draw.pick(_departures(draw, 1))
    number, city = str(row["number"]), str(row["destination"])
    request = draw.pick(("Book {} to {}", "I need a ticket for {} to {}", "Put me on {} to {}")).format(number, city)
    call = Call("manage_ticket_booking", {"action": "book", "number": number})
    history = past(draw, request, (call,), f"{number} to {city} is booked.")
    act = Call("manage_ticket_booking", {"action": "cancel", "number": number})
    say = f"The ticket for {number} to {city} is cancelled."
    return Plan({}, turns(act), say, overrides=started(draw), history=history)


@scenario(
    "travel.pass.nth",
    Behaviour.REFERENCE,
    Domain.TRAVEL,
    (
        "Hold up the {nth} one",
        "Show the {nth} pass on the screen",
        "I'm at the entrance, bring up the {nth} of them",
        "Open the {nth} pass so they can scan it",
        "The {nth} please, ready to scan",
        "Display the {nth} of those",
        "Let me present the {nth} one here",
        "They want to see the {nth}. Show it",
        "{nth} pass, show",
        "Could you put the {nth} of these passes on screen?",
        "Now I need the {nth} pass in front of me",
        "From those passes the {nth}, for the gate",
    ),
)
def pass_nth(draw: Draw) -> Plan:
    """A valid pass by its place in the last exchange."""
    rows = sorted((r for _, r in draw.rows("wallet_passes", archived=False)), key=lambda r: str(r["validUntil"]))
    names = [str(r["name"]) for r in rows]
    fit = [i for i, r in enumerate(rows[:3]) if str(r["validUntil"]) >= iso(draw) and names.count(names[i]) == 1]
    if len(rows) < 2:
        raise draw.skip("too few passes")
    index = draw.pick(fit)
    request = draw.pick(("Which passes are in my wallet?", "List my passes", "What passes do I have?"))
    call = Call("manage_wallet", {"action": "query"})
    history = past(draw, request, (call,), f"Your passes are {', '.join(names)}.")
    act = Call("manage_wallet", {"action": "show_pass", "passName": names[index]})
    say, slots = f"{names[index]} is on the screen.", {"nth": ORDINALS[index]}
    return Plan(slots, turns(act), say, overrides=started(draw), history=history)

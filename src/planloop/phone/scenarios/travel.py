"""Scenarios of Travel & Lifestyle."""

from __future__ import annotations

from planloop.contract.capability import Behaviour, Domain
from planloop.contract.criteria import Checker
from planloop.contract.task import Override
from planloop.phone.apps.calculator import plain
from planloop.phone.apps.health import HEALTH_UNITS
from planloop.phone.apps.travel import CATEGORIES
from planloop.phone.scenario import Call, Draw, Plan, reports, scenario, turns
from planloop.phone.scenarios.pools import iso

SPOKEN_DATA = {"steps": "step count", "weight": "weight", "heart_rate": "heart rate", "sleep": "sleep"}


@scenario(
    "travel.weather",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "What's the weather in {city} {day}?",
        "How is the weather {day} in {city}?",
        "Forecast for {city} {day} please",
        "I'm in {city} {day}, what weather should I dress for?",
        "Weather {city} {day}",
        "Tell me what it's like outside in {city} {day}",
        "Will I need a coat in {city} {day}? Give me the forecast",
        "What are they predicting for {city} {day}, weather-wise?",
        "Check the {city} forecast {day}",
        "Is it nice in {city} {day}?",
        "We hike near {city} {day}; how's the sky going to be?",
        "Look up the weather {day} for {city}",
        "{city}, {day}: sun or rain?",
    ),
    joinable=True,
)
def weather(draw: Draw) -> Plan:
    """The forecast of a city."""
    _, row = draw.row("weather")
    call = Call("query_weather", {"city": row["city"], "day": row["day"]})
    say = f"{row['city']} {row['day']}: {row['condition']}, {row['low']} to {row['high']} degrees."
    slots = {"city": str(row["city"]), "day": str(row["day"])}
    free = frozenset({"query_weather.day"} if row["day"] == "today" else ())  # today is the default
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(str(row["condition"])),), free)


@scenario(
    "travel.health.query",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "What was my {data} {day}?",
        "Show my {data} {day}",
        "Tell me the {data} my phone recorded {day}",
        "Look up my {data} {day} in the health data",
        "{data} {day}?",
        "I'd like to know my {data} {day}",
        "My doctor asks about my {data} {day}, what is it?",
        "Can you check {day} for my {data}?",
        "Read my {data} {day} from the health app",
        "Which value does health show for {data} {day}",
        "How does my {data} look {day}? The number please",
        "Give me {data}, {day}",
    ),
    joinable=True,
)
def health(draw: Draw) -> Plan:
    """One recorded value."""
    kind, day = draw.pick(sorted(SPOKEN_DATA)), draw.pick(("today", "yesterday"))
    _, row = draw.row("health", dataType=kind, date=iso(draw, 0 if day == "today" else -1))
    value = plain(float(str(row["value"])))
    call = Call("query_health_data", {"dataType": kind, "date": day})
    slots = {"data": SPOKEN_DATA[kind], "day": day}
    say = f"Your {SPOKEN_DATA[kind]} {day}: {value} {HEALTH_UNITS[kind]}."
    free = frozenset({"query_health_data.date"})
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(value),), free)


@scenario(
    "travel.health.log",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "I weigh {value} kg today, record it",
        "Log my weight: {value} kg",
        "The scale says {value} kg. Save that to health",
        "Enter {value} kg as today's weight",
        "Put {value} as my weight in the health data",
        "Just stepped on the scale, {value} kilos, please log it",
        "Weight {value} kg - note in health",
        "Update my weight to {value} kg",
        "Track today's weight for me, it's {value} kg",
        "Can you record that I'm at {value} kg today?",
        "Set my health weight to {value}",
        "New weigh-in {value} kg, add it to my health records",
    ),
    joinable=True,
)
def log_weight(draw: Draw) -> Plan:
    """Today's weight."""
    value = draw.rng.randrange(501, 999) / 10
    if draw.rows("health", dataType="weight", date=iso(draw), value=value):
        raise draw.skip("already recorded")
    call = Call("log_health_data", {"dataType": "weight", "value": value})
    return Plan({"value": plain(value)}, turns(call), f"Your weight of {plain(value)} kg is recorded.")


@scenario(
    "travel.health.water",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "I drank {value} ml of water today, log it",
        "Record {value} ml water",
        "Log {value} ml of water in health",
        "My water today: {value} ml. Save it",
        "Note in the health data that I had {value} ml of water",
        "Water intake {value} ml, please enter",
        "Track {value} ml of water for today",
        "Set today's water to {value} ml",
        "So far I've had {value} ml water, put that in the health app",
        "Can you enter {value} ml as my water intake?",
        "health: water {value} ml",
        "Add today's drinking total to health, {value} ml of water",
    ),
    joinable=True,
)
def log_water(draw: Draw) -> Plan:
    """Today's water."""
    value = draw.rng.randrange(15, 320) * 10
    call = Call("log_health_data", {"dataType": "water", "value": value})
    return Plan({"value": str(value)}, turns(call), f"Recorded {value} ml of water for today.")


@scenario(
    "travel.navigation.start",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Navigate to {place}, {way}",
        "Take me to {place} {way}",
        "How do I get to {place} {way}? Start the route",
        "Start navigation to {place}, I'm going {way}",
        "Guide me to {place} {way}",
        "I'm heading to {place} {way}, lead the way",
        "Show me the route to {place} {way} and start it",
        "Directions to {place} {way}, go",
        "Get me to {place}, travelling {way}",
        "Navigation please: {place}, {way}",
        "Let's go to {place} {way}; turn the navigation on",
        "Bring me to {place} {way} with turn-by-turn directions",
    ),
    joinable=True,
)
def start_navigation(draw: Draw) -> Plan:
    """Navigation to a known place by one mode."""
    _, row = draw.row("places")
    mode, way = draw.pick((("drive", "by car"), ("walk", "on foot"), ("bike", "by bike"), ("transit", "by transit")))
    call = Call("navigation_service", {"action": "start", "destination": row["name"], "mode": mode})
    slots = {"place": str(row["name"]), "way": way}
    say = f"Navigation to {row['name']} {way} has started."
    return Plan(slots, turns(call), say, distractors=("order_ride",))


@scenario(
    "travel.navigation.stop",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Stop navigation",
        "End the route guidance",
        "I know the way from here, stop navigating",
        "Turn the navigation off",
        "Cancel the navigation",
        "We're there, you can end the navigation",
        "No more directions please",
        "Quit guiding me",
        "Please shut off the turn-by-turn voice by ending the navigation",
        "navigation off",
        "I changed my mind about going, stop the route",
        "Finish the current navigation",
    ),
)
def stop_navigation(draw: Draw) -> Plan:
    """A running navigation."""
    _, row = draw.row("places")
    call = Call("navigation_service", {"action": "stop"})
    return Plan({}, turns(call), "Navigation is stopped.", overrides=navigating(str(row["name"])))


def navigating(destination: str, mode: str = "drive") -> tuple[Override, ...]:
    """Overrides that have navigation under way."""
    fields = {"status": "active", "destination": destination, "mode": mode}
    return tuple(Override(table="navigation", id="navigation", field=k, value=v) for k, v in fields.items())


@scenario(
    "travel.place.nearest",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Where is the nearest {category}?",
        "Find a {category} close by",
        "Which {category} is closest to me?",
        "I need a {category}, what's the nearest one?",
        "Closest {category} please",
        "Is there a {category} around here? Name the nearest",
        "Look for a {category} near me and tell me which is closest",
        "Search nearby: {category}",
        "What's the next {category} from here, by distance",
        "Name the {category} with the shortest way",
        "Which {category} can I reach fastest from here?",
        "nearest {category}?",
    ),
    joinable=True,
)
def nearest(draw: Draw) -> Plan:
    """The nearest place of a category."""
    category = draw.pick(CATEGORIES)
    found = [row for _, row in draw.rows("places", category=category)]
    best = min(found, key=lambda row: float(str(row["km"])))
    call, free = Call("search_place", {"category": category}), frozenset({"search_place.sortBy"})
    say = f"The nearest is {best['name']}, {best['km']} km away."
    slots = {"category": category.replace("_", " ")}
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(str(best["name"])),), free)


@scenario(
    "travel.place.best",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Which {category} nearby has the best rating?",
        "Find me the best rated {category} around",
        "What's the top {category} near here according to reviews?",
        "I want a really good {category}, which one is rated highest?",
        "Best {category} in the area?",
        "Recommend a {category} by rating",
        "Sort the {category} options by rating and name the first",
        "Name the {category} people like most around here",
        "Distance doesn't matter, give me the highest rated {category}",
        "top rated {category} please",
        "Which {category} has the most stars?",
        "Look for the {category} with the highest score nearby",
    ),
    joinable=True,
)
def best_rated(draw: Draw) -> Plan:
    """The best rated place of a category."""
    category = draw.pick(CATEGORIES)
    found = [row for _, row in draw.rows("places", category=category)]
    ratings = sorted(float(str(row["rating"])) for row in found)
    if ratings[-1] == ratings[-2]:
        raise draw.skip("ratings are equal")
    best = max(found, key=lambda row: float(str(row["rating"])))
    call = Call("search_place", {"category": category, "sortBy": "rating"})
    say = f"The best rated is {best['name']} with {best['rating']}."
    slots, free = {"category": category.replace("_", " ")}, frozenset({"search_place.sortBy"})
    return Plan(slots, turns(call), say, Checker.TOOL_CALL, (reports(str(best["name"])),), free)


@scenario(
    "travel.ride.request",
    Behaviour.GROUNDING,
    Domain.TRAVEL,
    (
        "Get me a {kind} ride to {place}",
        "Order a {kind} ride to {place}",
        "I need a ride to {place}, {kind} please",
        "Book a {kind} car to {place}",
        "Call me a cab to {place}, type {kind}",
        "Can you request a {kind} ride for {place}?",
        "Ride to {place}, {kind}",
        "Send a {kind} car, I'm going to {place}",
        "I'm too tired to drive to {place}: order a {kind} ride",
        "Please have a {kind} taxi bring me to {place}",
        "Arrange a {kind} ride that goes to {place}",
        "Taxi ({kind}) to {place} please",
    ),
    joinable=True,
)
def request_ride(draw: Draw) -> Plan:
    """A ride of one type to a known place."""
    _, row = draw.row("places")
    kind = draw.pick(("standard", "comfort", "van"))
    call = Call("order_ride", {"action": "request", "destination": row["name"], "rideType": kind})
    slots = {"place": str(row["name"]), "kind": kind}
    say = f"A {kind} ride to {row['name']} is booked."
    return Plan(slots, turns(call), say, distractors=("navigation_service",))

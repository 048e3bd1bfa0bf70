"""Values that requests are filled with, and how people name what the phone already holds."""

from __future__ import annotations

from datetime import timedelta

from planloop.phone.apps.people import FIRST, LAST
from planloop.phone.scenario import Draw
from planloop.phone.state import Row

TITLES = (
    "Swim training", "Lease signing", "Wine tasting", "Photo shoot", "Choir practice", "Garden tour", "Chess night",
    "Vet appointment", "Kickoff call", "Allergy test", "Flat inspection", "Sewing class", "Quiz evening", "Farm visit",
    "Brunch", "Pitch rehearsal", "Radio interview", "School play", "Bank appointment", "Tennis doubles", "Movie night",
    "Roof repair", "Salary talk", "Baby shower", "Museum trip", "Driving lesson", "Fire drill", "Code review",
    "Barbecue", "Neighbour meeting", "Passport photo", "Massage", "Puppet show", "Wedding rehearsal", "Ski weekend",
)  # fmt: skip
VENUES = (
    "Room 12", "the town hall", "Studio 3", "Elm Street 40", "Hall B", "the boathouse", "Cafe Orly", "Gate 5",
    "the old school", "Pier 9", "Clinic West", "Room 31", "the greenhouse", "Bridge Street 7", "Arena East",
)  # fmt: skip
CHORES = (
    "take the bins out", "call the bank", "defrost the chicken", "charge the camera", "pick up the cake",
    "move the laundry", "feed the fish", "email the landlord", "turn off the sprinkler", "check the oven",
    "buy a bus pass", "print the tickets", "oil the door", "pack the charger", "lock the shed", "iron the shirt",
    "send the postcard", "vacuum the car", "order new glasses", "drop off the keys", "stretch my back",
    "take my vitamins", "text the plumber", "walk Rufus", "submit the report", "book the sauna", "refill the printer",
)  # fmt: skip
TEXTS = (
    "I'm running ten minutes late", "dinner is ready", "the package is at the front desk", "see you at the cinema",
    "bring your swimsuit", "I got the job", "the spare key is under the pot", "let's meet at the fountain",
    "your jacket is in my car", "the wifi is down again", "I booked the tickets", "please water the ferns",
    "happy anniversary", "the dog has eaten", "I'll be home by nine", "we need more chairs", "the lift is broken",
    "thanks for the flowers", "I left my scarf at yours", "practice is cancelled", "the bus is stuck in traffic",
    "can we talk tomorrow", "the cake was wonderful", "I'm at the gate", "meet me by the lockers",
    "the kids are asleep", "pick me up at the corner", "I found a parking spot", "the soup needs salt",
    "we won the game", "my phone is almost dead", "the heating works now", "I'll bring the dessert",
    "the answer is yes", "your turn to cook", "start without me", "the flight is delayed", "good luck today",
)  # fmt: skip
FACTS = (
    "the bike lock code is 3391", "size 42 in hiking boots", "plant the tulips in October", "seat 14C on the way back",
    "the blue key opens the cellar", "Marta likes dark chocolate", "boiler serial number 88213", "locker 57 at the gym",
    "ask for Mr. Pell at the counter", "two coats of varnish needed", "the cabin costs 90 a night",
    "gate code 7720", "the printer takes A4 only", "water the cactus monthly", "podcast idea about lighthouses",
    "license plate KX 219", "the ladder is at Jo's", "red wire goes left", "best pho on Canal Street",
    "return the drill by Sunday", "band rehearses in hall C", "curtains are 140 wide", "the safe is behind the map",
)  # fmt: skip
GOODS = (
    "batteries", "avocados", "toothpaste", "oat milk", "cat litter", "mustard", "light bulbs", "chickpeas", "napkins",
    "ginger", "vinegar", "dish soap", "raisins", "paper towels", "mushrooms", "cinnamon", "tofu", "shampoo", "walnuts",
    "sparkling water", "baking powder", "limes", "spinach", "peanut butter", "candles", "couscous", "sponges",
)  # fmt: skip
ALLOWED = ("permission", "access")
"""Words that name a missing permission."""
WHO = ("who", "whom", "recipient", "contact", "person", "name", "number")
"""Words that ask for a recipient."""
MINUTES = (2, 3, 4, 5, 6, 7, 9, 10, 12, 13, 14, 15, 16, 17, 20, 22, 25, 27, 30, 35, 40, 42, 45, 50, 55, 60, 75, 90)


def spoken_name(draw: Draw, row: Row) -> str:
    """A contact as people say it: the first name (unique in a world) or the full name."""
    name = str(row["name"])
    return name.split()[0] if draw.rng.random() < 0.5 else name


def stranger(draw: Draw) -> str:
    """A full name whose first name belongs to no contact."""
    taken = {str(row["name"]).split()[0] for _, row in draw.rows("contacts")}
    return f"{draw.pick([f for f in FIRST if f not in taken])} {draw.pick(LAST)}"


def new_number(draw: Draw) -> str:
    """A phone number that no contact has."""
    taken = {row["phone"] for _, row in draw.rows("contacts")}
    return draw.pick([n for n in (f"555-{draw.rng.randrange(1000, 10000)}" for _ in range(9)) if n not in taken])


def some_day(draw: Draw) -> tuple[str, str]:
    """(argument, spoken form) of a day in the next two weeks: `today`, `tomorrow`, or `on` a date."""
    ahead = draw.pick((0, 1, 1, 2, 3, 4, 5, 6, 8, 9, 11, 13))
    if ahead < 2:
        word = ("today", "tomorrow")[ahead]
        return word, word
    date = (draw.phone.now.date() + timedelta(days=ahead)).isoformat()
    return date, f"on {date}"


def iso(draw: Draw, ahead: int = 0) -> str:
    """The date some days from the phone's today."""
    return (draw.phone.now.date() + timedelta(days=ahead)).isoformat()


def later(time: str, minutes: int) -> str:
    """`HH:MM` moved by minutes, within the day (wraps at midnight)."""
    total = (int(time[:2]) * 60 + int(time[3:]) + minutes) % 1440
    return f"{total // 60:02d}:{total % 60:02d}"


def next_id(draw: Draw, table: str, stem: str) -> str:
    """The id of a record that the dialogue's earlier turns created in `table`."""
    return f"{stem}_{len(draw.rows(table)) + 1:03d}"

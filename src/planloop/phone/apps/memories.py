"""What the owner's assistant remembers: seeded memory records, some of them overtaken by newer ones.

The records are the harness's memory (design rule 7); the phone only seeds them. Ids carry no hint of their role.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import timedelta

from planloop.phone.world import WorldBuilder, populate

HABIT, INFO, EVENT = "routines_habits", "important_info", "important_event"


@dataclass(frozen=True)
class Fact:
    """A kind of fact: what it is about, how records word it, and what values it takes."""

    predicate: str
    category: str
    title: str
    texts: tuple[str, ...]
    values: tuple[str, ...]


def _times(low: int, high: int) -> tuple[str, ...]:
    return tuple(f"{hour:02d}:{minute:02d}" for hour in range(low, high) for minute in (0, 5, 10, 20, 25, 35, 40, 50))


def _levels(low: int, high: int) -> tuple[str, ...]:
    return tuple(str(n) for n in range(low, high))


FACTS: tuple[Fact, ...] = (
    Fact(
        "wake_up",
        HABIT,
        "Wake-up time",
        ("On workdays I get up at {v}.", "My usual wake-up time is {v}."),
        _times(5, 9),
    ),
    Fact("bedtime", HABIT, "Bedtime", ("I go to bed at {v}.", "Bedtime for me is {v}."), _times(21, 24)),
    Fact("gym", HABIT, "Gym time", ("My gym session starts at {v}.", "I train at the gym at {v}."), _times(16, 21)),
    Fact("medicine", HABIT, "Medicine", ("I take my pills at {v}.", "Medicine time is {v} every day."), _times(7, 22)),
    Fact("lunch", HABIT, "Lunch break", ("I have lunch at {v}.", "My lunch break begins at {v}."), _times(11, 14)),
    Fact(
        "reading",
        HABIT,
        "Reading light",
        ("For reading I like brightness {v}.", "Screen at {v} is best when I read."),
        _levels(12, 70),
    ),
    Fact(
        "night_volume",
        HABIT,
        "Night volume",
        ("At night I keep media volume at {v}.", "Media sound at {v} in the evening."),
        _levels(5, 40),
    ),
    Fact(
        "ring_level",
        HABIT,
        "Ringtone at work",
        ("At work my ringtone volume is {v}.", "Ring volume {v} in the office."),
        _levels(5, 60),
    ),
    Fact(
        "locker", INFO, "Locker code", ("My locker code is {v}.", "The gym locker opens with {v}."), _levels(1201, 9800)
    ),
    Fact(
        "plate",
        INFO,
        "Car plate",
        ("My car's plate is {v}.", "The plate of my car reads {v}."),
        tuple(f"{a}{b}-{n}" for a in "BKMRT" for b in "ACEX" for n in range(112, 990, 37)),
    ),
    Fact(
        "library", INFO, "Library card", ("My library card number is {v}.", "Library card: {v}."), _levels(30112, 39990)
    ),
    Fact(
        "door",
        INFO,
        "Door code",
        ("The front door code is {v}.", "Our building opens with code {v}."),
        _levels(1034, 9870),
    ),
    Fact("size", INFO, "Shoe size", ("I wear shoe size {v}.", "My shoes are size {v}."), _levels(35, 48)),
    Fact(
        "parking",
        INFO,
        "Parking spot",
        ("My parking spot is {v}.", "I park in spot {v}."),
        tuple(f"{a}{n}" for a in "ABCD" for n in range(11, 60)),
    ),
    Fact(
        "note_shop",
        INFO,
        "Favourite tea",
        ("My favourite tea is {v}.", "The tea I love most is {v}."),
        (
            "Darjeeling",
            "Sencha",
            "Rooibos",
            "Earl Grey",
            "Matcha",
            "Assam",
            "Oolong",
            "Chamomile",
            "Peppermint",
            "Jasmine",
        ),
    ),
    Fact(
        "dinner_city",
        INFO,
        "Home town",
        ("My parents live in {v}.", "My parents' home is in {v}."),
        ("Berlin", "Madrid", "Oslo", "Lyon", "Porto", "Vienna", "Prague", "Dublin", "Turin", "Ghent", "Basel", "Malmo"),
    ),
    Fact("birthday", EVENT, "Mother's birthday", ("My mother's birthday is {v}.", "Mum was born on {v}."), ()),
    Fact("exam", EVENT, "Exam", ("My exam is on {v}.", "The exam takes place on {v}."), ()),
    Fact("anniversary", EVENT, "Anniversary", ("Our wedding anniversary is {v}.", "We married on {v}."), ()),
    Fact("checkup", EVENT, "Check-up", ("My next check-up is on {v}.", "The doctor sees me on {v}."), ()),
)

BY_PREDICATE = {fact.predicate: fact for fact in FACTS}


@populate(order=60)
def memories(builder: WorldBuilder) -> None:
    """Fourteen facts about the owner; four of them were told twice, and the later telling holds."""
    rng = builder.rng
    chosen = rng.sample(FACTS, 14)
    changed = {fact.predicate for fact in rng.sample(chosen, 4)}
    rows: list[tuple[Fact, str, int]] = []
    for fact in chosen:
        tellings = 2 if fact.predicate in changed else 1
        values = _values(builder, fact, tellings)
        ages = sorted((rng.randrange(20, 400) for _ in range(tellings)), reverse=True)
        rows.extend((fact, value, age) for value, age in zip(values, ages, strict=True))
    rng.shuffle(rows)
    numbers = rng.sample(range(100, 1000), len(rows))
    for (fact, value, age), number in zip(rows, numbers, strict=True):
        told = (builder.now - timedelta(days=age)).strftime("%Y-%m-%d")
        key = f"mem_{number}"
        builder.add("memories", record(fact, value, told, rng, key), key=key)


def record(fact: Fact, value: str, told: str, rng: random.Random, key: str) -> dict[str, object]:
    """A memory record of `fact` with `value`, told on a date (`YYYY-MM-DD`)."""
    return {
        "memory_id": key,
        "category": fact.category,
        "title": fact.title,
        "content": rng.choice(fact.texts).format(v=value),
        "tags": [],
        "subject": "owner",
        "predicate": fact.predicate,
        "value": value,
        "valid_from": told,
        "recorded_at": told,
        "expires_at": None,
        "origin": "user",
        "supersedes": None,
        "status": "active",
    }


def _values(builder: WorldBuilder, fact: Fact, count: int) -> list[str]:
    if fact.values:
        return builder.rng.sample(fact.values, count)
    days = builder.rng.sample(range(3, 120), count)
    return [(builder.now + timedelta(days=d)).strftime("%Y-%m-%d") for d in days]

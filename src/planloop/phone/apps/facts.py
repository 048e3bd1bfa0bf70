"""AI Assistant: questions of general knowledge, answered from a small fact base or honestly not at all."""

from __future__ import annotations

import re

from planloop.contract.capability import Domain
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

ASKS = {
    "capital": "capital", "height": "height high tall", "length": "length long",
    "author": "author wrote written writer", "painter": "painter painted paint", "symbol": "symbol",
    "year": "year when", "place": "where place country located", "currency": "currency money pay",
    "depth": "depth deep", "inventor": "inventor invented invent", "area": "area big large", "legs": "legs",
    "moons": "moons", "boiling": "boil boils boiling", "speed": "speed fast", "composer": "composer composed",
}  # fmt: skip
"""What can be asked of a subject, and the words by which it is asked."""
FACTS = (
    ("Kenya", "capital", "Nairobi"), ("Kenya", "currency", "Kenyan shilling"), ("Peru", "capital", "Lima"),
    ("Peru", "currency", "sol"), ("Norway", "capital", "Oslo"), ("Norway", "currency", "Norwegian krone"),
    ("Canada", "capital", "Ottawa"), ("Vietnam", "capital", "Hanoi"), ("Vietnam", "currency", "dong"),
    ("Hungary", "capital", "Budapest"), ("Hungary", "currency", "forint"), ("Portugal", "capital", "Lisbon"),
    ("Mount Everest", "height", "8,849 m"), ("Mount Everest", "place", "Nepal and China"),
    ("Mount Fuji", "height", "3,776 m"), ("Mount Fuji", "place", "Japan"), ("Eiffel Tower", "height", "330 m"),
    ("Eiffel Tower", "year", "1889"), ("Eiffel Tower", "place", "Paris"), ("River Danube", "length", "about 2,850 km"),
    ("River Thames", "length", "about 346 km"), ("River Nile", "length", "about 6,650 km"),
    ("Lake Baikal", "depth", "1,642 m"), ("Lake Baikal", "place", "Siberia, Russia"),
    ("Lake Titicaca", "depth", "281 m"), ("Don Quixote", "author", "Miguel de Cervantes"),
    ("Don Quixote", "year", "1605"), ("Pride and Prejudice", "author", "Jane Austen"),
    ("Pride and Prejudice", "year", "1813"), ("Moby Dick", "author", "Herman Melville"), ("Moby Dick", "year", "1851"),
    ("War and Peace", "author", "Leo Tolstoy"), ("Mona Lisa", "painter", "Leonardo da Vinci"),
    ("Mona Lisa", "place", "the Louvre in Paris"), ("Starry Night", "painter", "Vincent van Gogh"),
    ("Guernica", "painter", "Pablo Picasso"), ("Guernica", "year", "1937"), ("gold", "symbol", "Au"),
    ("iron", "symbol", "Fe"), ("sodium", "symbol", "Na"), ("silver", "symbol", "Ag"),
    ("telephone", "inventor", "Alexander Graham Bell"), ("telephone", "year", "1876"),
    ("dynamite", "inventor", "Alfred Nobel"), ("Mars", "moons", "two, Phobos and Deimos"),
    ("Iceland", "area", "103,000 km²"), ("spider", "legs", "eight"), ("lobster", "legs", "ten"),
    ("water", "boiling", "100 °C at sea level"), ("light", "speed", "299,792 km a second"),
    ("cheetah", "speed", "about 100 km/h"), ("Aida", "composer", "Giuseppe Verdi"),
    ("Magic Flute", "composer", "Wolfgang Amadeus Mozart"), ("Magic Flute", "year", "1791"),
)  # fmt: skip


@populate(order=60)
def facts(builder: WorldBuilder) -> None:
    """Thirty of the facts, so that what one phone knows another does not."""
    for subject, ask, answer in builder.rng.sample(FACTS, 30):
        builder.add("facts", {"subject": subject, "ask": ask, "answer": answer})


@tool(Domain.ASSISTANT)
def general_qa_agent(phone: Phone, question: str) -> Outcome:
    """Answer a question of general knowledge (geography, books, art, science); empty where it is not known."""
    words = set(re.findall(r"\w+", question.lower()))
    if not words:
        raise bad("question is empty")
    asked = [row for _, row in phone.state.items("facts") if words & set(ASKS[row["ask"]].split())]
    found = [row for row in asked if _words(row["subject"]) <= words]
    if len(found) > 1 and len({row["subject"] for row in found}) > 1:
        raise conflict(f"this asks of {', '.join(dict.fromkeys(r['subject'] for r in found))}; ask of one")
    if found:
        items = [{name: row[name] for name in ("subject", "ask", "answer")} for row in found]
        return Outcome("; ".join(r["answer"] for r in found), {"items": list(items), "total": len(items)})
    near = [row for row in asked if len(_words(row["subject"])) > 1 and _words(row["subject"]) & words - {"and", "the"}]
    subjects = list(dict.fromkeys(str(row["subject"]) for row in near))
    if len(subjects) > 1:
        raise conflict(f"several match: {', '.join(subjects[:4])}; say which")
    return _unknown(near)


def _words(subject: str) -> set[str]:
    return set(re.findall(r"\w+", subject.lower()))


def _unknown(near: list[Row]) -> Outcome:
    """An empty answer that says so, and what the only near subject would be."""
    hint = f"; did you mean {near[0]['subject']}?" if near else ""
    return Outcome(f"not known{hint}", {"items": [], "total": 0})

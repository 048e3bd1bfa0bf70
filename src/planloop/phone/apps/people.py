"""People of a world: the owner, contacts with relations and numbers. Other apps refer to these records."""

from __future__ import annotations

from planloop.phone.world import WorldBuilder, populate

FIRST = (
    "Anna Ben Carla David Elena Felix Grace Hugo Iris Jonas Karen Liam Maya Nora Oscar Paula Quinn Rosa Samuel Tara "
    "Uma Victor Wendy Xavier Yara Zoe Amir Bella Chen Dora Emil Farah Gavin Hana Ivan Jada Kofi Lena Marco Nina "
    "Omar Priya Rafael Sofia Tom Ursula Vera Walter Ximena Yusuf Adele Boris Clara Dylan Erika Fiona George Helen"
).split()
LAST = (
    "Adams Baker Castro Diaz Evans Fischer Garcia Hill Ito Jensen Khan Lopez Meyer Novak Olsen Park Quist Rossi "
    "Silva Tanaka Usman Vogel Wagner Xu Young Ziegler Abbott Brandt Cohen Dietrich Ekberg Franco Gupta Hansen"
).split()
RELATIONS = ("mother", "father", "sister", "brother", "wife", "boss", "landlord", "dentist", "coach", "neighbour")


@populate(order=10)
def people(builder: WorldBuilder) -> None:
    """Eight to eleven contacts with distinct full names; about half have a relation to the owner."""
    rng = builder.rng
    firsts = rng.sample(FIRST, 12)
    relations = rng.sample(RELATIONS, 6)
    builder.add("owner", {"name": f"{firsts[0]} {rng.choice(LAST)}"}, key="owner")
    for index in range(rng.randrange(8, 12)):
        number = f"555-{rng.randrange(1000, 10000)}"
        relation = relations[index] if index < len(relations) and rng.random() < 0.8 else ""
        row = {"name": f"{firsts[index + 1]} {rng.choice(LAST)}", "phone": number, "relation": relation, "group": ""}
        builder.add("contacts", row)

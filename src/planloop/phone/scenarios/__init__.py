"""Task templates, one module per domain or dimension. Importing this package registers them all."""

from planloop.phone.scenarios import (
    agenda,
    clock,
    contacts,
    memory,
    skills,
    subagents,
    travel,
    utilities,
)

__all__ = [
    "agenda",
    "clock",
    "contacts",
    "memory",
    "skills",
    "subagents",
    "travel",
    "utilities",
]

"""The phone's apps, one module per domain. Importing this package registers every tool and every world part."""

from planloop.phone.apps import (
    agenda,
    calculator,
    clock,
    communication,
    contacts,
    gui,
    health,
    memories,
    notes,
    people,
    routines,
    translation,
    travel,
    weather,
)

__all__ = [
    "agenda",
    "calculator",
    "clock",
    "communication",
    "contacts",
    "gui",
    "health",
    "memories",
    "notes",
    "people",
    "routines",
    "translation",
    "travel",
    "weather",
]

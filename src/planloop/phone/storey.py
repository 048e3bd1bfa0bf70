"""How much of the phone there is: the first storey, which the frozen suite `phone-starter` is made of, or all of it.

A storey is a set of app modules. A phone of a storey has their tools and their part of every seeded world, and nothing
of the others, so that what is built on top changes no frozen task.
"""

from __future__ import annotations

from enum import StrEnum

FIRST_APPS = frozenset({
    "agenda", "audio", "calculator", "clock", "communication", "contacts", "devices", "display", "files", "gui",
    "health", "memories", "network", "notes", "people", "programs", "routines", "security", "system", "translation",
    "travel", "weather",
})  # fmt: skip


class Storey(StrEnum):
    """`FIRST` has the apps of `FIRST_APPS`, `FULL` every app."""

    FIRST = "first"
    FULL = "full"

    def holds(self, module: str) -> bool:
        """Whether a phone of this storey has the app module of that dotted name."""
        return self is Storey.FULL or module.rpartition(".")[2] in FIRST_APPS

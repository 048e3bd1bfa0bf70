"""The phone's apps, one module per domain. Importing this package registers every tool and every world part."""

from planloop.phone.apps import (
    audio,
    clock,
    devices,
    display,
    files,
    network,
    people,
    programs,
    security,
    system,
)

__all__ = [
    "audio",
    "clock",
    "devices",
    "display",
    "files",
    "network",
    "people",
    "programs",
    "security",
    "system",
]

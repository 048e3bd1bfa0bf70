"""Task templates, one module per domain or dimension. Importing this package registers them all."""

from planloop.phone.scenarios import (
    audio,
    clock,
    display,
    network,
    storage,
    system,
)

__all__ = [
    "audio",
    "clock",
    "display",
    "network",
    "storage",
    "system",
]

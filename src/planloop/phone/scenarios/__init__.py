"""Task templates, one module per domain or dimension. Importing this package registers them all."""

from planloop.phone.scenarios import (
    audio,
    clock,
    device_boundary,
    device_dependency,
    device_reference,
    device_revision,
    display,
    network,
    storage,
    system,
)

__all__ = [
    "audio",
    "clock",
    "device_boundary",
    "device_dependency",
    "device_reference",
    "device_revision",
    "display",
    "network",
    "storage",
    "system",
]

"""The on/off settings that many tools share."""

from __future__ import annotations

from typing import Literal

from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome

Switch = Literal["query", "enable", "disable"]


def switch(phone: Phone, setting: str, action: str, label: str) -> Outcome:
    """Query, enable or disable a boolean setting; asking for the present state is not an error."""
    if action == "query":
        enabled = bool(phone.setting(setting))
        return Outcome(f"{label} is {word(enabled)}", {"enabled": enabled})
    enabled = action == "enable"
    old = phone.change(setting, enabled)
    return Outcome(f"{label} was already {word(enabled)}" if old == enabled else f"{label} {word(enabled)}")


def word(enabled: bool) -> str:
    """`on` or `off`."""
    return "on" if enabled else "off"

"""What many tools need of the network before they can reach anybody."""

from __future__ import annotations

from planloop.phone.errors import conflict
from planloop.phone.phone import Phone


def need_internet(phone: Phone) -> None:
    """Raises 409 with the cure where neither Wi-Fi nor mobile data is on."""
    if not (phone.setting("wifi") or phone.setting("mobile_data")):
        raise conflict("no internet; enable Wi-Fi or mobile data first")


def need_network(phone: Phone) -> None:
    """Raises 409 with the cure where airplane mode keeps the phone from its mobile network."""
    if phone.setting("airplane_mode"):
        raise conflict("airplane mode is on; disable it first")

"""Display & Sound: two apps side by side on the screen."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.apps.programs import app
from planloop.phone.errors import bad, conflict
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate


@populate(order=60)
def split_screen(builder: WorldBuilder) -> None:
    """One app on the screen."""
    builder.setting("split_screen", [])


def pair(phone: Phone) -> list[str]:
    """The two apps that share the screen now; none where one was closed or removed, which leaves it to the other."""
    names = phone.setting("split_screen")
    running = {row["name"] for _, row in phone.state.find("apps", open=True)}
    return list(names) if running.issuperset(names) else []


@tool(Domain.DISPLAY, SideEffect.REVERSIBLE)
def control_split_screen(
    phone: Phone, action: Literal["query", "start", "stop"], firstApp: str | None = None, secondApp: str | None = None
) -> Outcome:
    """Show two apps side by side (start opens both), end it, or tell which they are; closing one ends it too.

    Raises 400 without two different apps, 404 for one that is not installed, 409 for a frozen one, where two others
    are side by side, and for a stop where the screen is not split.
    """
    current = pair(phone)
    if action != "start" and (firstApp is not None or secondApp is not None):
        raise bad("firstApp and secondApp belong to start")
    if action == "query":
        message = f"{current[0]} and {current[1]} are side by side" if current else "the screen is not split"
        return Outcome(message, {"apps": list(current)})
    if action == "stop":
        if not current:
            raise conflict("the screen is not split")
        phone.change("split_screen", [])
        return Outcome("one app on the screen")
    if firstApp is None or secondApp is None:
        raise bad("give firstApp and secondApp")
    return _start(phone, current, firstApp, secondApp)


def _start(phone: Phone, current: list[str], *wanted: str) -> Outcome:
    found = [app(phone, name) for name in wanted]
    names = [str(row["name"]) for _, row in found]
    if names[0] == names[1]:
        raise bad("firstApp and secondApp are the same app")
    if names == current:
        return Outcome(f"{names[0]} and {names[1]} were already side by side")
    if current and set(names) != set(current):
        raise conflict(f"{current[0]} and {current[1]} are side by side; stop it first")
    for name in names:
        if phone.state.find("app_settings", name=name, frozen=True):
            raise conflict(f"{name} is frozen; unfreeze it first")
    for key, _ in found:
        phone.state.set("apps", key, open=True)
    phone.change("split_screen", names)
    return Outcome(f"{names[0]} and {names[1]} side by side")

"""System Settings: the tiles of the quick settings panel."""

from __future__ import annotations

from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.world import WorldBuilder, populate

TILES = (
    "wifi", "bluetooth", "mobile_data", "airplane_mode", "flashlight", "dnd", "auto_rotate", "hotspot", "nfc",
    "dark_mode", "power_saver", "screen_recorder", "casting", "location", "scanner",
)  # fmt: skip
MOST = 10


@populate()
def quick_tiles(builder: WorldBuilder) -> None:
    """Six to nine tiles in the owner's order."""
    rng = builder.rng
    builder.setting("quick_tiles_shown", rng.sample(TILES, rng.randrange(6, 10)))


@tool(Domain.SYSTEM, SideEffect.REVERSIBLE)
def manage_quick_settings(
    phone: Phone,
    action: Literal["query", "add", "remove", "move"],
    tile: str | None = None,
    position: int | None = None,
) -> Outcome:
    """Tiles of the quick settings panel (pulled down from the top): add, remove or move one; position 1 is first."""
    shown = list(phone.setting("quick_tiles_shown"))
    if action == "query":
        return Outcome(f"{len(shown)} tiles", {"tiles": shown, "unused": [t for t in TILES if t not in shown]})
    if tile is None:
        raise bad("missing argument tile")
    name = tile.strip().lower().replace(" ", "_").replace("-", "")
    if name not in TILES:
        raise unsupported(f"there is no tile {tile}")
    if (name in shown) == (action == "add"):
        raise conflict(f"{name} is {'already' if action == 'add' else 'not'} among the tiles")
    if action == "move" and position is None:
        raise bad("missing argument position")
    if action == "add" and len(shown) >= MOST:
        raise conflict(f"{MOST} tiles are the most; remove one first")
    rest = [other for other in shown if other != name]
    if action != "remove":
        place = len(rest) + 1 if position is None else position
        if not 1 <= place <= len(rest) + 1:
            raise bad(f"position: {place} is not 1-{len(rest) + 1}")
        rest.insert(place - 1, name)
    phone.change("quick_tiles_shown", rest)
    done = {"add": "added", "remove": "removed", "move": "moved"}[action]
    return Outcome(f"{name} {done}", {"tiles": list(rest)})

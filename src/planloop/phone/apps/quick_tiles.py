"""System Settings: the tiles of the quick settings panel."""

from __future__ import annotations

import re
from typing import Literal

from planloop.contract.capability import Domain
from planloop.contract.tool import SideEffect
from planloop.phone.errors import bad, conflict, unsupported
from planloop.phone.phone import Phone
from planloop.phone.registry import Outcome, tool
from planloop.phone.state import Row
from planloop.phone.world import WorldBuilder, populate

TILES = (
    "wifi", "bluetooth", "mobile_data", "airplane_mode", "flashlight", "dnd", "auto_rotate", "hotspot", "nfc",
    "dark_mode", "power_saver", "screen_recorder", "casting", "location", "scanner",
)  # fmt: skip
ALSO = {
    "donotdisturb": "dnd", "torch": "flashlight", "batterysaver": "power_saver", "screencast": "casting",
    "screencasting": "casting", "screenrecording": "screen_recorder", "darktheme": "dark_mode", "qrscanner": "scanner",
}  # fmt: skip
"""Other names that people have for tiles, as `_plain` writes them."""
MOST, LEAST = 10, 4


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
    """Tiles of the quick settings panel (pulled down from the top): add, remove or move one; position 1 is first.

    It only arranges them; the tool of each setting switches it. Without a position, `add` puts a tile last. Raises
    422 for a tile there is not, 409 for adding one that is shown, for moving or removing one that is not, and for
    fewer than 4 or more than 10 tiles.
    """
    shown = list(phone.setting("quick_tiles_shown"))
    if action in ("query", "remove") and position is not None:
        raise bad("position belongs to add and move")
    if action == "query":
        return _query(shown, tile)
    if tile is None:
        raise bad("missing argument tile")
    name = _named(tile)
    if (name in shown) == (action == "add"):
        raise conflict(f"{name} is {'already' if action == 'add' else 'not'} among the tiles")
    if action == "move" and position is None:
        raise bad("missing argument position")
    if action == "add" and len(shown) >= MOST:
        raise conflict(f"{MOST} tiles are the most; remove one first")
    if action == "remove" and len(shown) <= LEAST:
        raise conflict(f"{LEAST} tiles are the fewest; add another one first")
    rest = [other for other in shown if other != name]
    if action != "remove":
        place = len(rest) + 1 if position is None else position
        if not 1 <= place <= len(rest) + 1:
            raise bad(f"position: {place} is not 1-{len(rest) + 1}")
        rest.insert(place - 1, name)
    phone.change("quick_tiles_shown", rest)
    done = "was already there" if rest == shown else {"add": "added", "remove": "removed", "move": "moved"}[action]
    return Outcome(f"{name} {done}", {"tiles": list(rest)})


def _query(shown: list[str], tile: str | None) -> Outcome:
    data: Row = {"tiles": list(shown), "unused": [other for other in TILES if other not in shown]}
    if tile is None:
        return Outcome(f"{len(shown)} tiles", data)
    name = _named(tile)
    place = f"{shown.index(name) + 1} of {len(shown)}" if name in shown else "unused"
    return Outcome(f"{name} is {place}", data)


def _plain(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


def _named(text: str) -> str:
    """The tile that is meant, whatever spaces or hyphens it is written with. Raises 422 where there is none."""
    name = {**{_plain(tile): tile for tile in TILES}, **ALSO}.get(_plain(text))
    if name is None:
        raise unsupported(f"there is no tile {text}; query lists them")
    return name

"""What a skill-routing task exposes: loaders alone (SOR), or loaders among tools (MTSR)."""

from __future__ import annotations

import random
from collections.abc import Iterable

from planloop.contract.capability import Behaviour
from planloop.contract.tool import ToolSpec
from planloop.data.exposure import EXPOSED, SEARCH
from planloop.harness.skills import loader_name

SHOWN = 6
"""Of the tools that routines use, how many a mixed list shows: the rest becomes callable with the skill."""
STEP_TOOLS = (
    "manage_alarm", "manage_auto_rotate", "manage_battery", "manage_bluetooth", "manage_dark_mode",
    "manage_do_not_disturb", "manage_mobile_data", "manage_wifi", "set_brightness", "set_music_play_mode",
    "set_screen_timeout", "set_volume",
)  # fmt: skip


def skill_tools(
    behaviour: Behaviour, installed: Iterable[str], specs: Iterable[ToolSpec], rng: random.Random
) -> tuple[str, ...]:
    """The exposure list of every skill task in worlds with these skills installed, by name.

    Whether a shown tool is needed depends on the world, so the list tells nothing about the routine.
    """
    loaders = {loader_name(name) for name in installed}
    if behaviour is Behaviour.SKILL_ONLY:
        return tuple(sorted({*loaders, SEARCH}))
    chosen = {*loaders, SEARCH, *rng.sample(STEP_TOOLS, SHOWN)}
    others = sorted(s.name for s in specs if s.name not in chosen and s.name not in STEP_TOOLS)
    chosen.update(rng.sample(others, EXPOSED - len(chosen)))
    return tuple(sorted(chosen))

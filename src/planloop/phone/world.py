"""Seeded worlds: one person's phone per seed, built once and shared by every episode that starts from it."""

from __future__ import annotations

import importlib
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

from planloop.phone.state import Row, Tables
from planloop.phone.storey import Storey

Populate = Callable[["WorldBuilder"], None]
_POPULATE: list[tuple[int, str, Populate]] = []
KEPT = 4096


@dataclass(frozen=True)
class World:
    """An immutable start: the frozen clock and all tables."""

    seed: int
    now: datetime
    tables: Tables


@dataclass
class WorldBuilder:
    """What `populate` functions write to. `rng` is private to each function, so adding one changes no other."""

    seed: int
    now: datetime
    tables: Tables = field(default_factory=dict)
    rng: random.Random = field(default_factory=random.Random)

    def add(self, table: str, row: Row, key: str | None = None) -> str:
        """Add a record, with the phone's own id form when no key is given."""
        rows = self.tables.setdefault(table, {})
        stem = table[:-1] if table.endswith("s") else table
        key = key or f"{stem}_{len(rows) + 1:03d}"
        rows[key] = row
        return key

    def setting(self, name: str, value: Any) -> None:
        """Define a device setting with its initial value."""
        self.add("settings", {"value": value}, key=name)

    def permission(self, name: str, *, granted: bool = True) -> None:
        """Define a runtime permission."""
        self.add("permissions", {"granted": granted}, key=name)


def populate(order: int = 50) -> Callable[[Populate], Populate]:
    """Register a function that fills part of every world; lower `order` runs first (people and contacts at 10)."""

    def register(function: Populate) -> Populate:
        _POPULATE.append((order, f"{function.__module__}.{function.__qualname__}", function))
        _POPULATE.sort(key=lambda entry: entry[:2])
        world.cache_clear()
        return function

    return register


def stream(seed: int, name: str) -> random.Random:
    """The private random stream of one populate function (`module.function`) in the world of a seed."""
    return random.Random(f"{seed}/{name}")


def install() -> None:
    """Import all apps, which registers every tool and every part of a world."""
    importlib.import_module("planloop.phone.apps")


@lru_cache(maxsize=KEPT)
def world(seed: int, storey: Storey = Storey.FIRST) -> World:
    """The world of a seed: same seed and storey, same phone, in every process."""
    install()
    rng = random.Random(f"world/{seed}")
    day = datetime(2026, 1, 5) + timedelta(days=rng.randrange(0, 300))
    now = day.replace(hour=rng.randrange(7, 22), minute=rng.choice(range(0, 60, 5)))
    builder = WorldBuilder(seed, now)
    for _, name, function in list(_POPULATE):
        if not storey.holds(function.__module__):
            continue
        builder.rng = stream(seed, name)
        function(builder)
    return World(seed, now, builder.tables)

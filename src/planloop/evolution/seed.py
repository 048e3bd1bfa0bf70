"""Seed: what each purpose of a run draws with, all from the run's one seed."""

from __future__ import annotations

import hashlib


def derived(seed: int, purpose: str, bits: int = 48) -> int:
    """The seed of one `purpose` of the run with this `seed`, below 2 to the power of `bits` (a multiple of 8).

    A purpose that comes in every round names the round, too, as its ledger key does (`r2/refresh`). It is a hash, so
    that neighbouring seeds, rounds and purposes draw nothing in common; the same on every machine.
    """
    return int.from_bytes(hashlib.sha256(f"{seed}/{purpose}".encode()).digest()[: bits // 8], "big")

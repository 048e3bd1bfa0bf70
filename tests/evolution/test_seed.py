"""What a run draws in one round and for one purpose it draws nowhere else."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from planloop.evolution.seed import derived
from planloop.evolution.steps.dataset import refresh_seed


def test_no_two_seeds_and_rounds_train_in_the_same_order() -> None:
    seeds = {refresh_seed(cast(Any, SimpleNamespace(seed=seed)), number) for seed in range(20) for number in range(20)}
    assert len(seeds) == 400


def test_a_seed_is_the_same_everywhere() -> None:
    assert derived(0, "r1/refresh") == 230150780381042


@given(st.integers(0, 2**31 - 1), st.text(), st.sampled_from([32, 40, 48]))
def test_a_seed_has_the_bits_asked_for(seed: int, purpose: str, bits: int) -> None:
    assert 0 <= derived(seed, purpose, bits) < 2**bits

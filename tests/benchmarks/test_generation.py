"""What the benchmark of rollouts says of its repeats."""

from __future__ import annotations

import pytest
from benchmarks.generation import summary


def test_the_ratio_is_of_medians_and_its_spread_is_of_repeats() -> None:
    found = summary({"ours": [10.0, 30.0, 20.0], "stock": [10.0, 5.0, 4.0]}, {"ours": [1.0], "stock": [2.0]})
    assert found["ratio"] == pytest.approx(4.0)
    assert (found["ratio_lo"], found["ratio_hi"], found["ratio_n"]) == (1.0, 6.0, 3)

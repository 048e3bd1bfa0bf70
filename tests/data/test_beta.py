"""Beta quantiles without scipy are scipy's."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import betainc, betaincinv

from planloop.data.beta import below, quantile

COUNTS = st.integers(0, 400)


@given(COUNTS, COUNTS, st.floats(0.0, 1.0))
def test_the_share_below_a_point_is_scipys(successes: int, failures: int, x: float) -> None:
    a, b = successes + 0.5, failures + 0.5
    assert below(x, a, b) == pytest.approx(float(betainc(a, b, x)), abs=1e-10)


@given(COUNTS, COUNTS, st.sampled_from([0.025, 0.05, 0.5, 0.95, 0.975]))
def test_quantiles_of_rates_are_scipys(successes: int, failures: int, share: float) -> None:
    a, b = successes + 0.5, failures + 0.5
    assert quantile(share, a, b) == pytest.approx(float(betaincinv(a, b, share)), rel=1e-9, abs=1e-12)


@given(st.floats(0.5, 20.0), st.floats(0.5, 20.0))
def test_a_quantile_is_the_point_below_which_its_share_lies(a: float, b: float) -> None:
    assert below(quantile(0.3, a, b), a, b) == pytest.approx(0.3, abs=1e-9)


def test_nothing_lies_below_zero_and_all_below_one() -> None:
    assert (below(0.0, 2.0, 3.0), below(1.0, 2.0, 3.0)) == (0.0, 1.0)
    assert quantile(0.0, 2.0, 3.0) == pytest.approx(0.0, abs=1e-12)

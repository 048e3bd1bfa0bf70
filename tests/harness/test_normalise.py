"""Normalised values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.harness.normalise import canonical, same, says, words

SCALARS = (
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.floats(-1e6, 1e6) | st.text(max_size=20)
    | st.from_regex(r"[0-9:+ apm./-]{1,14}", fullmatch=True)
)  # fmt: skip


@given(SCALARS)
def test_a_canonical_value_is_its_own_canonical_form(value: object) -> None:
    once = canonical(value)  # type: ignore[arg-type]
    assert canonical(once) == once or canonical(canonical(once)) == canonical(once)


@given(SCALARS, SCALARS)
def test_sameness_of_scalars_is_symmetric_and_reflexive(a: object, b: object) -> None:
    assert same(a, a)  # type: ignore[arg-type]
    assert same(a, b) == same(b, a)  # type: ignore[arg-type]


@given(st.integers(0, 23), st.integers(0, 59))
def test_a_time_is_the_same_on_both_clocks(hour: int, minute: int) -> None:
    spoken = f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}"
    assert same(f"{hour:02d}:{minute:02d}", spoken)
    assert says(f"The alarm is set for {spoken}.", f"{hour:02d}:{minute:02d}")


@given(st.integers(-1000, 1000))
def test_a_number_is_the_same_as_text(number: int) -> None:
    assert same(number, str(number)) and same(number, float(number)) and same(f"{number}%", number)
    assert not same(number, number + 1)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("7 pm", "19:00"),
        ("12 am", "00:00"),
        ("12:30 p.m.", "12:30"),
        ("+49 170 123-4567", "00491701234567"),
        ("(0170) 123 4567", "01701234567"),
        ("  Dr.  Anna BERG ", "dr. anna berg"),
        ("30 minutes", 30),
        ("30 minutes", "30 min"),
        ("50 percent", "50%"),
        ("March 10, 2026", "2026-03-10"),
        ("10th of March 2026", "2026-03-10"),
        ("2026-03-10T07:30", "2026-03-10 7:30 am"),
        ("True", True),
        (["Anna", "Ben"], ["ben", "anna"]),
        ({"a": "5"}, {"a": 5, "b": 1}),
        (None, ""),
        ("don’t", "don't"),
        ("1,250", 1250),
    ],
)
def test_same(a: object, b: object) -> None:
    assert same(a, b)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("7 am", "7 pm"),
        ("30 minutes", "30 seconds"),
        ("007", 7),
        (True, 1),
        ("2+3", "2-3"),
        ({"a": 5}, {"b": 5}),
        (["a"], ["a", "a"]),
        ("2026-03-10", "2026-03-11"),
        ("Anna", "Hanna"),
    ],
)
def test_not_same(a: object, b: object) -> None:
    assert not same(a, b)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("It is 5.", "5"),
        ("You have five alarms", "5"),
        ("Which contact do you mean?", "contact"),
        ("Two contacts match", "contact"),
        ("Her birthday is March 10.", "2026-03-10"),
        ("Call 0170 123 4567 now", "01701234567"),
        ("The plate is BA-112.", "BA 112"),
        ("您要找哪位联系人？", "联系人"),
        ("at 6:30pm", "18:30"),
    ],
)
def test_says(text: str, phrase: str) -> None:
    assert says(text, phrase)


@pytest.mark.parametrize(
    ("text", "phrase"),
    [("It is 15.", "5"), ("5.5 km", "5"), ("contacted", "contact"), ("March 11", "2026-03-10"), ("18:30", "8:30")],
)
def test_does_not_say(text: str, phrase: str) -> None:
    assert not says(text, phrase)


@given(st.text(max_size=40))
def test_a_text_says_each_of_its_own_words(text: str) -> None:
    assert all(says(text, word) for word in words(text) if word.isascii() and word.isalpha())

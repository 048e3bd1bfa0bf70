"""Two requests in one: grammar at the joint."""

from __future__ import annotations

import pytest

from planloop.data.join import join_texts


@pytest.mark.parametrize(
    ("connector", "first", "second", "joined"),
    [
        ("{a}. Then, {b}", "Can you pause it?", "Set an alarm", "Can you pause it? Then, set an alarm"),
        ("{a}, plus {b}", "alarms?", "I'd like tea", "alarms, plus I'd like tea"),
        ("I need two things. {a}. {b}", "Pause it", "Set an alarm", "I need two things. Pause it. Set an alarm"),
        ("{a}, and {b}", "Pause it.", "Set an alarm", "Pause it, and set an alarm"),
    ],
)  # fmt: skip
def test_requests_join_as_sentences(connector: str, first: str, second: str, joined: str) -> None:
    assert join_texts(connector, first, second) == joined

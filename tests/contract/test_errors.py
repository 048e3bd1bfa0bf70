"""An error names its place and its cure in one line."""

from __future__ import annotations

import pytest

from planloop.contract.errors import PlanloopError


@pytest.mark.parametrize(
    ("error", "line"),
    [
        (PlanloopError("it is empty"), "it is empty"),
        (PlanloopError("it is empty", place="a.yaml"), "a.yaml: it is empty"),
        (PlanloopError("it is empty.", cure="add a task"), "it is empty. Add a task"),
        (PlanloopError("two\nlines", place="a", cure="run `x`"), "a: two lines. Run `x`"),
    ],
)
def test_the_message_is_one_line(error: PlanloopError, line: str) -> None:
    assert str(error) == line

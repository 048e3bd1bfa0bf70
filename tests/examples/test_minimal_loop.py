"""The example turns the whole loop, on as little as shows every stage."""

from __future__ import annotations

import pytest
from examples.minimal_loop import Size, turn_the_loop


@pytest.mark.slow
def test_the_example_plays_diagnoses_teaches_trains_and_gates() -> None:
    found = turn_the_loop(Size(held_out=4, train=16, epochs=2, changes=1))
    assert found["lessons"] == 16
    assert found["last_loss"] < found["first_loss"]
    assert found["weak"] == ["tool_use/grounding"]
    assert found["causes_before"]
    assert found["difference_lo"] <= found["difference"] <= found["difference_hi"]
    assert all(change["decision"] in ("accept", "person", "refuse") for change in found["changes"])

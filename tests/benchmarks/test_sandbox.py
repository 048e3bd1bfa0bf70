"""The sandbox's speed is measured on the suite's own calls, and told with its spread."""

from __future__ import annotations

import json

import pytest
from benchmarks.sandbox import main


def test_it_prints_the_promised_keys_and_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--seconds", "0", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["steps_per_s_lo"] <= found["steps_per_s"] <= found["steps_per_s_hi"]
    assert found["reset_us_lo"] <= found["reset_us"] <= found["reset_us_hi"]
    assert found["steps_per_s_n"] > 320 and found["reset_us_n"] == 320 and found["peers"] == {}
    main(["--seconds", "0"])
    assert "steps per second" in capsys.readouterr().out

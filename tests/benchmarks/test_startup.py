"""The start-up measurement prints one JSON object, and says so where it could not measure."""

from __future__ import annotations

import json

import pytest

from benchmarks import startup


def test_the_help_page_is_measured_in_fresh_processes(capsys: pytest.CaptureFixture[str]) -> None:
    startup.main(["--repeats", "2", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["help_s_n"] == 2
    assert 0 < found["help_s_lo"] == found["help_s"] <= found["help_s_hi"]
    assert 0 < found["help_cpu_s"] < 5
    assert "install_mb" not in found


def test_an_install_that_fails_is_an_error_not_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_ARGS", "--no-such-option")
    with pytest.raises(SystemExit, match=r"could not measure: .*pip wheel"):
        startup.main(["--repeats", "1", "--install"])

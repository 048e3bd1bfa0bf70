"""What a long run says: the time left is told from the speed of the work, not from what came before it."""

from __future__ import annotations

import pytest

from planloop.cli import voice
from planloop.cli.voice import Teller


def test_time_left_counts_from_where_nothing_was_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr(voice.time, "monotonic", lambda: now[0])
    with Teller() as teller:
        teller.stage("training")
        now[0] = 100.0  # a preparation
        teller.progress(0, 10, "updates")
        now[0] = 120.0
        teller.progress(2, 10, "updates")
    assert "2 of 10 updates, about 1:20 left" in capsys.readouterr().err

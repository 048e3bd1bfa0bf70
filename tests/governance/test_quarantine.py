"""What curation is not sure of waits for a person, whose word is kept beside the record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.builders import make_task, make_trajectory

from planloop.contract.errors import PlanloopError
from planloop.contract.split import Stage
from planloop.contract.verdict import Suitability
from planloop.governance.quarantine import judge, quarantined
from planloop.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """Two train records, one of them in quarantine."""
    with Store.open(tmp_path) as opened:
        task = make_task()
        opened.add_tasks([task])
        made = [make_trajectory(key, text=key) for key in ("sure", "unsure")]
        opened.add_trajectories(made, run="r", stage=Stage.TRAINING)
        opened.edit("unsure", "suitability", "quarantined", author="judge:rules", reason="judged both ways")
        opened.edit("sure", "suitability", "suitable", author="judge:rules", reason="valid")
        yield opened


def test_a_persons_word_ends_the_quarantine_and_stays_beside_the_record(store: Store) -> None:
    assert [(e.subject, e.reason) for e in quarantined(store)] == [("unsure", "judged both ways")]
    judge(store, "unsure", "suitable", reviewer="Ada", reason="the alarm was set")
    assert quarantined(store) == []
    assert store.trajectory("unsure", stage=Stage.TRAINING).suitability is Suitability.SUITABLE
    assert [(e.author, e.value) for e in store.edits.of(["unsure"])["unsure"]] == [
        ("judge:rules", "quarantined"),
        ("Ada", "suitable"),
    ]


@pytest.mark.parametrize(
    ("record", "word", "reason", "said"),
    [
        ("unsure", "fine", "because", "suitable, diagnostic_only, rejected"),
        ("unsure", "quarantined", "because", "is no judgement"),
        ("unsure", "suitable", " ", "--reason"),
        ("sure", "rejected", "because", "not in quarantine"),
        ("nobody", "rejected", "because", "not in quarantine"),
    ],
)
def test_what_is_no_judgement_is_refused_and_changes_nothing(
    store: Store, record: str, word: str, reason: str, said: str
) -> None:
    with pytest.raises(PlanloopError, match=said):
        judge(store, record, word, reviewer="Ada", reason=reason)
    assert [e.subject for e in quarantined(store)] == ["unsure"]

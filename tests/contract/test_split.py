"""Held-out discipline: which stage may read which split."""

from __future__ import annotations

import pytest

from planloop.contract.split import READABLE, Split, Stage, WrongSplitError, require_readable

LEGAL = {
    (Stage.TRAINING, Split.TRAIN),
    (Stage.DIAGNOSIS, Split.TRAIN),
    (Stage.DIAGNOSIS, Split.DEV_EVOLVE),
    (Stage.GATE, Split.DEV_GATE),
    (Stage.BENCH, Split.TEST),
}


@pytest.mark.parametrize("stage", Stage)
@pytest.mark.parametrize("split", Split)
def test_a_stage_reads_its_own_splits_and_no_other(stage: Stage, split: Split) -> None:
    if (stage, split) in LEGAL:
        require_readable(stage, split, "task t1")
        assert split in READABLE[stage]
    else:
        with pytest.raises(WrongSplitError, match=f"task t1 is of split {split}; stage {stage} may read only"):
            require_readable(stage, split, "task t1")


def test_every_split_has_a_reader_and_the_test_split_only_the_bench() -> None:
    assert set().union(*READABLE.values()) == set(Split)
    assert [stage for stage in Stage if Split.TEST in READABLE[stage]] == [Stage.BENCH]

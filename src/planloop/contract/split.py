"""Splits, and which stage of the loop may read which (design section 3, rule 1)."""

from __future__ import annotations

from enum import StrEnum


class Split(StrEnum):
    """Where a task may be used."""

    TRAIN = "train"
    DEV_EVOLVE = "dev.evolve"  # diagnosis, editing, controller
    DEV_GATE = "dev.gate"  # acceptance only
    TEST = "test"  # the final benchmark only


class Stage(StrEnum):
    """A consumer of tasks and trajectories."""

    TRAINING = "training"  # collection, curation, cold start, RL
    DIAGNOSIS = "diagnosis"  # evaluation on dev.evolve, weakness map, proposals, controller
    GATE = "gate"  # acceptance of a change
    BENCH = "bench"  # final measurement


READABLE: dict[Stage, frozenset[Split]] = {
    Stage.TRAINING: frozenset({Split.TRAIN}),
    Stage.DIAGNOSIS: frozenset({Split.TRAIN, Split.DEV_EVOLVE}),
    Stage.GATE: frozenset({Split.DEV_GATE}),
    Stage.BENCH: frozenset({Split.TEST}),
}


class WrongSplitError(Exception):
    """A stage asked for a task or trajectory of a split it may not read."""


def require_readable(stage: Stage, split: Split, what: str) -> None:
    """Raise `WrongSplitError` unless `stage` may read `split`; `what` names the task or trajectory."""
    if split not in READABLE[stage]:
        legal = ", ".join(sorted(READABLE[stage]))
        raise WrongSplitError(f"{what} is of split {split}; stage {stage} may read only {legal}")

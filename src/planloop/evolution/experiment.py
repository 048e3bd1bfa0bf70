"""Experiments: which diagnoses are worth a replay, and what became of those that were tested."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planloop.contract.diagnosis import Cause, Side
from planloop.contract.intervention import Intervention, InterventionKind
from planloop.contract.record import Record
from planloop.evolution.attribute import Attribution, intervention_for
from planloop.evolution.finding import Diagnosed
from planloop.evolution.replay import Failure

TESTED_SIDES = (Side.HARNESS, Side.MODEL)
"""Sides whose causes can be repaired in a replay, in the order in which they are tested."""


@dataclass(frozen=True)
class Experiment:
    """A diagnosis, and the failure that can be played again to test it."""

    diagnosed: Diagnosed
    failure: Failure

    @property
    def repair(self) -> Intervention:
        """What is put right in one arm; the other arm is the control."""
        return intervention_for(self.diagnosed.diagnosis, self.diagnosed.finding.tool)

    @property
    def possible(self) -> bool:
        """Whether the repair can be made and changes anything."""
        return self.repair.kind is not InterventionKind.NONE and self.failure.replay(self.repair) is not None


class Trial(Record):
    """A tested diagnosis: the outcome, and the ids of the replays with the repair and without it."""

    attribution: Attribution
    repaired: tuple[str, ...]
    control: tuple[str, ...]


def choose(
    diagnosed: Sequence[Diagnosed], failure: Callable[[Diagnosed], Failure], count: int
) -> tuple[Experiment, ...]:
    """At most `count` possible experiments: harness causes first, then those of the model.

    On each side the causes take turns, commonest first, each with a diagnosis from the capability group that has had
    fewest, and among those the surest.
    """
    chosen: list[Experiment] = []
    groups: Counter[str] = Counter()
    for side in TESTED_SIDES:
        left: dict[Cause, list[Diagnosed]] = {}
        for item in diagnosed:
            if item.diagnosis.side is side:
                left.setdefault(item.diagnosis.cause, []).append(item)
        turns = sorted(left, key=lambda cause: -len(left[cause]))
        while any(left.values()) and len(chosen) < count:
            for cause in turns:
                found = _next(left[cause], groups, failure) if len(chosen) < count else None
                if found is not None:
                    chosen.append(found)
                    groups[found.diagnosed.diagnosis.capability.group] += 1
    return tuple(chosen)


def _next(left: list[Diagnosed], groups: Counter[str], failure: Callable[[Diagnosed], Failure]) -> Experiment | None:
    """Take the best possible experiment out of `left`, and those that turn out to be none."""
    while left:
        best = min(left, key=lambda d: (groups[d.diagnosis.capability.group], -d.diagnosis.confidence))
        left.remove(best)
        made = Experiment(best, failure(best))
        if made.possible:
            return made
    return None

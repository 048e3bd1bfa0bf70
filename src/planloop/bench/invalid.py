"""Invalid: episodes that the infrastructure lost are played again; of too many, nothing was measured (rule 4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from planloop.contract.errors import PlanloopError
from planloop.contract.trajectory import Trajectory

T = TypeVar("T")
RETRIES = 2
"""Of an episode whose infrastructure failed."""
MAX_INVALID = 0.2
"""Share of invalid episodes above which nothing was measured."""


def with_retries(left: Callable[[], list[T]], play: Callable[[list[T], int], None]) -> None:
    """`play` what `left` gives, with the number of the attempt, until nothing is left or `RETRIES` are used up.

    What the first attempt raises is raised. A later one that is refused ends it: nobody is there to try again with, and
    what was played before stays.
    """
    for attempt in range(1 + RETRIES):
        waiting = left()
        if not waiting:
            return
        try:
            play(waiting, attempt)
        except PlanloopError:
            if not attempt:
                raise
            return


def require_measured(trajectories: Sequence[Trajectory], place: str) -> None:
    """Raise `PlanloopError` where more than `MAX_INVALID` of the episodes stayed invalid."""
    lost = [t for t in trajectories if not t.valid]
    if len(lost) > MAX_INVALID * len(trajectories):
        raise PlanloopError(
            f"{len(lost)} of {len(trajectories)} episodes were invalid, the first because: {lost[0].invalid_reason}",
            place=place,
            cure="mend the server, model or worker that this names, and run again",
        )

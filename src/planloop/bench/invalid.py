"""Invalid: when a bench has measured nothing, because the infrastructure failed too often (design rule 4)."""

from __future__ import annotations

from collections.abc import Sequence

from planloop.contract.errors import PlanloopError
from planloop.contract.trajectory import Trajectory

RETRIES = 2
"""Of an episode whose infrastructure failed."""
MAX_INVALID = 0.2
"""Share of invalid episodes above which nothing was measured."""


def require_measured(trajectories: Sequence[Trajectory], place: str) -> None:
    """Raise `PlanloopError` where more than `MAX_INVALID` of the episodes stayed invalid."""
    lost = [t for t in trajectories if not t.valid]
    if len(lost) > MAX_INVALID * len(trajectories):
        raise PlanloopError(
            f"{len(lost)} of {len(trajectories)} episodes were invalid, the first because: {lost[0].invalid_reason}",
            place=place,
            cure="mend the server, model or worker that this names, and run again",
        )

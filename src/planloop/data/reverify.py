"""Verifying a recorded episode again, from its evidence and a rebuilt initial state; nothing is replayed."""

from __future__ import annotations

from collections.abc import Callable

from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import Verdict
from planloop.environments.base import Environment, InfrastructureError
from planloop.harness.verifier import verify


def reverifier(environment: Environment) -> Callable[[Task, Trajectory], Verdict | None]:
    """A `curate.Reverify` over one leased environment; None where the initial state cannot be built."""

    def again(task: Task, trajectory: Trajectory) -> Verdict | None:
        if trajectory.evidence is None:
            return None
        try:
            environment.reset(task, trajectory.seed)
            initial = environment.initial()
        except InfrastructureError:
            return None
        return verify(task, initial, trajectory.evidence, trajectory.closing_text, trajectory.stop)

    return again

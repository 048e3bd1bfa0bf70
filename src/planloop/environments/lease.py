"""Lease: an environment belongs to one live episode. Every kind of episode begins here and gives it back here."""

from __future__ import annotations

import threading
from weakref import WeakValueDictionary

from planloop.contract.errors import PlanloopError
from planloop.contract.task import Task
from planloop.environments.base import Environment

CURE = (
    "give every episode an environment of its own (for instance a new Sandbox()), or play them one after the other: "
    "an episode gives its environment back when it ends or fails"
)


class EnvironmentHeldError(PlanloopError):
    """A second episode was begun on an environment that a live one still holds: each would corrupt the other."""


class Lease:
    """The right to use one environment until `release`. A lease that nobody refers to any more holds nothing."""

    def __init__(self, environment: Environment, task: Task) -> None:
        """Take the environment. Raises `EnvironmentHeldError` where a live episode has it."""
        self._environment = environment  # kept alive, so that its id stays its own
        self.task_key = task.key
        with _LOCK:
            holder = _HELD.get(id(environment))
            if holder is not None:
                raise EnvironmentHeldError(
                    f"this {environment.name} environment is held by the live episode of task {holder.task_key}",
                    place=f"task {task.key}",
                    cure=CURE,
                )
            _HELD[id(environment)] = self

    def release(self) -> None:
        """Give the environment back. Safe to call twice."""
        with _LOCK:
            if _HELD.get(id(self._environment)) is self:
                del _HELD[id(self._environment)]


_LOCK = threading.Lock()
_HELD: WeakValueDictionary[int, Lease] = WeakValueDictionary()


def begin(environment: Environment, task: Task, seed: int) -> Lease:
    """Lease the environment and bring it to the task's start. A reset that fails holds nothing.

    Raises `EnvironmentHeldError`, or what `Environment.reset` raises.
    """
    lease = Lease(environment, task)
    try:
        environment.reset(task, seed)
    except BaseException:
        lease.release()
        raise
    return lease

"""Replay: a failed episode played again through the real harness, with one thing changed (design section 10)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from planloop.contract.intervention import Intervention, InterventionKind
from planloop.contract.message import Role
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.environments.base import Environment
from planloop.evolution.gold import Case
from planloop.harness.episode import BrokenEpisode, HarnessEpisode
from planloop.harness.harness import Harness
from planloop.harness.opening import open_with, recorded, written
from planloop.harness.recorder import Labels
from planloop.harness.variant import showing_all, without_guidance

SOURCE = "replay"
"""The source of a replayed trajectory."""


@dataclass(frozen=True)
class Failure:
    """A failed episode that can be played again: what is known of it, and the harness that it was played through.

    `sandbox` makes a fresh environment for each replay, so that many can be under way at once.
    """

    case: Case
    harness: Harness
    sandbox: Callable[[], Environment]
    labels: Labels = field(default_factory=lambda: Labels(source=SOURCE))

    def replay(self, what: Intervention, seed: int = 0) -> HarnessEpisode | BrokenEpisode | None:
        """The episode under an intervention, up to where the planner takes over; it may be over by then.

        None where the intervention would change nothing: then there is no experiment to make. `seed` 0 is the seed
        of the failure.
        """
        task, eta = self.case.task, self.harness.eta
        match what.kind:
            case InterventionKind.NONE:
                return self._begin(self.harness, task, seed)
            case InterventionKind.EXPOSE_TOOL:
                return self._exposing(what.tool, seed)
            case InterventionKind.RETURN_RECORDS:
                if not task.gold_memories:
                    return None
                return self._begin(self.harness.changed(wanted_records=task.gold_memories), task, seed)
            case InterventionKind.SHOW_ALL:
                changed = showing_all(eta)
            case InterventionKind.DROP_GUIDANCE:
                changed = without_guidance(eta, what.tool) if what.tool else eta
            case InterventionKind.CORRECT_TURN:
                return self._corrected(what.turn, seed)
        if changed.digest() == eta.digest():
            return None
        return self._begin(self.harness.changed(eta=changed), task, seed)

    def _begin(self, harness: Harness, task: Task, seed: int) -> HarnessEpisode | BrokenEpisode:
        return harness.episode(task, self.sandbox(), self.case.trajectory.seed + seed, _kept_by_itself, self.labels)

    def _exposing(self, tool: str, seed: int) -> HarnessEpisode | BrokenEpisode | None:
        """A copy of the task that exposes the tool too; the record names the copy by its hash."""
        task = self.case.task
        if tool in task.tools or tool not in self.case.specs:
            return None
        tools = (*task.tools, tool)
        ordered = tuple(sorted(tools)) if list(task.tools) == sorted(task.tools) else tools
        copy = task.model_copy(update={"tools": ordered})
        return self._begin(self.harness, copy, seed) if tool in self._exposed(copy) else None

    def _exposed(self, task: Task) -> tuple[str, ...]:
        return self.harness.exposed(task, self.sandbox())

    def _corrected(self, turn: int | None, seed: int) -> HarnessEpisode | BrokenEpisode | None:
        """The turns before stand as they were recorded, and the known solution's turn follows them."""
        correction = None if turn is None else self.case.correction(turn)
        episode = self._begin(self.harness, self.case.task, seed)
        if turn is None or correction is None or isinstance(episode, BrokenEpisode):
            return None
        turns = recorded(self.case.trajectory)
        given = [*turns[: len(turns) - self.case.trace.turns + turn], written(correction)]
        before = _spoken(episode)
        open_with(episode, given)
        return episode if _spoken(episode) == before + len(given) else None


def _spoken(episode: HarnessEpisode) -> int:
    return sum(m.role is Role.ASSISTANT for m in episode.messages)


def _kept_by_itself(trajectory: Trajectory) -> None:
    """The episode keeps its record."""

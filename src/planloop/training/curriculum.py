"""The curriculum: which tasks the next batch samples, following the current competence (design section 9)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from planloop.contract.task import Task
from planloop.training.rollout import Group


@dataclass(frozen=True)
class CurriculumSettings:
    """`floor` is the weight of a task that always or never succeeds, relative to one at even odds; `decay` is how
    much of the older counts a new group leaves. `enabled=False` samples uniformly (the ablation)."""

    enabled: bool = True
    floor: float = 0.15
    decay: float = 0.7


@dataclass(frozen=True)
class Drawn:
    """A logged draw: the task keys, and the expected success of each when it was drawn."""

    batch: int
    keys: tuple[str, ...]
    expected: tuple[float, ...]


@dataclass
class Curriculum:
    """Keeps decayed success counts per task and per capability group; an unseen task is judged by its group."""

    tasks: Sequence[Task]
    settings: CurriculumSettings = CurriculumSettings()
    log: list[Drawn] = field(default_factory=list)
    _counts: dict[str, tuple[float, float]] = field(default_factory=dict)

    def observe(self, groups: Iterable[Group]) -> None:
        """Learn from the valid episodes of collected groups; what was known before decays once."""
        seen: dict[str, tuple[int, int]] = {}
        for group in groups:
            for name in (group.task.key, group.task.capability.group):
                old = seen.get(name, (0, 0))
                seen[name] = (old[0] + sum(t.success for t in group.trajectories), old[1] + len(group.trajectories))
        for name, (successes, attempts) in seen.items():
            if attempts:
                before = self._counts.get(name, (0.0, 0.0))
                kept = self.settings.decay
                self._counts[name] = (kept * before[0] + successes, kept * before[1] + attempts)

    def expected(self, task: Task) -> float:
        """Expected success: the task's own counts, with two pseudo-episodes at its capability group's rate."""
        seen = self._counts.get(task.capability.group, (0.0, 0.0))
        prior = (seen[0] + 1.0) / (seen[1] + 2.0)
        own = self._counts.get(task.key, (0.0, 0.0))
        return (own[0] + 2.0 * prior) / (own[1] + 2.0)

    def weight(self, task: Task) -> float:
        """Relative sampling weight: highest at even odds, where a group teaches most."""
        if not self.settings.enabled:
            return 1.0
        odds = self.expected(task)
        return self.settings.floor + (1 - self.settings.floor) * 4 * odds * (1 - odds)

    def draw(self, count: int, seed: int) -> list[Task]:
        """`count` different tasks (all of them if there are fewer), by weight; logged, and fixed by `seed`."""
        generator = random.Random(f"{seed}/{len(self.log)}")
        keyed = [(generator.random() ** (1.0 / self.weight(task)), n) for n, task in enumerate(self.tasks)]
        chosen = [self.tasks[n] for _, n in sorted(keyed, reverse=True)[:count]]
        expected = tuple(round(self.expected(task), 4) for task in chosen)
        self.log.append(Drawn(len(self.log), tuple(task.key for task in chosen), expected))
        return chosen

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from planloop.training.curriculum import Curriculum, CurriculumSettings
from planloop.training.rollout import Group

Make = Callable[..., Any]


def observed(make_task: Make, make_trajectory: Make, settings: CurriculumSettings) -> Curriculum:
    tasks = [make_task(key) for key in ("mastered", "even", "hopeless")]
    curriculum = Curriculum(tasks, settings)
    for task, wins in zip(tasks, (8, 4, 0), strict=True):
        trajectories = tuple(make_trajectory(success=i < wins, key=task.key, number=i) for i in range(8))
        for _ in range(4):
            curriculum.observe([Group(task, trajectories)])
    return curriculum


def test_tasks_at_even_odds_are_drawn_most(make_task: Make, make_trajectory: Make) -> None:
    curriculum = observed(make_task, make_trajectory, CurriculumSettings())
    drawn = Counter(curriculum.draw(1, seed)[0].key for seed in range(400))
    assert drawn["even"] > 2 * max(drawn["mastered"], drawn["hopeless"])
    assert min(drawn[key] for key in ("mastered", "hopeless")) > 10


def test_without_the_curriculum_draws_are_uniform(make_task: Make, make_trajectory: Make) -> None:
    curriculum = observed(make_task, make_trajectory, CurriculumSettings(enabled=False))
    drawn = Counter(curriculum.draw(1, seed)[0].key for seed in range(600))
    assert all(150 < count < 250 for count in drawn.values())


def test_unseen_tasks_are_judged_by_their_capability(make_task: Make, make_trajectory: Make) -> None:
    curriculum = observed(make_task, make_trajectory, CurriculumSettings())
    stranger = make_task("new", "memory/composition/calls")
    sibling = make_task("new")
    lost = tuple(make_trajectory(success=False, number=i) for i in range(8))
    for _ in range(6):
        curriculum.observe([Group(make_task("other"), lost)])
    assert curriculum.expected(stranger) == 0.5
    assert curriculum.expected(sibling) < 0.35


def test_draws_are_distinct_logged_and_repeatable(make_task: Make, make_trajectory: Make) -> None:
    one = observed(make_task, make_trajectory, CurriculumSettings())
    two = observed(make_task, make_trajectory, CurriculumSettings())
    assert [t.key for t in one.draw(3, 5)] == [t.key for t in two.draw(3, 5)]
    assert len(set(one.log[0].keys)) == 3
    assert one.log == two.log

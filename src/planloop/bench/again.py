"""Again: recorded episodes judged once more, from their evidence, without a planner."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from planloop.bench.episodes import read_episodes, suite_of
from planloop.data.reverify import reverifier
from planloop.environments.sandbox import Sandbox


def verify_file(path: Path) -> dict[str, Any]:
    """How many episodes of a file get the verdict that they carry; the others with both verdicts.

    Invalid episodes have none and are left out. Raises `PlanloopError` for a file that is none of episodes.
    """
    trajectories = [t for t in read_episodes(path) if t.valid]
    suite, tasks = suite_of(trajectories, path)
    by_key = {task.key: task for task in tasks}
    again = reverifier(Sandbox(suite.storey))
    different: list[dict[str, Any]] = []
    for trajectory in trajectories:
        task = by_key.get(trajectory.task_key)
        same_task = task is not None and task.content_hash() == trajectory.task_hash
        found = again(task, trajectory) if task is not None and same_task else None
        recorded = trajectory.verdict
        if found is None or found != recorded:
            different.append(
                {
                    "id": trajectory.id,
                    "task": trajectory.task_key,
                    "recorded": recorded.summary if recorded else "none",
                    "again": found.summary if found else "not judged" if same_task else "the suite has another task",
                }
            )
    return {"suite": suite.name, "episodes": len(trajectories), "same": len(trajectories) - len(different)} | {
        "different": different
    }


def table(value: dict[str, Any]) -> str:
    """The account for people."""
    lines = [f"{value['suite']}: {value['same']} of {value['episodes']} episodes get the verdict that they carry"]
    lines += [f"  {d['task']}: recorded {d['recorded']}; now {d['again']}" for d in value["different"]]
    return "\n".join(lines)

"""Capability gates, ANDed with the primary checker: memory retrieved, skill loaded (method section 11)."""

from __future__ import annotations

from planloop.contract.feedback import Evidence
from planloop.contract.task import Task


def memory_gate(task: Task, evidence: Evidence) -> bool:
    """Every gold memory was among the ids that a successful `search_user_memory` returned."""
    returned: set[str] = set()
    for operation in evidence.operations:
        if operation.success and operation.tool == "search_user_memory":
            returned.update(operation.returned_memories)
    return returned.issuperset(task.gold_memories)


def skill_gate(task: Task, evidence: Evidence) -> bool:
    """The gold skill, if there is one, was loaded."""
    if task.gold_skill is None:
        return True
    return any(o.success and o.loaded_skill == task.gold_skill for o in evidence.operations)

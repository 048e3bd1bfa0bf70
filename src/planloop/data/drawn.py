"""Drawn: a scenario's plan in a world, worded, and the task it becomes once its solution has been played."""

from __future__ import annotations

from dataclasses import dataclass

from planloop.contract.action import MEMORY_TOOLS
from planloop.contract.capability import Dimension
from planloop.contract.message import ToolCall
from planloop.contract.split import Split
from planloop.contract.task import ReferenceCost, Solution, SolutionTurn, Task, WorldSpec
from planloop.phone.scenario import Plan, Scenario


@dataclass(frozen=True)
class Drawn:
    """A plan drawn in a world, worded, not yet a task."""

    template: str
    scenario: Scenario
    request: str
    plan: Plan
    world: WorldSpec

    @property
    def gold(self) -> set[str]:
        """Tools that the task must expose: those of the solution, the tempting ones, and all of memory for a task
        about it."""
        used = {call.tool for turn in self.plan.turns for call in turn}
        memory = MEMORY_TOOLS if self.scenario.capability.dimension is Dimension.MEMORY else frozenset()
        return used | set(self.plan.distractors) | memory

    def task(self, key: str, split: Split, tools: tuple[str, ...]) -> tuple[Task, Solution]:
        """The task without criteria and skeleton, which need its solution to be played, and that solution."""
        solution = Solution(task_key=key, turns=_turns(self.plan))
        task = Task(
            key=key,
            split=split,
            request=self.request,
            history=self.plan.history,
            world=self.world,
            tools=tools,
            capability=self.scenario.capability,
            checker=self.plan.checker,
            criteria=(),
            gold_memories=self.plan.gold_memories,
            gold_skill=self.plan.gold_skill,
            template=self.template,
            skeleton="",
            reference=_reference(solution),
        )
        return task, solution


def _turns(plan: Plan) -> tuple[SolutionTurn, ...]:
    turns = []
    count = 0
    for calls in plan.turns:
        made = []
        for call in calls:
            made.append(ToolCall(id=f"c{count}", name=call.tool, arguments=call.arguments))
            count += 1
        turns.append(SolutionTurn(calls=tuple(made)))
    return (*turns, SolutionTurn(text=plan.say))


def _reference(solution: Solution) -> ReferenceCost:
    """Twice a good solution's cost: CARE's `e_i` needs headroom (design section 9). Tokens by a rule of thumb."""
    calls = [call for turn in solution.turns for call in turn.calls]
    words = sum(4 + 6 * len(call.arguments) for call in calls) + sum(8 + len(t.text) // 4 for t in solution.turns)
    return ReferenceCost(output_tokens=2 * words, tool_calls=2 * max(1, len(calls)))

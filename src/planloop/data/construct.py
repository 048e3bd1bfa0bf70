"""Construct executable tasks from scenarios: draw a world and a plan, run the plan, derive what must hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from planloop.contract.message import Role, ToolCall
from planloop.contract.split import Split
from planloop.contract.task import ReferenceCost, Solution, SolutionTurn, Task, WorldSpec
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Trajectory
from planloop.data.criteria import derive
from planloop.data.exposure import EXPOSED, fill
from planloop.data.join import CONNECTORS, join_plans, pair_split
from planloop.data.skeleton import skeleton
from planloop.phone.errors import ToolError
from planloop.phone.phone import Phone
from planloop.phone.scenario import SCENARIOS, Draw, Plan, Scenario, SkipDraw

Play = Callable[[Task, Solution], Trajectory]
"""Runs a solution on a fresh environment through the harness and gives back the trajectory with its evidence."""

WORLD_BASE = {Split.TRAIN: 1_000_000, Split.DEV_EVOLVE: 2_000_000, Split.DEV_GATE: 3_000_000, Split.TEST: 4_000_000}
WORLDS = 2_000  # distinct worlds per split
DRAWS = 60
GROUP = 8


class ConstructionError(Exception):
    """A scenario could not be drawn or its own solution does not work; names the scenario."""


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
        """Tools that the task must expose: those of the solution and the tempting ones."""
        used = {call.tool for turn in self.plan.turns for call in turn}
        return used | set(self.plan.distractors)


class Constructor:
    """Makes tasks of one split, deterministically from a seed.

    `specs` are all tools that may be exposed (phone, memory, skill loaders); `fixed` gives the exposed tools of
    scenarios whose exposure is prescribed (skill routing), by scenario key.
    """

    def __init__(
        self,
        split: Split,
        specs: Sequence[ToolSpec],
        play: Play,
        *,
        suite: str = "phone-starter",
        fixed: Callable[[Drawn], tuple[str, ...] | None] = lambda drawn: None,
    ) -> None:
        self.split = split
        self._specs = tuple(specs)
        self._play = play
        self._suite = suite
        self._fixed = fixed
        self._phone = Phone()

    def group(self, scenarios: Sequence[Scenario], seed: int) -> list[tuple[Task, Solution]]:
        """Tasks for `scenarios`, one each, that share one exposure list as far as their gold tools fit into it."""
        rng = random.Random(f"{self._suite}/{self.split}/{seed}")
        pending = [(i, self.draw(s, f"{seed}/{i}")) for i, s in enumerate(scenarios)]
        made: list[tuple[Task, Solution]] = []
        while pending:
            gold: set[str] = set()
            now, later = [], []
            for index, drawn in pending:
                if self._fixed(drawn) is not None or len(gold | drawn.gold) <= EXPOSED - 3 or not now:
                    gold |= set() if self._fixed(drawn) is not None else drawn.gold
                    now.append((index, drawn))
                else:
                    later.append((index, drawn))
            tools = fill(gold, self._specs, rng)
            made.extend(self._task(d, self._fixed(d) or tools, f"{seed}-{i}") for i, d in now)
            pending = later
        return made

    def draw(self, scenario: Scenario, seed: str) -> Drawn:
        """Draw the scenario until a world supports it. Raises `ConstructionError` after many tries."""
        rng = random.Random(f"{self._suite}/{self.split}/{scenario.key}/{seed}")
        for _ in range(DRAWS):
            world = WorldSpec(seed=WORLD_BASE[self.split] + rng.randrange(WORLDS))
            self._phone.reset(world)
            try:
                plan = scenario.author(Draw(self._phone, rng))
            except SkipDraw:
                continue
            index = rng.choice(scenario.words_for(self.split))
            request = scenario.wordings[index].format(**plan.slots)
            world = WorldSpec(seed=world.seed, overrides=plan.overrides, faults=plan.faults)
            return Drawn(f"{scenario.key}/w{index}", scenario, request, plan, world)
        raise ConstructionError(f"scenario {scenario.key}: no world of split {self.split} supports it in {DRAWS} draws")

    def draw_pair(self, seed: str) -> Drawn:
        """A request with two independent parts; which pairs of scenarios occur depends on the split alone."""
        rng = random.Random(f"{self._suite}/{self.split}/pair/{seed}")
        parts = [s for s in SCENARIOS.values() if s.joinable]
        for _ in range(DRAWS * 4):
            first, second = rng.sample(parts, 2)
            if pair_split(first.key, second.key) is not self.split:
                continue
            world = WorldSpec(seed=WORLD_BASE[self.split] + rng.randrange(WORLDS))
            self._phone.reset(world)
            try:
                draw = Draw(self._phone, rng)
                plans = (first.author(draw), second.author(draw))
            except SkipDraw:
                continue
            if any(p.overrides or p.faults or p.history for p in plans) or not self._runs(world, plans):
                continue
            words = [rng.choice(s.words_for(self.split)) for s in (first, second)]
            texts = [s.wordings[w].format(**p.slots) for s, w, p in zip((first, second), words, plans, strict=True)]
            connector = rng.choice(CONNECTORS[self.split])
            template = f"{first.key}/w{words[0]}+{second.key}/w{words[1]}"
            request, plan, scenario = join_plans(first, second, plans, texts, connector)
            return Drawn(template, scenario, request, plan, world)
        raise ConstructionError(f"no pair of scenarios could be drawn for split {self.split}")

    def _runs(self, world: WorldSpec, plans: Sequence[Plan]) -> bool:
        self._phone.reset(world)
        try:
            for plan in plans:
                for turn in plan.turns:
                    for call in turn:
                        self._phone.call(call.tool, call.arguments)
        except ToolError:
            return False
        return True

    def _task(self, drawn: Drawn, tools: tuple[str, ...], number: str) -> tuple[Task, Solution]:
        plan = drawn.plan
        key = f"{self._suite}/{self.split}/{drawn.template}/{number}"
        solution = Solution(task_key=key, turns=_turns(plan))
        task = Task(
            key=key,
            split=self.split,
            request=drawn.request,
            history=plan.history,
            world=drawn.world,
            tools=tools,
            capability=drawn.scenario.capability,
            checker=plan.checker,
            criteria=(),
            gold_memories=plan.gold_memories,
            gold_skill=plan.gold_skill,
            template=drawn.template,
            skeleton="",
            reference=_reference(solution),
        )
        played = self._play(task, solution)
        if not played.valid or played.evidence is None:
            raise ConstructionError(f"{key}: its own solution could not be run: {played.invalid_reason}")
        results = " ".join(m.content for m in played.messages if m.role is Role.TOOL)
        history = " ".join(m.content + " ".join(str(c.arguments) for c in m.tool_calls) for m in plan.history)
        criteria = derive(plan, played.evidence)
        if len(criteria) < 2:
            raise ConstructionError(f"{key}: the solution changes and says nothing that could be checked")
        shape = skeleton(solution.turns, drawn.request, history, results)
        return task.model_copy(update={"criteria": criteria, "skeleton": shape}), solution


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

"""Construct executable tasks from scenarios: draw a world and a plan, run the plan, derive what must hold."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from planloop.contract.capability import Dimension, Domain
from planloop.contract.message import Role
from planloop.contract.split import Split
from planloop.contract.task import Solution, Task, WorldSpec
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Trajectory
from planloop.data.criteria import derive
from planloop.data.drawn import Drawn
from planloop.data.exposure import fill, pack
from planloop.data.independent import independent
from planloop.data.join import CONNECTORS, join_plans, joint_checker, pair_split
from planloop.data.rephrase import rephrase
from planloop.data.routing import skill_tools
from planloop.data.skeleton import skeleton
from planloop.phone.apps.routines import installed
from planloop.phone.phone import Phone
from planloop.phone.scenario import Draw, Scenario, SkipDraw, scenarios
from planloop.phone.storey import Storey

Play = Callable[[Task, Solution], Trajectory]
"""Runs a solution on a fresh environment through the harness and gives back the trajectory with its evidence."""

WORLD_BASE = {Split.TRAIN: 1_000_000, Split.DEV_EVOLVE: 2_000_000, Split.DEV_GATE: 3_000_000, Split.TEST: 4_000_000}
WORLDS = 2_000  # distinct worlds per split
DRAWS = 120
GROUP = 8


class ConstructionError(Exception):
    """A scenario could not be drawn or its own solution does not work; names the scenario."""


@dataclass(frozen=True)
class Made:
    """A drawn task whose solution has been played: complete but for the tools it exposes."""

    drawn: Drawn
    task: Task
    solution: Solution


class Constructor:
    """Makes tasks of one split, deterministically from a seed.

    `specs` are all tools that may be exposed: those of a phone of `storey`, on which the tasks are played. Every
    solution must succeed when played by `play`, and by each of `confirm` (other variants of the harness).
    """

    def __init__(
        self,
        split: Split,
        specs: Sequence[ToolSpec],
        play: Play,
        *,
        suite: str = "phone-starter",
        storey: Storey = Storey.FIRST,
        confirm: Sequence[Play] = (),
    ) -> None:
        self.split = split
        self._specs = tuple(specs)
        self._play = play
        self._confirm = tuple(confirm)
        self._suite = suite
        self._storey = storey
        self._phone = Phone(storey)

    def group(self, scenarios: Sequence[Scenario], seed: int | str) -> list[tuple[Task, Solution]]:
        """Tasks for `scenarios`, one each and in their order, that share one exposure list as far as their gold tools
        fit into it."""
        skills = self.skill_set(seed) if any(_routed(s) for s in scenarios) else None
        made = [self.make(s, f"{seed}-{i}", skills if _routed(s) else None) for i, s in enumerate(scenarios)]
        return self.expose(made, seed, size=max(1, len(made)))

    def expose(self, made: Sequence[Made], seed: int | str, size: int = GROUP) -> list[tuple[Task, Solution]]:
        """Give the tasks their tools, in groups of at most `size` that share one list; the order is kept."""
        rng = random.Random(f"{self._suite}/{self.split}/expose/{seed}")
        tools: dict[int, tuple[str, ...]] = {}
        plain = [i for i, m in enumerate(made) if not _routed(m.drawn.scenario)]
        for members in pack([made[i].drawn.gold for i in plain], size):
            chosen = [plain[m] for m in members]
            shared = fill(set().union(*(made[i].drawn.gold for i in chosen)), self._specs, rng)
            tools.update(dict.fromkeys(chosen, shared))
        routed: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {}
        for index in (i for i in range(len(made)) if i not in tools):
            drawn = made[index].drawn
            where = (drawn.scenario.key, installed(drawn.world.seed))
            if where not in routed:
                routed[where] = skill_tools(drawn.scenario.capability.behaviour, where[1], self._specs, rng)
            tools[index] = routed[where]
        return [(m.task.model_copy(update={"tools": tools[i]}), m.solution) for i, m in enumerate(made)]

    def make(self, scenario: Scenario, seed: str, skills: frozenset[str] | None = None) -> Made:
        """Draw until a world supports the scenario and its solution succeeds; with `skills`, only in worlds that have
        exactly these installed. Raises `ConstructionError` after many tries."""
        rng = random.Random(f"{self._suite}/{self.split}/{scenario.key}/{seed}")
        problem = "no world supports it"
        for _ in range(DRAWS):
            drawn = self._draw(scenario, rng, skills)
            if drawn is None:
                continue
            made, problem = self._solve(drawn, seed)
            if made is not None:
                return made
        raise ConstructionError(f"scenario {scenario.key}: {problem} ({DRAWS} draws of split {self.split})")

    def make_pair(self, seed: str, among: Sequence[Scenario] = (), first: Domain | None = None) -> Made:
        """A request with two independent parts; which pairs of scenarios occur depends on the split alone. With
        `among`, both parts are of these scenarios; with `first`, the first part is about that domain."""
        rng = random.Random(f"{self._suite}/{self.split}/pair/{seed}")
        problem = "none fits"
        joinable = [s for s in among or scenarios(self._storey).values() if s.joinable]
        firsts = [s for s in joinable if first in (None, s.capability.domain)]
        for _ in range(DRAWS * 4 if firsts and len(joinable) > 1 else 0):
            drawn = self._draw_pair(*_two(joinable, firsts, rng), rng)
            if drawn is None:
                continue
            made, problem = self._solve(drawn, seed)
            if made is not None:
                return made
        raise ConstructionError(f"no pair of scenarios could be drawn for split {self.split}: {problem}")

    def _draw(self, scenario: Scenario, rng: random.Random, skills: frozenset[str] | None) -> Drawn | None:
        worlds = range(WORLDS) if skills is None else worlds_with(WORLD_BASE[self.split], skills)
        world = self._world(rng.choice(worlds))
        self._phone.reset(world)
        try:
            plan = scenario.author(Draw(self._phone, rng))
        except SkipDraw:
            return None
        index = rng.choice(scenario.words_for(self.split))
        request = _sentence(self._say(scenario.wordings[index], rng).format(**plan.slots))
        world = world.model_copy(update={"overrides": plan.overrides, "faults": plan.faults})
        return Drawn(f"{scenario.key}/w{index}", scenario, request, plan, world)

    def _world(self, number: int) -> WorldSpec:
        """A world of the split, as it is seeded."""
        return WorldSpec(seed=WORLD_BASE[self.split] + number, storey=self._storey.value)

    def _say(self, wording: str, rng: random.Random) -> str:
        """Train requests vary beyond the wordings; held-out ones stay as they were written."""
        return rephrase(wording, rng, self._storey) if self.split is Split.TRAIN else wording

    def _draw_pair(self, first: Scenario, second: Scenario, rng: random.Random) -> Drawn | None:
        if pair_split(first.key, second.key) is not self.split:
            return None
        world = self._world(rng.randrange(WORLDS))
        self._phone.reset(world)
        try:
            draw = Draw(self._phone, rng)
            plans = (first.author(draw), second.author(draw))
        except SkipDraw:
            return None
        if any(p.overrides or p.faults or p.history for p in plans) or joint_checker(plans) is None:
            return None
        if not independent(self._phone, world, *plans):
            return None
        words = [rng.choice(s.words_for(self.split)) for s in (first, second)]
        said = [self._say(s.wordings[w], rng) for s, w in zip((first, second), words, strict=True)]
        texts = (said[0].format(**plans[0].slots), said[1].format(**plans[1].slots))
        connector = rng.choice(CONNECTORS[self.split])
        template = f"{first.key}/w{words[0]}+{second.key}/w{words[1]}"
        request, plan, scenario = join_plans(first, second, plans, texts, connector)
        return Drawn(template, scenario, request, plan, world)

    def _solve(self, drawn: Drawn, number: str) -> tuple[Made | None, str]:
        """Play the solution, derive the criteria from what it did, and see that it meets them."""
        key = f"{self._suite}/{self.split}/{drawn.template}/{number}"
        task, solution = drawn.task(key, self.split, tuple(sorted(drawn.gold)))
        played = self._play(task, solution)
        if not played.valid or played.evidence is None:
            return None, f"its solution could not be run: {played.invalid_reason}"
        criteria = derive(drawn.plan, played.evidence)
        if len(criteria) < 2:
            return None, "its solution changes and says nothing that could be checked"
        results = " ".join(m.content for m in played.messages if m.role is Role.TOOL)
        history = " ".join(m.content + " ".join(str(c.arguments) for c in m.tool_calls) for m in task.history)
        shape = skeleton(solution.turns, drawn.request, history, results)
        task = task.model_copy(update={"criteria": criteria, "skeleton": shape})
        for play in (self._play, *self._confirm):
            verdict = play(task, solution).verdict
            if verdict is None or not verdict.success:
                return None, f"its solution fails: {verdict.summary if verdict else 'not judged'}"
        return Made(drawn, task, solution), ""

    def skill_set(self, seed: int | str) -> frozenset[str]:
        """The skills installed in some world of the split."""
        rng = random.Random(f"{self._suite}/{self.split}/skills/{seed}")
        return installed(WORLD_BASE[self.split] + rng.randrange(WORLDS))


def _two(joinable: Sequence[Scenario], firsts: Sequence[Scenario], rng: random.Random) -> tuple[Scenario, Scenario]:
    """Two different scenarios, the first one of `firsts`."""
    if len(firsts) == len(joinable):
        one, other = rng.sample(joinable, 2)
        return one, other
    one = rng.choice(firsts)
    return one, rng.choice([s for s in joinable if s is not one])


def _routed(scenario: Scenario) -> bool:
    return scenario.capability.dimension is Dimension.SKILLS


@lru_cache(maxsize=512)
def worlds_with(base: int, skills: frozenset[str]) -> tuple[int, ...]:
    """Numbers of the worlds above `base` in which exactly these skills are installed."""
    return tuple(i for i in range(WORLDS) if installed(base + i) == skills)


def _sentence(text: str) -> str:
    """A request begins with a capital where a slot came first; what follows stays as written."""
    head = text.partition(" ")[0]
    return text[:1].upper() + text[1:] if head.isalpha() and head.islower() and len(head) > 1 else text

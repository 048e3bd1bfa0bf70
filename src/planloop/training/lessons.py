"""Lessons of the base adapter: solved requests from train wordings and train worlds, in groups that share tools."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from planloop.contract.split import Split
from planloop.contract.trajectory import Trajectory
from planloop.data.construct import Constructor
from planloop.data.quota import by_group
from planloop.data.teach import Classroom
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.phone.scenario import Scenario
from planloop.planners.render import Renderer

GROUP = 14
NEAR = 0.92  # share of a group's requests that are about its two home domains


@dataclass(frozen=True)
class Stage:
    """A stretch of base training: `groups` groups of requests, drawn from capability groups by weight, the share
    `pairs` of them joined from two parts."""

    name: str
    groups: int
    rate: float
    mixture: Mapping[str, float]
    pairs: float = 0.0


_FIRST = {
    "tool_use/grounding": 0.4,
    "tool_use/dependency": 0.25,
    "tool_use/reference": 0.15,
    "memory/single_record": 0.2,
}
STAGES = (
    Stage("format", 180, 1e-3, {"tool_use/grounding": 1.0}),
    Stage("first", 80, 4e-4, _FIRST),
    Stage("deep", 200, 5e-4, {**_FIRST, "tool_use/grounding": 0.3, "tool_use/dependency": 0.35}),
    Stage(
        "wide",
        280,
        6e-4,
        {
            "tool_use/grounding": 0.27,
            "tool_use/dependency": 0.33,
            "tool_use/reference": 0.12,
            "tool_use/revision": 0.16,
            "memory/single_record": 0.12,
        },
    ),
    Stage(
        "sure",
        300,
        6e-4,
        {
            "tool_use/grounding": 0.24,
            "tool_use/dependency": 0.28,
            "tool_use/reference": 0.12,
            "tool_use/revision": 0.12,
            "tool_use/boundary": 0.17,
            "memory/single_record": 0.07,
        },
        pairs=0.15,
    ),
)
"""First one goal, one tool; then more and more of what a first deployment is given, above all calls that need an
earlier call's result. Nothing of what the loop is left to find."""


def lessons(renderer: Renderer, stage: Stage, seed: int) -> Iterator[Trajectory]:
    """Verified teacher trajectories of a stage. No suite's task is in them, and no run's seed matters."""
    sandbox = Sandbox()
    harness = Harness()
    classroom = Classroom(harness, renderer, sandbox)
    constructor = Constructor(Split.TRAIN, harness.specs(sandbox), classroom.play, suite=f"base-{stage.name}")
    for number in range(stage.groups):
        rng = random.Random(f"base/{stage.name}/{seed}/{number}")
        key = seed * 1_000_000 + number
        scenarios, joined = _choose(stage, rng)
        made = [constructor.make(s, f"{key}-{i}") for i, s in enumerate(scenarios)]
        made += [constructor.make_pair(f"{key}-{i}", among) for i, among in enumerate(joined)]
        for task, solution in constructor.expose(made, key, size=len(made)):
            lesson = classroom.play(task, solution)
            if lesson.success:
                yield lesson


def _choose(stage: Stage, rng: random.Random) -> tuple[list[Scenario], list[list[Scenario]]]:
    """The scenarios of one group, mostly about two domains, so that they need few tools together; and for each of its
    two-part requests the scenarios to join."""
    known = {name: by_group()[name] for name in stage.mixture}
    domains = sorted({s.capability.domain for found in known.values() for s in found})
    home = rng.sample(domains, 2)
    chosen = []
    joined = round(GROUP * stage.pairs)
    for name in rng.choices(list(stage.mixture), list(stage.mixture.values()), k=GROUP - joined):
        near = [s for s in known[name] if s.capability.domain in home]
        chosen.append(rng.choice(near if near and rng.random() < NEAR else known[name]))
    parts = [s for s in by_group()["tool_use/grounding"] if s.joinable]
    near = [s for s in parts if s.capability.domain in home]
    return chosen, [near if len(near) > 3 else parts for _ in range(joined)]

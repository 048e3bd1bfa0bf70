"""Two-part requests: independent scenarios joined into one task; held-out pairs test composition."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from planloop.contract.capability import Behaviour, Capability, Dimension
from planloop.contract.criteria import Checker
from planloop.contract.split import Split
from planloop.phone.scenario import Plan, Scenario

CONNECTORS: dict[Split, tuple[str, ...]] = {
    Split.TRAIN: (
        "{a}. Also, {b}",
        "{a}, and {b}",
        "Two things: {a}; {b}",
        "{a}. Then {b}",
        "{a} - and also {b}",
        "First {a}, second {b}",
        "{a}. Next: {b}",
        "{a}. Oh and {b}",
    ),
    Split.DEV_EVOLVE: ("{a}. After that {b}", "{a}; {b}"),
    Split.DEV_GATE: ("{a}. On top of that, {b}", "Both please: {a}, plus {b}"),
    Split.TEST: ("{a}. When you are done, {b}", "{a}, plus {b}", "I need two things. {a}. {b}"),
}


def pair_split(first: str, second: str) -> Split:
    """The one split in which this (unordered) pair of scenarios may occur."""
    digest = hashlib.sha256("+".join(sorted((first, second))).encode()).digest()[0] / 256
    if digest < 0.66:
        return Split.TRAIN
    if digest < 0.76:
        return Split.DEV_EVOLVE
    return Split.DEV_GATE if digest < 0.84 else Split.TEST


def lower_first(text: str) -> str:
    """A sentence as it stands inside another one: names and I keep their capital."""
    head, _, tail = text.partition(" ")
    if head[:1].isupper() and head[1:].islower() and head not in {"I", "I'm"} and tail:
        return f"{head.lower()} {tail}"
    return text


def join_plans(
    first: Scenario, second: Scenario, plans: Sequence[Plan], texts: Sequence[str], connector: str
) -> tuple[str, Plan, Scenario]:
    """One request, one plan (calls of both parts; single-call parts go in parallel), one scenario to score it under."""
    request = connector.format(a=texts[0].rstrip(" ."), b=lower_first(texts[1]))
    a, b = plans
    turns = ((*a.turns[0], *b.turns[0]),) if len(a.turns) == len(b.turns) == 1 else a.turns + b.turns
    states = all(p.checker is Checker.STATE_CHANGE for p in plans)
    plan = Plan(
        slots={},
        turns=turns,
        say=f"{a.say.rstrip()} {b.say}",
        checker=Checker.STATE_CHANGE if states else Checker.TOOL_CALL,
        criteria=a.criteria + b.criteria,
        free=a.free | b.free,
        distractors=a.distractors + b.distractors,
    )
    capability = Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.REVISION, domain=first.capability.domain)
    scenario = Scenario(f"{first.key}+{second.key}", capability, ("",), first.author)
    return request, plan, scenario

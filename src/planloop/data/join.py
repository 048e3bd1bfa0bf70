"""Two-part requests: independent scenarios joined into one task; held-out pairs test composition."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from planloop.contract.capability import Behaviour, Capability, Dimension
from planloop.contract.criteria import CallCriterion, Checker, SayCriterion
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
        "{a}. And {b}",
        "{a}, then {b}",
        "{a}. One more thing: {b}",
        "{a}... {b} too",
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
    if head[:1].isupper() and head[1:].islower() and head != "I" and not head.startswith("I'") and tail:
        return f"{head.lower()} {tail}"
    return text


def join_texts(connector: str, first: str, second: str, *, names_second: bool = False) -> str:
    """Two requests as one. `names_second`: the second begins with a name, which keeps its capital."""
    head = first.rstrip(" .")
    if head[-1:] in "?!":
        head = head if "{a}. " in connector else head[:-1]
        connector = connector.replace("{a}. ", "{a} ")
    first_inside = "{a}" in connector and not connector.startswith("{a}") and ". {a}" not in connector
    inside = not any(mark in connector for mark in (". {b}", "? {b}", "{a} {b}"))
    return connector.format(
        a=lower_first(head) if first_inside else head,
        b=lower_first(second) if inside and not names_second else second,
    )


def joint_checker(plans: Sequence[Plan]) -> Checker | None:
    """The checker of a joined task; None where the parts cannot be judged together.

    A part that is judged by its calls may stand beside a state change only if what it finds is reported.
    """
    kinds = {p.checker for p in plans}
    if kinds == {Checker.STATE_CHANGE} or kinds == {Checker.TOOL_CALL}:
        return kinds.pop()
    if kinds == {Checker.STATE_CHANGE, Checker.TOOL_CALL}:
        read = next(p for p in plans if p.checker is Checker.TOOL_CALL)
        return Checker.STATE_CHANGE if any(isinstance(c, SayCriterion) for c in read.criteria) else None
    return None


def _looked(plans: Sequence[Plan]) -> tuple[CallCriterion, ...]:
    """Beside a state change, a part that only reads must still have been read, not guessed."""
    if joint_checker(plans) is not Checker.STATE_CHANGE:
        return ()
    last = [p.turns[-1][-1] for p in plans if p.checker is Checker.TOOL_CALL]
    return tuple(
        CallCriterion(tool=c.tool, arguments={k: v for k, v in c.arguments.items() if k == "action"}) for c in last
    )


def pair_capability(first: Scenario) -> Capability:
    """What a two-part request counts for, by its first part."""
    return Capability(dimension=Dimension.TOOL_USE, behaviour=Behaviour.REVISION, domain=first.capability.domain)


def join_plans(
    first: Scenario, second: Scenario, plans: Sequence[Plan], texts: tuple[str, str], connector: str
) -> tuple[str, Plan, Scenario]:
    """One request, one plan (calls of both parts; single-call parts go in parallel), one scenario to score it under."""
    request = join_texts(connector, *texts, names_second=any(texts[1].startswith(v) for v in plans[1].slots.values()))
    a, b = plans
    turns = ((*a.turns[0], *b.turns[0]),) if len(a.turns) == len(b.turns) == 1 else a.turns + b.turns
    plan = Plan(
        slots={},
        turns=turns,
        say=f"{a.say.rstrip()} {b.say}",
        checker=joint_checker(plans) or Checker.TOOL_CALL,
        criteria=(*_looked(plans), *a.criteria, *b.criteria),
        free=a.free | b.free,
        distractors=a.distractors + b.distractors,
    )
    scenario = Scenario(f"{first.key}+{second.key}", pair_capability(first), ("",), first.author)
    return request, plan, scenario

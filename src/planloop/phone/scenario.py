"""Scenarios: parametrised task templates. Each gives wordings, and for a drawn world a plan that solves the task.

A plan is the author's known solution and what the closing text must do. Completion criteria are derived by running
that solution on the phone (`planloop.data.construct`), so a scenario states what to do once, not twice.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from planloop.contract.capability import Behaviour, Capability, Dimension, Domain
from planloop.contract.criteria import Attempt, AttemptCriterion, Checker, Criterion, SayCriterion, SayKind
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.record import JsonObject
from planloop.contract.split import Split
from planloop.contract.task import Fault, Override
from planloop.phone.phone import Phone
from planloop.phone.state import State
from planloop.phone.storey import Storey

T = TypeVar("T")


@dataclass(frozen=True)
class Call:
    """One call of the solution. Arguments are literal: the world is known when the plan is drawn."""

    tool: str
    arguments: JsonObject = field(default_factory=dict)


@dataclass(frozen=True)
class Plan:
    """One drawn task.

    `turns` are the solution's turns (several calls in one turn are independent of each other); `say` closes it.
    `slots` fill the wording's `{names}`. `criteria` are added to the derived ones. `free` names what is the planner's
    choice (`table.field`, or `tool.argument` where calls are checked). `ordered` asks for the solution's order.
    """

    slots: dict[str, str]
    turns: tuple[tuple[Call, ...], ...]
    say: str
    checker: Checker = Checker.STATE_CHANGE
    criteria: tuple[Criterion, ...] = ()
    free: frozenset[str] = frozenset()
    ordered: bool = False
    overrides: tuple[Override, ...] = ()
    faults: tuple[Fault, ...] = ()
    history: tuple[Message, ...] = ()
    gold_memories: tuple[str, ...] = ()
    gold_skill: str | None = None
    distractors: tuple[str, ...] = ()  # tools that must be exposed because they tempt


class Draw:
    """What a scenario draws from: a private random stream and the phone, already reset to the task's world.

    `skip` ends a draw that this world cannot support; the caller draws another world.
    """

    def __init__(self, phone: Phone, rng: random.Random) -> None:
        self.phone = phone
        self.rng = rng

    @property
    def state(self) -> State:
        """The phone's state."""
        return self.phone.state

    def rows(self, table: str, **fields: object) -> list[tuple[str, JsonObject]]:
        """Records of a table, optionally with these field values."""
        return self.phone.state.find(table, **fields)

    def row(self, table: str, **fields: object) -> tuple[str, JsonObject]:
        """One random record; skips the draw when there is none."""
        found = self.rows(table, **fields)
        if not found:
            raise SkipDraw(f"no {table} with {fields}")
        return self.rng.choice(found)

    def pick(self, options: Sequence[T]) -> T:
        """One of the options; skips the draw when there is none."""
        if not options:
            raise SkipDraw("nothing to pick from")
        return self.rng.choice(options)

    def skip(self, reason: str) -> SkipDraw:
        """`raise draw.skip(...)` when this world does not fit."""
        return SkipDraw(reason)


class SkipDraw(Exception):
    """This world does not support the scenario; draw another."""


Author = Callable[[Draw], Plan]


@dataclass(frozen=True)
class Scenario:
    """A registered template. `key` is durable (`time.alarm.create`)."""

    key: str
    capability: Capability
    wordings: tuple[str, ...]
    author: Author
    joinable: bool = False  # may be one half of a two-part request
    words_like: str = ""  # key of the scenario whose wordings these are: both split them alike
    train_only: int = 0  # how many of the wordings, the last ones, are for train only

    @property
    def storey(self) -> Storey:
        """The smallest phone that it can be played on."""
        return Storey.FULL if ABOVE in self.author.__module__ else Storey.FIRST

    @property
    def shared(self) -> int:
        """How many of the wordings, from the first on, the splits divide among themselves."""
        return len(self.wordings) - self.train_only

    def words_for(self, split: Split) -> tuple[int, ...]:
        """Indices of the wordings that belong to a split: disjoint, fixed by a scenario's key alone."""
        mine = _shares(self.words_like or self.key, self.shared)[split]
        return (*mine, *range(self.shared, len(self.wordings))) if split is Split.TRAIN else mine


SCENARIOS: dict[str, Scenario] = {}
ABOVE = ".scenarios.full."
"""In the names of the modules whose scenarios need the full phone."""


def scenarios(storey: Storey = Storey.FIRST) -> dict[str, Scenario]:
    """The templates for phones of a storey by key; the full phone has those of the first storey too."""
    import planloop.phone.scenarios  # noqa: F401  (registers them)

    return {key: s for key, s in SCENARIOS.items() if storey is Storey.FULL or s.storey is storey}


def scenario(
    key: str,
    behaviour: Behaviour,
    domain: Domain,
    wordings: tuple[str, ...],
    *,
    dimension: Dimension = Dimension.TOOL_USE,
    joinable: bool = False,
    words_like: str = "",
    more: tuple[str, ...] = (),
) -> Callable[[Author], Author]:
    """Register a scenario. At least ten wordings, all different in words, not only in slots; `more` are for train only.

    Wordings shared with another scenario need `words_like` with its key, so that no wording is in two splits. Tasks
    name a wording by its number: behind the last of `more` there may come others, before it none.
    """

    def register(author: Author) -> Author:
        if key in SCENARIOS:
            raise ValueError(f"scenario {key} is registered twice")
        if len(set(wordings)) < 10:
            raise ValueError(f"scenario {key} has {len(set(wordings))} wordings; write at least 10")
        if twice := {w for w in more if (wordings + more).count(w) > 1}:
            raise ValueError(f"scenario {key} has the wording {min(twice)!r} twice")
        capability = Capability(dimension=dimension, behaviour=behaviour, domain=domain)
        SCENARIOS[key] = Scenario(key, capability, wordings + more, author, joinable, words_like, len(more))
        return author

    return register


def _shares(key: str, count: int) -> dict[Split, tuple[int, ...]]:
    order = sorted(range(count), key=lambda i: hashlib.sha256(f"{key}/{i}".encode()).digest())
    test = max(2, round(count * 0.2))
    gate = max(1, round(count * 0.1))
    evolve = max(1, round(count * 0.1))
    return {
        Split.TEST: tuple(order[:test]),
        Split.DEV_GATE: tuple(order[test : test + gate]),
        Split.DEV_EVOLVE: tuple(order[test + gate : test + gate + evolve]),
        Split.TRAIN: tuple(order[test + gate + evolve :]),
    }


def asks(*slots: str) -> SayCriterion:
    """The closing text must be a question naming one of these words."""
    return SayCriterion(say=SayKind.ASK, mentions=(slots,))


def refuses(*mentions: str, about: tuple[str, ...] = ()) -> SayCriterion:
    """The closing text must say that it cannot be done, naming one of these words, and one of `about` where given."""
    return SayCriterion(say=SayKind.REFUSE, mentions=(mentions, about) if about else (mentions,))


def tries(tool: str, *, arguments: JsonObject | None = None, **worded: str) -> Attempt:
    """A call that shows how things are. `worded` arguments may hold the whole value or one of its words."""
    contains = {name: (value, *(w for w in parts(value) if w != value)) for name, value in worded.items()}
    return Attempt(tool=tool, arguments=arguments or {}, contains=contains)


def tried(*calls: Attempt) -> AttemptCriterion:
    """One of these calls must have been made, successful or not: only the world can tell."""
    return AttemptCriterion(calls=calls)


def parts(name: str) -> tuple[str, ...]:
    """The words of a name that may stand for it; a file's ending does not."""
    return tuple(w for w in re.findall(r"\w+", re.sub(r"\.\w{2,4}$", "", name)) if len(w) > 2)


def reports(*values: str) -> SayCriterion:
    """The closing text must state every one of these values."""
    return SayCriterion(say=SayKind.REPORT, mentions=tuple((v,) for v in values))


def earlier(request: str, calls: tuple[Call, ...], results: tuple[str, ...], answer: str) -> tuple[Message, ...]:
    """An earlier exchange of the dialogue: request, calls with the texts that came back, and the answer."""
    made = tuple(ToolCall(id=f"h{i}", name=c.tool, arguments=c.arguments) for i, c in enumerate(calls))
    messages = [Message(role=Role.USER, content=request)]
    if made:
        messages.append(Message(role=Role.ASSISTANT, tool_calls=made))
        for call, text in zip(made, results, strict=True):
            messages.append(Message(role=Role.TOOL, content=text, tool_call_id=call.id, name=call.name))
    messages.append(Message(role=Role.ASSISTANT, content=answer))
    return tuple(messages)


def turns(*calls: Call) -> tuple[tuple[Call, ...], ...]:
    """Dependent calls, one turn each."""
    return tuple((c,) for c in calls)


__all__ = [
    "Call",
    "Draw",
    "Plan",
    "Scenario",
    "SkipDraw",
    "asks",
    "earlier",
    "parts",
    "refuses",
    "reports",
    "scenario",
    "scenarios",
    "tried",
    "tries",
    "turns",
]

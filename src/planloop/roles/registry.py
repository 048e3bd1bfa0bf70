"""Which roles exist and how each can be played. Only what works is registered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Protocol

from planloop.config.model import RoleKind
from planloop.contract.change import ChangeRequest
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.task import Solution, Task
from planloop.contract.tool import ToolSpec
from planloop.contract.trajectory import Trajectory
from planloop.data.compose import Order
from planloop.data.construct import Constructor
from planloop.data.weakness import WeaknessMap, weakness_map
from planloop.evolution.diagnose import diagnose
from planloop.evolution.finding import Diagnosed, Undiagnosed
from planloop.evolution.gold import Case
from planloop.evolution.leaks import LeakCheck
from planloop.evolution.propose import Evolve, propose
from planloop.evolution.route import routed
from planloop.harness.eta import Eta
from planloop.phone.scenario import SCENARIOS
from planloop.roles.chat import Chat
from planloop.roles.diagnoser_llm import llm_diagnoser
from planloop.roles.role import Role, Roles

Diagnoser = Callable[[Case], Diagnosed | Undiagnosed]
"""Names the cause of one episode."""
Construct = Callable[[Constructor, Iterable[Order], int], list[tuple[Task, Solution]]]
"""Makes the ordered tasks with a constructor, from a seed."""
Analyst = Callable[[Sequence[Trajectory], Mapping[str, Task], Mapping[str, int], Sequence[Diagnosis]], WeaknessMap]
"""Trajectories, tasks by key, suitable pool per leaf, and diagnoses to a routed weakness map."""
Editor = Callable[
    [Sequence[Diagnosed], Mapping[str, str], Mapping[str, ToolSpec], LeakCheck, Evolve], tuple[ChangeRequest, ...]
]
"""Diagnoses, eta's files, tools, and what may not be said, to change requests."""


class DiagnoserFactory(Protocol):
    """Makes a diagnoser; the model-backed one needs an endpoint."""

    def __call__(self, chat: Chat | None = None) -> Diagnoser:
        """A diagnoser that may ask `chat`."""
        ...


def analyse(
    trajectories: Sequence[Trajectory],
    tasks: Mapping[str, Task],
    pool: Mapping[str, int],
    diagnoses: Sequence[Diagnosis],
) -> WeaknessMap:
    """The weakness map with a routing decision for everything that is not mastered."""
    return routed(weakness_map(trajectories, tasks, pool, diagnoses), diagnoses)


def construct(constructor: Constructor, orders: Iterable[Order], seed: int) -> list[tuple[Task, Solution]]:
    """Tasks for the orders, in groups of one exposure list; scenarios of an order take turns."""
    out: list[tuple[Task, Solution]] = []
    for number, order in enumerate(orders):
        wanted = [SCENARIOS[order.scenarios[i % len(order.scenarios)]] for i in range(order.count)]
        for start in range(0, len(wanted), GROUP):
            out += constructor.group(wanted[start : start + GROUP], seed + 10_000 * number + start)
    return out


GROUP = 8


def _rules_diagnoser(chat: Chat | None = None) -> Diagnoser:
    return diagnose


def _llm_diagnoser(chat: Chat | None = None) -> Diagnoser:
    if chat is None:
        raise ValueError("the llm diagnoser needs an endpoint: give a chat client")
    return llm_diagnoser(chat)


CONSTRUCTOR: Role[Construct] = Role("constructor")
ANALYST: Role[Analyst] = Role("analyst")
DIAGNOSER: Role[DiagnoserFactory] = Role("diagnoser")
EDITOR: Role[Editor] = Role("editor")
CONSTRUCTOR.register(RoleKind.RULES, construct)
ANALYST.register(RoleKind.RULES, analyse)
DIAGNOSER.register(RoleKind.RULES, _rules_diagnoser)
DIAGNOSER.register(RoleKind.LLM, _llm_diagnoser)
EDITOR.register(RoleKind.RULES, partial(propose, accept=Eta.parse))
ROLES = Roles(CONSTRUCTOR, ANALYST, DIAGNOSER, EDITOR)

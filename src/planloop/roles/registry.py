"""Which roles exist and how each can be played. Only what works is registered."""

from __future__ import annotations

from functools import partial
from typing import Protocol

from planloop.config.model import RoleKind
from planloop.data.curate import curate
from planloop.data.generate import train_set
from planloop.evolution.diagnose import diagnose
from planloop.evolution.ports import Analyse, Construct, Diagnose, Judge, Propose
from planloop.evolution.propose import propose
from planloop.evolution.route import analyse
from planloop.harness.eta import Eta
from planloop.roles.chat import Chat
from planloop.roles.diagnoser_llm import llm_diagnoser
from planloop.roles.role import Role, Roles
from planloop.training.controller import Propose as Control
from planloop.training.controller import rules


class DiagnoserFactory(Protocol):
    """Makes a diagnoser; the model-backed one needs an endpoint."""

    def __call__(self, chat: Chat | None = None) -> Diagnose:
        """A diagnoser that may ask `chat`."""
        ...


def _rules_diagnoser(chat: Chat | None = None) -> Diagnose:
    return diagnose


def _llm_diagnoser(chat: Chat | None = None) -> Diagnose:
    if chat is None:
        raise ValueError("the llm diagnoser needs an endpoint: give a chat client")
    return llm_diagnoser(chat)


CONSTRUCTOR: Role[Construct] = Role("constructor")
JUDGE: Role[Judge] = Role("judge")
ANALYST: Role[Analyse] = Role("analyst")
DIAGNOSER: Role[DiagnoserFactory] = Role("diagnoser")
EDITOR: Role[Propose] = Role("editor")
CONTROLLER: Role[Control] = Role("controller")
CONSTRUCTOR.register(RoleKind.RULES, train_set)
JUDGE.register(RoleKind.RULES, curate)
ANALYST.register(RoleKind.RULES, analyse)
DIAGNOSER.register(RoleKind.RULES, _rules_diagnoser)
DIAGNOSER.register(RoleKind.LLM, _llm_diagnoser)
EDITOR.register(RoleKind.RULES, partial(propose, accept=Eta.parse))
CONTROLLER.register(RoleKind.RULES, rules)
ROLES = Roles(CONSTRUCTOR, JUDGE, ANALYST, DIAGNOSER, EDITOR, CONTROLLER)

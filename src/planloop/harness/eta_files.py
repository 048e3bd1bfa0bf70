"""The structured files of eta: routing.yaml, memory.yaml, runtime.yaml. Unknown keys are refused."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from planloop.contract.feedback import ErrorType
from planloop.contract.tool import SideEffect

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(ge=1)]
Weight = Annotated[float, Field(ge=0.0, le=100.0)]
Line = Annotated[str, Field(min_length=1, max_length=160, pattern=r"^[^\n]+$")]


class EtaSection(BaseModel):
    """A frozen section; keys that are not fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class ExposureWeights(EtaSection):
    """How much each part of a tool counts when tools are ranked for a request.

    The best tool by these words counts 1; beside it count what similar requests took (`usage`, see `usage.jsonl`), what
    the earlier turns of the dialogue called (`earlier`), and what is called together with the best ones (`together`).
    """

    name: Weight = 3.0
    description: Weight = 1.0
    parameters: Weight = 0.5
    usage: Weight = 4.0
    earlier: Weight = 4.0
    together: Weight = 0.5


class Limits(EtaSection):
    """Bounds on injected guidance: rules per domain, tokens per rule and in all (about four characters a token)."""

    rules_per_domain: Count = 4
    rule_tokens: Positive = 32
    guidance_tokens: Count = 160


class Routing(EtaSection):
    """routing.yaml: which guidance belongs to which tool, which tools are always exposed, and what is injected."""

    core_tools: tuple[str, ...] = ()
    domains: dict[str, str] = {}  # tool -> domain file, where it differs from the tool's own domain
    skills: dict[str, str] = {}  # tool -> skill of eta whose instructions guide it, in place of its domain
    notes: dict[str, str] = {}  # tool -> one line shown when it is exposed
    exposure: ExposureWeights = ExposureWeights()
    limits: Limits = Limits()


class Stale(StrEnum):
    """What search does with overtaken or expired records."""

    HIDE = "hide"
    MARK = "mark"
    SHOW = "show"


class MemoryPolicy(EtaSection):
    """memory.yaml: `recall` records are added to the request unasked; `max_results` is the search default.

    `synonyms` are groups of words that search treats as one.
    """

    recall: Count = 0
    max_results: Positive = 5
    superseded: Stale = Stale.HIDE
    expired: Stale = Stale.HIDE
    recency_weight: Weight = 0.1
    half_life_days: Positive = 180
    title_weight: Weight = 2.0
    synonyms: tuple[tuple[str, ...], ...] = ()


class Decision(StrEnum):
    """What the permission policy says. In an unattended run `ask` means `deny`."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"


class Permissions(EtaSection):
    """The executor's policy over side-effect classes; `tools` decides for single tools first."""

    read: Decision = Decision.ALLOW
    reversible: Decision = Decision.ALLOW
    writes_user_data: Decision = Decision.ALLOW
    destructive: Decision = Decision.ALLOW
    external: Decision = Decision.ALLOW
    tools: dict[str, Decision] = {}

    def decide(self, tool: str, effect: SideEffect) -> Decision:
        """The decision for a call of `tool` with this effect."""
        own: dict[SideEffect, Decision] = {
            SideEffect.READ: self.read,
            SideEffect.REVERSIBLE: self.reversible,
            SideEffect.WRITES_USER_DATA: self.writes_user_data,
            SideEffect.DESTRUCTIVE: self.destructive,
            SideEffect.EXTERNAL: self.external,
        }
        return self.tools.get(tool, own[effect])


class Runtime(EtaSection):
    """runtime.yaml: budgets in tokens (about four characters each), repeated failures, argument normalisation.

    An episode's step budget is also spent after `failed_turns` turns in a row in which every call failed. A hint is one
    line that follows every error of its type.
    """

    context_tokens: Positive = 3000
    max_output_tokens: Positive = 512
    max_turn_tokens: Positive = 160
    failure_threshold: Annotated[int, Field(ge=2)] = 2
    failure_notice: bool = True
    error_hints: dict[ErrorType, Line] = {}
    failed_turns: Annotated[int, Field(ge=2)] = 4
    normalise_arguments: bool = True
    parse_corrections: Count = 1
    list_items: Positive = 8
    show_clock: bool = True
    permissions: Permissions = Permissions()

"""The capability taxonomy: dimension / behaviour / domain. A capability is a leaf (design section 2)."""

from __future__ import annotations

from enum import StrEnum

from pydantic import model_validator

from planloop.contract.record import Record


class Dimension(StrEnum):
    """The four scored dimensions of the phone bench (method section 10)."""

    TOOL_USE = "tool_use"
    MEMORY = "memory"
    SKILLS = "skills"
    SUB_AGENT = "sub_agent"


OVERALL_WEIGHTS: dict[Dimension, float] = {
    Dimension.TOOL_USE: 0.5,
    Dimension.MEMORY: 0.2,
    Dimension.SKILLS: 0.2,
    Dimension.SUB_AGENT: 0.1,
}
"""What each dimension counts in the Overall (method section 10)."""


class Behaviour(StrEnum):
    """What a task asks of the planner inside its dimension."""

    GROUNDING = "grounding"  # one goal, the right tool, the right arguments
    DEPENDENCY = "dependency"  # conditional and dependent calls
    REFERENCE = "reference"  # references to earlier turns, state tracking
    REVISION = "revision"  # the user changes their mind, several tasks at once
    BOUNDARY = "boundary"  # missing parameters, limits, errors and recovery
    SINGLE_RECORD = "single_record"  # one memory answers
    CONFLICTING_RECORDS = "conflicting_records"  # a newer memory supersedes an older one
    COMPOSITION = "composition"  # several memories are needed together
    RECORD_EDIT = "record_edit"  # add, replace or remove a memory
    SKILL_ONLY = "skill_only"  # SOR: only skill loaders are exposed at first
    MIXED_ROUTING = "mixed_routing"  # MTSR: tools and skill loaders side by side
    GUI = "gui"
    IMAGE = "image"
    SEARCH = "search"
    MONITORING = "monitoring"
    PRACTICE = "practice"
    DIALOGUE = "dialogue"


class Domain(StrEnum):
    """The thirteen tool domains of the phone (method section 10)."""

    AUDIO = "audio"
    APPS = "apps"
    DISPLAY = "display"
    SYSTEM = "system"
    TIME = "time"
    ASSISTANT = "assistant"
    CALLS = "calls"
    NETWORK = "network"
    TRAVEL = "travel"
    DEVICES = "devices"
    INPUT = "input"
    UTILITIES = "utilities"
    SECURITY = "security"


BEHAVIOURS: dict[Dimension, tuple[Behaviour, ...]] = {
    Dimension.TOOL_USE: (
        Behaviour.GROUNDING,
        Behaviour.DEPENDENCY,
        Behaviour.REFERENCE,
        Behaviour.REVISION,
        Behaviour.BOUNDARY,
    ),
    Dimension.MEMORY: (
        Behaviour.SINGLE_RECORD,
        Behaviour.CONFLICTING_RECORDS,
        Behaviour.COMPOSITION,
        Behaviour.RECORD_EDIT,
    ),
    Dimension.SKILLS: (Behaviour.SKILL_ONLY, Behaviour.MIXED_ROUTING),
    Dimension.SUB_AGENT: (
        Behaviour.GUI,
        Behaviour.IMAGE,
        Behaviour.SEARCH,
        Behaviour.MONITORING,
        Behaviour.PRACTICE,
        Behaviour.DIALOGUE,
    ),
}


class Capability(Record):
    """A leaf of the taxonomy."""

    dimension: Dimension
    behaviour: Behaviour
    domain: Domain

    @model_validator(mode="after")
    def _behaviour_belongs(self) -> Capability:
        if self.behaviour not in BEHAVIOURS[self.dimension]:
            legal = ", ".join(BEHAVIOURS[self.dimension])
            raise ValueError(f"behaviour {self.behaviour} is not one of {self.dimension}: use {legal}")
        return self

    @property
    def group(self) -> str:
        """`dimension/behaviour`: the level at which weaknesses are estimated when leaves are thin."""
        return f"{self.dimension}/{self.behaviour}"

    def __str__(self) -> str:
        return f"{self.dimension}/{self.behaviour}/{self.domain}"

    @classmethod
    def parse(cls, text: str) -> Capability:
        """The inverse of `str`. Raises `ValueError` with the expected form."""
        parts = text.split("/")
        if len(parts) != 3:
            raise ValueError(f"capability {text!r}: expected dimension/behaviour/domain, e.g. tool_use/grounding/time")
        return cls(dimension=Dimension(parts[0]), behaviour=Behaviour(parts[1]), domain=Domain(parts[2]))

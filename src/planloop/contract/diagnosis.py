"""Diagnosis: one failed or costly trajectory attributed to a cause (design section 10, method 6.5)."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from planloop.contract.artefact import Artefact
from planloop.contract.capability import Capability
from planloop.contract.lineage import Edge, Relation


class Side(StrEnum):
    """Who has to change."""

    MODEL = "model"
    HARNESS = "harness"
    ENVIRONMENT = "environment"
    TASK = "task"


class Cause(StrEnum):
    """Six model-side and five harness-side causes, and faults of the environment and of the task itself."""

    DECOMPOSITION = "decomposition"
    ROUTING = "routing"
    ARGUMENT_GROUNDING = "argument_grounding"
    STATE_TRACKING = "state_tracking"
    RECOVERY = "recovery"
    CLOSURE = "closure"
    SKILL_GUIDANCE = "skill_guidance"  # missing or conflicting
    TOOL_EXPOSURE = "tool_exposure"
    RETRIEVAL = "retrieval"
    STALE_MEMORY = "stale_memory"
    FEEDBACK_FORMATTING = "feedback_formatting"
    ENVIRONMENT_FAULT = "environment_fault"
    TASK_FAULT = "task_fault"

    @property
    def side(self) -> Side:
        """The side that this cause lies on."""
        return _SIDES[self]


MODEL_CAUSES = (
    Cause.DECOMPOSITION,
    Cause.ROUTING,
    Cause.ARGUMENT_GROUNDING,
    Cause.STATE_TRACKING,
    Cause.RECOVERY,
    Cause.CLOSURE,
)
HARNESS_CAUSES = (
    Cause.SKILL_GUIDANCE,
    Cause.TOOL_EXPOSURE,
    Cause.RETRIEVAL,
    Cause.STALE_MEMORY,
    Cause.FEEDBACK_FORMATTING,
)
_SIDES: dict[Cause, Side] = {
    **dict.fromkeys(MODEL_CAUSES, Side.MODEL),
    **dict.fromkeys(HARNESS_CAUSES, Side.HARNESS),
    Cause.ENVIRONMENT_FAULT: Side.ENVIRONMENT,
    Cause.TASK_FAULT: Side.TASK,
}


class Diagnosis(Artefact):
    """`turn` is the first turn at which the cause shows (None: not one turn). `confidence` is in [0, 1].

    `tested` is True only if an intervention was run and flipped the verdict; `author` names the role implementation.
    """

    PREFIX: ClassVar[str] = "diagnosis"

    schema_version: Literal[1] = 1
    trajectory_id: str
    task_key: str
    capability: Capability
    side: Side
    cause: Cause
    evidence: str
    turn: int | None = None
    confidence: float = Field(ge=0.0, le=1.0)
    tested: bool = False
    author: str

    @model_validator(mode="after")
    def _side_fits(self) -> Diagnosis:
        if self.cause.side is not self.side:
            raise ValueError(f"cause {self.cause} lies on side {self.cause.side}, not {self.side}")
        return self

    def edges(self) -> tuple[Edge, ...]:
        """The trajectory was diagnosed as this."""
        return (Edge(from_id=self.trajectory_id, to_id=self.id, relation=Relation.DIAGNOSED_AS),)

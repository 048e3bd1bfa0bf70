"""Weakness: a capability with evidence that it is missing or unstable, and where its repair is routed."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Literal

from pydantic import Field, model_validator

from planloop.contract.artefact import Artefact
from planloop.contract.lineage import Edge, Relation
from planloop.contract.record import Record


class WeaknessStatus(StrEnum):
    """What the evidence says about a capability (design section 8)."""

    MASTERED = "mastered"
    UNSTABLE = "unstable"
    FAILING = "failing"
    MISSING = "missing"
    AMBIGUOUS = "ambiguous"


class Route(StrEnum):
    """Where a weakness is repaired."""

    MODEL = "model"
    HARNESS = "harness"
    BOTH = "both"
    ENVIRONMENT = "environment"
    TASK = "task"


class Routing(Record):
    """A routing decision and its reason."""

    route: Route
    reason: str


class Weakness(Artefact):
    """`capability` is a group (`dimension/behaviour`) or a leaf. `low` and `high` bound the success rate, in [0, 1].

    `trajectories` are the valid episodes counted in `n`; `diagnoses` the attributions behind the routing.
    """

    PREFIX: ClassVar[str] = "weakness"

    schema_version: Literal[1] = 1
    capability: str
    successes: int = Field(ge=0)
    n: int = Field(ge=0)
    low: float = Field(ge=0.0, le=1.0)
    high: float = Field(ge=0.0, le=1.0)
    status: WeaknessStatus
    routing: Routing | None = None
    trajectories: tuple[str, ...] = ()
    diagnoses: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Weakness:
        if self.successes > self.n or self.low > self.high:
            raise ValueError(
                f"weakness {self.capability}: {self.successes} successes of {self.n}, interval "
                f"{self.low}..{self.high}; successes must not exceed n and low must not exceed high"
            )
        return self

    def edges(self) -> tuple[Edge, ...]:
        """Shown by its trajectories, explained by its diagnoses."""
        key = self.id
        shown = [Edge(from_id=t, to_id=key, relation=Relation.DIAGNOSED_AS) for t in dict.fromkeys(self.trajectories)]
        why = [Edge(from_id=key, to_id=d, relation=Relation.ANSWERS) for d in dict.fromkeys(self.diagnoses)]
        return (*shown, *why)

"""PredictionScore: how a change's predictions turned out (design rule 8)."""

from __future__ import annotations

from typing import ClassVar, Literal

from planloop.contract.artefact import Artefact
from planloop.contract.lineage import Edge, Relation


class PredictionScore(Artefact):
    """Shares in [0, 1], None where nothing was predicted (precision) or nothing happened (recall).

    `fixed` and `broken` are the task keys that really changed, of those that were played again; effects are in points
    of success (0-100) over all tasks of the split, where what was not played again counts as unchanged.
    """

    PREFIX: ClassVar[str] = "prediction"

    schema_version: Literal[1] = 1
    change: str
    fixed: tuple[str, ...]
    broken: tuple[str, ...]
    fix_precision: float | None
    fix_recall: float | None
    regression_precision: float | None
    regression_recall: float | None
    predicted_effect: float
    seen_effect: float

    def edges(self) -> tuple[Edge, ...]:
        """The change is judged on this."""
        return (Edge(from_id=self.change, to_id=self.id, relation=Relation.EVALUATED_ON),)

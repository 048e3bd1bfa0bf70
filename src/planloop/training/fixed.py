"""Fixed: a planner whose weights the loop cannot change - a hosted model, a script. It plays; it does not learn."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from planloop.contract.errors import PlanloopError
from planloop.contract.record import JsonObject
from planloop.planners.base import Episode, Planner

if TYPE_CHECKING:
    from planloop.training.rows import TrainRow

IDENTITY = "planner.json"


class Fixed:
    """Stands where a `Student` stands in a run that trains nothing.

    Its only checkpoint is a folder with `planner.json`, which says which planner it is (`identity`) and holds no
    weights. `make` gives the planner for a sampling temperature; it is called when the first episode is played.
    """

    renderer = None
    shares_prompts = False
    slow = False

    def __init__(self, identity: JsonObject, make: Callable[[float], Planner]) -> None:
        self.identity = identity
        self._make = make
        self._planners: dict[float, Planner] = {}

    def describe(self, folder: Path) -> Path:
        """Write the checkpoint into `folder` (made if absent) and return it."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / IDENTITY).write_text(self._text(), encoding="utf-8")
        return folder

    def use(self, folder: Path) -> None:
        """Play as the checkpoint in `folder`. Raises `PlanloopError` where that is another planner."""
        file = folder / IDENTITY
        if not file.is_file() or file.read_text(encoding="utf-8") != self._text():
            raise PlanloopError(
                "is not the checkpoint of this planner", place=str(folder), cure="give this planner its own store"
            )

    def play(self, episodes: Iterable[Episode], *, temperature: float) -> None:
        """Drive episodes to their ends. Raises `PlanloopError` where the planner cannot be reached."""
        if temperature not in self._planners:
            self._planners[temperature] = self._make(temperature)
        self._planners[temperature].play(episodes)

    def learner(self, folder: Path) -> NoReturn:
        """Refused: there are no weights to train."""
        self._refuse()

    def grow(self, rank: int, known: Sequence[TrainRow], new: Sequence[TrainRow], seed: int = 0) -> NoReturn:
        """Refused: there are no weights to train."""
        self._refuse()

    def settle(self, rank: int, strength: float) -> NoReturn:
        """Refused: there are no weights to train."""
        self._refuse()

    def use_learner(self) -> NoReturn:
        """Refused: there are no weights to train."""
        self._refuse()

    def save(self, folder: Path) -> NoReturn:
        """Refused: there are no weights to keep."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise PlanloopError(
            "has no weights that can be trained here", place="planner.kind", cure="set training.enabled: false"
        )

    def _text(self) -> str:
        return json.dumps(self.identity, indent=2, sort_keys=True, ensure_ascii=False) + "\n"

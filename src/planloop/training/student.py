"""Student: the weights that a loop improves. One copy of the model plays, another learns.

Torch is imported when weights are first needed: a run that trains nothing works without it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from planloop.contract.errors import PlanloopError
from planloop.planners.base import Episode
from planloop.planners.render import Renderer
from planloop.training.memory import return_freed_memory

if TYPE_CHECKING:
    from planloop.planners.local import LocalPlanner
    from planloop.training.rows import TrainRow

ADAPTER_FILE = "adapter_config.json"


class Student:
    """A model whose checkpoints are folders: LoRA adapters over a fixed base, or whole models where `whole`.

    `source` names the base (`smollm2`, a Hugging Face name or folder). Nothing is loaded before it is needed.
    """

    def __init__(self, source: str | Path, *, whole: bool = False, dtype: str | None = None, threads: int = 0) -> None:
        self.source = source
        self.whole = whole
        self._dtype = "float32" if whole else dtype
        self._threads = threads
        self._player: LocalPlanner | None = None
        self._learner: Any = None

    @property
    def player(self) -> LocalPlanner:
        """The playing copy."""
        if self._player is None:
            from planloop.planners.local import load_local

            self._compute()
            self._player = load_local(self.source, dtype=self._dtype)
        return self._player

    @property
    def renderer(self) -> Renderer:
        """Messages to tokens, for teachers."""
        return self.player.renderer

    @property
    def slow(self) -> bool:
        """Whether this machine computes in float32 what others compute in bfloat16, several times faster."""
        from planloop.planners.local import fastest_dtype

        return not self.whole and self._dtype is None and fastest_dtype() == "float32"

    @property
    def shares_prompts(self) -> bool:
        """Whether training computes what rows begin with in common once."""
        from planloop.training.attention import supports_tree

        return supports_tree(self.player.engine.model.config)

    def use(self, folder: Path) -> None:
        """Play with the checkpoint in `folder`. Raises `PlanloopError` where it is none of this student's."""
        self._require(folder)
        if not self.whole:
            self.player.load_adapter(folder)
        else:
            self.player.set_weights(_whole(folder))

    def use_learner(self) -> None:
        """Play with the weights as they are being trained."""
        self.player.set_weights(self._learner)

    def play(self, episodes: Iterable[Episode], *, temperature: float) -> None:
        """Drive episodes to their ends; temperature 0 is greedy."""
        self._compute()
        return_freed_memory()
        self.player.temperature = temperature
        self.player.play(episodes)

    def learner(self, folder: Path) -> Any:
        """The learning copy, set to the checkpoint in `folder`: all of the adapter, or of the whole model, learns."""
        from planloop.training.lora import set_adapter

        self._compute()
        self._require(folder)
        if self.whole:
            self._learner = _whole(folder)
        elif self._learner is None:
            self._learner = self._with_adapter(folder)
        else:
            set_adapter(self._learner, folder)
        return self._learner

    def grow(self, rank: int, known: Sequence[TrainRow], new: Sequence[TrainRow], seed: int = 0) -> int:
        """Let the learning copy learn through `rank` fresh directions only, which read what tells the `new` rows from
        the `known` ones and write less where these are sensitive (see `growth`, `contrast` and `sensitivity`). A
        whole model learns as it is. Returns how many were added."""
        from planloop.training.contrast import contrast
        from planloop.training.growth import grow
        from planloop.training.sensitivity import sensitivity
        from planloop.training.trainer import Trainer, TrainSettings

        if self.whole:
            return 0
        telling = damping = None
        if known and new:
            reader = Trainer(self._learner, TrainSettings(shared_gradient=False))
            telling = contrast(reader, known, new, rank)
            damping = sensitivity(reader, known, seed)
        grow(self._learner, rank, seed, telling, damping)
        return rank

    def settle(self, rank: int, strength: float) -> None:
        """End the learning of the last `rank` directions and keep `strength` of it (see `growth.settle`)."""
        from planloop.training.growth import settle

        settle(self._learner, rank, strength)

    def save(self, folder: Path) -> None:
        """Write the learning copy as a checkpoint folder."""
        from planloop.training.lora import save_weights

        save_weights(self._learner, folder)
        config = folder / ADAPTER_FILE
        if config.is_file():
            value = json.loads(config.read_text(encoding="utf-8"))
            value["base_model_name_or_path"] = str(self.source)
            config.write_text(json.dumps(value, indent=2, sort_keys=True), encoding="utf-8")

    def _with_adapter(self, folder: Path) -> Any:
        from planloop.planners.local import load_local
        from planloop.training.lora import load_lora

        return load_lora(load_local(self.source, dtype=self._dtype).engine.model, str(folder))

    def _compute(self) -> None:
        """Set the number of threads: it holds for the calling thread only."""
        if self._threads:
            import torch

            torch.set_num_threads(self._threads)

    def _require(self, folder: Path) -> None:
        needed = "config.json" if self.whole else ADAPTER_FILE
        if not (folder / needed).is_file():
            kind = "whole model" if self.whole else "adapter"
            raise PlanloopError(
                f"is not a checkpoint of {self.source}: it holds no {needed}",
                place=str(folder),
                cure=f"give the folder of a {kind} that was trained from this base",
            )


def _whole(folder: Path) -> Any:
    import torch
    from transformers import AutoModelForCausalLM

    from planloop.planners.bars import no_bars
    from planloop.planners.device import device

    no_bars()
    model: Any = AutoModelForCausalLM.from_pretrained(str(folder), dtype=torch.float32)
    return model.to(device())

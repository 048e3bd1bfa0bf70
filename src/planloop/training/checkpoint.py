"""Saving and resuming a training run: adapters, optimizer, random state and the place in the data, atomically."""

from __future__ import annotations

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from planloop.training.lora import save_weights
from planloop.training.trainer import Trainer

ADAPTER = "adapter"
_OPTIMIZER = "optimizer.pt"
_PLACE = "place.json"


@dataclass(frozen=True)
class Place:
    """Where a run stands: updates made, and batches and tokens consumed."""

    step: int
    batches: int
    tokens: int


def save_state(trainer: Trainer, folder: Path, place: Place) -> None:
    """Write the full state to `folder`, replacing what was there only when the new state is complete.

    `folder/adapter` is a plain peft folder (a plain transformers folder after full fine-tuning).
    """
    fresh, old = _beside(folder, "new"), _beside(folder, "old")
    shutil.rmtree(fresh, ignore_errors=True)
    fresh.mkdir(parents=True)
    save_weights(trainer.model, fresh / ADAPTER)
    torch.save({"optimizer": trainer.optimizer.state_dict(), "random": torch.get_rng_state()}, fresh / _OPTIMIZER)
    text = json.dumps({"step": place.step, "batches": place.batches, "tokens": place.tokens})
    (fresh / _PLACE).write_text(text, encoding="utf-8")
    _flush(fresh)
    if folder.exists():
        shutil.rmtree(old, ignore_errors=True)
        folder.rename(old)
    fresh.rename(folder)
    shutil.rmtree(old, ignore_errors=True)


def saved_place(folder: Path) -> Place | None:
    """The place of the state in `folder`, or None where no complete state was ever saved."""
    found = _complete(folder)
    return None if found is None else Place(**json.loads((found / _PLACE).read_text(encoding="utf-8")))


def load_state(trainer: Trainer, folder: Path) -> Place:
    """Restore what `save_state` wrote into a trainer of the same model and settings, bit for bit.

    Raises `FileNotFoundError` where no complete state exists, `ValueError` where it belongs to another model.
    """
    found = _complete(folder)
    if found is None:
        raise FileNotFoundError(f"no saved training state in {folder}; start the run without resuming")
    _load_weights(trainer, found / ADAPTER)
    saved: dict[str, Any] = torch.load(found / _OPTIMIZER, weights_only=True)
    trainer.optimizer.load_state_dict(saved["optimizer"])
    torch.set_rng_state(saved["random"])
    place = Place(**json.loads((found / _PLACE).read_text(encoding="utf-8")))
    trainer.step_number = place.step
    return place


def _load_weights(trainer: Trainer, folder: Path) -> None:
    from safetensors.torch import load_file

    if hasattr(trainer.model, "peft_config"):
        from peft import set_peft_model_state_dict

        weights = load_file(folder / "adapter_model.safetensors")
        loaded: Any = set_peft_model_state_dict(trainer.model, weights)
    else:
        tensors: dict[str, torch.Tensor] = {}
        for part in sorted(folder.glob("*.safetensors")):
            tensors.update(load_file(part))
        loaded = trainer.model.load_state_dict(tensors, strict=False)
    if loaded.unexpected_keys:
        raise ValueError(
            f"{folder} holds weights that this model lacks ({loaded.unexpected_keys[0]}); resume with the same settings"
        )


def _complete(folder: Path) -> Path | None:
    """The folder, or its predecessor if the run was killed between the two renames of `save_state`."""
    return next((f for f in (folder, _beside(folder, "old")) if (f / _PLACE).is_file()), None)


def _beside(folder: Path, ending: str) -> Path:
    return folder.with_name(f"{folder.name}.{ending}")


def _flush(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())

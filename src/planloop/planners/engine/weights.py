"""Hot swap of weights: adapters merged into the engine's own copy, always from the untouched base."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import torch
from torch import Tensor

from planloop.contract.errors import PlanloopError

Deltas = dict[str, Tensor]
"""Name of a weight in the model -> what is added to it (f32)."""

_PREFIX = "base_model.model."


class Weights:
    """Keeps the base of every weight that an adapter has touched, so that swaps never add up rounding errors."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._base: dict[str, Tensor] = {}

    @torch.no_grad()
    def merge(self, deltas: Deltas) -> None:
        """Set every weight to base plus delta; weights of an earlier adapter that are not in `deltas` go back to base.

        Raises `PlanloopError` for a weight that the model lacks or that has another shape.
        """
        own = dict(self._model.named_parameters())
        for name, delta in deltas.items():
            if name not in own or own[name].shape != delta.shape:
                raise PlanloopError(
                    f"the adapter changes {name} {list(delta.shape)}, which this model lacks",
                    cure="use the base model that the adapter was trained on",
                )
        for name in self._base.keys() - deltas.keys():
            own[name].copy_(self._base[name])
        for name, delta in deltas.items():
            if name not in self._base:
                self._base[name] = own[name].detach().clone()
            own[name].copy_((self._base[name].float() + delta.to(own[name].device)).to(own[name].dtype))

    @torch.no_grad()
    def replace(self, model: Any) -> None:
        """Take over all weights of another model of the same architecture; they become the new base."""
        self._model.load_state_dict(model.state_dict())
        self._base.clear()


def adapter_deltas(folder: Path) -> Deltas:
    """The weight changes of a saved peft LoRA folder. Raises `PlanloopError` where it holds anything else."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    path = folder / "adapter_config.json"
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
        tensors = load_file(folder / "adapter_model.safetensors")
        if not isinstance(config, dict):
            raise ValueError("adapter_config.json holds no object")
    except (OSError, ValueError, RecursionError, SafetensorError) as error:
        raise _unreadable(folder, error) from error
    odd = [key for key in ("use_dora", "rank_pattern", "alpha_pattern", "modules_to_save") if config.get(key)]
    if config.get("peft_type") != "LORA" or odd or config.get("bias", "none") != "none":
        raise PlanloopError(
            f"only plain LoRA adapters can be merged, this one has {', '.join(odd) or config.get('peft_type')}",
            place=str(path),
            cure="merge it into a model folder with peft and use that folder",
        )
    names = (key.removesuffix(".lora_A.weight") for key in tensors if key.endswith(".lora_A.weight"))
    try:
        rank = config["r"]
        scale = config["lora_alpha"] / (math.sqrt(rank) if config.get("use_rslora") else rank)
        return {
            name.removeprefix(_PREFIX) + ".weight": _delta(
                tensors[f"{name}.lora_A.weight"], tensors[f"{name}.lora_B.weight"], scale
            )
            for name in names
        }
    except KeyError as error:
        raise _unreadable(folder, f"{error} is missing") from error
    except (ArithmeticError, TypeError, ValueError, RuntimeError) as error:  # numbers or shapes that do not fit
        raise _unreadable(folder, error) from error


def _unreadable(folder: Path, reason: object) -> PlanloopError:
    return PlanloopError(
        f"not a readable adapter ({reason})", place=str(folder), cure="give a folder that peft has saved"
    )


def live_deltas(model: Any) -> Deltas:
    """The weight changes of a peft model in training (its active adapter)."""
    out: Deltas = {}
    for name, module in model.named_modules():
        if not hasattr(module, "lora_A") or not len(module.lora_A):
            continue
        key = module.active_adapters[0]
        delta = _delta(module.lora_A[key].weight, module.lora_B[key].weight, module.scaling[key])
        out[name.removeprefix(_PREFIX) + ".weight"] = delta
    return out


def _delta(a: Tensor, b: Tensor, scale: float) -> Tensor:
    with torch.no_grad():
        return (b.float() @ a.float()) * scale

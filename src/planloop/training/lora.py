"""Low-rank adapters: f32 master weights on a base of any precision, computed in the base's precision.

The adapters are ordinary peft modules (saved and loaded as peft folders); only the arithmetic of their forward pass is
replaced by one fused step that keeps fewer intermediate results and no f32 copies of the activations.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MethodType
from typing import Any

import torch
from torch import Tensor, nn

ADAPTER = "default"  # peft's name for the only adapter that a model has here
GROWTH = "growth"  # the attribute of a layer whose adapter is growing (see `growth`)


@dataclass(frozen=True)
class LoraSettings:
    """Adapter shape: rank, and the factor `alpha / rank` on its output; on every linear layer except the head."""

    rank: int = 16
    alpha: int = 32


class _LoraLinear(torch.autograd.Function):
    """y = x W' + b + scale (x A') B', with gradients for x, A and B only. x is [N, in]."""

    @staticmethod
    def forward(ctx: Any, x: Tensor, weight: Tensor, bias: Tensor | None, a: Tensor, b: Tensor, scale: float) -> Tensor:
        down, up = a.to(x.dtype), (b * scale).to(x.dtype)
        low = x @ down.t()
        y = nn.functional.linear(x, weight, bias).addmm_(low, up.t())
        ctx.save_for_backward(x, weight, down, up, low)
        ctx.scale = scale
        return y

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor | None, None, None, Tensor, Tensor, None]:
        x, weight, down, up, low = ctx.saved_tensors
        grad = grads[0]
        grad_low = grad @ up
        grad_x = (grad @ weight).addmm_(grad_low, down) if ctx.needs_input_grad[0] else None
        grad_a = (grad_low.t() @ x).float()
        grad_b = (grad.t() @ low).float() * ctx.scale
        return grad_x, None, None, grad_a, grad_b, None


def add_lora(model: Any, settings: LoraSettings, seed: int = 0) -> Any:
    """A peft model with fresh adapters (the initial function is unchanged). `seed` fixes their initial values."""
    from peft import LoraConfig, TaskType, get_peft_model

    config = LoraConfig(
        r=settings.rank, lora_alpha=settings.alpha, target_modules="all-linear", task_type=TaskType.CAUSAL_LM
    )
    with torch.random.fork_rng(devices=[]), _peft_asks_old_names():
        torch.manual_seed(seed)
        wrapped = get_peft_model(model, config, autocast_adapter_dtype=False)
    return prepare_lora(wrapped)


def load_lora(model: Any, folder: str) -> Any:
    """A peft model with the adapters of `folder`, trainable."""
    from peft import PeftModel

    with _peft_asks_old_names():
        wrapped = PeftModel.from_pretrained(model, folder, is_trainable=True, autocast_adapter_dtype=False)
    return prepare_lora(wrapped)


def set_adapter(model: Any, folder: Path) -> None:
    """Give a peft model the adapter of `folder`, of whatever rank, all of it trainable.

    Raises `ValueError` where the folder holds an adapter of other layers.
    """
    from safetensors.torch import load_file

    config = json.loads((folder / "adapter_config.json").read_text(encoding="utf-8"))
    weights = load_file(folder / "adapter_model.safetensors")
    rank, alpha = int(config["r"]), config["lora_alpha"]
    scale = alpha / divisor(rank, bool(config.get("use_rslora")))
    for name, module in adapted(model):
        try:
            a, b = (weights.pop(f"{name}.lora_{side}.weight") for side in "AB")
        except KeyError as error:
            raise ValueError(f"{folder} holds no weights for {name}; give an adapter of this model") from error
        resize(module, a, b, scale)
    if weights:
        raise ValueError(f"{folder} holds weights that this model lacks ({next(iter(weights))})")
    model.peft_config[ADAPTER].r, model.peft_config[ADAPTER].lora_alpha = rank, alpha
    model.peft_config[ADAPTER].use_rslora = bool(config.get("use_rslora"))


def adapted(model: Any) -> Iterator[tuple[str, Any]]:
    """The layers of a peft model that have an adapter, by name."""
    return ((name, m) for name, m in model.named_modules() if ADAPTER in getattr(m, "lora_A", ()))


def resize(module: Any, a: Tensor, b: Tensor, scale: float) -> None:
    """Give one layer the adapter of A [rank, in] and B [out, rank] and end its growth, if it was growing. Its
    parameters are made anew, so an optimizer must be made after this."""
    if growth := vars(module).pop(GROWTH, None):
        module.base_layer.weight.data = growth.weight
    for layer, weight in ((module.lora_A[ADAPTER], a), (module.lora_B[ADAPTER], b)):
        layer.weight = nn.Parameter(weight.to(device=layer.weight.device, dtype=torch.float32).contiguous())
    module.lora_A[ADAPTER].out_features = module.lora_B[ADAPTER].in_features = module.r[ADAPTER] = a.shape[0]
    module.scaling[ADAPTER] = scale


def divisor(rank: int, stabilised: bool) -> float:
    """What an adapter's alpha is divided by: its rank, or the root of it (rsLoRA)."""
    return math.sqrt(rank) if stabilised else float(rank)


def save_weights(model: Any, folder: Path) -> None:
    """Write a peft model as an adapter folder, any other model whole.

    The vocabulary never changes here, so peft must not look for the base's configuration - by default it asks the hub
    for it - to find out whether the embeddings have to be saved too.
    """
    if not hasattr(model, "peft_config"):
        model.save_pretrained(str(folder))
        return
    model.save_pretrained(str(folder), save_embedding_layers=False)
    (folder / "README.md").unlink(missing_ok=True)  # a model card with the path of this machine's base


def prepare_lora(model: Any) -> Any:
    """Make the adapters of a peft model f32 and their layers fused. Returns the same model."""
    from peft.tuners.lora import Linear as PeftLinear

    for parameter in model.parameters():
        if parameter.requires_grad:
            parameter.data = parameter.data.float()
    for module in model.modules():
        if isinstance(module, PeftLinear) and isinstance(module.base_layer, nn.Linear) and _is_plain(module):
            module.forward = MethodType(_fused(type(module).forward), module)  # type: ignore[method-assign]
    return model


@contextmanager
def _peft_asks_old_names() -> Iterator[None]:
    """peft reads `is_gradient_checkpointing`, which transformers 5 calls `is_activation_checkpointing`: the reader of a
    run's progress can do nothing about it."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "`is_gradient_checkpointing` is deprecated", FutureWarning)
        yield


def _is_plain(module: Any) -> bool:
    dropout = any(not isinstance(d, nn.Identity) and getattr(d, "p", 0.0) for d in module.lora_dropout.values())
    return not dropout and not module.lora_variant and not any(module.lora_bias.values())


def _fused(original: Callable[..., Any]) -> Callable[..., Any]:
    def forward(self: Any, x: Tensor, *args: Any, **kwargs: Any) -> Any:
        names = [name for name in self.active_adapters if name in self.lora_A]
        base, growth = self.base_layer, vars(self).get(GROWTH)
        usable = len(names) == 1 and not self.disable_adapters and not self.merged and not args and not kwargs
        if not usable or base.weight.requires_grad or torch.is_autocast_enabled(x.device.type):
            if growth is not None:
                raise RuntimeError("directions are still learning here; settle them before computing in another way")
            return original(self, x, *args, **kwargs)
        a, b = self.lora_A[names[0]].weight, self.lora_B[names[0]].weight
        b = growth.shorten(b) if growth is not None else b
        flat = x.reshape(-1, x.shape[-1])
        y: Tensor = _LoraLinear.apply(flat, base.weight, base.bias, a, b, self.scaling[names[0]])  # type: ignore[no-untyped-call]
        return y.view(*x.shape[:-1], -1)

    return forward

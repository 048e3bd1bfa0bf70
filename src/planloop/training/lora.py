"""Low-rank adapters: f32 master weights on a base of any precision, computed in the base's precision.

The adapters are ordinary peft modules (saved and loaded as peft folders); only the arithmetic of their forward pass is
replaced by one fused step that keeps fewer intermediate results and no f32 copies of the activations.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import MethodType
from typing import Any

import torch
from torch import Tensor, nn


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
        base = self.base_layer
        usable = len(names) == 1 and not self.disable_adapters and not self.merged and not args and not kwargs
        if not usable or base.weight.requires_grad or torch.is_autocast_enabled(x.device.type):
            return original(self, x, *args, **kwargs)
        a, b = self.lora_A[names[0]].weight, self.lora_B[names[0]].weight
        flat = x.reshape(-1, x.shape[-1])
        y: Tensor = _LoraLinear.apply(flat, base.weight, base.bias, a, b, self.scaling[names[0]])  # type: ignore[no-untyped-call]
        return y.view(*x.shape[:-1], -1)

    return forward

"""Low-rank adapters: f32 master weights on a base of any precision, computed in the base's precision.

The adapters are ordinary peft modules (saved and loaded as peft folders); only the arithmetic of their forward pass is
replaced by one fused step that keeps fewer intermediate results and no f32 copies of the activations.
"""

from __future__ import annotations

import json
import math
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MethodType
from typing import Any

import torch
from torch import Tensor, nn

_ADAPTER = "default"  # peft's name for the only adapter that a model has here


@dataclass(frozen=True)
class LoraSettings:
    """Adapter shape: rank, and the factor `alpha / rank` on its output; on every linear layer except the head."""

    rank: int = 16
    alpha: int = 32


@dataclass(frozen=True)
class Damping:
    """Shortens what fresh directions write: `factors` [k], above 0 up to 1, along `basis` [out, k] (orthonormal)."""

    basis: Tensor
    factors: Tensor

    def __call__(self, written: Tensor) -> Tensor:
        """[out, rank] to [out, rank]."""
        along = self.basis.t() @ written
        return written + self.basis @ ((self.factors - 1)[:, None] * along)


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
    scale = alpha / _divisor(rank, bool(config.get("use_rslora")))
    for name, module in adapted(model):
        try:
            a, b = (weights.pop(f"{name}.lora_{side}.weight") for side in "AB")
        except KeyError as error:
            raise ValueError(f"{folder} holds no weights for {name}; give an adapter of this model") from error
        _resize(module, a, b, scale)
    if weights:
        raise ValueError(f"{folder} holds weights that this model lacks ({next(iter(weights))})")
    model.peft_config[_ADAPTER].r, model.peft_config[_ADAPTER].lora_alpha = rank, alpha
    model.peft_config[_ADAPTER].use_rslora = bool(config.get("use_rslora"))


def grow(
    model: Any,
    rank: int,
    seed: int = 0,
    directions: Mapping[str, Tensor] | None = None,
    damping: Mapping[str, Damping] | None = None,
) -> None:
    """Add `rank` fresh directions to every adapter and keep the directions it has as they are.

    The function is unchanged at first (their B is 0), and only they are trained: what was learnt before stays, and new
    directions can take a high rate. `directions` gives what they read at first, [rank, in] by layer (see `contrast`);
    without it that is random. `damping` shortens what they write while they learn, by layer (see `sensitivity`).
    `settle` ends that. Scale and file format stay those of one ordinary adapter of the higher rank.
    """
    draw = torch.Generator().manual_seed(seed)
    for name, module in adapted(model):
        a, b = module.lora_A[_ADAPTER].weight.detach(), module.lora_B[_ADAPTER].weight.detach()
        if directions is None:
            fresh = (torch.rand(rank, a.shape[1], generator=draw) * 2 - 1) * a.shape[1] ** -0.5
        else:
            fresh = directions[name]
        low, high = torch.cat([a, fresh.to(a)]), torch.cat([b, b.new_zeros(b.shape[0], rank)], dim=1)
        _resize(module, low, high, module.scaling[_ADAPTER])
        module.lora_A[_ADAPTER].weight.register_hook(partial(_without, a.shape[0], 0))
        module.lora_B[_ADAPTER].weight.register_hook(partial(_without, a.shape[0], 1))
        if damping is not None and "forward" in vars(module):  # fused
            module.damping = (rank, damping[name])
    config = model.peft_config[_ADAPTER]
    whole = config.lora_alpha * _divisor(config.r + rank, config.use_rslora) / _divisor(config.r, config.use_rslora)
    config.r, config.lora_alpha = config.r + rank, int(whole) if whole == int(whole) else whole


@torch.no_grad()
def settle(model: Any, rank: int, strength: float) -> None:
    """End the learning of the last `rank` directions of every adapter: keep `strength` of what they add to their
    layer's output, damped as it was.

    Less than all is a step back towards what the model was: what is known recovers faster than what is new is lost (as
    when weights before and after a training are averaged, Wortsman et al. 2022).
    """
    for _, module in adapted(model):
        b = module.lora_B[_ADAPTER].weight
        b.copy_(_damped(module, b))
        b[:, -rank:] *= strength
        vars(module).pop("damping", None)


def adapted(model: Any) -> Iterator[tuple[str, Any]]:
    """The layers of a peft model that have an adapter, by name."""
    return ((name, m) for name, m in model.named_modules() if _ADAPTER in getattr(m, "lora_A", ()))


def _damped(module: Any, b: Tensor) -> Tensor:
    """B [out, rank of all] as the layer uses it."""
    damping: tuple[int, Damping] | None = vars(module).get("damping")
    if damping is None:
        return b
    fresh, shorten = damping
    return torch.cat([b[:, :-fresh], shorten(b[:, -fresh:])], dim=1)


def _resize(module: Any, a: Tensor, b: Tensor, scale: float) -> None:
    """The adapter of one layer; its parameters are made anew, so an optimizer must be made after this."""
    vars(module).pop("damping", None)
    for layer, weight in ((module.lora_A[_ADAPTER], a), (module.lora_B[_ADAPTER], b)):
        layer.weight = nn.Parameter(weight.to(device=layer.weight.device, dtype=torch.float32).contiguous())
    module.lora_A[_ADAPTER].out_features = module.lora_B[_ADAPTER].in_features = module.r[_ADAPTER] = a.shape[0]
    module.scaling[_ADAPTER] = scale


def _without(kept: int, axis: int, grad: Tensor) -> Tensor:
    """The gradient without the directions that are kept."""
    grad = grad.clone()
    grad.narrow(axis, 0, kept).zero_()
    return grad


def _divisor(rank: int, stabilised: bool) -> float:
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
        base = self.base_layer
        usable = len(names) == 1 and not self.disable_adapters and not self.merged and not args and not kwargs
        if not usable or base.weight.requires_grad or torch.is_autocast_enabled(x.device.type):
            if "damping" in vars(self) and not self.disable_adapters:
                raise RuntimeError("directions are still learning here; settle them before computing in another way")
            return original(self, x, *args, **kwargs)
        a, b = self.lora_A[names[0]].weight, _damped(self, self.lora_B[names[0]].weight)
        flat = x.reshape(-1, x.shape[-1])
        y: Tensor = _LoraLinear.apply(flat, base.weight, base.bias, a, b, self.scaling[names[0]])  # type: ignore[no-untyped-call]
        return y.view(*x.shape[:-1], -1)

    return forward

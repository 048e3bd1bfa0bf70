"""The trainer: packs of rows in, one optimizer step out. Cold start and RL differ only in the objective they pass."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import torch
from torch import Tensor

from planloop.training.attention import (
    Layout,
    make_layout,
    make_layouts,
    supports_tree,
    tree_layout,
    use_tree_attention,
)
from planloop.training.memory import keep_freed_memory
from planloop.training.rows import TrainRow
from planloop.training.tree import MIN_SHARED, Pack, build_pack, split_packs


@dataclass(frozen=True)
class TrainSettings:
    """How to update. Lengths are in tokens, the schedule in optimizer steps (never seconds)."""

    learning_rate: float = 1e-3
    up_ratio: float = 1.0  # rate of an adapter's B over that of its A (LoRA+, Hayou et al. 2024)
    total_steps: int = 100
    warmup_steps: int = 5
    final_rate: float = 0.05  # the cosine ends at this fraction of the rate
    weight_decay: float = 0.0
    betas: tuple[float, float] = (0.9, 0.99)
    clip_norm: float = 1.0
    pack_tokens: int = 2560  # bounds the memory of one forward and backward pass
    min_shared: int = MIN_SHARED
    logit_chunk: int = 128  # learnt positions whose logits exist at the same time
    sharing: bool = True
    autocast: bool = False  # compute in bf16 where the weights are f32
    shared_gradient: bool = True  # without it, what several rows of a pack begin with is only read

    def rate(self, step: int) -> float:
        """Learning rate of the update number `step` (from 0): linear warm-up, then cosine."""
        if step < self.warmup_steps:
            return self.learning_rate * (step + 1) / (self.warmup_steps + 1)
        span = max(1, self.total_steps - self.warmup_steps)
        part = min(1.0, (step - self.warmup_steps) / span)
        cosine = 0.5 * (1 + math.cos(math.pi * part))
        return self.learning_rate * (self.final_rate + (1 - self.final_rate) * cosine)


@dataclass(frozen=True)
class TargetBatch:
    """Learnt tokens of a pack, one entry each (see `tree.Target`), as tensors on the model's device."""

    weights: Tensor
    old_logps: Tensor
    advantages: Tensor


class Objective(Protocol):
    """A loss over learnt tokens."""

    def __call__(self, logps: Tensor, batch: TargetBatch) -> tuple[Tensor, dict[str, float]]:
        """The summed loss (differentiable in `logps`, f32) and sums to be reported with it."""
        ...


def negative_log_likelihood(logps: Tensor, batch: TargetBatch) -> tuple[Tensor, dict[str, float]]:
    """The sum in Eq. 4, without its 1/Z."""
    return -(batch.weights * logps).sum(), {}


@dataclass(frozen=True)
class StepReport:
    """One update. `row_tokens` is what separate rows would have computed, `packed_tokens` what was computed."""

    step: int
    loss: float
    gradient_norm: float
    learning_rate: float
    learnt_tokens: int
    row_tokens: int
    packed_tokens: int
    seconds: float
    sums: dict[str, float] = field(default_factory=dict)

    @property
    def tokens_per_second(self) -> float:
        """Row tokens per second."""
        return self.row_tokens / max(self.seconds, 1e-9)


class _TokenLogps(torch.autograd.Function):
    """log p of each label, in f32, from logits [N, V] of any precision. Its backward can run once only: it turns the
    one f32 copy of the logits into their gradient in place, which is what a large vocabulary on a CPU needs."""

    @staticmethod
    def forward(ctx: Any, logits: Tensor, labels: Tensor) -> Tensor:
        scores = logits.float() if logits.dtype is not torch.float32 else logits.clone()
        chosen = scores.gather(1, labels[:, None])
        norms = scores.logsumexp(1, keepdim=True)
        ctx.scores, ctx.labels, ctx.norms, ctx.dtype = scores, labels, norms, logits.dtype
        return (chosen - norms).squeeze(1)

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        grad = grads[0][:, None]
        made = ctx.scores.sub_(ctx.norms).exp_().mul_(-grad)
        made.scatter_add_(1, ctx.labels[:, None], grad)
        ctx.scores = None
        return made.to(ctx.dtype), None


class Trainer:
    """Updates the trainable parameters of a transformers causal language model (or a peft model around one).

    The model stays where it is; its attention is switched to the prefix tree unless `sharing` is off. `step_number`
    counts the updates made. Raises `ValueError` for a model without trainable parameters or with transformed logits.
    """

    def __init__(self, model: Any, settings: TrainSettings) -> None:
        self.model = model
        self.settings = settings
        self.causal = model.get_base_model() if hasattr(model, "get_base_model") else model
        self.backbone = self.causal.base_model
        self.head = self.causal.get_output_embeddings()
        _refuse_transformed_logits(self.causal.config)
        self.sharing = settings.sharing and supports_tree(self.causal.config)
        if self.sharing:
            use_tree_attention(self.causal)
        self.parameters = [p for p in model.parameters() if p.requires_grad]
        if not self.parameters:
            raise ValueError("the model has no trainable parameters; wrap it with add_lora or unfreeze it")
        self.optimizer = torch.optim.AdamW(
            _by_rate(model, settings), betas=settings.betas, weight_decay=settings.weight_decay
        )
        self.device = self.parameters[0].device
        self.step_number = 0

    def step(self, rows: Sequence[TrainRow], objective: Objective, normaliser: float) -> StepReport:
        """One update on a batch: the objective's sum over all packs, divided by `normaliser` (Z of Eq. 4, or the
        number of groups in Eq. 10), so that the split into packs does not change the result - but for what is only read
        without `shared_gradient`: a row that is alone in its pack is learnt through as a whole."""
        began = time.perf_counter()
        packs = self.packs(rows)
        if self.device.type == "cpu":
            keep_freed_memory()
        self.model.train()
        self.optimizer.zero_grad(set_to_none=True)
        loss, sums = 0.0, dict[str, float]()
        for pack in packs:
            part, extra = self._accumulate(pack, objective, normaliser)
            loss += part
            for key, value in extra.items():
                sums[key] = sums.get(key, 0.0) + value
        norm = torch.nn.utils.clip_grad_norm_(self.parameters, self.settings.clip_norm)
        if not torch.isfinite(norm):
            raise FloatingPointError(f"gradient of step {self.step_number} is not finite; lower the learning rate")
        rate = self.settings.rate(self.step_number)
        for group in self.optimizer.param_groups:
            group["lr"] = rate * group["ratio"]
        self.optimizer.step()
        self.step_number += 1
        return StepReport(
            step=self.step_number,
            loss=loss,
            gradient_norm=float(norm),
            learning_rate=rate,
            learnt_tokens=sum(len(pack.targets) for pack in packs),
            row_tokens=sum(pack.row_tokens for pack in packs),
            packed_tokens=sum(len(pack.ids) for pack in packs),
            seconds=time.perf_counter() - began,
            sums=sums,
        )

    def packs(self, rows: Sequence[TrainRow]) -> list[Pack]:
        """How a batch is computed. Rows without a learnt token are left out."""
        useful = [number for number, row in enumerate(rows) if row.learnt]
        if not self.sharing:
            return [build_pack([rows[n]], numbers=[n]) for n in useful]
        packs = split_packs([rows[n] for n in useful], self.settings.pack_tokens, self.settings.min_shared)
        return packs if len(useful) == len(rows) else [_renumbered(pack, useful) for pack in packs]

    @torch.no_grad()
    def logps(self, rows: Sequence[TrainRow]) -> list[list[float]]:
        """Log-probabilities of each row's learnt tokens under the current weights, in row and token order."""
        self.model.eval()
        found: list[list[float]] = [[] for _ in rows]
        for pack in self.packs(rows):
            hidden = self.hidden(pack)
            at = torch.tensor([t.at for t in pack.targets], device=self.device)
            label = torch.tensor([t.label for t in pack.targets], device=self.device)
            for part in self._chunks(len(pack.targets)):
                values = self._token_logps(hidden[at[part]], label[part]).tolist()
                for target, value in zip(pack.targets[part], values, strict=True):
                    found[target.row].append(value)
        return found

    def hidden(self, pack: Pack) -> Tensor:
        """[packed tokens, width]: the last hidden states.

        Without `shared_gradient`, what rows share before they learn anything - their instructions and tools - is read
        first and no gradient flows into it, as if it came from a cache of the current weights: it is some 40 % of a
        pack, and reading costs a third of learning. Where there is a gradient, its hidden states are 0 then.
        """
        if not self.sharing:
            return self._pass(pack, None)
        if self.settings.shared_gradient or not torch.is_grad_enabled() or not any(n.read for n in pack.nodes):
            return self._pass(pack, make_layout(pack, self.device))
        reading, learning = make_layouts(pack, self.device)
        with torch.no_grad():
            self._pass(pack, reading)
        hidden = self._pass(pack, learning)
        return hidden.new_zeros(len(pack.ids), hidden.shape[1]).index_copy(0, learning.places, hidden)

    def _pass(self, pack: Pack, layout: Layout | None) -> Tensor:
        """The last hidden states of the layout's tokens, or of all."""
        ids = torch.tensor([pack.ids], device=self.device)
        positions = torch.tensor([pack.positions], device=self.device)
        if layout is not None:
            ids, positions = ids[:, layout.places], positions[:, layout.places]
        scope = nullcontext() if layout is None else tree_layout(layout)
        with scope, torch.autocast(self.device.type, torch.bfloat16, enabled=self.settings.autocast):
            out = self.backbone(input_ids=ids, position_ids=positions, use_cache=False)
        hidden: Tensor = out.last_hidden_state[0]
        return hidden

    def _chunks(self, count: int) -> list[slice]:
        size = self.settings.logit_chunk
        return [slice(begin, begin + size) for begin in range(0, count, size)]

    def _token_logps(self, hidden: Tensor, labels: Tensor) -> Tensor:
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.settings.autocast):
            logits = self.head(hidden)
        found: Tensor = _TokenLogps.apply(logits, labels)  # type: ignore[no-untyped-call]
        return found

    def _accumulate(self, pack: Pack, objective: Objective, normaliser: float) -> tuple[float, dict[str, float]]:
        """Forward and backward of one pack. The head runs chunk by chunk, forward and backward at once."""
        hidden = self.hidden(pack)
        at = torch.tensor([t.at for t in pack.targets], device=self.device)
        label = torch.tensor([t.label for t in pack.targets], device=self.device)
        weights, olds, advantages = (
            torch.tensor(values, device=self.device)
            for values in zip(*((t.weight, t.old_logp, t.advantage) for t in pack.targets), strict=True)
        )
        gradient = torch.zeros_like(hidden)
        total, sums = 0.0, dict[str, float]()
        for part in self._chunks(len(pack.targets)):
            leaf = hidden.detach()[at[part]].requires_grad_()
            batch = TargetBatch(weights[part], olds[part], advantages[part])
            loss, extra = objective(self._token_logps(leaf, label[part]), batch)
            (loss / normaliser).backward()  # type: ignore[no-untyped-call]
            assert leaf.grad is not None
            gradient.index_add_(0, at[part], leaf.grad)
            total += float(loss.detach()) / normaliser
            for key, value in extra.items():
                sums[key] = sums.get(key, 0.0) + value
        hidden.backward(gradient)  # type: ignore[no-untyped-call]
        return total, sums


def _by_rate(model: Any, settings: TrainSettings) -> list[dict[str, Any]]:
    """The trainable parameters in groups of one learning rate each."""
    groups: dict[float, list[Tensor]] = {}
    for name, parameter in model.named_parameters():
        if parameter.requires_grad:
            ratio = settings.up_ratio if ".lora_B." in name else 1.0
            groups.setdefault(ratio, []).append(parameter)
    rate = settings.learning_rate
    return [{"params": found, "lr": rate * ratio, "ratio": ratio} for ratio, found in groups.items()]


def _renumbered(pack: Pack, numbers: Sequence[int]) -> Pack:
    return replace(pack, targets=tuple(replace(t, row=numbers[t.row]) for t in pack.targets))


def _refuse_transformed_logits(config: Any) -> None:
    for name in ("final_logit_softcapping", "logits_scaling", "logit_scale"):
        if getattr(config, name, None) not in (None, 1.0):
            raise ValueError(f"models that transform their logits ({name}) cannot be trained here; choose another base")

"""Drawing tokens: one uniform number per row and token, so that a draw does not depend on the rest of the batch."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

_BLOCK = 256


def generator(seed: int) -> np.random.Generator:
    """The random stream of one episode (counter based: streams of different seeds do not overlap)."""
    return np.random.Generator(np.random.Philox(seed % 2**64))


def greedy(logits: Tensor) -> tuple[list[int], list[float]]:
    """The most likely token of each row of f32 logits [n, V], and its log-probability."""
    tokens = logits.argmax(-1)
    return _result(tokens, logits, torch.logsumexp(logits, -1))


def sample(logits: Tensor, uniforms: list[float], temperature: float) -> tuple[list[int], list[float]]:
    """One token for each row of f32 logits [n, V], by inverting the cumulative distribution at `uniforms[n]`.

    Log-probabilities are those at temperature 1. The sum runs over blocks first, so only one block per row is
    accumulated token by token.
    """
    count, size = logits.shape
    top = logits.amax(-1, keepdim=True)
    weights = ((logits - top) / temperature).exp_()
    padding = -size % _BLOCK
    if padding:
        weights = torch.nn.functional.pad(weights, (0, padding))
    blocks = weights.view(count, -1, _BLOCK)
    cumulative = blocks.sum(-1).cumsum(-1)
    share = torch.tensor(uniforms, dtype=torch.float32, device=logits.device).clamp_(max=1 - 1e-6)[:, None]
    target = share * cumulative[:, -1:]
    block = (cumulative <= target).sum(-1, keepdim=True).clamp_(max=cumulative.shape[1] - 1)
    before = torch.where(block > 0, cumulative.gather(1, (block - 1).clamp_(min=0)), 0.0)
    inside = blocks[torch.arange(count, device=logits.device), block[:, 0]]
    place = (inside.cumsum(-1) <= target - before).sum(-1, keepdim=True).clamp_(max=_BLOCK - 1)
    place = torch.where(inside.gather(1, place) > 0, place, inside.argmax(-1, keepdim=True))
    tokens = (block * _BLOCK + place)[:, 0]
    total = top[:, 0] + cumulative[:, -1].log() if temperature == 1 else torch.logsumexp(logits, -1)
    return _result(tokens, logits, total)


def _result(tokens: Tensor, logits: Tensor, total: Tensor) -> tuple[list[int], list[float]]:
    logps = logits.gather(1, tokens[:, None])[:, 0] - total
    return tokens.tolist(), logps.tolist()

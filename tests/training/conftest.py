from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from planloop.training.rows import TrainRow


def tiny_model(kind: str = "llama", seed: int = 0) -> Any:
    """A random causal language model of some 20k parameters with grouped key/value heads."""
    import torch
    from transformers import AutoModelForCausalLM, LlamaConfig, Qwen2Config

    torch.manual_seed(seed)
    shape: dict[str, Any] = {
        "vocab_size": 96,
        "hidden_size": 32,
        "intermediate_size": 48,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "max_position_embeddings": 256,
        "tie_word_embeddings": True,
    }
    config = LlamaConfig(**shape) if kind == "llama" else Qwen2Config(**shape)
    return AutoModelForCausalLM.from_config(config)


def prompt_rows(groups: int = 3, branches: int = 4, prompt: int = 40, answer: int = 12, seed: int = 0) -> list[TrainRow]:
    """Rows that share a system stretch and, inside a group, the whole prompt; ragged, half of the answer learnt."""
    rand = random.Random(seed)
    system = [rand.randrange(96) for _ in range(prompt // 2)]
    rows = []
    for _ in range(groups):
        shared = system + [rand.randrange(96) for _ in range(prompt - len(system))]
        for _ in range(branches):
            length = rand.randrange(3, answer)
            ids = shared + [rand.randrange(96) for _ in range(length)]
            weights = [0.0] * len(shared) + [float(i % 3 != 1) for i in range(length)]
            rows.append(TrainRow(ids=tuple(ids), weights=tuple(weights)))
    return rows


@pytest.fixture(autouse=True, scope="session")
def one_thread() -> None:
    import torch

    torch.set_num_threads(1)


@pytest.fixture
def make_model() -> Callable[..., Any]:
    return tiny_model


@pytest.fixture
def make_rows() -> Callable[..., list[TrainRow]]:
    return prompt_rows

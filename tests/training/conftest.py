from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from planloop.contract.capability import Capability
from planloop.contract.criteria import Checker
from planloop.contract.split import Split
from planloop.contract.task import ReferenceCost, Task, WorldSpec
from planloop.contract.trajectory import Cost, Segment, Trajectory, Versions
from planloop.contract.verdict import StopReason, Verdict
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
    return AutoModelForCausalLM.from_config(config)  # type: ignore[no-untyped-call]


def prompt_rows(
    groups: int = 3, branches: int = 4, prompt: int = 40, answer: int = 12, seed: int = 0
) -> list[TrainRow]:
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


def trajectory(
    *,
    success: bool = True,
    progress: float | None = None,
    tokens: int = 20,
    calls: int = 1,
    key: str = "t",
    number: int = 0,
    valid: bool = True,
    task_hash: str = "",
    ids: tuple[int, ...] = (),
    learnt: int = 0,
    logprobs: tuple[float, ...] | None = None,
) -> Trajectory:
    """A recorded episode; its last `learnt` tokens were sampled."""
    mask = tuple(3 if i >= len(ids) - learnt else 0 for i in range(len(ids)))
    segment = Segment(messages=(), token_ids=ids, mask=mask, logprobs=logprobs or tuple(0.0 for _ in ids))
    verdict = Verdict(
        success=success,
        progress=float(success) if progress is None else progress,
        checker_passed=success,
        memory_gate=True,
        skill_gate=True,
        results=(),
        summary="",
    )
    return Trajectory(
        id=f"{key}-{number}",
        task_key=key,
        task_hash=task_hash,
        split=Split.TRAIN,
        seed=number,
        versions=Versions(planner="p", harness="h", suite="s"),
        segments=(segment,),
        verdict=verdict if valid else None,
        stop=StopReason.FINISHED if valid else StopReason.INVALID,
        valid=valid,
        cost=Cost(output_tokens=tokens, tool_calls=calls),
    )


def task(key: str = "t", capability: str = "tool_use/grounding/time", split: Split = Split.TRAIN) -> Task:
    return Task(
        key=key,
        split=split,
        request="Do it",
        world=WorldSpec(seed=0),
        tools=(),
        capability=Capability.parse(capability),
        checker=Checker.TOOL_CALL,
        criteria=(),
        template="x",
        skeleton="y",
        reference=ReferenceCost(output_tokens=20, tool_calls=1),
    )


@pytest.fixture
def make_trajectory() -> Callable[..., Trajectory]:
    return trajectory


@pytest.fixture
def make_task() -> Callable[..., Task]:
    return task

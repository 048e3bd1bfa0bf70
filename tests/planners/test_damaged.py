"""Adapters and model folders that are damaged are refused in one line with their place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from planloop.contract.errors import PlanloopError
from planloop.planners.engine.weights import adapter_deltas
from planloop.planners.local import load_local

CONFIG: dict[str, Any] = {"peft_type": "LORA", "r": 2, "lora_alpha": 4}
NAME = "base_model.model.layer.lora_{}.weight"


def adapter(folder: Path, config: object = CONFIG, a: tuple[int, ...] = (2, 3), side: str = "B") -> Path:
    """An adapter folder; by default a sound one."""
    (folder / "adapter_config.json").write_text(config if isinstance(config, str) else json.dumps(config))
    tensors = {NAME.format("A"): torch.ones(a), NAME.format(side): torch.ones(4, 2)}
    save_file(tensors, folder / "adapter_model.safetensors")
    return folder


def refusal(folder: Path) -> str:
    """The message with which the adapter is refused."""
    with pytest.raises(PlanloopError) as caught:
        adapter_deltas(folder)
    assert str(folder) in str(caught.value)
    return str(caught.value)


def test_a_sound_adapter_is_read(tmp_path: Path) -> None:
    assert torch.equal(adapter_deltas(adapter(tmp_path))["layer.weight"], torch.full((4, 3), 4.0))


@pytest.mark.parametrize(
    "config", ["", "[]", "[" * 100_000, CONFIG | {"r": 0}, CONFIG | {"r": "x"}, CONFIG | {"r": -2}]
)
def test_an_adapter_of_an_unusable_configuration_is_refused(config: object, tmp_path: Path) -> None:
    if config == CONFIG | {"r": -2}:
        config = CONFIG | {"r": -2, "use_rslora": True}
    assert "peft has saved" in refusal(adapter(tmp_path, config))


def test_an_adapter_without_its_rank_or_one_side_is_refused(tmp_path: Path) -> None:
    assert "'r' is missing" in refusal(adapter(tmp_path, {"peft_type": "LORA"}))
    assert "lora_B.weight' is missing" in refusal(adapter(tmp_path, side="C"))


def test_an_adapter_of_sides_that_do_not_fit_is_refused(tmp_path: Path) -> None:
    assert "peft has saved" in refusal(adapter(tmp_path, a=(5, 3)))


@pytest.mark.parametrize("kept", [0, 4, 100])
def test_cut_off_weights_are_refused(kept: int, tmp_path: Path) -> None:
    file = adapter(tmp_path) / "adapter_model.safetensors"
    file.write_bytes(file.read_bytes()[:kept])
    assert "peft has saved" in refusal(tmp_path)


@pytest.mark.parametrize("file", ["model.safetensors", "tokenizer.json", "config.json"])
@pytest.mark.parametrize("content", [b"", b"\xff\x00garbage", b"{}"])
def test_a_damaged_model_folder_is_refused(file: str, content: bytes, tiny: Path) -> None:
    (tiny / file).write_bytes(content)
    with pytest.raises(PlanloopError) as caught:
        load_local(tiny)
    assert "no causal language model could be loaded" in str(caught.value) and str(tiny) in str(caught.value)


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A sound model folder."""
    from planloop.planners.tiny import make_tiny

    make_tiny(tmp_path, ["a text"])
    return tmp_path


def test_loading_a_model_draws_no_bars(tiny: Path, capfd: pytest.CaptureFixture[str]) -> None:
    from transformers.utils import logging

    logging.enable_progress_bar()  # type: ignore[no-untyped-call]
    capfd.readouterr()
    load_local(tiny)
    assert capfd.readouterr().err == ""

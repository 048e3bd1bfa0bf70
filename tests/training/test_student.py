"""The student's weights come and go by folders of this machine: no network is asked, and nothing is warned of."""

from __future__ import annotations

import json
import socket
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from tests.training.conftest import tiny_model

from planloop.planners.tiny import make_tiny
from planloop.training.checkpoint import Place, load_state, save_state
from planloop.training.lora import LoraSettings, add_lora, save_weights
from planloop.training.student import Student
from planloop.training.trainer import Trainer, TrainSettings


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was asked of the network: names and addresses. Whoever asks is told that there is none."""
    found: list[str] = []

    def refuse(*arguments: Any, **options: Any) -> NoReturn:
        found.append(repr(arguments))
        raise OSError("there is no network in this test")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    return found


@pytest.fixture
def warned() -> Iterator[list[warnings.WarningMessage]]:
    """Everything that was warned of."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        yield found


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A Hugging Face folder of a tiny model."""
    return make_tiny(tmp_path / "base", ["Set an alarm for 7.", "Done."])


def adapter(folder: Path, base: Path) -> Path:
    """A fresh adapter over `base`, whose configuration names its base as a packaged one does: not as a folder."""
    from transformers import AutoModelForCausalLM

    save_weights(add_lora(AutoModelForCausalLM.from_pretrained(base), LoraSettings(rank=2)), folder)
    file = folder / "adapter_config.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | {"base_model_name_or_path": "smollm2"}))
    return folder


def test_an_adapter_is_learnt_saved_and_taken_up_again_without_network_or_warning(
    base: Path, tmp_path: Path, asked: list[str], warned: list[warnings.WarningMessage]
) -> None:
    first = adapter(tmp_path / "first", base)
    student = Student(base, dtype="float32", threads=1)
    trainer = Trainer(student.learner(first), TrainSettings(total_steps=1))
    save_state(trainer, tmp_path / "state", Place(0, 0, 0))
    load_state(trainer, tmp_path / "state")
    student.save(tmp_path / "second")
    assert sorted(p.name for p in (tmp_path / "second").iterdir()) == [
        "adapter_config.json",
        "adapter_model.safetensors",
    ]
    student.use(tmp_path / "second")
    again = Student(base, dtype="float32", threads=1)
    again.learner(tmp_path / "second")
    again.save(tmp_path / "third")
    assert (tmp_path / "third" / "adapter_model.safetensors").read_bytes() == (
        tmp_path / "second" / "adapter_model.safetensors"
    ).read_bytes()
    assert asked == []
    mine = [w for w in warned if not issubclass(w.category, ResourceWarning)]  # sockets of other tests may close here
    assert [str(w.message) for w in mine] == []


def test_a_whole_model_is_learnt_and_saved_without_network_or_warning(
    base: Path, tmp_path: Path, asked: list[str], warned: list[warnings.WarningMessage]
) -> None:
    student = Student(base, whole=True, threads=1)
    student.use(base)
    student.learner(base)
    (tmp_path / "whole").mkdir()
    student.save(tmp_path / "whole")
    student.use(tmp_path / "whole")
    assert asked == []
    mine = [w for w in warned if not issubclass(w.category, ResourceWarning)]  # sockets of other tests may close here
    assert [str(w.message) for w in mine] == []


def test_an_adapter_holds_only_its_own_weights(tmp_path: Path) -> None:
    from safetensors.torch import load_file

    save_weights(add_lora(tiny_model(), LoraSettings(rank=2)), tmp_path)
    names = load_file(tmp_path / "adapter_model.safetensors")
    assert names
    assert all(".lora_A." in name or ".lora_B." in name for name in names)

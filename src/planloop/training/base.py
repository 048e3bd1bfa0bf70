"""The base adapter: teaches the embedded planner the tool-call format and the phone's language (`make base`).

Data: requests from train wordings and train worlds only, solved by the scenarios' own plans on the sandbox phone. No
task of any suite is in it, and nothing of it depends on the seed of a run. Resumable: state and log lie in `--out`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from planloop.training.lessons import GROUP, STAGES, Stage, lessons

if TYPE_CHECKING:
    from planloop.training.coldstart import Progress

PACKAGED = Path(__file__).parents[1] / "planners" / "adapters" / "base"
SHARED = 120  # tokens: longer than the instructions and rules that all groups share, shorter than any list of tools
PACK = 4096  # tokens: a whole group of lessons is one pack


def main(arguments: Sequence[str] | None = None) -> None:
    """Train all stages, or resume, and write the adapter into the package."""
    parser = argparse.ArgumentParser(prog="planloop.training.base", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("base-run"), help="state and log go here")
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    options.out.mkdir(parents=True, exist_ok=True)
    for stage in STAGES:
        train(stage, options.out, options.rank, options.threads, options.seed)
    package(options.out)


def train(stage: Stage, out: Path, rank: int, threads: int, seed: int) -> None:
    """One stage, from the adapter that the stage before it left; an interrupted one goes on from its saved state."""
    import torch

    from planloop.planners.embedded import load_embedded
    from planloop.training.coldstart import BatchSettings, cold_start, plan_batches
    from planloop.training.lora import LoraSettings, add_lora, load_lora
    from planloop.training.rows import sft_rows
    from planloop.training.trainer import Trainer, TrainSettings

    if (out / stage.name / "done").exists():
        return
    torch.set_num_threads(threads)
    model, renderer = load_embedded()
    start = next((out / s.name for s in reversed(STAGES[: STAGES.index(stage)])), None)
    shape = LoraSettings(rank=rank, alpha=2 * rank)
    student = add_lora(model, shape, seed) if start is None else load_lora(model, str(start / "state" / "adapter"))
    data = sft_rows(lessons(renderer, stage, seed))
    settings = BatchSettings(rows=GROUP, cluster=GROUP, epochs=1.0, min_shared=SHARED, seed=seed)
    steps = len(plan_batches(data, settings))
    print(f"stage {stage.name}: {len(data)} rows, {steps} updates", file=sys.stderr, flush=True)
    warmup = min(20, steps)
    plan = TrainSettings(
        learning_rate=stage.rate, total_steps=steps, warmup_steps=warmup, min_shared=SHARED, pack_tokens=PACK
    )
    folder = out / stage.name
    folder.mkdir(exist_ok=True)
    with (out / "log.jsonl").open("a") as log:

        def progress(p: Progress) -> None:
            log.write(json.dumps({"stage": stage.name, **_line(p)}) + "\n")
            log.flush()

        cold_start(Trainer(student, plan), data, settings, state=folder / "state", save_every=10, progress=progress)
    (folder / "done").touch()


def _line(p: Progress) -> dict[str, float]:
    return {
        "step": p.report.step,
        "loss": round(p.report.loss, 4),
        "norm": round(p.report.gradient_norm, 3),
        "rate": round(p.report.learning_rate, 6),
        "tokens": p.tokens,
        "tokens_per_s": round(p.tokens_per_second),
        "eta_s": round(p.eta_seconds),
    }


def package(out: Path, folder: Path = PACKAGED) -> None:
    """Write the last stage's adapter (bf16) and the log into the package, where `planloop run` finds them."""
    import torch
    from safetensors.torch import load_file, save_file

    source = out / STAGES[-1].name / "state" / "adapter"
    folder.mkdir(parents=True, exist_ok=True)
    weights = load_file(source / "adapter_model.safetensors")
    small = {name: weight.to(torch.bfloat16) for name, weight in weights.items()}
    save_file(small, folder / "adapter_model.safetensors", metadata={"format": "pt"})
    config = json.loads((source / "adapter_config.json").read_text())
    config["base_model_name_or_path"] = "smollm2"  # not this machine's path
    config["target_modules"] = sorted(config["target_modules"])
    (folder / "adapter_config.json").write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")
    last: dict[tuple[str, int], str] = {}  # a resumed stage repeats a few updates
    for text in (out / "log.jsonl").read_text().splitlines():
        line = json.loads(text)
        last[line["stage"], line["step"]] = text
    (folder / "training-log.jsonl").write_text("".join(f"{text}\n" for text in last.values()))


if __name__ == "__main__":
    main()

"""The base adapter: teaches the embedded planner the tool-call format and the phone's language (`make base`).

Data: single-goal requests from train wordings and train worlds only, solved by the scenarios' own plans on the sandbox
phone. No task of any suite is in it, and nothing of it depends on a run's seed. Resumable: state and log lie in the
output folder.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from planloop.contract.capability import Behaviour, Dimension
from planloop.contract.split import Split
from planloop.contract.trajectory import Trajectory
from planloop.data.construct import Constructor
from planloop.data.teach import Classroom
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.phone.scenario import SCENARIOS, Scenario
from planloop.planners.render import Renderer
from planloop.training.rows import TrainRow, sft_rows

GROUP = 14
PACKAGED = Path(__file__).parents[1] / "planners" / "adapters" / "base"
SHARED = 120  # tokens: longer than the instructions and rules that all groups share, shorter than any list of tools


def base_scenarios() -> list[Scenario]:
    """What the base adapter learns from: one goal, the right tool, the right arguments."""
    import planloop.phone.scenarios  # noqa: F401  (registers them)

    return [
        s
        for s in SCENARIOS.values()
        if s.capability.dimension is Dimension.TOOL_USE and s.capability.behaviour is Behaviour.GROUNDING
    ]


def lessons(renderer: Renderer, groups: int, seed: int) -> Iterator[Trajectory]:
    """Verified teacher trajectories: `groups` groups of solved requests; a group shares one list of tools."""
    sandbox = Sandbox()
    harness = Harness()
    specs = harness.specs(sandbox)
    teach = Classroom(harness, renderer, sandbox)
    constructor = Constructor(Split.TRAIN, specs, teach.play, suite="base")
    scenarios = base_scenarios()
    for number in range(groups):
        rng = random.Random(f"base/{seed}/{number}")
        home = rng.sample(sorted({s.capability.domain for s in scenarios}), 2)
        near = [s for s in scenarios if s.capability.domain in home]
        chosen = [rng.choice(near if rng.random() < 0.92 else scenarios) for _ in range(GROUP)]
        for task, solution in constructor.group(chosen, seed * 1_000_000 + number):
            lesson = teach.play(task, solution)
            if lesson.success:
                yield lesson


def rows(renderer: Renderer, groups: int, seed: int) -> list[TrainRow]:
    """Training rows of the base data."""
    return sft_rows(lessons(renderer, groups, seed))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, or resume, and write the adapter folder."""
    parser = argparse.ArgumentParser(prog="planloop.training.base", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("base-run"), help="state, log and adapter go here")
    parser.add_argument("--groups", type=int, default=180, help=f"groups of {GROUP} requests")
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--rank", type=int, default=16)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    train(options.out, options.groups, options.rate, options.rank, options.threads, options.seed)


def train(out: Path, groups: int, rate: float, rank: int, threads: int, seed: int) -> None:
    """The whole run; an interrupted one goes on from its saved state."""
    import torch

    from planloop.planners.embedded import load_embedded
    from planloop.training.coldstart import BatchSettings, Progress, cold_start, plan_batches
    from planloop.training.lora import LoraSettings, add_lora
    from planloop.training.trainer import Trainer, TrainSettings

    torch.set_num_threads(threads)
    out.mkdir(parents=True, exist_ok=True)
    model, renderer = load_embedded()
    data = rows(renderer, groups, seed)
    settings = BatchSettings(rows=GROUP, cluster=GROUP, epochs=1.0, min_shared=SHARED, seed=seed)
    steps = len(plan_batches(data, settings))
    print(f"{len(data)} rows, {steps} steps, {sum(len(r.ids) for r in data)} tokens", file=sys.stderr, flush=True)
    trainer = Trainer(
        add_lora(model, LoraSettings(rank=rank, alpha=2 * rank), seed),
        TrainSettings(learning_rate=rate, total_steps=steps, warmup_steps=20, min_shared=SHARED),
    )
    log = (out / "log.jsonl").open("a")

    def progress(p: Progress) -> None:
        line = {
            "step": p.report.step,
            "loss": round(p.report.loss, 4),
            "norm": round(p.report.gradient_norm, 3),
            "rate": round(p.report.learning_rate, 6),
            "tokens": p.tokens,
            "tokens_per_s": round(p.tokens_per_second),
            "eta_s": round(p.eta_seconds),
        }
        log.write(json.dumps(line) + "\n")
        log.flush()

    cold_start(trainer, data, settings, state=out / "state", save_every=10, progress=progress)
    package(trainer.model, out)


def package(model: Any, out: Path, folder: Path = PACKAGED) -> None:
    """Write the adapter (bf16) and the log into the package, where `planloop run` finds them."""
    import torch

    for name, parameter in model.named_parameters():
        if "lora_" in name:
            parameter.data = parameter.data.to(torch.bfloat16)
    folder.mkdir(parents=True, exist_ok=True)
    model.save_pretrained(folder)
    (folder / "README.md").unlink(missing_ok=True)  # a model card that names this machine's paths
    config = json.loads((folder / "adapter_config.json").read_text())
    config["base_model_name_or_path"] = "smollm2"
    (folder / "adapter_config.json").write_text(json.dumps(config, indent=2, sort_keys=True) + "\n")
    shutil.copyfile(out / "log.jsonl", folder / "training-log.jsonl")


if __name__ == "__main__":
    main()

"""The base adapter: teaches the embedded planner the tool-call format and the phone's language (`make base`).

Data: single-goal requests from train wordings and train worlds only, solved by the scenarios' own plans on the sandbox
phone. No task of any suite is in it, and nothing of it depends on a run's seed. Resumable: state and log lie in the
output folder.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from planloop.contract.capability import Behaviour, Dimension
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.split import Split
from planloop.contract.tool import ToolSpec
from planloop.data.construct import Constructor, Drawn
from planloop.data.exposure import fill
from planloop.environments.sandbox import Sandbox
from planloop.harness.wording import feedback_text, user_text
from planloop.phone.phone import Phone
from planloop.phone.scenario import SCENARIOS, Scenario
from planloop.planners.render import Renderer
from planloop.training.rows import TrainRow, segment_row

GROUP = 14
SHARED = 120  # tokens: longer than the instructions that all groups share, shorter than any list of tools
EXPOSURES = (15, 15, 10)  # how many tools a group of requests sees


def base_scenarios() -> list[Scenario]:
    """What the base adapter learns from: one goal, the right tool, the right arguments."""
    import planloop.phone.scenarios  # noqa: F401  (registers them)

    return [
        s
        for s in SCENARIOS.values()
        if s.capability.dimension is Dimension.TOOL_USE and s.capability.behaviour is Behaviour.GROUNDING
    ]


def dialogues(groups: int, seed: int, instructions: str) -> Iterator[tuple[list[Message], list[ToolSpec]]]:
    """`groups` groups of solved requests; a group shares its instructions and exposed tools."""
    sandbox = Sandbox()
    specs = list(sandbox.specs())
    by_name = {s.name: s for s in specs}
    scenarios = base_scenarios()
    draws = Constructor(Split.TRAIN, specs, _no_play, suite="base")
    phone = Phone()
    for number in range(groups):
        rng = random.Random(f"base/{seed}/{number}")
        count = rng.choice(EXPOSURES)
        chosen: list[Drawn] = []
        gold: set[str] = set()
        while len(chosen) < GROUP:
            drawn = draws.draw(rng.choice(scenarios), f"{seed}/{number}/{len(chosen)}/{rng.random()}")
            if len(gold | drawn.gold) > count - 2:
                drawn = draws.draw(_fitting(scenarios, chosen, rng), f"{seed}/{number}/{len(chosen)}/{rng.random()}")
                if len(gold | drawn.gold) > count - 2:
                    continue
            gold |= drawn.gold
            chosen.append(drawn)
        tools = [by_name[name] for name in fill(gold, specs, rng, count)]
        for drawn in chosen:
            yield solved(phone, drawn, instructions), tools


def _fitting(scenarios: Sequence[Scenario], chosen: Sequence[Drawn], rng: random.Random) -> Scenario:
    domain = rng.choice(chosen).scenario.capability.domain
    return rng.choice([s for s in scenarios if s.capability.domain is domain])


def solved(phone: Phone, drawn: Drawn, instructions: str) -> list[Message]:
    """The dialogue of a drawn request with its own solution, as the harness would word it."""
    from planloop.contract.feedback import ERROR_CODES, Feedback
    from planloop.phone.errors import ToolError

    phone.reset(drawn.world)
    messages = [
        Message(role=Role.SYSTEM, content=instructions),
        *drawn.plan.history,
        Message(role=Role.USER, content=user_text(phone.now, drawn.request)),
    ]
    count = 0
    for turn in drawn.plan.turns:
        calls = []
        results = []
        for call in turn:
            made = ToolCall(id=f"c{count}", name=call.tool, arguments=call.arguments)
            count += 1
            try:
                outcome = phone.call(call.tool, call.arguments)
                text = feedback_text(
                    Feedback(call_id=made.id, tool=call.tool, success=True, message=outcome.message, data=outcome.data or {})
                )
            except ToolError as error:
                kind = error.error_type
                text = feedback_text(
                    Feedback(
                        call_id=made.id,
                        tool=call.tool,
                        success=False,
                        message=error.message,
                        error_type=kind,
                        code=ERROR_CODES[kind],
                    )
                )
            calls.append(made)
            results.append(Message(role=Role.TOOL, content=text, tool_call_id=made.id, name=call.tool))
        messages += [Message(role=Role.ASSISTANT, tool_calls=tuple(calls)), *results]
    return [*messages, Message(role=Role.ASSISTANT, content=drawn.plan.say)]


def _no_play(*_: object) -> None:
    raise RuntimeError("base data is drawn, not constructed as tasks")


def rows(renderer: Renderer, groups: int, seed: int, instructions: str) -> list[TrainRow]:
    """Training rows of the base data."""
    from planloop.contract.mask import learnable_sft

    return [
        segment_row(renderer.segment(messages, tools), learnable_sft)
        for messages, tools in dialogues(groups, seed, instructions)
    ]


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, or resume, and write the adapter folder."""
    parser = argparse.ArgumentParser(prog="planloop.training.base", description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("base-run"), help="state, log and adapter go here")
    parser.add_argument("--groups", type=int, default=1200, help=f"groups of {GROUP} requests")
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
    instructions = eta_instructions()
    data = rows(renderer, groups, seed, instructions)
    settings = BatchSettings(rows=28, cluster=GROUP, epochs=1.0, min_shared=SHARED, seed=seed)
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

    cold_start(trainer, data, settings, state=out / "state", save_every=25, progress=progress)
    trainer.model.save_pretrained(out / "adapter")


def eta_instructions() -> str:
    """The default harness's instructions: the system text that base data uses."""
    from importlib.resources import files

    return files("planloop.harness").joinpath("eta_v0", "instructions.md").read_text().strip()


if __name__ == "__main__":
    main()

"""Rollout speed: our engine against stock `generate`, turn by turn on the batch of live episodes.

    python -m benchmarks.generation --models tiny smollm2 --json

Both sides play the same ragged episodes (2-4 turns, turn lengths of 8 to 60 tokens, tool results between them), with
the same weights, precision, threads and number of live episodes, in turn, `--repeats` times; medians are reported.
The stock side left-pads the live episodes, calls `generate` once a turn and keeps nothing between turns.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from planloop.contract.message import Message, Role
from planloop.contract.tool import ToolSpec
from planloop.planners.base import Continue, Prompt, Reply
from planloop.planners.engine import EngineSettings
from planloop.planners.local import LocalPlanner, fastest_dtype, load_local
from planloop.planners.render import Renderer
from planloop.planners.tiny import make_tiny

WORDS = (
    "alarm call message open close find set remind meeting tomorrow morning evening contact number battery screen "
    "volume note list file folder photo music weather route station train ticket hotel doctor office home garden"
).split()
SYSTEM = "You plan with the tools of a phone. Read each request, call what is needed, then answer in a sentence."


@dataclass
class Talk:
    """An episode of a fixed number of turns whose tool results are drawn from its seed."""

    prompt: Prompt
    turns: int
    done: int = 0
    tokens: int = 0
    failure: str = ""
    results: list[str] = field(default_factory=list)

    def advance(self, reply: Reply) -> Continue | None:
        """Count the turn and answer it."""
        self.done += 1
        self.tokens += reply.output_tokens
        if self.done >= self.turns:
            return None
        rand = random.Random(f"{self.prompt.seed}/{self.done}")
        return Continue((Message(role=Role.TOOL, content=words(rand, rand.randrange(4, 40))),))

    def fail(self, reason: str) -> None:
        """Remember why."""
        self.failure = reason


def words(rand: random.Random, count: int) -> str:
    """`count` random words."""
    return " ".join(rand.choices(WORDS, k=count))


def talks(tasks: int, group: int, seed: int) -> list[Talk]:
    """`group` episodes for each of `tasks` tasks; every task exposes 15 tools of its own."""
    out = []
    for task in range(tasks):
        rand = random.Random(f"{seed}/{task}")
        tools = tuple(_tool(rand) for _ in range(15))
        request = Message(role=Role.USER, content=words(rand, rand.randrange(8, 30)))
        for member in range(group):
            own = random.Random(f"{seed}/{task}/{member}")
            prompt = Prompt(
                messages=(Message(role=Role.SYSTEM, content=SYSTEM), request),
                tools=tools,
                seed=task * 1000 + member,
                max_output_tokens=1000,
                max_turn_tokens=own.randrange(8, 60),
            )
            out.append(Talk(prompt, turns=own.randrange(2, 5)))
    return out


def _tool(rand: random.Random) -> ToolSpec:
    names = rand.sample(WORDS, 6)
    properties: dict[str, Any] = {name: {"type": "string"} for name in names[2:]}
    properties[names[5]] = {"type": "string", "enum": rand.sample(WORDS, 3)}
    parameters: dict[str, Any] = {"type": "object", "properties": properties, "required": names[2:3]}
    return ToolSpec(name="_".join(names[:2]), description="", parameters=parameters, domain="bench")


def play_stock(model: Any, renderer: Renderer, episodes: list[Talk], rows: int) -> None:
    """Stock `generate`, one call a turn for all live episodes; new episodes join between calls."""
    waiting: Iterator[Talk] = iter(episodes)
    live: list[tuple[Talk, list[int]]] = []
    while True:
        while len(live) < rows and (talk := next(waiting, None)) is not None:
            live.append((talk, renderer.prompt_ids(talk.prompt.messages, talk.prompt.tools)[0]))
        if not live:
            return
        turns = generate_turns(model, renderer.end_id, live)
        following: list[tuple[Talk, list[int]]] = []
        for (talk, ids), turn in zip(live, turns, strict=True):
            message, problem = renderer.parse(turn)
            reply = Reply(message=message, token_ids=tuple(turn), output_tokens=len(turn), parse_error=problem)
            more = talk.advance(reply)
            if more is not None:
                closed = turn if turn[-1] == renderer.end_id else [*turn, renderer.end_id]
                following.append((talk, [*ids, *closed, *renderer.append_ids(more.messages)]))
        live = following


def generate_turns(model: Any, end: int, live: list[tuple[Talk, list[int]]]) -> list[list[int]]:
    """The sampled turn of each live episode, cut at its end token or its own limit."""
    import torch
    from transformers import StoppingCriteriaList

    width = max(len(ids) for _, ids in live)
    padded = torch.tensor([[end] * (width - len(ids)) + ids for _, ids in live])
    mask = torch.tensor([[0] * (width - len(ids)) + [1] * len(ids) for _, ids in live])
    limits = [talk.prompt.max_turn_tokens for talk, _ in live]
    limit = torch.tensor(limits)
    with torch.inference_mode():
        out = model.generate(
            input_ids=padded,
            attention_mask=mask,
            do_sample=True,
            temperature=1.0,
            top_k=0,
            top_p=1.0,
            max_new_tokens=max(limits),
            eos_token_id=end,
            pad_token_id=end,
            stopping_criteria=StoppingCriteriaList([lambda ids, scores, **_: ids.shape[1] - width >= limit]),
        )
    return [_cut(row, end, size) for row, size in zip(out[:, width:].tolist(), limits, strict=True)]


def _cut(row: list[int], end: int, size: int) -> list[int]:
    row = row[:size]
    return row[: row.index(end) + 1] if end in row else row


def measure(source: str | Path, arguments: argparse.Namespace) -> dict[str, float]:
    """Medians over interleaved repeats, one warm-up each."""
    settings = EngineSettings(max_rows=arguments.rows)
    planner = load_local(source, dtype=arguments.dtype, settings=settings)
    stock = load_stock(source, arguments.dtype)
    renderer = planner.renderer
    sides: dict[str, Callable[[list[Talk]], None]] = {
        "stock": lambda made: play_stock(stock, renderer, made, arguments.rows),
        "ours": lambda made: play_ours(planner, made),
    }
    times: dict[str, list[float]] = {name: [] for name in sides}
    speeds: dict[str, list[float]] = {name: [] for name in sides}
    for repeat in range(-1, arguments.repeats):
        for name, side in sides.items():
            made = talks(2 if repeat < 0 else arguments.tasks, arguments.group, seed=repeat + arguments.seed)
            began = time.perf_counter()
            side(made)
            seconds = time.perf_counter() - began
            if failed := [t.failure for t in made if t.failure or t.done != t.turns]:
                raise RuntimeError(f"{name}: {len(failed)} episodes did not end well: {failed[0]}")
            if repeat >= 0:
                times[name].append(len(made) / seconds)
                speeds[name].append(sum(t.tokens for t in made) / seconds)
                print(f"{source}: {name}: {times[name][-1]:.2f} episodes/s", file=sys.stderr)
    return summary(times, speeds)


def summary(episodes: dict[str, list[float]], tokens: dict[str, list[float]]) -> dict[str, float]:
    """Medians of both sides' episodes and tokens per second; of the ratio also the smallest and largest of a repeat."""
    ours, base = (statistics.median(episodes[name]) for name in ("ours", "stock"))
    ratios = [a / b for a, b in zip(episodes["ours"], episodes["stock"], strict=True)]
    return {
        "tokens_per_s": statistics.median(tokens["ours"]),
        "baseline_tokens_per_s": statistics.median(tokens["stock"]),
        "episodes_per_s": ours,
        "baseline_episodes_per_s": base,
        "ratio": ours / base,
        "ratio_lo": min(ratios),
        "ratio_hi": max(ratios),
        "ratio_n": len(ratios),
    }


def play_ours(planner: LocalPlanner, made: list[Talk]) -> None:
    """Our side, starting without any prefix computed earlier."""
    planner.engine.forget()
    planner.play(made)


def load_stock(source: str | Path, dtype: str) -> Any:
    """The same model with transformers' own fused attention."""
    import torch
    from transformers import AutoModelForCausalLM

    from planloop.planners.embedded import embedded_folder

    folder = embedded_folder() if source == "smollm2" else source
    model = AutoModelForCausalLM.from_pretrained(folder, dtype=getattr(torch, dtype), attn_implementation="sdpa")
    return model.eval()  # type: ignore[no-untyped-call]


def main() -> None:
    """Measure, print a table, and with `--json` one JSON object last."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--models", nargs="+", default=["tiny", "smollm2"], help="tiny, smollm2, or model folders")
    parser.add_argument("--tasks", type=int, default=8)
    parser.add_argument("--group", type=int, default=8, help="episodes of each task")
    parser.add_argument("--rows", type=int, default=64, help="live episodes")
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--threads", type=int, default=0, help="0: what torch chooses")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--dtype", default=fastest_dtype(), choices=["float32", "bfloat16"])
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    import torch
    from transformers.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as work:
        for name in arguments.models:
            source: str | Path = name
            if name == "tiny":
                source = make_tiny(Path(work), [" ".join(WORDS), SYSTEM] * 3)
            found[name] = measure(source, arguments)
    titles = ("ours tok/s", "stock tok/s", "ours ep/s", "stock ep/s")
    print(f"{'model':12}{''.join(f'{t:>12}' for t in titles)}{'ratio':>8}", file=sys.stderr)
    for name, row in found.items():
        keys = ("tokens_per_s", "baseline_tokens_per_s", "episodes_per_s", "baseline_episodes_per_s")
        cells = "".join(f"{row[key]:12.1f}" for key in keys)
        print(f"{name:12}{cells}{row['ratio']:8.2f}", file=sys.stderr)
    if arguments.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()

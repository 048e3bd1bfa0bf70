"""Rollout speed: our engine against stock `generate`, turn by turn on the batch of live episodes.

    python -m benchmarks.generation --models tiny smollm2 --json

Both sides play the same train tasks of the phone through the harness, `--group` sampled episodes of each, as practice
with rewards does: ragged turns, real tool results, an end when the planner says so or a budget is spent. Weights,
precision, threads and number of live episodes are the same; the sides take turns, `--repeats` times, and medians are
reported. The stock side left-pads the live episodes, calls `generate` once a turn and keeps nothing between turns.

`smollm2` plays with the base adapter, `tiny` after a training of a minute (kept under `--work`).
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.tiny_phone import train_pairs, trained_tiny
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.harness.recorder import Labels
from planloop.planners.base import Episode, Reply
from planloop.planners.engine import EngineSettings
from planloop.planners.local import LocalPlanner, fastest_dtype, load_local
from planloop.planners.render import Renderer
from planloop.training.base import PACKAGED

WORK = Path("build/exactness")
LESSONS, EPOCHS = 240, 6.0  # what the tiny planner is trained on: the same as for `benchmarks.exactness`


@dataclass
class Live:
    """A live episode of the stock side: its context so far, what was appended to it last, and what it has said."""

    episode: Episode
    ids: list[int]
    fresh: list[int] = field(default_factory=list)
    spent: int = 0

    @property
    def room(self) -> int:
        """How many tokens its next turn may hold."""
        prompt = self.episode.prompt
        return min(prompt.max_turn_tokens, prompt.max_output_tokens - self.spent)


def play_stock(model: Any, renderer: Renderer, episodes: Iterable[Episode], rows: int) -> None:
    """Stock `generate`, one call a turn for all live episodes; new episodes join between calls."""
    waiting: Iterator[Episode] = iter(episodes)
    live: list[Live] = []
    while True:
        while len(live) < rows and (episode := next(waiting, None)) is not None:
            live.append(_begin(renderer, episode))
        if not live:
            return
        turns = generate_turns(model, renderer.end_id, live)
        live = [one for one, turn in zip(live, turns, strict=True) if _advance(renderer, one, turn)]


def _begin(renderer: Renderer, episode: Episode) -> Live:
    prompt = episode.prompt
    ids = renderer.prompt_ids(prompt.messages, prompt.tools, prompt.schemas, prompt.later_tools)[0]
    return Live(episode, list(ids), list(ids))


def _advance(renderer: Renderer, one: Live, turn: list[int]) -> bool:
    """Hand a turn to the episode; whether it goes on. Where its budget is spent it gets an empty turn to end by."""
    while True:
        reply = _reply(renderer, one, turn)
        more = one.episode.advance(reply)
        if more is None:
            return False
        one.spent += len(turn)
        appended = renderer.append_ids(more.messages, more.tools, one.episode.prompt.schemas)
        one.fresh = [renderer.end_id, *appended] if reply.truncated and turn else list(appended)
        one.ids = [*one.ids, *turn, *one.fresh]
        if one.room > 0:
            return True
        if not turn:
            one.episode.fail("the episode went on after its token budget was spent")
            return False
        turn = []


def _reply(renderer: Renderer, one: Live, turn: list[int]) -> Reply:
    message, problem = renderer.parse(turn)
    truncated = not turn or turn[-1] != renderer.end_id
    return Reply(
        message=message,
        context_ids=tuple(one.fresh),
        token_ids=tuple(turn),
        logprobs=(0.0,) * len(turn),
        input_tokens=len(one.ids),
        output_tokens=len(turn),
        parse_error=None if truncated else problem,
        truncated=truncated,
    )


def generate_turns(model: Any, end: int, live: Sequence[Live]) -> list[list[int]]:
    """The sampled turn of each live episode, cut at its end token or its own limit."""
    import torch
    from transformers import StoppingCriteriaList

    width = max(len(one.ids) for one in live)
    padded = torch.tensor([[end] * (width - len(one.ids)) + one.ids for one in live])
    mask = torch.tensor([[0] * (width - len(one.ids)) + [1] * len(one.ids) for one in live])
    limits = [one.room for one in live]
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


def play_ours(planner: LocalPlanner, episodes: Iterable[Episode]) -> None:
    """Our side, starting without any prefix computed earlier."""
    planner.engine.forget()
    planner.play(episodes)


def measure(name: str, options: argparse.Namespace) -> dict[str, float]:
    """Medians over interleaved repeats, after a warm-up of both sides."""
    planner, stock = load(name, options)
    sides: dict[str, Callable[[Iterable[Episode]], None]] = {
        "stock": lambda made: play_stock(stock, planner.renderer, made, options.rows),
        "ours": lambda made: play_ours(planner, made),
    }
    times: dict[str, list[float]] = {side: [] for side in sides}
    speeds: dict[str, list[float]] = {side: [] for side in sides}
    solved: dict[str, list[float]] = {side: [] for side in sides}
    for repeat in range(-1, options.repeats):
        tasks = [task for task, _ in train_pairs(2 if repeat < 0 else options.tasks, options.seed + repeat)]
        for side, play in sides.items():
            ended, seconds = timed(play, tasks, options.group)
            if repeat >= 0:
                times[side].append(len(ended) / seconds)
                speeds[side].append(sum(t.cost.output_tokens for t in ended) / seconds)
                solved[side].append(statistics.fmean(t.success for t in ended))
                turns = statistics.fmean(t.cost.turns for t in ended)
                print(
                    f"{name}: {side}: {times[side][-1]:.2f} episodes/s, {turns:.1f} turns, "
                    f"{100 * solved[side][-1]:.0f} % solved",
                    file=sys.stderr,
                )
    return summary(times, speeds) | {f"{side}_solved": statistics.fmean(found) for side, found in solved.items()}


def timed(
    play: Callable[[Iterable[Episode]], None], tasks: Sequence[Task], group: int
) -> tuple[list[Trajectory], float]:
    """The ended episodes and the seconds that they took. Raises `RuntimeError` where one did not end well."""
    harness, labels = Harness(), Labels("benchmark", "phone-starter")
    ended: list[Trajectory] = []
    seeds = [(task, number) for task in tasks for number in range(group)]
    episodes = (harness.episode(task, Sandbox(), seed, ended.append, labels) for task, seed in seeds)
    began = time.perf_counter()
    play(episodes)
    seconds = time.perf_counter() - began
    invalid = [t.invalid_reason for t in ended if not t.valid]
    if invalid or len(ended) != len(seeds):
        raise RuntimeError(f"{len(invalid)} of {len(ended)} episodes did not end well: {invalid[:1]}")
    return ended, seconds


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


def load(name: str, options: argparse.Namespace) -> tuple[LocalPlanner, Any]:
    """The planner, and transformers' own model with its fused attention and the same weights."""
    import torch
    from transformers import AutoModelForCausalLM

    from planloop.planners.embedded import embedded_folder

    source: str | Path = name
    if name == "tiny":
        source = trained_tiny(options.work, train_pairs(LESSONS, 0), epochs=EPOCHS)
    embedded = name == "smollm2"
    settings = EngineSettings(max_rows=options.rows)
    planner = load_local(source, adapter=PACKAGED if embedded else None, dtype=options.dtype, settings=settings)
    folder = embedded_folder() if embedded else source
    dtype = getattr(torch, options.dtype)
    stock: Any = AutoModelForCausalLM.from_pretrained(folder, dtype=dtype, attn_implementation="sdpa")
    stock.load_state_dict(planner.engine.model.state_dict())
    return planner, stock.eval()


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
    parser.add_argument("--work", type=Path, default=WORK, help="where the tiny planner is kept")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    import torch
    from transformers.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    if options.threads:
        torch.set_num_threads(options.threads)
    found = {name: measure(name, options) for name in options.models}
    titles = ("ours tok/s", "stock tok/s", "ours ep/s", "stock ep/s")
    print(f"{'model':12}{''.join(f'{t:>12}' for t in titles)}{'ratio':>8}", file=sys.stderr)
    for name, row in found.items():
        keys = ("tokens_per_s", "baseline_tokens_per_s", "episodes_per_s", "baseline_episodes_per_s")
        cells = "".join(f"{row[key]:12.1f}" for key in keys)
        print(f"{name:12}{cells}{row['ratio']:8.2f}", file=sys.stderr)
    if options.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()

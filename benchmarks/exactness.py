"""Token, mask and log-probability identity of sampled trajectories, after export and re-import (design rule 5).

    python -m benchmarks.exactness --count 10000 --json
    python -m benchmarks.exactness --planner smollm2 --count 64

A planner plays phone-starter train tasks through the harness. A trajectory is identical when

- the record read back from the store equals the recorded one, and its chat JSONL reads back to the same messages;
- its ids and log-probabilities are those that the engine handed over, turn by turn (listened to on the way);
- its mask is the one rebuilt from the re-imported messages alone, walking the ids from marker to marker.

Then a full forward pass in f32 with transformers' own model and attention, nothing shared and nothing cached, gives the
log-probability of every sampled token of the re-imported record; the largest difference is reported.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.rebuild import Markers, MismatchError, rebuild_mask
from benchmarks.tiny_phone import train_pairs, trained_tiny
from planloop.contract.chat import export_trajectory, import_chat
from planloop.contract.mask import TokenMask
from planloop.contract.split import Stage
from planloop.contract.task import Task
from planloop.contract.trajectory import Trajectory
from planloop.environments.sandbox import Sandbox
from planloop.harness.harness import Harness
from planloop.harness.recorder import Labels
from planloop.planners.base import Continue, Prompt, Reply
from planloop.planners.embedded import embedded_folder
from planloop.planners.engine import EngineSettings
from planloop.planners.local import LocalPlanner, load_local
from planloop.store.store import Store
from planloop.training.evaluate import wilson

BAR = 1e-3
WORK = Path("build/exactness")
PASS_TOKENS = 12_000  # padded tokens of one forward pass


class Tap:
    """An episode that is listened to: the engine's replies pass through and are kept beside the recorder."""

    def __init__(self, episode: Any) -> None:
        self.episode = episode
        self.prompt: Prompt = episode.prompt
        self.ids: list[int] = []
        self.logprobs: list[float] = []
        self.sampled = 0

    @property
    def recorded(self) -> Trajectory:
        """What the harness recorded. Raises `RuntimeError` where the planner left the episode unfinished."""
        if self.episode.trajectory is None:
            raise RuntimeError(f"the planner left task {self.episode.task.key} unfinished")
        found: Trajectory = self.episode.trajectory
        return found

    def advance(self, reply: Reply) -> Continue | None:
        """Keep the ids in the order in which the model read or drew them."""
        self.ids += [*reply.context_ids, *reply.token_ids]
        self.logprobs += [*(0.0 for _ in reply.context_ids), *reply.logprobs]
        self.sampled += len(reply.token_ids)
        following: Continue | None = self.episode.advance(reply)
        return following

    def fail(self, reason: str) -> None:
        """Pass it on."""
        self.episode.fail(reason)


@dataclass
class Tally:
    """What has been seen so far. `worst` and `total` are absolute differences of log-probabilities."""

    trajectories: int = 0
    identical: int = 0
    tokens: int = 0
    sampled: int = 0
    turns: int = 0
    multi_turn: int = 0
    with_history: int = 0
    corrected: int = 0
    worst: float = 0.0
    total: float = 0.0
    invalid: int = 0
    stops: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)

    def saw(self, trajectory: Trajectory, sampled: int) -> None:
        """Count what kind of episode it was, so that a reader sees that the hard cases occurred."""
        self.trajectories += 1
        self.tokens += sum(len(s.token_ids) for s in trajectory.segments)
        self.sampled += sampled
        self.turns += trajectory.cost.turns
        self.multi_turn += trajectory.cost.turns > 1
        assistant = [m for m in trajectory.messages if m.role == "assistant"]
        self.with_history += len(assistant) > trajectory.cost.turns
        self.corrected += any("bad_format" in m.content for m in trajectory.messages)
        self.stops[str(trajectory.stop)] += 1


def compare(tap: Tap, recorded: Trajectory, stored: Trajectory, markers: Markers, decode: Any) -> str:
    """What differs, or an empty string."""
    if stored != recorded:
        return "the record read back from the store is another one"
    lines = "\n".join(export_trajectory(recorded))
    chats = import_chat(lines)
    if len(chats) != len(stored.segments):
        return f"{len(chats)} conversations for {len(stored.segments)} segments"
    ids = [i for segment in stored.segments for i in segment.token_ids]
    logprobs = [p for segment in stored.segments for p in segment.logprobs]
    if ids != tap.ids:
        return "ids differ from what the engine handed over"
    if logprobs != tap.logprobs:
        return "log-probabilities differ from what the engine handed over"
    for chat, segment in zip(chats, stored.segments, strict=True):
        if chat.messages != segment.messages:
            return "messages differ after chat JSONL"
        try:
            rebuilt = rebuild_mask(segment.token_ids, chat.messages, markers, decode)
        except MismatchError as error:
            return str(error)
        if rebuilt != list(segment.mask):
            place = next(i for i, (a, b) in enumerate(zip(rebuilt, segment.mask, strict=True)) if a != b)
            return f"mask differs at token {place} of {len(rebuilt)}"
    return ""


def forward_differences(model: Any, records: Sequence[Trajectory]) -> Iterator[float]:
    """|recomputed - recorded| log-probability of every sampled token, one full pass over each segment."""
    segments = sorted((s for r in records for s in r.segments if s.token_ids), key=lambda s: len(s.token_ids))
    while segments:
        width = len(segments[-1].token_ids)
        rows = [segments.pop() for _ in range(min(len(segments), max(1, PASS_TOKENS // width)))]
        yield from _one_pass(model, rows, width)


def _one_pass(model: Any, rows: Sequence[Any], width: int) -> Iterator[float]:
    import torch

    ids = torch.zeros((len(rows), width), dtype=torch.long)
    there = torch.zeros_like(ids)
    places: list[tuple[int, int]] = []
    expected: list[float] = []
    for number, row in enumerate(rows):
        ids[number, : len(row.token_ids)] = torch.tensor(row.token_ids)
        there[number, : len(row.token_ids)] = 1
        drawn = [t for t, mask in enumerate(row.mask) if mask & TokenMask.SAMPLED]
        places += [(number, t) for t in drawn]
        expected += [row.logprobs[t] for t in drawn]
    with torch.inference_mode():
        hidden = model.base_model(input_ids=ids, attention_mask=there, use_cache=False).last_hidden_state
        for start in range(0, len(places), 512):
            part = places[start : start + 512]
            index = torch.tensor(part)
            logits = model.get_output_embeddings()(hidden[index[:, 0], index[:, 1] - 1]).float()
            labels = ids[index[:, 0], index[:, 1]]
            found = logits.log_softmax(-1).gather(1, labels[:, None])[:, 0]
            yield from (found.double() - torch.tensor(expected[start : start + 512]).double()).abs().tolist()


def measure(options: argparse.Namespace) -> dict[str, Any]:
    """Play, export, re-import, rebuild and recompute in batches; the whole is never in memory at once."""
    import torch
    from transformers import AutoModelForCausalLM

    pairs = train_pairs(options.tasks, options.seed)
    tiny = options.planner == "tiny"
    if tiny:
        source = trained_tiny(options.work, pairs, epochs=options.epochs, seed=options.seed)
    else:
        source = embedded_folder() if options.planner == "smollm2" else Path(options.planner)
    name = "smollm2" if options.planner == "smollm2" else source
    planner = load_local(name, dtype="float32", settings=EngineSettings(max_rows=options.rows))
    stock: Any = AutoModelForCausalLM.from_pretrained(source, dtype=torch.float32, attn_implementation="sdpa")
    stock.eval()
    markers = Markers.of(planner.renderer)
    tally = Tally()
    began = time.perf_counter()
    # the tasks in turn, a group of episodes each
    order = [task for task, _ in pairs for _ in range(options.group)]
    seeds = ((order[i % len(order)], i) for i in itertools.count())
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        while tally.trajectories + tally.invalid < options.count:
            want = min(options.batch, options.count - tally.trajectories - tally.invalid)
            _batch(planner, stock, list(itertools.islice(seeds, want)), store, markers, tally)
            done, spent = tally.trajectories + tally.invalid, time.perf_counter() - began
            print(
                f"{done}/{options.count}: {tally.identical} identical, worst {tally.worst:.1e}, {spent:.0f} s, "
                f"{spent / done * (options.count - done):.0f} s left",
                file=sys.stderr,
                flush=True,
            )
    return report(planner.name if not tiny else "tiny", tally, time.perf_counter() - began)


def _batch(
    planner: LocalPlanner,
    stock: Any,
    wanted: list[tuple[Task, int]],
    store: Store,
    markers: Markers,
    tally: Tally,
) -> None:
    harness = Harness()
    labels = Labels(planner.name, "phone-starter")
    taps: list[Tap] = []

    def episodes() -> Iterator[Tap]:
        for task, seed in wanted:
            taps.append(Tap(harness.episode(task, Sandbox(), seed, lambda _: None, labels)))
            yield taps[-1]

    clock = time.perf_counter()
    planner.play(episodes())
    clock = _lap(tally, "play", clock)
    recorded = [tap.recorded for tap in taps]
    run = f"batch-{tally.trajectories + tally.invalid}"
    store.add_trajectories(recorded, run=run, stage=Stage.TRAINING)
    back = {t.id: t for t in store.trajectories(run=run, stage=Stage.TRAINING)}
    clock = _lap(tally, "store", clock)
    for tap, trajectory in zip(taps, recorded, strict=True):
        if not trajectory.valid:
            tally.invalid += 1
            continue
        tally.saw(trajectory, tap.sampled)
        wrong = compare(tap, trajectory, back[trajectory.id], markers, planner.renderer.tokenizer.decode)
        tally.identical += not wrong
        if wrong and len(tally.differences) < 10:
            tally.differences.append(f"{trajectory.id} ({trajectory.task_key}, {trajectory.stop}): {wrong}")
    clock = _lap(tally, "compare", clock)
    for difference in forward_differences(stock, [t for t in back.values() if t.valid]):
        tally.worst = max(tally.worst, difference)
        tally.total += difference
    _lap(tally, "recompute", clock)


def _lap(tally: Tally, name: str, since: float) -> float:
    now = time.perf_counter()
    tally.seconds[name] = tally.seconds.get(name, 0.0) + now - since
    return now


def report(planner: str, tally: Tally, wall_s: float) -> dict[str, Any]:
    """The keys of design section 14, and beside them what kinds of episodes they stand on."""
    if not tally.trajectories or not tally.sampled:
        raise SystemExit("exactness: no valid trajectory was sampled; see the planner's error above")
    share = wilson(tally.identical, tally.trajectories)
    return {
        "planner": planner,
        "trajectories": tally.trajectories,
        "identical": tally.identical,
        "identical_share": share.value,
        "identical_share_lo": share.low,
        "identical_share_hi": share.high,
        "identical_share_n": share.count,
        "recomputed_max_logprob_difference": tally.worst,
        "recomputed_max_logprob_difference_n": tally.sampled,
        "recomputed_mean_logprob_difference": tally.total / tally.sampled,
        "invalid": tally.invalid,
        "tokens": tally.tokens,
        "sampled_tokens": tally.sampled,
        "turns": tally.turns,
        "multi_turn": tally.multi_turn,
        "with_history": tally.with_history,
        "with_malformed_turn": tally.corrected,
        "stops": dict(sorted(tally.stops.items())),
        "differences": tally.differences,
        "seconds": {name: round(value, 1) for name, value in tally.seconds.items()},
        "wall_s": round(wall_s, 1),
    }


def table(found: dict[str, Any]) -> str:
    """The result for people."""
    names = ("trajectories", "identical", "invalid", "tokens", "sampled_tokens", "turns")
    kinds = ("multi_turn", "with_history", "with_malformed_turn")
    lines = [f"{name.replace('_', ' '):44}{found[name]:>12}" for name in (*names, *kinds)]
    lines += [f"stopped: {name:35}{count:>12}" for name, count in found["stops"].items()]
    worst, mean = found["recomputed_max_logprob_difference"], found["recomputed_mean_logprob_difference"]
    lines.append(f"{'recomputed logprob, largest difference':44}{worst:>12.1e}  (bar {BAR:g})")
    lines.append(f"{'recomputed logprob, mean difference':44}{mean:>12.1e}")
    return "\n".join([f"planner {found['planner']}, f32", *lines, *found["differences"]])


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print; exits with 1 where anything differs or the bar is missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000, help="trajectories")
    parser.add_argument("--planner", default="tiny", help="tiny, smollm2, or a model folder with our markers")
    parser.add_argument("--tasks", type=int, default=240, help="train tasks that are played in turn")
    parser.add_argument("--group", type=int, default=16, help="episodes of a task in a row")
    parser.add_argument("--batch", type=int, default=512, help="trajectories held at a time")
    parser.add_argument("--rows", type=int, default=64, help="live episodes")
    parser.add_argument("--epochs", type=float, default=6.0, help="training of the tiny planner")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0, help="0: what torch chooses")
    parser.add_argument("--work", type=Path, default=WORK, help="where the tiny planner is kept")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    import torch
    from transformers.utils import logging

    logging.set_verbosity_error()  # type: ignore[no-untyped-call]
    logging.disable_progress_bar()  # type: ignore[no-untyped-call]
    if options.threads:
        torch.set_num_threads(options.threads)
    found = measure(options)
    print(table(found), file=sys.stderr)
    if options.json:
        print(json.dumps(found))
    if found["identical"] != found["trajectories"] or not found["recomputed_max_logprob_difference"] <= BAR:
        raise SystemExit(1)


if __name__ == "__main__":
    main()

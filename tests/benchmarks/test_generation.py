"""The benchmark of rollouts: what it says of its repeats, and that both sides play whole episodes."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.generation import play_ours, play_stock, summary, timed
from benchmarks.tiny_phone import train_pairs

from planloop.planners.engine import EngineSettings
from planloop.planners.local import load_local
from planloop.planners.tiny import make_tiny


def test_the_ratio_is_of_medians_and_its_spread_is_of_repeats() -> None:
    found = summary({"ours": [10.0, 30.0, 20.0], "stock": [10.0, 5.0, 4.0]}, {"ours": [1.0], "stock": [2.0]})
    assert found["ratio"] == pytest.approx(4.0)
    assert (found["ratio_lo"], found["ratio_hi"], found["ratio_n"]) == (1.0, 6.0, 3)


def test_both_sides_play_the_phone_tasks_to_their_ends(tmp_path: Path) -> None:
    pairs = train_pairs(2, seed=3)
    folder = make_tiny(tmp_path, [task.request for task, _ in pairs])
    planner = load_local(folder, dtype="float32", settings=EngineSettings(max_rows=3))
    stock = load_local(folder, dtype="float32").engine.model
    stock.set_attn_implementation("sdpa")
    for play in (lambda made: play_ours(planner, made), lambda made: play_stock(stock, planner.renderer, made, rows=3)):
        ended, _ = timed(play, [task for task, _ in pairs], group=2)
        assert sorted(t.task_key for t in ended) == sorted(task.key for task, _ in pairs for _ in range(2))
        assert all(t.valid and t.cost.output_tokens > 0 for t in ended)
        for trajectory in ended:
            for segment in trajectory.segments:
                assert len(segment.token_ids) == len(segment.mask) == len(segment.logprobs)

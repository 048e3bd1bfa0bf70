"""Benching scripted planners: the oracle's ceiling, the do-nothing floor, and clear refusals."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from planloop.bench.episodes import read_episodes
from planloop.bench.registry import BenchOptions, run
from planloop.bench.suite import load_suite
from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split, Stage
from planloop.environments.sandbox import Sandbox
from planloop.evolution.ports import Silent
from planloop.harness.harness import Exposure, Harness
from planloop.planners.base import Episode
from planloop.planners.scripted import nothing


def bench(planner: str, **changes: object) -> dict[str, object]:
    options = BenchOptions("phone-starter", planner, limit=20, **changes)  # type: ignore[arg-type]
    return run(options, Silent()).value


@pytest.mark.parametrize("harness", ["on", "off"])
def test_the_oracle_solves_everything(harness: str) -> None:
    value = bench("scripted:oracle", harness=harness)
    assert value["overall"] == 100.0
    assert value["episodes"] == 20
    assert value["invalid"] == 0


def test_doing_nothing_solves_nothing() -> None:
    value = bench("scripted:nothing")
    assert value["overall"] == 0.0
    assert set(value) >= {"overall_lo", "overall_hi", "overall_n", "dimensions", "domains", "cost"}


class Flaky:
    """Does nothing, but its server is gone for the first `lost` episodes of each of its first `bad` plays, and from
    play number `gone` on altogether."""

    name = "flaky"

    def __init__(self, lost: int, bad: int = 1, gone: int = 9) -> None:
        self.plays = 0
        self._lost, self._bad, self._gone = lost, bad, gone

    def play(self, episodes: Iterable[Episode]) -> None:
        if self.plays >= self._gone:
            raise PlanloopError("cannot be reached", place="endpoint", cure="start it")
        self.plays += 1
        for number, episode in enumerate(episodes):
            if self.plays <= self._bad and number < self._lost:
                episode.fail("connection refused")
            else:
                nothing().play([episode])


def flaky(monkeypatch: pytest.MonkeyPatch, planner: Flaky, **changes: object) -> dict[str, object]:
    monkeypatch.setattr("planloop.bench.phone.make_planner", lambda *given: planner)
    return bench("flaky", **changes)


def test_what_the_server_lost_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    planner = Flaky(lost=15)
    value = flaky(monkeypatch, planner)
    assert (value["episodes"], value["invalid"], planner.plays) == (20, 0, 2)


@pytest.mark.parametrize("planner", [Flaky(lost=5, bad=3), Flaky(lost=5, gone=1)])
def test_more_than_a_fifth_lost_is_no_measurement_and_the_record_stays(
    planner: Flaky, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with pytest.raises(PlanloopError, match=r"5 of 20 episodes were invalid.*connection refused"):
        flaky(monkeypatch, planner, out=tmp_path / "made" / "out.jsonl")
    assert len({t.task_key for t in read_episodes(tmp_path / "made" / "out.jsonl")}) == 20
    value = flaky(monkeypatch, Flaky(lost=0), out=tmp_path / "made" / "out.jsonl")  # its server is back
    assert (value["episodes"], value["invalid"]) == (20, 0)


def test_a_few_that_stay_lost_count_as_failures_and_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    value = flaky(monkeypatch, Flaky(lost=2, gone=1))
    assert (value["episodes"], value["invalid"], value["overall_n"]) == (20, 2, 20)


def test_every_episode_is_told() -> None:
    told: list[tuple[int, int, str]] = []

    class Teller(Silent):
        def progress(self, done: int, total: int, unit: str) -> None:
            told.append((done, total, unit))

    run(BenchOptions("phone-starter", "scripted:nothing", limit=3), Teller())
    assert told == [(n, 3, "episodes") for n in range(4)]


@pytest.mark.parametrize(("planner", "below"), [("keyword", 50), ("nearest", 50), ("droplast", 10)])
def test_what_understands_nothing_is_below_the_oracle(planner: str, below: float) -> None:
    value = bench(f"scripted:{planner}")
    assert float(str(value["overall"])) < below
    assert value["episodes"] == 20 and value["invalid"] == 0


def test_retrieved_tools_are_fifteen_and_mostly_the_needed_ones() -> None:
    suite = load_suite("phone-starter")
    tasks = suite.tasks(Split.DEV_EVOLVE, Stage.DIAGNOSIS)
    solutions = suite.solutions(Split.DEV_EVOLVE)
    harness, sandbox = Harness(exposure=Exposure.RETRIEVED), Sandbox()
    found = wanted = 0
    for task in tasks:
        shown = harness.exposed(task, sandbox)
        assert len(shown) == 15 == len(set(shown))
        needed = {c.name for t in solutions[task.key].turns for c in t.calls if c.name in task.tools}
        wanted += len(needed)
        found += len(needed & set(shown))
    assert found / wanted > 0.6


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (BenchOptions("nope", "scripted:oracle"), "no suite"),
        (BenchOptions("phone-starter", "scripted:best"), "no scripted planner"),
        (BenchOptions("phone-starter", "scripted:oracle", split="train"), "no benchmark"),
        (BenchOptions("phone-starter", "scripted:oracle", harness="maybe"), "--harness 'maybe'"),
        (BenchOptions("phone-starter", "endpoint:model"), "MODEL@URL"),
    ],
)
def test_wrong_options_say_what_to_do(options: BenchOptions, message: str) -> None:
    with pytest.raises(PlanloopError, match=message):
        run(options, Silent())

"""BFCL through the episode path: the published baselines, the quarantine's evidence, and a real model (slow)."""

from __future__ import annotations

import json
import os
import signal
import time
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest

from planloop.bench.bfcl import BfclRun, report, save
from planloop.bench.bfcl_episode import BfclEpisode, CallCounts, EpisodeLimits, select
from planloop.bench.bfcl_main import ends_on_sigterm, make_planner, run_bfcl
from planloop.bench.bfcl_quarantine import QUARANTINE
from planloop.bench.registry import BenchOptions
from planloop.bench.registry import run as run_suite
from planloop.bench.venvs import Peer, find_python
from planloop.contract.errors import PlanloopError
from planloop.contract.message import Message, Role, ToolCall
from planloop.contract.trajectory import Trajectory
from planloop.contract.verdict import StopReason
from planloop.environments.bfcl.environment import BfclEnvironment
from planloop.environments.bfcl.suite import BfclTask, Category
from planloop.evolution.ports import Silent
from planloop.harness.mode import HarnessMode
from planloop.planners.base import Episode, Reply

BFCL = find_python(Peer.BFCL)
needs_bfcl = pytest.mark.skipif(BFCL is None, reason="BFCL's environment is not built: run `make bfcl`")
needs_llama = pytest.mark.skipif(find_python(Peer.LLAMA) is None, reason="llama.cpp is not built: run `make llama`")


BASE_QUARANTINE = [key for key in QUARANTINE if key.startswith(Category.BASE)]


@pytest.fixture(scope="module")
def run() -> Iterator[BfclRun]:
    assert BFCL is not None
    made = BfclRun(BFCL)
    yield made
    made.close()


def gold(item: BfclTask) -> list[list[list[ToolCall]]]:
    turns: list[list[list[ToolCall]]] = [[]]
    for turn in item.solution.turns:
        if turn.calls:
            turns[-1].append(list(turn.calls))
        else:
            turns.append([])
    return turns[:-1]


def talk(*calls: ToolCall, text: str = "", **reply: object) -> Reply:
    return Reply(message=Message(role=Role.ASSISTANT, content=text, tool_calls=calls), **reply)  # type: ignore[arg-type]


def begin(
    run: BfclRun, index: int, *, mode: HarnessMode = HarnessMode.OFF, **limits: int
) -> tuple[BfclEpisode, list[BfclEpisode]]:
    environment = BfclEnvironment(run.python)
    item = environment.suite[index]
    ended: list[BfclEpisode] = []
    return BfclEpisode(item, environment, ended.append, limits=EpisodeLimits(**limits), mode=mode), ended


@needs_bfcl
@pytest.mark.parametrize(("name", "score"), [("oracle", 100.0), ("nothing", 0.0), ("droplast", 0.0)])
def test_the_baselines_over_all_200_tasks_are_100_0_and_0(run: BfclRun, name: str, score: float) -> None:
    with make_planner(f"scripted:{name}", run.suite) as planner:
        result = report(run.play(planner))
    assert (result["episodes"], result["invalid"], result["overall"]) == (200, 0, score)
    assert result["overall_without_quarantined"] == score
    assert result["overall_without_quarantined_n"] == 200 - len(BASE_QUARANTINE)


@needs_bfcl
def test_with_the_harness_on_only_the_gold_call_that_breaks_its_schema_is_refused() -> None:
    result = run_bfcl("scripted:oracle", mode=HarnessMode.ON)
    assert (result["overall"], result["overall_without_quarantined"]) == (99.5, 100.0)


@needs_bfcl
def test_with_the_harness_on_arguments_are_brought_into_form_and_failures_noticed(run: BfclRun) -> None:
    episode, ended = begin(run, 0, mode=HarnessMode.ON)
    cat = [ToolCall(id=f"c{n}", name="cat", arguments={"file_name": "none.txt"}) for n in range(2)]
    following = episode.advance(talk(ToolCall(id="l", name="ls", arguments={"a": "true"}), *cat))
    assert following is not None
    listed, first, second = (message.content for message in following.messages)
    assert listed.startswith("ok")
    assert first.startswith("error conflict:")
    assert "notice: cat failed 2 times" in second
    assert episode.environment.executed[0].arguments == {"a": True}
    assert not ended


@needs_bfcl
@pytest.mark.parametrize("key", BASE_QUARANTINE)
def test_the_checker_refuses_what_the_dialogue_of_a_quarantined_task_says(run: BfclRun, key: str) -> None:
    environment = run._lease()
    item = next(item for item in environment.suite if item.task.key == f"bfcl/{key}")
    entry = QUARANTINE[key]
    changed = gold(item)
    replaced = 0
    for turn in changed:
        for step in turn:
            for index, call in enumerate(step):
                if call.name == entry.tool and entry.argument in call.arguments:
                    honest = {} if entry.honest is None else {entry.argument: entry.honest}
                    kept = {name: value for name, value in call.arguments.items() if name != entry.argument}
                    step[index] = call.model_copy(update={"arguments": kept | honest})
                    replaced += 1
    assert replaced == 1
    for turns, expected in ((gold(item), True), (changed, False)):
        environment.reset(item.task, 0)
        assert environment.grade(turns).success is expected
    run._lease_again(environment)


@needs_bfcl
def test_hostile_calls_are_refused_and_text_stays_text(run: BfclRun) -> None:
    episode, _ = begin(run, 0)
    hostile = [
        ToolCall(id="1", name="__import__", arguments={"name": "os"}),
        ToolCall(id="2", name="ls", arguments={"a=True) or exit(": 1}),
        ToolCall(id="3", name="_load_scenario", arguments={}),
        ToolCall(id="4", name="mkdir", arguments={"dir_name": "x') or open('y"}),
        ToolCall(id="7", name="ls", arguments={}),
        ToolCall(id="8", name="touch", arguments={"file_name": "note.txt"}),
        ToolCall(id="5", name="echo", arguments={"content": "ls() and cd(folder='..')", "file_name": "note.txt"}),
        ToolCall(id="6", name="cat", arguments={"file_name": "note.txt"}),
    ]
    following = episode.advance(talk(*hostile))
    assert following is not None
    contents = [message.content for message in following.messages]
    assert all('"success": false' in text for text in contents[:1] + contents[2:3])
    assert "not an argument name" in contents[1]
    assert "x') or open('y" in json.loads(contents[4])["current_directory_content"]
    assert json.loads(contents[7])["file_content"] == "ls() and cd(folder='..')"
    assert episode.counts == CallCounts(made=8, well_formed=5, accepted=5)


@needs_bfcl
def test_broken_json_is_answered_with_an_error_and_counts_as_malformed(run: BfclRun) -> None:
    episode, ended = begin(run, 0)
    broken = ToolCall(id="1", name="ls", arguments={}, raw="{")
    following = episode.advance(talk(broken, parse_error="bad"))
    assert following is not None
    assert "not valid JSON" in following.messages[0].content
    assert episode.counts == CallCounts(made=1)
    assert not ended


@needs_bfcl
def test_a_used_up_step_or_token_budget_ends_the_task_as_failed_not_invalid(run: BfclRun) -> None:
    for reply, stop in (
        (talk(ToolCall(id="1", name="ls", arguments={})), StopReason.STEP_BUDGET),
        (talk(truncated=True), StopReason.TOKEN_BUDGET),
    ):
        episode, ended = begin(run, 0, steps=1)
        assert episode.advance(reply) is None
        assert ended == [episode]
        trajectory = episode.trajectory
        assert trajectory is not None
        assert (trajectory.stop, trajectory.valid, trajectory.success) == (stop, True, False)


@needs_bfcl
def test_a_worker_that_dies_makes_its_episode_invalid_and_the_run_goes_on(run: BfclRun) -> None:
    class Killer:
        name = "killer"

        def play(self, episodes: object) -> None:
            for number, episode in enumerate(episodes):  # type: ignore[var-annotated, arg-type]
                if number == 0:
                    episode.environment.close()
                    assert episode.advance(talk(ToolCall(id="1", name="ls", arguments={}))) is None
                    continue
                while episode.advance(talk(text="Done.")) is not None:
                    pass

    results = run.play(Killer(), 3)  # type: ignore[arg-type]
    assert [result.trajectory.valid for result in results] == [False, True, True]
    assert results[0].trajectory.stop is StopReason.INVALID
    summary = report(results)
    assert (summary["invalid"], summary["overall_n"]) == (1, 2)


@needs_bfcl
def test_every_score_leads_to_trajectories_that_read_back_equal(run: BfclRun, tmp_path: Path) -> None:
    with make_planner("scripted:oracle", run.suite) as planner:
        results = run.play(planner, 5)
    save(results, tmp_path / "t.jsonl")
    lines = (tmp_path / "t.jsonl").read_text().splitlines()
    assert [Trajectory.from_json(line) for line in lines] == [result.trajectory for result in results]
    assert all(result.trajectory.success for result in results)


@needs_bfcl
@pytest.mark.slow
@pytest.mark.parametrize("category", list(Category))
def test_gold_replay_passes_in_every_category_where_its_tools_are_offered(category: Category) -> None:
    result = run_bfcl("scripted:oracle", category=category)
    assert result["overall_without_quarantined"] == 100.0
    assert result["overall"] == (99.5 if category is Category.MISSING_FUNCTION else 100.0)


@needs_bfcl
@needs_llama
@pytest.mark.slow
def test_a_real_model_over_http_makes_well_formed_calls() -> None:
    result = run_bfcl("local", tasks=2, limits=EpisodeLimits(steps=2, turn_tokens=320))
    assert result["invalid"] == 0
    assert result["well_formed_n"] >= 2
    assert result["well_formed"] >= 0.8


def test_tasks_are_spread_evenly_over_the_suite() -> None:
    assert select(tuple(range(200)), 4) == (0, 50, 100, 150)  # type: ignore[arg-type, comparison-overlap]
    assert len(select(tuple(range(7)), None)) == 7  # type: ignore[arg-type]


def test_an_unknown_planner_is_named_with_the_legal_ones() -> None:
    with pytest.raises(PlanloopError, match="scripted:oracle"), make_planner("gpt", ()):
        pass


def test_an_endpoint_is_named_by_model_and_address() -> None:
    with pytest.raises(PlanloopError, match="MODEL@http"), make_planner("endpoint:http://host:1/v1:model", ()):
        pass


@pytest.mark.parametrize(
    ("options", "cure"),
    [
        (BenchOptions("bfcl", "scripted:oracle", harness="no-memory"), "on, off"),
        (BenchOptions("bfcl", "scripted:oracle", split="dev.gate"), "multi_turn_base"),
        (BenchOptions("bfcl", "scripted:oracle", limit=0), "positive"),
    ],
)
def test_options_that_mean_nothing_to_bfcl_are_refused_with_the_legal_ones(options: BenchOptions, cure: str) -> None:
    with pytest.raises(PlanloopError, match=cure):
        run_suite(options, Silent())


def test_a_missing_environment_is_one_error_with_its_cure(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PLANLOOP_BFCL_PYTHON", str(tmp_path / "python"))
    with pytest.raises(PlanloopError, match="make bfcl"):
        run_suite(BenchOptions("bfcl", "scripted:oracle"), Silent())


class Deaf:
    """A planner whose endpoint is down for every episode."""

    name = "deaf"

    def play(self, episodes: Iterable[Episode]) -> None:
        """Fail them all."""
        for episode in episodes:
            episode.fail("connection refused")


@needs_bfcl
def test_mostly_invalid_episodes_are_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planloop.bench.bfcl_main.make_planner", lambda *given: nullcontext(Deaf()))
    with pytest.raises(PlanloopError, match=r"2 of 2 episodes were invalid.*connection refused"):
        run_suite(BenchOptions("bfcl", "deaf", limit=2), Silent())


def test_sigterm_ends_the_block_like_an_exception() -> None:
    stopped = []
    with pytest.raises(SystemExit) as ending, ends_on_sigterm():
        try:
            os.kill(os.getpid(), signal.SIGTERM)
            time.sleep(5)
        finally:
            stopped.append(True)
    assert ending.value.code == 143
    assert stopped

"""Files of bench episodes: going on after a kill, comparing, judging again, and the leaderboard page."""

from __future__ import annotations

import json
from html import unescape
from pathlib import Path

import pytest

from planloop.bench.again import verify_file
from planloop.bench.compare import compare_files
from planloop.bench.episodes import read_episodes
from planloop.bench.registry import BenchOptions, Price, run
from planloop.bench.report.leader import entry, render
from planloop.contract.errors import PlanloopError
from planloop.evolution.ports import Silent


def bench(planner: str, out: Path, **changes: object) -> dict[str, object]:
    options = BenchOptions("phone-starter", planner, out=out, **{"limit": 20, **changes})  # type: ignore[arg-type]
    return run(options, Silent()).value


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    whole, cut = tmp_path / "whole.jsonl", tmp_path / "cut.jsonl"
    value = bench("scripted:oracle", whole)
    lines = whole.read_bytes().splitlines(keepends=True)
    assert len(lines) == 20
    cut.write_bytes(b"".join(lines[:7]) + lines[7][:100])
    again = bench("scripted:oracle", cut)
    assert {**again, "trajectories": ""} == {**value, "trajectories": ""}
    assert cut.read_bytes().startswith(b"".join(lines[:7])), "what was kept stays as it is"
    assert [t.task_key for t in read_episodes(cut)] == [t.task_key for t in read_episodes(whole)]


def test_a_file_with_fewer_tasks_or_repetitions_is_completed(tmp_path: Path) -> None:
    out = tmp_path / "episodes.jsonl"
    bench("scripted:oracle", out)
    value = bench("scripted:oracle", out, limit=30, repeats=2)
    assert value["episodes"] == 60
    assert value["overall"] == 100.0
    assert len({(t.task_key, t.seed) for t in read_episodes(out)}) == len(read_episodes(out)) == 60


@pytest.mark.parametrize("change", [{"planner": "scripted:nothing"}, {"harness": "off"}, {"seed": 8}, {"seed": 3}])
def test_measurements_are_not_mixed(tmp_path: Path, change: dict[str, object]) -> None:
    out = tmp_path / "episodes.jsonl"
    bench("scripted:oracle", out, seed=7)
    before = out.read_bytes()
    asked: dict[str, object] = {"planner": "scripted:oracle", "seed": 7, **change}
    with pytest.raises(PlanloopError, match="another measurement"):
        bench(str(asked.pop("planner")), out, **asked)
    assert out.read_bytes() == before


@pytest.mark.parametrize("text", ["{}", "not JSON", '{"id": 1}', "[" * 3000])
def test_a_file_of_something_else_is_refused_by_its_line(tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.jsonl"
    path.write_text(f"\n{text}\n")
    for read in (entry, verify_file, lambda p: compare_files(p, p)):
        with pytest.raises(PlanloopError, match="is not a trajectory") as told:
            read(path)
        assert f"{path}:2" in str(told.value)


def test_a_comparison_is_paired_over_what_both_have(tmp_path: Path) -> None:
    bench("scripted:nothing", tmp_path / "a.jsonl", limit=20)
    bench("scripted:oracle", tmp_path / "b.jsonl", limit=30)
    value = compare_files(tmp_path / "a.jsonl", tmp_path / "b.jsonl")
    assert (value["tasks"], value["left_out"]) == (20, 10)
    assert (value["difference"], value["gained"], value["lost"]) == (100.0, 20, 0)
    assert 0 < value["difference_lo"] < 100 < value["difference_hi"], "twenty of twenty are no certainty"
    assert value["p_value"] < 0.001
    back = compare_files(tmp_path / "b.jsonl", tmp_path / "a.jsonl")
    assert (back["difference"], back["gained"], back["lost"]) == (-100.0, 0, 20)
    same = compare_files(tmp_path / "b.jsonl", tmp_path / "b.jsonl")
    assert (same["difference"], same["p_value"]) == (0.0, 1.0)


def test_recorded_verdicts_are_checked_without_the_planner(tmp_path: Path) -> None:
    out = tmp_path / "episodes.jsonl"
    bench("scripted:droplast", out)
    assert verify_file(out)["different"] == []
    lines = out.read_text().splitlines()
    forged = json.loads(lines[3])
    forged["verdict"]["success"] = True
    out.write_text("\n".join([*lines[:3], json.dumps(forged), *lines[4:]]) + "\n")
    found = verify_file(out)
    assert (found["episodes"], found["same"]) == (20, 19)
    assert [d["id"] for d in found["different"]] == [forged["id"]]


def test_the_leaderboard_is_sorted_and_escapes_what_traces_hold(tmp_path: Path) -> None:
    for planner in ("nothing", "oracle"):
        bench(f"scripted:{planner}", tmp_path / f"{planner}.jsonl")
    hostile = "<script>alert(1)</script>"
    path = tmp_path / "nothing.jsonl"
    path.write_text(path.read_text().replace('"planner":"scripted:nothing"', f'"planner":"{hostile}"'))
    page = render([entry(path), entry(tmp_path / "oracle.jsonl")])
    assert hostile not in page
    assert hostile in unescape(page)
    assert page.index("scripted:oracle") < page.index("&lt;script&gt;")


@pytest.mark.parametrize("text", ["1", "1/2/3", "a/b", "-1/2", "nan/1", "inf/1", ""])
def test_odd_prices_are_refused(text: str) -> None:
    with pytest.raises(PlanloopError, match="not a price"):
        Price.parse(text)


def test_a_price_is_of_tokens() -> None:
    assert Price.parse("0.5/2").of({"input_tokens": 2e6, "output_tokens": 1e6}) == 3.0

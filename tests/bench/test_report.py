"""The report says what the summary says, and nothing from a trace gets out of its place."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.bench.summaries import HOSTILE, TASK, run, trajectory

from planloop.bench.report.chart import nice_axis
from planloop.bench.report.criteria import words
from planloop.bench.report.diff import lines
from planloop.bench.report.gallery import inert, view
from planloop.bench.report.page import render, write
from planloop.bench.report.story import story
from planloop.bench.report.words import REPAIRS, change, duration, label, listed, number, signed
from planloop.contract.criteria import Attempt, AttemptCriterion, CallCriterion, CleanCriterion, SayCriterion, SayKind
from planloop.contract.errors import PlanloopError
from planloop.contract.intervention import InterventionKind
from planloop.contract.mask import TurnFlag
from planloop.contract.message import Message, Role
from planloop.contract.summary import FileEdit, RoundSummary, RunSummary
from planloop.harness.episode import BAD_FORMAT


class Reader(HTMLParser):
    """Collects tags, attributes and visible text as a browser would read them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.scripts: list[str] = []
        self._in = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        self._in = tag if tag in ("script", "style") else ""

    def handle_endtag(self, tag: str) -> None:
        self._in = ""

    def handle_data(self, data: str) -> None:
        if self._in == "script":
            self.scripts.append(data)
        elif not self._in:
            self.text.append(data)

    @property
    def said(self) -> str:
        return " ".join("".join(self.text).split())


@pytest.fixture(scope="module")
def html() -> str:
    return render(*run())


def test_the_page_names_before_after_baselines_and_approvers(html: str) -> None:
    said = Reader(html).said
    for text in ("42.4", "65.2", "scripted:nearest", "by policy demo", "by person Ada", "Argument grounding", "seed 7"):
        assert text in said


def test_the_page_says_which_causes_were_tested_and_how_many_flipped(html: str) -> None:
    row = re.search(r"<tr><th scope=\"row\">Stale memory</th><td>needed memories.*", html)
    assert row is not None
    assert re.findall(r">([^<>]+)<", row[0])[1:] == [
        "needed memories returned",
        "2 of 3",
        "1 of 3",
        "1",
        "t-dev-71",
        " ",
    ]
    assert "1 of 3 tested confirmed" in Reader(html).said


def test_every_repair_has_words() -> None:
    assert set(REPAIRS) == set(InterventionKind)


def test_the_page_loads_nothing_from_outside(html: str) -> None:
    for tag, attributes in Reader(html).tags:
        for name in ("src", "href", "action", "srcset", "data", "poster"):
            target = attributes.get(name)
            assert target is None or target.startswith(("#", "data:,")), (tag, target)
    assert not re.search(r"url\(|@import", html)


def test_hostile_text_adds_no_element_and_no_handler(html: str) -> None:
    reader = Reader(html)
    assert [tag for tag, _ in reader.tags].count("script") == 2
    assert not [tag for tag, _ in reader.tags if tag in ("img", "iframe", "object", "embed")]
    assert not [name for _, attributes in reader.tags for name in attributes if name.startswith("on")]
    assert "window.pwned=1</script>" in reader.said


def test_the_viewer_data_reads_back_exactly(html: str) -> None:
    data = json.loads(Reader(html).scripts[0])
    assert [item["kind"] for item in data] == ["fixed"] * 3 + ["still_failing"] * 3 + ["broken"] * 3
    hostile = data[1]["sides"][1]
    assert hostile["turns"][-1]["parts"][0]["text"].endswith(HOSTILE)
    assert data[0]["sides"][0]["diagnoses"][0]["cause"] == "recovery"


def test_a_missing_trajectory_is_named() -> None:
    summary, found, diagnoses = run()
    del found["t-after-4"]
    with pytest.raises(PlanloopError, match="t-after-4"):
        render(summary, found, diagnoses)


def test_a_run_in_which_nothing_happened_still_renders(tmp_path: Path) -> None:
    full, _, _ = run()
    bare = full.model_copy(
        update={
            "rounds": (RoundSummary(index=1, skipped={"training": "no weakness was routed to the model"}),),
            "gallery": (),
            "baselines": (),
            "contributions": None,
            "stages": (),
        }
    )
    written = write(tmp_path / "deep" / "report.html", bare, {})
    said = Reader(written.read_text(encoding="utf-8")).said
    assert "Training skipped no weakness was routed to the model" in said
    assert "Nothing was released" in said
    assert [path.name for path in written.parent.iterdir()] == ["report.html"]


def test_the_summary_survives_json() -> None:
    summary, _, _ = run()
    assert RunSummary.from_json(summary.to_json()) == summary


def test_the_story_says_worse_when_it_is_worse() -> None:
    summary, _, _ = run()
    worse = summary.gain.estimate.model_copy(update={"value": -5.0, "low": -8.0, "high": -2.0})
    told = story(summary.model_copy(update={"gain": summary.gain.model_copy(update={"estimate": worse})}))
    assert "\N{MINUS SIGN}5.0" in told[0]
    assert ": worse)" in told[0]
    assert "4 by a policy and 3 by a person" in told[1]


def test_turns_hold_the_results_of_their_calls() -> None:
    turns = view(trajectory("t", 0, good=True), [])["turns"]
    assert [[p["role"] for p in t["parts"]] for t in turns] == [
        ["system", "user"],
        ["assistant", "tool"],
        ["assistant", "tool"],
        ["assistant"],
    ]
    assert turns[1]["parts"][0]["flags"] == ["erroneous"]


def test_results_say_whether_their_calls_succeeded_whatever_their_words_are() -> None:
    record = trajectory("t", 0, good=True)
    turns = view(record, [])["turns"]
    assert [p["success"] for t in turns for p in t["parts"] if p["role"] == "tool"] == [False, True]
    again = record.segments[0].model_copy(update={"messages": record.messages * 2})
    twice = record.model_copy(update={"segments": (again,), "feedback": record.feedback * 2})
    shown = [p["success"] for t in view(twice, [])["turns"] for p in t["parts"] if p["role"] == "tool"]
    assert shown == [False, True] * 2, "calls of another turn have the same ids"
    unknown = view(record.model_copy(update={"feedback": ()}), [])["turns"]
    assert not any("success" in p for t in unknown for p in t["parts"])
    malformed = record.messages[3].model_copy(update={"content": BAD_FORMAT + "no tool name"})
    segment = record.segments[0].model_copy(update={"messages": (*record.messages[:3], malformed)})
    turns = view(record.model_copy(update={"segments": (segment,)}), [])["turns"]
    assert turns[1]["parts"][1]["success"] is False


def test_history_belongs_to_the_request_and_not_to_the_planner() -> None:
    record = trajectory("t", 0, good=True)
    past = Message(role=Role.ASSISTANT, content="Earlier answer.", flags=TurnFlag.CONTEXT)
    segment = record.segments[0].model_copy(update={"messages": (past, *record.messages)})
    turns = view(record.model_copy(update={"segments": (segment,)}), [])["turns"]
    assert [t["actor"] for t in turns] == ["context", "planner", "planner", "planner"]


MARKUP = st.text(st.sampled_from("<>&'\"/\\!-a\u2028\u2029\n字"), max_size=12)


@given(st.dictionaries(MARKUP, MARKUP, max_size=3))
@example({HOSTILE: HOSTILE})
@settings(max_examples=30, deadline=None)
def test_inert_json_holds_no_markup_and_reads_back(value: object) -> None:
    text = inert(value)
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == value


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8), st.booleans())
@settings(max_examples=100, deadline=None)
def test_an_axis_covers_its_values_with_few_ticks(values: list[float], zero: bool) -> None:
    axis = nice_axis(values, zero=zero)
    slack = 1e-6 * (axis.high - axis.low)
    assert axis.low <= min(values) + slack
    assert axis.high >= max(values) - slack
    assert axis.low < axis.high
    assert 1 <= len(axis.ticks) <= 8


def test_words_are_written_as_people_write_them() -> None:
    assert [number(-0.04), signed(0.0), signed(2.25), number(1234.5, 0)] == ["0.0", "0.0", "+2.2", "1,234"]
    assert [duration(5), duration(200), duration(7500)] == ["5 s", "3 min 20 s", "2 h 05 min"]
    assert [label("sub_agent/gui"), label(TASK.dimension), label("scripted:oracle")] == [
        "Sub-agent / GUI",
        "Tool use",
        "scripted:oracle",
    ]
    assert [change(100, 80), change(0, 3), listed(["a", "b", "c"])] == [
        "\N{MINUS SIGN}20 %",
        "\N{EN DASH}",
        "a, b and c",
    ]


def test_criteria_are_said_in_words() -> None:
    call = CallCriterion(tool="manage_alarm", arguments={"time": "07:15"}, after=0)
    assert words(call) == 'call manage_alarm with time = "07:15", after criterion 1'
    ask = SayCriterion(say=SayKind.ASK, mentions=(("time", "hour"), ("day",)))
    assert words(ask) == "ask in the closing text, naming time/hour and day"
    look = Attempt(tool="open_app", contains={"appName": ("RadioRay", "Radio")})
    listed = Attempt(tool="manage_app", arguments={"action": "list"})
    tried = 'try open_app, naming RadioRay/Radio or manage_app with action = "list"'
    assert words(AttemptCriterion(calls=(look, listed))) == tried
    assert words(CleanCriterion()) == "no side effect beyond what was asked"


def test_a_diff_marks_what_was_added_and_removed() -> None:
    marks = [line.mark for line in lines(FileEdit(path="a", before="x\ny\n", after="x\nz\n"))]
    assert marks == ["@", " ", "-", "+"]
    assert [line.mark for line in lines(FileEdit(path="a", after="x\n"))] == ["@", "+"]

"""The editor proposes edits that apply, that the harness accepts, and that give nothing away."""

from __future__ import annotations

from functools import cache

import pytest
from tests.evolution.phone_cases import call, case, made, room

from planloop.contract.change import ChangeRequest
from planloop.contract.diagnosis import Cause
from planloop.contract.eta_edit import EtaEdit
from planloop.contract.split import Split
from planloop.evolution.diagnose import diagnose, to_diagnosis
from planloop.evolution.edit import edited, value_at
from planloop.evolution.finding import Diagnosed, Finding
from planloop.evolution.gate import (
    GateDecision,
    Outcome,
    gate,
    paired,
    rule_checks,
    score_predictions,
)
from planloop.evolution.leaks import LeakCheck
from planloop.evolution.levers import fields
from planloop.evolution.propose import Evolve, edits_of, propose
from planloop.harness.eta import DEFAULT, Eta

ETA = Eta.load(DEFAULT)
EVOLVE = Evolve(tasks=40, solved={"solved/1": ("set_volume",), "solved/2": ("open_app",)})


@cache
def leaks() -> LeakCheck:
    tasks = [made(s, seed=n) for s in ("display.brightness.corrected", "memory.alarm") for n in (1, 2)]
    return LeakCheck([t for t, _ in tasks], room()[1], {t.key: s for t, s in tasks})


@cache
def routed_wrongly() -> tuple[Diagnosed, ...]:
    cases = [
        case(
            "display.brightness.corrected",
            lambda t: (call("set_volume", stream="media", level=27), t[-1]),
            seed=seed,
        )
        for seed in (1, 2)
    ]
    found = [diagnose(c) for c in cases]
    return tuple(d for d in found if isinstance(d, Diagnosed))


def planted(cause: Cause, **details: str) -> list[Diagnosed]:
    """Two tasks with the same finding."""
    task, _ = made("memory.alarm")
    out = []
    for number in (1, 2):
        finding = Finding(cause=cause, evidence="planted", confidence=0.9, **details)  # type: ignore[arg-type]
        diagnosis = to_diagnosis(finding, f"t{number}", f"task/{number}", task.capability, "test")
        out.append(Diagnosed(diagnosis=diagnosis, finding=finding))
    return out


def proposed(items: list[Diagnosed]) -> ChangeRequest:
    (change,) = propose(items, ETA.files, room()[1], leaks(), EVOLVE, accept=Eta.parse)
    return change


def test_confused_tools_are_described_where_the_planner_sees_them() -> None:
    (change,) = propose(routed_wrongly(), ETA.files, room()[1], leaks(), EVOLVE, accept=Eta.parse)
    after = Eta.parse(edited(ETA.files, edits_of(change)))
    assert {"set_brightness", "set_volume"} <= set(after.routing.notes)
    rules = [r for r in after.domains["display"] if set(r.tools) == {"set_brightness", "set_volume"}]
    assert len(rules) == 1
    assert change.predicted_fixes == tuple(sorted(d.diagnosis.task_key for d in routed_wrongly()))
    assert change.predicted_regressions == ("solved/1",)
    assert 0 < change.predicted_effect <= 5
    assert len(change.evidence) == 2


@pytest.mark.parametrize(
    ("cause", "details", "file", "key"),
    [
        (Cause.TOOL_EXPOSURE, {"tool": "open_app"}, "routing.yaml", "core_tools"),
        (Cause.RETRIEVAL, {}, "memory.yaml", "max_results"),
        (Cause.STALE_MEMORY, {}, "memory.yaml", "recency_weight"),
        (Cause.FEEDBACK_FORMATTING, {}, "runtime.yaml", "list_items"),
        (Cause.DECOMPOSITION, {}, "domains/general.md", None),
        (Cause.STATE_TRACKING, {}, "domains/general.md", None),
        (Cause.CLOSURE, {}, "domains/general.md", None),
        (Cause.RECOVERY, {"error": "not_found"}, "runtime.yaml", "error_hints.not_found"),
        (Cause.RECOVERY, {"error": "not_found"}, "domains/general.md", None),
        (Cause.ARGUMENT_GROUNDING, {"tool": "manage_alarm", "argument": "time"}, "domains/time.md", None),
        (
            Cause.ARGUMENT_GROUNDING,
            {"tool": "manage_alarm", "argument": "time", "error": "bad_argument"},
            "runtime.yaml",
            "error_hints.bad_argument",
        ),
        (Cause.SKILL_GUIDANCE, {"tool": "open_app"}, "domains/apps.md", None),
    ],
)
def test_every_cause_has_a_lever_that_the_harness_accepts(
    cause: Cause, details: dict[str, str], file: str, key: str | None
) -> None:
    edits = edits_of(proposed(planted(cause, **details)))
    assert (file, key) in {(e.file, e.key) for e in edits}
    once = edited(ETA.files, edits)
    Eta.parse(once)
    assert once != dict(ETA.files)
    assert edited(once, edits) == once


@pytest.mark.parametrize("cause", list(Cause))
def test_no_field_is_edited_that_the_harness_does_not_have(cause: Cause) -> None:
    details = {"tool": "set_brightness", "other": "set_volume", "argument": "level", "error": "bad_argument"}
    finding = Finding(cause=cause, evidence="x", confidence=0.9, **details)
    for edit in fields(finding, ETA.files, room()[1]):
        assert Eta.parse(edited(ETA.files, [edit])).files != ETA.files


def test_one_case_faults_and_doubtful_causes_propose_nothing() -> None:
    doubtful = [
        d.model_copy(update={"diagnosis": d.diagnosis.model_copy(update={"confidence": 0.3})})
        for d in planted(Cause.RETRIEVAL)
    ]
    for items in (planted(Cause.RETRIEVAL)[:1], planted(Cause.TASK_FAULT), doubtful):
        assert propose(items, ETA.files, room()[1], leaks(), EVOLVE, accept=Eta.parse) == ()


def test_a_proposal_is_the_same_every_time() -> None:
    items = [*planted(Cause.RETRIEVAL), *planted(Cause.CLOSURE), *routed_wrongly()]
    first = propose(items, ETA.files, room()[1], leaks(), EVOLVE, accept=Eta.parse)
    assert [c.id for c in first] == [
        c.id for c in propose(items[::-1], ETA.files, room()[1], leaks(), EVOLVE, accept=Eta.parse)
    ]
    assert [c.predicted_effect for c in first] == sorted((c.predicted_effect for c in first), reverse=True)


def test_what_gives_a_task_away_is_caught() -> None:
    task, solution = made("memory.alarm")
    time = str(solution.turns[1].calls[0].arguments["time"])
    bad = [
        EtaEdit(file="domains/time.md", after=f"- When you hear this: {task.request}"),
        EtaEdit(file="domains/time.md", after=f"- The alarm is usually at {time}."),
        EtaEdit(file="routing.yaml", key="notes.manage_alarm", after=f"see {task.gold_memories[0]}"),
        EtaEdit(file="routing.yaml", key="core_tools", after=["manage_alarm", task.key]),
    ]
    for edit in bad:
        assert leaks().problems(edit), edit
    assert leaks().problems(EtaEdit(file="domains/time.md", after="- Take times from the user's words.")) == ()
    leaking = proposed(planted(Cause.RETRIEVAL)).model_copy(
        update={"proposal": {"edits": [bad[0].model_dump(mode="json")]}}
    )
    assert "cites a request" in rule_checks(leaking, ETA.files, leaks(), Eta.parse)[0]


def test_no_proposed_edit_gives_anything_away() -> None:
    items = [*routed_wrongly()]
    for cause in Cause:
        items += planted(cause, tool="manage_alarm", argument="time", error="bad_argument", other="manage_countdown")
    changes = propose(items, ETA.files, room()[1], leaks(), EVOLVE, accept=Eta.parse, at_most=50)
    assert len(changes) >= 10
    assert [p for c in changes for p in rule_checks(c, ETA.files, leaks(), Eta.parse)] == []


def outcomes(split: Split, results: str) -> list[Outcome]:
    """One outcome per letter: 1 success, 0 failure, x invalid."""
    return [
        Outcome(task_key=f"task/{n + 1}", split=split, success=r == "1", valid=r != "x") for n, r in enumerate(results)
    ]


def decide(before: str, after: str, evolve: tuple[str, str] = ("00", "10")) -> GateDecision:
    change = proposed(planted(Cause.RETRIEVAL))
    old, new = (outcomes(Split.DEV_EVOLVE, e) for e in evolve)
    return gate(change, outcomes(Split.DEV_GATE, before), outcomes(Split.DEV_GATE, after), old, new).decision


def test_the_gate_accepts_what_is_no_worse_and_fixes_what_it_said() -> None:
    assert decide("01" * 60, "01" * 60) is GateDecision.ACCEPT
    assert decide("01" * 60, "11" * 60) is GateDecision.ACCEPT


def test_the_gate_leaves_the_rest_to_a_person() -> None:
    assert decide("01" * 60, "01" * 60, ("00", "00")) is GateDecision.PERSON  # no predicted fix
    assert decide("1" * 120, "1" * 110 + "0" * 10) is GateDecision.PERSON  # worse
    assert decide("01" * 5, "01" * 5) is GateDecision.PERSON  # too few to tell
    assert decide("x" * 120, "1" * 120) is GateDecision.PERSON  # nothing valid


def test_the_gate_refuses_failed_rule_checks_and_the_wrong_split() -> None:
    from planloop.contract.split import WrongSplitError

    change = proposed(planted(Cause.RETRIEVAL))
    good = outcomes(Split.DEV_GATE, "1" * 120)
    assert gate(change, good, good, [], [], ["it leaks"]).decision is GateDecision.REFUSE
    with pytest.raises(WrongSplitError):
        gate(change, outcomes(Split.TEST, "1"), outcomes(Split.TEST, "1"), [], [])
    with pytest.raises(WrongSplitError):
        gate(change, good, good, outcomes(Split.DEV_GATE, "1"), [])


def test_the_paired_difference_counts_valid_pairs_only() -> None:
    found = paired(outcomes(Split.DEV_GATE, "0011x"), outcomes(Split.DEV_GATE, "10111"))
    assert (found.n, found.gained, found.lost) == (4, 1, 1 - 1 + (0))
    assert found.points == pytest.approx(25.0)
    assert found.low < found.points < found.high


def test_predictions_are_scored_against_what_happened() -> None:
    change = proposed(planted(Cause.RETRIEVAL)).model_copy(update={"predicted_regressions": ("task/4", "task/5")})
    score = score_predictions(change, outcomes(Split.DEV_EVOLVE, "000111"), outcomes(Split.DEV_EVOLVE, "101011"))
    assert score.fixed == ("task/1", "task/3")
    assert score.broken == ("task/4",)
    assert (score.fix_precision, score.fix_recall) == (0.5, 0.5)
    assert (score.regression_precision, score.regression_recall) == (0.5, 1.0)
    assert score.edges()[0].from_id == change.id
    assert score.seen_effect == pytest.approx(100 * (2 - 1) / 6)


def test_tasks_that_were_not_played_again_count_as_unchanged() -> None:
    change = proposed(planted(Cause.RETRIEVAL))
    score = score_predictions(change, outcomes(Split.DEV_EVOLVE, "0" * 50), outcomes(Split.DEV_EVOLVE, "11010"))
    assert score.seen_effect == pytest.approx(100 * 3 / 50)


def test_fields_never_move_past_their_limits() -> None:
    files = {**ETA.files, "memory.yaml": "max_results: 20\nrecency_weight: 1.0\nsuperseded: hide\n"}
    for cause in (Cause.RETRIEVAL, Cause.STALE_MEMORY):
        assert propose(planted(cause), files, room()[1], leaks(), EVOLVE, accept=Eta.parse) == ()
    assert value_at(files["memory.yaml"], "max_results") == 20

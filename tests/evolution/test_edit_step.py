"""What is tried of a harness change, and who decides what becomes of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.data.builders import TIME, make_task, make_trajectory

from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.split import Split
from planloop.contract.trajectory import Trajectory
from planloop.evolution.loop import Pair
from planloop.evolution.ports import Ruling
from planloop.evolution.steps import edit as step

PAIR = Pair(checkpoint="c-1", harness="h-1")
TASKS = [make_task(f"e/{n}", TIME, Split.DEV_EVOLVE) for n in range(20)]
GATE = [make_task(f"g/{n}", TIME, Split.DEV_GATE) for n in range(140)]
CHANGE = ChangeRequest(
    kind=ChangeKind.HARNESS,
    title="try it",
    target="eta",
    proposal={"edits": []},
    predicted_fixes=("e/0", "e/1"),
    predicted_regressions=("e/2",),
    predicted_effect=5.0,
    proposer="editor:rules",
)


def tried(
    monkeypatch: pytest.MonkeyPatch,
    ruling: Ruling,
    solved: set[str],
    gate: int,
    change: ChangeRequest = CHANGE,
    before: frozenset[str] = frozenset(),
) -> tuple[Pair, Any, list[str]]:
    """Try the change: `solved` are the tasks of `dev.evolve` that the candidate solves, `before` those that the pair
    does, `gate` how many of `dev.gate` it solves of the 140 that the pair solves. Returns the pair that is left, the
    outcome, and what was measured."""
    played: list[str] = []

    def measure(_: Any, pair: Pair, split: Split, *rest: Any) -> Any:
        new = pair != PAIR
        played.append(f"{pair.harness} {split.value}")
        if split is Split.DEV_GATE:
            found = [make_trajectory(t, not new or n < gate) for n, t in enumerate(GATE)]
        else:
            found = [make_trajectory(t, t.key in (solved if new else before)) for t in TASKS]
        return SimpleNamespace(id="m", trajectories=found)

    def collect(_: Any, order: Any) -> list[Trajectory]:
        played.append("/".join(sorted(t.key for t in order.tasks)))
        return [make_trajectory(t, t.key in solved) for t in order.tasks]

    monkeypatch.setattr(step, "measure", measure)
    monkeypatch.setattr(step, "collect", collect)
    monkeypatch.setattr(step, "read_eta", lambda folder: {})
    monkeypatch.setattr(step, "rule_checks", lambda *given: ())
    monkeypatch.setattr(step, "_apply", lambda *given: {"harness": "h-2"})
    loop = SimpleNamespace(
        object=lambda key, act: act(),
        folder=lambda name: None,
        tasks=lambda split, stage: TASKS,
        board=SimpleNamespace(review=lambda *given, **named: ruling),
        store=SimpleNamespace(add=lambda artefact: "p"),
    )
    left, outcome = step._try(cast(Any, loop), "k", PAIR, change, cast(Any, None), 1)
    return left, outcome, played


@pytest.mark.parametrize("ruling", list(Ruling))
def test_a_change_that_fixes_nothing_is_not_gated_and_still_anybodys_to_approve(
    monkeypatch: pytest.MonkeyPatch, ruling: Ruling
) -> None:
    left, outcome, played = tried(monkeypatch, ruling, {"e/2"}, 140)
    assert played == ["e/0/e/1/e/2", "h-1 dev.evolve"]
    assert outcome["ruling"] == ruling and "gate_difference" not in outcome
    assert (outcome["fixes_seen"], outcome["seen_effect"]) == (0.0, pytest.approx(5.0)), "scored all the same"
    assert left.harness == ("h-2" if ruling is Ruling.APPROVED else "h-1")


def test_only_a_first_try_that_keeps_what_the_change_predicts_is_gated(monkeypatch: pytest.MonkeyPatch) -> None:
    def gated(solved: set[str], change: ChangeRequest = CHANGE, before: frozenset[str] = frozenset()) -> bool:
        return "h-2 dev.gate" in tried(monkeypatch, Ruling.WAITING, solved, 140, change, before)[2]

    assert gated({"e/0"})
    two = CHANGE.model_copy(update={"predicted_effect": 10.0})  # of 20 tasks
    assert not gated({"e/0"}, two) and gated({"e/0", "e/1"}, two)
    assert not gated({"e/0"}, before=frozenset({"e/2"})), "one fixed, one broken"
    assert not gated({"e/0"}, before=frozenset({"e/0"})), "solved before"


def test_only_what_passes_the_gate_is_played_on_all_of_dev_evolve(monkeypatch: pytest.MonkeyPatch) -> None:
    left, outcome, played = tried(monkeypatch, Ruling.APPROVED, {"e/0", "e/7"}, 140)
    assert "h-2 dev.evolve" in played and left.harness == "h-2"
    assert (outcome["fixes_seen"], outcome["seen_effect"]) == (0.5, pytest.approx(10.0))
    left, outcome, played = tried(monkeypatch, Ruling.WAITING, {"e/0", "e/7"}, 100)
    assert "h-2 dev.gate" in played and "h-2 dev.evolve" not in played and left == PAIR
    assert (outcome["fixes_seen"], outcome["seen_effect"]) == (0.5, pytest.approx(5.0))

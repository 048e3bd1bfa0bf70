"""A candidate is compared with what serves on what both have really played."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.data.builders import TIME

from planloop.contract.errors import PlanloopError
from planloop.contract.review import Decision
from planloop.evolution.loop import Pair
from planloop.evolution.ports import Ruling
from planloop.evolution.steps import promote as step
from planloop.evolution.steps.measure import UNKNOWN, Measured, sound_comparison
from planloop.training.evaluate import TaskResult

EARLIER, SERVING, CANDIDATE = (Pair(checkpoint=f"c-{n}", harness="h-1") for n in range(3))


def served(pair: Pair = SERVING) -> Any:
    """What serves, as a board says it."""
    return SimpleNamespace(id="release-1", checkpoint=pair.checkpoint, harness=pair.harness)


def measured(name: str, played: str) -> Measured:
    """One task per letter: `+` solved, `-` not solved, `!` lost to the infrastructure."""
    results = [
        TaskResult(f"t{n}", TIME, float(how == "+"), 1, int(how == "!"), 10.0, 1.0) for n, how in enumerate(played)
    ]
    return Measured(name, (), (), tuple(results))


def test_lost_tasks_speak_neither_for_a_pair_nor_against_it() -> None:
    compared = sound_comparison(measured("a", "+++!-"), measured("b", "!!+++"))
    found = compared.difference
    assert (found.value, found.count) == (0.5, 2)
    assert (compared.gained, compared.lost) == (1, 0)
    assert sound_comparison(measured("a", "+!"), measured("b", "!+")) == UNKNOWN


@pytest.mark.parametrize(("decision", "passed"), [(Decision.APPROVE, True), (Decision.REFUSE, False), (None, False)])
def test_a_release_is_made_of_approved_changes_only(
    monkeypatch: pytest.MonkeyPatch, decision: Decision | None, passed: bool
) -> None:
    asked: dict[str, Any] = {}

    def release(*_: object, **given: Any) -> tuple[Ruling, None]:
        asked.update(given["measured"])
        return Ruling.WAITING, None

    review = None if decision is None else SimpleNamespace(decision=decision)
    store = SimpleNamespace(decisions=SimpleNamespace(decision=lambda change: review))
    loop = SimpleNamespace(
        object=lambda _, act: act(), board=SimpleNamespace(release=release, current=served), store=store
    )
    monkeypatch.setattr(step, "measure", lambda _loop, pair, *_: measured(pair.checkpoint, "+-"))
    step.promote(cast(Any, loop), "r1/promote", SERVING, CANDIDATE, ("change-1",), 1)
    assert asked["rule_checks_passed"] is passed


def test_a_candidate_is_not_judged_by_what_the_infrastructure_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}

    def release(*_: object, **given: Any) -> tuple[Ruling, None]:
        asked.update(given["measured"])
        return Ruling.WAITING, None

    loop = SimpleNamespace(object=lambda _, act: act(), board=SimpleNamespace(release=release, current=served))
    sides = {SERVING: measured("old", "+" * 30), CANDIDATE: measured("new", "!" * 8 + "+" * 22)}
    monkeypatch.setattr(step, "measure", lambda _loop, pair, *_: sides[pair])
    outcome = step.promote(cast(Any, loop), "r1/promote", SERVING, CANDIDATE, (), 1)
    assert (outcome["gate_difference"], outcome["gate_n"]) == (0.0, 22)
    assert asked["difference_low"] < 0.0 and asked["episodes"] == 22


@pytest.mark.parametrize(("now", "refused"), [(SERVING, False), (CANDIDATE, False), (EARLIER, True)])
def test_what_was_rolled_back_to_is_not_replaced_without_a_comparison(
    monkeypatch: pytest.MonkeyPatch, now: Pair, refused: bool
) -> None:
    board = SimpleNamespace(release=lambda *_, **__: (Ruling.WAITING, None), current=lambda: served(now))
    loop = cast(Any, SimpleNamespace(object=lambda _, act: act(), board=board))
    monkeypatch.setattr(step, "measure", lambda _loop, pair, *_: measured(pair.checkpoint, "+-"))
    if refused:
        with pytest.raises(PlanloopError, match=r"release-1.*rolled back.*new run"):
            step.promote(loop, "r1/promote", SERVING, CANDIDATE, (), 1)
    else:
        assert step.promote(loop, "r1/promote", SERVING, CANDIDATE, (), 1)["release"] is None

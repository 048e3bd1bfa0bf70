"""Under the uniform strategy a round diagnoses nothing, trains on evenly drawn tasks and leaves the harness alone."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from tests.bench.tiny_run import SETTINGS
from tests.data.builders import AUDIO, MEMORY, TIME, make_task, make_trajectory
from tests.data.test_compose import one, whole

from planloop.bench.run import RunOptions, run
from planloop.config.model import Config, Strategy
from planloop.contract.change import ChangeKind, ChangeRequest
from planloop.contract.diagnosis import Diagnosis
from planloop.contract.split import Split
from planloop.contract.task import Task
from planloop.contract.trajectory import Segment
from planloop.contract.verdict import Suitability
from planloop.contract.version import DataRelease
from planloop.contract.weakness import Weakness, WeaknessStatus
from planloop.data.compose import Budget, capability_weights
from planloop.data.curate import Curated
from planloop.data.weakness import WeaknessMap
from planloop.evolution.loop import Loop, Pair, Roles
from planloop.evolution.round import Log, edit
from planloop.evolution.steps.dataset import composed, refresh_seed
from planloop.evolution.steps.measure import Measured
from planloop.evolution.steps.survey import survey
from planloop.evolution.steps.train import packed_tokens
from planloop.store.store import Store
from planloop.training.rows import sft_rows

LEARNT = 1  # a token of a model turn
EMPTY = WeaknessMap(groups={}, leaves={})
PAIR = Pair(checkpoint="checkpoint-1", harness="harness-1")


def asked(*_: object) -> Any:
    raise AssertionError("a role was asked")


def loop_of(
    tokens: int,
    *,
    round_tokens: tuple[int, ...] = (),
    sharing: bool = True,
    strategy: Strategy = Strategy.UNIFORM,
) -> Loop:
    """A loop of a configuration, whose roles must not be asked and whose student shares prompts or not."""
    refresh = {"tokens": tokens, "round_tokens": round_tokens, "dose": 0}
    config = Config.model_validate({"evolution": {"strategy": strategy}, "training": {"seed": 3, "refresh": refresh}})
    nothing = cast(Any, None)
    student = cast(Any, SimpleNamespace(shares_prompts=sharing))
    roles = Roles(diagnose=asked, propose=asked)
    return Loop(nothing, "run", config, nothing, student, nothing, roles, once=asked)


def records(count: int) -> tuple[dict[str, Task], list[Curated]]:
    """Train tasks of three groups with a suitable trajectory each; those of a group share their prompt."""
    tasks: dict[str, Task] = {}
    found = []
    for n in range(count):
        for shift, capability in enumerate((TIME, MEMORY)):
            task = make_task(f"train/{capability}/{n}", capability, Split.TRAIN)
            ids = tuple(range(1000 * shift, 1000 * shift + 40)) + tuple(500 + 7 * n + k for k in range(6 + n % 5))
            mask = (0,) * 40 + (LEARNT,) * (len(ids) - 40)
            segment = Segment(messages=(), token_ids=ids, mask=mask, logprobs=(0.0,) * len(ids))
            update = {"segments": (segment,), "suitability": Suitability.SUITABLE}
            tasks[task.key] = task
            found.append(Curated(trajectory=make_trajectory(task, True, n).model_copy(update=update)))
    return tasks, found


def spent(loop: Loop, chosen: list[Curated], number: int) -> int:
    return packed_tokens(loop, sft_rows(c.trajectory for c in chosen), refresh_seed(loop, number))


def test_failures_are_not_read_and_the_harness_is_not_revised() -> None:
    loop, log = loop_of(1000), Log(1)
    failed = make_trajectory(make_task("dev/0", AUDIO), False)
    looked = Measured("m", (make_task("dev/0", AUDIO),), (failed,), ())
    found = survey(loop, "r1/survey", looked, PAIR, {}, 1)
    assert (found.map, found.diagnosed, found.undiagnosed, found.causes) == (EMPTY, (), {}, {})
    assert edit(loop, log, PAIR, looked, found) == (PAIR, [])
    assert log.entries["edits"] == []


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_round_trains_on_the_packed_tokens_it_was_given(number: int) -> None:
    loop = loop_of(900, round_tokens=(300, 600))
    tasks, found = records(60)
    made = composed(loop, EMPTY, tasks, found, number)
    chosen = [c for c in found if c.trajectory.id in {m.trajectory_id for m in made.members}]
    budget = (300, 600, 900)[number - 1]
    assert spent(loop, chosen, number) == made.tokens
    assert budget <= made.tokens <= budget + 60, "one trajectory more than needed, at most"
    groups = [
        sum(tasks[c.trajectory.task_key].capability == capability for c in chosen) for capability in (TIME, MEMORY)
    ]
    assert abs(groups[0] - groups[1]) <= 1


def test_a_diagnosed_round_follows_the_map_and_what_was_given_and_keeps_to_its_tokens() -> None:
    loop = loop_of(900, strategy=Strategy.DIAGNOSED)
    tasks, found = records(60)
    weak = whole(one(TIME, WeaknessStatus.UNSTABLE, 0.6), one(MEMORY, WeaknessStatus.UNSTABLE, 0.6))
    made = composed(loop, weak, tasks, found, 1)
    chosen = [c for c in found if c.trajectory.id in {m.trajectory_id for m in made.members}]
    assert 800 <= spent(loop, chosen, 1) == made.tokens <= 900
    plan = Budget(tokens=900, preservation_share=loop.config.training.refresh.preservation)
    given = loop.config.training.cold_start.capabilities
    assert TIME.group in given
    assert made.weights == capability_weights(weak, plan.model_copy(update={"given": given}))
    assert made.weights[str(TIME)] < capability_weights(weak, plan)[str(TIME)]


def test_a_model_that_cannot_share_prompts_is_charged_for_each() -> None:
    tasks, found = records(60)
    shared, apart = (
        len(composed(loop_of(900, sharing=sharing), EMPTY, tasks, found, 1).members) for sharing in (True, False)
    )
    assert 900 // 50 <= apart <= 900 // 40 < shared


def test_a_round_without_tokens_composes_nothing() -> None:
    tasks, found = records(4)
    made = composed(loop_of(900, round_tokens=(0,)), EMPTY, tasks, found, 1)
    assert (made.members, made.tokens) == ((), 0)


def test_tasks_made_in_the_round_are_taken_before_older_ones() -> None:
    tasks, found = records(30)
    fresh = {f"train/{TIME}/{n}" for n in range(20, 30)}
    made = composed(loop_of(600), EMPTY, tasks, found, 1, fresh=fresh)
    taken = {c.trajectory.task_key for c in found if c.trajectory.id in {m.trajectory_id for m in made.members}}
    of_time = {key for key in taken if tasks[key].capability == TIME}
    assert of_time
    assert of_time <= fresh or fresh <= of_time


@pytest.mark.slow
def test_a_uniform_run_is_reviewed_trained_gated_and_told_as_a_control(tmp_path: Path) -> None:
    settings = Config.model_validate(SETTINGS).model_dump()
    settings["evolution"]["strategy"] = Strategy.UNIFORM
    settings["training"]["refresh"]["round_tokens"] = (1500,)
    root = tmp_path / "store"
    result = run(RunOptions(root, Config.model_validate(settings), live=False))
    (turned,) = result["rounds"]
    assert (turned["weaknesses"], turned["causes"], turned["edits"]) == ({}, {}, [])
    assert turned["data"]["approved"]
    assert turned["data"]["tokens"] == turned["refresh"]["packed_tokens"] >= 1500
    assert sum(turned["orders"].values()) == turned["constructed"] == 6
    assert len(turned["rl"]["steps"]) == 2
    assert "gate_difference" in turned["release"]
    assert "control" in (root / "report.html").read_text(encoding="utf-8")
    with Store.open(root, readonly=True) as store:
        assert (store.all(Diagnosis), store.all(Weakness)) == ([], [])
        (change,) = [c for c in store.all(ChangeRequest) if c.target == turned["data"]["release"]]
        assert (change.kind, change.answers, change.predicted_effect) == (ChangeKind.DATA, (), 0.0)
        assert "evenly" in change.title
        assert store.decisions.decision(change.id) is not None
        assert not store.get(DataRelease, change.target).answers

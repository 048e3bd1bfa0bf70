"""Seeds are pooled task by task: more of them steady a number, and never make it surer than the tasks allow."""

from __future__ import annotations

from statistics import fmean

import pytest
from benchmarks.loop_score import SeedOutcomes, change, level, score
from hypothesis import given, settings
from hypothesis import strategies as st

from planloop.contract.capability import BEHAVIOURS, Capability, Dimension, Domain
from planloop.training.evaluate import compare, task_results

DIMENSIONS = (*[Dimension.TOOL_USE] * 6, *[Dimension.MEMORY] * 4, *[Dimension.SKILLS] * 3, *[Dimension.SUB_AGENT] * 2)
CAPABILITIES = {
    f"t{n:02d}": Capability(dimension=d, behaviour=BEHAVIOURS[d][0], domain=Domain.TIME)
    for n, d in enumerate(DIMENSIONS)
}
GAINS = ("gain", "control_gain", "gain_over_control", "data_training_gain", "harness_gain", "after_over_nearest")
OUTCOME = st.fixed_dictionaries({key: st.sampled_from([0.0, 1.0]) for key in CAPABILITIES})
SEED = st.builds(SeedOutcomes, OUTCOME, OUTCOME, OUTCOME, OUTCOME, OUTCOME)
few = settings(max_examples=25)


def constant(value: float) -> dict[str, float]:
    return dict.fromkeys(CAPABILITIES, value)


NEVER, ALWAYS = constant(0.0), constant(1.0)


@few
@given(st.lists(SEED, min_size=1, max_size=3), OUTCOME)
def test_every_number_lies_in_its_interval_over_all_tasks(seeds: list[SeedOutcomes], nearest: dict[str, float]) -> None:
    found = score(CAPABILITIES, seeds, nearest)
    names = [n for n in found if f"{n}_lo" in found]
    assert {"before", "after", "control_after", "nearest", *GAINS} == set(names)
    for name in names:
        assert found[f"{name}_lo"] <= found[name] <= found[f"{name}_hi"]
        assert found[f"{name}_n"] == len(CAPABILITIES)


@few
@given(st.lists(SEED, min_size=2, max_size=3))
def test_the_pooled_number_is_the_mean_of_those_of_the_seeds(seeds: list[SeedOutcomes]) -> None:
    pooled = score(CAPABILITIES, seeds, NEVER)
    single = [score(CAPABILITIES, [s], NEVER) for s in seeds]
    for name in ("before", "after", *GAINS):
        assert pooled[name] == pytest.approx(fmean([s[name] for s in single]), abs=0.02)  # points are rounded


@few
@given(SEED, st.integers(2, 5))
def test_a_seed_that_only_repeats_another_makes_nothing_surer(seed: SeedOutcomes, times: int) -> None:
    assert score(CAPABILITIES, [seed] * times, ALWAYS) == score(CAPABILITIES, [seed], ALWAYS)


@few
@given(SEED)
def test_gains_add_up_and_exchanging_the_arms_turns_the_sign(seed: SeedOutcomes) -> None:
    found = score(CAPABILITIES, [seed], NEVER)
    turned = SeedOutcomes(seed.control_before, seed.control_before, seed.control_after, seed.before, seed.after)
    assert found["data_training_gain"] + found["harness_gain"] == pytest.approx(found["gain"], abs=0.02)
    assert found["gain"] - found["control_gain"] == pytest.approx(found["gain_over_control"], abs=0.02)
    assert score(CAPABILITIES, [turned], NEVER)["gain_over_control"] == pytest.approx(-found["gain_over_control"])
    assert found["after_over_nearest"] == found["after"]


@few
@given(OUTCOME, OUTCOME, OUTCOME)
def test_with_the_same_start_the_gain_over_control_is_the_difference_of_the_ends(
    before: dict[str, float], after: dict[str, float], control: dict[str, float]
) -> None:
    seed = SeedOutcomes(before, after, after, before, control)
    ends = change(CAPABILITIES, [control], [after])
    assert score(CAPABILITIES, [seed], NEVER)["gain_over_control"] == round(100 * ends.value, 2)


@few
@given(SEED)
def test_a_control_that_does_what_the_loop_does_leaves_no_gain(seed: SeedOutcomes) -> None:
    same = SeedOutcomes(seed.before, seed.after, seed.after, seed.before, seed.after)
    found = score(CAPABILITIES, [same], NEVER)
    for name in ("gain_over_control", "harness_gain"):
        assert found[name] == 0.0 and found[f"{name}_lo"] == pytest.approx(-found[f"{name}_hi"])


def test_dimensions_weigh_as_in_the_overall_and_not_by_their_tasks() -> None:
    memory = {key: float(c.dimension is Dimension.MEMORY) for key, c in CAPABILITIES.items()}
    assert level(CAPABILITIES, [memory]).value == pytest.approx(0.2)
    assert change(CAPABILITIES, [NEVER], [memory]).value == pytest.approx(0.2)


def test_a_gain_on_every_second_seed_counts_half() -> None:
    assert change(CAPABILITIES, [NEVER, NEVER], [ALWAYS, NEVER]).value == pytest.approx(0.5)


def test_the_interval_of_a_difference_covers_the_truth_about_as_often_as_it_says() -> None:
    import random

    rng = random.Random(4)
    tasks = {f"{d}/{n}": c for d in range(8) for n, c in enumerate(CAPABILITIES.values())}
    hits = 0
    for _ in range(60):
        old = {key: float(rng.random() < 0.4) for key in tasks}
        new = {key: float(rng.random() < 0.6) for key in tasks}
        found = change(tasks, [old], [new])
        hits += found.low <= 0.2 <= found.high
    assert hits >= 51, "60 intervals of 95 %: fewer than 51 hits happen once in a thousand times"


def test_seeds_or_arms_with_other_tasks_are_refused() -> None:
    less = dict(list(NEVER.items())[1:])
    with pytest.raises(ValueError, match="the same"):
        SeedOutcomes(NEVER, NEVER, NEVER, less, less)
    seeds = [SeedOutcomes(o, o, o, o, o) for o in (NEVER, less)]
    with pytest.raises(ValueError, match="the same"):
        score(CAPABILITIES, seeds, NEVER)


def test_a_pooled_difference_of_one_seed_is_the_paired_comparison_of_the_run() -> None:
    from tests.data.builders import make_task, make_trajectory

    tasks = [make_task(key, c) for key, c in CAPABILITIES.items()]
    old, new = ([n % k == 0 for n in range(len(tasks))] for k in (3, 2))
    results = [
        task_results(tasks, [make_trajectory(t, s) for t, s in zip(tasks, side, strict=True)]) for side in (old, new)
    ]
    outcomes = [{r.task_key: r.success for r in side} for side in results]
    theirs = compare(*results).difference
    ours = change(CAPABILITIES, [outcomes[0]], [outcomes[1]])
    assert (ours.value, ours.low, ours.high) == (theirs.value, theirs.low, theirs.high)

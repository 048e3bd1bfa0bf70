"""Composition spends the budget where it helps, and orders what the pool lacks."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.data.builders import AUDIO, MEMORY, TIME

from planloop.contract.capability import Behaviour, Capability, Dimension
from planloop.contract.version import Purpose
from planloop.contract.weakness import Route, Routing, Weakness, WeaknessStatus
from planloop.data.choice import PoolItem
from planloop.data.compose import GIVEN, Budget, capability_weights, compose
from planloop.data.weakness import Assessed, WeaknessMap

LEAVES = (TIME, AUDIO, MEMORY)
SCENARIOS = {str(c): (f"scenario.{i}",) for i, c in enumerate(LEAVES)}


def one(
    capability: Capability,
    status: WeaknessStatus,
    mean: float,
    route: Route | None = None,
    causes: dict[str, float] | None = None,
) -> Assessed:
    routing = Routing(route=route, reason="r") if route else None
    weakness = Weakness(capability=str(capability), successes=1, n=4, low=0.0, high=1.0, status=status, routing=routing)
    return Assessed(weakness=weakness, mean=mean, episodes=4, weak=0, pool=1, causes=causes or {})


def whole(*found: Assessed) -> WeaknessMap:
    return WeaknessMap(groups={}, leaves={a.capability: a for a in found})


def items(capability: Capability, count: int, tokens: int = 100, source: str = "rollout") -> list[PoolItem]:
    return [
        PoolItem(
            trajectory_id=f"{capability}/{source}/{n}",
            capability=capability,
            difficulty=f"{n % 3 + 1} calls",
            source=source,
            tokens=tokens,
        )
        for n in range(count)
    ]


STATUS = st.sampled_from([s for s in WeaknessStatus if s is not WeaknessStatus.AMBIGUOUS])
ANY = st.builds(
    lambda rows: whole(*(one(c, s, m) for c, (s, m) in zip(LEAVES, rows, strict=True))),
    st.lists(st.tuples(STATUS, st.floats(0, 1)), min_size=3, max_size=3),
)


@given(ANY)
def test_weights_sum_to_one(found: WeaknessMap) -> None:
    weights = capability_weights(found, Budget(tokens=1000))
    assert abs(sum(weights.values()) - 1) < 1e-9
    assert all(w > 0 for w in weights.values())


@given(STATUS, st.floats(0, 1), st.floats(0, 1))
def test_the_weaker_of_two_alike_never_gets_less(status: WeaknessStatus, first: float, second: float) -> None:
    weights = capability_weights(whole(one(TIME, status, first), one(AUDIO, status, second)), Budget(tokens=1000))
    if first <= second:
        assert weights[str(TIME)] >= weights[str(AUDIO)] - 1e-12


def test_a_leaf_is_wanted_as_much_as_it_counts_in_the_overall() -> None:
    failing = WeaknessStatus.FAILING
    found = whole(one(TIME, failing, 0.1), one(AUDIO, failing, 0.1), one(MEMORY, failing, 0.1))
    weights = capability_weights(found, Budget(tokens=1000))
    assert TIME.group == AUDIO.group
    assert abs(weights[str(TIME)] + weights[str(AUDIO)] - 0.5 / 0.7) < 1e-9  # tool use 0.5, memory 0.2
    assert abs(weights[str(MEMORY)] - 0.2 / 0.7) < 1e-9


@given(ANY)
def test_what_is_mastered_keeps_a_small_share(found: WeaknessMap) -> None:
    budget = Budget(tokens=1000)
    weights = capability_weights(found, budget)
    kept = [n for n, a in found.leaves.items() if a.status is WeaknessStatus.MASTERED]
    if kept and len(kept) < len(found.leaves):
        share = sum(weights[n] for n in kept)
        assert 0 < share <= budget.preservation_share + 1e-9


@settings(max_examples=50)
@given(ANY, st.lists(st.integers(0, 40), min_size=3, max_size=3), st.integers(100, 9000))
def test_the_budget_is_kept_and_the_result_repeats(found: WeaknessMap, counts: list[int], tokens: int) -> None:
    pool = [i for c, n in zip(LEAVES, counts, strict=True) for i in items(c, n)]
    budget = Budget(tokens=tokens, orders=30)
    result = compose(found, pool, SCENARIOS, budget)
    assert result == compose(found, pool[::-1], SCENARIOS, budget)
    assert result.tokens <= tokens
    assert sum(o.count for o in result.orders) <= 30
    assert len({m.trajectory_id for m in result.members}) == len(result.members)
    for name, a in found.leaves.items():
        parts = [share for cell, share in result.cells if cell.capability == name]
        assert not parts or abs(sum(parts) - result.weights[a.capability]) < 1e-9


def test_what_lacks_data_is_ordered_the_weak_far_more_than_the_mastered() -> None:
    found = whole(one(TIME, WeaknessStatus.MASTERED, 0.95), one(MEMORY, WeaknessStatus.MISSING, 0.1))
    result = compose(found, items(TIME, 2), SCENARIOS, Budget(tokens=10_000))
    orders = {o.capability: o for o in result.orders}
    assert orders[str(MEMORY)].scenarios == SCENARIOS[str(MEMORY)]
    assert 45 <= orders[str(MEMORY)].count <= 60  # some 8,600 tokens at 250 a trace, and half of it to spare
    assert 15 <= orders[str(TIME)].count <= 21  # 15 % less the 200 tokens there are, at 100 a trace


def test_what_the_planner_was_trained_on_counts_as_lacking_and_is_taken_last() -> None:
    found = whole(one(TIME, WeaknessStatus.FAILING, 0.2))
    old = [i.model_copy(update={"trained": True, "trajectory_id": f"{i.trajectory_id}/old"}) for i in items(TIME, 10)]
    scenarios = {str(TIME): ["time.alarm.create"]}
    planned = compose(found, old, scenarios, Budget(tokens=1000, orders=50))
    assert [order.count for order in planned.orders] == [15]  # half of it to spare
    made = compose(found, [*old, *items(TIME, 6)], scenarios, Budget(tokens=1000))
    taken = [m.trajectory_id for m in made.members]
    assert len(taken) == 10 and sum(not name.endswith("/old") for name in taken) == 6


def test_the_preserved_share_goes_where_there_is_most_to_lose() -> None:
    found = whole(one(TIME, WeaknessStatus.UNSTABLE, 0.6), one(MEMORY, WeaknessStatus.FAILING, 0.05))
    little = capability_weights(found, Budget(tokens=1000, preservation_share=0.0))
    much = capability_weights(found, Budget(tokens=1000, preservation_share=0.5))
    assert much[str(TIME)] > little[str(TIME)] + 0.1
    assert abs(much[str(TIME)] - (0.5 * little[str(TIME)] + 0.5 * 0.5 / (0.5 + 0.2 * 0.1))) < 1e-9


def test_what_is_like_the_lesson_gets_more_of_the_preserved_share() -> None:
    single = Capability(dimension=Dimension.MEMORY, behaviour=Behaviour.SINGLE_RECORD, domain=MEMORY.domain)
    edits = Capability(dimension=Dimension.MEMORY, behaviour=Behaviour.RECORD_EDIT, domain=MEMORY.domain)

    def kept(taught: Capability) -> float:
        """The tokens of single records for one of tool use, which counts for five times as much."""
        status = {True: WeaknessStatus.FAILING, False: WeaknessStatus.MASTERED}
        means = {single: 0.9, TIME: 0.9, edits: 0.9, AUDIO: 0.9} | {taught: 0.1}
        found = whole(*(one(c, status[c == taught], mean) for c, mean in means.items()))
        weights = capability_weights(found, Budget(tokens=1000, preservation_share=0.3))
        return weights[str(single)] / weights[str(TIME)]

    assert kept(edits) > 3 * kept(AUDIO) > 0


def test_what_was_taught_last_gets_more_of_the_preserved_share_while_it_waits() -> None:
    found = whole(
        one(TIME, WeaknessStatus.FAILING, 0.1),
        one(AUDIO, WeaknessStatus.MASTERED, 0.9),
        one(MEMORY, WeaknessStatus.MASTERED, 0.9),
    )
    plan = Budget(tokens=1000, preservation_share=0.3)

    def share(taught: tuple[str, ...]) -> float:
        weights = capability_weights(found, plan.model_copy(update={"taught": taught}))
        return weights[str(MEMORY)] / weights[str(AUDIO)]

    assert share((str(MEMORY),)) > 2 * share(()) > 0
    assert share((str(TIME),)) == share(())  # it is taught again, so nothing is added for keeping it


def test_what_the_last_release_left_half_learnt_is_not_outbid_by_what_fails() -> None:
    found = whole(one(TIME, WeaknessStatus.FAILING, 0.4), one(AUDIO, WeaknessStatus.UNSTABLE, 0.4))

    def share(*taught: Capability) -> float:
        plan = Budget(tokens=1000, preservation_share=0.0, taught=tuple(map(str, taught)))
        return capability_weights(found, plan)[str(AUDIO)]

    other = AUDIO.model_copy(update={"domain": TIME.domain})
    assert share() < 0.4
    assert abs(share(AUDIO) - 0.5) < 1e-9
    assert abs(share(other) - 0.5) < 1e-9  # by its group, of which other leaves may have been taught


def test_a_repaired_capability_gets_a_dose_and_those_with_most_to_win_go_first() -> None:
    found = whole(one(TIME, WeaknessStatus.FAILING, 0.1), one(MEMORY, WeaknessStatus.FAILING, 0.1))
    both = capability_weights(found, Budget(tokens=10_000, preservation_share=0.0, dose=1_000))
    assert both[str(MEMORY)] * 10_000 >= 1_000  # 0.2 of 0.7 of the tokens
    first = capability_weights(found, Budget(tokens=10_000, preservation_share=0.0, dose=3_000))
    assert first == {str(TIME): 1.0}
    kept = capability_weights(found, Budget(tokens=10_000, preservation_share=0.5, dose=3_000))
    assert 0 < kept[str(MEMORY)] < 0.5  # what waits keeps its part of the preserved share


def test_what_waits_for_a_later_round_is_there_to_be_preserved() -> None:
    found = whole(one(TIME, WeaknessStatus.FAILING, 0.1), one(MEMORY, WeaknessStatus.FAILING, 0.1))
    pool = [i for c in (TIME, MEMORY) for i in items(c, 60)]
    result = compose(found, pool, SCENARIOS, Budget(tokens=10_000, preservation_share=0.5, dose=3_000))
    purposes = {m.trajectory_id.split("/rollout")[0]: m.purpose for m in result.members}
    assert purposes == {str(TIME): Purpose.REPAIR, str(MEMORY): Purpose.PRESERVATION}


def test_members_say_why_they_are_there_and_repair_is_grouped_by_cause() -> None:
    found = whole(
        one(TIME, WeaknessStatus.MASTERED, 0.95),
        one(AUDIO, WeaknessStatus.UNSTABLE, 0.5),
        one(MEMORY, WeaknessStatus.FAILING, 0.1, causes={"routing": 0.7, "closure": 0.3}),
    )
    pool = [i for c in LEAVES for i in items(c, 60)]
    result = compose(found, pool, SCENARIOS, Budget(tokens=6_000))
    by_purpose = {p: [m for m in result.members if m.purpose is p] for p in Purpose}
    assert len(by_purpose[Purpose.REPAIR]) > len(by_purpose[Purpose.STABILISATION])
    assert len(by_purpose[Purpose.STABILISATION]) > len(by_purpose[Purpose.PRESERVATION]) > 0
    assert set(result.repair) == {"routing"}
    assert set(result.repair["routing"]) == {m.trajectory_id for m in by_purpose[Purpose.REPAIR]}


def test_data_cannot_repair_an_environment_or_a_task() -> None:
    for route in (Route.ENVIRONMENT, Route.TASK):
        found = whole(one(TIME, WeaknessStatus.FAILING, 0.1, route), one(AUDIO, WeaknessStatus.FAILING, 0.1))
        assert str(TIME) not in capability_weights(found, Budget(tokens=100))


def test_a_weakness_of_the_harness_is_only_preserved() -> None:
    found = whole(one(TIME, WeaknessStatus.FAILING, 0.1, Route.HARNESS), one(AUDIO, WeaknessStatus.FAILING, 0.1))
    weights = capability_weights(found, Budget(tokens=100))
    assert weights[str(TIME)] <= 0.15 < weights[str(AUDIO)]


def test_what_the_first_deployment_was_given_is_needed_less() -> None:
    found = whole(one(TIME, WeaknessStatus.UNSTABLE, 0.6), one(MEMORY, WeaknessStatus.UNSTABLE, 0.6))
    alike = capability_weights(found, Budget(tokens=1000, preservation_share=0.0))
    given = capability_weights(found, Budget(tokens=1000, preservation_share=0.0, given=(TIME.group,)))
    assert abs(alike[str(TIME)] / alike[str(MEMORY)] - 2.5) < 1e-9  # tool use 0.5, memory 0.2 of the Overall
    assert abs(given[str(TIME)] / given[str(MEMORY)] - GIVEN * 2.5) < 1e-9


def test_nothing_in_demand_composes_to_nothing() -> None:
    result = compose(whole(one(TIME, WeaknessStatus.AMBIGUOUS, 0.5)), items(TIME, 9), SCENARIOS, Budget(tokens=100))
    assert (result.weights, result.members, result.orders) == ({}, (), ())


def test_imported_traces_weigh_less_than_our_own() -> None:
    pool = [*items(TIME, 90), *items(TIME, 90, source="import")]
    result = compose(whole(one(TIME, WeaknessStatus.FAILING, 0.1)), pool, {}, Budget(tokens=9000))
    own = sum("rollout" in m.trajectory_id for m in result.members)
    assert own > 1.5 * (len(result.members) - own)


@given(st.floats(1.0, 3.0), st.integers(500, 6_000))
def test_what_is_chosen_costs_about_the_budget_when_it_is_trained_on_together(dearer: float, tokens: int) -> None:
    found = whole(one(TIME, WeaknessStatus.FAILING, 0.1), one(MEMORY, WeaknessStatus.UNSTABLE, 0.6))
    pool = [i for c in (TIME, MEMORY) for i in items(c, 90, tokens=50)]

    def cost(chosen: Sequence[PoolItem]) -> int:
        return round(dearer * sum(i.tokens for i in chosen))

    result = compose(found, pool, SCENARIOS, Budget(tokens=tokens), cost)
    taken = [i for i in pool if i.trajectory_id in {m.trajectory_id for m in result.members}]
    assert result.tokens == cost(taken) <= tokens
    assert result.tokens > 0.9 * tokens - 3 * 2 * 50 * dearer or len(taken) == len(pool)


def test_what_has_the_same_prompt_is_chosen_together() -> None:
    found = whole(one(TIME, WeaknessStatus.FAILING, 0.1), one(AUDIO, WeaknessStatus.FAILING, 0.1))
    pool = [
        item.model_copy(update={"prompt": f"list {n % 10}"})
        for capability in (TIME, AUDIO)
        for n, item in enumerate(items(capability, 40))
    ]
    prompts = {i.trajectory_id: i.prompt for i in pool}
    chosen = [prompts[m.trajectory_id] for m in compose(found, pool, SCENARIOS, Budget(tokens=2400)).members]
    assert len(chosen) == 24
    assert len(set(chosen)) <= 6  # of ten: two leaves, three difficulties, four items of each prompt in a leaf


def test_a_domain_that_nobody_looked_at_is_preserved_with_its_group() -> None:
    other = Capability.parse(f"{AUDIO.group}/devices")
    seen = one(AUDIO, WeaknessStatus.MASTERED, 0.9)
    group = seen.model_copy(update={"weakness": seen.weakness.model_copy(update={"capability": AUDIO.group})})
    found = WeaknessMap(groups={AUDIO.group: group}, leaves={str(AUDIO): seen})
    pool = [*items(AUDIO, 20), *items(other, 20)]
    scenarios = {str(AUDIO): ("a",), str(other): ("b",), "memory/composition/time": ("c",)}
    made = compose(found, pool, scenarios, Budget(tokens=1000))
    counts = [sum(m.trajectory_id.startswith(str(c)) for m in made.members) for c in (AUDIO, other)]
    assert counts == [5, 5] and {m.purpose for m in made.members} == {Purpose.PRESERVATION}
    assert set(made.weights) == {str(AUDIO), str(other)}


def test_what_was_preserved_once_and_nobody_looked_at_is_preserved_again() -> None:
    other = Capability.parse(f"{AUDIO.group}/devices")
    seen = one(AUDIO, WeaknessStatus.MASTERED, 0.9)
    group = seen.model_copy(update={"weakness": seen.weakness.model_copy(update={"capability": AUDIO.group})})
    held = one(other, WeaknessStatus.AMBIGUOUS, 0.5).model_copy(update={"episodes": 0})  # it is in the pool by now
    found = WeaknessMap(groups={AUDIO.group: group}, leaves={str(AUDIO): seen, str(other): held})
    made = compose(found, [*items(AUDIO, 20), *items(other, 20)], {}, Budget(tokens=1000))
    assert abs(made.weights[str(other)] - made.weights[str(AUDIO)]) < 1e-9


def test_groups_compete_for_a_dose_and_not_leaves() -> None:
    """Editing memories in one leaf and combining them in three win as much: neither may starve the other."""
    edits = Capability.parse("memory/record_edit/assistant")
    parts = [Capability.parse(f"memory/composition/{name}") for name in ("assistant", "display", "time")]
    found = whole(*(one(c, WeaknessStatus.FAILING, 0.1) for c in (edits, *parts)))
    weights = capability_weights(found, Budget(tokens=10_000, preservation_share=0.0, dose=4_000))
    assert abs(weights[str(edits)] - sum(weights[str(c)] for c in parts)) < 1e-9

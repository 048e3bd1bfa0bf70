"""A choice fills every share, and pays for as few prompts as it can."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.data.builders import AUDIO, MEMORY, TIME

from planloop.contract.capability import Capability
from planloop.data.choice import FILL, PoolItem, choose

LEAVES = (TIME, AUDIO, MEMORY)


def item(number: int, leaf: Capability, prompt: str, tokens: int = 100, **more: object) -> PoolItem:
    found = {"trajectory_id": f"t{number}", "capability": leaf, "difficulty": "1 calls", "prompt": prompt}
    return PoolItem.model_validate(found | {"tokens": tokens} | more)


ITEMS = st.lists(
    st.builds(
        lambda leaf, prompt, tokens, difficulty, trained: (leaf, prompt, tokens, difficulty, trained),
        st.sampled_from(LEAVES),
        st.sampled_from(["", "a", "b", "c", "d"]),
        st.integers(1, 300),
        st.sampled_from(["1 calls", "2 calls"]),
        st.booleans(),
    ),
    max_size=40,
)


def pool_of(rows: list[tuple[Capability, str, int, str, bool]]) -> list[PoolItem]:
    return [item(n, leaf, p, t, difficulty=d, trained=old) for n, (leaf, p, t, d, old) in enumerate(rows)]


@settings(max_examples=200)
@given(ITEMS, st.lists(st.integers(0, 2000), min_size=3, max_size=3))
def test_shares_are_kept_and_the_order_of_the_pool_does_not_matter(
    rows: list[tuple[Capability, str, int, str, bool]], shares: list[int]
) -> None:
    pool = pool_of(rows)
    quotas = {str(leaf): share for leaf, share in zip(LEAVES, shares, strict=True)}
    chosen = choose(pool, quotas)
    assert chosen == choose(pool[::-1], quotas)
    names = [i.trajectory_id for items in chosen.values() for i in items]
    assert len(names) == len(set(names))
    for leaf, items in chosen.items():
        assert items and all(str(i.capability) == leaf for i in items)
        most = (1 + FILL) * quotas[leaf] + max(i.tokens for i in items) / 2
        assert sum(i.tokens for i in items) <= most + 1
    for leaf, share in quotas.items():
        if sum(i.tokens for i in pool if str(i.capability) == leaf) <= share:
            assert len(chosen.get(leaf, ())) == sum(str(i.capability) == leaf for i in pool)  # all of it fits


def test_few_prompts_are_taken_whole_instead_of_many_in_part() -> None:
    pool = [item(8 * p + n, LEAVES[n % 2], f"prompt {p}", shared=50) for p in range(12) for n in range(8)]
    chosen = choose(pool, {str(TIME): 1600, str(AUDIO): 1600})
    assert sum(len(items) for items in chosen.values()) == 32
    assert len({i.prompt for items in chosen.values() for i in items}) == 4


def test_a_prompt_of_which_more_is_wanted_comes_first() -> None:
    mixed = [item(n, TIME if n < 2 else AUDIO, "mixed", shared=50) for n in range(8)]
    alone = [item(10 + n, TIME, "alone", shared=50) for n in range(8)]
    chosen = choose([*mixed, *alone], {str(TIME): 800})
    assert {i.prompt for i in chosen[str(TIME)]} == {"alone"}


def test_what_was_trained_on_comes_last_and_stands_in_nobodys_way() -> None:
    known = [item(n, TIME, "known", trained=n < 4) for n in range(8)]
    new = [item(10 + n, TIME, "new") for n in range(3)]
    chosen = [i.trajectory_id for i in choose([*known, *new], {str(TIME): 800})[str(TIME)]]
    assert {*chosen[:7]} == {"t4", "t5", "t6", "t7", "t10", "t11", "t12"} and chosen[7] in {"t0", "t1", "t2", "t3"}


def test_a_share_is_parted_among_difficulties_as_far_as_there_are_items() -> None:
    easy = [item(n, TIME, f"p{n}", difficulty="1 calls") for n in range(20)]
    hard = [item(20 + n, TIME, f"p{20 + n}", difficulty="3 calls") for n in range(3)]
    chosen = choose([*easy, *hard], {str(TIME): 1000})[str(TIME)]
    assert len(chosen) == 10 and sum(i.difficulty == "3 calls" for i in chosen) == 3


def test_a_difficulty_is_not_gathered_one_by_one_from_prompts_of_their_own() -> None:
    whole = [item(n, TIME, "whole", difficulty="1 calls", shared=50) for n in range(16)]
    rare = [item(20 + n, TIME, f"p{n}", tokens=450, difficulty="3 calls", shared=400) for n in range(8)]
    chosen = choose([*whole, *rare], {str(TIME): 1600})[str(TIME)]
    assert {i.prompt for i in chosen} == {"whole"}


def test_a_prompt_that_is_paid_gives_more_than_the_share_and_not_without_bound() -> None:
    pool = [item(n, TIME, "one", shared=50) for n in range(8)]
    assert len(choose(pool, {str(TIME): 600})[str(TIME)]) == 8
    assert len(choose(pool, {str(TIME): 400})[str(TIME)]) == 6


def test_what_is_left_of_a_prompt_that_was_trained_on_pays_for_all_of_it() -> None:
    known = [item(n, TIME, "known", shared=50, trained=n < 7) for n in range(8)]
    fresh = [item(10 + n, TIME, "fresh", shared=50) for n in range(8)]
    chosen = choose([*known, *fresh], {str(TIME): 800})[str(TIME)]
    assert {i.prompt for i in chosen} == {"fresh"}


def test_of_what_was_trained_on_that_comes_first_whose_prompt_is_paid() -> None:
    fresh = [item(n, TIME, "paid", shared=50) for n in range(2)]
    beside = [item(10 + n, TIME, "paid", shared=50, trained=True) for n in range(2)]
    other = [item(20 + n, TIME, "other", shared=50, trained=True) for n in range(8)]
    chosen = choose([*fresh, *beside, *other], {str(TIME): 400})[str(TIME)]
    assert {i.prompt for i in chosen} == {"paid"} and len(chosen) == 4


def test_what_stands_beside_counts_against_the_share() -> None:
    new = [item(n, TIME, "new", tokens=300, shared=50) for n in range(4)]
    old = item(9, TIME, "old", tokens=150, trained=True)
    assert {i.prompt for i in choose([*new, old], {str(TIME): 1000})[str(TIME)]} == {"new"}


def test_many_small_leaves_of_a_group_are_not_all_rounded_up() -> None:
    leaves = [Capability.parse(f"tool_use/grounding/{name}") for name in ("audio", "apps", "display", "system")]
    pool = [item(n, leaf, f"p{n}", tokens=190) for n, leaf in enumerate(leaves)]
    assert len(choose(pool, {str(leaf): 100 for leaf in leaves})) == 2


def test_what_fits_into_its_leaf_is_not_refused_for_its_group() -> None:
    large, small = item(1, TIME, "a", tokens=300), item(2, AUDIO, "b", tokens=200)
    assert TIME.group == AUDIO.group
    assert str(AUDIO) in choose([large, small], {str(TIME): 150, str(AUDIO): 200})

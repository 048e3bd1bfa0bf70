"""What records of one prompt share is carried by all of them alike."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from tests.data.builders import make_task, make_trajectory

from planloop.contract.trajectory import Segment, Trajectory
from planloop.evolution.steps.dataset import own_cost, packed_cost


def _record(name: str, prompt: int, own: int, said: int = 1) -> Trajectory:
    ids = (*(1000 * prompt + n for n in range(40)), *(10_000 + int(name) * 100 + n for n in range(own)))
    segment = Segment(messages=(), token_ids=ids, mask=(*(0,) * 40, *(said,) * own), logprobs=(0.0,) * len(ids))
    return make_trajectory(make_task("t"), True).model_copy(update={"id": name, "segments": (segment,)})


TAUGHT, SAMPLED, WRONG = 1, 3, 5


@given(
    st.lists(st.tuples(st.integers(1, 3), st.integers(1, 20)), min_size=1, max_size=12),
    st.sampled_from([TAUGHT, SAMPLED, WRONG]),
)
def test_the_total_stays_and_equals_pay_alike(rows: list[tuple[int, int]], said: int) -> None:
    records = [_record(str(n), prompt, own, said) for n, (prompt, own) in enumerate(rows)]
    prompts = {str(n): str(prompt) for n, (prompt, _) in enumerate(rows)}
    cost, shared = own_cost(records, prompts)
    assert sum(cost.values()) + sum(shared.values()) == sum(packed_cost(records).values())
    for n, (prompt, own) in enumerate(rows):
        mates = sum(p == prompt for p, _ in rows)
        assert cost[str(n)] == own and 0 <= shared[str(n)] - 40 // mates <= 1

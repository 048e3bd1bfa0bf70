import random
import re
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from planloop.contract.split import Split
from planloop.data.quota import by_group
from planloop.data.rephrase import plain, rephrase
from planloop.phone.scenario import SCENARIOS

SLOT = re.compile(r"\{[^}]*\}")


def wordings(*splits: Split) -> list[str]:
    by_group()  # registers all scenarios
    return [s.wordings[i] for s in SCENARIOS.values() for split in splits for i in s.words_for(split)]


@given(st.integers(), st.data())
def test_a_rephrased_request_keeps_the_slots_of_its_wording(seed: int, data: st.DataObject) -> None:
    wording = data.draw(st.sampled_from(wordings(Split.TRAIN)))
    assert sorted(SLOT.findall(rephrase(wording, random.Random(seed)))) == sorted(SLOT.findall(wording))


def test_no_wording_of_another_split_is_ever_said() -> None:
    held_out = {plain(w) for w in wordings(Split.DEV_EVOLVE, Split.DEV_GATE, Split.TEST)}
    rng = random.Random(0)
    written = wordings(Split.TRAIN)
    said = {plain(rephrase(w, rng)) for w in written for _ in range(12)}
    assert not (said - {plain(w) for w in written}) & held_out


def test_wordings_for_train_only_leave_the_other_splits_as_they_are_and_repeat_none_of_theirs() -> None:
    others = (Split.DEV_EVOLVE, Split.DEV_GATE, Split.TEST)
    held_out = {plain(w) for w in wordings(*others)}
    added = {s.key: range(s.shared, len(s.wordings)) for s in SCENARIOS.values() if len(s.wordings) > s.shared}
    assert {"subagent.trigger", "skills.only", "memory.remove"} <= {*added}
    for key, numbers in added.items():
        found = SCENARIOS[key]
        assert {*numbers} <= {*found.words_for(Split.TRAIN)}
        assert not {*numbers} & {i for split in others for i in found.words_for(split)}
        assert not {plain(found.wordings[n]) for n in numbers} & held_out
        others_said = [found.wordings[i] for split in others for i in found.words_for(split)]
        for said in (found.wordings[n] for n in numbers):
            assert max(alike(said, other) for other in others_said) <= 0.5, said


def alike(one: str, other: str) -> float:
    """Shared words and pairs of words, of all that either has; slots are all the same."""
    first, second = (SLOT.sub("_", plain(text)).split() for text in (one, other))
    pairs = [{*words, *pairwise(words)} for words in (first, second)]
    return len(pairs[0] & pairs[1]) / len(pairs[0] | pairs[1])


def test_a_courtesy_around_a_wording_does_not_make_it_another_one() -> None:
    for said in (
        "Please turn it off",
        "Hey, could you turn it off?",
        "Be so kind and turn it off!",
        "turn it off, thanks",
    ):
        assert plain(said) == plain("Turn it off") == "turn it off"


def test_requests_vary_far_beyond_the_wordings() -> None:
    rng = random.Random(0)
    texts = wordings(Split.TRAIN)
    said = {rephrase(w, rng) for w in texts for _ in range(10)}
    assert len(said) > 4 * len(texts)


def test_words_are_exchanged_in_their_case_and_never_inside_a_slot() -> None:
    said = {rephrase("Turn on {turn on} and turn on it", random.Random(n)) for n in range(200)}
    assert any("Switch on {turn on}" in text or "Enable {turn on}" in text for text in said)
    assert all("{turn on}" in text for text in said)

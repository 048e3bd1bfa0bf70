"""What successful traces say about tools, and tool retrieval with it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planloop.contract.errors import PlanloopError
from planloop.contract.split import Split
from planloop.data.generate import Factory
from planloop.data.mine import uses
from planloop.environments.sandbox import Sandbox
from planloop.harness.eta import Eta
from planloop.harness.harness import Harness
from planloop.harness.lexical import Bm25, terms
from planloop.harness.retrieval import ToolIndex
from planloop.harness.usage import Usage, Use
from planloop.phone.storey import Storey

WORDS = ("bed", "bedtime", "bedroom", "alarm", "alarms", "song", "so", "timer")
SPECS = Harness().specs(Sandbox(Storey.FULL))
USES = (
    Use("ring my sister on the mobile", ("search_contact", "make_call")),
    Use("ring the dentist", ("search_contact", "make_call")),
    Use("ring 112", ("make_call",)),
    Use("get me up at seven", ("manage_alarm",)),
)


def index(*used: Use) -> ToolIndex:
    return ToolIndex(SPECS, Eta.load().routing, Usage(used))


def place(found: ToolIndex, request: str, tool: str, called: Sequence[str] = ()) -> int:
    return [spec.name for spec, _ in found.rank(request, called)].index(tool)


def test_requests_that_resemble_the_present_one_vote_for_their_tools() -> None:
    assert place(index(*USES), "please ring the bank", "make_call") == 0
    assert place(index(), "please ring the bank", "make_call") > 0
    votes = Usage(USES).votes(terms("ring my dentist"))
    assert votes["make_call"] == 1.0
    assert 0 < votes["search_contact"] < 1
    assert "manage_alarm" not in votes
    assert Usage(USES).votes(terms("zzz")) == Usage(()).votes(["ring"]) == {}


def test_what_is_called_together_comes_together() -> None:
    assert Usage(USES).beside("make_call") == {"search_contact": 2 / 3}
    assert Usage(USES).beside("search_contact") == {"make_call": 1.0}
    assert Usage(USES).beside("manage_alarm") == {}
    assert place(index(*USES), "make a call", "search_contact") < place(index(), "make a call", "search_contact")


def test_every_clause_asks_for_its_own() -> None:
    shown = index(*USES).expose("Get me up at seven. After that, ring the dentist", 4)
    assert {"manage_alarm", "make_call", "search_contact"} <= set(shown)


def test_what_the_dialogue_called_before_is_at_hand() -> None:
    assert place(index(*USES), "no, make it eight", "manage_alarm", ["manage_alarm"]) == 0


def test_tools_of_other_phones_are_no_matter() -> None:
    found = index(Use("ring the dentist", ("no_such_tool", "make_call")))
    assert "no_such_tool" not in found.expose("ring the dentist", called=["no_such_tool"])


@pytest.mark.parametrize(
    "line", ["x", "[]", "{}", '{"request": 1, "tools": []}', '{"request": "a", "tools": "b"}', "1"]
)
def test_a_line_that_is_no_use_is_named(line: str) -> None:
    with pytest.raises(PlanloopError, match="is not a use of tools") as told:
        Eta.parse({"usage.jsonl": f"{USES[0].to_json()}\n{line}\n"}, "my-eta")
    assert "my-eta/usage.jsonl, line 2" in str(told.value)


def test_uses_come_back_as_they_were_written() -> None:
    text = "".join(f"{use.to_json()}\n" for use in USES)
    assert Eta.parse({"usage.jsonl": text}).usage.uses == USES


def test_only_train_tasks_are_mined() -> None:
    """The file that comes with planloop holds no request of a held-out split, whatever its slots."""
    pairs = Factory(Split.TRAIN, "usage").balanced(12, 0)
    assert {task.split for task, _ in pairs} == {Split.TRAIN}
    found = uses(pairs)
    assert all(use.tools and not any(t.startswith("skill__") for t in use.tools) for use in found)
    assert {use.request for use in found} <= {task.request for task, _ in pairs}


documents = st.lists(st.dictionaries(st.sampled_from(WORDS), st.sampled_from([0.5, 1.0, 3.0])), max_size=6)


@given(documents, st.lists(st.sampled_from(WORDS), max_size=4), st.booleans())
def test_only_documents_that_hold_a_term_score(held: list[dict[str, float]], query: list[str], prefixes: bool) -> None:
    found = Bm25(held, prefixes=prefixes)
    scores = found.scores(query)
    assert len(scores) == len(held)
    assert scores == found.scores(query) == found.scores([*query, *query])
    for document, score in zip(held, scores, strict=True):
        exact = any(term in document for term in query)
        near = any(w.startswith(t) or t.startswith(w) for t in query for w in document if min(len(t), len(w)) > 2)
        assert (score > 0) == (exact or (prefixes and near))
